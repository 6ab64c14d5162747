/* SPDX-License-Identifier: Apache-2.0
 *
 * pick.h - what the blocks have in common that pick words or bytes out of a compressed line: how many, which, and where they come out.
 *
 *     value p    word (value=byte: byte) at[p] of the line
 *
 * The last parameters of such a block are PICK_PARAMS. */
#ifndef WF_PICK_H
#define WF_PICK_H

#include "bits_plain.h"
#include "streams.h"

/* clang-format off */
#define PICK_PARAMS(first) \
    [first] = {"picks", "values that are picked at once", WF_PARAM_INT, "1..32", 4, "WF_PICKS"}, \
    [(first) + 1] = {"value", "what is picked: words of 4 bytes, or bytes", WF_PARAM_CHOICE, "word|byte", 0, "WF_BYTES"}
/* clang-format on */

typedef struct {
    int line, tag_bits, picks; /* line: bytes */
    int bytes, bits;           /* of a value; of its number */
} pick_geometry;

/* `params`: the block's parameters from `picks` on. */
static inline pick_geometry pick_geometry_of(const wf_config *c, const int *params, int tag_bits)
{
    int bytes = params[1] ? 1 : 4;
    return (pick_geometry){
        .line = c->line_bytes, .tag_bits = tag_bits, .picks = params[0], .bytes = bytes, .bits = bits_for(c->line_bytes / bytes)};
}

static inline wf_streams pick_streams(pick_geometry g)
{
    return pure_streams((wf_stream){.count = 3, .field = {{"tag", g.tag_bits}, {"payload", 8 * g.line}, {"at", g.picks * g.bits}}},
                        (wf_stream){.count = 1, .field = {{"value", g.picks * 8 * g.bytes}}});
}

/* The payload in the record of the input, which begins with the tag. */
static inline const uint32_t *pick_payload(pick_geometry g, const uint32_t *in)
{
    return in + words_for(g.tag_bits);
}

/* Writes the values. `byte` tells a byte of the line from what a code says. */
static inline void pick_values(pick_geometry g, const uint32_t *in, uint32_t *out, uint8_t (*byte)(const void *said, int at),
                               const void *said)
{
    const uint32_t *at = pick_payload(g, in) + words_for(8 * g.line);
    memset(out, 0, sizeof *out * (size_t)words_for(g.picks * 8 * g.bytes));
    for (int p = 0; p < g.picks; p++)
        for (int b = 0; b < g.bytes; b++)
            put_bits(out, 8 * (p * g.bytes + b), byte(said, (int)get_bits(at, p * g.bits, g.bits) * g.bytes + b));
}

/* For messages: the parts of a field. */
static inline const char *pick_items(pick_geometry g, const char *field, int *bits)
{
    bool at = strcmp(field, "at") == 0, value = strcmp(field, "value") == 0;
    *bits = at ? g.bits : value ? 8 * g.bytes : 8;
    return at || value ? "pick" : strcmp(field, "payload") == 0 ? "byte" : NULL;
}

#endif
