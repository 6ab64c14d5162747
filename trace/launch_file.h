/* SPDX-License-Identifier: Apache-2.0
 *
 * launch_file.h - joins a trace without launches to a text that tells them, and the opcode of each pc (docs/forms.md, "Launches as text"). For each record of
 * the trace, in its order: launch_file_before gives what stands before it, then launch_file_tell fills it in. */
#ifndef WF_LAUNCH_FILE_H
#define WF_LAUNCH_FILE_H

#include "trace.h"

typedef struct launch_file launch_file;

/* Dies (2) of a line that is none. */
launch_file *launch_file_read(const char *path);
/* The next copy or launch that stands before this record of `t`; false: there is none. Dies (2) if the trace tells launches by itself. */
bool launch_file_before(launch_file *f, const trace *t, const trace_record *r, trace_record *host);
/* Class, operation and type by the opcode, if the file has that of this pc of the kernel. */
void launch_file_tell(launch_file *f, trace_record *r);
/* The trace has ended. Dies (2) if its instructions are not those that the launches and the opcodes count. */
void launch_file_end(const launch_file *f, const trace *t);

#endif
