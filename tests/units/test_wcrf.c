/* SPDX-License-Identifier: Apache-2.0
 *
 * The system wcrf: the examples of docs/wcrf-examples.md cycle by cycle, and random traffic against an array of registers that remembers every
 * value that each register had. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
enum { TOLD = 2 };
#include "file_machine.h"

enum { MAX_LANES = 32, MAX_PORTS = 4 };
extern const wf_unit wf_unit_wcrf;
static const wf_unit *const unit = &wf_unit_wcrf;

static int *param(wf_config *c, const char *name)
{
    return unit_param(unit, c, name);
}

/* ---- Worked by hand ---- */

static const uint32_t none[3];
static const uint32_t bytes8[8] = {100, 101, 102, 103, 104, 105, 106, 99}, same8[8] = {7, 7, 7, 7, 7, 7, 7, 7},
                      random8[8] = {1, 1u << 20, 3, 1u << 31, 5, 6, 7, 8}, zero8[8];

/* 8 lanes, banks of 32 bits: codes of 1, 3, 5 or 8 banks. 2 clusters; 4 warps of 4 registers. Banks wake in 2 cycles. */
static wf_config small(void)
{
    wf_config c = wf_default_config(unit, 8);
    *param(&c, "warps") = 4, *param(&c, "registers") = 4, *param(&c, "clusters") = 2, *param(&c, "rows") = 8;
    *param(&c, "bank") = 32, *param(&c, "decompressors") = 2, *param(&c, "wake") = 2;
    return c;
}

static file small_file(const char *name, int value)
{
    wf_config c = small();
    if (name)
        *param(&c, name) = value;
    return file_new(unit, c);
}

/* Writes a register whole and waits until it is stored. The next cycle then counts as number 0. */
static void hold(file *f, uint32_t warp, uint32_t reg, const uint32_t *values)
{
    put_write(f, 0, warp, reg, 0xff, values, 0);
    step_taken(f);
    until_stored(f, (int)((warp + reg) % (uint32_t)f->clusters), 0);
    step(f);
    f->cycle = 0;
}

static void reads_r0(file *f, int port, uint32_t user)
{
    put_issue(f, port, 0, 1, none, -1, 0xff, user);
}

static void a_register_that_was_never_written_is_zero(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    static const uint32_t source[3] = {1, 2, 3};
    put_issue(&f, 0, 2, 7, source, -1, 0x5a, 9);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 9), 5); /* r1 and r3 share a cluster */
    value_is(&f, 0, "value0", zero8);
    value_is(&f, 0, "value1", zero8);
    value_is(&f, 0, "value2", zero8);
    assert_int_equal(*field(&f, "operands", 0, "mask"), 0x5a);
    assert_int_equal(count_of(&f, "bank_reads"), 0);
    step(&f);
    assert_false(valid(&f, "operands", 0));
    put_issue(&f, 1, 2, 0, source, -1, 0x5a, 10); /* without sources it is offered in the cycle after next */
    step_taken(&f);
    assert_false(valid(&f, "operands", 1));
    step(&f);
    assert_true(valid(&f, "operands", 1));
    file_free(&f);
}

static void a_compressed_write_then_a_read(void **state)
{
    (void)state;
    file f = small_file("gate", 0);
    put_write(&f, 0, 0, 0, 0xff, bytes8, 5);
    step_taken(&f);
    reads_r0(&f, 0, 6);
    step_taken(&f);
    assert_int_equal(count_of(&f, "encodes"), 1); /* cycle 0 */
    step_to(&f, 3);
    assert_int_equal(count_of(&f, "forwards"), 0);
    assert_int_equal(until_stored(&f, 0, 5), 4);
    assert_int_equal(count_of(&f, "forwards"), 1);
    assert_int_equal(count_of(&f, "bank_writes"), 0);
    assert_int_equal(until_offered(&f, 0, 6), 5);
    assert_int_equal(count_of(&f, "bank_writes"), 3);
    value_is(&f, 0, "value0", bytes8);
    assert_int_equal(count_of(&f, "bank_reads"), 0);
    assert_int_equal(count_of(&f, "decodes"), 0);
    file_free(&f);
}

/* Operands after a full write of cycle 0, for an instruction that comes so many cycles behind it. */
static void operands_after_a_write(void **state)
{
    (void)state;
    static const unsigned kept[2][8] = {{9, 9, 9, 9, 10, 11, 12, 13}, {5, 7, 8, 9, 10, 11, 12, 13}};
    for (int forward = 0; forward < 2; forward++)
        for (unsigned behind = 1; behind <= 8; behind++) {
            wf_config c = small();
            *param(&c, "gate") = 0, *param(&c, "forward") = forward;
            file f = file_new(unit, c);
            put_write(&f, 0, 0, 0, 0xff, bytes8, 5);
            step_taken(&f);
            step_to(&f, behind);
            reads_r0(&f, 0, 6);
            step_taken(&f);
            assert_int_equal(until_offered(&f, 0, 6), kept[forward][behind - 1]);
            value_is(&f, 0, "value0", bytes8);
            assert_int_equal(count_of(&f, "forwards"), forward && behind <= 2);
            assert_int_equal(count_of(&f, "bank_reads"), forward && behind <= 2 ? 0 : 3);
            file_free(&f);
        }
}

/* A partial write of an invalid register is read from its slot; one of a valid register is waited for. */
static void a_partial_write_is_read_from_its_slot(void **state)
{
    (void)state;
    static const uint32_t first[8] = {1, 1u << 20}, second[8] = {7, 1u << 20};
    file f = small_file(NULL, 0);
    put_write(&f, 0, 0, 0, 3, random8, 5);
    step_taken(&f);
    reads_r0(&f, 0, 6);
    put_write(&f, 0, 0, 0, 1, same8, 7);
    step_taken(&f);
    reads_r0(&f, 1, 8);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 6), 6); /* it asks in 3; the banks wake up until 5 */
    assert_int_equal(count_of(&f, "forwards"), 1);
    value_is(&f, 0, "value0", first);
    until_offered(&f, 1, 8);
    value_is(&f, 1, "value0", second);
    file_free(&f);
}

static void two_reads_in_conflict(void **state)
{
    (void)state;
    static const uint32_t two[3] = {2, 2, 2};
    file f = small_file("gate", 0);
    hold(&f, 0, 2, random8);
    hold(&f, 0, 0, same8);
    reads_r0(&f, 0, 1);
    put_issue(&f, 1, 0, 4, two, -1, 1, 2);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 1), 5);
    value_is(&f, 0, "value0", same8);
    assert_int_equal(until_offered(&f, 1, 2), 6);
    value_is(&f, 1, "value0", zero8);
    value_is(&f, 1, "value2", random8);
    assert_int_equal(count_of(&f, "bank_reads"), 9);
    file_free(&f);
}

static void decoders_are_shared(void **state)
{
    (void)state;
    static const uint32_t one[3] = {1, 1, 1};
    file f = small_file("decompressors", 1);
    hold(&f, 0, 0, same8);
    hold(&f, 0, 1, bytes8);
    reads_r0(&f, 0, 1);
    put_issue(&f, 1, 0, 1, one, -1, 1, 2);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 1), 5);
    assert_int_equal(until_offered(&f, 1, 2), 6);
    value_is(&f, 1, "value0", bytes8);
    file_free(&f);
}

/* All collectors are taken: a late move needs none. */
static void a_divergent_write_to_a_compressed_register(void **state)
{
    (void)state;
    static const uint32_t after[8] = {1, 1u << 20, 102, 103, 104, 105, 106, 99};
    file f = small_file("gate", 0);
    *param(&f.m.c, "collectors") = 1;
    file_free(&f);
    f = file_new(unit, f.m.c);
    hold(&f, 0, 0, bytes8);
    for (int k = 0; k < 2; k++) {
        *takes(&f, k) = 0;
        reads_r0(&f, k, 20);
    }
    step_taken(&f);
    step_to(&f, 10);
    assert_false(ready(&f, "issue", 0) || ready(&f, "issue", 1));
    uint32_t reads = count_of(&f, "bank_reads"), decodes = count_of(&f, "decodes"), writes = count_of(&f, "bank_writes");
    f.cycle = 0;
    put_write(&f, 0, 0, 0, 3, random8, 5);
    step_taken(&f);
    step_to(&f, 2);
    assert_int_equal(count_of(&f, "moves"), 0);
    step_to(&f, 3);
    assert_int_equal(count_of(&f, "moves"), 1);
    step_to(&f, 5);
    assert_int_equal(count_of(&f, "bank_reads"), reads + 3);
    step_to(&f, 6);
    assert_int_equal(count_of(&f, "decodes"), decodes + 1);
    step_to(&f, 8);
    assert_int_equal(count_of(&f, "bank_writes"), writes);
    assert_int_equal(until_stored(&f, 0, 5), 9);
    assert_int_equal(count_of(&f, "bank_writes"), writes + 8);
    step(&f);
    assert_int_equal(count_of(&f, "bank_writes"), writes + 10);
    for (int k = 0; k < 2; k++) {
        *takes(&f, k) = 1;
        value_is(&f, k, "value0", bytes8);
    }
    step(&f);
    reads_r0(&f, 0, 21);
    step_taken(&f);
    until_offered(&f, 0, 21);
    value_is(&f, 0, "value0", after);
    assert_int_equal(count_of(&f, "moves"), 1);
    file_free(&f);
}

static void an_early_move_goes_before_the_write(void **state)
{
    (void)state;
    file f = small_file("gate", 0);
    hold(&f, 0, 0, bytes8);
    put_issue(&f, 1, 0, 0, none, 0, 3, 1);
    step_taken(&f);
    assert_int_equal(count_of(&f, "moves"), 0);
    step(&f);
    assert_int_equal(count_of(&f, "moves"), 1); /* cycle 1 */
    put_write(&f, 1, 0, 0, 3, random8, 5);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 5), 8); /* with a late one: 11 */
    assert_int_equal(count_of(&f, "moves"), 1);
    file_free(&f);
}

/* In the cycles in which an early move does not start. */
static void not_every_instruction_moves(void **state)
{
    (void)state;
    file f = small_file("gate", 0);
    hold(&f, 0, 0, bytes8);
    hold(&f, 0, 2, random8);
    put_issue(&f, 0, 0, 0, none, 0, 0xff, 1); /* the mask is full */
    put_issue(&f, 1, 0, 0, none, 0, 0, 1);    /* and empty */
    step_taken(&f);
    put_issue(&f, 0, 0, 0, none, 2, 3, 1); /* the register is raw */
    put_issue(&f, 1, 0, 0, none, 1, 3, 1); /* and invalid */
    step_taken(&f);
    put_issue(&f, 0, 0, 0, none, -1, 3, 1); /* no destination */
    put_issue(&f, 1, 0, 0, none, 0, 3, 1);  /* a write of it is accepted in the next cycle */
    step_taken(&f);
    unsigned accepted = f.cycle;
    put_write(&f, 1, 0, 0, 0xff, bytes8, 5);
    for (unsigned n = 0; n <= 2; n++) { /* in the next cycle a slot holds it, at last for the last time */
        put_issue(&f, 1, 0, 0, none, 0, 3, 1);
        step_taken(&f);
    }
    assert_int_equal(until_stored(&f, 0, 5), accepted + 4);
    assert_int_equal(count_of(&f, "moves"), 0);
    put_issue(&f, 0, 0, 0, none, 0, 3, 1);
    put_issue(&f, 1, 0, 0, none, 0, 3, 1);
    step_taken(&f);
    step(&f);
    assert_int_equal(count_of(&f, "moves"), 1);
    for (int n = 0; n < 20; n++)
        step(&f);
    assert_int_equal(count_of(&f, "moves"), 1);
    file_free(&f);
}

static void a_full_write_is_overtaken_by_nothing(void **state)
{
    (void)state;
    static const uint32_t after[8] = {7, 7, 3, 1u << 31, 5, 6, 7, 8};
    file f = small_file("gate", 0);
    put_write(&f, 0, 0, 0, 0xff, random8, 1);
    put_write(&f, 1, 0, 2, 3, same8, 2); /* another register of the cluster may overtake */
    step_taken(&f);
    put_write(&f, 0, 0, 0, 3, same8, 3);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 2), 3);
    assert_int_equal(until_stored(&f, 0, 1), 4);
    assert_int_equal(until_stored(&f, 0, 3), 6);
    reads_r0(&f, 0, 4);
    step_taken(&f);
    until_offered(&f, 0, 4);
    value_is(&f, 0, "value0", after);
    file_free(&f);
}

static void a_write_to_a_bank_that_sleeps(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    put_write(&f, 0, 0, 0, 0xff, bytes8, 5);
    step_taken(&f);
    step_to(&f, 3);
    assert_int_equal(state_of(&f, "on") | state_of(&f, "waking"), 0);
    step_to(&f, 4);
    assert_int_equal(state_of(&f, "waking"), 7);
    assert_int_equal(count_of(&f, "wakes"), 3);
    step_to(&f, 5);
    assert_int_equal(state_of(&f, "waking"), 7);
    step_to(&f, 6);
    assert_int_equal(state_of(&f, "waking"), 0);
    assert_int_equal(state_of(&f, "on"), 7);
    assert_int_equal(until_stored(&f, 0, 5), 7);

    /* Release: row 0 in the cycle behind its acceptance, and the banks are off two cycles later. */
    step_to(&f, 10);
    put_release(&f, 0);
    step_taken(&f);
    assert_false(ready(&f, "release", -1)); /* cycles 11 and 12 */
    step_to(&f, 12);
    assert_false(ready(&f, "release", -1));
    assert_int_equal(state_of(&f, "on"), 7);
    step_to(&f, 13);
    assert_true(ready(&f, "release", -1));
    assert_int_equal(state_of(&f, "on"), 0);
    reads_r0(&f, 0, 6);
    step_taken(&f);
    until_offered(&f, 0, 6);
    value_is(&f, 0, "value0", zero8);
    file_free(&f);
}

/* A write of half a warp is divergent: "Packets narrower than a warp" of docs/wcrf.md. */
static void packets_narrower_than_a_warp_are_never_compressed(void **state)
{
    (void)state;
    for (int packets = 1; packets <= 2; packets++) {
        file f = small_file("gate", 0);
        hold(&f, 0, 0, bytes8);
        assert_int_equal(count_of(&f, "bank_writes"), 3);
        for (int p = 0; p < packets; p++) {
            put_write(&f, 0, 0, 0, packets == 1 ? 0xff : 0xfu << 4 * p, bytes8, (uint32_t)p + 1);
            step_taken(&f);
        }
        until_stored(&f, 0, (uint32_t)packets);
        step(&f);
        assert_int_equal(count_of(&f, "moves"), packets - 1);
        assert_int_equal(count_of(&f, "bank_reads"), packets == 1 ? 0 : 3);
        assert_int_equal(count_of(&f, "bank_writes"), 3 + (packets == 1 ? 3 : 8 + 4 + 4));
        reads_r0(&f, 0, 9);
        step_taken(&f);
        until_offered(&f, 0, 9);
        value_is(&f, 0, "value0", bytes8);
        assert_int_equal(count_of(&f, "bank_reads"), packets == 1 ? 3 : 3 + 8);
        file_free(&f);
    }
}

/* Both registers are released while they are read. The second one's code waits for the decoder in cycle 3; its banks stay on for it. */
static void a_bank_stays_on_while_a_code_of_it_waits(void **state)
{
    (void)state;
    static const uint32_t one[3] = {1, 1, 1};
    file f = small_file("decompressors", 1);
    hold(&f, 0, 0, same8);
    hold(&f, 0, 1, bytes8);
    reads_r0(&f, 0, 1);
    put_issue(&f, 1, 0, 1, one, -1, 1, 2);
    step_taken(&f);
    put_release(&f, 0);
    step_taken(&f);
    step_to(&f, 3);
    assert_int_equal(state_of(&f, "on"), 0x701);
    step_to(&f, 4);
    assert_int_equal(state_of(&f, "on"), 0x701);
    step_to(&f, 5);
    assert_int_equal(state_of(&f, "on"), 0x700);
    step_to(&f, 6);
    assert_int_equal(state_of(&f, "on"), 0);
    assert_int_equal(until_offered(&f, 1, 2), 6);
    value_is(&f, 1, "value0", bytes8);
    file_free(&f);
}

static void a_partial_write_makes_the_other_lanes_zero(void **state)
{
    (void)state;
    static const uint32_t first[8] = {0, 1u << 20, 0, 0, 0, 0, 0, 8};
    file f = small_file(NULL, 0);
    hold(&f, 0, 0, random8);
    put_release(&f, 0);
    step_taken(&f);
    step_to(&f, 10);
    put_write(&f, 0, 0, 0, 0x82, random8, 5);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 5), 16); /* ready in 12, its banks waking in 13 and 14 */
    assert_int_equal(state_of(&f, "on"), 0xff);
    reads_r0(&f, 0, 6);
    step_taken(&f);
    until_offered(&f, 0, 6);
    value_is(&f, 0, "value0", first);
    put_write(&f, 0, 0, 0, 0, bytes8, 7); /* an empty mask changes nothing */
    step_taken(&f);
    until_stored(&f, 0, 7);
    step(&f); /* the operands are taken in their first cycle, one instruction after another */
    reads_r0(&f, 0, 8);
    step_taken(&f);
    until_offered(&f, 0, 8);
    value_is(&f, 0, "value0", first);
    file_free(&f);
}

/* Banks with one port: in cycle 3 a read of r0 is at the stage bank, and a write of r2 at the stage write. The read waits, and the next write,
 * which could be chosen in that cycle, does too: it is the read's turn. */
static void a_read_and_a_write_take_turns(void **state)
{
    (void)state;
    for (int ports = 1; ports <= 2; ports++) {
        wf_config c = small();
        *param(&c, "gate") = 0, *param(&c, "ports") = ports;
        file f = file_new(unit, c);
        hold(&f, 0, 0, random8);
        reads_r0(&f, 0, 1);
        put_write(&f, 0, 0, 2, 3, same8, 3);
        step_taken(&f);
        reads_r0(&f, 1, 2);
        put_write(&f, 0, 1, 1, 3, same8, 4);
        step_taken(&f);
        assert_int_equal(until_stored(&f, 0, 3), 3);
        assert_int_equal(until_offered(&f, 0, 1), 4);
        assert_int_equal(until_stored(&f, 0, 4), ports == 1 ? 5 : 4);
        assert_int_equal(until_offered(&f, 1, 2), ports == 1 ? 6 : 5);
        file_free(&f);
    }
}

/* The row that is written is not read in the same cycle, 3: the read waits, and sees the write. Without the interlock it could have gone first. */
static void a_row_is_not_read_while_it_is_written(void **state)
{
    (void)state;
    static const uint32_t after[8] = {7, 7, 7, 7, 5, 6, 7, 8};
    wf_config c = small();
    *param(&c, "gate") = 0, *param(&c, "interlock") = 0, *param(&c, "forward") = 0;
    file f = file_new(unit, c);
    hold(&f, 0, 0, random8);
    put_write(&f, 0, 0, 0, 0xf, same8, 3);
    step_taken(&f);
    reads_r0(&f, 0, 1);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 3), 3);
    assert_int_equal(until_offered(&f, 0, 1), 6);
    value_is(&f, 0, "value0", after);
    file_free(&f);
}

/* One decoder: in cycle 3 the code of r1 waits for it, behind it a second read of r1. A write then costs that read nothing. */
static void a_write_goes_past_a_read_that_is_held(void **state)
{
    (void)state;
    static const uint32_t ones[3] = {1, 1, 1};
    wf_config c = small();
    *param(&c, "gate") = 0, *param(&c, "ports") = 1, *param(&c, "decompressors") = 1;
    file f = file_new(unit, c);
    hold(&f, 0, 0, same8);
    hold(&f, 0, 1, bytes8);
    put_issue(&f, 0, 0, 3, ones, -1, 0xff, 1);
    reads_r0(&f, 1, 2);
    put_write(&f, 0, 0, 3, 3, random8, 3);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 1, 3), 3);
    assert_int_equal(until_offered(&f, 1, 2), 5);
    assert_int_equal(until_offered(&f, 0, 1), 7); /* the codes of r1 have the decoder in cycles 4 and 5 */
    value_is(&f, 0, "value1", bytes8);
    file_free(&f);
}

/* The row is cleared in cycle 2, in which the write is chosen: the register is invalid when it is written, so the other lanes become 0. Or in
 * cycle 3, in which it is written: the release comes after it. */
static void a_release_between_choose_and_write(void **state)
{
    (void)state;
    static const uint32_t after[2][8] = {{1, 1u << 20}};
    for (int k = 0; k < 2; k++) {
        file f = small_file("gate", 0);
        hold(&f, 0, 0, random8);
        put_write(&f, 0, 0, 0, 3, random8, 1);
        step_taken(&f);
        step_to(&f, k == 0 ? 1 : 2);
        put_release(&f, 0);
        step_taken(&f);
        assert_int_equal(until_stored(&f, 0, 1), 3);
        step(&f);
        reads_r0(&f, 0, 2);
        step_taken(&f);
        until_offered(&f, 0, 2);
        value_is(&f, 0, "value0", after[k]);
        file_free(&f);
    }
}

/* The register is cleared in cycle 3, in which the early move reads it. In cycle 7 the move would be stored. */
static void a_move_of_a_released_register_stores_nothing(void **state)
{
    (void)state;
    static const uint32_t after[8] = {1, 1u << 20};
    file f = small_file("gate", 0);
    hold(&f, 0, 0, bytes8);
    uint32_t writes = count_of(&f, "bank_writes");
    put_issue(&f, 0, 0, 0, none, 0, 3, 1);
    step_taken(&f);
    step(&f);
    put_release(&f, 0);
    put_write(&f, 0, 0, 0, 3, random8, 1);
    step_taken(&f);
    assert_int_equal(count_of(&f, "moves"), 1);
    assert_int_equal(until_stored(&f, 0, 1), 8);
    assert_int_equal(count_of(&f, "bank_writes"), writes);
    step(&f);
    assert_int_equal(count_of(&f, "bank_writes"), writes + 8);
    reads_r0(&f, 0, 2);
    step_taken(&f);
    until_offered(&f, 0, 2);
    value_is(&f, 0, "value0", after);
    file_free(&f);
}

static void collectors_fill_up(void **state)
{
    (void)state;
    file f = small_file("collectors", 2);
    *takes(&f, 0) = 0;
    for (uint32_t n = 0; n < 2; n++) {
        reads_r0(&f, 0, n);
        step_taken(&f);
    }
    assert_false(ready(&f, "issue", 0));
    assert_true(ready(&f, "issue", 1));
    until_offered(&f, 0, 0);
    for (int n = 0; n < 5; n++, step(&f)) /* what is offered stays */
        assert_int_equal(*field(&f, "operands", 0, "user"), 0);
    *takes(&f, 0) = 1;
    step(&f);
    assert_true(ready(&f, "issue", 0));
    assert_int_equal(*field(&f, "operands", 0, "user"), 1);
    file_free(&f);
}

static void slots_fill_up(void **state)
{
    (void)state;
    file f = small_file("slots", 3); /* one of port 0, two of port 1 */
    *param(&f.m.c, "gate") = 0;
    file_free(&f);
    f = file_new(unit, f.m.c);
    put_write(&f, 0, 0, 0, 0xff, bytes8, 1);
    step_taken(&f);
    assert_true(!ready(&f, "write", 0) && ready(&f, "write", 1));
    put_write(&f, 1, 0, 0, 0xff, bytes8, 2);
    step_taken(&f);
    assert_true(!ready(&f, "write", 0) && ready(&f, "write", 1));
    put_write(&f, 1, 0, 0, 0xff, bytes8, 3);
    step_taken(&f);
    assert_false(ready(&f, "write", 0) || ready(&f, "write", 1));
    assert_int_equal(until_stored(&f, 0, 1), 4);
    assert_true(ready(&f, "write", 0) && !ready(&f, "write", 1));
    assert_int_equal(until_stored(&f, 0, 2), 6);
    assert_true(ready(&f, "write", 1));
    file_free(&f);
}

/* ---- Random traffic ---- */

/* Every value that a register had, in the order in which its writes were accepted. Number 0 is zero. */
enum { MAX_VERSIONS = 4000, MAX_WRITES = 40000, MAX_OPEN = 64 };
typedef struct {
    uint32_t value[MAX_LANES];
} version;
typedef struct {
    int count;  /* versions */
    int before; /* those accepted in a cycle before this one */
    int told;   /* those told to be stored */
    version v[MAX_VERSIONS];
} history;

/* An instruction that was accepted and whose operands did not leave. */
typedef struct {
    bool open;
    uint32_t user, mask, used;
    int reg[3], least[3]; /* registers, and the versions that their values have at least */
    unsigned waited;      /* cycles, without those in which its port was blocked */
    unsigned accepted;
} instruction;

typedef struct {
    file f;
    rng r;
    history *h;
    int warps, registers;
    struct {
        int reg, number;
        unsigned cycle;
    } * write;
    uint32_t writes; /* user of the next one */
    uint32_t issues;
    instruction open[MAX_PORTS][MAX_OPEN];
    unsigned bound;
    uint32_t busy_warp; /* gets no traffic, since it is to be released; `warps`: none */
    unsigned waits;     /* cycles until its release is over */
    bool rough;         /* warps are released at any time: each lane has some value that it had, or zero */
    unsigned answers, stores, releases;
    uint32_t last[MAX_PORTS]; /* the user of what left last, and when */
    unsigned left[MAX_PORTS];
} run;

static uint32_t full_mask(const run *x)
{
    return x->f.lanes == 32 ? ~0u : (1u << x->f.lanes) - 1;
}

/* All classes of values. */
static void some_values(run *x, uint32_t *values)
{
    static const uint32_t range[] = {1, 100, 30000, ~0u};
    uint32_t base = rng_word(&x->r), width = range[rng_below(&x->r, 4)];
    for (int i = 0; i < x->f.lanes; i++)
        values[i] = base + rng_below(&x->r, width);
}

static uint32_t some_mask(run *x)
{
    uint32_t kind = rng_below(&x->r, 8);
    return kind == 0 ? 0 : kind < 4 ? rng_word(&x->r) & full_mask(x) : full_mask(x);
}

static uint32_t some_warp(run *x)
{
    uint32_t warp = rng_below(&x->r, (uint32_t)x->warps);
    return warp == x->busy_warp ? (warp + 1) % (uint32_t)x->warps : warp;
}

/* Few registers are asked for often. */
static uint32_t some_register(run *x)
{
    return rng_below(&x->r, rng_below(&x->r, 2) ? (uint32_t)x->registers : x->registers < 2 ? 1 : 2);
}

/* What comes in, in this cycle: what was not taken stays. `busy` of 100. */
static void give(run *x, uint32_t busy, uint32_t blocked)
{
    file *f = &x->f;
    uint32_t values[MAX_LANES], source[3];
    for (int k = 0; k < f->issues; k++) {
        if (!*valid_in(f, "issue", k) && rng_below(&x->r, 100) < busy) {
            for (int i = 0; i < 3; i++)
                source[i] = some_register(x);
            int dest = rng_below(&x->r, 2) ? (int)some_register(x) : -1;
            put_issue(f, k, some_warp(x), rng_below(&x->r, 8), source, dest, some_mask(x), x->issues++);
        }
        if (!f->fixed)
            *takes(f, k) = rng_below(&x->r, 100) >= blocked;
    }
    for (int p = 0; p < f->writes; p++)
        if (!*valid_in(f, "write", p) && rng_below(&x->r, 100) < busy && x->writes < MAX_WRITES) {
            some_values(x, values);
            put_write(f, p, some_warp(x), some_register(x), some_mask(x), values, x->writes++);
        }
}

static int number_of(const run *x, uint32_t warp, uint32_t reg)
{
    return (int)warp * x->registers + (int)reg;
}

/* A write that is taken in this cycle: the register's next version. */
static void note_write(run *x, int p)
{
    file *f = &x->f;
    int reg = number_of(x, *field(f, "write", p, "warp"), *field(f, "write", p, "dest"));
    history *h = &x->h[reg];
    uint32_t user = *field(f, "write", p, "user"), mask = *field(f, "write", p, "mask");
    assert_true(h->count < MAX_VERSIONS);
    for (int i = 0; i < f->lanes; i++)
        h->v[h->count].value[i] = mask >> i & 1 ? field(f, "write", p, "values")[i] : h->v[h->count - 1].value[i];
    x->write[user].reg = reg, x->write[user].number = h->count++, x->write[user].cycle = f->cycle;
}

static void note_issue(run *x, int k)
{
    file *f = &x->f;
    static const char *const source[] = {"source0", "source1", "source2"};
    instruction *n = x->open[k];
    while (n->open)
        n++;
    assert_true(n < x->open[k] + MAX_OPEN);
    *n = (instruction){true,    *field(f, "issue", k, "user"), *field(f, "issue", k, "mask"), *field(f, "issue", k, "used"), {0}, {0}, 0,
                       f->cycle};
    for (int i = 0; i < 3; i++) {
        n->reg[i] = number_of(x, *field(f, "issue", k, "warp"), *field(f, "issue", k, source[i]));
        n->least[i] = *param(&f->m.c, "interlock") ? x->h[n->reg[i]].before - 1 : 0;
    }
}

/* Had the lane this value in some version? */
static bool was_in_lane(const history *h, int lane, uint32_t value)
{
    for (int v = h->count - 1; v >= 0; v--)
        if (h->v[v].value[lane] == value)
            return true;
    return value == 0;
}

/* Is it a version of the register, and new enough? */
static bool is_version(const run *x, int reg, int least, const uint32_t *value)
{
    const history *h = &x->h[reg];
    int lane = 0;
    while (x->rough && lane < x->f.lanes && was_in_lane(h, lane, value[lane]))
        lane++;
    if (x->rough)
        return lane == x->f.lanes;
    for (int v = h->count - 1; v >= least; v--)
        if (memcmp(h->v[v].value, value, (size_t)x->f.lanes * sizeof *value) == 0)
            return true;
    return false;
}

/* --collect fixed: a port keeps the order. Nothing leaves earlier than it can; what reads nothing leaves then, or one cycle behind the one
 * before it. */
static void check_time(run *x, int k, const instruction *n)
{
    const wf_config *c = &x->f.m.c;
    unsigned first = n->accepted + 6 + (*param((wf_config *)c, "compress") ? (unsigned)*param((wf_config *)c, "dec-latency") : 0);
    assert_true(x->left[k] == 0 || n->user > x->last[k]);
    assert_true(x->f.cycle >= first);
    if (n->used == 0)
        assert_int_equal(x->f.cycle, first > x->left[k] ? first : x->left[k] + 1);
    x->last[k] = n->user;
    x->left[k] = x->f.cycle;
}

static void check_operands(run *x, int k)
{
    static const char *const names[] = {"value0", "value1", "value2"};
    file *f = &x->f;
    instruction *n = x->open[k];
    uint32_t user = *field(f, "operands", k, "user");
    while (n < x->open[k] + MAX_OPEN && !(n->open && n->user == user))
        n++;
    assert_true(n < x->open[k] + MAX_OPEN); /* it was issued here, and did not leave */
    assert_int_equal(*field(f, "operands", k, "mask"), n->mask);
    for (int i = 0; i < 3; i++) {
        const uint32_t *value = field(f, "operands", k, names[i]);
        assert_true(n->used >> i & 1 ? is_version(x, n->reg[i], n->least[i], value)
                                     : memcmp(value, x->h[0].v[0].value, 4 * (size_t)f->lanes) == 0);
    }
    if (f->fixed)
        check_time(x, k, n);
    n->open = false;
    x->answers++;
}

static void check_stored(run *x, int c)
{
    uint32_t user = *field(&x->f, "stored", c, "user");
    assert_true(user < x->writes);
    history *h = &x->h[x->write[user].reg];
    int warp = x->write[user].reg / x->registers, reg = x->write[user].reg % x->registers;
    assert_int_equal((warp + reg) % x->f.clusters, c);
    assert_int_equal(x->write[user].number, h->told); /* in order, once */
    assert_true(x->f.cycle - 1 - x->write[user].cycle <= x->bound);
    h->told++;
    x->stores++;
}

static void run_step(run *x)
{
    file *f = &x->f;
    for (int k = 0; k < f->issues; k++) {
        bool offered = valid(f, "operands", k), taken = f->fixed || *takes(f, k);
        for (instruction *n = x->open[k]; n < x->open[k] + MAX_OPEN; n++)
            if (n->open && (!offered || taken))
                assert_true(++n->waited <= x->bound);
        if (offered && taken)
            check_operands(x, k);
    }
    for (int reg = 0; reg < x->warps * x->registers; reg++)
        x->h[reg].before = x->h[reg].count;
    for (int p = 0; p < f->writes; p++)
        if (*valid_in(f, "write", p) && ready(f, "write", p))
            note_write(x, p);
    bool issued[MAX_PORTS], wrote[MAX_PORTS];
    for (int k = 0; k < f->issues; k++)
        if ((issued[k] = *valid_in(f, "issue", k) && ready(f, "issue", k)))
            note_issue(x, k);
    for (int p = 0; p < f->writes; p++)
        wrote[p] = *valid_in(f, "write", p) && ready(f, "write", p);
    bool released = *valid_in(f, "release", -1) && ready(f, "release", -1);
    step(f);
    for (int k = 0; k < f->issues; k++)
        *valid_in(f, "issue", k) &= !issued[k];
    for (int p = 0; p < f->writes; p++)
        *valid_in(f, "write", p) &= !wrote[p];
    *valid_in(f, "release", -1) &= !released;
    for (int c = 0; c < f->clusters; c++)
        if (valid(f, "stored", c))
            check_stored(x, c);
}

static bool is_idle(const run *x, int warp)
{
    for (int reg = 0; reg < x->warps * x->registers; reg++)
        if ((warp < 0 || reg / x->registers == warp) && x->h[reg].told != x->h[reg].count)
            return false;
    for (int k = 0; k < x->f.issues; k++) {
        if (*valid_in(&x->f, "issue", k) && (warp < 0 || (int)*field(&x->f, "issue", k, "warp") == warp))
            return false;
        for (const instruction *n = x->open[k]; n < x->open[k] + MAX_OPEN; n++)
            if (n->open && (warp < 0 || n->reg[0] / x->registers == warp))
                return false;
    }
    for (int p = 0; p < x->f.writes; p++)
        if (*valid_in(&x->f, "write", p) && (warp < 0 || (int)*field(&x->f, "write", p, "warp") == warp))
            return false;
    return true;
}

/* Now and then a warp gets no more traffic, is idle at last, is released, and all of its registers are zero. */
static void maybe_release(run *x)
{
    file *f = &x->f;
    if (x->rough) {
        if (!*valid_in(f, "release", -1) && rng_below(&x->r, 20) == 0) {
            put_release(f, rng_below(&x->r, (uint32_t)x->warps));
            x->releases++;
        }
    } else if (x->waits > 0) {
        if (--x->waits == 0)
            x->busy_warp = (uint32_t)x->warps;
    } else if (x->busy_warp == (uint32_t)x->warps) {
        if (x->warps > 1 && rng_below(&x->r, 200) == 0)
            x->busy_warp = rng_below(&x->r, (uint32_t)x->warps);
    } else if (is_idle(x, (int)x->busy_warp) && ready(f, "release", -1)) {
        put_release(f, x->busy_warp);
        x->waits = (unsigned)((x->registers + f->clusters - 1) / f->clusters) + 2;
        x->releases++;
        for (int reg = 0; reg < x->registers; reg++) {
            history *h = &x->h[(int)x->busy_warp * x->registers + reg];
            memset(&h->v[0], 0, sizeof h->v[0]);
            h->count = h->told = 1;
        }
    }
}

/* Reads every register: nothing is under way, so it has the last version. */
static void check_all(run *x)
{
    file *f = &x->f;
    for (int reg = 0; reg < x->warps * x->registers; reg++) {
        uint32_t source[3] = {(uint32_t)(reg % x->registers)};
        put_issue(f, 0, (uint32_t)(reg / x->registers), 1, source, -1, 1, x->issues);
        step_taken(f);
        until_offered(f, 0, x->issues++);
        assert_true(is_version(x, reg, x->h[reg].count - 1, field(f, "operands", 0, "value0")));
        step(f);
    }
}

static void run_start(run *x, wf_config c, uint64_t seed)
{
    *param(&c, "user") = 32;
    *x = (run){.f = file_new(unit, c), .r = {.state = seed}, .warps = *param(&c, "warps"), .registers = *param(&c, "registers")};
    x->h = calloc((size_t)(x->warps * x->registers), sizeof *x->h);
    x->write = calloc(MAX_WRITES, sizeof *x->write);
    x->busy_warp = (uint32_t)x->warps;
    assert_true(x->h && x->write);
    for (int reg = 0; reg < x->warps * x->registers; reg++)
        x->h[reg].count = x->h[reg].told = x->h[reg].before = 1;
    x->bound = 16u * (unsigned)((*param(&c, "slots") + 1) * (3 * *param(&c, "issues") * *param(&c, "collectors") + 1)) +
               16u * (unsigned)*param(&c, "wake");
}

static void run_free(run *x)
{
    file_free(&x->f);
    free(x->h);
    free(x->write);
}

/* Busy and idle times, by turns, with more and less back-pressure. */
static void run_traffic(wf_config c, uint64_t seed, int cycles, bool rough)
{
    run x;
    run_start(&x, c, seed);
    x.rough = rough;
    uint32_t busy = 50, blocked = 0;
    for (int n = 0; n < cycles; n++) {
        if (n % 100 == 0) {
            busy = rng_below(&x.r, 101);
            blocked = rng_below(&x.r, 3) ? 0 : rng_below(&x.r, 95);
        }
        give(&x, busy, blocked);
        maybe_release(&x);
        run_step(&x);
    }
    for (int k = 0; k < x.f.issues && !x.f.fixed; k++)
        *takes(&x.f, k) = 1;
    for (int n = 0; n < 2000 || !is_idle(&x, -1); n++) {
        assert_true(n < 100000);
        run_step(&x);
    }
    assert_true(x.answers > (unsigned)cycles / 100 && x.stores > (unsigned)cycles / 100);
    assert_true(x.warps == 1 || cycles < 2000 || x.releases > 0);
    if (*param(&c, "compress") && c.lanes > 4)
        assert_true(count_of(&x.f, "moves") > 0 && count_of(&x.f, "decodes") > 0);
    check_all(&x);
    run_free(&x);
}

static wf_config geometry(int lanes, int clusters, int ports)
{
    wf_config c = wf_default_config(unit, lanes);
    *param(&c, "warps") = 3, *param(&c, "registers") = 5, *param(&c, "clusters") = clusters, *param(&c, "rows") = 16;
    *param(&c, "bank") = 32, *param(&c, "ports") = ports, *param(&c, "decompressors") = clusters, *param(&c, "wake") = 3;
    return c;
}

static wf_config fixed(wf_config c)
{
    *param(&c, "collect") = *param(&c, "collectors") = 1;
    return c;
}

/* ---- Cycles at once ---- */

/* `state` shows the same in this cycle and in the next ones. */
static bool shows_the_same(const file *f)
{
    static const char *const names[] = {"on", "waking", "bank_reads", "bank_writes", "encodes", "decodes", "moves", "wakes", "forwards"};
    file next = {.m = machine_new(unit, f->m.c)};
    bool same = true;
    memcpy(next.m.state, f->m.state, unit->stepped->state_size(&f->m.c));
    for (int n = 0; n < 5; n++) {
        unit->stepped->clock(&f->m.c, next.m.state, f->m.in);
        unit->stepped->outputs(&f->m.c, next.m.state, next.m.out, next.m.care);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            same &= state_of(&next, names[i]) == state_of(f, names[i]);
    }
    file_free(&next);
    return same;
}

/* If it rests, 5 cycles at once change as much as 5 clocks, behind some that clear what means nothing any more. */
static bool rests(const file *f)
{
    const wf_config *c = &f->m.c;
    size_t size = unit->stepped->state_size(c);
    void *slow = malloc(size), *fast = malloc(size);
    assert_true(slow && fast);
    memcpy(slow, f->m.state, size);
    memcpy(fast, f->m.state, size);
    bool rest = unit->stepped->rest(c, fast, 0);
    if (rest) {
        assert_true(shows_the_same(f));
        for (int n = 0; n < 5; n++)
            unit->stepped->clock(c, fast, f->m.in);
        assert_true(unit->stepped->rest(c, fast, 5));
        for (int n = 0; n < 10; n++)
            unit->stepped->clock(c, slow, f->m.in);
    }
    assert_memory_equal(slow, fast, size);
    free(slow);
    free(fast);
    return rest;
}

/* Writes with their codes and banks, a move before one of them, operands, an early move, and a release, which clears a register of the last row. */
static void what_rests_stays_as_it_is(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        file f = k == 2 ? file_new(unit, fixed(small())) : small_file("gate", k);
        for (int n = 0; n < 6; n++) {
            if (n == 0 || n == 1)
                put_write(&f, 0, 0, 0, n == 0 ? 0xff : 3, n == 0 ? same8 : random8, 0);
            if (n == 2)
                reads_r0(&f, 0, 1);
            if (n == 3)
                put_issue(&f, 0, 0, 1, none, 0, 3, 1);
            if (n == 4)
                put_write(&f, 0, 0, 3, 0xff, random8, 0);
            if (n == 5)
                put_release(&f, 0);
            step_taken(&f);
            assert_false(rests(&f));
            int cycles = 1;
            for (; !rests(&f); cycles++)
                step(&f);
            assert_in_range(cycles, 3, 40);
        }
        file_free(&f);
    }
}

/* What nobody sets follows from the rest. */
static void rows_and_codecs_follow_from_the_rest(void **state)
{
    (void)state;
    static const struct {
        int warps, registers, clusters, writes, rows, compressors, decompressors;
    } of[] = {{32, 32, 4, 2, 256, 2, 4}, {48, 21, 4, 3, 288, 2, 4}, {8, 16, 2, 1, 64, 1, 2},
              {1, 1, 1, 2, 2, 2, 1},     {64, 33, 8, 4, 320, 2, 4}, {64, 256, 1, 2, 1024, 2, 1}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_open_config(unit, 32);
        char why[WF_WHY] = "";
        *param(&c, "warps") = of[i].warps, *param(&c, "registers") = of[i].registers, *param(&c, "clusters") = of[i].clusters;
        *param(&c, "writes") = of[i].writes, *param(&c, "interlock") = (int)i % 2, *param(&c, "enc-latency") = 1 + (int)i;
        wf_derive(unit, &c);
        assert_int_equal(*param(&c, "rows"), of[i].rows);
        assert_int_equal(*param(&c, "compressors"), of[i].compressors);
        assert_int_equal(*param(&c, "decompressors"), of[i].decompressors);
        assert_int_equal(*param(&c, "forward"), (int)i % 2);
        int slots = of[i].writes * ((int)i + 4);
        assert_int_equal(*param(&c, "slots"), slots < 32 ? slots : 32);
        assert_int_equal(wf_config_error(unit, &c, why), of[i].rows == 1024);
        assert_true(*why == '\0' || strstr(why, "the banks do not hold the registers") != NULL);
    }
}

static void every_read_has_the_newest_write(void **state)
{
    (void)state;
    static const int clusters[] = {1, 2, 4};
    for (int lanes = 4; lanes <= 8; lanes += 4)
        for (int k = 0; k < 3; k++)
            for (int ports = 1; ports <= 2; ports++)
                run_traffic(geometry(lanes, clusters[k], ports), (uint64_t)(lanes + 10 * k + ports), 3000, false);
}

static void a_release_at_any_time_loses_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        wf_config c = geometry(8, 1 << k % 3, 1 + k % 2);
        *param(&c, "warps") = 2, *param(&c, "registers") = 3;
        run_traffic(c, (uint64_t)k + 200, 3000, true);
    }
}

/* Each with another value of some parameters. */
static void with_other_parameters(void **state)
{
    (void)state;
    static const struct {
        const char *name[4];
        int value[4];
    } of[] = {
        {{"decompressors"}, {1}},
        {{"decompressors"}, {3}},
        {{"compress"}, {0}},
        {{"compress", "gate"}, {0, 0}},
        {{"gate"}, {0}},
        {{"enc-latency", "dec-latency"}, {1, 3}},
        {{"enc-latency", "dec-latency", "wake"}, {3, 1, 1}},
        {{"enc-latency", "dec-latency", "wake"}, {8, 8, 31}},
        {{"interlock", "forward"}, {0, 0}},
        {{"forward"}, {0}},
        {{"forward", "ports", "decompressors"}, {0, 1, 1}},
        {{"compress", "forward"}, {0, 0}},
        {{"ports"}, {1}},
        {{"issues", "writes", "collectors", "slots"}, {4, 4, 3, 5}},
        {{"issues", "writes", "collectors", "slots"}, {1, 1, 1, 1}},
        {{"collectors", "slots", "writes", "issues"}, {16, 32, 3, 4}},
        {{"compressors", "writes", "slots"}, {3, 4, 11}},
        {{"compressors", "slots"}, {1, 4}},
        {{"warps", "registers"}, {1, 1}},
        {{"warpbdi.modes"}, {2}},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = geometry(8, 4, 2);
        for (int k = 0; k < 4 && of[i].name[k]; k++)
            if (strcmp(of[i].name[k], "warpbdi.modes") == 0)
                c.param[wf_child_params(unit, 0)] = of[i].value[k];
            else
                *param(&c, of[i].name[k]) = of[i].value[k];
        if (*param(&c, "compressors") > *param(&c, "writes"))
            *param(&c, "compressors") = *param(&c, "writes");
        run_traffic(c, i + 100, 3000, false);
    }
    wf_config c = wf_default_config(unit, 32);
    *param(&c, "warps") = 6, *param(&c, "registers") = 8;
    run_traffic(c, 1, 3000, false);
}

/* ---- Without collectors ---- */

/* The example of docs/wcrf-fixed.md: r0 and r2 are in cluster 0. */
static void reads_are_reserved_ahead(void **state)
{
    (void)state;
    static const uint32_t r02[3] = {0, 2, 0}, r1[3] = {1, 1, 1}, r2[3] = {2, 2, 2};
    wf_config c = fixed(small());
    *param(&c, "gate") = 0;
    file f = file_new(unit, c);
    hold(&f, 0, 2, random8);
    hold(&f, 0, 0, same8);
    put_issue(&f, 0, 0, 3, r02, -1, 0xff, 1);
    put_issue(&f, 1, 0, 1, r2, -1, 0xff, 2);
    step_taken(&f);
    reads_r0(&f, 0, 3);
    step_taken(&f);
    put_issue(&f, 0, 0, 7, r02, -1, 0xff, 4);
    step_taken(&f);
    put_issue(&f, 0, 0, 1, r1, -1, 0xff, 5);
    put_issue(&f, 1, 0, 1, r2, -1, 0xff, 6);
    step_taken(&f);
    assert_true(!ready(&f, "issue", 0) && ready(&f, "issue", 1)); /* cycles 4 and 5 */
    step_to(&f, 5);
    assert_false(ready(&f, "issue", 0));
    step_to(&f, 6);
    assert_true(ready(&f, "issue", 0));
    static const unsigned leaves[2][3][2] = {{{1, 7}, {3, 8}, {4, 11}}, {{2, 7}, {6, 12}}};
    for (; f.cycle < 13; step(&f))
        for (int k = 0; k < 2; k++) {
            uint32_t user = 0;
            for (int n = 0; n < 3; n++)
                if (leaves[k][n][1] == f.cycle)
                    user = leaves[k][n][0];
            if (k == 0 && f.cycle == 12)
                user = 5;
            assert_int_equal(valid(&f, "operands", k), user != 0);
            if (user)
                assert_int_equal(*field(&f, "operands", k, "user"), user);
            if (user == 1 || user == 4)
                value_is(&f, k, "value0", same8), value_is(&f, k, "value1", random8);
            if (user == 4)
                value_is(&f, k, "value2", same8);
            if (user == 5)
                value_is(&f, k, "value0", zero8);
        }
    file_free(&f);
}

/* As operands_after_a_write: with forwarding seven cycles after its acceptance, whatever is written. */
static void operands_come_a_fixed_time_later(void **state)
{
    (void)state;
    for (int forward = 0; forward < 2; forward++)
        for (unsigned behind = 1; behind <= 8; behind++) {
            wf_config c = fixed(small());
            *param(&c, "gate") = 0, *param(&c, "forward") = forward;
            file f = file_new(unit, c);
            put_write(&f, 0, 0, 0, 0xff, bytes8, 5);
            step_taken(&f);
            step_to(&f, behind);
            reads_r0(&f, 0, 6);
            step_taken(&f);
            assert_int_equal(until_offered(&f, 0, 6), !forward && behind < 4 ? 11 : behind + 7);
            value_is(&f, 0, "value0", bytes8);
            file_free(&f);
        }
}

/* Port 0 reads r0 in every cycle. Banks with one port: a write of r2, ready in cycle 12, is held back by it, has a cycle reserved in 13, is chosen in
 * 14 and written in 15. The reads from there on are a cycle later in their windows, so no instruction waits. With two ports it is chosen at once, but
 * not if it is of r0, too. */
static void a_write_has_its_turn(void **state)
{
    (void)state;
    for (int ports = 1; ports <= 2; ports++)
        for (uint32_t reg = 0; reg <= 2; reg += 2) {
            wf_config c = fixed(small());
            *param(&c, "gate") = 0, *param(&c, "ports") = ports, *param(&c, "interlock") = *param(&c, "forward") = 0;
            file f = file_new(unit, c);
            hold(&f, 0, 0, random8);
            hold(&f, 0, 2, random8);
            unsigned stored = 0;
            while (f.cycle < 40) {
                if (f.cycle == 10)
                    put_write(&f, 0, 0, reg, 3, same8, 9);
                reads_r0(&f, 0, f.cycle);
                step_taken(&f);
                assert_int_equal(valid(&f, "operands", 0), f.cycle >= 7);
                if (valid(&f, "stored", 0))
                    stored = f.cycle;
            }
            assert_int_equal(stored, ports == 2 && reg == 2 ? 13 : 15);
            file_free(&f);
        }
}

/* A move has a read and a write as any other. */
static void a_move_is_allocated_first(void **state)
{
    (void)state;
    static const uint32_t after[8] = {1, 1u << 20, 102, 103, 104, 105, 106, 99};
    wf_config c = fixed(small());
    *param(&c, "gate") = 0;
    file f = file_new(unit, c);
    hold(&f, 0, 0, bytes8);
    put_write(&f, 0, 0, 0, 3, random8, 5);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 5), 10); /* the move starts in 2, is allocated in 3, reads in 5, and is written in 9 */
    assert_int_equal(count_of(&f, "moves"), 1);
    reads_r0(&f, 0, 6);
    step_taken(&f);
    until_offered(&f, 0, 6);
    value_is(&f, 0, "value0", after);
    file_free(&f);
}

static void random_traffic_without_collectors(void **state)
{
    (void)state;
    static const struct {
        const char *name[4];
        int value[4];
    } of[] = {
        {{NULL}, {0}},
        {{"ports"}, {1}},
        {{"compress"}, {0}},
        {{"compress", "ports", "gate"}, {0, 1, 0}},
        {{"enc-latency", "dec-latency", "wake"}, {8, 8, 31}},
        {{"interlock", "forward", "ports"}, {0, 0, 1}},
        {{"interlock", "forward"}, {0, 0}},
        {{"forward"}, {0}},
        {{"issues", "writes", "slots"}, {4, 4, 5}},
        {{"issues", "writes", "slots", "ports"}, {4, 4, 5, 1}},
        {{"issues", "writes", "slots", "compressors"}, {1, 1, 1, 1}},
        {{"warps", "registers"}, {1, 1}},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int clusters = 1; clusters <= 4; clusters *= 4) {
            wf_config c = fixed(geometry(8, clusters, 2));
            for (int k = 0; k < 4 && of[i].name[k]; k++)
                *param(&c, of[i].name[k]) = of[i].value[k];
            run_traffic(c, i + 300, 3000, false);
            *param(&c, "warps") = 2, *param(&c, "registers") = 3;
            run_traffic(c, i + 400, 1000, true);
        }
}

/* ---- Its description ---- */

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    wf_config c = geometry(8, 2, 2);
    file fresh = file_new(unit, c), used = file_new(unit, c);
    for (int n = 0; n < 20; n++) {
        if (n < 5)
            put_write(&used, n % 2, 0, (uint32_t)n, 0xff >> n % 2, bytes8, 1);
        if (n < 10)
            reads_r0(&used, n % 2, 2);
        step(&used);
    }
    unit->stepped->reset(&c, used.m.state);
    assert_memory_equal(used.m.state, fresh.m.state, unit->stepped->state_size(&c));
    file_free(&fresh);
    file_free(&used);
}

static void streams_and_memories(void **state)
{
    (void)state;
    wf_config c = wf_default_config(unit, 32);
    wf_streams s;
    wf_memory m[WF_MAX_MEMORIES];
    static const char *const names[] = {"issue0",    "issue1",  "write0",  "write1",  "release", "operands0",
                                        "operands1", "stored0", "stored1", "stored2", "stored3", "state"};
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 12);
    for (int i = 0; i < s.count; i++)
        assert_string_equal(s.stream[i].name, names[i]);
    assert_int_equal(s.stream[11].field[0].bits, 32);
    assert_int_equal(unit->memories(&c, m), 1);
    assert_int_equal(m[0].count, 32);
    assert_int_equal(m[0].words, 256);
    assert_int_equal(m[0].bits, 128);
    *param(&c, "issues") = *param(&c, "writes") = 4, *param(&c, "clusters") = 8;
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 22);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int value;
        char why[WF_WHY];
    } of[] = {
        {"warps", 65, "warps"},
        {"warps", 33, "do not hold"},
        {"registers", 33, "do not hold"},
        {"registers", 0, "registers"},
        {"clusters", 3, "clusters"},
        {"rows", 255, "do not hold"},
        {"rows", 1025, "rows"},
        {"bank", 16, "bank"},
        {"ports", 3, "ports"},
        {"issues", 5, "issues"},
        {"writes", 0, "writes"},
        {"collectors", 17, "collectors"},
        {"slots", 1, "slots"},
        {"slots", 33, "slots"},
        {"compressors", 3, "writes"},
        {"interlock", 0, "forward on needs interlock on"},
        {"decompressors", 5, "clusters"},
        {"enc-latency", 9, "latency"},
        {"dec-latency", 0, "latency"},
        {"wake", 32, "wake"},
        {"user", 129, "user"},
        {"gate", 2, "gate"},
        {"counts", 2, "counts"},
        {"collect", 2, "collect"},
        {"latches", 2, "latches"},
        {"collect", 1, "collect fixed has no collectors"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_default_config(unit, 32);
        char why[WF_WHY];
        *param(&c, of[i].name) = of[i].value;
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, of[i].why));
    }
    wf_config c = fixed(wf_default_config(unit, 32));
    char why[WF_WHY];
    *param(&c, "decompressors") = 3;
    assert_true(wf_config_error(unit, &c, why));
    assert_non_null(strstr(why, "collect fixed needs a decoder in each cluster"));
    *param(&c, "compress") = 0;
    assert_false(wf_config_error(unit, &c, why));
    *param(&c, "latches") = 1;
    assert_true(wf_config_error(unit, &c, why));
    assert_non_null(strstr(why, "leave latches out"));
    *param(&c, "collect") = 0;
    assert_false(wf_config_error(unit, &c, why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_register_that_was_never_written_is_zero),
        cmocka_unit_test(a_compressed_write_then_a_read),
        cmocka_unit_test(operands_after_a_write),
        cmocka_unit_test(a_partial_write_is_read_from_its_slot),
        cmocka_unit_test(two_reads_in_conflict),
        cmocka_unit_test(decoders_are_shared),
        cmocka_unit_test(a_divergent_write_to_a_compressed_register),
        cmocka_unit_test(an_early_move_goes_before_the_write),
        cmocka_unit_test(not_every_instruction_moves),
        cmocka_unit_test(a_full_write_is_overtaken_by_nothing),
        cmocka_unit_test(a_write_to_a_bank_that_sleeps),
        cmocka_unit_test(packets_narrower_than_a_warp_are_never_compressed),
        cmocka_unit_test(a_bank_stays_on_while_a_code_of_it_waits),
        cmocka_unit_test(a_partial_write_makes_the_other_lanes_zero),
        cmocka_unit_test(a_read_and_a_write_take_turns),
        cmocka_unit_test(a_row_is_not_read_while_it_is_written),
        cmocka_unit_test(a_write_goes_past_a_read_that_is_held),
        cmocka_unit_test(a_release_between_choose_and_write),
        cmocka_unit_test(a_move_of_a_released_register_stores_nothing),
        cmocka_unit_test(collectors_fill_up),
        cmocka_unit_test(slots_fill_up),
        cmocka_unit_test(rows_and_codecs_follow_from_the_rest),
        cmocka_unit_test(every_read_has_the_newest_write),
        cmocka_unit_test(with_other_parameters),
        cmocka_unit_test(a_release_at_any_time_loses_nothing),
        cmocka_unit_test(reads_are_reserved_ahead),
        cmocka_unit_test(operands_come_a_fixed_time_later),
        cmocka_unit_test(a_write_has_its_turn),
        cmocka_unit_test(a_move_is_allocated_first),
        cmocka_unit_test(random_traffic_without_collectors),
        cmocka_unit_test(what_rests_stays_as_it_is),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(streams_and_memories),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("wcrf", tests, NULL, NULL);
}
