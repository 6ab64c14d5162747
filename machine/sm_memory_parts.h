/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_memory_parts.h - what the load-store unit (sm_memory.h) and its private accesses have of each other. */
#ifndef WF_SM_MEMORY_PARTS_H
#define WF_SM_MEMORY_PARTS_H

#include "sm_memory.h"

/* An access whose addresses are those of memory. */
void memory_add_lines(sm_memory *m, const feed_access *a);
/* The next access is private: its words become transactions. */
void memory_split(sm_memory *m);
/* A cycle of the access of a routine. True: it has the banks of shared memory. */
bool memory_help_shared(sm_memory *m);
/* The same of a prefetch, in a cycle in which L1 is given nothing else. */
void memory_help_ahead(sm_memory *m);

#endif
