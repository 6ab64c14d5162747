/* SPDX-License-Identifier: Apache-2.0
 *
 * report_data.h - what one design's folder holds, gathered and completed: the input of every section of the report. */
#ifndef WF_REPORT_DATA_H
#define WF_REPORT_DATA_H

#include <stdbool.h>

#include "../base/metrics.h"
#include "../gen/design.h"

enum { STEP_COSIM, STEP_SYNTH, STEP_TRACE, STEPS };

/* A step of the flow and the file that it leaves. */
typedef struct {
    const char *file, *what;
} report_step;
extern const report_step report_steps[STEPS];

/* A library whose node is known: papers.def. */
typedef struct {
    const char *prefix;     /* of the Liberty file's name or the library's own */
    int node_nm;
    double volts;
} report_library;

/* A figure that a paper published: papers.def. */
typedef struct {
    const char *room, *what;
    double value;
    const char *unit;
    int node_nm;        /* 0: belongs to no node */
    int lanes;          /* 0: belongs to no warp width */
    const char *includes;
    const char *key;    /* what it is compared with, times `scale` */
    double scale;
} report_figure;
extern const report_figure report_figures[];    /* ends with a NULL room */

/* Energy of the storage that a room is meant for: papers.def. */
typedef struct {
    const char *room;
    int unit_bits;          /* width of the storage unit that the energies belong to */
    double access_pj, wire_pj;      /* an access of one unit, moving its bits */
    double enc_pj, dec_pj;  /* the paper's own units, an activation, at so many lanes */
    int lanes;
    int node_nm;
    const char *source;
} report_storage;

typedef struct {
    const char *dir;
    design d;
    metrics m;          /* manifest, the steps' files and what follows from them */
    bool ran[STEPS];
    double reads;
    const report_library *library;  /* NULL: not run, or of unknown node */
    const report_storage *storage;  /* NULL: nothing published for this room */
} report_data;

/* Loads DIR/manifest.json and the steps' files and adds the derived keys. Dies (2) if DIR holds no design. */
void report_load(report_data *r, const char *dir, double reads);
void report_free(report_data *r);
/* Writes DIR/metrics.json and DIR/metrics.csv. */
void report_save_metrics(const report_data *r);

/* The command that runs a step on folder dir; malloc'd. */
char *report_command(const report_data *r, int step, const char *dir);

/* Energies in pJ, NAN where something is missing; docs/report.md has the formula. */
double report_unit_energy(const report_data *r);    /* an access of one storage unit of this design's width */
/* What an access to a register saves on a trace against raw storage, with units of these energies an activation. */
double report_saved_energy(const report_data *r, const char *trace, double enc_pj, double dec_pj);
/* Register values of a trace: writes, and reads where it has them. */
double report_values(const report_data *r, const char *trace);
/* Storage units that a value of this trace occupies on average. */
double report_units_used(const report_data *r, const char *trace);

/* The names X of the keys prefix X suffix where X holds no "__", in their order. Ends with NULL; free with
 * names_free. */
char **names_find(const metrics *m, const char *prefix, const char *suffix);
void names_free(char **names);

#endif
