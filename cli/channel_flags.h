/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_flags.h - the flags of units at channels of DRAM: the machine whose DRAM it is, the caches before it, where pages are, and how many requests come. */
#ifndef WF_CHANNEL_FLAGS_H
#define WF_CHANNEL_FLAGS_H

#include <argp.h>

#include "../report/channel_energy.h"
#include "line_flags.h"

/* As they were given; NULL: not. */
typedef struct {
    const char *machine, *set, *pages, *page, *seed, *rate, *dram_pj, *counts_pj;
    line_flags lines;
} channel_flags;

/* A child of a command's parser; its input is a channel_flags. */
extern const struct argp channel_flags_argp;

/* The first that was given, as "--rate"; NULL: none. */
const char *channel_flags_given(const channel_flags *f);
/* What they say of a run. Dies (2) on a bad value. */
void channel_flags_read(const channel_flags *f, const char *command, channel_pairs *p);
/* Puts the energies that were given in place of those that are there. Dies (2) on a bad value. */
void channel_flags_energies(const channel_flags *f, const char *command, channel_energies *e);

#endif
