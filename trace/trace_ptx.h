/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_ptx.h - what a PTX opcode tells: "mad.lo.s32" is a mad of integers, "bar.sync" a barrier. */
#ifndef WF_TRACE_PTX_H
#define WF_TRACE_PTX_H

#include "trace.h"

typedef struct {
    trace_class op; /* barrier, atomic or fence; of all else TRACE_CLASSES, since whoever recorded it has given a class */
    trace_operation operation;
    trace_type type;
} ptx_kind;

/* `opcode` has its types, but no operands. */
ptx_kind ptx_kind_of(const char *opcode);

#endif
