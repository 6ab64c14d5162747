/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_banks.c - a cycle of the banked register file, from the pipes back to the issue: what is complete leaves, banks serve, what was issued enters. */
#include "sm_banks.h"

#include <string.h>

void banks_open(banked_file *b, const banks_shape *shape)
{
    memset(b, 0, sizeof *b);
    b->shape = *shape;
    for (int kind = 0; kind < BANKS_KINDS; kind++) {
        for (int n = 0; n < BANKS_WIDTH; n++)
            b->in[kind][n].operation = b->out[kind][n] = -1;
        for (int c = 0; c < BANKS_COLLECTORS; c++)
            b->collector[kind][c].i.operation = -1;
    }
    for (int bank = 0; bank < shape->banks; bank++)
        queue_open(&b->bank[bank].to, BANKS_QUEUE);
}

void banks_close(banked_file *b)
{
    for (int bank = 0; bank < b->shape.banks; bank++)
        queue_close(&b->bank[bank].to);
}

static int free_in(const banked_file *b, int kind)
{
    for (int n = 0; n < b->shape.width[kind]; n++)
        if (b->in[kind][n].operation < 0)
            return n;
    return -1;
}

bool banks_may_issue(const banked_file *b, int kind)
{
    return free_in(b, kind) >= 0;
}

void banks_issue(banked_file *b, int kind, const banks_instruction *i)
{
    b->in[kind][free_in(b, kind)] = *i;
    b->entering[kind]++;
    b->busy++;
}

static int bank_of(const banked_file *b, int warp, int reg)
{
    return (reg + warp) % b->shape.banks;
}

bool banks_write(banked_file *b, int warp, int reg)
{
    int bank = bank_of(b, warp, reg);
    if (b->bank[bank].taken)
        return false;
    b->writes++;
    b->written = true;
    return b->bank[bank].taken = true;
}

int banks_front(const banked_file *b, int kind, int n)
{
    return b->out[kind][n];
}

void banks_leave(banked_file *b, int kind, int n)
{
    b->out[kind][n] = -1;
    b->busy--;
}

/* ---- a cycle ---- */

/* The one behind it, of so many in a ring. */
static int behind(int n, int count)
{
    return n + 1 < count ? n + 1 : 0;
}

/* One for each free place in front of a pipe, in turn. */
static void send(banked_file *b, int kind)
{
    int count = b->shape.collectors[kind];
    for (int n = 0; n < b->shape.width[kind]; n++)
        for (int k = 0, c = b->next[kind]; k < count && b->out[kind][n] < 0; k++, c = behind(c, count)) {
            banks_collector *from = &b->collector[kind][c];
            if (from->i.operation < 0 || from->missing > 0)
                continue;
            b->out[kind][n] = from->i.operation;
            from->i.operation = -1;
            b->collecting[kind]--;
            b->next[kind] = behind(c, count);
        }
}

/* Each bank serves its first request, if its collector takes no other value in this cycle. */
static void serve(banked_file *b)
{
    bool takes[BANKS_KINDS * BANKS_COLLECTORS] = {false};
    if (b->asked == 0) {
        b->first_bank = behind(b->first_bank, b->shape.banks);
        return;
    }
    for (int k = 0, bank = b->first_bank; k < b->shape.banks; k++, bank = behind(bank, b->shape.banks)) {
        int to = queue_front(&b->bank[bank].to);
        if (to < 0)
            continue;
        if (b->bank[bank].taken || takes[to]) {
            b->conflicts++;
            continue;
        }
        takes[to] = true;
        queue_take(&b->bank[bank].to);
        b->asked--;
        b->collector[to / BANKS_COLLECTORS][to % BANKS_COLLECTORS].missing--;
        b->reads++;
    }
    b->first_bank = behind(b->first_bank, b->shape.banks);
}

static int free_collector(const banked_file *b, int kind)
{
    for (int c = 0; c < b->shape.collectors[kind]; c++)
        if (b->collector[kind][c].i.operation < 0)
            return c;
    return -1;
}

static void collect(banked_file *b, int kind)
{
    for (int n = 0; n < b->shape.width[kind]; n++) {
        banks_instruction *i = &b->in[kind][n];
        int c = i->operation < 0 ? -1 : free_collector(b, kind);
        if (c < 0)
            continue;
        b->collector[kind][c] = (banks_collector){*i, i->sources};
        for (int s = 0; s < i->sources; s++) {
            int bank = bank_of(b, i->warp, i->source[s]);
            queue_put(&b->bank[bank].to, kind * BANKS_COLLECTORS + c);
            b->asked++;
        }
        i->operation = -1;
        b->entering[kind]--;
        b->collecting[kind]++;
    }
}

void banks_cycle(banked_file *b)
{
    if (b->busy > 0) {
        for (int kind = 0; kind < BANKS_KINDS; kind++)
            if (b->collecting[kind])
                send(b, kind);
        serve(b);
        for (int kind = 0; kind < BANKS_KINDS; kind++)
            if (b->entering[kind])
                collect(b, kind);
    }
    if (!b->written)
        return;
    b->written = false;
    for (int bank = 0; bank < b->shape.banks; bank++)
        b->bank[bank].taken = false;
}
