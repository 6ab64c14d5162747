/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h - the results, for people and for scripts: metrics.json, metrics.csv, report.html and a table on the
 * terminal; plots as files. docs/report.md says what each section shows, docs/keys.md lists the keys. */
#ifndef WF_REPORT_H
#define WF_REPORT_H

#include <stdbool.h>

#include "../gen/design.h"

typedef struct {
    const char *out; /* the page; NULL: DIR/report.html, or compare.html beside the first of several folders */
    const char *svg; /* the folder of the plots; NULL: none */
    bool force;      /* overwrite what `warpfold report` did not write */
} report_options;

/* Reads the results of the steps in each of the n folders, writes metrics.json, metrics.csv and report.html there (with n > 1 also one
 * page with a column for each folder) and prints a short table. If a step has not run, the page names it and the command that runs it.
 * Dies (2) if a folder holds no design, or if a file would be overwritten that is an input or, without `force`, that was not written by
 * a report or, unless `out` names it, that is a page of other folders. */
void report_run(const report_options *options, const char *const *dirs, int n);

/* Prints the published figures of each design's unit beside its own, and writes nothing. Dies (2) if a folder holds no design. */
void report_published(const char *const *dirs, int n);

/* Dies (2) if the report of the design would overwrite what no report wrote, unless `force`. For a step long before it. */
void report_check(const design *d, const char *dir, const report_options *options);

/* Prints the list of all keys, as in docs/keys.md. With files of figures: prints the keys in them, with what is known of each. Dies (1)
 * if a key is not in the list. */
void report_keys(const char *const *files, int n);

#endif
