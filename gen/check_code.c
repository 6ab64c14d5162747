/* SPDX-License-Identifier: Apache-2.0
 *
 * check_code.c - what the checker of an encoder knows of its codes: tags, heads, and the storage units that belong to them. */
#include "check_code.h"

#include <string.h>

#include "../base/random.h"
#include "../cmodel/bits.h"
#include "samples.h"
#include "tag.h"

enum {
    NEXT_BITS = 4, /* as many as say which code of a unit in the unit it is */
    WORD = 64      /* binary digits of a number in the Verilog */
};

/* Adds a number of these binary digits; of a wide one a concatenation of words. */
static void put_number(const char *digits, text *out)
{
    size_t left = strlen(digits), n = left % WORD ? left % WORD : WORD;
    bool wide = left > WORD;
    text_puts(out, wide ? "{" : "");
    for (const char *at = digits; left > 0; at += n, left -= n, n = WORD)
        text_printf(out, "%s%zu'b%.*s", at == digits ? "" : ", ", at == digits ? n : WORD, (int)n, at);
    text_puts(out, wide ? "}" : "");
}

static void set_number(macro_table *m, const char *key, const char *digits)
{
    text number = {0};
    put_number(digits, &number);
    macro_set(m, key, "%s", number.data);
}

/* A sample of the class that this value of the tag's first field has; NULL: there is none. */
static const sample *sample_of(const design *d, const sample_set *set, int value)
{
    int class = tag_class(d->codec, &d->config, value);
    return class >= 0 && class < set->classes && set->of[class].found ? &set->of[class] : NULL;
}

/* Does an encoder write a tag with this value of its first field, which has `bits` bits? One is known, or the decoder takes it with some value
 * of the next few bits and the rest of the tag 0. */
static bool is_written(const design *d, const sample_set *set, int value, int bits)
{
    bool written = sample_of(d, set, value) != NULL;
    for (int next = 0; next < (d->sizes.tag_bits > bits ? 1 << NEXT_BITS : 1) && !written; next++) {
        wf_code code = {.tag = {(uint32_t)(next << bits | value)}};
        uint32_t block[WF_MAX_WORDS];
        written = wf_decode(d->codec, &d->config, &code, block) != WF_ERR_TAG;
    }
    return written;
}

/* The bits of the tag's second field that each class uses, the highest class first. */
static void set_bits(const design *d, const sample_set *set, const wf_tag_field *field, bool known, macro_table *m)
{
    int at = field[0].bits, bits = field[1].bits;
    text used = {0};
    for (int v = (1 << at) - 1; known && v >= 0; v--) {
        bool found = sample_of(d, set, v) != NULL;
        text_printf(&used, "%s%d'b", used.len ? ", " : "", bits);
        for (int b = bits - 1; b >= 0; b--) {
            wf_code code = {.tag = {(uint32_t)v}};
            uint32_t block[WF_MAX_WORDS];
            code.tag[(at + b) / 32] |= (uint32_t)1 << (at + b) % 32;
            text_puts(&used, found && wf_decode(d->codec, &d->config, &code, block) != WF_ERR_TAG ? "1" : "0");
        }
    }
    macro_set_flag(m, "WF_WITH_CHECK_BITS", known);
    macro_set(m, "WF_CHECK_BITS", "%d", known ? bits : 1);
    macro_set(m, "WF_CHECK_BITS_OF", "%s", known ? used.data : "0");
}

/* The values of a tag's first field, if they are the classes: those that are written and, if the tag alone tells them, their units. */
static void set_tags(const design *d, macro_table *m)
{
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    int fields = tag_fields(d->codec, &d->config, &d->sizes, field);
    sample_set *set = zalloc(sizeof *set);
    text tags = {0}, units = {0};
    bool known = field[0].values == WF_TAG_CLASSES && !(d->codec->packing && d->codec->packing(&d->config));
    samples_find(d->codec, &d->config, set);
    for (int v = (1 << field[0].bits) - 1; field[0].values == WF_TAG_CLASSES && v >= 0; v--) {
        const sample *found = sample_of(d, set, v);
        bool written = is_written(d, set, v, field[0].bits);
        known &= found || !written;
        text_puts(&tags, written ? "1" : "0");
        text in_use = {0};
        for (int u = d->sizes.units - 1; u >= 0; u--)
            text_puts(&in_use, found && (found->code.units[u / 32] >> u % 32 & 1) ? "1" : "0");
        text_puts(&units, units.len ? ", " : "");
        put_number(in_use.data, &units);
    }
    macro_set_flag(m, "WF_WITH_CHECK_TAGS", field[0].values == WF_TAG_CLASSES);
    macro_set_flag(m, "WF_WITH_CHECK_UNITS", known);
    macro_set_flag(m, "WF_WITH_CHECK_DOWN", field[0].values == WF_TAG_DOWN);
    macro_set(m, "WF_CHECK_PARTS", "%d", field[0].count);
    macro_set(m, "WF_CHECK_TAG_BITS", "%d", field[0].bits);
    macro_set(m, "WF_CHECK_TAGS", "%d", 1 << (field[0].values == WF_TAG_CLASSES ? field[0].bits : 0));
    set_number(m, "WF_CHECK_TAG_SET", field[0].values == WF_TAG_CLASSES ? tags.data : "0");
    macro_set(m, "WF_CHECK_UNITS_OF", "%s", field[0].values == WF_TAG_CLASSES ? units.data : "0");
    set_bits(d, set, field, fields == 2 && field[1].values == WF_TAG_BITS, m);
}

/* The code of a compressed line with this head and payload number `ground` behind it. */
static wf_code with_head(const design *d, unsigned head, int ground)
{
    wf_code code = {.tag = {1}};
    rng random = {(uint64_t)ground};
    set_low_ones(code.units, d->sizes.units, WF_UNIT_WORDS);
    for (int w = 0; w < d->sizes.payload_bits / 32; w++)
        code.payload[w] = rng_word(&random);
    code.payload[0] = (code.payload[0] & ~((1u << d->sizes.head_bits) - 1)) | head;
    return code;
}

/* Does the decoder take this head? */
static bool is_taken(const design *d, unsigned head)
{
    wf_code code = with_head(d, head, 0);
    int fault = d->codec->fault(&d->config, &code);
    return fault < 0 || fault >= d->sizes.head_bits;
}

/* Do all lines of these two heads decode alike? */
static bool is_alike(const design *d, unsigned head, unsigned other)
{
    enum { GROUNDS = 8 };
    bool alike = true;
    for (int g = 0; g < GROUNDS && alike; g++) {
        wf_code code = with_head(d, head, g), second = with_head(d, other, g);
        uint32_t block[WF_MAX_WORDS], block_of_other[WF_MAX_WORDS];
        wf_decode(d->codec, &d->config, &code, block);
        wf_decode(d->codec, &d->config, &second, block_of_other);
        alike = memcmp(block, block_of_other, (size_t)d->sizes.block_bits / 8) == 0;
    }
    return alike;
}

/* Does an encoder write this head? The decoder takes it, and none of its ones is a bit that the decoder ignores: that is written as 0. */
static bool is_written_head(const design *d, unsigned head)
{
    bool written = is_taken(d, head);
    for (unsigned bit = 1; bit < 1u << d->sizes.head_bits && written; bit *= 2)
        written = !(head & bit) || !is_taken(d, head ^ bit) || !is_alike(d, head, head ^ bit);
    return written;
}

static void set_heads(const design *d, macro_table *m)
{
    text set = {0};
    for (int head = (1 << d->sizes.head_bits) - 1; d->sizes.head_bits && head >= 0; head--)
        text_puts(&set, is_written_head(d, (unsigned)head) ? "1" : "0");
    macro_set(m, "WF_CHECK_HEAD_BITS", "%d", d->sizes.head_bits);
    macro_set(m, "WF_CHECK_HEADS", "%d", 1 << d->sizes.head_bits);
    set_number(m, "WF_CHECK_HEAD_SET", set.data ? set.data : "0");
}

void check_code_macros(const design *d, bool encoder, macro_table *m)
{
    const wf_sizes *s = &d->sizes;
    macro_set_flag(m, "WF_WITH_CHECK_CODE", encoder);
    if (!encoder)
        return;
    if (s->raw_bit)
        macro_set(m, "WF_CHECK_OR_RAW_BIT", " || tag_o[%d]", s->raw_bit);
    else
        macro_set(m, "WF_CHECK_OR_RAW_BIT", "%s", "");
    macro_set_flag(m, "WF_WITH_CHECK_WEN", design_units_equal(s) && s->wen_bits % s->units == 0);
    macro_set_flag(m, "WF_WITH_CHECK_FIRST", d->unit->line);
    set_tags(d, m);
    set_heads(d, m);
}
