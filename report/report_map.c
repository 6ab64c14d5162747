/* SPDX-License-Identifier: Apache-2.0
 *
 * What each code puts where. The golden model alone tells it: sample blocks are encoded, and the payload bytes that change when one
 * byte of one lane changes are that byte's. This file names no codec. */
#include "report_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/random.h"

enum {
    BYTES = 4 * WF_MAX_WORDS,
    SAMPLES = 450, /* blocks tried */
    PROBES = 12,   /* blocks of a class whose bytes are changed one by one */
    PARTS = 4      /* bytes of a word */
};

typedef struct {
    int samples; /* blocks of this class seen */
    int units;   /* storage units that they take */
    bool varies; /* other blocks of the class take other units: this is an example */
    bool enabled[WF_MAX_UNITS];
    bool used[BYTES];        /* ever not 0, or of a lane that is in the tag */
    short word[BYTES];       /* the only word that changes this byte; -1: none */
    signed char part[BYTES]; /* which byte of it, -1: not known */
    bool shared[BYTES];      /* changes if all words change together: a base */
    bool read[BYTES];        /* the decoder reads it */
} class_map;

/* The payload bits that change every time a byte of the input changes: the intersection over the probes. */
typedef struct {
    int probes;
    bool always[BYTES];
} effect;

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

/* Encodes a changed block and keeps in `e` the payload bits that change every time. The class must stay the same, or both codes must be
 * raw, since all raw codes are laid out alike. */
static void probe(const design *d, int class, bool divergent, const wf_code *old, const uint32_t *changed, effect *e)
{
    wf_code code;
    int now = encode_class(d, changed, divergent, &code);
    bool raw = !wf_tag_compressed(&d->sizes, code.tag) && !wf_tag_compressed(&d->sizes, old->tag);
    if ((now != class && !raw) || memcmp(code.units, old->units, sizeof code.units) != 0)
        return;
    int bytes = d->sizes.payload_bits / 8;
    for (int j = 0; j < bytes; j++)
        e->always[j] = (e->probes == 0 || e->always[j]) && byte_at(code.payload, j) != byte_at(old->payload, j);
    e->probes++;
}

/* The only byte of those that are read which always changes; -1 if there are several or none. */
static int only_byte(const effect *e, const bool *read, int bytes)
{
    int found = -1;
    for (int j = 0; j < bytes && e->probes > 0; j++)
        if (e->always[j] && read[j]) {
            if (found >= 0)
                return -1;
            found = j;
        }
    return found;
}

/* True if a divergent write may leave active lanes in the tag and the others in their banks. The decoder then reads only part of a bank. */
static bool splits_banks(const design *d)
{
    return d->codec->divergent && d->sizes.raw_bit == 0;
}

/* Marks the bytes that the decoder reads: those that change its output. */
static void mark_read(const design *d, const wf_code *code, bool *read)
{
    uint32_t block[WF_MAX_WORDS] = {0}, changed[WF_MAX_WORDS] = {0};
    wf_code other = *code;
    wf_decode(d->codec, &d->config, code, block);
    for (int j = 0; j < d->sizes.payload_bits / 8; j++)
        for (int bits = 1; bits < 256 && !read[j]; bits += 254) { /* the lowest, and all */
            other.payload[j / 4] ^= (uint32_t)bits << 8 * (j % 4);
            wf_decode(d->codec, &d->config, &other, changed);
            read[j] = memcmp(block, changed, sizeof block) != 0;
            other.payload[j / 4] = code->payload[j / 4];
        }
}

/* Clears what bytes hold that the decoder does not read. If the code splits banks, they are those of lanes in the tag. */
static void forget_unread(class_map *map, bool splits, int bytes)
{
    for (int j = 0; j < bytes; j++)
        if (!map->read[j]) {
            map->used[j] |= splits;
            map->shared[j] = false;
            map->word[j] = map->part[j] = -1;
        }
}

static void look_at_class(const design *d, int class, bool divergent, class_map *map)
{
    int words = (d->sizes.block_bits + 31) / 32, bytes = d->sizes.payload_bits / 8;
    effect *each = zalloc((size_t)words * PARTS * sizeof *each);
    effect all[PARTS] = {0};
    uint32_t units[WF_UNIT_WORDS]; /* of the first block */
    for (int j = 0; j < BYTES; j++)
        map->word[j] = map->part[j] = -1;
    for (int k = 0; k < SAMPLES; k++) {
        uint32_t block[WF_MAX_WORDS], changed[WF_MAX_WORDS];
        wf_code code;
        sample_block(k, d->sizes.block_bits, block);
        if (encode_class(d, block, divergent, &code) != class)
            continue;
        if (map->samples == 0)
            memcpy(units, code.units, sizeof units);
        if (memcmp(units, code.units, sizeof units) != 0) {
            map->varies = true;
            continue;
        }
        int bit = 0;
        for (int u = 0; u < d->sizes.units; u++) {
            bool on = code.units[u / 32] >> u % 32 & 1;
            if (map->samples == 0)
                map->units += on;
            map->enabled[u] |= on;
            for (int j = bit / 8; j < (bit + d->sizes.unit_bits[u]) / 8; j++)
                map->used[j] |= on && byte_at(code.payload, j) != 0;
            bit += d->sizes.unit_bits[u];
        }
        mark_read(d, &code, map->read);
        if (map->samples++ >= PROBES)
            continue;
        for (int part = 0; part < PARTS; part++) {
            for (int w = 0; w < words; w++) {
                memcpy(changed, block, sizeof block);
                changed[w] ^= 1u << 8 * part;
                probe(d, class, divergent, &code, changed, &each[w * PARTS + part]);
            }
            for (int w = 0; w < words; w++)
                changed[w] = block[w] + (1u << 8 * part);
            probe(d, class, divergent, &code, changed, &all[part]);
        }
    }
    for (int i = 0; i < words * PARTS; i++) {
        int j = only_byte(&each[i], map->read, bytes);
        if (j >= 0 && map->word[j] < 0) {
            map->word[j] = (short)(i / PARTS);
            map->part[j] = (signed char)(i % PARTS);
        }
    }
    for (int part = 0; part < PARTS; part++)
        for (int j = 0; j < bytes && all[part].probes > 0; j++)
            if (all[part].always[j] && map->word[j] < 0) {
                map->shared[j] = true;
                map->part[j] = (signed char)part;
            }
    for (int j = 0; j < bytes; j++)
        map->used[j] |= map->word[j] >= 0 || map->shared[j];
    forget_unread(map, divergent && splits_banks(d), bytes);
    free(each);
}

/* ---- drawing ---- */

static void draw_unit(text *t, const report_data *r, const class_map *map, int unit, int first_byte, const char *class_name)
{
    enum { CELL = 18 };
    int bytes = r->d.sizes.unit_bits[unit] / 8, columns = bytes > 16 ? 8 : 4, filled = 0;
    for (int k = 0; k < bytes; k++)
        filled += map->read[first_byte + k];
    char title[160];
    if (map->enabled[unit])
        snprintf(title, sizeof title, "%s, %s %d: %d of %d bytes carry the code", class_name, r->d.codec->unit_name, unit, filled, bytes);
    else
        snprintf(title, sizeof title, "%s, %s %d: not accessed", class_name, r->d.codec->unit_name, unit);
    int w = columns * CELL, h = (bytes + columns - 1) / columns * CELL;
    text_printf(t, "<svg class=\"unit\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"><title>", w, h, w, h);
    svg_escape(t, title);
    text_puts(t, "</title>");
    if (!map->enabled[unit]) {
        text_printf(t, "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" class=\"off\"/></svg>\n", w - 1, h - 1);
        return;
    }
    for (int k = 0; k < bytes; k++) {
        int j = first_byte + k, x = k % columns * CELL, y = k / columns * CELL;
        char class[8] = "pad";
        if (!map->read[j] && map->used[j])
            snprintf(class, sizeof class, "off");
        else if (map->shared[j])
            snprintf(class, sizeof class, "mb");
        else if (map->word[j] >= 0)
            snprintf(class, sizeof class, "m%d", map->part[j] & 3);
        else if (map->used[j])
            snprintf(class, sizeof class, "mu");
        text_printf(t, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"%s\"/>", x, y, CELL - 1, CELL - 1, class);
        if (map->shared[j])
            text_printf(t, "<text x=\"%.1f\" y=\"%.1f\">b%d</text>", x + 8.5, y + 12.5, map->part[j]);
        else if (map->word[j] >= 0)
            text_printf(t, "<text x=\"%.1f\" y=\"%.1f\">%d</text>", x + 8.5, y + 12.5, map->word[j]);
    }
    text_puts(t, "</svg>\n");
}

static void draw_class(text *t, const report_data *r, const class_map *map, const char *name)
{
    text_puts(t, "<div class=\"code\">\n<h3>");
    svg_escape(t, name);
    text_printf(t, " <small>%s%d of %d %ss%s</small></h3>\n<div class=\"units\">\n", map->varies ? "for instance " : "", map->units,
                r->d.sizes.units, r->d.codec->unit_name, map->units == 0 ? ": the whole value is in the tag" : "");
    for (int u = 0, bit = 0; u < r->d.sizes.units; u++) {
        draw_unit(t, r, map, u, bit / 8, name);
        bit += r->d.sizes.unit_bits[u];
    }
    text_puts(t, "</div>\n</div>\n");
}

/* Both classes are stored in the same way. */
static bool same_map(const design *d, const class_map *a, const class_map *b)
{
    if (a->samples == 0 || b->samples == 0 || a->varies || b->varies)
        return false;
    int bytes = d->sizes.payload_bits / 8;
    return memcmp(a->enabled, b->enabled, sizeof a->enabled) == 0 && memcmp(a->word, b->word, (size_t)bytes * sizeof a->word[0]) == 0 &&
           memcmp(a->part, b->part, (size_t)bytes * sizeof a->part[0]) == 0 &&
           memcmp(a->shared, b->shared, (size_t)bytes * sizeof a->shared[0]) == 0;
}

/* Words of 32 bits are lanes. */
static bool word_is_lane(const design *d)
{
    return !d->unit->line && d->sizes.block_bits == 32 * d->config.lanes;
}

static void map_legend(text *t, const report_data *r, const class_map *maps)
{
    bool base = false, other = false, pad = false, off = false, unread = splits_banks(&r->d), parts[PARTS] = {false},
         lanes = word_is_lane(&r->d);
    for (int c = 0; c < WF_MAX_CLASSES && r->d.codec->class_names[c]; c++)
        for (int u = 0, j = 0; u < r->d.sizes.units; u++) {
            bool on = maps[c].samples > 0 && maps[c].enabled[u];
            off |= maps[c].samples > 0 && !on;
            for (int end = j + r->d.sizes.unit_bits[u] / 8; j < end; j++) {
                bool owned = maps[c].word[j] >= 0;
                base |= on && maps[c].shared[j];
                other |= on && maps[c].read[j] && maps[c].used[j] && !maps[c].shared[j] && !owned;
                pad |= on && !maps[c].used[j];
                unread |= on && maps[c].used[j] && !maps[c].read[j];
                if (on && owned && !maps[c].shared[j])
                    parts[maps[c].part[j] & 3] = true;
            }
        }
    const char *const part_names[PARTS] = {lanes ? "low byte of a lane" : "low byte of 32 bits", "2nd byte", "3rd byte", "high byte"};
    static const char *const part_classes[PARTS] = {"m0", "m1", "m2", "m3"};
    text_puts(t, "<ul class=\"legend\">\n");
    if (base)
        html_legend_item(t, "mb", "base, b0 its low byte");
    for (int i = 0; i < PARTS; i++)
        if (parts[i])
            html_legend_item(t, part_classes[i], part_names[i]);
    if (other)
        html_legend_item(t, "mu", r->d.unit->line ? "depends on several words" : "depends on several lanes");
    if (pad)
        html_legend_item(t, "pad", "written as 0");
    if (off)
        html_legend_item(t, "off", unread ? "not accessed, or not read" : "not accessed");
    text_puts(t, "</ul>\n");
}

/* Draws a code under a mask without lane 0, with all codes that look like it. */
static void draw_split(text *t, const report_data *r)
{
    const char *const *names = r->d.codec->class_names;
    class_map *maps = zalloc(WF_MAX_CLASSES * sizeof *maps);
    text title = {0};
    int first = 0;
    for (int c = 1; c < WF_MAX_CLASSES && names[c]; c++) {
        look_at_class(&r->d, c, true, &maps[c]);
        if (first == 0 && maps[c].samples > 0)
            first = c;
        if (first > 0 && (c == first || same_map(&r->d, &maps[c], &maps[first])))
            text_printf(&title, "%s%s", c == first ? "" : ", ", names[c]);
    }
    text_puts(&title, ", lane 0 inactive");
    if (first > 0)
        draw_class(t, r, &maps[first], title.data);
    text_free(&title);
    free(maps);
}

void section_map(text *t, const report_data *r)
{
    const design *d = &r->d;
    const char *const *names = d->codec->class_names;
    html_section(t, "map", "What each code puts where");
    html_para(t, "note",
              "Storage of one block under each code: a group is a %s, a cell a byte, the number in it the %s whose byte it "
              "is. Found by encoding sample blocks with the golden model and watching what changes. Bytes that are in no %s come "
              "back from the tag or from the base.",
              d->codec->unit_name, word_is_lane(d) ? "lane" : "word of 32 bits", d->codec->unit_name);
    class_map *maps = zalloc(WF_MAX_CLASSES * sizeof *maps);
    for (int c = 0; c < WF_MAX_CLASSES && names[c]; c++) {
        look_at_class(d, c, false, &maps[c]);
        if (maps[c].samples == 0) { /* a code of divergent writes? */
            memset(&maps[c], 0, sizeof maps[c]);
            look_at_class(d, c, true, &maps[c]);
        }
    }
    map_legend(t, r, maps);
    /* The codes in the codec's order, from the smallest to the largest; raw last, with all codes that look like it. */
    text raw = {0};
    text_puts(&raw, names[0]);
    for (int c = 1; c < WF_MAX_CLASSES && names[c]; c++)
        if (same_map(d, &maps[c], &maps[0]))
            text_printf(&raw, ", %s", names[c]);
        else if (maps[c].samples > 0)
            draw_class(t, r, &maps[c], names[c]);
    if (splits_banks(d))
        draw_split(t, r);
    if (maps[0].samples > 0)
        draw_class(t, r, &maps[0], raw.data);
    text_free(&raw);
    free(maps);
    html_section_end(t);
}
