/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_fields.h"

#include <string.h>

#include "../base/text.h"

/* Value of a hexadecimal digit, or -1; built once. */
static const signed char *hex_table(void)
{
    static signed char table[256];

    if (table['0'] == table['1']) {
        memset(table, -1, sizeof table);
        for (int i = 0; i < 10; i++)
            table['0' + i] = (signed char)i;
        for (int i = 0; i < 6; i++)
            table['a' + i] = table['A' + i] = (signed char)(10 + i);
    }
    return table;
}

void field_gap(fields *c, const char *what)
{
    if (*c->p == '\0')
        input_bad(c->t->in, "the line ends before %s", what);
    if (*c->p == '\t')
        input_bad(c->t->in, "%s expected after a space, not after a tab", what);
    if (*c->p != ' ')
        input_bad(c->t->in, "%s expected after a space at \"%.20s\"", what, c->p);
    c->p++;
}

/* Numbers have no prefix: which of them are hexadecimal, the form says. */
static void refuse_prefix(const fields *c, const char *kind, const char *what)
{
    if (starts_with(c->p, "0x") || starts_with(c->p, "0X"))
        input_bad(c->t->in, "%s: %s without \"0x\" expected at \"%.20s\"", what, kind, c->p);
}

uint64_t field_hex(fields *c, int max_digits, const char *what)
{
    const signed char *table = hex_table();
    uint64_t value = 0;
    const char *start;

    field_gap(c, what);
    refuse_prefix(c, "hexadecimal digits", what);
    start = c->p;
    for (int digit; (digit = table[(unsigned char)*c->p]) >= 0; c->p++)
        value = value << 4 | (uint64_t)digit;
    if (c->p == start || c->p - start > max_digits)
        input_bad(c->t->in, "%s: 1 to %d hexadecimal digits expected at \"%.20s\"", what, max_digits, start);
    return value;
}

uint64_t field_dec(fields *c, uint64_t max, const char *what)
{
    uint64_t value = 0;
    const char *start;

    field_gap(c, what);
    refuse_prefix(c, "a decimal number", what);
    start = c->p;
    for (; *c->p >= '0' && *c->p <= '9' && value <= max / 10; c->p++)
        value = value * 10 + (uint64_t)(*c->p - '0');
    if (c->p == start || value > max || (*c->p >= '0' && *c->p <= '9'))
        input_bad(c->t->in, "%s: a decimal number up to %llu expected at \"%.20s\"", what, (unsigned long long)max, start);
    return value;
}

void field_wide(fields *c, uint32_t *words, int count, const char *what)
{
    const signed char *table = hex_table();
    const char *start;
    int digits;

    field_gap(c, what);
    refuse_prefix(c, "hexadecimal digits", what);
    start = c->p;
    while (table[(unsigned char)*c->p] >= 0)
        c->p++;
    digits = (int)(c->p - start);
    if (digits == 0 || digits > 8 * count)
        input_bad(c->t->in, "%s: 1 to %d hexadecimal digits expected at \"%.20s\"", what, 8 * count, start);
    memset(words, 0, (size_t)count * sizeof *words);
    for (int i = 0; i < digits; i++)
        words[i / 8] |= (uint32_t)table[(unsigned char)c->p[-1 - i]] << (4 * (i % 8));
}

int field_name(fields *c, const char *const *names, const char *what)
{
    field_gap(c, what);
    size_t len = strcspn(c->p, " ");
    int index = name_index(names, c->p, len);
    if (index < 0) {
        text accepted = {0};
        for (int i = 0; names[i] != NULL; i++)
            text_printf(&accepted, "%s%s", i == 0 ? "" : names[i + 1] != NULL ? ", " : " and ", names[i]);
        input_bad(c->t->in, "\"%.*s\" is no %s; accepted are %s", (int)(len > 20 ? 20 : len), c->p, what, accepted.data);
    }
    c->p += len;
    return index;
}

void field_mask(fields *c, trace_record *r)
{
    uint32_t all[TRACE_MASK_WORDS];

    mask_fill(all, r->lanes);
    field_wide(c, r->mask, TRACE_MASK_WORDS, "the mask");
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        if (r->mask[i] & ~all[i])
            input_bad(c->t->in, "the mask has bits above lane %d", r->lanes - 1);
}

void field_end(const fields *c)
{
    if (*c->p != '\0')
        input_bad(c->t->in, "the line goes on after its last field at \"%.20s\"; the trace has %d lanes", c->p, c->t->lanes);
}
