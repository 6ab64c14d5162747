/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_latency.c - from class, operation and type to a pipe. */
#include "sm_latency.h"

static trace_operation operation_of(const feed_instruction *i)
{
    if (i->operation != TRACE_OPERATION_UNKNOWN)
        return i->operation;
    switch (i->op) {
    case TRACE_ALU:
    case TRACE_FPU: return TRACE_ADD;
    case TRACE_MUL: return TRACE_TIMES;
    case TRACE_SFU: return TRACE_SPECIAL;
    default: return TRACE_SIMPLE;
    }
}

static machine_type type_of(const feed_instruction *i)
{
    switch (i->type) {
    case TRACE_FLOAT: return MACHINE_FLOAT;
    case TRACE_DOUBLE: return MACHINE_DOUBLE;
    case TRACE_INT: return MACHINE_INT;
    default: return i->op == TRACE_FPU ? MACHINE_FLOAT : MACHINE_INT;
    }
}

static sm_latency arithmetic(const machine *m, machine_type type, machine_operation operation)
{
    /* What is double goes to the SFU, and every division. */
    pipe_kind kind = type == MACHINE_DOUBLE || operation == MACHINE_DIV ? PIPE_SFU : PIPE_SP;
    return (sm_latency){kind, m->latency[type][operation], m->interval[type][operation]};
}

static sm_latency of_operation(const machine *m, const feed_instruction *i)
{
    machine_type type = type_of(i);
    switch (operation_of(i)) {
    case TRACE_ADD: return arithmetic(m, type, MACHINE_ADD);
    case TRACE_MAX: return arithmetic(m, type, MACHINE_MAX);
    case TRACE_TIMES: return arithmetic(m, type, MACHINE_MUL);
    case TRACE_MAD: return arithmetic(m, type, MACHINE_MAD);
    case TRACE_DIV: return arithmetic(m, type, MACHINE_DIV);
    case TRACE_SQRT:
    case TRACE_SPECIAL: return (sm_latency){PIPE_SFU, m->sfu_latency, m->sfu_interval};
    default: return (sm_latency){PIPE_SP, m->simple_latency, m->simple_interval};
    }
}

sm_latency latency_of(const machine *m, const feed_instruction *i)
{
    if (i->op == TRACE_LOADS || i->op == TRACE_STORES || i->op == TRACE_ATOMIC)
        return (sm_latency){PIPE_MEM, 0, 0};
    sm_latency l = of_operation(m, i);
    l.interval *= (m->lanes + m->pipe_lanes - 1) / m->pipe_lanes;
    return l;
}
