/* SPDX-License-Identifier: Apache-2.0
 *
 * test_codes.c - files of codes give the trace back, figures of traces agree with hand work, and what names them: stems, prefixes, the state of
 * registers behind them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../base/arena.h"
#include "../../stats/register_state.h"
#include "../../stats/trace_stats.h"
#include "../../trace/code_file.h"
#include "trace_files.h"

/* 32 lanes: v in each, or v + lane * step. */
static void add_write(text *t, const char *mask, uint32_t v, uint32_t step)
{
    text_printf(t, "w 0 0 0 alu x5 %s", mask);
    for (uint32_t i = 0; i < 32; i++)
        text_printf(t, " %x", v + i * step);
    text_puts(t, "\n");
}

/* Values whose figures are worked out by hand below. */
static char *hand_trace(void)
{
    text t = {0};

    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    add_write(&t, "ffffffff", 7, 0);          /* <4,0>, 1 bank, zero */
    add_write(&t, "1", 7, 0);                 /* raw, move before it, zero */
    add_write(&t, "3", 7, 1 << 15);           /* raw, no move: raw already, 32k */
    add_write(&t, "ffffffff", 0xfffffffe, 4); /* <4,1>, 3 banks, 128 */
    add_write(&t, "ffffffff", 0, 1 << 16);    /* raw, random */
    add_write(&t, "0", 1, 0);                 /* empty: not counted */
    return put_string("h.wtx", t.data);
}

static void encode_then_decode_is_the_trace(void **state)
{
    (void)state;
    for (int lanes = 8; lanes <= 128; lanes *= 4) {
        char *in = random_trace("e.wft", lanes, 800), *codes = path_join(dir, "e.wfc");
        char *back = path_join(dir, "e2.wft");
        code_file_figures figures;
        design d = some_design(lanes), again;
        code_file_encode(&d, trace_open(in), codes, &figures);
        assert_true(figures.registers > 200 && figures.memory > 200);
        code_file_decode(&again, input_open(codes), back, "warpbdi", &figures);
        char *a = as_text(in), *b = as_text(back);
        assert_string_equal(a, b);
        assert_int_equal(again.config.lanes, lanes);
    }
}

/* The objects that a trace of so many records leaves, after each of what reads all of one. */
static void objects_left(int records, size_t left[3])
{
    char *in = random_trace("e.wft", 8, records), *codes = path_join(dir, "e.wfc"), *back = path_join(dir, "e2.wft");
    code_file_figures figures;
    design d = some_design(8), again;
    trace_energy none = {0};
    trace_counts counts = {0};
    size_t before = arena_count();
    trace_count(&d, trace_open(in), &none, 0, &counts);
    left[0] = arena_count() - before;
    code_file_encode(&d, trace_open(in), codes, &figures);
    left[1] = arena_count() - before;
    code_file_decode(&again, input_open(codes), back, NULL, &figures);
    left[2] = arena_count() - before;
}

static void loops_over_records_leave_nothing(void **state)
{
    (void)state;
    size_t few[3], many[3];
    objects_left(2000, few); /* the first run fills what stays */
    objects_left(2000, few);
    objects_left(20000, many);
    assert_memory_equal(few, many, sizeof few);
}

static void instructions_pass_through_codes(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++) {
        int lanes = 8 << n;
        char *in = random_program("e.wft", lanes, n % 2 ? TRACE_TIMING : TRACE_EXECUTION, 400), *codes = path_join(dir, "e.wfc"),
             *back = path_join(dir, "e2.wft");
        code_file_figures figures, again;
        design d = some_design(lanes);
        code_file_encode(&d, trace_open(in), codes, &figures);
        assert_int_equal(figures.instructions, 400);
        assert_true(figures.registers > 200 && figures.memory > 20);
        assert_true(n % 2 ? figures.host > 20 : figures.host == 0);
        code_file_decode(&d, input_open(codes), back, NULL, &again);
        assert_int_equal(again.instructions, 400);
        assert_int_equal(again.host, figures.host);
        char *a = as_text(in), *b = as_text(back);
        assert_string_equal(a, b);
    }
}

/* Divergent writes whose other lanes are those of the write before are written as partial ones. */
static void partial_writes_come_back(void **state)
{
    (void)state;
    text t = {0};
    char *codes = path_join(dir, "p.wfc"), *back = path_join(dir, "p.wft");
    code_file_figures whole, partial;
    design d = some_design(32), again;

    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    for (uint32_t i = 0; i < 64; i++)
        add_write(&t, "1", 0x12345678 * i, 0x9e3779b9 * i); /* all lanes change, so these are whole */
    char *in = put_string("p.wtx", t.data);
    code_file_encode(&d, trace_open(in), codes, &whole);
    t.len = 0;
    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    for (uint32_t i = 0; i < 64; i++) {
        size_t from = t.len;
        add_write(&t, "80000000", 0x12345678, 0x9e3779b9);
        t.data[t.len - 2] = "0123456789abcdef"[i % 16]; /* the last digit of lane 31 */
        assert_true(t.len > from);
    }
    in = put_string("p.wtx", t.data);
    code_file_encode(&d, trace_open(in), codes, &partial);
    assert_true(partial.bytes < whole.bytes / 4);
    code_file_decode(&again, input_open(codes), back, NULL, &partial);
    char *a = as_text(in), *b = as_text(back);
    assert_string_equal(a, b);
}

static void decode_quietly(const char *path)
{
    code_file_figures figures;
    design d;
    char *out = path_join(dir, "nowhere.wtx");

    code_file_decode(&d, input_open(path), out, NULL, &figures);
}

/* The frame of a code file with one byte changed behind the checksum's back, so that the decoder itself sees it. */
static void change_codes(char *in)
{
    char *codes = path_join(dir, "e.wfc");
    code_file_figures figures;
    design d = some_design(8);
    size_t len;
    static unsigned char plain[1 << 16], packed[1 << 17];

    code_file_encode(&d, trace_open(in), codes, &figures);
    char *bytes = file_read(codes, &len);
    ZSTD_DCtx *unzip = ZSTD_createDCtx();
    size_t n = ZSTD_decompressDCtx(unzip, plain, sizeof plain, bytes + 12, len - 12);
    assert_false(ZSTD_isError(n));
    ZSTD_freeDCtx(unzip);
    memcpy(packed, bytes, 12);
    for (size_t i = 0; i < n; i += i < 64 ? 1 : 3) { /* every byte of the head, a third of the others */
        unsigned char change = (unsigned char)(1 + 37 * i % 255);
        plain[i] ^= change;
        size_t m = ZSTD_compress(packed + 12, sizeof packed - 12, plain, n, 1);
        plain[i] ^= change;
        char *path = put_file("changed.wfc", packed, 12 + m);
        outcome o = outcome_of(decode_quietly, path);
        if ((o.code != 0 && o.code != 2) || o.lines != (o.code == 2))
            fail_msg("byte %zu ^ %d: exit %d, %s", i, change, o.code, o.said);
    }
}

static void changed_codes_never_crash_the_decoder(void **state)
{
    (void)state;
    change_codes(random_trace("e.wft", 8, 12));
    change_codes(random_program("e.wft", 8, TRACE_EXECUTION, 3));
    change_codes(random_program("e.wft", 8, TRACE_TIMING, 9));
}

static void figures_agree_with_hand_work(void **state)
{
    (void)state;
    trace_counts c;
    design d = some_design(32);
    trace_energy e = trace_energy_paper(&d);
    char *path = hand_trace();

    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.writes, 5, 0);
    assert_float_equal(c.divergent, 2, 0);
    assert_float_equal(c.empty, 1, 0);
    assert_float_equal(c.moves, 1, 0);
    assert_float_equal(c.classes[0], 3, 0);
    assert_float_equal(c.classes[1], 1, 0);
    assert_float_equal(c.classes[2], 1, 0);
    assert_float_equal(c.bins[0][0], 1, 0);
    assert_float_equal(c.bins[0][1], 1, 0);
    assert_float_equal(c.bins[0][3], 1, 0);
    assert_float_equal(c.bins[1][0], 1, 0);
    assert_float_equal(c.bins[1][2], 1, 0);
    assert_float_equal(c.pairs[1][2], 31, 0);
    assert_float_equal(c.units, 1 + 8 + 8 + 3 + 8, 0);
    assert_float_equal(c.code_bits, 8 * (4 + 128 + 128 + 35 + 128), 0);
    assert_float_equal(c.fits[2], 2, 0);
    /* Banks of 16.6 pJ. Without compression: 8 + 1 + 1 + 8 + 8 written, 5 x 2 x 8 read. */
    assert_float_equal(c.base_pj, 16.6 * (26 + 80), 1e-6);
    /* With: 1 + 1 + 1 + 3 + 8 written, 2 x (1 + 8 + 8 + 3 + 8) read, the move reads 1 and writes 8. */
    assert_float_equal(c.stored_pj, 16.6 * (14 + 56 + 9), 1e-6);
    /* 3 encodings; 2 x 2 decodings and the move's. */
    assert_float_equal(c.unit_pj, 3 * 23 + 5 * 21, 1e-6);
    /* By code: raw values rest, as this design isolates. The move reads <4,0>. */
    e.model.enc_codes = (energy_codes){true, {1, 2, 4}};
    e.model.dec_codes = (energy_codes){true, {8, 16, 32}};
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.unit_pj, 1 + 2 + 4 + 2 * 16 + 2 * 32 + 16, 1e-6);
    d.isolate = false; /* every write is encoded, every read decoded: two divergent writes and three raw registers more */
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.unit_pj, 3 * 1 + 2 + 4 + 2 * (3 * 8 + 16 + 32) + 16, 1e-6);
}

/* A bank of 4 lanes is written if one of them is active: its first or its last, alone or beside another bank's. */
static void a_partial_write_takes_the_banks_of_its_lanes(void **state)
{
    (void)state;
    static const struct {
        const char *mask;
        float banks;
    } rows[] = {{"1", 1}, {"8", 1}, {"10", 1}, {"18", 2}, {"80", 1}, {"80000000", 1}, {"10000000", 1}, {"11111110", 7}, {"8001", 2}};
    design d = some_design(32);
    trace_energy e = trace_energy_paper(&d);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trace_counts c;
        text t = {0};
        text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
        add_write(&t, rows[i].mask, 7, 0);
        char *path = put_string("partial.wtx", t.data);
        trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
        assert_float_equal(c.base_write_bits, 128 * rows[i].banks, 0);
        assert_float_equal(c.write_bits, 128 * rows[i].banks, 0);
    }
}

static uint64_t forgotten[4];
static int forgotten_count;

static void note_forgotten(void *user, warp_state *warp)
{
    (void)user;
    if (forgotten_count < 4)
        forgotten[forgotten_count] = (uint64_t)(uintptr_t)*warp_user(warp);
    forgotten_count++;
}

/* As many warps of few registers as REGISTERS_KEPT allows; one more, and one with more registers, forget the first ones. */
static void the_warp_that_came_first_is_forgotten_first(void **state)
{
    (void)state;
    design d = some_design(8);
    register_table *t = register_table_new(&d);
    trace_record r = {.kind = TRACE_WRITE, .lanes = 8, .mask = {0xff}, .words = 1, .file = TRACE_R, .reg = 3};
    wf_code code;

    register_table_watch(t, note_forgotten, NULL);
    wf_encode(d.codec, &d.config, &(wf_input){.block = r.value, .mask = r.mask}, &code);
    stored_code stored = stored_as(&d, &code);
    for (r.warp = 0; r.warp < REGISTERS_KEPT / WARP_COST; r.warp++) {
        warp_state *w = register_warp(t, &r);
        *warp_user(w) = (void *)(uintptr_t)(r.warp + 1);
        register_write(t, w, register_make(t, w, &r), &r, &stored, stored.compressed);
    }
    assert_int_equal(forgotten_count, 0);
    r.warp = 0;
    assert_non_null(register_find(register_warp(t, &r), (trace_register){TRACE_R, 3}));
    r.cta = 1;
    warp_state *last = register_warp(t, &r);
    assert_int_equal(forgotten_count, 1);
    assert_int_equal(forgotten[0], 1);
    for (r.reg = 0; r.reg <= WARP_COST; r.reg++)
        register_write(t, last, register_make(t, last, &r), &r, &stored, stored.compressed);
    assert_int_equal(forgotten_count, 2);
    assert_int_equal(forgotten[1], 2);
    assert_int_equal(warp_written(last), WARP_COST + 1);
    assert_int_equal(warp_compressed(last), WARP_COST + 1);
    register_lose(t, last, (trace_register){TRACE_R, 5});
    assert_int_equal(warp_written(last), WARP_COST);
    assert_int_equal(warp_compressed(last), WARP_COST);
    r.cta = 0;
    r.warp = 0;
    assert_null(register_find(register_warp(t, &r), (trace_register){TRACE_R, 3}));
    register_table_free(t);
}

static void a_stem_makes_a_key(void **state)
{
    (void)state;
    char key[16];

    trace_stem("/a/b/Diverge-t32.wtx.zst", key, sizeof key);
    assert_string_equal(key, "diverge_t32");
    trace_stem("Q-1.log.gz", key, sizeof key);
    assert_string_equal(key, "q_1");
    trace_stem("Q-1.log.xz", key, sizeof key);
    assert_string_equal(key, "q_1");
    trace_stem("x.y.ndjson.zst", key, sizeof key);
    assert_string_equal(key, "x_y");
}

static int looked, used;

/* trace__t, trace__t_2 ... trace__t_USED */
static bool is_used(const metrics *out, const char *prefix)
{
    int n = 1;

    assert_null(out);
    assert_int_equal(strncmp(prefix, "trace__t", 8), 0);
    if (prefix[8] != '\0')
        n = atoi(prefix + 9);
    looked++;
    return n <= used;
}

static void a_prefix_is_found_in_few_steps(void **state)
{
    (void)state;
    char prefix[32], want[32];

    for (used = 0; used < 5000; used++) {
        looked = 0;
        trace_prefix_of(NULL, "trace", "t", is_used, prefix, sizeof prefix);
        snprintf(want, sizeof want, used == 0 ? "trace__t" : "trace__t_%d", used + 1);
        assert_string_equal(prefix, want);
        assert_true(looked <= 30);
    }
}

/* A trace may be written to nowhere. */
static int make_folder(void **state)
{
    return own_folder_make(state) != 0 || symlink("/dev/null", path_join(dir, "nowhere.wtx")) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encode_then_decode_is_the_trace),
        cmocka_unit_test(loops_over_records_leave_nothing),
        cmocka_unit_test(instructions_pass_through_codes),
        cmocka_unit_test(partial_writes_come_back),
        cmocka_unit_test(changed_codes_never_crash_the_decoder),
        cmocka_unit_test(figures_agree_with_hand_work),
        cmocka_unit_test(a_partial_write_takes_the_banks_of_its_lanes),
        cmocka_unit_test(the_warp_that_came_first_is_forgotten_first),
        cmocka_unit_test(a_stem_makes_a_key),
        cmocka_unit_test(a_prefix_is_found_in_few_steps),
    };
    return cmocka_run_group_tests_name("codes", tests, make_folder, own_folder_remove);
}
