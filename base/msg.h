/* SPDX-License-Identifier: Apache-2.0
 *
 * msg.h - what the program says: one line an error, exit code 2 for usage and 1 for a failed job. */
#ifndef WF_MSG_H
#define WF_MSG_H

#include <stdbool.h>
#include <stdnoreturn.h>

/* "warpfold: <text>" on standard error, then exit 2 (bad usage, bad input) or 1 (the job failed). What scratch.h
 * holds is removed on the way out. */
noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "warpfold: <text>" on standard error. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A progress bar on standard error when that is a terminal, nothing otherwise. `total` 0: no bar, a count. */
void progress(const char *what, unsigned long long done, unsigned long long total);
void progress_end(void);

#endif
