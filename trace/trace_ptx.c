/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_ptx.h"

#include <string.h>

#include "trace_impl.h"

static trace_operation operation_of(const char *name, size_t len)
{
    static const char *const simple[] = {"mov",  "and",  "or",   "xor", "not",   "cnot", "lop3",     "shl",   "shr",      "shf", "set",
                                         "setp", "selp", "slct", "cvt", "cvta",  "neg",  "abs",      "prmt",  "bfe",      "bfi", "bfind",
                                         "popc", "clz",  "brev", "fns", "szext", "bmsk", "copysign", "testp", "isspacep", NULL};
    static const char *const add[] = {"add", "addc", "sub", "subc", "sad", NULL};
    static const char *const max[] = {"max", "min", NULL};
    static const char *const times[] = {"mul", "mul24", NULL};
    static const char *const mad[] = {"mad", "madc", "mad24", "fma", "dp4a", "dp2a", NULL};
    static const char *const div[] = {"div", "rem", NULL};
    static const char *const root[] = {"sqrt", NULL};
    static const char *const special[] = {"rcp", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", NULL};
    static const struct {
        const char *const *names;
        trace_operation operation;
    } table[] = {{simple, TRACE_SIMPLE}, {add, TRACE_ADD}, {max, TRACE_MAX},   {times, TRACE_TIMES},
                 {mad, TRACE_MAD},       {div, TRACE_DIV}, {root, TRACE_SQRT}, {special, TRACE_SPECIAL}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (name_index(table[i].names, name, len) >= 0)
            return table[i].operation;
    return TRACE_OPERATION_UNKNOWN;
}

/* The first part that is a type: of cvt that of the result. */
static trace_type type_of(const char *parts)
{
    static const char *const ints[] = {"s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "b8", "b16", "b32", "b64", "b1", "pred", NULL};
    static const char *const floats[] = {"f16", "f16x2", "bf16", "bf16x2", "f32", NULL};
    static const char *const doubles[] = {"f64", NULL};

    while (*parts == '.') {
        size_t len = strcspn(++parts, ".");
        if (name_index(ints, parts, len) >= 0)
            return TRACE_INT;
        if (name_index(floats, parts, len) >= 0)
            return TRACE_FLOAT;
        if (name_index(doubles, parts, len) >= 0)
            return TRACE_DOUBLE;
        parts += len;
    }
    return TRACE_TYPE_UNKNOWN;
}

static trace_class class_of(const char *opcode, size_t len)
{
    static const char *const barriers[] = {"bar", "barrier", NULL};
    static const char *const atomics[] = {"atom", "red", NULL};
    static const char *const fences[] = {"membar", "fence", NULL};

    if (name_index(barriers, opcode, len) >= 0) /* bar.warp.sync waits for the warp's own lanes */
        return strncmp(opcode + len, ".warp", 5) != 0 ? TRACE_BARRIER : TRACE_CONTROL;
    if (name_index(atomics, opcode, len) >= 0)
        return TRACE_ATOMIC;
    return name_index(fences, opcode, len) >= 0 ? TRACE_FENCE : TRACE_CLASSES;
}

ptx_kind ptx_kind_of(const char *opcode)
{
    size_t len = strcspn(opcode, ".");
    trace_operation operation = operation_of(opcode, len);

    return (ptx_kind){class_of(opcode, len), operation, operation != TRACE_OPERATION_UNKNOWN ? type_of(opcode + len) : TRACE_TYPE_UNKNOWN};
}
