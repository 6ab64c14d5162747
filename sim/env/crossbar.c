/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of crossbar: first every small case; then in turn random bits, and registers as the codec bytewise stores them. With
 * traces it gives their registers alone. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { PLAIN, REORDER };
enum { WRITE, READ };

typedef struct {
    const design *design;
    stimuli *values;
    const wf_codec *codec;
    wf_config config; /* of the registers' codec */
    unsigned long long given;
    int ports, lanes, from_bits, arrays, array; /* arrays of a register, and words of an array */
    uint32_t shown[];                           /* what each input shows: an array that is not read holds its last bytes */
} crossing;

static void *open_crossing(const design *d, stimuli *values)
{
    const wf_unit *registers = wf_find_unit("bytewise");
    const wf_stream *w = &d->streams.stream[0];
    int ports = field_bits(w, "en"), lanes = d->config.lanes;
    crossing *e = zalloc(sizeof *e + sizeof *e->shown * (size_t)(ports * lanes));
    *e = (crossing){.design = d, .values = values, .codec = registers->codec, .ports = ports, .lanes = lanes};
    e->config = wf_default_config(registers, lanes);
    e->from_bits = field_bits(w, "from") / ports;
    e->array = lanes < 16 ? lanes / 4 : 4;
    e->arrays = lanes / e->array;
    return e;
}

/* Each output in use takes another input, as behind an arbiter. */
static void choose(const crossing *e, uint32_t *in, const wf_stream *w, rng *r, int *input)
{
    for (int j = 0; j < e->ports; j++)
        input[j] = j;
    for (int j = e->ports - 1; j > 0; j--) {
        int k = (int)rng_below(r, (uint32_t)j + 1), other = input[k];
        input[k] = input[j];
        input[j] = other;
    }
    for (int j = 0; j < e->ports; j++) {
        uint32_t number = (uint32_t)input[j];
        field_put(in + field_at(w, "from"), j * e->from_bits, &number, e->from_bits);
    }
}

/* A register at this input: from a bank its arrays in use, from a pipeline the lanes. */
static void show(crossing *e, const stimulus *x, int input, uint32_t *arrays)
{
    wf_code code;
    const wf_input value = {.block = x->block, .mask = x->mask};
    uint32_t *shown = e->shown + input * e->lanes;
    bool lanes = unit_parameter(e->design, "direction") == WRITE && unit_parameter(e->design, "order") == REORDER;
    wf_encode(e->codec, &e->config, &value, &code);
    for (int a = 0; a < e->arrays; a++) {
        uint32_t carries = code.units[a / 32] >> a % 32 & 1;
        if (carries && !lanes)
            memcpy(shown + a * e->array, code.payload + a * e->array, sizeof *shown * (size_t)e->array);
        if (arrays)
            field_put(arrays, input * e->arrays + a, &carries, 1);
    }
    if (lanes)
        memcpy(shown, x->block, sizeof *shown * (size_t)e->lanes);
}

static void stored_registers(crossing *e, uint32_t *in, const wf_stream *w, rng *r, stimulus *x, bool traced)
{
    int input[32], arrays = field_at(w, "arrays"), data = field_at(w, "data");
    choose(e, in, w, r, input);
    for (int j = 0; j < e->ports; j++) {
        if (!(in[field_at(w, "en")] >> j & 1))
            continue;
        show(e, x, input[j], arrays < 0 ? NULL : in + arrays);
        if (traced)
            stimuli_next_trace(e->values, x);
        else
            stimuli_next(e->values, x);
    }
    memcpy(in + data, e->shown, sizeof *in * (size_t)(e->ports * e->lanes));
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    crossing *e = env;
    unsigned long long n = e->given++;
    const wf_stream *w = &e->design->streams.stream[stream];
    int en = field_at(w, "en"), from = field_at(w, "from"), data = field_at(w, "data");
    int data_bits = field_bits(w, "data"), control = field_bits(w, "en") + field_bits(w, "from");
    stimulus x;
    random_fields(w, in, r);
    if (stimuli_next_trace(e->values, &x)) {
        stored_registers(e, in, w, r, &x, true);
        return true;
    }
    if (control <= 8 && n < ((unsigned long long)data_bits << control)) {
        uint32_t c = (uint32_t)(n & (((unsigned)1 << control) - 1)), bit = (uint32_t)(n >> control);
        field_put(in + en, 0, &c, field_bits(w, "en"));
        c >>= field_bits(w, "en");
        field_put(in + from, 0, &c, field_bits(w, "from"));
        memset(in + data, 0, sizeof *in * (size_t)((data_bits + 31) / 32));
        in[data + bit / 32] |= (uint32_t)1 << bit % 32;
        return true;
    }
    if (n % 2) {
        stimuli_next(e->values, &x);
        stored_registers(e, in, w, r, &x, false);
    }
    return true;
}

const environment environment_crossbar = {.open = open_crossing, .close = arena_free, .next = next};
