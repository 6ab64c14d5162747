/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_unit.c - a register file's model between schedulers, pipes and results: the callbacks of its driver, in the order of a cycle. */
#include "sm_unit.h"

#include <string.h>

#include "../base/msg.h"

static int place_of(const sm_unit *u, int warp, int reg)
{
    return warp * u->s->registers + reg;
}

/* ---- operands ---- */

static bool may_leave(void *own, int item)
{
    sm_unit *u = own;
    int number = u->item[item];
    const unit_operation *o = &u->operation[number];
    return u->calls->may_execute == NULL || o->items > 1 || o->next < o->i->sources || u->calls->may_execute(u->own, number);
}

/* Are its operands what the instructions before it wrote last? */
static void check_order(const sm_unit *u, const unit_operation *o)
{
    for (int k = 0; k < o->i->sources; k++) {
        uint64_t holds = u->holds[place_of(u, o->warp, o->i->source[k])];
        trace_register reg = u->s->names[o->i->source[k]];
        if (o->from[k] != 0 && holds != o->from[k])
            die("%s: instruction %llu at pc %llx has %c%d of instruction %llu, and should have that of instruction %llu", u->s->path,
                (unsigned long long)o->i->number, (unsigned long long)o->i->pc, trace_file_letters[reg.file], reg.reg,
                (unsigned long long)holds, (unsigned long long)o->from[k]);
    }
}

static void left(void *own, int item)
{
    sm_unit *u = own;
    int number = u->item[item];
    unit_operation *o = &u->operation[number];
    u->moved = true;
    if (--o->items > 0 || o->next < o->i->sources)
        return;
    check_order(u, o);
    scoreboard_read(u->board, o->warp, o->i);
    u->calls->execute(u->own, number);
}

static void name(const void *own, int item, int s, text *instruction, text *reg)
{
    const sm_unit *u = own;
    const feed_instruction *i = u->operation[u->item[item]].i;
    trace_register from = u->s->names[u->f.item[item].source[s]];
    text_printf(instruction, "instruction %llu at pc %llx", (unsigned long long)i->number, (unsigned long long)i->pc);
    text_printf(reg, "%c%d", trace_file_letters[from.file], from.reg);
}

/* ---- results ---- */

static const feed_write *write_of(const feed_instruction *i, int reg)
{
    const feed_write *w = i->writes;
    while (w && w->reg != reg)
        w = w->next;
    return w;
}

/* What it writes without a value that the trace tells is free at once. */
static void free_others(sm_unit *u, const unit_operation *o)
{
    for (int k = 0; k < o->i->destinations; k++)
        if (write_of(o->i, o->i->destination[k]) == NULL)
            scoreboard_free(u->board, o->warp, o->i->destination[k]);
}

static void end(sm_unit *u, int number)
{
    scoreboard_compared(u->board, u->operation[number].warp, u->operation[number].i);
    u->calls->written(u->own, number);
}

void unit_result(sm_unit *u, int number)
{
    unit_operation *o = &u->operation[number];
    free_others(u, o);
    for (const feed_write *w = o->i->writes; w; w = w->next) {
        int at = (u->first + u->results++) % UNIT_RESULTS;
        u->result[at].operation = number;
        u->result[at].write = w;
        o->writes++;
    }
    if (o->writes == 0)
        end(u, number);
}

static void give(sm_unit *u, int port, int number, const feed_write *w)
{
    const unit_operation *o = &u->operation[number];
    const file_write_in write = {.warp = o->warp, .reg = w->reg, .mask = w->mask, .values = w->value, .last = true, .dead = o->i->dead};
    int id = driver_write(&u->f, port, &write);
    u->store[id].operation = number;
    u->store[id].reg = w->reg;
    u->holds[place_of(u, o->warp, w->reg)] = o->i->number;
    if (u->f.p.shape.orders_reads)
        scoreboard_free(u->board, o->warp, w->reg);
    u->moved = true;
}

/* Each port that is ready takes the first result that nothing older has to read before. */
static void give_writes(void *own)
{
    sm_unit *u = own;
    for (int port = 0; port < u->f.p.shape.writes && u->f.stores.count > 0; port++) {
        if (!ports_write_ready(&u->f.p, port))
            continue;
        for (int k = 0; k < u->results; k++) {
            int at = (u->first + k) % UNIT_RESULTS, number = u->result[at].operation;
            const feed_write *w = u->result[at].write;
            if (!scoreboard_may_write(u->board, u->operation[number].warp, w->reg))
                continue;
            for (; k > 0; k--, at = (at + UNIT_RESULTS - 1) % UNIT_RESULTS) /* those in front of it move up */
                u->result[at] = u->result[(at + UNIT_RESULTS - 1) % UNIT_RESULTS];
            u->first = (u->first + 1) % UNIT_RESULTS;
            u->results--;
            give(u, port, number, w);
            break;
        }
    }
}

static void stored(void *own, int store)
{
    sm_unit *u = own;
    int number = u->store[store].operation;
    unit_operation *o = &u->operation[number];
    u->moved = true;
    if (!u->f.p.shape.orders_reads)
        scoreboard_free(u->board, o->warp, u->store[store].reg);
    if (--o->writes == 0)
        end(u, number);
}

/* ---- issue ---- */

/* The next operands of the instruction that the port is taking. */
static void give_item(sm_unit *u, int port)
{
    int number = u->taking[port];
    unit_operation *o = &u->operation[number];
    const feed_instruction *i = o->i;
    file_instruction in = {.warp = o->warp, .dest = i->destinations ? i->destination[0] : -1, .mask = i->mask};

    for (int s = 0; s < WF_FILE_SOURCES && o->next < i->sources; o->next++) {
        if (o->from[o->next] == 0) {
            u->counts.unknown_operands++;
            continue;
        }
        in.source[s] = i->source[o->next];
        in.used |= 1u << s++;
    }
    o->items++;
    u->item[driver_issue(&u->f, port, &in)] = number;
    if (o->next == i->sources)
        u->taking[port] = -1;
    u->moved = true;
}

/* Its destinations are the instruction's from now on. A value that the trace does not tell is lost; without a lane nothing changes. */
static void note_writer(sm_unit *u, int warp, const feed_instruction *i)
{
    for (int k = 0; k < i->destinations && !wf_mask_empty(i->mask, u->s->lanes); k++) {
        bool told = write_of(i, i->destination[k]) != NULL;
        u->writer[place_of(u, warp, i->destination[k])] = told ? i->number : 0;
        u->counts.unknown_values += !told;
    }
}

void unit_issue(sm_unit *u, int scheduler, int number, int warp, feed_instruction *i)
{
    u->operation[number] = (unit_operation){.i = i, .warp = warp};
    u->taking[scheduler] = number;
    for (int k = 0; k < i->sources; k++)
        u->operation[number].from[k] = u->writer[place_of(u, warp, i->source[k])];
    driver_count(&u->f, i->mask, i->mask_known);
    give_item(u, scheduler);
    note_writer(u, warp, i);
}

static void issue(void *own, int port)
{
    sm_unit *u = own;
    u->issued[port] = u->taking[port] < 0;
    if (u->issued[port])
        u->calls->issue(u->own, port);
    else
        give_item(u, port);
}

/* ---- releases ---- */

void unit_end(sm_unit *u, int warp)
{
    u->release[u->releases++] = warp;
}

void unit_forget(sm_unit *u, int warp)
{
    memset(u->writer + place_of(u, warp, 0), 0, (size_t)u->s->registers * sizeof *u->writer);
}

static void release(void *own)
{
    sm_unit *u = own;
    if (u->releasing >= 0) { /* it has taken effect */
        u->calls->left(u->own, u->releasing);
        u->releasing = -1;
        u->moved = true;
    }
    if (u->releases == 0)
        return;
    int warp = u->release[0];
    memmove(u->release, u->release + 1, (size_t)--u->releases * sizeof *u->release);
    unit_forget(u, warp);
    u->releasing = warp;
    driver_release(&u->f, warp);
    u->moved = true;
}

/* ---- the whole ---- */

static const file_scheduler callbacks = {
    .may_leave = may_leave, .left = left, .stored = stored, .release = release, .issue = issue, .write = give_writes, .name = name};

void unit_cycle(sm_unit *u)
{
    u->moved = false;
    memset(u->issued, 0, sizeof u->issued);
    file_driver_cycle(&u->f, &callbacks, u);
}

bool unit_rest(sm_unit *u, uint64_t cycles)
{
    if (u->results > 0 || u->releases > 0 || u->releasing >= 0)
        return false;
    for (int k = 0; k < u->f.p.shape.issues; k++)
        if (u->taking[k] >= 0)
            return false;
    return file_driver_rest(&u->f, cycles);
}

void unit_open(sm_unit *u, const design *d, const feed_survey *s, const sm_unit_calls *calls, void *own, scoreboard *board, verilog *beside)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    *u = (sm_unit){.s = s, .calls = calls, .own = own, .board = board, .releasing = -1};
    for (int k = 0; k < WF_FILE_PORTS; k++)
        u->taking[k] = -1;
    u->writer = zalloc((size_t)shape.warps * (size_t)s->registers * sizeof *u->writer);
    u->holds = zalloc((size_t)shape.warps * (size_t)s->registers * sizeof *u->holds);
    file_driver_open(&u->f, &u->counts, d, s->path, shape.warps, s->registers, beside);
}

void unit_close(sm_unit *u)
{
    file_driver_close(&u->f);
    arena_free(u->writer);
    arena_free(u->holds);
}
