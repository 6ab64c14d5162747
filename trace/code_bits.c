/* SPDX-License-Identifier: Apache-2.0 */
#include "code_bits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

void code_put_bits(packer *p, const uint32_t *bits, int count)
{
    for (int i = 0; i < (count + 7) / 8; i++)
        put_byte(p, get_byte(bits, i));
}

void code_get_bits(input *in, uint32_t *bits, int words, int count, const char *what)
{
    unsigned char byte;

    memset(bits, 0, (size_t)words * sizeof *bits);
    for (int i = 0; i < (count + 7) / 8; i++) {
        input_bytes(in, &byte, 1);
        bits[i / 4] |= (uint32_t)byte << (8 * (i % 4));
        if (8 * i + 8 > count && byte >> (count - 8 * i) != 0)
            input_bad(in, "%s has bits above %d", what, count - 1);
    }
}

void code_pieces(packer *p, input *in, uint32_t *payload, const uint32_t *enables, const int *sizes, int size, int count)
{
    for (int i = 0, at = 0; i < count; i++) {
        int bytes = (sizes ? sizes[i] : size) / 8;
        for (int j = at; j < at + bytes && get_bit(enables, i); j++) {
            unsigned char byte;
            if (p != NULL) {
                put_byte(p, get_byte(payload, j));
            } else {
                input_bytes(in, &byte, 1);
                payload[j / 4] &= ~((uint32_t)0xff << (8 * (j % 4)));
                payload[j / 4] |= (uint32_t)byte << (8 * (j % 4));
            }
        }
        at += bytes;
    }
}

void code_units(const wf_sizes *s, packer *p, input *in, wf_code *code)
{
    code_pieces(p, in, code->payload, code->units, s->unit_bits, 0, s->units);
}

static void count_param(void *user, const char *name, const wf_param *param, int value)
{
    (void)name, (void)param, (void)value;
    ++*(uint64_t *)user;
}

static void put_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    design_value_text(param, value, &t);
    put_string(user, name);
    put_string(user, t.data);
    text_free(&t);
}

void code_put_design(packer *p, const design *d)
{
    uint64_t count = 0;

    design_each_param(d, count_param, &count);
    put_string(p, d->unit->name);
    put_varint(p, count);
    design_each_param(d, put_param, p);
}

/* The parameters that a head has named so far. */
typedef struct {
    input *in;
    const design *d;
    const char *name; /* sought now */
    int place, found; /* of the current parameter; of the one sought, -1: there is none */
    bool seen[WF_MAX_PARAMS];
} head_params;

static void seek_param(void *user, const char *name, const wf_param *param, int value)
{
    head_params *h = user;
    (void)param, (void)value;
    if (strcmp(name, h->name) == 0)
        h->found = h->place;
    h->place++;
}

static void need_param(void *user, const char *name, const wf_param *param, int value)
{
    head_params *h = user;
    (void)param, (void)value;
    if (!h->seen[h->place++])
        input_bad(h->in, "codes of %s without its parameter \"%s\": corrupt, or of a version that had no such parameter", h->d->unit->name,
                  name);
}

static void get_param(head_params *h, design *d)
{
    char *key = unpack_string(h->in), *value = unpack_string(h->in);

    h->name = key;
    h->place = 0;
    h->found = -1;
    design_each_param(d, seek_param, h);
    if (h->found < 0)
        input_bad(h->in, "%s has no parameter \"%.40s\"", d->unit->name, key);
    if (h->seen[h->found])
        input_bad(h->in, "corrupt: the parameter \"%s\" of %s is given twice", key, d->unit->name);
    h->seen[h->found] = true;
    for (const char *c = value; *c; c++)
        if (!isprint((unsigned char)*c))
            input_bad(h->in, "corrupt: \"%.40s\" for %s of %s", value, key, d->unit->name);
    design_set(d, key, value, input_path(h->in));
    arena_free(key);
    arena_free(value);
}

void code_get_design(input *in, design *d, int words)
{
    char *name = unpack_string(in);
    const wf_unit *unit = wf_find_unit(name);

    if (unit == NULL || unit->codec == NULL)
        input_bad(in, "codes of \"%.40s\", a codec that this program does not have", name);
    design_init(d, unit, unit->line ? 4 * words : words);
    uint64_t count = input_varint(in);
    if (count > WF_MAX_PARAMS)
        input_bad(in, "corrupt: %llu parameters", (unsigned long long)count);
    head_params h = {.in = in, .d = d};
    for (uint64_t i = 0; i < count; i++)
        get_param(&h, d);
    h.place = 0;
    design_each_param(d, need_param, &h);
    arena_free(name);
    if (!wf_is_lanes(words))
        input_bad(in, "corrupt: codes of %d lanes", words);
    char *fault = design_fault(d);
    if (fault)
        input_bad(in, "corrupt: %s", fault);
}
