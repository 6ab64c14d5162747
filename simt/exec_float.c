/* SPDX-License-Identifier: Apache-2.0
 *
 * exec_float.c - floating-point instructions. Most programs round to nearest and never look at the accrued exceptions: then the host's own
 * arithmetic computes all lanes in one loop, and only NaN is made the one that RISC-V has. Else float32.c computes lane by lane. */
#include "exec.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_FMA_TARGET 1
#endif

static inline float as_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* The bits of a result: any NaN is the canonical one. */
static inline uint32_t bits_of(float f)
{
    uint32_t bits, nan = 0u - (f != f); /* all ones or 0 */

    memcpy(&bits, &f, sizeof bits);
    return (bits & ~nan) | (SIMT_NAN & nan);
}

static inline uint32_t is_nan(uint32_t bits)
{
    return 0u - ((bits & 0x7fffffff) > 0x7f800000);
}

/* The bits of a number as an integer of the same order; -0 is just below +0. */
static inline int32_t order(uint32_t bits)
{
    return (int32_t)(bits ^ ((0u - (bits >> 31)) & 0x7fffffff));
}

/* The lesser, or with `flip` all ones the greater; a NaN only if both are. */
static inline uint32_t lesser(uint32_t a, uint32_t b, uint32_t flip)
{
    uint32_t first = (0u - (order(a) < order(b))) ^ flip, a_nan = is_nan(a), b_nan = is_nan(b), both = a_nan & b_nan;
    uint32_t from_a = (first & ~a_nan) | b_nan;

    return (((a & from_a) | (b & ~from_a)) & ~both) | (SIMT_NAN & both);
}

/* Rounds to zero, saturates; NaN becomes the largest. */
static inline uint32_t to_signed(float f)
{
    if (!(f < 2147483648.0f))
        return 0x7fffffff;
    return f < -2147483648.0f ? 0x80000000u : (uint32_t)(int32_t)f;
}

static inline uint32_t to_unsigned(float f)
{
    if (!(f < 4294967296.0f))
        return 0xffffffff;
    return f <= -1.0f ? 0 : (uint32_t)(int64_t)f;
}

typedef struct {
    int n;
    const uint32_t *a, *b, *c;
    uint32_t sign_b, sign_c; /* what turns the sign of a product or of a sum's second part */
} operands;

static inline __attribute__((always_inline)) void multiply_add(const operands *o, uint32_t *restrict out)
{
    for (int i = 0; i < o->n; i++)
        out[i] = bits_of(__builtin_fmaf(as_float(o->a[i]), as_float(o->b[i] ^ o->sign_b), as_float(o->c[i] ^ o->sign_c)));
}

#ifdef HAVE_FMA_TARGET
/* The same loop with the instruction of hosts that have it. */
__attribute__((target("avx2,fma"))) static void multiply_add_vector(const operands *o, uint32_t *restrict out)
{
    multiply_add(o, out);
}
#endif

static void fused(simt_code code, operands o, uint32_t *restrict out)
{
    o.sign_b = code == SIMT_FNMSUB || code == SIMT_FNMADD ? 0x80000000 : 0;
    o.sign_c = code == SIMT_FMSUB || code == SIMT_FNMADD ? 0x80000000 : 0;
#ifdef HAVE_FMA_TARGET
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        multiply_add_vector(&o, out);
        return;
    }
#endif
    multiply_add(&o, out);
}

/* clang-format off */
#define EACH(value) do { for (int i = 0; i < o.n; i++) { const uint32_t a = o.a[i], b = o.b[i]; (void)b; out[i] = (uint32_t)(value); } } while (0)
#define A as_float(a)
#define B as_float(b)
/* clang-format on */

/* False: this instruction is not among those below. */
static bool native(const simt_op *op, operands o, uint32_t *restrict out)
{
    switch (op->code) {
    case SIMT_FADD: EACH(bits_of(A + B)); return true;
    case SIMT_FSUB: EACH(bits_of(A - B)); return true;
    case SIMT_FMUL: EACH(bits_of(A * B)); return true;
    case SIMT_FDIV: EACH(bits_of(A / B)); return true;
    case SIMT_FSQRT: EACH(bits_of(sqrtf(A))); return true;
    case SIMT_FMADD:
    case SIMT_FMSUB:
    case SIMT_FNMSUB:
    case SIMT_FNMADD: fused((simt_code)op->code, o, out); return true;
    case SIMT_FCVT_S_W: EACH(bits_of((float)(int32_t)a)); return true;
    case SIMT_FCVT_S_WU: EACH(bits_of((float)a)); return true;
    default: return false;
    }
}

/* Those that no rounding mode changes. */
static bool unrounded(const simt_op *op, operands o, uint32_t *restrict out)
{
    switch (op->code) {
    case SIMT_FSGNJ: EACH((a & 0x7fffffff) | (b & 0x80000000)); return true;
    case SIMT_FSGNJN: EACH((a & 0x7fffffff) | (~b & 0x80000000)); return true;
    case SIMT_FSGNJX: EACH(a ^ (b & 0x80000000)); return true;
    case SIMT_FMV_X:
    case SIMT_FMV_W_X: EACH(a); return true;
    case SIMT_FMIN: EACH(lesser(a, b, 0)); return true;
    case SIMT_FMAX: EACH(lesser(a, b, ~0u)); return true;
    case SIMT_FEQ: EACH(A == B); return true;
    case SIMT_FLT: EACH(A < B); return true;
    case SIMT_FLE: EACH(A <= B); return true;
    default: return false;
    }
}

static bool truncated(const simt_op *op, operands o, uint32_t *restrict out)
{
    switch (op->code) {
    case SIMT_FCVT_W: EACH(to_signed(A)); return true;
    case SIMT_FCVT_WU: EACH(to_unsigned(A)); return true;
    default: return false;
    }
}

static bool lane_by_lane(simt_core *c, const simt_op *op, simt_warp *w, operands o)
{
    for (int i = 0; i < o.n; i++) {
        uint32_t mode = op->rm == SIMT_DYNAMIC ? w->frm[i] : op->rm;
        if (!w->active[i])
            continue;
        if (mode >= SIMT_MODES)
            return simt_fault(c, i, "illegal instruction: the rounding mode in frm is %u; accepted are 0 to 4", mode);
        c->result.out[i] = simt_float((simt_code)op->code, o.a[i], o.b[i], o.c[i], (int)mode, &w->fflags[i]);
    }
    return true;
}

bool simt_exec_float(simt_core *c, const simt_op *op, simt_warp *w)
{
    const uint32_t *file = w->registers;
    operands o = {.n = w->lanes, .a = file + op->rs1 * w->lanes, .b = file + op->rs2 * w->lanes, .c = file + op->rs3 * w->lanes};
    uint32_t *out = c->result.out;
    int mode = op->rm != SIMT_DYNAMIC ? op->rm : w->frm_set ? SIMT_DYNAMIC : SIMT_RNE;

    if (!c->program->reads_flags && unrounded(op, o, out))
        return true;
    if (!c->program->reads_flags && mode == SIMT_RNE && native(op, o, out))
        return true;
    if (!c->program->reads_flags && mode == SIMT_RTZ && truncated(op, o, out))
        return true;
    return lane_by_lane(c, op, w, o);
}
