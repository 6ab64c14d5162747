/* SPDX-License-Identifier: Apache-2.0
 *
 * study.h - the papers' studies: a row a kernel, the mean, and what the paper publishes. A study is a line of docs/papers/studies.def; nothing else knows
 * what it is about. Most count values of traces. Of those in time, whoever asks runs the traces on a machine (study_timer). */
#ifndef WF_STUDY_H
#define WF_STUDY_H

#include "../base/metrics.h"

enum {
    STUDY_MAX_RUNS = 14,
    STUDY_MAX_BARS = 5,
    STUDY_MAX_COLUMNS = 24,
    STUDY_MAX_TERMS = 10,
    STUDY_MAX_POINTS = 6,
    STUDY_MAX_NOTES = 8,
    STUDY_MAX_SPREAD = 6
};

/* A figure of `warpfold stats`: the run that has it, and its key behind "trace__". */
typedef struct {
    int run;
    const char *key; /* NULL: the end of a list */
} study_term;

/* What a column makes of its terms. */
typedef enum {
    STUDY_SUM,      /* their sum; over the sum of `over`, if there are such */
    STUDY_SHARE,    /* their sum in per cent of that of all columns of its bar */
    STUDY_PERCENT,  /* their sum in per cent of `over` */
    STUDY_MORE,     /* how much more than `over` it is, in per cent of that */
    STUDY_REGISTERS /* registers of the trace that is picked */
} study_kind;

/* Which of a kernel's traces a column is of, where a study is of fewer and fewer registers. */
typedef enum {
    PICK_DEFAULT,        /* the one without a limit */
    PICK_BASE,           /* the fewest registers without more private accesses than by default */
    PICK_THREE_QUARTERS, /* the one nearest to 3/4 of these registers */
    PICK_HALF,           /* to half of them */
    PICK_LEAST,          /* the fewest registers */
} study_pick;

typedef struct {
    const char *id, *label; /* in keys, and for people */
    int bar;                /* that it is a part of; -1: it is in the table alone */
    int colour;             /* html_colour */
    study_kind kind;
    study_term terms[STUDY_MAX_TERMS], over[STUDY_MAX_TERMS];
    study_pick pick;
    int decimals;      /* digits behind the point */
    double published;  /* on average; 0: nothing */
    bool below;        /* it publishes that the figure is less than this */
    const char *curve; /* of a study of registers: the curve over registers that it is a part of; NULL: none */
} study_column;

/* What the source publishes of one kernel. */
typedef struct {
    const char *kernel, *column;
    double value;
    const char *where;
} study_point;

typedef struct {
    const char *name, *title, *source, *axis; /* axis: what the bars show, with its unit */
    const char *runs[STUDY_MAX_RUNS];         /* "UNIT NAME=VALUE ...", STUDY_SHAPE, or STUDY_TIME with what the timer reads */
    const char *bars[STUDY_MAX_BARS];
    study_column columns[STUDY_MAX_COLUMNS];
    study_point points[STUDY_MAX_POINTS];
    const char *notes[STUDY_MAX_NOTES];
    const char *benchmarks; /* " NAME NAME ", the kernels that are after the source's own; NULL: too few are */
    int lanes;              /* warp width that it is about; 0: any */
    bool instructions;      /* it needs traces with instructions */
    /* Of studies with fewer and fewer registers: a row has all traces of a kernel, KERNEL-tL and KERNEL-rN-tL. */
    study_term registers, private_accesses[STUDY_MAX_TERMS];
} study;

/* A run that counts no values, but what the kernel asks of a multiprocessor (stats/kernel_shape.h). */
#define STUDY_SHAPE "kernel"
/* A run in time begins with it. */
#define STUDY_TIME "time "

/* Counts such a run of a trace: figures behind "trace__". */
typedef struct {
    void (*run)(void *own, const char *run, const char *path, metrics *out);
    void *own;
} study_timer;

/* The runs of traces (study_runs.h). */
typedef struct study_runs study_runs;

extern const study studies[]; /* ends with a NULL name */
/* NULL: there is none of this name. */
const study *study_find(const char *name);
bool study_in_time(const study *s);
int study_columns(const study *s);
int study_bars(const study *s);
bool study_has_curves(const study *s);

/* The figures of a study: of a row, NAN where it has none. */
typedef struct {
    char name[80];
    double values[STUDY_MAX_COLUMNS];
} study_row;

/* A trace of a study with curves: all columns of this trace, whichever they pick. */
typedef struct {
    char kernel[64];
    double registers;
    double values[STUDY_MAX_COLUMNS];
} study_trace;

typedef struct {
    const study *s;
    int lanes, traces, count;
    study_row *rows;
    study_row mean, own, all; /* own: the mean of the source's own benchmarks; all: of all traces together. NAN where there is none */
    study_row spread[STUDY_MAX_SPREAD]; /* the mean under other orders and schedulers */
    int spread_count;
    study_trace *of_traces; /* by kernel, then by registers; none without curves */
    int trace_count;
} study_result;

/* Why the study is not of these traces; NULL: it is, as far as their forms tell. Dies (2) if one is not a trace. */
const char *study_misfit(const study *s, const char *const *paths, int count);
/* Dies (2) if two traces would have one row: a kernel is named like its file. */
void study_check_names(const char *const *paths, int count);
/* Counts traces of different names. Dies (2) if a trace is bad, has another warp width than the study or the first trace, or lacks the instructions that
 * the study needs. */
void study_count(study_result *r, const study *s, study_runs *runs);
/* Has a row any figure? */
bool study_has(const study_result *r, const study_row *row);
/* Does a kernel lack a figure? */
bool study_has_gaps(const study_result *r);
/* What the source publishes of a column, NAN: nothing. */
double study_published(const study_column *c);
/* Fills in the means of the rows. */
void study_means(study_result *r);
/* Only the figures: of the rows, the means, and what is published. */
void study_put_values(const study_result *r, metrics *out);

#endif
