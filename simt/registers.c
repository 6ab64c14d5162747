/* SPDX-License-Identifier: Apache-2.0 */
#include "registers.h"

#include "../base/text.h"

typedef struct {
    const simt_program *p;
    bool *seen[SIMT_MAX_SEGMENTS]; /* a mark for each instruction */
    uint32_t *open;                /* pcs that are to be followed */
    size_t count;
    uint64_t registers;
    bool lost;
} walk;

static bool *mark_of(const walk *w, uint32_t pc)
{
    for (int i = 0; i < w->p->segments; i++) {
        const simt_segment *s = &w->p->segment[i];
        if (pc - s->address < 4 * s->words && pc % 4 == 0)
            return &w->seen[i][(pc - s->address) / 4];
    }
    return NULL;
}

static void go(walk *w, uint32_t pc)
{
    bool *mark = mark_of(w, pc);

    if (mark == NULL || *mark)
        return;
    *mark = true;
    w->open[w->count++] = pc;
}

/* A return leads to behind the call, which was followed there. `auipc ra; jalr ra` is a call of what is far; any other jalr may lead anywhere. */
static void follow(walk *w, uint32_t pc)
{
    const simt_op *op = simt_program_at(w->p, pc), *before = simt_program_at(w->p, pc - 4);
    bool far = before != NULL && before->code == SIMT_AUIPC && before->rd == op->rs1;

    w->registers |= op->reads | op->writes;
    if (op->unit == SIMT_UNIT_BRANCH || op->code == SIMT_JAL)
        go(w, pc + op->imm);
    if (op->code == SIMT_JALR && far)
        go(w, pc - 4 + before->imm + op->imm);
    w->lost |= op->code == SIMT_JALR && !far && !(op->rd == 0 && op->rs1 == SIMT_RA);
    if ((op->code != SIMT_JAL && op->code != SIMT_JALR) || op->rd != 0)
        go(w, pc + 4);
}

int simt_kernel_registers(const simt_program *p, uint32_t kernel)
{
    walk w = {.p = p};
    size_t words = 0;

    for (int i = 0; i < p->segments; i++) {
        w.seen[i] = zalloc(p->segment[i].words + 1);
        words += p->segment[i].words;
    }
    w.open = zalloc((words + 1) * sizeof *w.open);
    go(&w, kernel);
    while (w.count > 0)
        follow(&w, w.open[--w.count]);
    for (int i = 0; i < p->segments; i++)
        arena_free(w.seen[i]);
    arena_free(w.open);
    return w.lost ? 0 : __builtin_popcountll(w.registers);
}
