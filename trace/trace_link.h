/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_link.h - do the records of a trace agree with the instructions that they are linked to? The last instruction of 16,384
 * warps is kept, which is more than a GPU holds at a time. Of a warp that is no more among them, nothing is checked. */
#ifndef WF_TRACE_LINK_H
#define WF_TRACE_LINK_H

#include "trace.h"

typedef struct trace_links trace_links;

trace_links *trace_links_new(void);
void trace_links_free(trace_links *l);
/* Takes the next record. NULL, or what it contradicts, as the rest of a message; then the record counts for nothing. Valid
 * until the next call. */
const char *trace_links_take(trace_links *l, const trace_record *r);
/* NULL, or which instruction lacks a write at the end of the trace. */
const char *trace_links_end(trace_links *l);
/* How many instructions lack a write so far. Is the record such a write? */
int trace_links_open(const trace_links *l);
bool trace_links_awaits(const trace_links *l, const trace_record *r);

#endif
