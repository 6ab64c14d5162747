/* SPDX-License-Identifier: Apache-2.0
 *
 * picked.h - what the tests of the blocks share that pick values out of a compressed line: configurations, picks, and the comparison with the fast
 * decoder. Include it after cmocka.h; `unit` is the block. */
#ifndef WF_TESTS_PICKED_H
#define WF_TESTS_PICKED_H

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

static const wf_unit *unit;

/* A configuration from "name=value" texts; NULL ends them. */
static wf_config with(int line, const char *const *settings)
{
    wf_config c = wf_default_config(unit, line);
    for (char name[32]; *settings; settings++) {
        size_t length = strcspn(*settings, "=");
        memcpy(name, *settings, length);
        name[length] = 0;
        assert_int_equal(wf_set_param(unit, &c, name, *settings + length + 1, NULL), WF_OK);
    }
    return c;
}
#define WITH(line, ...) with(line, (const char *const[]){__VA_ARGS__, NULL})

static int value_of(const wf_config *c, const char *name)
{
    int i = 0;
    while (strcmp(unit->params[i].name, name) != 0)
        i++;
    return c->param[i];
}

static void put(uint32_t *v, int at, uint32_t x, int bits)
{
    for (int i = 0; i < bits; i++)
        v[(at + i) / 32] = (v[(at + i) / 32] & ~((uint32_t)1 << (at + i) % 32)) | (i < 32 ? x >> i & 1 : 0) << (at + i) % 32;
}

/* What all picks give if pick p takes number at[p]. */
static void pick(const wf_config *c, const uint32_t *tag, const uint32_t *payload, const int *at, uint32_t *values)
{
    uint32_t in[WF_MAX_WORDS + 64] = {0}, out[32];
    wf_streams s;
    int picks = value_of(c, "picks");
    assert_int_equal(unit->streams(c, &s, NULL), WF_OK);
    const wf_field *f = s.stream[0].field;
    int payload_at = (f[0].bits + 31) / 32, at_at = payload_at + f[1].bits / 32, bits = f[2].bits / picks,
        wide = s.stream[1].field[0].bits / picks;
    memcpy(in, tag, sizeof *in * (size_t)payload_at);
    memcpy(in + payload_at, payload, (size_t)f[1].bits / 8);
    for (int p = 0; p < picks; p++)
        put(in + at_at, bits * p, (uint32_t)at[p], bits);
    memset(out, 0xa5, sizeof out);
    assert_int_equal(wf_eval(unit, c, in, out), WF_OK);
    for (int p = 0; p < picks; p++)
        values[p] = wide == 32 ? out[p] : out[p / 4] >> p % 4 * 8 & 0xff;
}

/* One value, by a configuration of one pick. */
static uint32_t one(const wf_config *c, uint32_t tag, const uint32_t *payload, int at)
{
    uint32_t value;
    pick(c, (const uint32_t[]){tag, 0, 0}, payload, &at, &value);
    return value;
}

/* Bytes from hexadecimal digits; blanks do not count, all others are 5a: a burst has more bytes than the code. */
static void bytes(uint32_t *payload, const char *hex)
{
    int n = 0;
    memset(payload, 0x5a, 128);
    for (char pair[3] = ""; *hex; hex++)
        if (*hex != ' ') {
            memcpy(pair, hex++, 2);
            put(payload, 8 * n++, (uint32_t)strtol(pair, NULL, 16), 8);
        }
}

/* The configuration of the codec: parameters of the same name have the same value, the others their default. */
static wf_config codec_config(const wf_unit *codec, const wf_config *c)
{
    wf_config own = wf_default_config(codec, c->line_bytes);
    for (int i = 0; codec->params[i].name; i++)
        for (int k = 0; unit->params[k].name; k++)
            if (strcmp(codec->params[i].name, unit->params[k].name) == 0)
                own.param[i] = c->param[k];
    return own;
}

/* Every number of the line in turn at the first pick, others at random, under this tag and payload: as the whole line that the codec's fast decoder
 * gives. */
static void every_number(const wf_unit *codec, const wf_config *c, const uint32_t *tag, const uint32_t *payload, rng *r)
{
    wf_config line = codec_config(codec, c);
    wf_code code = {.units = {0xf}};
    uint32_t block[WF_MAX_WORDS], values[32];
    int picks = value_of(c, "picks"), bytes_each = value_of(c, "value") ? 1 : 4, numbers = c->line_bytes / bytes_each, at[32];
    memcpy(code.tag, tag, 12);
    memcpy(code.payload, payload, (size_t)c->line_bytes);
    wf_decode(codec->codec, &line, &code, block);
    for (int first = 0; first < numbers; first++) {
        for (int p = 0; p < picks; p++)
            at[p] = p == 0 ? first : (int)rng_below(r, (uint32_t)numbers);
        pick(c, tag, payload, at, values);
        for (int p = 0; p < picks; p++) {
            uint32_t word = block[at[p] * bytes_each / 4];
            assert_int_equal(values[p], bytes_each == 4 ? word : word >> at[p] % 4 * 8 & 0xff);
        }
    }
}

/* The same of random lines as the codec encodes them, of a few structures. */
static void every_number_of_lines(const wf_unit *codec, const wf_config *c, int lines, rng *r)
{
    wf_config own = codec_config(codec, c);
    for (int n = 0; n < lines; n++) {
        uint32_t block[WF_MAX_WORDS], base = rng_word(r), low = rng_below(r, 2) ? 0xff : 0xf, few[4];
        wf_code code;
        for (int i = 0; i < 4; i++)
            few[i] = rng_below(r, 3) ? rng_word(r) : 0;
        for (int i = 0; i < c->line_bytes / 4; i++)
            block[i] =
                n % 2 ? few[rng_below(r, 4)] ^ (rng_below(r, 2) ? rng_word(r) & low : 0) : (i / 8 % 2 ? base : 0) + (rng_word(r) & low);
        const wf_input in = {.block = block};
        assert_int_equal(wf_encode(codec->codec, &own, &in, &code), WF_OK);
        every_number(codec, c, code.tag, code.payload, r);
    }
}

#endif
