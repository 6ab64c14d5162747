/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that fail: the message has what, pc, block, warp and lane, and the trace is whole up to there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "simt_asm.h"

typedef struct {
    const char *message;
    void (*put)(image *p);
} fault;

/* clang-format off */
static void put_illegal(image *p) { emit(p, 0); }
static void put_compressed(image *p) { emit(p, 0x00010001); }
static void put_double(image *p) { emit(p, r_word(1, 1, 1, 0, 1, FADD_OP)); }
static void put_bad_mode(image *p) { emit(p, r_word(0, 1, 1, 5, 1, FADD_OP)); }
static void put_bad_frm(image *p) { emit(p, i_word(2, 6, 5, ZERO, SYSTEM)); emit(p, r_word(0, 1, 1, 7, 1, FADD_OP)); }
static void put_csr_unknown(image *p) { emit(p, i_word(0xc00, ZERO, 2, T0, SYSTEM)); }
static void put_csr_write(image *p) { emit(p, i_word(0xf14, T0, 1, T0, SYSTEM)); }
static void put_ebreak(image *p) { emit(p, 0x00100073); }
static void put_exit(image *p) { ecall(p, 93); }
static void put_misaligned(image *p) { lw(p, T0, 2, A0); }
static void put_misaligned_half(image *p) { emit(p, s_word(1, T0, A0, 1, STORE)); }
static void put_misaligned_atomic(image *p) { addi(p, T0, A0, 1); emit(p, r_word(0, T1, T0, 2, T0, ATOM)); }
static void put_null(image *p) { sw(p, T0, 0, ZERO); }
static void put_wild(image *p) { li(p, T0, 0x3ffffffc); lw(p, T0, 0, T0); }
static void put_wild_atomic(image *p) { li(p, T0, 0xfffffffc); emit(p, r_word(2 << 2, 0, T0, 2, T0, ATOM)); }
static void put_shared(image *p) { lw(p, T0, 64, A5); }
static void put_above(image *p) { emit(p, s_word(0, T0, SP, 0, STORE)); }
static void put_overflow(image *p) { li(p, T0, 4096); emit(p, r_word(32, T0, SP, 0, SP, OP)); sw(p, RA, -4, SP); }
static void put_jump_odd(image *p) { emit(p, i_word(2, RA, 0, ZERO, JALR)); }
static void put_jump_wild(image *p) { emit(p, i_word(-16, A0, 0, ZERO, JALR)); }
static void put_endless(image *p) { emit(p, j_word(0, ZERO)); }
/* clang-format on */

static const fault faults[] = {
    {"illegal instruction; accepted are RV32IMAF, votes and events", put_illegal},
    {"illegal instruction; accepted are RV32IMAF, votes and events", put_compressed},
    {"illegal instruction; accepted are RV32IMAF, votes and events", put_double},
    {"illegal instruction; accepted are RV32IMAF, votes and events", put_bad_mode},
    {"the rounding mode in frm is 6", put_bad_frm},
    {"CSR c00", put_csr_unknown},
    {"mhartid cannot be written", put_csr_write},
    {"ebreak", put_ebreak},
    {"call 93; a kernel has barrier (1001) only", put_exit},
    {"a load of 4 bytes at 00020002 is misaligned", put_misaligned},
    {"a store of 2 bytes at 00020001 is misaligned", put_misaligned_half},
    {"amoadd.w of 4 bytes at 00020001 is misaligned", put_misaligned_atomic},
    {"a store of 4 bytes at 00000000 is below global memory", put_null},
    {"a load of 4 bytes at 3ffffffc is above global memory", put_wild},
    {"lr.w of 4 bytes at fffffffc is above the thread's private memory", put_wild_atomic},
    {"a load of 4 bytes at 40000040 is above the block's shared memory", put_shared},
    {"a store of 1 byte at 80001000 is above the thread's private memory", put_above},
    {"a store of 4 bytes at 7ffffffc is below the thread's stack: stack overflow; give a larger --stack", put_overflow},
    {"a jump to fffffff2, which is no multiple of 4", put_jump_odd},
    {"there is no code at 0001fff0", put_jump_wild},
    {"the limit of instructions is reached, and the kernel has not ended", put_endless},
};

/* Reads a trace to its end. */
static uint64_t instructions_of(const char *name)
{
    static trace_record t;
    trace *file = trace_open(name);
    uint64_t count = 0;

    while (trace_next(file, &t))
        count += t.kind == TRACE_INSTRUCTION;
    trace_close(file);
    return count;
}

/* Thread 37 of block 1 meets it, alone or with all threads of its warp from it on. The trace up to there is whole. */
static void faults_are_told(void **state)
{
    static image p;
    char *name = trace_name();

    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (int way = 0; way < 4; way++) {
            simt_config config = usual();
            config.limit = 20000;
            begin(&p, 2, 60, 64, 0);
            int out[2] = {branch(&p, 0, A2, ZERO)};
            addi(&p, T0, ZERO, 37);
            out[1] = branch(&p, way & 1 ? 4 : 1, A1, T0); /* blt, bne */
            uint32_t begun = here(&p);
            faults[i].put(&p);
            uint32_t ended = here(&p);
            patch(&p, out[0]);
            patch(&p, out[1]);
            ret(&p);
            config.order = way & 2 ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
            ran *r = way & 2 ? run_image(&p, &config) : run_traced(&p, config, name);
            assert_false(r->ok);
            const char *wrong = r->machine.wrong, *pc = strstr(wrong, ": pc ");
            if (strstr(wrong, faults[i].message) == NULL || strstr(wrong, "block 1, warp 1, lane 5: ") == NULL || pc == NULL)
                fail_msg("\"%s\", expected: %s", wrong, faults[i].message);
            unsigned long at = strtoul(pc + 5, NULL, 16);
            if (faults[i].put != put_jump_wild && (at < begun || at >= ended))
                fail_msg("\"%s\", expected: a pc from %x to %x", wrong, begun, ended);
            if (!(way & 2))
                assert_int_equal(instructions_of(name), r->machine.totals.warps);
            run_free(r);
        }
    unlink(name);
}

/* Thread 0 waits for a word that no thread writes, the others at the barrier. */
static void a_deadlock_is_told(void **state)
{
    static image p;
    simt_config config = usual();

    (void)state;
    begin(&p, 1, 50, 0, 0);
    int first = branch(&p, 0, A1, ZERO);
    barrier(&p);
    ret(&p);
    patch(&p, first);
    lw(&p, T0, 0, A0);
    emit(&p, b_word(-4, ZERO, T0, 0));
    ret(&p);
    config.limit = 5000;
    ran *r = run_image(&p, &config);
    assert_false(r->ok);
    assert_non_null(strstr(r->machine.wrong, "(49 of the block's 50 threads wait at a barrier for the others)"));
    assert_non_null(strstr(r->machine.wrong, "block 0, warp 0, lane 0"));
    run_free(r);
}

/* ---- launches ---- */

/* A kernel that ends at once. Why it was not started, or "". */
static const char *launched(uint32_t blocks, uint32_t threads, uint32_t shared, const simt_config *config)
{
    static image p;
    static char why[400];
    begin(&p, blocks, threads, shared, 0);
    ret(&p);
    ran *r = run_image(&p, config);
    const char *found = r->ok ? NULL : strstr(r->machine.wrong, "launch of");
    if (found != NULL)
        assert_int_equal(r->machine.totals.warps + r->machine.totals.threads, 0);
    else /* all of it ran, or nothing */
        assert_true(r->machine.totals.threads == 0 || r->machine.totals.threads == (uint64_t)blocks * threads);
    snprintf(why, sizeof why, "%s", found ? found : "");
    run_free(r);
    return why;
}

static void assert_launch(uint32_t blocks, uint32_t threads, uint32_t shared, const simt_config *config, const char *expected)
{
    const char *why = launched(blocks, threads, shared, config);
    if (expected == NULL ? *why : strstr(why, expected) == NULL)
        fail_msg("%u blocks of %u threads, %u shared bytes: \"%s\", expected: %s", blocks, threads, shared, why,
                 expected ? expected : "a run");
}

static void a_launch_without_end_is_not_started(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        config.most_blocks = 6;
        assert_launch(6, 50, 0, &config, NULL);
        assert_launch(7, 50, 0, &config, "launch of 7 blocks; accepted are 6, --max-blocks sets it");
        assert_launch(4294967295u, 1024, 0, &config, "launch of 4294967295 blocks; accepted are 6");
        config.most_blocks = UINT32_MAX;
        assert_launch(4194305, 1024, 0, &config, "accepted are 4294967296 threads");
        config.limit = 1000000;
        assert_launch(4194304, 1024, 0, &config, plain ? "are 4294967296 instructions at least" : "are 134217728 instructions at least");
        /* Whatever the limit: none is half run for want of what was known before */
        for (uint64_t limit = 1; limit < 400; limit++) {
            config.limit = limit;
            launched(6, 50, 0, &config);
        }
    }
}

static void blocks_have_a_bound_of_memory(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        simt_config config = usual();
        unsigned long long bytes;
        config.order = plain ? SIMT_PLAIN : SIMT_ROUND_ROBIN;
        config.most_bytes = 4096;
        const char *why = launched(6, 64, 1000, &config);
        assert_int_equal(sscanf(why, "launch of 6 blocks of 64 threads, of which %*u at a time take %llu bytes", &bytes), 1);
        /* With stacks, registers and shared memory, and little beside */
        unsigned long long least = (plain ? 1 : 4) * (1000 + 64 * (4096 + 256));
        assert_true(bytes >= least && bytes < least + least / 2);
        config.most_bytes = bytes;
        assert_launch(6, 64, 1000, &config, NULL);
        assert_launch(6, 64, 1001, &config, "--max-block-memory sets it, --resident and --stack make less of it");
        config.most_bytes = bytes - 1;
        assert_launch(6, 64, 1000, &config, "accepted are");
        /* Two blocks take half of it */
        assert_launch(plain ? 6 : 2, plain ? 32 : 64, 1000, &config, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(a_deadlock_is_told),
        cmocka_unit_test(a_launch_without_end_is_not_started),
        cmocka_unit_test(blocks_have_a_bound_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
