/* SPDX-License-Identifier: Apache-2.0
 *
 * report_data.h - the data of one design's folder, with derived figures: the input of every section of the report. */
#ifndef WF_REPORT_DATA_H
#define WF_REPORT_DATA_H

#include <stdbool.h>

#include "../base/metrics.h"
#include "../gen/design_modules.h"
#include "../stats/energy.h"
#include "../synth/library_node.h"

enum { STEP_COSIM, STEP_SYNTH, STEP_TRACE, STEPS };

/* A step of the flow and the file that it leaves. */
typedef struct {
    const char *file, *what;
} report_step;
extern const report_step report_steps[STEPS];

/* A bench of co-simulation: its place in the keys, and its name; NULL: the unit's. */
typedef struct {
    const char *key, *name;
} report_bench;
extern const report_bench report_benches[]; /* ends with a NULL key */

/* A figure that a paper published: stats/papers.def. */
typedef struct {
    const char *of, *what; /* of: the unit */
    double value;
    const char *unit; /* of the value */
    int node_nm;      /* 0: of no node */
    int lanes;        /* 0: of no warp width */
    const char *includes;
    key_ref key; /* our figure times `scale` is compared with it */
    double scale;
} report_figure;
extern const report_figure report_figures[]; /* ends with a NULL unit */

/* How the figures of two units relate, as a paper says. */
typedef struct {
    const char *unit, *other, *what;
    double value; /* the unit's figure over the other's, both with the paper's flow or inputs */
    const char *includes;
    key_ref key;
} report_relation;
extern const report_relation report_relations[]; /* ends with a NULL unit */

/* A remark on a unit's published figures, around a figure of ours. */
typedef struct {
    const char *unit;
    key_ref key; /* of our figure; the remark is shown only if it is known */
    const char *before, *after;
} report_remark;
extern const report_remark report_remarks[]; /* ends with a NULL unit */

typedef struct report_data {
    const char *dir;
    design d;
    metrics m;     /* from the manifest and the steps' files, and derived ones */
    metrics paths; /* of syn/UNIT.paths.json: the cells of the longest paths; they are in no other file */
    bool ran[STEPS];
    char *failed[STEPS];         /* why a step failed; NULL: it did not */
    const library_node *library; /* NULL: synthesis has not run, or the node is unknown */
    const paper_energy *energy;  /* NULL: nothing published of this unit */
    energy_model model;          /* what that says of this design */
    energy_model own; /* the same with the units as measured: by code if the traces were counted so, else the means of synthesis */
    const char *result,
        *result_file;            /* the kept synthesis whose figures these are (synth/results.h), its name and file; NULL: the last one */
    struct report_data *results; /* of each library and clock that synthesis has kept, if there are several */
    int result_count;
} report_data;

/* Loads DIR/manifest.json and the steps' files and adds the derived keys. Dies (2) if DIR holds no design. */
void report_load(report_data *r, const char *dir);
/* The same of a design that has no folder, and of the figures of its steps; of a step that has not run there are none. */
void report_make(report_data *r, const design *d, const metrics steps[STEPS]);
/* A cell of a CSV file: a text, in quotes where it needs them; a number, nothing if it is not known. */
void report_csv_text(text *t, const char *s);
void report_csv_number(text *t, double value);
/* The files in DIR, and how the first two begin. */
#define REPORT_JSON "metrics.json"
#define REPORT_CSV "metrics.csv"
#define REPORT_PAGE "report.html"
extern const char report_json_head[], report_csv_head[];
/* Writes DIR/metrics.json and DIR/metrics.csv. */
void report_save_metrics(const report_data *r);

/* The modules that synthesis reports, one by one: the arbiter counts only with the array, and one of a few gates only if it was measured.
 * Returns how many. */
int report_modules(const report_data *r, design_module modules[DESIGN_MODULES]);

/* The file of the library; a dash if it is not known. */
const char *report_library(const report_data *r);
/* The register ranks of the module of this name; 0: there is none. */
int report_ranks(const report_data *r, const char *module);
/* A figure; NAN: not known. */
double report_get(const report_data *r, const key_ref *key);

/* True if this design has the step. */
bool report_has_step(const report_data *r, int step);
/* The command that runs a step on folder dir. */
char *report_command(const report_data *r, int step, const char *dir);

/* Energies in pJ, NAN if something is missing. docs/report.md has the formula. */
/* An access on average: all raw; as stored, with tags and moves; units, for moves too; what is saved. In pJ. */
typedef struct {
    double base, stored, units, saved;
} report_access;
/* That of a trace, if an activation of the units takes what this model says. False: something is not known. */
bool report_access_energy(const report_data *r, const char *scope, const energy_model *e, report_access *out);
/* The register values of a trace: writes, and reads if it has them. */
double report_values(const report_data *r, const char *scope);
/* Reads a write in the energies: those of instructions, where the trace tells them, else those of `--reads-per-write`. */
double report_reads(const report_data *r, const char *scope);
bool report_reads_are_real(const report_data *r, const char *scope);
/* Storage units that a value of this trace occupies on average. */
double report_units_used(const report_data *r, const char *scope);

/* What a ratio of cache lines is shown by: bursts, but bytes where a line is one burst. The keys of the ratio, also with tags, and its unit. */
const char *report_line_ratio(const report_data *r);
const char *report_line_ratio_tag(const report_data *r);
const char *report_line_unit(const report_data *r);

/* Prints the published figures of the unit beside those of the design: a table in text. */
void report_print_published(const report_data *r);

/* The names, without "__" in them, that stand for KEY_ANY in keys of this form, in their order: names_find(m, KEY_COSIM_VECTORS, KEY_ANY, "").
 * Ends with NULL. */
#define KEY_ANY "\1"
char **names_find(const metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));

/* The scopes of the traces, "trace__T", with which their keys begin. The scope of all is "trace". */
char **report_traces(const report_data *r);
/* The name of a scope: T, or "all". */
const char *report_trace_name(const char *scope);

/* What areas and delays of every page leave out. */
#define REPORT_LEFT_OUT \
    "Cell areas and netlist timing: no wires but the library's default wire load, if it has one; no clock tree, no memories."

#endif
