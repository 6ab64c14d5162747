/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_trial.h - one instruction on a table of operands: once with all lanes together, once with each lane by itself (32-way divergence), with
 * and without the accrued exceptions, and one thread at a time. */
#ifndef WF_TESTS_SIMT_TRIAL_H
#define WF_TESTS_SIMT_TRIAL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "simt_asm.h"

enum { CASES = 1024, IN = 4, OUT = 2, WAYS = 32 }; /* words of a case: a, b, c, free; result, flags */
enum { XA = T0, XB = T1, XD = T2, FA = 1, FB = 2, FC = 3, FD = 4 };

typedef struct {
    const char *name;
    uint32_t word;  /* with XA, XB, XD or FA, FB, FC, FD */
    bool float_out; /* the result is FD, not XD */
    int mode;       /* what dynamic rounding has in frm */
    bool flags;     /* reads fflags */
    bool apart;     /* each lane by itself */
} trial;

typedef struct {
    uint32_t result, flags;
} answer;

static uint32_t in[CASES][3];

static inline void load_operands(image *p)
{
    slli(p, A6, A1, 4);
    add(p, A0, A0, A6);
    lw(p, XA, 0, A0);
    lw(p, XB, 4, A0);
    flw(p, FA, 0, A0);
    flw(p, FB, 4, A0);
    flw(p, FC, 8, A0);
}

/* A copy of the instruction for each lane, and a jump over the others. */
static inline void put_apart(image *p, uint32_t word)
{
    uint32_t table = here(p) + 4 * 6;

    emit(p, i_word(WAYS - 1, A1, 7, A3, OP_IMM));
    slli(p, A3, A3, 3);
    li(p, A4, table);
    add(p, A3, A3, A4);
    emit(p, i_word(0, A3, 0, ZERO, JALR));
    for (int i = 0; i < WAYS; i++) {
        emit(p, word);
        jump(p, table + 8 * WAYS);
    }
}

static inline void store_result(image *p, const trial *t)
{
    slli(p, A6, A1, 3);
    li(p, A4, DATA + 4 * IN * CASES);
    add(p, A4, A4, A6);
    if (t->flags)
        emit(p, i_word(1, ZERO, 2, A5, SYSTEM)); /* csrrs a5, fflags, x0 */
    if (t->float_out)
        fsw(p, FD, 0, A4);
    else
        sw(p, XD, 0, A4);
    sw(p, t->flags ? A5 : ZERO, 4, A4);
    ret(p);
}

static inline void try_it(const trial *t, simt_order order, answer *answers)
{
    static image p;
    simt_config config = usual();

    begin(&p, 1, CASES, 0, 0);
    load_operands(&p);
    if (t->mode != 0)
        emit(&p, i_word(2, t->mode, 5, ZERO, SYSTEM)); /* csrrwi x0, frm, mode */
    if (t->apart)
        put_apart(&p, t->word);
    else
        emit(&p, t->word);
    store_result(&p, t);
    p.words = IN * CASES;
    for (int i = 0; i < CASES; i++)
        memcpy(p.data + IN * i, in[i], sizeof in[i]);
    config.order = order;
    config.stack = 64; /* nothing is on it, and each thread's would be cleared */
    ran *r = run_image(&p, &config);
    if (!r->ok)
        fail_msg("%s: %s", t->name, r->machine.wrong);
    for (int i = 0; i < CASES; i++)
        answers[i] = (answer){data_word(r, IN * CASES + OUT * i), data_word(r, IN * CASES + OUT * i + 1)};
    run_free(r);
}

/* In every way; `wanted` has flags, or ~0 where they do not count. */
static inline void agrees(trial t, const answer *wanted, bool has_flags)
{
    static answer got[CASES];

    for (int way = 0; way < 8; way++) {
        if ((way & 2) && !has_flags)
            continue;
        t.apart = way & 1;
        t.flags = way & 2;
        try_it(&t, way & 4 ? SIMT_PLAIN : SIMT_ROUND_ROBIN, got);
        for (int i = 0; i < CASES; i++) {
            bool flags_agree = !t.flags || wanted[i].flags == ~0u || got[i].flags == wanted[i].flags;
            if (got[i].result != wanted[i].result || !flags_agree)
                fail_msg("%s (%08x, frm %d, way %d) of %08x %08x %08x: %08x flags %x, wanted %08x flags %x", t.name, t.word, t.mode, way,
                         in[i][0], in[i][1], in[i][2], got[i].result, got[i].flags, wanted[i].result, wanted[i].flags);
        }
    }
}

static const uint32_t corners[] = {0,          1,          2,          3,          31,         32,         33,
                                   0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,     0x12345678,
                                   0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xaaaaaaaa, 0xdeadbeef};
enum { CORNERS = sizeof corners / sizeof *corners };

static inline void integer_operands(void)
{
    rng random = {.state = 7};
    int n = 0;

    for (int i = 0; i < CORNERS; i++)
        for (int k = 0; k < CORNERS; k++, n++)
            in[n][0] = corners[i], in[n][1] = corners[k];
    for (; n < CASES; n++)
        in[n][0] = rng_word(&random), in[n][1] = rng_word(&random) >> rng_below(&random, 32);
}

/* Were all instructions of these units tried? */
static inline void units_were_tried(const simt_unit *units, int count)
{
    for (int i = 1; i < SIMT_CODES; i++) {
        uint32_t unit = simt_unit_of((simt_code)i);
        for (int k = 0; k < count; k++)
            if (units[k] == unit && !seen[i])
                fail_msg("%s was not tried", simt_name(&(simt_op){.code = (uint8_t)i}));
    }
}

#endif
