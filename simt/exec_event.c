/* SPDX-License-Identifier: Apache-2.0
 *
 * exec_event.c - events of a kernel, and the live registers of routines that they trigger (docs/kernels.md, "Events"). */
#include "exec.h"

/* Here an event only moves rs2 to rd: what it triggers, the machine in time knows. */
void simt_exec_event(const simt_op *op, const simt_warp *w, simt_result *r)
{
    const int n = w->lanes;
    const uint32_t *s = w->registers + op->rs2 * w->lanes;

    for (int i = 0; i < n; i++)
        r->out[i] = s[i];
}

bool simt_exec_live(simt_core *c, const simt_op *op, const simt_warp *w)
{
    const int n = w->lanes;

    if (c->live == NULL)
        return simt_fault(c, w->first, "%s is of routines; a kernel has event", simt_name(op));
    if (op->imm >= SIMT_LIVE_REGISTERS)
        return simt_fault(c, w->first, "live register %u; a routine has 0 to %d", op->imm, SIMT_LIVE_REGISTERS - 1);
    for (int i = 0; i < n; i++)
        if (op->code == SIMT_LIVE_IN)
            c->result.out[i] = c->live->in[op->imm][i];
        else if (w->active[i])
            c->live->out[op->imm][i] = w->registers[op->rs1 * w->lanes + i];
    return true;
}
