/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* The widest part that a slice has whole. A wider part is a register, and a slice has some of its lanes. */
enum { WIDEST = 64 };

/* "lane 3", "lane 3 bit 5", "port 1 byte 2 bit 7": the name of a bit in parts of `bits` bits. A slice has its share of the lanes. */
static void part_text(const char *part, int bits, int slices, int bit, text *out)
{
    bool wide = bits > WIDEST;
    bits /= wide ? slices : 1;
    text_printf(out, " %s %d", part, bit / bits);
    if (wide)
        text_printf(out, " byte %d bit %d", bit % bits / 8, bit % 8);
    else if (bits > 1)
        text_printf(out, " bit %d", bit % bits);
}

/* The parts of a field of a unit that is not a codec. */
static const char *unit_part_of(const design *d, const char *port, int *bits)
{
    if (!ends_with(port, "_i") && !ends_with(port, "_o"))
        return NULL;
    char *field = format_new("%.*s", (int)strlen(port) - 2, port);
    return d->unit->items ? d->unit->items(&d->config, field, bits) : NULL;
}

/* The parts of a codec's port. */
static const char *codec_part_of(const design *d, const char *port, int *bits)
{
    const wf_sizes *s = &d->sizes;
    bool lines = d->unit->line;
    if (starts_with(port, "mask_")) {
        *bits = 1;
        return "lane";
    }
    if (starts_with(port, "units_")) {
        *bits = 1;
        return d->codec->unit_name;
    }
    if (starts_with(port, "block_") || starts_with(port, "payload_")) {
        bool lanes = starts_with(port, "block_") && !lines;
        *bits = lanes ? design_word_bits(d) : 8;
        return lanes ? "lane" : "byte";
    }
    if (starts_with(port, "wen_") && s->payload_bits == s->wen_bits * design_word_bits(d)) {
        *bits = 1;
        return "word";
    }
    if (starts_with(port, "wen_") && s->payload_bits == s->wen_bits * 8) {
        *bits = 1;
        return "byte";
    }
    return NULL;
}

void rtl_term(const design *d, const char *pin, text *out)
{
    const char *select = strchr(pin, '[');
    char *port = format_new("%.*s", (int)strcspn(pin, "["), pin);
    int bits = 1;
    const char *part = d->codec ? codec_part_of(d, port, &bits) : unit_part_of(d, port, &bits);
    text_puts(out, port);
    if (select && part)
        part_text(part, bits, design_slices(d), atoi(select + 1), out);
    else if (select)
        text_printf(out, " bit %d", atoi(select + 1));
}

bool rtl_low_half(const design *d, int bit)
{
    int word = design_word_bits(d);
    return bit % word < word / 2;
}

char *rtl_module(const design *d, const char *type)
{
    const char *from = strchr(type, '\\');
    from = from ? from + strspn(from, "\\") : type;
    from += starts_with(from, d->name) ? strlen(d->name) + 1 : 0;
    return format_new("%.*s", (int)strcspn(from, "\\"), from);
}
