/* SPDX-License-Identifier: Apache-2.0 */
#include "line_code.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "metadata_run.h"

void line_codec_need(const design *d, const char *what)
{
    text names = {0};

    if (d->codec != NULL && d->unit->line)
        return;
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec && wf_unit_at(i)->line)
            text_printf(&names, "%s%s", names.len > 0 ? ", " : "", wf_unit_at(i)->name);
    die_usage("%s needs a codec of cache lines, and %s is none; expected: %s%s", what, d->unit->name,
              names.len > 0 ? names.data : "none yet",
              d->unit == metadata_run_unit() ? " (stats with one of them, or with --line alone, shows the hits of this cache)" : "");
}

void line_code_make(const design *d, const char *in, uint64_t number, const uint32_t *line, wf_code *code)
{
    uint32_t back[WF_MAX_WORDS];

    wf_encode(d->codec, &d->config, &(wf_input){.block = line}, code);
    if (wf_decode(d->codec, &d->config, code, back) != WF_OK || memcmp(back, line, (size_t)d->config.line_bytes) != 0)
        die("%s: line %llu: the golden model of %s does not give it back; this is a defect of the model", in, (unsigned long long)number,
            d->unit->name);
}

/* The first of `bits` in which a and b differ, or -1. */
static int first_difference(const uint32_t *a, const uint32_t *b, int bits)
{
    for (int i = 0; i < bits; i++)
        if (get_bit(a, i) != get_bit(b, i))
            return i;
    return -1;
}

/* The first bit of the bursts in use in which two payloads differ, or -1. */
static int payload_difference(const wf_sizes *s, const wf_code *a, const wf_code *b)
{
    for (int u = 0, at = 0; u < s->units; at += s->unit_bits[u++])
        for (int i = at; i < at + s->unit_bits[u] && get_bit(a->units, u); i++)
            if (get_bit(a->payload, i) != get_bit(b->payload, i))
                return i;
    return -1;
}

/* Dies if decode reports an error. */
static void decode(const design *d, const input *in, const wf_code *code, uint32_t *line)
{
    wf_status status = wf_decode(d->codec, &d->config, code, line);
    int bit = d->codec->fault(&d->config, code);

    if (status == WF_OK)
        return;
    if (status == WF_ERR_TAG)
        input_bad(in, "corrupt: a tag that %s does not have", d->unit->name);
    if (bit < 0 || bit >= d->sizes.payload_bits)
        input_bad(in, "corrupt: a code of %s whose %ss contradict its length", d->unit->name, d->codec->unit_name);
    input_bad(in, "corrupt: a code of %s that cannot be from bit %d of the payload on", d->unit->name, bit);
}

/* Dies unless encoding the line again gives this code: nothing else can have been written. */
static void check_again(const design *d, const input *in, const wf_code *code, const uint32_t *line)
{
    const wf_sizes *s = &d->sizes;
    wf_code again;

    wf_encode(d->codec, &d->config, &(wf_input){.block = line}, &again);
    int is = wf_units_used(s, code), expected = wf_units_used(s, &again);
    if (is != expected)
        input_bad(in, "corrupt: a line in %d %s%s; the encoder of %s makes %d of it", is, d->codec->unit_name, is == 1 ? "" : "s",
                  d->unit->name, expected);
    const char *where = "tag";
    int bit = first_difference(again.tag, code->tag, s->tag_bits);
    if (bit < 0) {
        where = "burst enables";
        bit = first_difference(again.units, code->units, s->units);
    }
    if (bit < 0) {
        where = "payload";
        bit = payload_difference(s, &again, code);
    }
    if (bit >= 0)
        input_bad(in, "corrupt: a code that the encoder of %s does not make, from bit %d of the %s on", d->unit->name, bit, where);
}

void line_code_read(const design *d, const input *in, const wf_code *code, uint32_t *line)
{
    decode(d, in, code, line);
    check_again(d, in, code, line);
}
