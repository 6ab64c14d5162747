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

#endif
