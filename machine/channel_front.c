/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_front.h"

#include <string.h>

#include "../sim/fields.h"

enum { COUNTS_A_BYTE = 4, COUNT_BITS = 2, RAW_COUNT = 3, COUNTS_A_BURST = WF_BURST_BYTES * COUNTS_A_BYTE, LEAST_USER_BITS = 7 };

static int bits_of(const design *d, const char *stream, const char *field)
{
    const wf_stream *w = unit_stream(d, stream);
    return w ? field_bits(w, field) : 0;
}

bool channel_is_of_lines(const design *d)
{
    const int line = d->config.line_bytes;
    return d->unit->system && d->unit->stepped && line > WF_BURST_BYTES && unit_stream(d, "flush") && unit_stream(d, "flushed") &&
           bits_of(d, "request", "mask") == line && bits_of(d, "request", "data") == 8 * line &&
           bits_of(d, "response", "data") == 8 * line && bits_of(d, "request", "user") >= LEAST_USER_BITS &&
           bits_of(d, "command", "bursts") == COUNT_BITS && bits_of(d, "data", "mask") == WF_BURST_BYTES &&
           bits_of(d, "data", "data") == 8 * WF_BURST_BYTES && bits_of(d, "return", "data") == 8 * WF_BURST_BYTES;
}

int channel_address_bits(const design *d)
{
    return bits_of(d, "request", "address");
}

/* Bytes of the channel: a count has 2 bits. */
static uint32_t bytes_of_counts(const design *d)
{
    return burst_code_of(d).codec ? (UINT32_C(1) << channel_address_bits(d)) / COUNTS_A_BYTE : 0;
}

uint32_t channel_reserved(const design *d)
{
    return bytes_of_counts(d) / (uint32_t)d->config.line_bytes;
}

uint32_t channel_first_count(const design *d)
{
    uint32_t bursts = (uint32_t)(d->config.line_bytes / WF_BURST_BYTES) << channel_address_bits(d);
    return bursts - bytes_of_counts(d) / WF_BURST_BYTES;
}

/* The burst with a line's count, and the bit in it at which that begins. */
static uint32_t *count_of(const channel_setup *s, uint32_t line, int *bit)
{
    *bit = (int)(COUNT_BITS * (line % COUNTS_A_BURST));
    return channel_dram_burst(s->dram, s->first_count + line / COUNTS_A_BURST);
}

void channel_put_count(const channel_setup *s, uint32_t line, uint32_t count)
{
    const uint32_t told = count == s->codes->code.raw ? RAW_COUNT : count;
    int bit;
    if (s->codes->code.codec == NULL)
        return;
    uint32_t *burst = count_of(s, line, &bit);
    field_put(burst, bit, &told, COUNT_BITS);
}

void channel_put_line(const channel_setup *s, const channel_request *r)
{
    uint32_t words[BURST_CODE_MOST_WORDS] = {0};
    const uint32_t line_bursts = s->codes->code.raw + 1,
                   count = burst_code_encode(&s->codes->code, channel_list_content(s->list, r->content), words);
    memcpy(channel_dram_burst(s->dram, r->line * line_bursts), words, (count + 1) * WF_BURST_BYTES);
    channel_put_count(s, r->line, count);
}

void channel_compare_memory(const channel_setup *s, const channel_request *r)
{
    const uint32_t raw = s->codes->code.raw;
    uint32_t words[BURST_CODE_MOST_WORDS], count = raw;
    int bit;
    if (s->codes->code.codec) {
        const uint32_t *burst = count_of(s, r->line, &bit);
        count = burst[bit / 32] >> bit % 32 & RAW_COUNT;
    }
    memcpy(words, channel_dram_burst(s->dram, r->line * (raw + 1)), (raw + 1) * WF_BURST_BYTES);
    channel_compare(s, r->content, count, words);
}

void channel_compare(const channel_setup *s, uint32_t content, uint32_t bursts, const uint32_t *words)
{
    uint32_t line[BURST_CODE_MOST_WORDS];
    bool right = burst_code_decode(&s->codes->code, bursts, words, line) &&
                 memcmp(line, channel_list_content(s->list, content), (size_t)s->list->words * sizeof *line) == 0;
    s->counts->checked++;
    s->counts->wrong += !right;
}
