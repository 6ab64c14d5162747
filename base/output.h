/* SPDX-License-Identifier: Apache-2.0
 *
 * output.h - files that appear whole or not at all. */
#ifndef WF_OUTPUT_H
#define WF_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* PATH is the old file or the new one, never a part of it: what is written goes to a new file beside it, of a name that nobody can foresee,
 * and output_close renames it. A terminal, a pipe or a device is written as it is. They die (1) with the reason. */
typedef struct output output;
output *output_open(const char *path);
FILE *output_file(output *o);
void output_close(output *o);

/* Before a job: dies (2) unless PATH can be written and nothing is lost by it. It is no file of INPUTS. It is free, or FORCE is set, or `ours`
 * (NULL: none) says of the file there that this very command wrote it. A terminal, a pipe or a device may always be written. */
typedef struct {
    bool force;
    bool (*ours)(const char *path);
    const char *const *inputs;
    int input_count;
} output_rule;
void output_check(const char *path, const output_rule *rule);
/* The same of a file whose folder is made if there is none. */
void output_check_made(const char *path, const output_rule *rule);

#endif
