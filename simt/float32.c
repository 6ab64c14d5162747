/* SPDX-License-Identifier: Apache-2.0
 *
 * float32.c - Reading convention. A finite number is sign, significand and exponent: significand * 2^exponent, the significand an integer.
 * An operation makes the exact result in up to 64 bits, and `finish` rounds it. Where the exact result has more bits, its last bit is
 * "jammed": it is 1 if any lower bit is. At least two bits lie between the last bit of the result and the jammed one, so rounding sees what
 * it needs. */
#include "float32.h"

#include <stdbool.h>

typedef struct {
    bool sign, nan, signaling, inf, zero;
    int exponent;
    uint64_t significand; /* of finite numbers that are not 0: bit 23 is the highest */
} number;

static uint32_t with_sign(bool sign, uint32_t magnitude)
{
    return (uint32_t)sign << 31 | magnitude;
}

static uint64_t shift_jam(uint64_t x, int by)
{
    if (by <= 0)
        return x;
    return by > 63 ? x != 0 : x >> by | ((x & ((1ull << by) - 1)) != 0);
}

static number take(uint32_t bits)
{
    uint32_t exponent = bits >> 23 & 255, fraction = bits & 0x7fffff;
    number n = {.sign = bits >> 31, .exponent = (int)exponent - 150, .significand = fraction | 1u << 23};

    if (exponent == 255) {
        n.nan = fraction != 0;
        n.inf = !n.nan;
        n.signaling = n.nan && !(fraction >> 22);
    } else if (exponent == 0) {
        n.zero = fraction == 0;
        n.exponent = -149;
        n.significand = fraction;
        for (; !n.zero && n.significand < 1u << 23; n.exponent--)
            n.significand <<= 1;
    }
    return n;
}

/* Does rounding go away from zero? `rest` is what is cut off, of at most `half` * 2; `odd`: the last bit that stays. */
static bool is_rounded_up(int mode, bool sign, bool odd, uint64_t rest, uint64_t half)
{
    switch (mode) {
    case SIMT_RNE: return rest > half || (rest == half && odd);
    case SIMT_RDN: return sign && rest != 0;
    case SIMT_RUP: return !sign && rest != 0;
    case SIMT_RMM: return rest >= half;
    default: return false;
    }
}

static uint64_t round_off(uint64_t x, int drop, int mode, bool sign, bool *inexact)
{
    uint64_t rest = x & ((1ull << drop) - 1), kept = x >> drop;

    *inexact = rest != 0;
    return kept + is_rounded_up(mode, sign, kept & 1, rest, 1ull << (drop - 1));
}

static uint32_t overflow(bool sign, int mode, uint32_t *flags)
{
    bool to_max = mode == SIMT_RTZ || (mode == SIMT_RDN && !sign) || (mode == SIMT_RUP && sign);

    *flags |= SIMT_OF | SIMT_NX;
    return with_sign(sign, to_max ? 0x7f7fffff : 0x7f800000);
}

/* Rounds significand * 2^exponent; the significand is not 0. Of 40 bits, 24 stay, or fewer if the result is subnormal. */
static uint32_t finish(bool sign, uint64_t significand, int exponent, int mode, uint32_t *flags)
{
    for (; significand >> 63 == 0; exponent--)
        significand <<= 1;
    uint64_t top = shift_jam(significand, 24); /* bit 39 is the highest */
    int power = exponent + 63;                 /* of the highest bit */
    bool inexact, carried_inexact;
    int deep = power < -126 ? -126 - power : 0;
    int drop = 16 + (deep > 26 ? 26 : deep);
    uint64_t kept = round_off(top, drop, mode, sign, &inexact);
    if (deep > 0) {
        /* Tiny is told after rounding to 24 bits with an exponent of any size. */
        bool carries = power == -127 && round_off(top, 16, mode, sign, &carried_inexact) == 1u << 24;
        if (inexact)
            *flags |= SIMT_NX | (carries ? 0 : SIMT_UF);
        return with_sign(sign, (uint32_t)kept); /* 2^23 is the smallest normal number */
    }
    if (power > 127 || (power == 127 && kept >= 1u << 24))
        return overflow(sign, mode, flags);
    *flags |= inexact ? SIMT_NX : 0;
    return with_sign(sign, ((uint32_t)(power + 126) << 23) + (uint32_t)kept);
}

static uint32_t nan_of(const number *a, const number *b, const number *c, bool invalid, uint32_t *flags)
{
    if (invalid || a->signaling || b->signaling || c->signaling)
        *flags |= SIMT_NV;
    return SIMT_NAN;
}

/* x + y, both with significands below 2^62 and not 0. */
static uint32_t add_exact(bool xs, uint64_t x, int xe, bool ys, uint64_t y, int ye, int mode, uint32_t *flags)
{
    for (; x >> 61 == 0; xe--)
        x <<= 1;
    for (; y >> 61 == 0; ye--)
        y <<= 1;
    int e = xe > ye ? xe : ye;
    x = shift_jam(x, e - xe);
    y = shift_jam(y, e - ye);
    if (xs == ys)
        return finish(xs, x + y, e, mode, flags);
    if (x == y)
        return with_sign(mode == SIMT_RDN, 0);
    return x > y ? finish(xs, x - y, e, mode, flags) : finish(ys, y - x, e, mode, flags);
}

/* a * b + c */
static uint32_t multiply_add(number a, number b, number c, int mode, uint32_t *flags)
{
    bool sign = a.sign != b.sign, invalid = (a.inf && b.zero) || (a.zero && b.inf);

    if (a.nan || b.nan || c.nan || invalid)
        return nan_of(&a, &b, &c, invalid, flags);
    if (a.inf || b.inf)
        return c.inf && c.sign != sign ? nan_of(&a, &b, &c, true, flags) : with_sign(sign, 0x7f800000);
    if (c.inf)
        return with_sign(c.sign, 0x7f800000);
    if (a.zero || b.zero) {
        if (!c.zero)
            return finish(c.sign, c.significand, c.exponent, mode, flags);
        return with_sign(sign == c.sign ? sign : mode == SIMT_RDN, 0);
    }
    uint64_t product = a.significand * b.significand;
    int exponent = a.exponent + b.exponent;
    if (c.zero)
        return finish(sign, product, exponent, mode, flags);
    return add_exact(sign, product, exponent, c.sign, c.significand, c.exponent, mode, flags);
}

static number negative(number n)
{
    n.sign = !n.sign;
    return n;
}

static uint32_t multiply(number a, number b, int mode, uint32_t *flags)
{
    /* The sign of an exact zero is the product's: a zero of its sign is added. */
    number zero = {.zero = true, .sign = a.sign != b.sign};

    return multiply_add(a, b, zero, mode, flags);
}

static uint32_t divide(number a, number b, int mode, uint32_t *flags)
{
    bool sign = a.sign != b.sign, invalid = (a.inf && b.inf) || (a.zero && b.zero);

    if (a.nan || b.nan || invalid)
        return nan_of(&a, &b, &b, invalid, flags);
    if (a.inf || b.zero) {
        *flags |= a.inf ? 0 : SIMT_DZ;
        return with_sign(sign, 0x7f800000);
    }
    if (a.zero || b.inf)
        return with_sign(sign, 0);
    uint64_t x = a.significand << 40;
    return finish(sign, x / b.significand | (x % b.significand != 0), a.exponent - b.exponent - 40, mode, flags);
}

static uint32_t square_root(number a, int mode, uint32_t *flags)
{
    bool invalid = a.sign && !a.zero && !a.nan;

    if (a.nan || invalid)
        return nan_of(&a, &a, &a, invalid, flags);
    if (a.zero || a.inf)
        return with_sign(a.sign, a.inf ? 0x7f800000 : 0);
    uint64_t x = a.significand << (38 + (a.exponent & 1)), root = 0;
    for (uint64_t bit = 1ull << 31; bit > 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= x)
            root |= bit;
    return finish(false, root << 1 | (root * root != x), (a.exponent - (a.exponent & 1) - 38) / 2 - 1, mode, flags);
}

/* Numbers in their order as integers: -0 is just below +0. */
static int32_t order(uint32_t bits)
{
    return (int32_t)(bits >> 31 ? bits ^ 0x7fffffff : bits);
}

static uint32_t pick(uint32_t a, uint32_t b, bool larger, uint32_t *flags)
{
    number x = take(a), y = take(b);

    if (x.signaling || y.signaling)
        *flags |= SIMT_NV;
    if (x.nan || y.nan)
        return x.nan && y.nan ? SIMT_NAN : x.nan ? b : a;
    return (order(a) < order(b)) == larger ? b : a;
}

static uint32_t compare(simt_code code, uint32_t a, uint32_t b, uint32_t *flags)
{
    number x = take(a), y = take(b);

    if (x.signaling || y.signaling || (code != SIMT_FEQ && (x.nan || y.nan)))
        *flags |= SIMT_NV;
    if (x.nan || y.nan)
        return 0;
    bool equal = a == b || (x.zero && y.zero);
    return code == SIMT_FEQ ? equal : code == SIMT_FLE ? equal || order(a) < order(b) : !equal && order(a) < order(b);
}

static uint32_t classify(uint32_t a)
{
    number x = take(a);
    bool subnormal = (a & 0x7f800000) == 0 && !x.zero;

    if (x.nan)
        return x.signaling ? 1u << 8 : 1u << 9;
    int kind = x.inf ? 0 : x.zero ? 3 : subnormal ? 2 : 1;
    return 1u << (x.sign ? kind : 7 - kind);
}

/* To an integer from `least` to `most`; what lies outside becomes the nearer of them, NaN `most`. */
static uint32_t to_integer(uint32_t bits, int64_t least, int64_t most, int mode, uint32_t *flags)
{
    number a = take(bits);
    bool inexact = false;
    int64_t value = 0;

    if (a.nan || a.inf || a.exponent > 40) {
        value = a.nan || !a.sign ? INT64_MAX : INT64_MIN;
    } else if (!a.zero) {
        uint64_t x = a.exponent >= 0 ? a.significand << (a.exponent > 38 ? 38 : a.exponent)
                                     : round_off(a.significand, -a.exponent > 40 ? 40 : -a.exponent, mode, a.sign, &inexact);
        value = a.sign ? -(int64_t)x : (int64_t)x;
    }
    if (value < least || value > most) {
        *flags |= SIMT_NV;
        return (uint32_t)(value < least ? least : most);
    }
    *flags |= inexact ? SIMT_NX : 0;
    return (uint32_t)value;
}

static uint32_t from_integer(int64_t value, int mode, uint32_t *flags)
{
    return value == 0 ? 0 : finish(value < 0, (uint64_t)(value < 0 ? -value : value), 0, mode, flags);
}

uint32_t simt_float(simt_code code, uint32_t a, uint32_t b, uint32_t c, int mode, uint32_t *flags)
{
    static const uint32_t one = 0x3f800000;

    switch (code) {
    case SIMT_FADD: return multiply_add(take(a), take(one), take(b), mode, flags);
    case SIMT_FSUB: return multiply_add(take(a), take(one), negative(take(b)), mode, flags);
    case SIMT_FMUL: return multiply(take(a), take(b), mode, flags);
    case SIMT_FDIV: return divide(take(a), take(b), mode, flags);
    case SIMT_FSQRT: return square_root(take(a), mode, flags);
    case SIMT_FMADD: return multiply_add(take(a), take(b), take(c), mode, flags);
    case SIMT_FMSUB: return multiply_add(take(a), take(b), negative(take(c)), mode, flags);
    case SIMT_FNMSUB: return multiply_add(negative(take(a)), take(b), take(c), mode, flags);
    case SIMT_FNMADD: return multiply_add(negative(take(a)), take(b), negative(take(c)), mode, flags);
    case SIMT_FSGNJ: return (a & 0x7fffffff) | (b & 0x80000000);
    case SIMT_FSGNJN: return (a & 0x7fffffff) | (~b & 0x80000000);
    case SIMT_FSGNJX: return a ^ (b & 0x80000000);
    case SIMT_FMIN: return pick(a, b, false, flags);
    case SIMT_FMAX: return pick(a, b, true, flags);
    case SIMT_FEQ:
    case SIMT_FLT:
    case SIMT_FLE: return compare(code, a, b, flags);
    case SIMT_FCLASS: return classify(a);
    case SIMT_FCVT_W: return to_integer(a, INT32_MIN, INT32_MAX, mode, flags);
    case SIMT_FCVT_WU: return to_integer(a, 0, UINT32_MAX, mode, flags);
    case SIMT_FCVT_S_W: return from_integer((int32_t)a, mode, flags);
    case SIMT_FCVT_S_WU: return from_integer(a, mode, flags);
    default: return a; /* moves between the registers */
    }
}
