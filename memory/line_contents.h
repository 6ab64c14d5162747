/* SPDX-License-Identifier: Apache-2.0
 *
 * line_contents.h - what lines hold while a trace runs: what its loads and stores have shown (line_traffic.h), and, where a file beside the trace
 * tells it, what the host wrote to global memory before each launch (trace/trace_memory.h). With such a file all bytes of global memory are known from the
 * start on if the file says so; without one those that were shown. Private, shared and constant memory are known as shown. */
#ifndef WF_LINE_CONTENTS_H
#define WF_LINE_CONTENTS_H

#include "line_traffic.h"

typedef struct line_contents line_contents;

/* `traffic` makes the accesses. `file`: the contents of memory, or NULL. Both must live as long. Dies (2) of a file that is none. */
line_contents *line_contents_open(line_traffic *traffic, int line_bytes, const char *file);
void line_contents_close(line_contents *c);
/* Takes what the host wrote before this launch: once for each line that is other than before, calls `changed` afterwards. */
typedef void line_changed(void *user, uint64_t line);
void line_contents_launch(line_contents *c, int launch, line_changed *changed, void *user);
/* Takes an access that `traffic` has just made. Dies (2) if a load shows other bytes than the file and the stores before. */
void line_contents_take(line_contents *c, const line_access *a);
/* True if all bytes of a line are known now; then they are left in `content`. */
bool line_contents_of(line_contents *c, uint64_t line, uint32_t *content);

#endif
