/* SPDX-License-Identifier: Apache-2.0
 *
 * show.h - the table of a run on standard output. Gate equivalents and FO4 come first: they mean the same in every library. */
#ifndef WF_SYNTH_SHOW_H
#define WF_SYNTH_SHOW_H

#include "job.h"

/* The units, and what they are together. */
void show_units(const synth_job *job, const char *path, const synth_unit *units, int count, bool arrays, const metrics *m);

#endif
