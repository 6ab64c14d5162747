/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of blocks: each form in vectors that the processor has gives what the specification gives of each block, in any configuration; wrong codecs and
 * buffers are refused. MANY=N tries N times as many configurations, UNIT=NAME one codec. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/cpu.h"
#include "../../cmodel/warpfold.h"
#include "sampled.h"

enum { BLOCKS = 53 /* so that groups of 16 leave some over */, CONFIGS = 160 };

/* ---- Configurations: any values that the unit accepts ---- */

static int value_of(const wf_param *p, rng *r)
{
    int first, last, names = 1;
    for (const char *v = p->values; *v; v++)
        names += *v == '|';
    if (p->kind == WF_PARAM_CHOICE)
        return (int)rng_below(r, (uint32_t)names);
    if (p->kind == WF_PARAM_SET)
        return rng_below(r, 2) ? (1 << names) - 1 : 1 + (int)rng_below(r, (1u << names) - 1);
    if (p->kind == WF_PARAM_LIST) { /* different ones, from any on */
        int list = 0, first_name = (int)rng_below(r, (uint32_t)names);
        for (int place = (int)rng_below(r, (uint32_t)names); place >= 0; place--)
            list = list << 4 | (1 + (first_name + place) % names);
        return list;
    }
    if (sscanf(p->values, "%d..%d", &first, &last) == 2)
        return p->initial;
    const char *v = p->values;
    for (int skip = (int)rng_below(r, (uint32_t)names); skip > 0; skip--)
        v = strchr(v, '|') + 1;
    return atoi(v);
}

static void vary(const wf_unit *unit, int *param, rng *r)
{
    for (int p = 0; unit->params[p].name; p++)
        if (rng_below(r, 2))
            param[p] = value_of(&unit->params[p], r);
    for (int k = 0; unit->children && unit->children[k].name; k++)
        vary(unit->children[k].unit, param + wf_child_params(unit, k), r);
}

/* The n-th configuration: the first ones are the defaults of each width. */
static wf_config config_of(const wf_unit *unit, int n, rng *r)
{
    static const int lanes[] = {32, 64, 16, 8, 4, 128}, lines[] = {64, 128, 32};
    for (;;) {
        wf_config c = wf_default_config(unit, unit->line ? lines[n % 3] : lanes[n % 6]);
        if (n >= 6)
            vary(unit, c.param, r);
        if (!wf_config_error(unit, &c, NULL))
            return c;
        n += 6; /* the defaults may not be for this width */
    }
}

/* ---- Blocks ---- */

static const uint32_t corners[] = {0,          1,          ~0u,        7,          8,          ~7u,       ~8u,    126,    127,
                                   128,        129,        ~126u,      ~127u,      ~128u,      255,       256,    32767,  32768,
                                   32769,      ~32767u,    ~32768u,    65535,      65536,      ~65535u,   0x7f80, 0xff80, 0x8000,
                                   0x7fffffff, 0x80000000, 0x80000001, 0x00ff00ff, 0x7f007f00, 0x01010101};
enum { CORNERS = sizeof corners / sizeof *corners };

static uint32_t corner(rng *r)
{
    return corners[rng_below(r, CORNERS)];
}

static void fill(rng *r, uint32_t *word, int words)
{
    uint32_t kind = rng_below(r, 12), base = rng_below(r, 3) ? rng_word(r) : corner(r), few[2] = {rng_word(r), corner(r)};
    uint32_t shift = rng_below(r, 32), stride = rng_below(r, 2)   ? 1u << rng_below(r, 8)
                                                : rng_below(r, 2) ? 0 - (1u << rng_below(r, 5))
                                                                  : rng_word(r);
    uint32_t high = rng_below(r, 2) ? rng_word(r) : rng_below(r, 2) ? 0 : ~0u, align = rng_below(r, 2) ? 0u - (1u << rng_below(r, 8)) : ~0u;
    for (int i = 0; i < words; i++)
        switch (kind) {
        case 0: word[i] = rng_word(r); break;
        case 1: word[i] = base; break;
        case 2: word[i] = base + (rng_word(r) >> shift); break;
        case 3: word[i] = (base & align) + (uint32_t)i * stride; break;
        case 4: word[i] = base + (rng_below(r, 2) ? corner(r) : 0); break;
        case 5: word[i] = corner(r); break;
        case 6: word[i] = i % 2 ? high : base + (rng_word(r) >> shift); break;
        case 7: word[i] = rng_below(r, 2) ? few[rng_below(r, 2)] : 0; break;
        case 8: word[i] = rng_below(r, 3) ? rng_below(r, 256) - 128 : base + rng_below(r, 256) - 128; break;
        case 9: word[i] = i % 2 ? (rng_below(r, 2) ? high : 0) : rng_below(r, 2) ? (rng_word(r) >> shift) : base; break;
        case 10: word[i] = (rng_below(r, 256) | rng_below(r, 256) << 16) + (rng_below(r, 2) ? base * 0x10001u : 0); break;
        default: word[i] = few[0] + (few[1] & 1 ? 0 : rng_below(r, 4)) + ((uint32_t)i / 8) * stride; break;
        }
    if (rng_below(r, 4) == 0)
        word[rng_below(r, (uint32_t)words)] += corner(r);
    for (int zeros = rng_below(r, 4) ? 0 : words / 2; zeros > 0; zeros--)
        word[rng_below(r, (uint32_t)words)] = 0;
}

static void fill_mask(rng *r, uint32_t *mask, int bits)
{
    uint32_t kind = rng_below(r, 4);
    for (int i = 0; i < (bits + 31) / 32; i++) {
        uint32_t all = bits >= 32 ? ~0u : (1u << bits) - 1;
        mask[i] = all & (kind < 2 ? ~0u : kind == 2 ? rng_word(r) : rng_below(r, 2) ? 1u << rng_below(r, 32) : 0);
    }
}

/* ---- A batch: each array has no word more than it needs, and begins where no vector does ---- */

typedef struct {
    int words;
    uint32_t *at, *memory;
} array;

static array array_of(int bits)
{
    array a = {.words = (bits + 31) / 32};
    size_t bytes = 4 * (size_t)(a.words * BLOCKS + 1);
    a.memory = malloc(bytes);
    memset(a.memory, 0xa5, bytes);
    a.at = a.memory + 1;
    return a;
}

static uint32_t *of(const array *a, int i)
{
    return a->at + i * a->words;
}

typedef struct {
    array block, mask, tag, units, wen, payload, back;
    wf_codes codes;
} batch;

static batch batch_of(const wf_sizes *s)
{
    batch b = {array_of(s->block_bits), array_of(s->mask_bits),    array_of(s->tag_bits),   array_of(s->units),
               array_of(s->wen_bits),   array_of(s->payload_bits), array_of(s->block_bits), {NULL, NULL, NULL, NULL}};
    b.codes = (wf_codes){.tag = b.tag.at, .units = b.units.at, .wen = b.wen.at, .payload = b.payload.at};
    return b;
}

static void batch_free(batch *b)
{
    array *all[] = {&b->block, &b->mask, &b->tag, &b->units, &b->wen, &b->payload, &b->back};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->memory);
}

static wf_code code_of(const batch *b, int i)
{
    wf_code code;
    memset(&code, 0, sizeof code);
    memcpy(code.tag, of(&b->tag, i), 4 * (size_t)b->tag.words);
    memcpy(code.units, of(&b->units, i), 4 * (size_t)b->units.words);
    memcpy(code.payload, of(&b->payload, i), 4 * (size_t)b->payload.words);
    return code;
}

static const wf_unit *unit;
static wf_config config;

static const char *told(const char *what, int i)
{
    static char text[1024];
    int n = snprintf(text, sizeof text, "%s %d lanes, %d bytes, params", unit->name, config.lanes, config.line_bytes);
    for (int p = 0; p < 12; p++)
        n += snprintf(text + n, sizeof text - (size_t)n, " %d", config.param[p]);
    snprintf(text + n, sizeof text - (size_t)n, ": %s of block %d in %s", what, i, getenv("WF_CPU"));
    return text;
}

#define SAME(what, i, a, b, words)                  \
    do {                                            \
        if (memcmp(a, b, 4 * (size_t)(words)) != 0) \
            fail_msg("%s differs", told(what, i));  \
    } while (0)

/* Bits of units in use. */
static void payload_agrees(const wf_sizes *s, const wf_code *plain, const uint32_t *payload, int i)
{
    int at = 0;
    for (int u = 0; u < s->units; at += s->unit_bits[u++])
        if (plain->units[u / 32] >> u % 32 & 1)
            for (int b = at; b < at + s->unit_bits[u]; b++)
                if ((plain->payload[b / 32] ^ payload[b / 32]) >> b % 32 & 1)
                    fail_msg("%s differs at bit %d", told("the payload", i), b);
}

static void encodes_alike(const wf_prepared *p, const wf_sizes *s, batch *b, bool masked)
{
    assert_int_equal(wf_encode_many(p, BLOCKS, b->block.at, masked ? b->mask.at : NULL, &b->codes), WF_OK);
    for (int i = 0; i < BLOCKS; i++) {
        static const uint32_t all[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
        wf_code plain;
        wf_input in = {.block = of(&b->block, i), .mask = s->mask_bits == 0 ? NULL : masked ? of(&b->mask, i) : all};
        memset(&plain, 0, sizeof plain);
        unit->codec->encode(&config, &in, &plain);
        SAME("the tag", i, plain.tag, of(&b->tag, i), b->tag.words);
        SAME("units", i, plain.units, of(&b->units, i), b->units.words);
        SAME("wen", i, plain.wen, of(&b->wen, i), b->wen.words);
        payload_agrees(s, &plain, of(&b->payload, i), i);
    }
}

static void decodes_alike(const wf_prepared *p, const batch *b)
{
    uint8_t status[BLOCKS];
    wf_status first = WF_OK, said = wf_decode_many(p, BLOCKS, &b->codes, b->back.at, status);
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t plain[WF_MAX_WORDS];
        wf_code code = code_of(b, i);
        wf_status of_plain = unit->codec->decode(&config, &code, plain);
        if (of_plain != (wf_status)status[i])
            fail_msg("%s is %d, not %d", told("the status", i), status[i], of_plain);
        SAME("the block", i, plain, of(&b->back, i), b->back.words);
        first = first == WF_OK ? of_plain : first;
    }
    assert_int_equal(said, first);
}

static void measures_alike(const wf_prepared *p, const batch *b)
{
    int bits[BLOCKS];
    if (!unit->codec->measure) {
        assert_int_equal(wf_measure_many(p, BLOCKS, b->block.at, bits), WF_ERR_CONFIG);
        return;
    }
    assert_int_equal(wf_measure_many(p, BLOCKS, b->block.at, bits), WF_OK);
    for (int i = 0; i < BLOCKS; i++) {
        wf_input in = {.block = of(&b->block, i)};
        if (bits[i] != unit->codec->measure(&config, &in))
            fail_msg("%s is %d, not %d", told("the size", i), bits[i], unit->codec->measure(&config, &in));
    }
}

static void flip(rng *r, const array *a, int i, int bits)
{
    uint32_t bit = rng_below(r, (uint32_t)bits);
    of(a, i)[bit / 32] ^= 1u << bit % 32;
}

/* Codes with bits that are wrong, or of any bits. */
static void spoil(rng *r, const wf_sizes *s, batch *b)
{
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t kind = rng_below(r, 8);
        if (kind < 2)
            flip(r, &b->tag, i, s->tag_bits);
        else if (kind == 2)
            flip(r, &b->units, i, s->units);
        else if (kind < 6)
            flip(r, &b->payload, i, s->payload_bits);
        else if (kind == 6)
            for (int w = 0; w < b->payload.words; w++)
                of(&b->payload, i)[w] = rng_word(r) & (rng_below(r, 2) ? ~0u : rng_word(r));
        for (int w = 0; rng_below(r, 12) == 0 && w < b->tag.words; w++)
            of(&b->tag, i)[w] = rng_word(r) & (32 * w + 32 <= s->tag_bits ? ~0u : (1u << s->tag_bits % 32) - 1);
    }
}

static void form_agrees(rng *r, int turns)
{
    wf_sizes s;
    char why[WF_WHY];
    assert_int_equal(wf_sizes_of(unit, &config, &s, why), WF_OK);
    wf_prepared *p = wf_codec_open(unit, &config, why);
    if (!p)
        fail_msg("%s", why);
    for (int turn = 0; turn < turns; turn++) {
        batch b = batch_of(&s);
        for (int i = 0; i < BLOCKS; i++) {
            fill(r, of(&b.block, i), b.block.words);
            fill_mask(r, of(&b.mask, i), s.mask_bits);
        }
        encodes_alike(p, &s, &b, turn % 2 && s.mask_bits);
        decodes_alike(p, &b);
        measures_alike(p, &b);
        spoil(r, &s, &b);
        decodes_alike(p, &b);
        batch_free(&b);
    }
    wf_codec_close(p);
}

static void every_form_is_the_specification(void **state)
{
    (void)state;
    const char *many = getenv("MANY"), *only = getenv("UNIT");
    int configs = CONFIGS * (many ? atoi(many) : 1) / one_in(2);
    for (size_t u = 0; u < wf_unit_count(); u++) {
        unit = wf_unit_at(u);
        if (!unit->codec || (only && strcmp(only, unit->name) != 0))
            continue;
        for (int cpu = 0; cpu < WF_CPUS; cpu++) {
            rng r = {100 + (uint64_t)cpu};
            if (!wf_cpu_has((wf_cpu)cpu))
                continue;
            setenv("WF_CPU", wf_cpu_names[cpu], 1);
            for (int n = 0; n < (cpu ? configs : 12); n++) {
                config = config_of(unit, n, &r);
                form_agrees(&r, n < 6 ? 6 : 2);
            }
        }
    }
    unsetenv("WF_CPU");
}

/* A codec that has forms runs in the vectors that are allowed. */
static void defaults_run_in_vectors(void **state)
{
    (void)state;
    for (size_t u = 0; u < wf_unit_count(); u++)
        for (int cpu = 0; cpu < WF_CPUS; cpu++) {
            const wf_unit *of = wf_unit_at(u);
            wf_config c = wf_default_config(of, of->line ? 64 : 32);
            if (!of->codec || !of->codec->fast || !of->codec->fast->forms || !wf_cpu_has((wf_cpu)cpu))
                continue;
            setenv("WF_CPU", wf_cpu_names[cpu], 1);
            wf_prepared *p = wf_codec_open(of, &c, NULL);
            assert_string_equal(wf_codec_vectors(p), wf_cpu_names[cpu]);
            wf_codec_close(p);
        }
    unsetenv("WF_CPU");
}

/* ---- What is refused ---- */

static wf_prepared *open_default(const char *name, int width)
{
    const wf_unit *of_name = wf_find_unit(name);
    wf_config c = wf_default_config(of_name, width);
    wf_prepared *p = wf_codec_open(of_name, &c, NULL);
    assert_non_null(p);
    return p;
}

static void opening_names_what_is_wrong(void **state)
{
    (void)state;
    const wf_unit *codec = wf_find_unit("warpbdi"), *none = wf_find_unit("merge");
    wf_config c = wf_default_config(codec, 32), bad = wf_default_config(codec, 3), other = wf_default_config(none, 32);
    char why[WF_WHY] = "";
    assert_null(wf_codec_open(NULL, &c, why));
    assert_null(wf_codec_open(none, &other, why));
    assert_null(wf_codec_open(codec, &bad, why));
    assert_non_null(strstr(why, "lanes"));
    assert_null(wf_codec_open(codec, &bad, NULL));
    setenv("WF_CPU", "sse9", 1);
    assert_null(wf_codec_open(codec, &c, why));
    assert_non_null(strstr(why, "WF_CPU is \"sse9\": accepted is plain"));
    setenv("WF_CPU", wf_cpu_has(WF_CPU_NEON) ? "avx2" : "neon", 1);
    assert_null(wf_codec_open(codec, &c, why));
    assert_non_null(strstr(why, "which this processor does not have: accepted is plain"));
    setenv("WF_CPU", "plain", 1);
    wf_prepared *p = wf_codec_open(codec, &c, why);
    assert_string_equal(wf_codec_vectors(p), "plain");
    assert_int_equal(wf_codec_sizes(p)->block_bits, 1024);
    wf_codec_close(p);
    unsetenv("WF_CPU");
    wf_codec_close(NULL);
    assert_null(wf_codec_sizes(NULL));
}

static void a_batch_of_none_is_looked_at_no_further(void **state)
{
    (void)state;
    wf_prepared *p = open_default("linebdi", 64);
    assert_int_equal(wf_encode_many(p, 0, NULL, NULL, NULL), WF_OK);
    assert_int_equal(wf_decode_many(p, 0, NULL, NULL, NULL), WF_OK);
    assert_int_equal(wf_measure_many(p, 0, NULL, NULL), WF_OK);
    assert_int_equal(wf_encode_many(NULL, 0, NULL, NULL, NULL), WF_ERR_CONFIG);
    assert_int_equal(wf_decode_many(NULL, 1, NULL, NULL, NULL), WF_ERR_CONFIG);
    assert_int_equal(wf_measure_many(NULL, 1, NULL, NULL), WF_ERR_CONFIG);
    wf_codec_close(p);
}

/* Two warps' buffers, apart, in one array. */
static void buffers_that_overlap_are_refused(void **state)
{
    (void)state;
    enum { N = 2, WORDS = 32, ALL = 512 };
    static uint32_t memory[ALL + 1], before[ALL + 1];
    wf_prepared *p = open_default("warpbdi", WORDS);
    uint32_t *block = memory, *mask = memory + 64, *back = memory + 300;
    const wf_codes right = {.tag = memory + 70, .units = memory + 80, .wen = memory + 90, .payload = memory + 100};
    uint8_t status[N];
    memcpy(before, memory, sizeof memory);
    for (int shift = -1; shift < 2; shift += 2) {
        wf_codes c = right;
        c.payload = shift < 0 ? block + 63 : block;
        assert_int_equal(wf_encode_many(p, N, block, NULL, &c), WF_ERR_BUFFER);
        assert_int_equal(wf_decode_many(p, N, &c, block, status), WF_ERR_BUFFER);
    }
    wf_codes tags = right, wens = right, odd = right, no_tag = right, no_payload = right;
    tags.tag = right.payload + 1;
    wens.wen = mask + 1;
    odd.units = (uint32_t *)(void *)((char *)right.units + 2);
    no_tag.tag = NULL;
    no_payload.payload = NULL;
    assert_int_equal(wf_encode_many(p, N, block, NULL, &tags), WF_ERR_BUFFER);
    assert_int_equal(wf_encode_many(p, N, block, mask, &wens), WF_ERR_BUFFER);
    assert_int_equal(wf_encode_many(p, N, block, NULL, &odd), WF_ERR_BUFFER);
    assert_int_equal(wf_encode_many(p, N, block, NULL, &no_tag), WF_ERR_BUFFER);
    assert_int_equal(wf_encode_many(p, N, NULL, NULL, &right), WF_ERR_BUFFER);
    assert_int_equal(wf_encode_many(p, SIZE_MAX / 8, block, NULL, &right), WF_ERR_BUFFER);
    assert_int_equal(wf_decode_many(p, N, &no_payload, back, status), WF_ERR_BUFFER);
    assert_int_equal(wf_decode_many(p, N, &right, back, (uint8_t *)back + 3), WF_ERR_BUFFER);
    assert_int_equal(wf_decode_many(p, N, &right, (uint32_t *)(void *)((char *)back + 1), status), WF_ERR_BUFFER);
    assert_memory_equal(memory, before, sizeof memory);
    assert_int_equal(wf_encode_many(p, N, block, block, &right), WF_OK); /* what is only read may be one */
    assert_int_equal(wf_encode_many(p, N, block, NULL, &no_payload), WF_OK);
    assert_int_equal(wf_decode_many(p, N, &right, back, NULL), WF_OK);
    wf_codec_close(p);
    p = open_default("linebdi", 64);
    assert_int_equal(wf_measure_many(p, N, block, (int *)(void *)(block + 3)), WF_ERR_BUFFER);
    assert_int_equal(wf_measure_many(p, N, block, NULL), WF_ERR_BUFFER);
    wf_codec_close(p);
}

/* What another configuration wrote is any bits to a decoder: it tells, and reads and writes nothing else. */
static void a_codec_of_another_configuration_tells_it(void **state)
{
    (void)state;
    enum { N = 4, WORDS = 32 };
    const wf_unit *codec = wf_find_unit("warpbdi");
    wf_config one = wf_default_config(codec, WORDS), other = one;
    assert_int_equal(wf_set_param(codec, &other, "modes", "4-0", NULL), WF_OK);
    wf_prepared *writer = wf_codec_open(codec, &one, NULL), *reader = wf_codec_open(codec, &other, NULL);
    uint32_t block[N * WORDS], back[N * WORDS], tag[N], units[N], payload[N * WORDS];
    const wf_codes codes = {.tag = tag, .units = units, .payload = payload};
    uint8_t status[N];
    for (int i = 0; i < N * WORDS; i++)
        block[i] = i / WORDS == 2 ? (uint32_t)i : 0;
    assert_int_equal(wf_encode_many(writer, N, block, NULL, &codes), WF_OK);
    assert_int_equal(wf_decode_many(reader, N, &codes, back, status), WF_ERR_TAG);
    for (int i = 0; i < N; i++)
        assert_int_equal(status[i], i == 2 ? WF_ERR_TAG : WF_OK);
    wf_codec_close(writer);
    wf_codec_close(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_names_what_is_wrong),      cmocka_unit_test(a_batch_of_none_is_looked_at_no_further),
        cmocka_unit_test(buffers_that_overlap_are_refused), cmocka_unit_test(a_codec_of_another_configuration_tells_it),
        cmocka_unit_test(defaults_run_in_vectors),          cmocka_unit_test(every_form_is_the_specification),
    };
    return cmocka_run_group_tests_name("many", tests, NULL, NULL);
}
