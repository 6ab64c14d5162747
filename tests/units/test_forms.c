/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast forms that statistics of traces use, held to the plain ones: pairs, vector classes, distances, packed numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/folder.h"
#include "../../base/random.h"
#include "../../base/text.h"
#include "../../cmodel/warpbdi/warpbdi_pairs.h"
#include "../../cmodel/warpfold.h"
#include "../../stats/distances.h"
#include "../../stats/vector_class.h"
#include "../../trace/trace_pack.h"
#include "endings.h"
#include "sampled.h"

/* Where a signed number of 0, 1, 2, 4 bytes begins and ends, and the bins of distances, each with its neighbours. */
static const uint32_t corners[] = {0,     1,       ~0u,    126,    127,     128,        129,        ~126u,      ~127u,      ~128u,
                                   255,   256,     32766,  32767,  32768,   32769,      ~32766u,    ~32767u,    ~32768u,    65535,
                                   65536, ~65535u, 0x7ffe, 0x7fff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0x01000000, 0x00010001};
enum { CORNERS = sizeof corners / sizeof *corners };

/* ---- pairs of base and delta ---- */

static unsigned pairs_of_both(const uint32_t *block, int bytes)
{
    unsigned fits = warpbdi_pairs_fit(block, bytes);
    assert_int_equal(warpbdi_pairs_fit_fast(block, bytes), fits);
    assert_int_equal(warpbdi_pairs_best_of(fits, bytes), warpbdi_pairs_best(block, bytes));
    return fits;
}

/* Chunks of 1, 2, 4 or 8 bytes at most `span` away from the first. */
static void near_chunks(rng *r, uint8_t *byte, int bytes, int chunk, uint64_t span)
{
    uint64_t base = rng_below(r, 4) ? rng_next(r) : corners[rng_below(r, CORNERS)];
    for (int i = 0; i < bytes; i += chunk) {
        uint64_t value = base + (i == 0 || span == 0 ? 0 : rng_next(r) % (2 * span) - span);
        for (int k = 0; k < chunk; k++)
            byte[i + k] = (uint8_t)(value >> 8 * k);
    }
}

static void words_of(uint32_t *word, const uint8_t *byte, int bytes)
{
    for (int i = 0; i < bytes / 4; i++)
        word[i] = byte[4 * i] | (uint32_t)byte[4 * i + 1] << 8 | (uint32_t)byte[4 * i + 2] << 16 | (uint32_t)byte[4 * i + 3] << 24;
}

static void the_fast_pairs_are_the_plain_ones(void **state)
{
    (void)state;
    static const uint64_t spans[] = {0, 1, 0x7f, 0x80, 0x81, 0x7fff, 0x8000, 0x8001, 0x7fffffff, 0x80000000, 0x80000001, 0x100000000};
    enum { SPANS = sizeof spans / sizeof *spans };
    rng r = {31};
    int fit[WARPBDI_PAIRS] = {0}, alone[WARPBDI_PAIRS] = {0}, n;
    /* Two words at corners of each other; and longer blocks, in one place changed */
    for (int a = 0; a < CORNERS; a++)
        for (int b = 0; b < CORNERS; b++)
            pairs_of_both((const uint32_t[]){corners[a], corners[a] + corners[b]}, 8);
    for (n = 0; n < 60000; n++) {
        uint8_t byte[4 * WF_MAX_WORDS];
        uint32_t word[WF_MAX_WORDS];
        int bytes = n % 9 == 8 ? 8 * (1 + (int)rng_below(&r, 64)) : 8 << n % 9 % 8;
        near_chunks(&r, byte, bytes, 1 << rng_below(&r, 4), spans[rng_below(&r, SPANS)]);
        words_of(word, byte, bytes);
        if (rng_below(&r, 2))
            word[rng_below(&r, (uint32_t)bytes / 4)] += corners[rng_below(&r, CORNERS)];
        unsigned fits = pairs_of_both(word, bytes);
        for (int p = 0; p < WARPBDI_PAIRS; p++) {
            fit[p] += fits >> p & 1;
            alone[p] += (fits >> p & 1) && !(fits & ((1u << p) - 1));
        }
    }
    for (int p = 0; p < WARPBDI_PAIRS; p++)
        assert_true(fit[p] > 500 && fit[p] < n - 500 && (p == 2 || alone[p] > 50)); /* <4,0>: <2,1> fits nearly always too */
}

/* ---- windows of linebdi, without vectors ---- */

#undef __SSE2__
#include "../../cmodel/linebdi/linebdi_windows.h"

/* A line of one encoding, with base=firstnz, is compressed exactly if it fits it. */
static bool linebdi_takes(const wf_unit *unit, int encoding, const uint32_t *block, int words)
{
    wf_config c = wf_default_config(unit, 4 * words);
    wf_input in = {.block = block};
    c.param[0] = 1 << encoding;
    c.param[1] = 1;
    int bits = wf_measure(unit->codec, &c, &in);
    assert_int_equal(bits, unit->codec->measure(&c, &in));
    return bits < 32 * words;
}

static void windows_without_vectors_are_those_of_linebdi(void **state)
{
    (void)state;
    static const struct {
        int base, delta;
    } pairs[] = {{8, 1}, {8, 2}, {8, 4}, {4, 1}, {4, 2}, {2, 1}}; /* encodings from 2 on: before them zeros and repeat */
    static const uint64_t spans[] = {0x40, 0x7f, 0x80, 0x81, 0x7fff, 0x8000, 0x8001, 0x7fffffff, 0x80000000, 0x80000001};
    const wf_unit *unit = wf_find_unit("linebdi");
    rng r = {36};
    int fit[6] = {0}, n;
    for (n = 0; n < 60000; n++) {
        int words = 8 << n % 3;
        uint8_t byte[128];
        uint32_t word[32];
        near_chunks(&r, byte, 4 * words, 2 << rng_below(&r, 3), spans[rng_below(&r, sizeof spans / sizeof *spans)]);
        words_of(word, byte, 4 * words);
        for (uint32_t zeros = rng_below(&r, 3) ? 0 : rng_below(&r, (uint32_t)words); zeros-- > 0;)
            word[rng_below(&r, (uint32_t)words)] = rng_below(&r, 2) ? 0 : corners[rng_below(&r, CORNERS)];
        for (int p = 0; p < 6; p++) {
            int delta = pairs[p].delta;
            bool fits = pairs[p].base == 8   ? linebdi_window8(word, words, delta)
                        : pairs[p].base == 4 ? linebdi_window4(word, words, delta)
                                             : linebdi_window2(word, words);
            assert_int_equal(fits, linebdi_takes(unit, p + 2, word, words));
            fit[p] += fits;
        }
    }
    for (int p = 0; p < 6; p++)
        assert_true(fit[p] > 2000 && fit[p] < n - 2000);
}

/* ---- classes of vectors ---- */

static void the_fast_classes_are_the_plain_ones(void **state)
{
    (void)state;
    rng r = {32};
    int seen[2][VECTOR_CLASSES] = {{0}};
    /* Strides with all masks of 8 lanes, and with random ones of any width */
    for (int n = 0; n < 120000; n++) {
        uint32_t value[WF_MAX_LANES], mask[WF_MASK_WORDS] = {0};
        int lanes = n < 60000 ? 8 : 1 + (int)rng_below(&r, WF_MAX_LANES), kind = (int)rng_below(&r, 4);
        uint32_t step = rng_below(&r, 2) ? rng_below(&r, 80) : rng_below(&r, 2) ? 0 : 1u << rng_below(&r, 32);
        uint32_t stride = rng_below(&r, 8) ? step : rng_word(&r), base = rng_below(&r, 4) ? rng_word(&r) << rng_below(&r, 9) : 0;
        for (int i = 0; i < lanes; i++) {
            value[i] = base + (uint32_t)i * stride;
            bool active = kind == 0 || rng_below(&r, kind == 1 ? 2 : 8) == 0;
            mask[i / 32] |= (uint32_t)active << i % 32;
        }
        if (lanes == 8)
            mask[0] = (uint32_t)n & 0xff;
        if (kind == 3) /* even lanes alone: the stride is not known whole */
            for (int w = 0; w < WF_MASK_WORDS; w++)
                mask[w] &= 0x11111111u << rng_below(&r, 4);
        if (wf_mask_empty(mask, lanes))
            continue;
        if (rng_below(&r, 2))
            value[rng_below(&r, (uint32_t)lanes)] += corners[rng_below(&r, CORNERS)];
        vector_class class = vector_class_of(value, mask, lanes);
        assert_int_equal(vector_class_of_fast(value, mask, lanes), class);
        seen[wf_mask_full(mask, lanes)][class]++;
    }
    for (int class = 0; class < VECTOR_CLASSES; class ++)
        assert_true(seen[0][class] > 500 && seen[1][class] > 100);
}

/* ---- distances ---- */

static void the_fast_distances_are_the_plain_ones(void **state)
{
    (void)state;
    rng r = {33};
    int sum[DISTANCE_BINS] = {0};
    for (int n = 0; n < 20000; n++) {
        uint32_t value[WF_MAX_LANES];
        int lanes = 4 << n % 6, plain[DISTANCE_BINS], fast[DISTANCE_BINS];
        value[0] = rng_word(&r);
        for (int i = 1; i < lanes; i++) {
            uint32_t difference = n % 3 ? corners[rng_below(&r, CORNERS)] : rng_word(&r) >> rng_below(&r, 32);
            value[i] = rng_below(&r, 2) ? value[i - 1] + difference : value[i - 1] - difference;
        }
        distances_count(value, lanes, plain);
        distances_count_fast(value, lanes, fast);
        assert_memory_equal(fast, plain, sizeof plain);
        for (int i = 0; i < DISTANCE_BINS; i++)
            sum[i] += plain[i];
    }
    for (int i = 0; i < DISTANCE_BINS; i++)
        assert_true(sum[i] > 1000);
}

/* ---- packed numbers ---- */

enum { PADDING = 2048 }; /* bytes behind the numbers, so that the fast form has enough of them in memory */
static char *dir;

static char *put_bytes(const char *name, const unsigned char *data, size_t len, size_t padding)
{
    char *path = path_join(dir, name);
    unsigned char *all = zalloc(len + padding + 1);
    memcpy(all, data, len);
    remove(path); /* what replaces a file's bytes is written to the disk at once */
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(all, 1, len + padding, f), len + padding);
    fclose(f);
    return path;
}

static int count, width; /* of the numbers in the file */
static uint64_t numbers[2][TRACE_MAX_LANES];

/* The fast form: of 32-bit numbers there is one that leaves words. */
static void unpack_fast(input *in)
{
    uint32_t word[TRACE_MAX_LANES];
    if (width == 64) {
        unpack_numbers(in, numbers[1], count, width);
        return;
    }
    unpack_words(in, word, count);
    for (int i = 0; i < count; i++)
        numbers[1][i] = word[i];
}

/* Reads the numbers by one form; returns the bytes that are left, which shows how many it took. */
static size_t read_numbers(const char *path, bool fast)
{
    size_t left;
    input *in = input_open(path);
    if (fast)
        unpack_fast(in);
    else
        unpack_numbers_plain(in, numbers[0], count, width);
    input_ahead(in, &left);
    input_close(in);
    return left;
}

static void read_fast(const char *path)
{
    read_numbers(path, true);
}

static void read_plain(const char *path)
{
    read_numbers(path, false);
}

static void random_numbers(rng *r, uint64_t *value)
{
    uint64_t limit = width == 32 ? UINT32_MAX : UINT64_MAX, base = rng_next(r) >> rng_below(r, 64);
    uint32_t shift = rng_below(r, 64);
    uint64_t step = rng_below(r, 2) ? rng_next(r) >> rng_below(r, 64) : 0;
    int kind = (int)rng_below(r, 4); /* steps, and equal; near; any; one of few */
    for (int i = 0; i < count; i++)
        value[i] = limit & (kind == 0   ? base + (uint64_t)i * step
                            : kind == 1 ? base + (rng_next(r) >> shift)
                            : kind == 2 ? rng_next(r)
                                        : base + corners[rng_below(r, 3)]);
}

static void packs_words_as(const uint64_t *value, const packer *plain)
{
    packer p = {.len = 0};
    uint32_t words[TRACE_MAX_LANES];

    for (int i = 0; i < count; i++)
        words[i] = (uint32_t)value[i];
    pack_words(&p, words, count);
    assert_int_equal(p.len, plain->len);
    assert_memory_equal(p.data, plain->data, p.len);
}

static void both_forms_pack_and_unpack_the_same_numbers(void **state)
{
    (void)state;
    rng r = {34};
    int packings[4] = {0}, files = 4000 / one_in(2);
    for (int n = 0; n < files; n++) {
        uint64_t value[TRACE_MAX_LANES];
        packer p = {.len = 0};
        count = 1 + (int)rng_below(&r, n % 2 ? TRACE_MAX_LANES : 32);
        width = n % 4 < 2 ? 32 : 64;
        random_numbers(&r, value);
        pack_numbers(&p, value, count, width);
        packings[p.data[0]]++;
        if (width == 32)
            packs_words_as(value, &p);
        char *path = put_bytes("numbers", p.data, p.len, rng_below(&r, 8) ? PADDING : rng_below(&r, 40));
        size_t left = read_numbers(path, false);
        assert_int_equal(read_numbers(path, true), left);
        assert_memory_equal(numbers[0], value, (size_t)count * sizeof *value);
        assert_memory_equal(numbers[1], value, (size_t)count * sizeof *value);
    }
    for (int i = 0; i < 4; i++)
        assert_true(packings[i] > files / 40);
}

/* Any bytes: the same numbers, or the same message. */
static void both_forms_refuse_the_same_bytes(void **state)
{
    (void)state;
    rng r = {35};
    int refused = 0, taken = 0;
    for (int n = 0; n < 120; n++) {
        unsigned char data[64];
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (unsigned char)(rng_below(&r, 4) ? rng_word(&r) | 0x80 : rng_word(&r));
        data[0] = (unsigned char)rng_below(&r, 5);
        count = 1 + (int)rng_below(&r, 6);
        width = n % 2 ? 32 : 64;
        char *path = put_bytes("bytes", data, sizeof data, n % 3 ? PADDING : 0);
        outcome plain = outcome_of(read_plain, path), fast = outcome_of(read_fast, path);
        assert_int_equal(fast.code, plain.code);
        assert_string_equal(fast.said, plain.said);
        refused += plain.code == 2;
        if (plain.code == 0) {
            size_t left = read_numbers(path, false);
            assert_int_equal(read_numbers(path, true), left);
            assert_memory_equal(numbers[1], numbers[0], (size_t)count * sizeof **numbers);
            taken++;
        }
    }
    assert_true(refused > 20 && taken > 20);
}

int main(void)
{
    char name[] = "/tmp/warpfold-forms-XXXXXX";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_pairs_are_the_plain_ones),     cmocka_unit_test(the_fast_classes_are_the_plain_ones),
        cmocka_unit_test(the_fast_distances_are_the_plain_ones), cmocka_unit_test(both_forms_pack_and_unpack_the_same_numbers),
        cmocka_unit_test(both_forms_refuse_the_same_bytes),      cmocka_unit_test(windows_without_vectors_are_those_of_linebdi),
    };
    dir = mkdtemp(name);
    int failed = cmocka_run_group_tests_name("forms", tests, NULL, NULL);
    dir_remove(dir);
    return failed;
}
