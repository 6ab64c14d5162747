/* SPDX-License-Identifier: Apache-2.0
 *
 * Every instruction of RV32IMAF on tables of operands, against the arithmetic of this machine: once with all lanes together, once with each
 * lane by itself (32-way divergence), with and without the accrued exceptions, and one thread at a time. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../base/random.h"
#include "simt_asm.h"

/* ---- the harness: a table of operands, one instruction, a table of results ---- */

enum { CASES = 1024, IN = 4, OUT = 2, WAYS = 32 }; /* words of a case: a, b, c, free; result, flags */
enum { XA = T0, XB = T1, XD = T2, FA = 1, FB = 2, FC = 3, FD = 4 };

typedef struct {
    const char *name;
    uint32_t word;  /* with XA, XB, XD or FA, FB, FC, FD */
    bool float_out; /* the result is FD, not XD */
    int mode;       /* what dynamic rounding has in frm */
    bool flags;     /* reads fflags */
    bool apart;     /* each lane by itself */
} trial;

typedef struct {
    uint32_t result, flags;
} answer;

static uint32_t in[CASES][3];

static void load_operands(image *p)
{
    slli(p, A6, A1, 4);
    add(p, A0, A0, A6);
    lw(p, XA, 0, A0);
    lw(p, XB, 4, A0);
    flw(p, FA, 0, A0);
    flw(p, FB, 4, A0);
    flw(p, FC, 8, A0);
}

/* A copy of the instruction for each lane, and a jump over the others. */
static void put_apart(image *p, uint32_t word)
{
    uint32_t table = here(p) + 4 * 6;

    emit(p, i_word(WAYS - 1, A1, 7, A3, OP_IMM));
    slli(p, A3, A3, 3);
    li(p, A4, table);
    add(p, A3, A3, A4);
    emit(p, i_word(0, A3, 0, ZERO, JALR));
    for (int i = 0; i < WAYS; i++) {
        emit(p, word);
        jump(p, table + 8 * WAYS);
    }
}

static void store_result(image *p, const trial *t)
{
    slli(p, A6, A1, 3);
    li(p, A4, DATA + 4 * IN * CASES);
    add(p, A4, A4, A6);
    if (t->flags)
        emit(p, i_word(1, ZERO, 2, A5, SYSTEM)); /* csrrs a5, fflags, x0 */
    if (t->float_out)
        fsw(p, FD, 0, A4);
    else
        sw(p, XD, 0, A4);
    sw(p, t->flags ? A5 : ZERO, 4, A4);
    ret(p);
}

static void try_it(const trial *t, simt_order order, answer *answers)
{
    static image p;
    simt_config config = usual();

    begin(&p, 1, CASES, 0, 0);
    load_operands(&p);
    if (t->mode != 0)
        emit(&p, i_word(2, t->mode, 5, ZERO, SYSTEM)); /* csrrwi x0, frm, mode */
    if (t->apart)
        put_apart(&p, t->word);
    else
        emit(&p, t->word);
    store_result(&p, t);
    p.words = IN * CASES;
    for (int i = 0; i < CASES; i++)
        memcpy(p.data + IN * i, in[i], sizeof in[i]);
    config.order = order;
    ran *r = run_image(&p, &config);
    if (!r->ok)
        fail_msg("%s: %s", t->name, r->machine.wrong);
    for (int i = 0; i < CASES; i++)
        answers[i] = (answer){data_word(r, IN * CASES + OUT * i), data_word(r, IN * CASES + OUT * i + 1)};
    run_free(r);
}

/* In every way; `wanted` has flags, or ~0 where they do not count. */
static void agrees(trial t, const answer *wanted, bool has_flags)
{
    static answer got[CASES];

    for (int way = 0; way < 8; way++) {
        t.apart = way & 1;
        t.flags = has_flags && (way & 2);
        try_it(&t, way & 4 ? SIMT_PLAIN : SIMT_ROUND_ROBIN, got);
        for (int i = 0; i < CASES; i++) {
            bool flags_agree = !t.flags || wanted[i].flags == ~0u || got[i].flags == wanted[i].flags;
            if (got[i].result != wanted[i].result || !flags_agree)
                fail_msg("%s (%08x, frm %d, way %d) of %08x %08x %08x: %08x flags %x, wanted %08x flags %x", t.name, t.word, t.mode, way,
                         in[i][0], in[i][1], in[i][2], got[i].result, got[i].flags, wanted[i].result, wanted[i].flags);
        }
    }
}

/* ---- integers ---- */

static const uint32_t corners[] = {0,          1,          2,          3,          31,         32,         33,
                                   0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,     0x12345678,
                                   0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xaaaaaaaa, 0xdeadbeef};
enum { CORNERS = sizeof corners / sizeof *corners };

static void integer_operands(void)
{
    rng random = {.state = 7};
    int n = 0;

    for (int i = 0; i < CORNERS; i++)
        for (int k = 0; k < CORNERS; k++, n++)
            in[n][0] = corners[i], in[n][1] = corners[k];
    for (; n < CASES; n++)
        in[n][0] = rng_word(&random), in[n][1] = rng_word(&random) >> rng_below(&random, 32);
}

static uint32_t high_half(__INT64_TYPE__ x)
{
    return (uint32_t)((uint64_t)x >> 32);
}

static const char *const names[] = {"add", "sub", "sll",  "slt",    "sltu",  "xor", "srl",  "sra", "or",
                                    "and", "mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"};
static const int function[][2] = {{0, 0}, {32, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {32, 5}, {0, 6},
                                  {0, 7}, {1, 0},  {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6},  {1, 7}};

/* Shifts as multiplications and divisions, so that they are another reading. */
static uint32_t integer_wanted(int which, uint32_t a, uint32_t b)
{
    int64_t sa = (int32_t)a, sb = (int32_t)b, power = 1ll << (b % 32);

    switch (which) {
    case 0: return (uint32_t)(sa + sb);
    case 1: return (uint32_t)(sa - sb);
    case 2: return (uint32_t)(a * (uint64_t)power);
    case 3: return sa < sb;
    case 4: return a < b;
    case 5: return (a | b) - (a & b);
    case 6: return (uint32_t)(a / (uint64_t)power);
    case 7: return (uint32_t)((sa - ((sa % power + power) % power)) / power);
    case 8: return a + b - (a & b);
    case 9: return ~(~a | ~b);
    case 10: return (uint32_t)(sa * sb);
    case 11: return high_half(sa * sb);
    case 12: return high_half(sa * (int64_t)b);
    case 13: return (uint32_t)(a * (uint64_t)b >> 32);
    case 14: return b == 0 ? ~0u : (uint32_t)(sa / sb);
    case 15: return b == 0 ? ~0u : a / b;
    case 16: return b == 0 ? a : (uint32_t)(sa % sb);
    default: return b == 0 ? a : a % b;
    }
}

static void integer_instructions_compute(void **state)
{
    static answer wanted[CASES];

    (void)state;
    integer_operands();
    for (int k = 0; k < 18; k++) {
        for (int i = 0; i < CASES; i++)
            wanted[i].result = integer_wanted(k, in[i][0], in[i][1]);
        agrees((trial){.name = names[k], .word = r_word(function[k][0], XB, XA, function[k][1], XD, OP)}, wanted, false);
    }
}

static void immediates_are_sign_extended(void **state)
{
    static answer wanted[CASES];
    static const int numbers[] = {0, 1, -1, 2047, -2048, 0x555};

    (void)state;
    integer_operands();
    for (int k = 0; k < 10; k++)
        for (int m = 0; m < 6 && k != 1; m++) {
            bool shift = k == 2 || k == 6 || k == 7;
            int imm = shift ? numbers[m] & 31 : numbers[m];
            for (int i = 0; i < CASES; i++)
                wanted[i].result = integer_wanted(k, in[i][0], (uint32_t)imm);
            agrees((trial){.name = names[k], .word = i_word(imm | (k == 7 ? 0x400 : 0), XA, function[k][1], XD, OP_IMM)}, wanted, false);
        }
    for (int i = 0; i < CASES; i++)
        wanted[i].result = 0xabcde000;
    agrees((trial){.name = "lui", .word = 0xabcde000 | XD << 7 | LUI}, wanted, false);
}

/* ---- floating point ---- */

static const uint32_t float_corners[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0x3f000000, 0x3f800001, 0x3f7fffff, /* 0, 1, 2, 1/2 and neighbours */
    0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x00800001, 0x00400000,             /* subnormal, the least normal */
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff812345, /* the largest, infinity, NaN */
    0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0x4b000000, 0x4b000001, /* 2^31, 2^32, 2^23 */
    0x3fc00000, 0x40200000, 0xbfc00000, 0x3effffff, 0x3f000001, 0xbf000000, 0xbf7fffff, 0x33800000, /* halves; 2^-24 */
    0x20000000, 0x1f800000, 0x5f000000, 0x5f7fffff, 0x34000000, 0xb3800000};
enum { FLOAT_CORNERS = sizeof float_corners / sizeof *float_corners };

/* Operands that meet: few bits, near exponents. */
static uint32_t random_float(rng *random)
{
    uint32_t bits = rng_word(random);

    switch (rng_below(random, 4)) {
    case 0: return float_corners[rng_below(random, FLOAT_CORNERS)];
    case 1: return (bits & 0x807fffff) | (120 + rng_below(random, 16)) << 23;
    case 2: return (bits & 0x80700003) | (100 + rng_below(random, 56)) << 23;
    default: return bits;
    }
}

static void float_operands(uint64_t seed)
{
    rng random = {.state = seed};

    for (int n = 0; n < CASES; n++)
        for (int k = 0; k < 3; k++)
            in[n][k] = seed == 0 && k == 0   ? float_corners[n % FLOAT_CORNERS]
                       : seed == 0 && k == 1 ? float_corners[n / FLOAT_CORNERS]
                                             : random_float(&random);
}

static float to_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t to_bits(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return f != f ? 0x7fc00000 : bits;
}

static bool is_signaling(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000 && !(bits >> 22 & 1);
}

typedef enum { ADD, SUB, MUL, DIV, SQRT, MADD, MSUB, NMSUB, NMADD, ARITHMETIC } arithmetic;
static const char *const arithmetic_names[] = {"fadd", "fsub", "fmul", "fdiv", "fsqrt", "fmadd", "fmsub", "fnmsub", "fnmadd"};

static uint32_t arithmetic_word(arithmetic k, int rm)
{
    switch (k) {
    case ADD: return r_word(0x00, FB, FA, rm, FD, FADD_OP);
    case SUB: return r_word(0x04, FB, FA, rm, FD, FADD_OP);
    case MUL: return r_word(0x08, FB, FA, rm, FD, FADD_OP);
    case DIV: return r_word(0x0c, FB, FA, rm, FD, FADD_OP);
    case SQRT: return r_word(0x2c, 0, FA, rm, FD, FADD_OP);
    default: return r_word(FC << 2, FB, FA, rm, FD, 67 + 4 * (int)(k - MADD));
    }
}

/* In the rounding mode of this machine. */
static float compute(arithmetic k, float fa, float fb, float fc)
{
    volatile float a = fa, b = fb, c = fc;

    switch (k) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return a / b;
    case SQRT: return sqrtf(a);
    case MADD: return fmaf(a, b, c);
    case MSUB: return fmaf(a, b, -c);
    case NMSUB: return fmaf(-a, b, c);
    default: return fmaf(-a, b, -c);
    }
}

/* The sign of x + y - middle, exactly: x + y = s + rest. */
static int above(double x, double y, double middle)
{
    volatile double s = x + y, t = s - x, u = s - t, v = y - t, w = x - u, rest = v + w, d = s - middle, e = d + rest;

    return (e > 0) - (e < 0);
}

/* Is the exact result above the middle of two neighbours, on it (0), or below? */
static int against_middle(arithmetic k, double a, double b, double c, double middle)
{
    switch (k) {
    case ADD: return above(a, b, middle);
    case SUB: return above(a, -b, middle);
    case MUL: return above(a * b, 0, middle);
    case DIV: return above(a, -(middle * b), 0) * (b < 0 ? -1 : 1);
    case SQRT: return above(a, -(middle * middle), 0);
    case MADD: return above(a * b, c, middle);
    case MSUB: return above(a * b, -c, middle);
    case NMSUB: return above(-(a * b), c, middle);
    default: return above(-(a * b), -c, middle);
    }
}

static double as_double(float f)
{
    return isinf(f) ? copysign(0x1p128, f) : f;
}

/* To the nearest, ties away from zero: this machine does not have it. It follows from both neighbours. */
static float nearest_away(arithmetic k, float a, float b, float c)
{
    fesetround(FE_DOWNWARD);
    float down = compute(k, a, b, c);
    fesetround(FE_UPWARD);
    float up = compute(k, a, b, c);
    fesetround(FE_TONEAREST);
    if (!(down < up))
        return isnan(down) ? down : down == 0 && up == 0 ? compute(k, a, b, c) : up;
    double middle = (as_double(down) + as_double(up)) / 2;
    int side = against_middle(k, a, b, c, middle);
    return side > 0 || (side == 0 && middle > 0) ? up : down;
}

static const int host_modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

static uint32_t host_flags(void)
{
    int e = fetestexcept(FE_ALL_EXCEPT);

    return (e & FE_INEXACT ? 1u : 0) | (e & FE_UNDERFLOW ? 2u : 0) | (e & FE_OVERFLOW ? 4u : 0) | (e & FE_DIVBYZERO ? 8u : 0) |
           (e & FE_INVALID ? 16u : 0);
}

static answer arithmetic_wanted(arithmetic k, int mode, const uint32_t *bits)
{
    float a = to_float(bits[0]), b = to_float(bits[1]), c = to_float(bits[2]);

    if (mode == 4)
        return (answer){to_bits(nearest_away(k, a, b, c)), ~0u};
    fesetround(host_modes[mode]);
    feclearexcept(FE_ALL_EXCEPT);
    volatile float result = compute(k, a, b, c);
    uint32_t flags = host_flags();
    fesetround(FE_TONEAREST);
    bool invalid_product = (isinf(a) && b == 0) || (a == 0 && isinf(b));
    if (k >= MADD && invalid_product)
        flags |= 16; /* IEEE 754 leaves it open beside a quiet NaN */
    return (answer){to_bits(result), flags};
}

static void arithmetic_is_that_of_this_machine(void **state)
{
    static answer wanted[CASES];

    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        float_operands(seed);
        for (int k = 0; k < ARITHMETIC; k++)
            for (int mode = 0; mode < 5; mode++) {
                for (int i = 0; i < CASES; i++)
                    wanted[i] = arithmetic_wanted((arithmetic)k, mode, in[i]);
                bool dynamic = seed & 1;
                agrees((trial){.name = arithmetic_names[k],
                               .word = arithmetic_word((arithmetic)k, dynamic ? 7 : mode),
                               .float_out = true,
                               .mode = dynamic ? mode : 0},
                       wanted, true);
            }
    }
}

static void signs_minima_and_moves(void **state)
{
    static answer wanted[7][CASES];
    static const struct {
        const char *name;
        uint32_t word;
        bool float_out;
    } list[] = {{"fsgnj", 0x10 << 25 | 0, true},         {"fsgnjn", 0x10 << 25 | 1 << 12, true}, {"fsgnjx", 0x10 << 25 | 2 << 12, true},
                {"fmin", 0x14 << 25 | 0, true},          {"fmax", 0x14 << 25 | 1 << 12, true},   {"fmv.x.w", 0x70u << 25, false},
                {"fclass", 0x70u << 25 | 1 << 12, false}};

    (void)state;
    float_operands(0);
    for (int i = 0; i < CASES; i++) {
        uint32_t a = in[i][0], b = in[i][1], signaling = is_signaling(a) || is_signaling(b) ? 16 : 0;
        float x = to_float(a), y = to_float(b);
        wanted[0][i] = (answer){(a & 0x7fffffff) | (b & 0x80000000), 0};
        wanted[1][i] = (answer){(a & 0x7fffffff) | (~b & 0x80000000), 0};
        wanted[2][i] = (answer){a ^ (b & 0x80000000), 0};
        bool less = x < y || (x == y && signbit(x));
        wanted[3][i] = (answer){isnan(x) && isnan(y) ? 0x7fc00000 : isnan(x) ? b : isnan(y) || less ? a : b, signaling};
        wanted[4][i] = (answer){isnan(x) && isnan(y) ? 0x7fc00000 : isnan(x) ? b : isnan(y) || !less ? a : b, signaling};
        wanted[5][i] = (answer){a, 0};
        int c = fpclassify(x), kind = c == FP_INFINITE ? 0 : c == FP_NORMAL ? 1 : c == FP_SUBNORMAL ? 2 : 3;
        wanted[6][i] = (answer){c == FP_NAN ? (is_signaling(a) ? 0x100u : 0x200u) : 1u << (signbit(x) ? kind : 7 - kind), 0};
    }
    for (int k = 0; k < 7; k++) {
        bool two = k < 5;
        agrees((trial){.name = list[k].name,
                       .word = list[k].word | r_word(0, two ? FB : 0, FA, 0, list[k].float_out ? FD : XD, FADD_OP),
                       .float_out = list[k].float_out},
               wanted[k], true);
    }
    for (int i = 0; i < CASES; i++)
        wanted[0][i] = (answer){in[i][0], 0};
    agrees((trial){.name = "fmv.w.x", .word = r_word(0x78, 0, XA, 0, FD, FADD_OP), .float_out = true}, wanted[0], true);
}

static void comparisons(void **state)
{
    static answer wanted[CASES];
    static const char *const comparison[] = {"fle", "flt", "feq"};

    (void)state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        float_operands(seed);
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < CASES; i++) {
                float x = to_float(in[i][0]), y = to_float(in[i][1]);
                bool invalid = k == 2 ? is_signaling(in[i][0]) || is_signaling(in[i][1]) : isnan(x) || isnan(y);
                wanted[i] = (answer){k == 0 ? x <= y : k == 1 ? x < y : x == y, invalid ? 16 : 0};
            }
            agrees((trial){.name = comparison[k], .word = r_word(0x50, FB, FA, k, XD, FADD_OP)}, wanted, true);
        }
    }
}

static double rounded(double x, int mode)
{
    switch (mode) {
    case 0: return nearbyint(x);
    case 1: return trunc(x);
    case 2: return floor(x);
    case 3: return ceil(x);
    default: return round(x);
    }
}

static answer integer_of(uint32_t bits, bool is_unsigned, int mode)
{
    double x = to_float(bits), least = is_unsigned ? 0 : -0x1p31, most = is_unsigned ? 0x1p32 - 1 : 0x1p31 - 1;

    if (isnan(x))
        return (answer){is_unsigned ? ~0u : 0x7fffffff, 16};
    double y = rounded(x, mode);
    if (y < least || y > most)
        return (answer){(uint32_t)(int64_t)(y < least ? least : most), 16};
    return (answer){(uint32_t)(int64_t)y, x != y};
}

static float float_of(double exact, int mode)
{
    if (mode == 4)
        return nearest_away(ADD, (float)trunc(exact / 65536) * 65536, (float)fmod(exact, 65536), 0);
    volatile double x = exact;
    fesetround(host_modes[mode]);
    volatile float f = (float)x;
    fesetround(FE_TONEAREST);
    return f;
}

static void conversions(void **state)
{
    static answer wanted[CASES];
    static const char *const to_names[] = {"fcvt.w.s", "fcvt.wu.s"}, *const from_names[] = {"fcvt.s.w", "fcvt.s.wu"};

    (void)state;
    for (int k = 0; k < 2; k++)
        for (int mode = 0; mode < 5; mode++)
            for (int dynamic = 0; dynamic < 2; dynamic++) {
                int rm = dynamic ? 7 : mode, frm = dynamic ? mode : 0;
                float_operands(0);
                for (int i = 0; i < CASES; i++)
                    in[i][0] = i < FLOAT_CORNERS ? in[i][0] : (in[i][2] & 0x807fffff) | (120u + (uint32_t)i % 42) << 23;
                for (int i = 0; i < CASES; i++)
                    wanted[i] = integer_of(in[i][0], k == 1, mode);
                agrees((trial){.name = to_names[k], .word = r_word(0x60, k, FA, rm, XD, FADD_OP), .mode = frm}, wanted, true);
                integer_operands();
                for (int i = 0; i < CASES; i++) {
                    uint32_t a = in[i][0] = i & 1 ? in[i][0] : in[i][1];
                    double exact = k == 1 ? a : (double)(int32_t)a;
                    float f = float_of(exact, mode);
                    wanted[i] = (answer){to_bits(f), f != exact};
                }
                agrees((trial){.name = from_names[k], .word = r_word(0x68, k, XA, rm, FD, FADD_OP), .float_out = true, .mode = frm}, wanted,
                       true);
            }
}

/* Each lane its own mode, in one warp. */
static void each_thread_has_its_own_rounding_mode(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 40, 0, 0);
    li(&p, A3, 5);
    emit(&p, r_word(1, A3, A1, 7, A3, OP)); /* remu a3, a1, 5 */
    emit(&p, i_word(2, A3, 1, A4, SYSTEM)); /* csrrw a4, frm, a3 */
    li(&p, T0, 0x3f800000);
    li(&p, T1, 0x33800000); /* 2^-24: 1 + 2^-24 is a tie */
    emit(&p, r_word(0x78, 0, T0, 0, FA, FADD_OP));
    emit(&p, r_word(0x78, 0, T1, 0, FB, FADD_OP));
    emit(&p, arithmetic_word(ADD, 7));
    slli(&p, A6, A1, 2);
    add(&p, A0, A0, A6);
    fsw(&p, FD, 0, A0);
    ret(&p);
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < 40; i++)
            assert_int_equal(data_word(r, i), i % 5 >= 3 ? 0x3f800001 : 0x3f800000);
        run_free(r);
    }
}

/* ---- memory ---- */

enum { LANES_IN = 32 };

/* Stores of each size over a pattern, then loads of each size from it, in global, shared and private memory, all lanes and every other. */
static void loads_and_stores_have_their_sizes(void **state)
{
    static image p;
    static const int loads[] = {0, 1, 2, 4, 5}; /* lb lh lw lbu lhu */
    static const int bytes[] = {1, 2, 4, 1, 2};

    (void)state;
    for (int space = 0; space < 3; space++)
        for (int size = 0; size < 3; size++)
            for (int odd = 0; odd < 2; odd++) {
                begin(&p, 1, LANES_IN, 4096, 0);
                slli(&p, A6, A1, 5);
                add(&p, A0, A0, A6); /* results: 8 words a thread */
                if (space == 0)
                    addi(&p, A3, A0, 1024);
                else if (space == 1)
                    add(&p, A3, A5, A6);
                else
                    addi(&p, A3, SP, -64);
                emit(&p, i_word(1, A1, 7, A4, OP_IMM));
                int skip = odd ? branch(&p, 0, A4, ZERO) : -1;
                li(&p, T0, 0x8182f3f4);
                li(&p, T1, 0xa5b6c7d8);
                sw(&p, T0, 0, A3);
                sw(&p, T1, 4, A3);
                emit(&p, s_word(4, T0, A3, size, STORE));
                for (int i = 0; i < 5; i++) {
                    emit(&p, i_word(4 - bytes[i] % 4, A3, loads[i], T2, LOAD));
                    sw(&p, T2, 4 * i, A0);
                }
                lw(&p, T2, 4, A3);
                sw(&p, T2, 20, A0);
                if (odd)
                    patch(&p, skip);
                ret(&p);
                const uint32_t stored = size == 0 ? 0xa5b6c7f4 : size == 1 ? 0xa5b6f3f4 : 0x8182f3f4;
                const uint32_t wanted[] = {0xffffff81, 0xffff8182, stored, 0x81, 0x8182, stored};
                for (int plain = 0; plain < 2; plain++) {
                    simt_config config = usual();
                    config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
                    ran *r = run_image(&p, &config);
                    assert_true(r->ok);
                    for (int i = 0; i < LANES_IN; i++)
                        for (int k = 0; k < 6; k++)
                            assert_int_equal(data_word(r, 8 * i + k), odd && i % 2 == 0 ? 0 : wanted[k]);
                    run_free(r);
                }
            }
}

static const struct {
    const char *name;
    int f5;
} atomics[] = {{"amoadd", 0},  {"amoswap", 1}, {"amoxor", 4},   {"amoor", 8},   {"amoand", 12},
               {"amomin", 16}, {"amomax", 20}, {"amominu", 24}, {"amomaxu", 28}};

static uint32_t atomic_wanted(int f5, uint32_t old, uint32_t value)
{
    int32_t a = (int32_t)old, b = (int32_t)value;

    switch (f5) {
    case 0: return old + value;
    case 1: return value;
    case 4: return old ^ value;
    case 8: return old | value;
    case 12: return old & value;
    case 16: return (uint32_t)(a < b ? a : b);
    case 20: return (uint32_t)(a > b ? a : b);
    case 24: return old < value ? old : value;
    default: return old > value ? old : value;
    }
}

/* All lanes on one word: lane 0 first, each sees what the lanes before it left. */
static void atomics_go_lane_by_lane(void **state)
{
    static image p;
    enum { WORD = 2 * LANES_IN };

    (void)state;
    for (size_t k = 0; k < sizeof atomics / sizeof *atomics; k++)
        for (int plain = 0; plain < 2; plain++) {
            rng random = {.state = k};
            simt_config config = usual();
            begin(&p, 1, LANES_IN, 0, 0);
            addi(&p, A3, A0, 4 * WORD);
            slli(&p, A6, A1, 2);
            add(&p, A0, A0, A6);
            lw(&p, T0, 0, A0);
            emit(&p, r_word(atomics[k].f5 << 2 | 3, T0, A3, 2, T1, ATOM));
            sw(&p, T1, 4 * LANES_IN, A0);
            ret(&p);
            p.words = WORD + 1;
            for (int i = 0; i < LANES_IN; i++)
                p.data[i] = i < CORNERS ? corners[i] : rng_word(&random);
            p.data[WORD] = 0x80000005;
            config.order = plain ? SIMT_PLAIN : SIMT_GREEDY;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            uint32_t word = p.data[WORD];
            for (int i = 0; i < LANES_IN; i++) {
                if (data_word(r, LANES_IN + i) != word)
                    fail_msg("%s, lane %d", atomics[k].name, i);
                word = atomic_wanted(atomics[k].f5, word, p.data[i]);
            }
            assert_int_equal(data_word(r, WORD), word);
            run_free(r);
        }
}

/* Every thread adds 1 with lr and sc until it succeeds; of the lanes of a warp one succeeds at a time. */
static void a_reservation_ends_with_the_first_store(void **state)
{
    static image p;

    (void)state;
    begin(&p, 3, 100, 0, 0);
    uint32_t again = here(&p);
    emit(&p, r_word(2 << 2, 0, A0, 2, T0, ATOM));
    addi(&p, T0, T0, 1);
    emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM));
    emit(&p, b_word((int)(again - here(&p)), ZERO, T1, 1));
    emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM)); /* without a reservation */
    slli(&p, A6, A1, 2);
    add(&p, A0, A0, A6);
    sw(&p, T1, 4, A0);
    ret(&p);
    for (int order = 0; order < 3; order++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            simt_config config = usual();
            config.order = (simt_order)order;
            config.seed = seed;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            assert_int_equal(data_word(r, 0), 300);
            for (int i = 0; i < 100; i++)
                assert_int_equal(data_word(r, 1 + i), 1);
            assert_int_equal(r->machine.core.reservations.count, 0);
            run_free(r);
        }
}

/* A store by another thread, or to the same word by the thread itself, ends a reservation; one to another word does not. */
static void stores_end_reservations(void **state)
{
    static image p;

    (void)state;
    for (int other = 0; other < 2; other++) {
        simt_config config = usual();
        begin(&p, 1, 1, 0, 0);
        emit(&p, r_word(2 << 2, 0, A0, 2, T0, ATOM));
        sw(&p, T0, other ? 8 : 0, A0);
        emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM));
        sw(&p, T1, 4, A0);
        ret(&p);
        for (int plain = 0; plain < 2; plain++) {
            config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            assert_int_equal(data_word(r, 1), !other);
            run_free(r);
        }
    }
}

/* ---- the table ---- */

static void control_and_csr_instructions(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 8, 0, 0);
    slli(&p, A6, A1, 6);
    add(&p, A0, A0, A6);
    emit(&p, 0x0ff0000f);                         /* fence */
    emit(&p, i_word(0xf14, ZERO, 2, T0, SYSTEM)); /* mhartid */
    sw(&p, T0, 0, A0);
    emit(&p, i_word(3, 0x1f, 5, T0, SYSTEM)); /* csrrwi fcsr = 1f: rne, all flags */
    emit(&p, i_word(1, 0x0a, 7, T0, SYSTEM)); /* csrrci fflags: the old is 1f */
    sw(&p, T0, 4, A0);
    emit(&p, i_word(3, 0x0, 6, T0, SYSTEM)); /* csrrsi fcsr, 0: 15 */
    sw(&p, T0, 8, A0);
    addi(&p, T1, ZERO, 0x44);
    emit(&p, i_word(3, T1, 1, T0, SYSTEM)); /* csrrw fcsr = 44: rdn, overflow */
    emit(&p, i_word(3, T1, 3, T0, SYSTEM)); /* csrrc: the old is 44 */
    sw(&p, T0, 12, A0);
    emit(&p, i_word(2, 3, 6, T0, SYSTEM)); /* csrrsi frm, 3 */
    emit(&p, i_word(3, ZERO, 2, T0, SYSTEM));
    sw(&p, T0, 16, A0);
    emit(&p, AUIPC | T0 << 7 | 0x1000);
    sw(&p, T0, 20, A0);
    uint32_t auipc = here(&p) - 8 + 0x1000;
    static const int conditions[] = {0, 1, 4, 5, 6, 7};
    addi(&p, T0, ZERO, -1);
    addi(&p, T2, ZERO, 0);
    for (int i = 0; i < 6; i++) { /* t0 = -1 against a1 = 0..7 */
        int skip = branch(&p, conditions[i], T0, A1);
        emit(&p, i_word(1 << i, T2, 6, T2, OP_IMM));
        patch(&p, skip);
    }
    sw(&p, T2, 24, A0);
    addi(&p, T1, RA, 0);
    emit(&p, j_word(8, RA));
    ret(&p); /* the end, by T1 */
    uint32_t linked = here(&p) - 4;
    sw(&p, RA, 28, A0);
    addi(&p, RA, T1, 0);
    ret(&p);
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.lanes = 4;
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < 8; i++) {
            const uint32_t wanted[] = {(uint32_t)i, 0x1f, 0x15, 0x44, 0x60, auipc, 1 | 8 | 16, linked};
            for (int k = 0; k < 8; k++)
                assert_int_equal(data_word(r, 16 * i + k), wanted[k]);
        }
        run_free(r);
    }
    emit(&p, 0x00100073); /* ebreak: its fault is in test_simt_machine.c */
}

static void every_instruction_was_tried(void **state)
{
    (void)state;
    for (int i = 1; i < SIMT_CODES; i++)
        if (!seen[i])
            fail_msg("%s was not tried", simt_name(&(simt_op){.code = (uint8_t)i}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_instructions_compute),
        cmocka_unit_test(immediates_are_sign_extended),
        cmocka_unit_test(arithmetic_is_that_of_this_machine),
        cmocka_unit_test(signs_minima_and_moves),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(conversions),
        cmocka_unit_test(each_thread_has_its_own_rounding_mode),
        cmocka_unit_test(loads_and_stores_have_their_sizes),
        cmocka_unit_test(atomics_go_lane_by_lane),
        cmocka_unit_test(a_reservation_ends_with_the_first_store),
        cmocka_unit_test(stores_end_reservations),
        cmocka_unit_test(control_and_csr_instructions),
        cmocka_unit_test(every_instruction_was_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
