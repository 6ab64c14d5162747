/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_dead.h - which instructions of a trace may have a hint of dead lanes: what the lanes outside their mask hold in their destinations is read by nobody
 * before it is written. A compiler would know it; a trace shows it:
 *
 *     R1 = .. under f0   R1 = .. under 0f   .. = R1 under ff        the first is dead: its other lanes are written, then read
 *
 * The records go by twice: first dead_learn takes all of them, then dead_tell marks each. What the trace does not tell, and what is neither read nor
 * written until its end, is not dead. */
#ifndef WF_TRACE_DEAD_H
#define WF_TRACE_DEAD_H

#include "trace.h"

typedef struct dead_lanes dead_lanes;

dead_lanes *dead_new(void);
void dead_learn(dead_lanes *d, const trace_record *r);
/* The same records in the same order; each instruction gets `dead`. */
void dead_tell(dead_lanes *d, trace_record *r);
/* Instructions under a mask that is neither full nor empty, with destinations; those of them that have the hint. */
uint64_t dead_partial(const dead_lanes *d);
uint64_t dead_count(const dead_lanes *d);

#endif
