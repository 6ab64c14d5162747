/* SPDX-License-Identifier: Apache-2.0 */
#include "pick.h"

#include <string.h>

#include "../fields.h"

enum { CLASS_BITS = 4 };

/* The configuration of the codec whose codes the block reads. */
static wf_config codec_config(const design *d, const wf_unit *codec)
{
    wf_config c = wf_default_config(codec, d->config.line_bytes);
    for (int i = 0; codec->params[i].name; i++)
        for (int k = 0; d->unit->params[k].name; k++)
            if (strcmp(codec->params[i].name, d->unit->params[k].name) == 0)
                c.param[i] = d->config.param[k];
    return c;
}

/* The code of the next line. Payload bits of bursts that it does not use stay. */
static void put_code(blind *b, const wf_unit *codec, const wf_stream *w, uint32_t *in)
{
    wf_config c = codec_config(b->design, codec);
    stimulus line;
    wf_code code;
    stimuli_next(b->values, &line);
    const wf_input input = {.block = line.block, .raw_only = line.raw_only};
    wf_encode(codec->codec, &c, &input, &code);
    field_put(in + field_at(w, "tag"), 0, code.tag, field_bits(w, "tag"));
    for (int u = 0; u < c.line_bytes / WF_BURST_BYTES; u++)
        if (code.units[0] >> u & 1)
            memcpy(in + field_at(w, "payload") + WF_BURST_BYTES / 4 * u, code.payload + WF_BURST_BYTES / 4 * u, WF_BURST_BYTES);
}

/* The number of the code, in the tag or, if that is one bit, in the first bits of the payload. */
static void put_class(const wf_stream *w, uint32_t *in, uint32_t class)
{
    uint32_t compressed = class != 0;
    bool head = field_bits(w, "tag") == 1;
    if (head)
        field_put(in + field_at(w, "tag"), 0, &compressed, 1);
    field_put(in + field_at(w, head ? "payload" : "tag"), 0, &class, CLASS_BITS);
}

bool pick_next(blind *b, const char *codec, int stream, uint32_t *in, rng *r)
{
    unsigned long long n = b->given++;
    const wf_stream *w = &b->design->streams.stream[stream];
    uint32_t number = (uint32_t)(n / 4);
    random_fields(w, in, r);
    if (n % 4 != 3)
        put_code(b, wf_find_unit(codec), w, in);
    if (n % 4 >= 2)
        put_class(w, in, n % 4 == 2 ? rng_below(r, 1 << CLASS_BITS) : number % (1 << CLASS_BITS));
    number += number >> CLASS_BITS; /* every number under every class */
    field_put(in + field_at(w, "at"), 0, &number, field_bits(w, "at") / (int)unit_parameter(b->design, "picks"));
    return true;
}
