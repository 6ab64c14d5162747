/* SPDX-License-Identifier: Apache-2.0
 *
 * time_step.h - the step `time` of a sweep: a register file in the SMs of a machine, which run the point's traces. */
#ifndef WF_SWEEP_TIME_STEP_H
#define WF_SWEEP_TIME_STEP_H

#include "plan.h"

/* What makes the result, beside the program and the traces: the design, and every parameter of the machine. */
void time_step_add_key(const sweep_point *p, text *made);
/* The figures of all traces together. Dies as time_pairs_run does, and (1) if an operand is not what was written. */
void time_step_make(const sweep_point *p, metrics *m);

#endif
