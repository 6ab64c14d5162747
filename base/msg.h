/* SPDX-License-Identifier: Apache-2.0
 *
 * msg.h - messages: an error is one line, with exit code 2 for bad usage and 1 for a failed job. */
#ifndef WF_MSG_H
#define WF_MSG_H

#include <stdbool.h>
#include <stdnoreturn.h>

/* Prints "warpfold: <text>" on standard error and exits with 2 (bad usage, bad input) or 1 (the job failed). Scratch files (scratch.h)
 * are removed first. */
noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Of a file that cannot be read, with what the system says of `error` behind the text: 2, or 1 if that is no fault of the file. */
noreturn void die_reading(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Does errno say that the machine lacks something, or has failed? */
bool is_of_machine(int error);
/* Prints "warpfold: <text>" on standard error. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The columns that a line on standard output should have at most: those of the terminal, or 100. */
int output_columns(void);

/* Shows progress on standard error if that is a terminal: a bar with the time spent and left, or a count if `total` is 0. */
void progress(const char *what, unsigned long long done, unsigned long long total);
/* What stands behind the bar: "20 cached, 1 failed". It stays until other words take its place; "" for nothing. */
void progress_beside(const char *words);
/* Nothing new, but the work goes on: shows the line again with the time of now. */
void progress_tick(void);
void progress_end(void);

/* A step of long work, which may have steps itself. A terminal shows it while it runs, "[2/5] synth enc"; at its end a line on standard
 * output tells its time, "synth enc: 12.3 s". A step that fails has no line. */
void work_steps(int count); /* how many steps follow, on this level */
void work_begin(const char *format, ...) __attribute__((format(printf, 1, 2)));
void work_end(void);
/* Whether the ends of steps have lines from now on, as at first. A terminal shows the steps all the same. */
void work_lines(bool on);

#endif
