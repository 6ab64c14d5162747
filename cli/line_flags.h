/* SPDX-License-Identifier: Apache-2.0
 *
 * line_flags.h - the flags of line traffic: --stack, which vectors of private memory have too, --caches, --l1, --l2, and what those of
 * compressed lines are: --l1-tags, --l1-codec, --l2-tags, --l2-codec. */
#ifndef WF_LINE_FLAGS_H
#define WF_LINE_FLAGS_H

#include <argp.h>

#include "../stats/line_stats.h"

/* As they were given; NULL: not. */
typedef struct {
    const char *stack, *caches;
    struct {
        const char *cache, *tags, *codec;
    } level[2]; /* L1, L2 */
} line_flags;

/* A child of a command's parser; its input is a line_flags. */
extern const struct argp line_flags_argp;

/* The first that was given, as "--stack"; NULL: none. */
const char *line_flags_given(const line_flags *f);
/* Bytes of a thread's stack, as given or by default. Dies (2) on a bad value, in the command's name. */
int line_flags_stack(const line_flags *f, const char *command);
/* For lines of so many bytes. Dies (2) on a bad value, in the command's name. */
line_options line_flags_read(const line_flags *f, const char *command, int line_bytes);

#endif
