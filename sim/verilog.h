/* SPDX-License-Identifier: Apache-2.0
 *
 * verilog.h - the Verilog of a design's unit in Verilator, a cycle at a time, for those who drive it beside the model. */
#ifndef WF_VERILOG_H
#define WF_VERILOG_H

#include "../gen/design.h"

typedef struct verilog verilog;

/* Builds and loads it. Dies (2) if the folder lacks files or, unless `edited`, its RTL is not what gen wrote; (1) if Verilator is not there or fails. */
verilog *verilog_open(const design *d, const char *dir, bool edited);
void verilog_close(verilog *v);
/* After a reset. */
void verilog_reset(verilog *v);
/* What comes out in a cycle in which this goes in: records of gen/layout.h. Valid until the next call. */
const uint32_t *verilog_cycle(verilog *v, const uint32_t *in);

#endif
