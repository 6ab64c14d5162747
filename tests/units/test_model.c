/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of warpbdi against vectors worked by hand, against a slow second model in another style, and on
 * every corner; Table 1's pairs; the move decision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpbdi/warpbdi_pairs.h"
#include "../../cmodel/warpfold.h"
#include "sampled.h"

enum { MODES, STORE, BANK };
enum { DELTAS, RESIDUES, FORMS }; /* of codes */
static const wf_unit *unit;
static const wf_codec *codec;

static wf_config config(int lanes, int modes, int form, int bank)
{
    wf_config c = wf_default_config(unit, lanes);
    c.param[MODES] = modes;
    c.param[STORE] = form != RESIDUES;
    c.param[BANK] = bank;
    return c;
}

static const uint32_t full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};

static wf_code encode(const wf_config *c, const uint32_t *block, const uint32_t *mask, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {.block = block, .mask = mask, .raw_only = raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

/* ---- the fast form does what the specification does ---- */

static void same_decode(const wf_config *c, const wf_code *code)
{
    uint32_t plain[WF_MAX_WORDS], fast[WF_MAX_WORDS];
    memset(plain, 0x5a, sizeof plain);
    memset(fast, 0x5a, sizeof fast);
    assert_int_equal(codec->fast->decode(c, code, fast), codec->decode(c, code, plain));
    assert_memory_equal(fast, plain, sizeof plain);
}

static void same_encode(const wf_config *c, const wf_input *in)
{
    wf_code plain, fast;
    wf_sizes s;
    memset(&plain, 0xa5, sizeof plain);
    memset(&fast, 0x5a, sizeof fast);
    assert_int_equal(codec->encode(c, in, &plain), WF_OK);
    assert_int_equal(codec->fast->encode(c, in, &fast), WF_OK);
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    assert_int_equal(fast.tag[0], plain.tag[0]);
    assert_memory_equal(fast.units, plain.units, sizeof fast.units);
    assert_memory_equal(fast.wen, plain.wen, sizeof fast.wen);
    assert_memory_equal(fast.payload, plain.payload, (size_t)wf_unit_bits_used(&s, &plain) / 8);
    same_decode(c, &plain);
}

/* ---- vectors worked by hand ---- */

static void a_uniform_register_takes_one_bank(void **state)
{
    (void)state;
    uint32_t block[32];
    for (int i = 0; i < 32; i++)
        block[i] = 0xdeadbeef;
    /* The bank has the base, and then pads, or low bytes of lanes 1 to 3 and 12 to 17 with second bytes of lanes 1 to 3. */
    static const uint32_t want[FORMS] = {[RESIDUES] = 0xefefbeef};
    for (int form = 0; form < FORMS; form++) {
        wf_config c = config(32, 7, form, 128);
        wf_code code = encode(&c, block, full, false);
        assert_int_equal(code.tag[0], 1);
        assert_int_equal(code.units[0], 0x01);
        assert_int_equal(code.wen[0], 0x0000000f);
        const uint32_t payload[4] = {0xdeadbeef, want[form], want[form], want[form]};
        assert_memory_equal(code.payload, payload, sizeof payload);
        assert_int_equal(codec->size(&c, &code), 32);
    }
}

static void bytes_at_8_lanes_and_64_bit_banks(void **state)
{
    (void)state;
    /* Base 100, deltas 1..6 and -1: 4 + 7 bytes, 2 banks of 8. As residues: low bytes of lanes 1, 4, 5; of 2, 6, 7; of 3. */
    const uint32_t block[8] = {100, 101, 102, 103, 104, 105, 106, 99};
    static const uint32_t payload[FORMS][4] = {
        [DELTAS] = {100, 0x04030201, 0x00ff0605, 0}, [RESIDUES] = {100, 0x69680065, 0x636a0066, 0x00000067}};
    for (int form = 0; form < FORMS; form++) {
        wf_config c = config(8, 7, form, 64);
        wf_code code = encode(&c, block, full, false);
        assert_int_equal(code.tag[0], 2);
        assert_int_equal(code.units[0], 0x3);
        assert_int_equal(code.wen[0], 0x0f);
        assert_memory_equal(code.payload, payload[form], sizeof payload[form]);
        assert_int_equal(codec->size(&c, &code), 8 * 11);
    }
}

static const uint32_t half_block[8] = {0x00010000, 0x00017fff, 0x00008000, 0x00010001, 0x0000ffff, 0x00010100, 0x0000ff00, 0x00010080};

static void halfword_deltas(void **state)
{
    (void)state;
    /* Deltas 7fff 8000 0001 ffff 0100 ff00 0080: 4 + 14 bytes, 5 banks of 4. */
    wf_config c = config(8, 7, DELTAS, 32);
    wf_code code = encode(&c, half_block, full, false);
    assert_int_equal(code.tag[0], 3);
    assert_int_equal(code.units[0], 0x1f);
    assert_int_equal(code.wen[0], 0x1f);
    const uint32_t payload[5] = {0x00010000, 0x80007fff, 0xffff0001, 0xff000100, 0x00000080};
    assert_memory_equal(code.payload, payload, sizeof payload);
}

static void halfword_residues(void **state)
{
    (void)state;
    /* <4,1> has words 0 to 2 and <4,2> words 0 to 4. Low bytes: 1 at 4; 2 at 8; 3, 4 at 6, 7; 5, 6 at 10, 11; 7 at 5, so the second byte of
     * lane 1 goes to 12. Second bytes: 2 at 9; 4 at 17; 3 finds no low byte at 13; 5, 6 at 14, 15; 7 at 16. */
    wf_config c = config(8, 7, RESIDUES, 32);
    wf_code code = encode(&c, half_block, full, false);
    assert_int_equal(code.tag[0], 3);
    assert_int_equal(code.units[0], 0x1f);
    assert_int_equal(code.wen[0], 0x1f);
    const uint32_t payload[5] = {0x00010000, 0xff0180ff, 0x00008000, 0xff01007f, 0x0000ff00};
    assert_memory_equal(code.payload, payload, sizeof payload);
}

static void deltas_wrap_around(void **state)
{
    (void)state;
    uint32_t block[32];
    wf_config c = config(32, 7, DELTAS, 128);
    for (int i = 0; i < 32; i++)
        block[i] = (uint32_t)i - 1; /* base ffffffff, deltas 1..31 */
    wf_code code = encode(&c, block, full, false);
    assert_int_equal(code.tag[0], 2);
    assert_int_equal(code.payload[0], 0xffffffff);
    assert_int_equal(code.payload[1], 0x04030201);
}

static void ranges_end_where_the_paper_says(void **state)
{
    (void)state;
    static const struct {
        uint32_t delta;
        unsigned tag, units;
    } rows[] = {
        {0, 1, 0x01},
        {1, 2, 0x07},
        {127, 2, 0x07},
        {128, 3, 0x1f},
        {(uint32_t)-128, 2, 0x07},
        {(uint32_t)-129, 3, 0x1f},
        {32767, 3, 0x1f},
        {32768, 0, 0xff},
        {(uint32_t)-32768, 3, 0x1f},
        {(uint32_t)-32769, 0, 0xff},
        {0x80000000, 0, 0xff},
    };
    for (size_t r = 0; r < FORMS * sizeof rows / sizeof *rows; r++)
        for (int lane = 1; lane < 32; lane++) {
            wf_config c = config(32, 7, (int)(r % FORMS), 128);
            uint32_t block[32];
            for (int i = 0; i < 32; i++)
                block[i] = 0x12345678;
            block[lane] += rows[r / FORMS].delta;
            wf_code code = encode(&c, block, full, false);
            assert_int_equal(code.tag[0], rows[r / FORMS].tag);
            assert_int_equal(code.units[0], rows[r / FORMS].units); /* 1, 3, 5 or 8 banks */
        }
}

static void what_is_not_whole_stays_raw(void **state)
{
    (void)state;
    wf_config c = config(8, 7, DELTAS, 32);
    const uint32_t block[8] = {5, 5, 5, 5, 5, 5, 5, 5};
    const uint32_t partial[WF_MASK_WORDS] = {0x7f}, empty[WF_MASK_WORDS] = {0};
    wf_code code = encode(&c, block, partial, false);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.units[0], 0xff);
    assert_int_equal(code.wen[0], 0x7f);
    assert_memory_equal(code.payload, block, sizeof block);
    code = encode(&c, block, empty, false);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.wen[0], 0);
    code = encode(&c, block, full, true);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.wen[0], 0xff);
}

static void a_mode_that_saves_no_bank_is_not_used(void **state)
{
    (void)state;
    /* 8 lanes, 128-bit banks: raw takes 2, <4,2> 18 bytes and so 2 as well. */
    wf_config c = config(8, 7, DELTAS, 128);
    assert_int_equal(encode(&c, half_block, full, false).tag[0], 0);
    c = config(4, 7, DELTAS, 128);
    const uint32_t same[4] = {9, 9, 9, 9};
    assert_int_equal(encode(&c, same, full, false).tag[0], 0);
}

/* ---- a second model: the code as a list of (byte, value), from signed differences ---- */

static bool slow_fits(const uint32_t *block, int lanes, int bytes)
{
    for (int i = 1; i < lanes; i++) {
        int64_t difference = (int64_t)(int32_t)(block[i] - block[0]);
        int64_t limit = bytes == 0 ? 0 : bytes == 1 ? 127 : 32767;
        if (difference > limit || difference < -limit - (bytes > 0))
            return false;
    }
    return true;
}

/* Puts a byte into the next place of a list of free ones. */
static void next_place(const int *places, int *count, unsigned char *want, unsigned char byte)
{
    want[places[(*count)++]] = byte;
}

/* The payload of residues: lists of the places that are free, filled from the front. */
static void slow_residues(const uint32_t *block, int lanes, int stored, int a, int b, unsigned char *want)
{
    int low[4 * WF_MAX_LANES], high[4 * WF_MAX_LANES], lows = 0, highs = 0;
    bool taken[4 * WF_MAX_LANES] = {false};
    for (int w = 1, n = 0; w < a; w++)
        low[n++] = 4 * w + 2, low[n++] = 4 * w + 3, low[2 * (a - 1) + w - 1] = 4 * w + 1;
    for (int w = a, n = 0; w < b; w++)
        high[n++] = 4 * w, high[n++] = 4 * w + 2, high[n++] = 4 * w + 3;
    for (int i = a; stored > 0 && i < lanes; i++) {
        taken[low[lows]] = true;
        next_place(low, &lows, want, (unsigned char)block[i]);
    }
    for (int i = 1; stored > 1 && i < lanes; i++)
        if (i >= b || taken[4 * i + 1])
            next_place(high, &highs, want, (unsigned char)(block[i] >> 8));
}

static void slow_check(const wf_config *c, const uint32_t *block)
{
    int lanes = c->lanes, bank = c->param[BANK] / 8, raw_banks = 4 * lanes / bank, range = 0, banks = raw_banks;
    int stored = 0, words[4] = {lanes, lanes, lanes, lanes};
    for (int r = 3; r >= 1; r--) {
        int used = (4 + (r - 1) * (lanes - 1) + bank - 1) / bank;
        if (used < raw_banks)
            words[r] = used * bank / 4;
        if ((c->param[MODES] & 1 << (r - 1)) && used < raw_banks && r - 1 > stored)
            stored = r - 1;
        if ((c->param[MODES] & 1 << (r - 1)) && used < raw_banks && slow_fits(block, lanes, r - 1)) {
            range = r;
            banks = used;
        }
    }
    unsigned char want[4 * WF_MAX_LANES] = {0};
    for (int i = 0; i < lanes; i++)
        for (int k = 0; k < 4; k++) {
            unsigned char raw = (unsigned char)(block[i] >> 8 * k), delta = (unsigned char)((block[i] - block[0]) >> 8 * k);
            if (range == 0 || i == 0 || c->param[STORE] == 0)
                want[4 * i + k] = raw;
            else if (k < range - 1)
                want[4 + (range - 1) * (i - 1) + k] = delta;
        }
    if (range != 0 && c->param[STORE] == 0)
        slow_residues(block, lanes, stored, words[2], words[3], want);
    wf_code code = encode(c, block, full, false);
    assert_int_equal(code.tag[0], range);
    for (int j = 0; j < banks * bank; j++)
        assert_int_equal((unsigned char)(code.payload[j / 4] >> j % 4 * 8), want[j]);
    wf_sizes s;
    assert_int_equal(codec->sizes(c, &s, NULL), WF_OK);
    assert_int_equal(wf_units_used(&s, &code), banks);
    /* Decoded with the unused banks scrambled. */
    uint32_t back[WF_MAX_WORDS];
    for (int j = banks * bank / 4; j < lanes; j++)
        code.payload[j] ^= 0x5a5a1234u * (unsigned)(j + 1);
    assert_int_equal(codec->decode(c, &code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)lanes);
    same_decode(c, &code);
    wf_input in = {.block = block, .mask = full};
    same_encode(c, &in);
}

static void both_models_agree_on_every_small_delta(void **state)
{
    (void)state;
    static const uint32_t edges[] = {0,          1,   127,   128,   255,   256,   32767, 32768,   65535,   65536,   0x7fffffff,
                                     0x80000000, ~0u, -127u, -128u, -129u, -255u, -256u, -32767u, -32768u, -32769u, -65536u};
    static const uint32_t bases[] = {0, 0x80, 0x7fff, 0xffff8000, 0x12345678};
    enum { N = sizeof edges / sizeof *edges };
    for (int modes = 1; modes < 8; modes++)
        for (int form = 0; form < FORMS; form++) {
            wf_config c = config(4, modes, form, 32);
            for (int n = 0; n < 5 * N * N * N; n++) {
                uint32_t b = bases[n % 5];
                const uint32_t block[4] = {b, b + edges[n / 5 % N], b + edges[n / 5 / N % N], b + edges[n / 5 / N / N]};
                slow_check(&c, block);
            }
        }
}

static void both_models_agree_on_random_registers(void **state)
{
    (void)state;
    rng r = {1};
    for (int n = 0; n < 60000 / one_in(2); n++) {
        wf_config c = config(4 << rng_below(&r, 6), 1 + (int)rng_below(&r, 7), (int)rng_below(&r, FORMS), 32 << rng_below(&r, 3));
        uint32_t block[WF_MAX_LANES], base = rng_word(&r), range = (uint32_t)1 << rng_below(&r, 18);
        for (int i = 0; i < c.lanes; i++)
            block[i] = base + rng_below(&r, range) - rng_below(&r, range);
        slow_check(&c, block);
        uint32_t mask[WF_MASK_WORDS] = {rng_word(&r), rng_word(&r), rng_word(&r), rng_word(&r)};
        wf_input in = {.block = block, .mask = rng_below(&r, 2) ? mask : full, .raw_only = rng_below(&r, 2)};
        same_encode(&c, &in);
    }
}

/* ---- any bits ---- */

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {2};
    int seen[4] = {0};
    for (int n = 0; n < 200000 / one_in(4); n++) {
        wf_config c = config(4 << rng_below(&r, 6), 1 + (int)rng_below(&r, 7), (int)rng_below(&r, FORMS), 32 << rng_below(&r, 3));
        wf_code code;
        uint32_t back[WF_MAX_WORDS];
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_below(&r, 8) ? 0 : rng_word(&r);
        code.tag[0] = rng_word(&r);
        wf_status status = codec->decode(&c, &code, back);
        same_decode(&c, &code);
        assert_true(status == WF_OK || status == WF_ERR_TAG || status == WF_ERR_PAYLOAD);
        if (status == WF_ERR_TAG || (code.tag[0] & 3) == 0)
            assert_memory_equal(back, code.payload, 4 * (size_t)c.lanes); /* raw pass-through */
        seen[status]++;
    }
    assert_true(seen[WF_ERR_TAG] > 0 && seen[WF_ERR_PAYLOAD] > 0);
}

static void contradictions_are_errors(void **state)
{
    (void)state;
    const uint32_t block[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t back[8];
    static const int pad[FORMS] = {11, 9}; /* a byte that no lane needs; of residues, the second byte of lane 2 */
    for (int form = 0; form < FORMS; form++) {
        wf_config c = config(8, 7, form, 32);
        wf_code good = encode(&c, block, full, false), bad = good;
        bad.payload[pad[form] / 4] ^= (uint32_t)0xff << 8 * (pad[form] % 4);
        assert_int_equal(codec->decode(&c, &good, back), WF_OK);
        assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_PAYLOAD);
        assert_memory_equal(back, block, sizeof back);
        bad = good;
        bad.units[0] = 0xff; /* not the tag's banks */
        assert_int_equal(codec->decode(&c, &bad, back), WF_ERR_PAYLOAD);
        c = config(8, 1, form, 32); /* <4,1> is not of this configuration */
        assert_int_equal(codec->decode(&c, &good, back), WF_ERR_TAG);
    }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const int lanes[] = {0, 3, 33, 4096, -4, 2, 256};
    char why[WF_WHY];
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        wf_config c = config(lanes[i], 7, DELTAS, 128);
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, "4 to 128"));
    }
    wf_config c = config(32, 0, DELTAS, 128);
    assert_true(wf_config_error(unit, &c, why));
    c = config(32, 7, DELTAS, 128);
    c.param[STORE] = 2;
    assert_true(wf_config_error(unit, &c, why));
    c = config(32, 7, DELTAS, 96);
    assert_true(wf_config_error(unit, &c, why));
}

/* ---- Table 1, Figure 5, section 5.2 ---- */

static void table_1_lengths(void **state)
{
    (void)state;
    static const int length[WARPBDI_PAIRS] = {1, 65, 4, 35, 66, 8, 23, 38, 68}, banks[] = {1, 5, 1, 3, 5, 1, 2, 3, 5};
    for (int p = 0; p < WARPBDI_PAIRS; p++) {
        assert_int_equal(warpbdi_pair_length(&warpbdi_pairs[p], 128), length[p]);
        assert_int_equal((length[p] + 15) / 16, banks[p]);
    }
}

static void pairs_fit_as_defined(void **state)
{
    (void)state;
    uint32_t block[32] = {0};
    assert_int_equal(warpbdi_pairs_fit(block, 128), 0x1ff);
    assert_int_equal(warpbdi_pairs_best(block, 128), 2); /* <4,0> */
    for (int i = 0; i < 32; i++)
        block[i] = 0x01010101;
    assert_int_equal(warpbdi_pairs_fit(block, 128), 0x1ff);
    for (int i = 0; i < 32; i++)
        block[i] = i % 2 ? 0x40000000 : 0;               /* equal 8-byte chunks, lanes far apart */
    assert_int_equal(warpbdi_pairs_best(block, 128), 5); /* <8,0> */
    assert_int_equal(warpbdi_pairs_fit(block, 128) & 0x1c, 0);
    for (int i = 0; i < 32; i++)
        block[i] = 1000 + (unsigned)i * 3;
    assert_int_equal(warpbdi_pairs_best(block, 128), 3); /* <4,1> */
    for (int i = 0; i < 32; i++)
        block[i] = (unsigned)i * 0x01234567;
    assert_int_equal(warpbdi_pairs_best(block, 128), -1);
}

static void a_move_is_needed_only_by_a_partial_write_to_a_code(void **state)
{
    (void)state;
    for (int lanes = 4; lanes <= 16; lanes *= 2)
        for (uint32_t mask = 0; mask < 1u << lanes; mask++) {
            wf_config c = config(lanes, 7, DELTAS, 32);
            wf_sizes s;
            uint32_t m[WF_MASK_WORDS] = {mask}, tag[WF_TAG_WORDS] = {0};
            bool partial = mask != 0 && mask != (1u << lanes) - 1;
            assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
            for (; tag[0] < 4; tag[0]++)
                assert_int_equal(wf_move_needed(&s, m, tag), partial && tag[0] != 0);
        }
}

static void the_registry_finds_every_unit(void **state)
{
    (void)state;
    assert_true(wf_unit_count() >= 1);
    for (size_t i = 0; i < wf_unit_count(); i++)
        assert_ptr_equal(wf_find_unit(wf_unit_at(i)->name), wf_unit_at(i));
    assert_null(wf_find_unit("nothing"));
    assert_null(wf_unit_at(wf_unit_count()));
}

int main(void)
{
    unit = wf_find_unit("warpbdi");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_uniform_register_takes_one_bank),
        cmocka_unit_test(bytes_at_8_lanes_and_64_bit_banks),
        cmocka_unit_test(halfword_deltas),
        cmocka_unit_test(halfword_residues),
        cmocka_unit_test(deltas_wrap_around),
        cmocka_unit_test(ranges_end_where_the_paper_says),
        cmocka_unit_test(what_is_not_whole_stays_raw),
        cmocka_unit_test(a_mode_that_saves_no_bank_is_not_used),
        cmocka_unit_test(both_models_agree_on_every_small_delta),
        cmocka_unit_test(both_models_agree_on_random_registers),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(contradictions_are_errors),
        cmocka_unit_test(bad_configurations_are_named),
        cmocka_unit_test(table_1_lengths),
        cmocka_unit_test(pairs_fit_as_defined),
        cmocka_unit_test(a_move_is_needed_only_by_a_partial_write_to_a_code),
        cmocka_unit_test(the_registry_finds_every_unit),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
