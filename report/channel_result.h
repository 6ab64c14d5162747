/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_result.h - traces through units at the channels of DRAM: tables, a page, and flat JSON (docs/replay.md, "Units at channels of DRAM"). */
#ifndef WF_CHANNEL_RESULT_H
#define WF_CHANNEL_RESULT_H

#include "channel_energy.h"
#include "file_figures.h"

typedef struct {
    const channel_pairs *pairs;
    const char *dir; /* of the design */
    channel_energies energy;
} channels_result;

void channels_print(const channels_result *r);
void channels_put(const channels_result *r, metrics *out);
void channels_page(text *t, const channels_result *r);
/* The plots as files. channels_check_files dies (2) if one of such a run cannot be written there. */
void channels_add_files(plot_files *files, const channels_result *r);
void channels_check_files(const char *dir, const design *d, output_rule rule);

#endif
