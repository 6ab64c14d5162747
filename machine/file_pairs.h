/* SPDX-License-Identifier: Apache-2.0
 *
 * file_pairs.h - traces run through a register file and through its plain form, and once more each with other parameters: what each run counted. How they
 * are run is told elsewhere (replay_pairs.h, time_pairs.h). */
#ifndef WF_FILE_PAIRS_H
#define WF_FILE_PAIRS_H

#include "file_driver.h"

enum { FILE_VARIANTS = 8, FILE_ROW_NAME = 64 };

/* A run of the file, and the same of its plain form (wf_system.baseline). */
typedef struct {
    file_counts own, base;
} file_pair;

typedef struct {
    char name[FILE_ROW_NAME];
    file_pair run, with[FILE_VARIANTS];
} file_row;

typedef struct {
    const design *d;
    const char *with[FILE_VARIANTS]; /* other parameters, "NAME=VALUE NAME=VALUE" */
    int with_count;
    file_row *rows;
    int count;
} file_pairs;

void file_pairs_free(file_pairs *p);
/* The first operand that differs from what was written, with the name of its trace; NULL: none does. */
char *file_pairs_wrong(const file_pairs *p);

/* The register file of a run. */
typedef struct {
    int registers;    /* it is fitted to so many a warp; 0: it is as it is */
    const char *with; /* other parameters; NULL: none */
    bool base, gated; /* its plain form; which switches banks off */
    bool follows;     /* parameters that have the default which follows from others follow those of `with` */
} file_form;
/* Makes it of d. What is wrong with it, or NULL. */
char *file_form_design(design *of, const design *d, const file_form *form);
/* The same for a trace: form's registers are those that it names, if the file can be fitted. Dies (2), with the trace's path, if something is wrong with it. */
design file_fitted(const design *d, file_form form, const char *path);
/* The name of a row: "NAME-tL" is NAME, and what is the name of one of `count` rows already, which begin with theirs, gets a number. */
void file_row_name(char *name, size_t size, const void *rows, size_t row_size, int count, const char *path, int lanes);

#endif
