/* SPDX-License-Identifier: Apache-2.0
 *
 * What each code puts where. The golden model alone tells it: sample blocks are encoded, and gen/code_map.h finds what each byte of their
 * codes holds. This file names no codec. */
#include "report_html.h"

#include <stdio.h>
#include <string.h>

#include "../base/random.h"
#include "../gen/code_map.h"
#include "../gen/samples.h"
#include "../gen/tag.h"

enum {
    BYTES = 4 * WF_MAX_WORDS,
    SAMPLES = 450, /* blocks tried */
    TAGS = 4       /* codes of a class with different tags whose bytes are looked at */
};

/* What is drawn of a byte in a storage unit that is accessed. */
typedef enum {
    CELL_ZERO,   /* the encoder writes 0 */
    CELL_UNREAD, /* the decoder does not look at it */
    CELL_BASE,   /* of several chunks; number: which byte of the base, -1: not known */
    CELL_SELECT, /* it tells how others are read */
    CELL_CODE,   /* other bytes tell what it holds, another thing in another block */
    CELL_PART    /* byte `part` of the word `number`, or of its difference; the last kind */
} cell_kind;

typedef struct {
    cell_kind kind;
    int number, part;
} cell;

typedef struct {
    int samples; /* blocks of this class seen */
    int units;   /* storage units that they take */
    bool varies; /* other blocks of the class are stored in another way: this is an example */
    bool enabled[WF_MAX_UNITS];
    bool ever[BYTES]; /* not 0 in some code */
    cell cells[BYTES];
} class_map;

/* Block k: cycles through the value structures that codecs look for. */
static void sample_block(int k, int bits, uint32_t *block)
{
    int words = (bits + 31) / 32;
    rng r = {(uint64_t)k * 1000003u};
    uint32_t base = rng_word(&r), stride = 1u << k / 15 % 5;
    for (int i = 0; i < words; i++) {
        uint32_t noise = rng_word(&r);
        switch (k % 15) {
        case 0: block[i] = base; break;
        case 1: block[i] = base + noise % 100; break;
        case 2: block[i] = base + noise % 30000; break;
        case 3: block[i] = base + (uint32_t)i * stride; break;
        case 4: block[i] = noise; break;
        case 5: block[i] = noise & 0xff; break;
        case 6: block[i] = noise & 0xffff; break;
        case 7: block[i] = (base & 0xff000000) | (noise & 0xffffff); break;
        case 8: block[i] = 0; break;
        case 9: block[i] = i < words / 2 ? base : base ^ (noise & 0xffff); break;
        case 10: block[i] = noise % 3 == 0 ? noise : 0; break;
        case 11: block[i] = i % 2 ? base >> 4 : base + noise % 100; break; /* values of 64 bits, near each other */
        case 12: block[i] = i % 2 ? base >> 4 : base + noise % 30000; break;
        case 13: block[i] = i % 2 ? base >> 4 : (base ^ 0x40000000) + noise % 0x30000000; break;
        default: block[i] = (base & 0xffff) * 0x10001 + (noise & 0x3f003f); break; /* values of 16 bits */
        }
    }
    if (bits % 32) /* a narrow block: nothing above it */
        block[words - 1] &= (1u << bits % 32) - 1;
}

/* Encodes a block, as a divergent write or not. Returns the class of its code. */
static int encode_class(const design *d, const uint32_t *block, bool divergent, wf_code *code)
{
    uint32_t mask[WF_MASK_WORDS] = {0};
    for (int i = divergent; i < d->sizes.mask_bits; i++)
        mask[i / 32] |= 1u << i % 32;
    memset(code, 0, sizeof *code);
    wf_encode(d->codec, &d->config, &(wf_input){.block = block, .mask = mask}, code);
    return d->codec->classify(&d->config, code);
}

static unsigned byte_at(const uint32_t *v, int j)
{
    return v[j / 4] >> 8 * (j % 4) & 0xff;
}

/* True if a divergent write may leave active lanes in the tag and the others in their banks. The decoder then reads only part of a bank. */
static bool splits_banks(const design *d)
{
    return d->codec->divergent && d->sizes.raw_bit == 0;
}

static cell cell_of(const byte_use *use)
{
    if (use->kind == BYTE_FREE || use->kind == BYTE_UNUSED)
        return (cell){CELL_UNREAD, 0, 0};
    if (use->kind == BYTE_CONTROL || use->kind == BYTE_HEAD)
        return (cell){CELL_SELECT, 0, 0};
    if (use->count > 1)
        return (cell){CELL_BASE, use->even ? use->first % use->step : -1, 0};
    return (cell){CELL_PART, use->first / 4, use->first % 4};
}

static bool same_cell(const cell *a, const cell *b)
{
    return a->kind == b->kind && a->number == b->number && a->part == b->part;
}

/* Fills in the cells of a code, or compares them with those of another code of its class. */
static void look_at_code(const design *d, const wf_code *code, bool first, class_map *map)
{
    byte_use use[BYTES];
    code_map(d->codec, &d->config, code, tag_fixed(d->codec, &d->config, &d->sizes), use);
    for (int j = 0; j < d->sizes.payload_bits / 8; j++) {
        cell now = cell_of(&use[j]);
        if (first)
            map->cells[j] = now;
        else
            map->varies |= !same_cell(&map->cells[j], &now);
    }
}

/* The places in a code follow from the values before them. */
static bool is_packed(const design *d, int class)
{
    return class > 0 && d->codec->packing && d->codec->packing(&d->config);
}

/* Such a code fills its first bytes: an example. */
static void look_at_packed(const design *d, const wf_code *code, class_map *map)
{
    int filled = (d->codec->size(&d->config, code) + 7) / 8;
    map->varies = true;
    for (int j = 0; j < d->sizes.payload_bits / 8; j++)
        map->cells[j].kind = j < filled ? CELL_CODE : byte_at(code->payload, j) ? CELL_UNREAD : CELL_ZERO;
}

/* The blocks tried, and after them that of the data sheet's example, if it has one: no class that the sheet shows is missing here. */
static void look_at_class(const design *d, const sample_set *set, int class, bool divergent, class_map *map)
{
    wf_code seen[TAGS]; /* of different tags */
    int tags = 0, bytes = d->sizes.payload_bits / 8;
    for (int k = 0; k < SAMPLES + set->of[class].found; k++) {
        uint32_t block[WF_MAX_WORDS];
        wf_code code;
        if (k < SAMPLES)
            sample_block(k, d->sizes.block_bits, block);
        else
            memcpy(block, set->of[class].block, sizeof block);
        if (encode_class(d, block, divergent, &code) != class)
            continue;
        if (map->samples > 0 && memcmp(seen[0].units, code.units, sizeof code.units) != 0) {
            map->varies = true;
            continue;
        }
        map->samples++;
        for (int j = 0; j < bytes; j++)
            map->ever[j] |= byte_at(code.payload, j) != 0;
        bool known = tags == (is_packed(d, class) ? 1 : TAGS);
        for (int i = 0; i < tags && !known; i++)
            known = memcmp(seen[i].tag, code.tag, sizeof code.tag) == 0;
        if (known)
            continue;
        seen[tags++] = code;
        if (is_packed(d, class))
            look_at_packed(d, &code, map);
        else
            look_at_code(d, &code, tags == 1, map);
    }
    for (int u = 0; u < d->sizes.units && map->samples > 0; u++) {
        map->enabled[u] = seen[0].units[u / 32] >> u % 32 & 1;
        map->units += map->enabled[u];
    }
    for (int j = 0; j < bytes; j++) /* if the code splits banks, what is not read is of lanes in the tag */
        if (map->cells[j].kind == CELL_UNREAD && !map->ever[j] && !(divergent && splits_banks(d)))
            map->cells[j].kind = CELL_ZERO;
}

/* ---- drawing ---- */

/* The class of its colour. */
static const char *class_of(cell_kind kind, int part)
{
    static const char *const classes[] = {"pad", "off", "mb", "ms", "mu", "m0", "m1", "m2", "m3"};
    return classes[(int)kind + (kind == CELL_PART ? part : 0)];
}

static void draw_unit(text *t, const design *d, const class_map *map, int unit, int first_byte, const char *class_name)
{
    enum { CELL = 18 };
    int bytes = d->sizes.unit_bits[unit] / 8, columns = bytes > 16 ? 8 : 4, filled = 0;
    for (int k = 0; k < bytes; k++)
        filled += map->cells[first_byte + k].kind > CELL_UNREAD;
    char title[160];
    if (map->enabled[unit])
        snprintf(title, sizeof title, "%s, %s %d: %d of %d bytes carry the code", class_name, d->codec->unit_name, unit, filled, bytes);
    else
        snprintf(title, sizeof title, "%s, %s %d: not accessed", class_name, d->codec->unit_name, unit);
    int w = columns * CELL, h = (bytes + columns - 1) / columns * CELL;
    text_printf(t, "<svg class=\"unit\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"><title>", w, h, w, h);
    svg_escape(t, title);
    text_puts(t, "</title>");
    if (!map->enabled[unit]) {
        text_printf(t, "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" class=\"off\"/></svg>\n", w - 1, h - 1);
        return;
    }
    for (int k = 0; k < bytes; k++) {
        const cell *c = &map->cells[first_byte + k];
        int x = k % columns * CELL, y = k / columns * CELL;
        text_printf(t, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"%s\"/>", x, y, CELL - 1, CELL - 1,
                    class_of(c->kind, c->part));
        if (c->kind != CELL_BASE && c->kind != CELL_PART)
            continue;
        text_printf(t, "<text x=\"%.1f\" y=\"%.1f\">%s", x + 8.5, y + 12.5, c->kind == CELL_BASE ? "b" : "");
        if (c->number >= 0)
            text_printf(t, "%d", c->number);
        text_puts(t, "</text>");
    }
    text_puts(t, "</svg>\n");
}

static void draw_class(text *t, const design *d, const class_map *map, const char *name)
{
    text_puts(t, "<div class=\"code\">\n<h3>");
    svg_escape(t, name);
    text_printf(t, " <small>%s%d of %d %ss%s</small></h3>\n<div class=\"units\">\n", map->varies ? "for instance " : "", map->units,
                d->sizes.units, d->codec->unit_name, map->units == 0 ? ": the whole value is in the tag" : "");
    for (int u = 0, bit = 0; u < d->sizes.units; u++) {
        draw_unit(t, d, map, u, bit / 8, name);
        bit += d->sizes.unit_bits[u];
    }
    text_puts(t, "</div>\n</div>\n");
}

/* Both classes are stored in the same way. */
static bool same_map(const design *d, const class_map *a, const class_map *b)
{
    if (a->samples == 0 || b->samples == 0 || a->varies || b->varies)
        return false;
    bool same = memcmp(a->enabled, b->enabled, sizeof a->enabled) == 0;
    for (int u = 0, j = 0; u < d->sizes.units; u++)
        for (int end = j + d->sizes.unit_bits[u] / 8; j < end; j++)
            same &= !a->enabled[u] || same_cell(&a->cells[j], &b->cells[j]);
    return same;
}

/* Words of 32 bits are lanes. */
static bool word_is_lane(const design *d)
{
    return !d->unit->line && d->sizes.block_bits == 32 * d->config.lanes;
}

static void map_legend(text *t, const design *d, const class_map *maps)
{
    bool kinds[CELL_PART + 4] = {false}, lanes = word_is_lane(d), off = false, unread = splits_banks(d);
    for (int c = 0; c < WF_MAX_CLASSES && d->codec->class_names[c]; c++)
        for (int u = 0, j = 0; u < d->sizes.units && maps[c].samples > 0; u++) {
            off |= !maps[c].enabled[u];
            for (int end = j + d->sizes.unit_bits[u] / 8; j < end; j++)
                if (maps[c].enabled[u])
                    kinds[(int)maps[c].cells[j].kind + maps[c].cells[j].part] = true;
        }
    unread |= kinds[CELL_UNREAD];
    text_puts(t, "<ul class=\"legend\">\n");
    if (kinds[CELL_BASE])
        html_legend_item(t, "mb", "base, b0 its low byte");
    const char *const parts[] = {lanes ? "low byte of a lane" : "low byte of 32 bits", "2nd byte", "3rd byte", "high byte"};
    for (int i = 0; i < 4; i++)
        if (kinds[CELL_PART + i])
            html_legend_item(t, class_of(CELL_PART, i), parts[i]);
    if (kinds[CELL_SELECT])
        html_legend_item(t, "ms", "select bits or the head: they tell how others are read");
    if (kinds[CELL_CODE])
        html_legend_item(t, "mu", "bits of the code: what they hold follows from the bits before them");
    if (kinds[CELL_ZERO])
        html_legend_item(t, "pad", "written as 0");
    if (off || kinds[CELL_UNREAD])
        html_legend_item(t, "off", unread ? "not accessed, or not read" : "not accessed");
    text_puts(t, "</ul>\n");
}

/* Draws a code under a mask without lane 0, with all codes that look like it. */
static void draw_split(text *t, const design *d)
{
    const char *const *names = d->codec->class_names;
    class_map *maps = zalloc(WF_MAX_CLASSES * sizeof *maps);
    sample_set *set = zalloc(sizeof *set);
    samples_find(d->codec, &d->config, set);
    text title = {0};
    int first = 0;
    for (int c = 1; c < WF_MAX_CLASSES && names[c]; c++) {
        look_at_class(d, set, c, true, &maps[c]);
        if (first == 0 && maps[c].samples > 0)
            first = c;
        if (first > 0 && (c == first || same_map(d, &maps[c], &maps[first])))
            text_printf(&title, "%s%s", c == first ? "" : ", ", names[c]);
    }
    text_puts(&title, ", lane 0 inactive");
    if (first > 0)
        draw_class(t, d, &maps[first], title.data);
}

/* Draws the codes of a codec in its order, from the smallest to the largest; raw last, with all codes that look like it. Of a codec that
 * chooses among codecs only raw, and of one that it chooses all but raw. */
static void draw_codec(text *t, const design *d, bool chooses, bool chosen)
{
    const char *const *names = d->codec->class_names;
    class_map *maps = zalloc(WF_MAX_CLASSES * sizeof *maps);
    sample_set *set = zalloc(sizeof *set);
    samples_find(d->codec, &d->config, set);
    for (int c = chosen; c < WF_MAX_CLASSES && names[c] && !(chooses && c > 0); c++) {
        look_at_class(d, set, c, false, &maps[c]);
        if (maps[c].samples == 0) { /* a code of divergent writes? */
            memset(&maps[c], 0, sizeof maps[c]);
            look_at_class(d, set, c, true, &maps[c]);
        }
    }
    map_legend(t, d, maps);
    text raw = {0};
    text_puts(&raw, names[0]);
    for (int c = 1; c < WF_MAX_CLASSES && names[c]; c++)
        if (same_map(d, &maps[c], &maps[0]))
            text_printf(&raw, ", %s", names[c]);
        else if (maps[c].samples > 0)
            draw_class(t, d, &maps[c], names[c]);
    if (splits_banks(d))
        draw_split(t, d);
    if (maps[0].samples > 0)
        draw_class(t, d, &maps[0], raw.data);
}

void section_map(text *t, const report_data *r)
{
    const design *d = &r->d;
    bool chooses = d->unit->children && d->unit->children->unit->codec;
    html_section(t, "map", "What each code puts where");
    html_para(
        t, "note",
        "Storage of one block under each code: a group is a %s, a cell a byte, the number in it the %s whose byte it is, or whose "
        "difference it is. Found by encoding sample blocks with the golden model, and by decoding codes that differ in one bit. Bytes "
        "that are in no %s come back from the tag or from the base.",
        d->codec->unit_name, word_is_lane(d) ? "lane" : "word of 32 bits", d->codec->unit_name);
    for (int k = 0; chooses && d->unit->children[k].name; k++) {
        const wf_child *child = &d->unit->children[k];
        design own = {.unit = child->unit, .codec = child->unit->codec, .config = wf_child_config(d->unit, &d->config, k)};
        if (!own.codec || !wf_child_used(child, &d->config))
            continue;
        own.codec->sizes(&own.config, &own.sizes, NULL);
        text_printf(t, "<h3>Codes of %s</h3>\n", child->name);
        draw_codec(t, &own, false, true);
    }
    if (chooses)
        text_puts(t, "<h3>No code</h3>\n");
    draw_codec(t, d, chooses, false);
    html_section_end(t);
}
