/* SPDX-License-Identifier: Apache-2.0
 *
 * The feed of instructions, the energy of a register file, and a replay that finds a wrong operand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../machine/file_ports.h"
#include "../../machine/replay.h"
#include "../../stats/energy.h"
#include "endings.h"

/* Two warps of one block and one of another, with records between each other. x1, x2 and f3 are the registers 0, 1 and 2. */
static const char text_of_trace[] = "# warptrace-text 2\n# lanes 4\n"
                                    "i 0 1 10 alu f - x1\n"
                                    "i 0 0 10 load 3 x1,x2 x1,x2?\n"
                                    "+w 0 1 10 alu x1 f 1 2 3 4\n"
                                    "+w 0 0 10 load x2 3 5 6 0 0\n"
                                    "i 5 1 20 fpu f f3 -\n"
                                    "i 0 0 14 alu f x2 -\n"
                                    "w 0 1 18 alu f3 f 7 7 7 7\n";

static char *trace_of(const char *lines)
{
    char *path = format_new("%s/test_replay_%d.wtx", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
    file_write(path, lines, strlen(lines));
    return path;
}

static char *made_trace(void)
{
    return trace_of(text_of_trace);
}

static void a_survey_counts_warps_blocks_and_registers(void **state)
{
    (void)state;
    char *path = made_trace();
    feed_survey s;
    feed_survey_read(&s, path);
    assert_int_equal(s.lanes, 4);
    assert_int_equal(s.instructions, 5);
    assert_int_equal(s.warp_count, 3);
    assert_int_equal(s.block_count, 2);
    assert_int_equal(s.registers, 3);
    assert_int_equal(s.names[2].file, TRACE_F);
    assert_int_equal(s.warps[0].warp, 1);
    assert_int_equal(s.warps[0].instructions, 2);
    assert_int_equal(s.blocks[0].warps, 2);
    assert_int_equal(s.blocks[1].first, 3);
    feed_survey_free(&s);
    remove(path);
}

static void a_feed_gives_each_warp_its_instructions(void **state)
{
    (void)state;
    char *path = made_trace();
    feed_survey s;
    feed_survey_read(&s, path);
    feed *f = feed_open(&s, FEED_WRITES);
    assert_true(feed_read(f));
    assert_null(feed_next(f, 0)); /* its write has not come */
    assert_int_equal(feed_bound(f, 0), 1);
    assert_int_equal(feed_bound(f, 1), 2);
    while (feed_read(f))
        ;
    feed_instruction *first = feed_take(f, 0), *load = feed_take(f, 1);
    assert_int_equal(first->number, 1);
    assert_int_equal(first->values, 1);
    assert_int_equal(first->writes->value[3], 4);
    assert_int_equal(load->number, 2);
    assert_int_equal(load->op, TRACE_LOADS);
    assert_int_equal(load->sources, 2);
    assert_int_equal(load->destinations, 2);
    assert_int_equal(load->values, 1); /* x1 is not told */
    assert_int_equal(load->writes->reg, 1);
    assert_int_equal(load->writes->mask[0], 3);
    assert_int_equal(feed_next(f, 1)->pc, 0x14);
    assert_int_equal(feed_next(f, 2)->source[0], 2);
    feed_done(f, first);
    feed_done(f, load);
    feed_instruction *alone = feed_take(f, 0);
    assert_int_equal(alone->number, 5);
    assert_int_equal(alone->sources, 0);
    assert_int_equal(alone->writes->reg, 2);
    feed_done(f, alone);
    assert_null(feed_next(f, 0));
    feed_close(f);
    feed_survey_free(&s);
    remove(path);
}

#define TWO_UNKNOWN "# warptrace-text 2\n# lanes 4\ni 0 0 10 alu f - ?\n+w 0 0 10 alu x7 f 1 1 1 1\n+w 0 0 10 alu x3 f 2 2 2 2\n"

static void unknown_destinations_are_those_that_are_written(void **state)
{
    (void)state;
    char *path = trace_of(TWO_UNKNOWN "i 0 0 14 alu f - x3?\n");
    feed_survey s;
    feed_survey_read(&s, path);
    feed *f = feed_open(&s, FEED_WRITES);
    while (feed_read(f))
        ;
    feed_instruction *unknown = feed_take(f, 0);
    assert_int_equal(unknown->values, 2);
    assert_int_equal(unknown->destinations, 2);
    assert_int_equal(unknown->destination[0], 1); /* x7 */
    assert_int_equal(unknown->destination[1], 0); /* x3 */
    feed_done(f, unknown);
    feed_close(f);
    feed_survey_free(&s);
    remove(path);
}

static void read_all(const char *path)
{
    feed_survey s;
    feed_survey_read(&s, path);
    feed *f = feed_open(&s, FEED_WRITES);
    while (feed_read(f))
        ;
}

/* More than any form of a trace has places for. */
static void an_instruction_writes_four_registers_at_most(void **state)
{
    static const char *const more[] = {"+w 0 0 10 alu x4 f 3 3 3 3\n", "+w 0 0 10 alu x5 f 4 4 4 4\n", "+w 0 0 10 alu x6 f 5 5 5 5\n"};
    (void)state;
    text t = {0};
    text_puts(&t, TWO_UNKNOWN);
    for (int k = 0; k < 3; k++) {
        text_puts(&t, more[k]);
        char *path = trace_of(t.data);
        outcome o = outcome_of(read_all, path);
        assert_int_equal(o.code, k < 2 ? 0 : 2);
        assert_true(k < 2 || (o.lines == 1 && strstr(o.said, "the instruction at pc 10 writes more than 4 registers")));
        remove(path);
    }
    text_free(&t);
}

/* 10 cycles of 4 banks, one of them off for 6; 14 accesses, and 6 of 2 moves; 3 encodes and 3 decodes, and those of the moves. */
static const energy_activity activity = {.cycles = 10,
                                         .bank_cycles = 34,
                                         .use = {.banks = 14, .encodes = {2, 1}, .decodes = {0, 2, 1}},
                                         .part = {{.banks = 6, .decodes = {0, 1, 1}}},
                                         .encoders = 1,
                                         .decoders = 2};

static void energy_by_hand(void **state)
{
    (void)state;
    const energy_model e = {
        .bank_pj = 2, .wire_pj = 1, .bank_mw = 3, .activity = 0.25, .enc_pj = 7, .dec_pj = 11, .enc_mw = 5, .dec_mw = 13, .clock_ghz = 2};
    energy_spent s = energy_of(&e, &activity);
    assert_true(s.leakage == 51);        /* 34 x 3 / 2 */
    assert_true(s.banks == 28);          /* 14 x 2 */
    assert_true(s.wires == 7);           /* 14 x 0.5 */
    assert_true(s.encoders == 21 + 25);  /* 3 x 7, and 5 x 10 / 2 */
    assert_true(s.decoders == 33 + 130); /* 3 x 11, and 2 x 13 x 10 / 2 */
    assert_true(s.part[0] == 15 + 22);   /* 6 x 2.5, and 2 x 11 */
    assert_true(energy_leakage(&s) == 51 + 155);
    assert_true(energy_all(&s) == 51 + 28 + 7 + 46 + 163 + 37);
}

/* What `power` might find of warpbdi: of 8 activations 5 raw, 2 <4,0> and 1 <4,1> in the encoder; no <4,2>. */
static const double power_count_of[WF_MAX_CLASSES] = {5, 2, 1};

static void set_power(metrics *m)
{
    static const char *const names[] = {"raw", "<4,0>", "<4,1>"};
    static const double enc[] = {8, 2, 4}, dec[] = {1, 3, 16};

    for (int i = 0; i < 3; i++) {
        metrics_set(m, power_count_of[i] * 12.5, "enc__power__%s__share", names[i]);
        metrics_set(m, enc[i], "enc__power__%s__pj", names[i]);
        metrics_set(m, power_count_of[i] * 12.5, "dec__power__%s__share", names[i]);
        metrics_set(m, dec[i], "dec__power__%s__pj", names[i]);
    }
    metrics_set(m, 6, "enc__power__mean_pj");     /* (5 x 8 + 2 x 2 + 4) / 8 */
    metrics_set(m, 3.375, "dec__power__mean_pj"); /* (5 x 1 + 2 x 3 + 16) / 8 */
    metrics_set(m, 5, "enc__power__leak_mw");
    metrics_set(m, 13, "dec__power__leak_mw");
}

static void set_synthesis(metrics *m)
{
    metrics_set(m, 7, "enc__energy_pj");
    metrics_set(m, 11, "dec__energy_pj");
    metrics_set(m, 17, "enc__power_leak_mw");
    metrics_set(m, 19, "dec__power_leak_mw");
}

static void energy_by_code_by_hand(void **state)
{
    (void)state;
    const wf_codec *codec = wf_find_unit("warpbdi")->codec;
    energy_model e = {.bank_pj = 2, .wire_pj = 1, .bank_mw = 3, .activity = 0.25, .clock_ghz = 2};
    metrics m = {0};

    set_synthesis(&m);
    set_power(&m);
    assert_true(energy_measured(&e, &m, codec));
    assert_true(e.enc_pj == 6 && e.dec_pj == 3.375 && e.enc_mw == 5 && e.dec_mw == 13);
    assert_true(e.enc_codes.pj[3] == 6 && e.dec_codes.pj[3] == 3.375); /* not met: the means */
    energy_spent s = energy_of(&e, &activity);
    assert_true(s.encoders == 2 * 8 + 2 + 25);
    assert_true(s.decoders == 2 * 3 + 16 + 130);
    assert_true(s.part_units == 3 + 16);
    assert_true(s.part[0] == 15 + 3 + 16);
    energy_scale_units(&e, 2);
    assert_true(energy_of(&e, &activity).encoders == 2 * (2 * 8 + 2) + 25);
}

/* Of the activations that were measured, those of the codes are what their mean is. */
static void energies_by_code_have_the_measured_mean(void **state)
{
    (void)state;
    energy_model e = {0};
    metrics m = {0};

    set_power(&m);
    assert_true(energy_measured(&e, &m, wf_find_unit("warpbdi")->codec));
    assert_true(energy_count(power_count_of) == 8);
    assert_true(energy_encodes(&e, power_count_of) == 8 * metrics_get(&m, "enc__power__mean_pj"));
    assert_true(energy_decodes(&e, power_count_of) == 8 * metrics_get(&m, "dec__power__mean_pj"));
}

static void without_codes_the_mean_counts(void **state)
{
    (void)state;
    const wf_codec *codec = wf_find_unit("warpbdi")->codec;
    energy_model e = {.enc_pj = 1, .dec_pj = 1};
    metrics m = {0};

    assert_false(energy_measured(&e, &m, codec));
    assert_true(e.enc_pj == 1 && e.dec_pj == 1);
    set_synthesis(&m);
    assert_true(energy_measured(&e, &m, codec));
    assert_true(energy_encodes(&e, activity.use.encodes) == 21 && energy_decodes(&e, activity.use.decodes) == 33 && e.enc_mw == 17 &&
                e.dec_mw == 19);
    set_power(&m);
    assert_true(energy_measured(&e, &m, NULL)); /* whatever the codes */
    assert_true(energy_encodes(&e, activity.use.encodes) == 21 && energy_decodes(&e, activity.use.decodes) == 33 && e.enc_mw == 17);
    assert_true(energy_measured(&e, &m, wf_find_unit("affine")->codec)); /* of another codec */
    assert_true(energy_encodes(&e, activity.use.encodes) == 21);
}

/* A bank of half the width, twice the rows; units of half the lanes. */
static void published_energies_scale(void **state)
{
    (void)state;
    energy_model e, half;
    assert_true(energy_published(&e, "warpbdi", 128, 256, 32));
    assert_true(energy_published(&half, "warpbdi", 64, 512, 16));
    assert_true(e.bank_pj == 7 && e.wire_pj == 9.6 && e.bank_mw == 5.8 && e.enc_pj == 23 && e.dec_mw == 0.08 && e.clock_ghz == 1.4);
    assert_true(half.bank_pj == 3.5 && half.wire_pj == 4.8 && half.bank_mw == 5.8 && half.enc_pj == 11.5 && half.dec_mw == 0.04);
    assert_false(energy_published(&e, "compare", 128, 256, 32));
}

static const wf_stepped *honest;
static int lie_at; /* the word of an output that is wrong: of the second issue port, where the second warp of the trace is */

static void lying_outputs(const wf_config *config, const void *state, uint32_t *out, uint32_t *care)
{
    honest->outputs(config, state, out, care);
    out[lie_at] ^= 0x10;
}

static void make_file(design *d)
{
    design_init_named(d, "wcrf", "test");
    design_set_all(d, "lanes=4 bank=32 clusters=2 decompressors=2 warps=4 registers=4 rows=8", "test");
    design_check(d);
}

/* The same file, whose outputs are not those of its state. */
static void make_liar(design *d, wf_unit *liar, wf_stepped *stepped)
{
    make_file(d);
    *liar = *d->unit;
    *stepped = *d->unit->stepped;
    honest = d->unit->stepped;
    stepped->outputs = lying_outputs;
    liar->stepped = stepped;
    d->unit = liar;
}

static const replay_options quick = {.latency = 1, .load_latency = 1, .window = 1};

static void a_wrong_operand_is_found(void **state)
{
    (void)state;
    char *path = made_trace();
    feed_survey s;
    file_counts c;
    design d;
    file_ports p;
    wf_unit liar;
    wf_stepped stepped;

    make_file(&d);
    feed_survey_read(&s, path);
    replay_run(&c, &d, &s, &quick, NULL);
    assert_true(c.checked == 1 && c.wrong == 0 && c.first_wrong == NULL); /* x2 of warp 0 */
    file_counts_free(&c);

    file_ports_open(&p, &d, NULL);
    lie_at = p.port[WF_FILE_OPERANDS][1].field[WF_OPERANDS_VALUE] + 1;
    file_ports_close(&p);
    make_liar(&d, &liar, &stepped);
    replay_run(&c, &d, &s, &quick, NULL);
    assert_true(c.wrong == 1);
    assert_string_equal(c.first_wrong, "instruction 4 at pc 14: lane 1 of x2 is 16, and 6 was written");
    file_counts_free(&c);
    feed_survey_free(&s);
    remove(path);
}

static void replay_of_liar(const char *path)
{
    feed_survey s;
    file_counts c;
    design d;
    wf_unit liar;
    wf_stepped stepped;
    feed_survey_read(&s, path);
    make_liar(&d, &liar, &stepped);
    replay_run(&c, &d, &s, &quick, NULL);
}

/* Users are the file's word for what is under way: a wrong one ends the replay. */
static void a_wrong_user_is_told(void **state)
{
    (void)state;
    static const struct {
        int stream, field;
        const char *name;
    } of[] = {{WF_FILE_OPERANDS, WF_OPERANDS_USER, "operands"}, {WF_FILE_STORED, WF_STORED_USER, "stored"}};
    char *path = made_trace();
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        design d;
        file_ports p;
        make_file(&d);
        file_ports_open(&p, &d, NULL);
        int all = 0;
        for (int k = 0; k < 2; k++) {
            lie_at = p.port[of[i].stream][k].field[of[i].field];
            outcome o = outcome_of(replay_of_liar, path);
            char *line = format_new("%s%d has the user ", of[i].name, k);
            bool told = strstr(o.said, line) && strstr(o.said, "and nothing under way has it");
            assert_true(o.code == (told ? 1 : 0) && o.lines == (told ? 1 : 0));
            all += told;
        }
        assert_true(all > 0); /* of the ports that the trace uses */
        file_ports_close(&p);
    }
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_survey_counts_warps_blocks_and_registers),
        cmocka_unit_test(a_feed_gives_each_warp_its_instructions),
        cmocka_unit_test(unknown_destinations_are_those_that_are_written),
        cmocka_unit_test(an_instruction_writes_four_registers_at_most),
        cmocka_unit_test(energy_by_hand),
        cmocka_unit_test(energy_by_code_by_hand),
        cmocka_unit_test(energies_by_code_have_the_measured_mean),
        cmocka_unit_test(without_codes_the_mean_counts),
        cmocka_unit_test(published_energies_scale),
        cmocka_unit_test(a_wrong_operand_is_found),
        cmocka_unit_test(a_wrong_user_is_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
