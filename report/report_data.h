/* SPDX-License-Identifier: Apache-2.0
 *
 * report_data.h - what one design's folder holds, gathered and completed: the input of every section of the report. */
#ifndef WF_REPORT_DATA_H
#define WF_REPORT_DATA_H

#include <stdbool.h>

#include "../base/metrics.h"
#include "../gen/design.h"
#include "../trace/energy.h"

enum { STEP_COSIM, STEP_SYNTH, STEP_TRACE, STEPS };

/* A step of the flow and the file that it leaves. */
typedef struct {
    const char *file, *what;
} report_step;
extern const report_step report_steps[STEPS];

/* A bench of co-simulation: what stands in its keys, and what it is called; NULL: as the unit. */
typedef struct {
    const char *key, *name;
} report_bench;
extern const report_bench report_benches[]; /* ends with a NULL key */

/* A library whose node is known: libraries.def. */
typedef struct {
    const char *prefix; /* of the Liberty file's name or the library's own */
    int node_nm;
    double volts;
} report_library;

/* A figure that a paper published: trace/papers.def. */
typedef struct {
    const char *of, *what; /* of: the unit */
    double value;
    const char *unit; /* of the value */
    int node_nm;      /* 0: belongs to no node */
    int lanes;        /* 0: belongs to no warp width */
    const char *includes;
    key_ref key; /* what it is compared with, times `scale` */
    double scale;
} report_figure;
extern const report_figure report_figures[]; /* ends with a NULL unit */

/* How two units' figures relate, as the paper of the later one says. */
typedef struct {
    const char *unit, *other, *what;
    double value; /* the unit's over the other's, both with the paper's own flow or inputs */
    const char *includes;
    key_ref key;
} report_relation;
extern const report_relation report_relations[]; /* ends with a NULL unit */

/* What is to be said of a unit's published figures in words, with a figure of ours in its midst. */
typedef struct {
    const char *unit;
    key_ref key; /* of ours; the remark stands only where it is known */
    const char *before, *after;
} report_remark;
extern const report_remark report_remarks[]; /* ends with a NULL unit */

typedef struct {
    const char *dir;
    design d;
    metrics m; /* manifest, the steps' files and what follows from them */
    bool ran[STEPS];
    double reads;
    const report_library *library; /* NULL: not run, or of unknown node */
    const paper_energy *energy;    /* NULL: nothing published of this unit */
} report_data;

/* Loads DIR/manifest.json and the steps' files and adds the derived keys. Dies (2) if DIR holds no design. */
void report_load(report_data *r, const char *dir, double reads);
void report_free(report_data *r);
/* Writes DIR/metrics.json and DIR/metrics.csv. */
void report_save_metrics(const report_data *r);

/* A unit that synthesis reports: the key of its metrics, and its name. */
typedef struct {
    const char *key;
    char name[64];
    int ranks;
} report_unit;
enum { REPORT_UNITS = 3 };
/* Those of this design; how many. */
int report_units(const report_data *r, report_unit *units);

/* Register ranks of a part: "enc", "dec", "move", or a unit that is no codec. */
int report_ranks(const report_data *r, const char *part);
/* A figure; NAN: not known. */
double report_get(const report_data *r, const key_ref *key);

/* This design has such a step. */
bool report_has_step(const report_data *r, int step);
/* The command that runs a step on folder dir; malloc'd. */
char *report_command(const report_data *r, int step, const char *dir);

/* Energies in pJ, NAN where something is missing; docs/report.md has the formula. */
double report_unit_energy(const report_data *r); /* an access of one storage unit of this design's width */
/* What an access to a register saves on a trace against raw storage, with units of these energies an activation. */
double report_saved_energy(const report_data *r, const char *scope, double enc_pj, double dec_pj);
/* Register values of a trace: writes, and reads where it has them. */
double report_values(const report_data *r, const char *scope);
/* Storage units that a value of this trace occupies on average. */
double report_units_used(const report_data *r, const char *scope);
/* What an access saves of storage alone, the array of tags counted. */
double report_storage_saved(const report_data *r, const char *scope);

/* The names, without "__" in them, that stand for KEY_ANY in keys of this form, in their order: names_find(m, KEY_COSIM_VECTORS, KEY_ANY, "").
 * Ends with NULL; free with names_free. */
#define KEY_ANY "\1"
char **names_find(const metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));
void names_free(char **names);

/* The scopes of the traces, "trace__T", as the keys begin; likewise. That of all is "trace". */
char **report_traces(const report_data *r);
/* What a scope is called: T, or "all". */
const char *report_trace_name(const char *scope);

#endif
