/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_design.h - the design for a trace: as the arguments say, with the trace's warp width if they give none. */
#ifndef WF_TRACE_DESIGN_H
#define WF_TRACE_DESIGN_H

#include "../trace/trace.h"
#include "options.h"

/* Dies (2) on bad arguments. */
void design_for_trace(design *d, const design_args *args, const trace *t);

#endif
