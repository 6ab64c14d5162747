/* SPDX-License-Identifier: Apache-2.0
 *
 * modules.h - the modules of a design that are measured, and their files. */
#ifndef WF_SYNTH_MODULES_H
#define WF_SYNTH_MODULES_H

#include "job.h"

/* The modules that the options ask for. Dies (2) if the unit has no such module. */
design_modules modules_choose(const design *d, const synth_options *o);
void module_open(synth_job *job, synth_unit *u, const design_module *m, const char *dir);
/* Writes OpenSTA's constraints of the module with this name: clock, driver and load of the job. */
void module_constrain(const synth_job *job, const char *name);

#endif
