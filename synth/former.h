/* SPDX-License-Identifier: Apache-2.0
 *
 * former.h - what an earlier run left in the folder. */
#ifndef WF_SYNTH_FORMER_H
#define WF_SYNTH_FORMER_H

#include "job.h"

/* Removes logs, and what is published of these modules. */
void former_remove(const char *syn, const design_modules *modules);
/* Figures of the modules that are not synthesised again stand beside the new ones only if they were measured in the same way. True if they were not, and
 * are dropped. */
bool former_drop(const synth_job *job, const char *library, const design_modules *modules, metrics *m);

#endif
