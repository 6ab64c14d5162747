/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet_code.c - the data sheet on a codec's code: the tag, its codes, and where the payload has the bytes of the block. */
#include <string.h>

#include "../cmodel/bits.h"
#include "sheet_code.h"
#include "tag.h"

static void add_bits(text *out, int high, int low_bit)
{
    if (high == low_bit)
        text_printf(out, "%d", low_bit);
    else
        text_printf(out, "%d..%d", high, low_bit);
}

/* ---- The tag ---- */

static void add_tag(const code_subject *s)
{
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    int fields = tag_fields(s->codec, s->config, &s->sizes, field), at = 0;
    text_puts(s->out, "\n| bits of the tag | field | what it says |\n|---|---|---|\n");
    for (const wf_tag_field *f = field; f < field + fields; f++) {
        text place = {0}, help = {0};
        char *name = format_new("`%s`", f->name);
        add_bits(&place, at + f->bits * f->count - 1, at);
        text_puts(&help, f->help);
        if (f->count > 1)
            text_printf(&help, "; %d bit%s for each %s, %s 0 lowest", f->bits, f->bits == 1 ? "" : "s", f->of, f->of);
        sheet_row(s->out, place.data, name, help.data, NULL);
        at += f->bits * f->count;
    }
}

/* ---- Codes ---- */

/* "0..2, 5", or "none": the storage units in use. */
static void add_units(const code_subject *s, const sample *of, text *out)
{
    int before = 0;
    for (int u = 0; u < s->sizes.units; u++) {
        int from = u;
        while (u < s->sizes.units && get_bit(of->code.units, u))
            u++;
        if (u == from)
            continue;
        text_printf(out, u - from > 1 ? "%s%d..%d" : "%s%d", before++ ? ", " : "", from, u - 1);
    }
    if (before == 0)
        text_puts(out, "none");
}

static const char *help_of(const code_subject *s, int class)
{
    return s->codec->class_help ? s->codec->class_help[class] : "";
}

/* The units of a class: those of its sample, or that the code's length decides. */
static void add_class_units(const code_subject *s, int class, text *out)
{
    if (s->packing && class > 0)
        text_puts(out, "as many as the code takes");
    else
        add_units(s, &s->samples.of[class], out);
}

/* Does the decoder give the payload as it is for this tag? */
static bool is_verbatim(const code_subject *s, int tag)
{
    wf_code code = {.tag = {(uint32_t)tag}};
    uint32_t block[WF_MAX_WORDS];
    int words = words_for(s->sizes.payload_bits);
    set_low_ones(code.units, s->sizes.units, WF_UNIT_WORDS);
    for (int w = 0; w < words; w++)
        code.payload[w] = 0x9e3779b9u * (uint32_t)(w + 1);
    if (s->sizes.payload_bits % 32)
        code.payload[words - 1] &= (1u << s->sizes.payload_bits % 32) - 1;
    wf_decode(s->codec, s->config, &code, block);
    return memcmp(block, code.payload, sizeof(uint32_t) * (size_t)words) == 0;
}

/* A field whose values are the classes. */
static void add_codes(const code_subject *s, const wf_tag_field *field)
{
    text bad = {0};
    int values = 1 << field->bits, class = -1;
    bool verbatim = true;
    text_printf(s->out, "\n| `%s` | class | the block | %ss in use |\n|---|---|---|---|\n", field->name, s->codec->unit_name);
    for (int v = 0; v < values; v++) {
        int from = v;
        for (; v < values && ((class = tag_class(s->codec, s->config, v)) < 0 || !s->samples.of[class].found); v++)
            verbatim &= is_verbatim(s, v);
        if (v > from)
            text_printf(&bad, v - from > 2 ? "%s%d to %d" : v - from > 1 ? "%s%d, %d" : "%s%d", bad.len ? ", " : "", from, v - 1);
        if (v == values)
            break;
        text units = {0};
        char *number = format_new("%d", v);
        add_class_units(s, class, &units);
        sheet_row(s->out, number, s->codec->class_names[class], help_of(s, class), units.data, NULL);
    }
    if (bad.len)
        text_printf(s->out, "\nNo encoder of this configuration writes `%s` = %s.%s\n", field->name, bad.data,
                    verbatim ? " For these tags the decoder gives the payload as it is." : "");
}

/* The lowest bits of a sample's tag, the highest first. */
static void add_low_bits(const code_subject *s, const sample *of, text *out)
{
    text_puts(out, "`");
    for (int b = s->sizes.code_bits - 1; b >= 0; b--)
        text_printf(out, "%d", get_bit(of->code.tag, b));
    text_puts(out, "`");
}

/* The head of a sample's payload: "`0x06`"; "none" of a raw line. */
static void add_head(const code_subject *s, const sample *of, text *out)
{
    if (wf_tag_compressed(&s->sizes, of->code.tag))
        text_printf(out, "`0x%02x`", (unsigned)get_bits(of->code.payload, 0, s->sizes.head_bits));
    else
        text_puts(out, "none");
}

static void add_classes(const code_subject *s)
{
    text low = {0}, title = {0}, head = {0};
    bool heads = s->sizes.head_bits > 0;
    text_puts(&title, s->sizes.code_bits > 1 ? "bits " : "bit ");
    add_bits(&title, s->sizes.code_bits - 1, 0);
    text_printf(s->out,
                "\nExamples, one of each class that the encoder makes:\n\n| class | the block | %s of the tag | %s%ss in use "
                "|\n|---|---|---|%s---|\n",
                title.data, heads ? "byte 0, the head | " : "", s->codec->unit_name, heads ? "---|" : "");
    for (int c = 0; c < s->samples.classes; c++) {
        const sample *of = &s->samples.of[c];
        if (!of->found)
            continue;
        text units = {0};
        low.len = 0;
        add_low_bits(s, of, &low);
        add_class_units(s, c, &units);
        head.len = 0;
        if (heads)
            add_head(s, of, &head);
        sheet_row(s->out, s->codec->class_names[c], help_of(s, c), low.data, heads ? head.data : units.data, heads ? units.data : NULL,
                  NULL);
    }
}

/* ---- The payload ---- */

/* "8 banks of 128 bits: bank 0 is the lowest bits" */
static void add_geometry(const code_subject *s)
{
    const wf_sizes *z = &s->sizes;
    bool equal = design_units_equal(z);
    text_printf(s->out, "\nThe payload has %d bits. Byte j of it is its bits 8j+7..8j. It is stored in ", z->payload_bits);
    sheet_count(s->out, z->units, s->codec->unit_name);
    if (equal)
        text_printf(s->out, " of %d bits%s", z->unit_bits[0], z->units > 1 ? " each" : "");
    for (int u = 0; !equal && u < z->units; u++)
        text_printf(s->out, "%s%d", u ? ", " : " of so many bits: ", z->unit_bits[u]);
    text_printf(s->out, z->units > 1 ? ", number 0 in the lowest bits.\n" : ".\n");
    if (z->wen_bits == z->units)
        text_printf(s->out, "A write enable is for one %s.\n", s->codec->unit_name);
    else
        text_printf(s->out, "A write enable is for %d bits: bit w of `wen_o` for bits %d*w+%d..%d*w of the payload.\n",
                    z->payload_bits / z->wen_bits, z->payload_bits / z->wen_bits, z->payload_bits / z->wen_bits - 1,
                    z->payload_bits / z->wen_bits);
}

static void add_payload(code_subject *s)
{
    text *out = s->out, map[WF_MAX_CLASSES] = {{.data = NULL}};
    for (int c = 0; c < s->samples.classes; c++) {
        const sample *of = &s->samples.of[c];
        if (!of->found || (s->packing && c > 0))
            continue;
        s->out = &map[c];
        if (wf_units_used(&s->sizes, &of->code) == 0)
            text_printf(s->out, "No %s is in use: the tag is the whole code.\n", s->codec->unit_name);
        else
            sheet_map(s, of);
        s->out = out;
        int same = 0;
        while (same < c && (map[same].data == NULL || strcmp(map[same].data, map[c].data) != 0))
            same++;
        text_puts(out, "\n**");
        sheet_cell(out, s->codec->class_names[c]);
        text_puts(out, "**\n\n");
        if (same == c)
            text_puts(out, map[c].data);
        else
            text_printf(out, "As %s.\n", s->codec->class_names[same]);
    }
    if (s->packing)
        text_printf(s->out, "\n**Compressed.** %s%s\n", s->sizes.head_bits ? "Byte 0 is the head; the code follows from byte 1 on. " : "",
                    s->packing);
}

static void add_subject(const wf_unit *unit, const wf_config *config, const char *title, text *out)
{
    code_subject *s = zalloc(sizeof *s);
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    *s = (code_subject){.unit = unit, .codec = unit->codec, .config = config, .out = out};
    s->codec->sizes(config, &s->sizes, NULL);
    s->packing = s->codec->packing ? s->codec->packing(config) : NULL;
    samples_find(s->codec, config, &s->samples);
    tag_fields(s->codec, config, &s->sizes, field);
    s->fixed = tag_fixed(s->codec, config, &s->sizes);
    text_printf(out, "\n## The code%s\n\n", title);
    if (*title)
        text_printf(out, "`docs/%s.md` has it with worked values.\n\n", unit->name);
    text_puts(out, "### Tag\n");
    add_tag(s);
    if (field[0].values == WF_TAG_CLASSES)
        add_codes(s, &field[0]);
    else
        add_classes(s);
    text_puts(out, "\n### Payload\n");
    add_geometry(s);
    if (field[0].values != WF_TAG_CLASSES && !s->packing)
        text_printf(out, "Below are the places for the %ss of the examples above.\n", s->sizes.head_bits ? "head" : "tag");
    add_payload(s);
}

void sheet_code(const design *d, text *out)
{
    add_subject(d->unit, &d->config, "", out);
    for (int k = 0; d->unit->children && d->unit->children[k].name; k++) {
        const wf_child *child = &d->unit->children[k];
        wf_config own = wf_child_config(d->unit, &d->config, k);
        char *title = format_new(" of %s", child->name);
        if (child->unit->codec && wf_child_used(child, &d->config))
            add_subject(child->unit, &own, title, out);
    }
}
