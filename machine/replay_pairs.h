/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_pairs.h - traces run through a register file and through its plain form, and once more each with other parameters. */
#ifndef WF_REPLAY_PAIRS_H
#define WF_REPLAY_PAIRS_H

#include "replay.h"

enum { REPLAY_VARIANTS = 8, REPLAY_NAME = 64 };

/* A run of the file, and the same of its plain form (wf_system.baseline). */
typedef struct {
    file_counts own, base;
} replay_pair;

typedef struct {
    char name[REPLAY_NAME];
    replay_pair run, with[REPLAY_VARIANTS];
} replay_row;

typedef struct {
    const design *d;
    verilog *beside; /* the design's Verilog runs beside the model; NULL: it does not */
    replay_options run;
    bool fit;                          /* registers and warps of the file are those that a trace needs */
    bool gate_base;                    /* the plain form switches banks off too */
    const char *with[REPLAY_VARIANTS]; /* other parameters, "NAME=VALUE NAME=VALUE" */
    int with_count;
    replay_row *rows;
    int count;
    double unknown_masks, unknown_sources, unknown_destinations;
} replay_pairs;

/* Runs all traces. Dies (2) if one does not fit the register file, before the first is run. */
void replay_pairs_run(replay_pairs *r, const char *const *paths, int count);
void replay_pairs_free(replay_pairs *r);
/* The first operand that differs from what was written, with the name of its trace; NULL: none does. */
char *replay_pairs_wrong(const replay_pairs *r);

/* The register file of a run. */
typedef struct {
    int registers;    /* it is fitted to so many a warp; 0: it is as it is */
    const char *with; /* other parameters; NULL: none */
    bool base, gated; /* its plain form; which switches banks off */
} replay_form;
/* Makes it of d. What is wrong with it, or NULL. */
char *replay_design(design *of, const design *d, const replay_form *form);
/* The name of a row: "NAME-tL" is NAME, and what is the name of one of `count` rows already, which begin with theirs, gets a number. */
void replay_row_name(char *name, size_t size, const void *rows, size_t row_size, int count, const char *path, int lanes);

#endif
