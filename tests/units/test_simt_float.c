/* SPDX-License-Identifier: Apache-2.0
 *
 * Every floating-point instruction on tables of operands, in every rounding mode, against the arithmetic of this machine. */
#include <fenv.h>
#include <math.h>

#include "sampled.h"
#include "simt_trial.h"

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
    for (uint64_t seed = 0; seed < (uint64_t)(4 / one_in(2)); seed++) {
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

static void every_instruction_was_tried(void **state)
{
    static const simt_unit units[] = {SIMT_UNIT_FLOAT};

    (void)state;
    units_were_tried(units, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_is_that_of_this_machine),
        cmocka_unit_test(signs_minima_and_moves),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(conversions),
        cmocka_unit_test(each_thread_has_its_own_rounding_mode),
        cmocka_unit_test(every_instruction_was_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
