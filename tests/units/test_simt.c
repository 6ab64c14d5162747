/* SPDX-License-Identifier: Apache-2.0
 *
 * Every instruction of RV32IMA but those of floating point, on tables of operands, against the arithmetic of this machine. */
#include "simt_trial.h"

/* ---- integers ---- */

static uint32_t high_half(__INT64_TYPE__ x)
{
    return (uint32_t)((uint64_t)x >> 32);
}

static const char *const names[] = {"add", "sub", "sll",  "slt",    "sltu",  "xor", "srl",  "sra", "or",
                                    "and", "mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"};
static const int function[][2] = {{0, 0}, {32, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {32, 5}, {0, 6},
                                  {0, 7}, {1, 0},  {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6},  {1, 7}};

/* Shifts as multiplications and divisions, so that they are another reading. */
static uint32_t integer_wanted(int which, uint32_t a, uint32_t b)
{
    int64_t sa = (int32_t)a, sb = (int32_t)b, power = 1ll << (b % 32);

    switch (which) {
    case 0: return (uint32_t)(sa + sb);
    case 1: return (uint32_t)(sa - sb);
    case 2: return (uint32_t)(a * (uint64_t)power);
    case 3: return sa < sb;
    case 4: return a < b;
    case 5: return (a | b) - (a & b);
    case 6: return (uint32_t)(a / (uint64_t)power);
    case 7: return (uint32_t)((sa - ((sa % power + power) % power)) / power);
    case 8: return a + b - (a & b);
    case 9: return ~(~a | ~b);
    case 10: return (uint32_t)(sa * sb);
    case 11: return high_half(sa * sb);
    case 12: return high_half(sa * (int64_t)b);
    case 13: return (uint32_t)(a * (uint64_t)b >> 32);
    case 14: return b == 0 ? ~0u : (uint32_t)(sa / sb);
    case 15: return b == 0 ? ~0u : a / b;
    case 16: return b == 0 ? a : (uint32_t)(sa % sb);
    default: return b == 0 ? a : a % b;
    }
}

static void integer_instructions_compute(void **state)
{
    static answer wanted[CASES];

    (void)state;
    integer_operands();
    for (int k = 0; k < 18; k++) {
        for (int i = 0; i < CASES; i++)
            wanted[i].result = integer_wanted(k, in[i][0], in[i][1]);
        agrees((trial){.name = names[k], .word = r_word(function[k][0], XB, XA, function[k][1], XD, OP)}, wanted, false);
    }
}

static void immediates_are_sign_extended(void **state)
{
    static answer wanted[CASES];
    static const int numbers[] = {0, 1, -1, 2047, -2048, 0x555};

    (void)state;
    integer_operands();
    for (int k = 0; k < 10; k++)
        for (int m = 0; m < 6 && k != 1; m++) {
            bool shift = k == 2 || k == 6 || k == 7;
            int imm = shift ? numbers[m] & 31 : numbers[m];
            for (int i = 0; i < CASES; i++)
                wanted[i].result = integer_wanted(k, in[i][0], (uint32_t)imm);
            agrees((trial){.name = names[k], .word = i_word(imm | (k == 7 ? 0x400 : 0), XA, function[k][1], XD, OP_IMM)}, wanted, false);
        }
    for (int i = 0; i < CASES; i++)
        wanted[i].result = 0xabcde000;
    agrees((trial){.name = "lui", .word = 0xabcde000 | XD << 7 | LUI}, wanted, false);
}

/* ---- memory ---- */

enum { LANES_IN = 32 };

/* Stores of each size over a pattern, then loads of each size from it, in global, shared and private memory, all lanes and every other. */
static void loads_and_stores_have_their_sizes(void **state)
{
    static image p;
    static const int loads[] = {0, 1, 2, 4, 5}; /* lb lh lw lbu lhu */
    static const int bytes[] = {1, 2, 4, 1, 2};

    (void)state;
    for (int space = 0; space < 3; space++)
        for (int size = 0; size < 3; size++)
            for (int odd = 0; odd < 2; odd++) {
                begin(&p, 1, LANES_IN, 4096, 0);
                slli(&p, A6, A1, 5);
                add(&p, A0, A0, A6); /* results: 8 words a thread */
                if (space == 0)
                    addi(&p, A3, A0, 1024);
                else if (space == 1)
                    add(&p, A3, A5, A6);
                else
                    addi(&p, A3, SP, -64);
                emit(&p, i_word(1, A1, 7, A4, OP_IMM));
                int skip = odd ? branch(&p, 0, A4, ZERO) : -1;
                li(&p, T0, 0x8182f3f4);
                li(&p, T1, 0xa5b6c7d8);
                sw(&p, T0, 0, A3);
                sw(&p, T1, 4, A3);
                emit(&p, s_word(4, T0, A3, size, STORE));
                for (int i = 0; i < 5; i++) {
                    emit(&p, i_word(4 - bytes[i] % 4, A3, loads[i], T2, LOAD));
                    sw(&p, T2, 4 * i, A0);
                }
                lw(&p, T2, 4, A3);
                sw(&p, T2, 20, A0);
                flw(&p, FA, 0, A3);
                fsw(&p, FA, 24, A0);
                if (odd)
                    patch(&p, skip);
                ret(&p);
                const uint32_t stored = size == 0 ? 0xa5b6c7f4 : size == 1 ? 0xa5b6f3f4 : 0x8182f3f4;
                const uint32_t wanted[] = {0xffffff81, 0xffff8182, stored, 0x81, 0x8182, stored, 0x8182f3f4};
                for (int plain = 0; plain < 2; plain++) {
                    simt_config config = usual();
                    config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
                    ran *r = run_image(&p, &config);
                    assert_true(r->ok);
                    for (int i = 0; i < LANES_IN; i++)
                        for (int k = 0; k < 7; k++)
                            assert_int_equal(data_word(r, 8 * i + k), odd && i % 2 == 0 ? 0 : wanted[k]);
                    run_free(r);
                }
            }
}

static const struct {
    const char *name;
    int f5;
} atomics[] = {{"amoadd", 0},  {"amoswap", 1}, {"amoxor", 4},   {"amoor", 8},   {"amoand", 12},
               {"amomin", 16}, {"amomax", 20}, {"amominu", 24}, {"amomaxu", 28}};

static uint32_t atomic_wanted(int f5, uint32_t old, uint32_t value)
{
    int32_t a = (int32_t)old, b = (int32_t)value;

    switch (f5) {
    case 0: return old + value;
    case 1: return value;
    case 4: return old ^ value;
    case 8: return old | value;
    case 12: return old & value;
    case 16: return (uint32_t)(a < b ? a : b);
    case 20: return (uint32_t)(a > b ? a : b);
    case 24: return old < value ? old : value;
    default: return old > value ? old : value;
    }
}

/* All lanes on one word: lane 0 first, each sees what the lanes before it left. */
static void atomics_go_lane_by_lane(void **state)
{
    static image p;
    enum { WORD = 2 * LANES_IN };

    (void)state;
    for (size_t k = 0; k < sizeof atomics / sizeof *atomics; k++)
        for (int plain = 0; plain < 2; plain++) {
            rng random = {.state = k};
            simt_config config = usual();
            begin(&p, 1, LANES_IN, 0, 0);
            addi(&p, A3, A0, 4 * WORD);
            slli(&p, A6, A1, 2);
            add(&p, A0, A0, A6);
            lw(&p, T0, 0, A0);
            emit(&p, r_word(atomics[k].f5 << 2 | 3, T0, A3, 2, T1, ATOM));
            sw(&p, T1, 4 * LANES_IN, A0);
            ret(&p);
            p.words = WORD + 1;
            for (int i = 0; i < LANES_IN; i++)
                p.data[i] = i < CORNERS ? corners[i] : rng_word(&random);
            p.data[WORD] = 0x80000005;
            config.order = plain ? SIMT_PLAIN : SIMT_GREEDY;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            uint32_t word = p.data[WORD];
            for (int i = 0; i < LANES_IN; i++) {
                if (data_word(r, LANES_IN + i) != word)
                    fail_msg("%s, lane %d", atomics[k].name, i);
                word = atomic_wanted(atomics[k].f5, word, p.data[i]);
            }
            assert_int_equal(data_word(r, WORD), word);
            run_free(r);
        }
}

/* Every thread adds 1 with lr and sc until it succeeds; of the lanes of a warp one succeeds at a time. */
static void a_reservation_ends_with_the_first_store(void **state)
{
    static image p;

    (void)state;
    begin(&p, 3, 100, 0, 0);
    uint32_t again = here(&p);
    emit(&p, r_word(2 << 2, 0, A0, 2, T0, ATOM));
    addi(&p, T0, T0, 1);
    emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM));
    emit(&p, b_word((int)(again - here(&p)), ZERO, T1, 1));
    emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM)); /* without a reservation */
    slli(&p, A6, A1, 2);
    add(&p, A0, A0, A6);
    sw(&p, T1, 4, A0);
    ret(&p);
    for (int order = 0; order < 3; order++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            simt_config config = usual();
            config.order = (simt_order)order;
            config.seed = seed;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            assert_int_equal(data_word(r, 0), 300);
            for (int i = 0; i < 100; i++)
                assert_int_equal(data_word(r, 1 + i), 1);
            assert_int_equal(r->machine.core.reservations.count, 0);
            run_free(r);
        }
}

/* A store by another thread, or to the same word by the thread itself, ends a reservation; one to another word does not. */
static void stores_end_reservations(void **state)
{
    static image p;

    (void)state;
    for (int other = 0; other < 2; other++) {
        simt_config config = usual();
        begin(&p, 1, 1, 0, 0);
        emit(&p, r_word(2 << 2, 0, A0, 2, T0, ATOM));
        sw(&p, T0, other ? 8 : 0, A0);
        emit(&p, r_word(3 << 2, T0, A0, 2, T1, ATOM));
        sw(&p, T1, 4, A0);
        ret(&p);
        for (int plain = 0; plain < 2; plain++) {
            config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
            ran *r = run_image(&p, &config);
            assert_true(r->ok);
            assert_int_equal(data_word(r, 1), !other);
            run_free(r);
        }
    }
}

/* ---- control ---- */

static void control_and_csr_instructions(void **state)
{
    static image p;

    (void)state;
    begin(&p, 1, 8, 0, 0);
    slli(&p, A6, A1, 6);
    add(&p, A0, A0, A6);
    emit(&p, 0x0ff0000f);                         /* fence */
    emit(&p, i_word(0xf14, ZERO, 2, T0, SYSTEM)); /* mhartid */
    sw(&p, T0, 0, A0);
    emit(&p, i_word(3, 0x1f, 5, T0, SYSTEM)); /* csrrwi fcsr = 1f: rne, all flags */
    emit(&p, i_word(1, 0x0a, 7, T0, SYSTEM)); /* csrrci fflags: the old is 1f */
    sw(&p, T0, 4, A0);
    emit(&p, i_word(3, 0x0, 6, T0, SYSTEM)); /* csrrsi fcsr, 0: 15 */
    sw(&p, T0, 8, A0);
    addi(&p, T1, ZERO, 0x44);
    emit(&p, i_word(3, T1, 1, T0, SYSTEM)); /* csrrw fcsr = 44: rdn, overflow */
    emit(&p, i_word(3, T1, 3, T0, SYSTEM)); /* csrrc: the old is 44 */
    sw(&p, T0, 12, A0);
    emit(&p, i_word(2, 3, 6, T0, SYSTEM)); /* csrrsi frm, 3 */
    emit(&p, i_word(3, ZERO, 2, T0, SYSTEM));
    sw(&p, T0, 16, A0);
    emit(&p, AUIPC | T0 << 7 | 0x1000);
    sw(&p, T0, 20, A0);
    uint32_t auipc = here(&p) - 8 + 0x1000;
    static const int conditions[] = {0, 1, 4, 5, 6, 7};
    addi(&p, T0, ZERO, -1);
    addi(&p, T2, ZERO, 0);
    for (int i = 0; i < 6; i++) { /* t0 = -1 against a1 = 0..7 */
        int skip = branch(&p, conditions[i], T0, A1);
        emit(&p, i_word(1 << i, T2, 6, T2, OP_IMM));
        patch(&p, skip);
    }
    sw(&p, T2, 24, A0);
    addi(&p, T1, RA, 0);
    emit(&p, j_word(8, RA));
    ret(&p); /* the end, by T1 */
    uint32_t linked = here(&p) - 4;
    sw(&p, RA, 28, A0);
    addi(&p, RA, T1, 0);
    ret(&p);
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.lanes = 4;
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < 8; i++) {
            const uint32_t wanted[] = {(uint32_t)i, 0x1f, 0x15, 0x44, 0x60, auipc, 1 | 8 | 16, linked};
            for (int k = 0; k < 8; k++)
                assert_int_equal(data_word(r, 16 * i + k), wanted[k]);
        }
        run_free(r);
    }
    emit(&p, 0x00100073); /* ebreak: its fault is in test_simt_faults.c */
}

static void every_instruction_was_tried(void **state)
{
    static const simt_unit units[] = {SIMT_UNIT_INTEGER, SIMT_UNIT_BRANCH, SIMT_UNIT_JUMP,
                                      SIMT_UNIT_MEMORY,  SIMT_UNIT_ATOMIC, SIMT_UNIT_SYSTEM};

    (void)state;
    units_were_tried(units, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_instructions_compute),
        cmocka_unit_test(immediates_are_sign_extended),
        cmocka_unit_test(loads_and_stores_have_their_sizes),
        cmocka_unit_test(atomics_go_lane_by_lane),
        cmocka_unit_test(a_reservation_ends_with_the_first_store),
        cmocka_unit_test(stores_end_reservations),
        cmocka_unit_test(control_and_csr_instructions),
        cmocka_unit_test(every_instruction_was_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
