/* SPDX-License-Identifier: Apache-2.0
 *
 * corners.h - the netlists of a run in other corners of the library: `--liberty FIRST,SECOND,..`. The first is mapped with; the others time the same
 * netlists. */
#ifndef WF_SYNTH_CORNERS_H
#define WF_SYNTH_CORNERS_H

#include "job.h"

/* Dies (2) if a corner has not the cells of the first library, or if two of them have one name. */
void corners_check(const liberty *lib, const char *path, const synth_options *options);
/* Were the figures of a record measured in these corners? */
bool corners_same(const metrics *m, const char *path, const synth_options *options);
/* Removes their list. */
void corners_remove(metrics *m);
/* Writes the corners' libraries into the working folder. Dies (2) if OpenSTA does not read one. */
void corners_prepare(const synth_job *job);
/* Times the units in the corners. In `m` all corners have keys then, that of the first library too, the one with the least slack first. */
void corners_measure(const synth_job *job, const char *path, const synth_unit *units, int count, metrics *m);
/* The corners' table; the number of units that miss the clock in a corner in which they were not mapped, of which notes tell. */
int corners_show(const synth_job *job, const char *path, const synth_unit *units, int count, const metrics *m);

#endif
