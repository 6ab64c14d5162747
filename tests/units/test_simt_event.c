/* SPDX-License-Identifier: Apache-2.0
 *
 * Events (docs/kernels.md): an event moves rs2 to rd, in warps and in a thread alone, and its trace has both live registers; live.in and live.out are of routines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "simt_asm.h"

enum { THREADS = 40, NUMBER = 93, CUSTOM_0 = 11 };

static uint32_t event_word(int number, int rs1, int rs2, int rd)
{
    return r_word(number, rs2, rs1, 3, rd, CUSTOM_0);
}

/* Word t of DATA becomes 3 t + 7; odd threads have no part in the event without rd. Returns the pc of the first event. */
static uint32_t put_kernel(image *p)
{
    begin(p, 1, THREADS, 0, 0);
    add(p, T0, A1, A1);
    add(p, T0, T0, A1);
    addi(p, T0, T0, 7);
    const uint32_t at = here(p);
    emit(p, event_word(NUMBER, A1, T0, T1));
    addi(p, A4, ZERO, 1);
    emit(p, r_word(0, A4, A1, 7, A3, OP)); /* and */
    int odd = branch(p, 1, A3, ZERO);
    emit(p, event_word(5, T1, ZERO, ZERO));
    patch(p, odd);
    slli(p, A6, A1, 2);
    add(p, A0, A0, A6);
    sw(p, T1, 0, A0);
    ret(p);
    return at;
}

static void an_event_moves_its_second_register(void **state)
{
    static const simt_order orders[] = {SIMT_ROUND_ROBIN, SIMT_GREEDY, SIMT_PLAIN};
    static image p;
    (void)state;
    put_kernel(&p);
    for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++) {
        simt_config config = usual();
        config.order = orders[k];
        ran *r = run_image(&p, &config);
        assert_true(r->ok);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(data_word(r, i), 3 * i + 7);
        run_free(r);
    }
}

static void is_event(trace *file, uint32_t pc, int number, int destinations, uint32_t step, uint32_t mask)
{
    static trace_record t;
    do
        assert_true(trace_next(file, &t));
    while (t.pc != pc || t.warp != 0);
    assert_true(t.kind == TRACE_INSTRUCTION && t.op == TRACE_OTHER && t.destinations == destinations && t.operation == 0);
    do
        assert_true(trace_next(file, &t));
    while (t.kind != TRACE_STORE);
    assert_true(t.pc == pc && t.linked && t.space == TRACE_ELSEWHERE && t.size == 8 && t.words == 2 && t.mask[0] == mask);
    for (uint32_t lane = 0; lane < 32; lane++) {
        const bool on = mask >> lane & 1;
        assert_int_equal(t.addr[lane], on ? number : 0);
        assert_int_equal(t.value[2 * lane], on ? step * lane + (step > 1 ? 7 : 0) : 0);
        assert_int_equal(t.value[2 * lane + 1], on && step == 1 ? 3 * lane + 7 : 0);
    }
}

static void the_trace_has_both_live_registers(void **state)
{
    static image p;
    char *name = trace_name();
    (void)state;
    const uint32_t first = put_kernel(&p);
    simt_config config = usual();
    config.lanes = 32;
    ran *r = run_traced(&p, config, name);
    assert_true(r->ok);
    run_free(r);
    trace *file = trace_open(name);
    is_event(file, first, NUMBER, 1, 1, UINT32_MAX);
    is_event(file, first + 16, 5, 0, 3, 0x55555555);
    trace_close(file);
    unlink(name);
}

static void words_are_decoded(void **state)
{
    simt_op op;
    (void)state;
    simt_decode(event_word(127, A1, A2, A3), &op);
    assert_true(op.code == SIMT_EVENT && op.imm == 127 && op.rs1 == A1 && op.rs2 == A2 && op.rd == A3 && op.sources == 2);
    simt_decode(r_word(1, 0, 0, 4, T0, CUSTOM_0), &op);
    assert_true(op.code == SIMT_LIVE_IN && op.imm == 1 && op.rd == T0 && op.sources == 0);
    simt_decode(r_word(1, 0, T0, 5, 0, CUSTOM_0), &op);
    assert_true(op.code == SIMT_LIVE_OUT && op.imm == 1 && op.rd == 0 && op.rs1 == T0 && op.destinations == 0);
    for (int rs2 = 0; rs2 < 2; rs2++)
        for (int other = 0; other < 2; other++) {
            simt_decode(r_word(0, rs2, other, 4, T0, CUSTOM_0), &op);
            assert_int_equal(op.code == SIMT_LIVE_IN, rs2 == 0 && other == 0);
            simt_decode(r_word(0, rs2, T0, 5, other, CUSTOM_0), &op);
            assert_int_equal(op.code == SIMT_LIVE_OUT, rs2 == 0 && other == 0);
        }
}

static void a_kernel_has_no_live_registers(void **state)
{
    static const simt_order orders[] = {SIMT_ROUND_ROBIN, SIMT_PLAIN};
    static image p;
    (void)state;
    for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++)
        for (int kind = 4; kind < 6; kind++) {
            simt_config config = usual();
            begin(&p, 1, 8, 0, 0);
            emit(&p, kind == 4 ? r_word(0, 0, 0, 4, T0, CUSTOM_0) : r_word(0, 0, T0, 5, 0, CUSTOM_0));
            ret(&p);
            config.order = orders[k];
            ran *r = run_image(&p, &config);
            assert_false(r->ok);
            assert_non_null(strstr(r->machine.wrong, kind == 4 ? "live.in is of routines; a kernel has event"
                                                               : "live.out is of routines; a kernel has event"));
            run_free(r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_moves_its_second_register),
        cmocka_unit_test(the_trace_has_both_live_registers),
        cmocka_unit_test(words_are_decoded),
        cmocka_unit_test(a_kernel_has_no_live_registers),
    };
    return cmocka_run_group_tests_name("simt_event", tests, NULL, NULL);
}
