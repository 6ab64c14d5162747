/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of linebdi_pick. Of four inputs two have the code of a line, of the corners, random or of a trace; one such a code under any
 * tag; one random bits under each tag in turn. The first picks of the inputs have each number in turn. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { CLASS_BITS = 4 };

/* The code of the next line. Payload bits of bursts that it does not use stay. */
static void put_code(blind *b, const wf_stream *w, uint32_t *in)
{
    const wf_codec *codec = wf_find_unit("linebdi")->codec;
    const wf_config *c = &b->design->config; /* its first parameters are those of the codec */
    stimulus line;
    wf_code code;
    stimuli_next(b->values, &line);
    const wf_input input = {.block = line.block, .raw_only = line.raw_only};
    wf_encode(codec, c, &input, &code);
    field_put(in + field_at(w, "tag"), 0, code.tag, field_bits(w, "tag"));
    for (int u = 0; u < c->line_bytes / WF_BURST_BYTES; u++)
        if (code.units[0] >> u & 1)
            memcpy(in + field_at(w, "payload") + WF_BURST_BYTES / 4 * u, code.payload + WF_BURST_BYTES / 4 * u, WF_BURST_BYTES);
}

/* The number of the code, in the tag or in the head. */
static void put_class(const wf_stream *w, uint32_t *in, uint32_t class)
{
    uint32_t compressed = class != 0;
    bool head = field_bits(w, "tag") == 1;
    if (head)
        field_put(in + field_at(w, "tag"), 0, &compressed, 1);
    field_put(in + field_at(w, head ? "payload" : "tag"), 0, &class, CLASS_BITS);
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    unsigned long long n = b->given++;
    const wf_stream *w = &b->design->streams.stream[stream];
    uint32_t number = (uint32_t)(n / 4);
    random_fields(w, in, r);
    if (n % 4 != 3)
        put_code(b, w, in);
    if (n % 4 >= 2)
        put_class(w, in, n % 4 == 2 ? rng_below(r, 1 << CLASS_BITS) : number % (1 << CLASS_BITS));
    number += number >> CLASS_BITS; /* every number under every tag */
    field_put(in + field_at(w, "at"), 0, &number, field_bits(w, "at") / (int)unit_parameter(b->design, "picks"));
    return true;
}

const environment environment_linebdi_pick = {.open = blind_open, .close = arena_free, .next = next};
