/* SPDX-License-Identifier: Apache-2.0
 *
 * file_driver.c - cycle after cycle of a register file: what leaves, what its scheduler gives, the clock edge. file_driver.h tells the rest.
 *
 * A cycle reads top to bottom in `file_driver_cycle`; what it calls stands above it. */
#include "file_driver.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

enum { PATIENCE = 1 << 20 };

void file_counts_free(file_counts *c)
{
    activities_free(&c->did);
    arena_free(c->first_wrong);
}

void file_counts_add(file_counts *to, const file_counts *c)
{
    to->shape = c->shape;
    to->cycles += c->cycles;
    to->instructions += c->instructions;
    to->operands += c->operands;
    to->writes += c->writes;
    to->releases += c->releases;
    to->unknown_operands += c->unknown_operands;
    to->unknown_values += c->unknown_values;
    activities_add(&to->did, &c->did);
    for (int k = 0; k < 2; k++) {
        to->share[k].sum += c->share[k].sum;
        to->share[k].count += c->share[k].count;
    }
    to->checked += c->checked;
    to->wrong += c->wrong;
    if (to->first_wrong == NULL && c->first_wrong)
        to->first_wrong = format_new("%s", c->first_wrong);
}

/* What a register holds. */
static uint32_t *driver_value(const file_driver *f, int warp, int reg)
{
    return f->values + ((size_t)warp * (size_t)f->registers + (size_t)reg) * (size_t)f->p.lanes;
}

/* ---- counts ---- */

/* Twice as many cycles a bin. */
static void halve(file_counts *c)
{
    for (int i = 0; i < FILE_BINS; i++) {
        file_mean pair = {0};
        for (int k = 2 * i; k < 2 * i + 2 && k < FILE_BINS; k++) {
            pair.sum += c->over_time[k].sum;
            pair.count += c->over_time[k].count;
        }
        c->over_time[i] = pair;
    }
    c->bin_cycles *= 2;
}

static void add(file_mean *m, double share)
{
    m->sum += share;
    m->count++;
}

void driver_count(file_driver *f, const uint32_t *mask, bool mask_known)
{
    const wf_system *system = f->p.d->unit->system;
    file_counts *c = f->c;
    uint32_t those = 0, valid = 0;

    c->instructions++;
    if (system->share)
        system->count_share(&f->p.d->config, f->p.state, &those, &valid);
    if (valid == 0)
        return;
    double share = (double)those / valid;
    if (mask_known)
        add(&c->share[!wf_mask_full(mask, f->p.lanes)], share);
    while ((double)f->p.cycle >= FILE_BINS * c->bin_cycles)
        halve(c);
    add(&c->over_time[(int)((double)f->p.cycle / c->bin_cycles)], share);
}

/* ---- ids ---- */

static void fill(file_ids *ids, int count)
{
    ids->count = ids->all = count;
    for (int i = 0; i < count; i++)
        ids->free[i] = i;
}

static int give_id(file_ids *ids)
{
    int id = ids->free[--ids->count];
    ids->under_way[id] = true;
    return id;
}

/* The id that the file has as its user in this stream: a file may have a fault. */
static int id_of(const file_driver *f, const file_ids *ids, uint64_t user, const char *stream, int number)
{
    if (user >= FILE_IDS || !ids->under_way[user])
        die("%s: %s%d has the user %llu in cycle %llu, and nothing under way has it", f->path, stream, number, (unsigned long long)user,
            (unsigned long long)f->p.cycle);
    return (int)user;
}

static void take_id(file_ids *ids, int id)
{
    ids->under_way[id] = false;
    ids->free[ids->count++] = id;
}

/* ---- what the scheduler gives ---- */

int driver_issue(file_driver *f, int k, const file_instruction *i)
{
    int id = give_id(&f->items);
    f->item[id] = *i;
    f->item[id].user = (uint32_t)id;
    f->c->operands += __builtin_popcount(i->used);
    ports_issue(&f->p, k, &f->item[id]);
    return id;
}

/* The file takes it in this cycle, in which all operands that leave have been compared: the value may change at once. */
int driver_write(file_driver *f, int k, const file_write_in *w)
{
    file_write_in own = *w;
    int id = w->last ? give_id(&f->stores) : -1;
    uint32_t *value = driver_value(f, w->warp, w->reg);
    own.user = (uint32_t)(w->last ? id : f->open);
    ports_write(&f->p, k, &own);
    for (int i = 0; i < f->p.lanes; i++)
        if (w->mask[i / 32] >> i % 32 & 1)
            value[i] = w->values[i];
    f->c->writes++;
    f->moved = f->p.cycle;
    return id;
}

void driver_release(file_driver *f, int warp)
{
    memset(driver_value(f, warp, 0), 0, (size_t)f->registers * (size_t)f->p.lanes * sizeof *f->values);
    ports_release(&f->p, warp);
    f->c->releases++;
}

/* ---- what leaves ---- */

static void tell_wrong(file_driver *f, const file_scheduler *s, const void *own, int id, int source, const uint32_t *got)
{
    const uint32_t *want = driver_value(f, f->item[id].warp, f->item[id].source[source]);
    text instruction = {0}, reg = {0};
    int lane = 0;

    if (f->c->wrong++ > 0)
        return;
    while (got[lane] == want[lane])
        lane++;
    s->name(own, id, source, &instruction, &reg);
    f->c->first_wrong = format_new("%s: lane %d of %s is %x, and %x was written", instruction.data, lane, reg.data, got[lane], want[lane]);
    text_free(&instruction);
    text_free(&reg);
}

static void leave(file_driver *f, const file_scheduler *s, void *own, int id)
{
    take_id(&f->items, id);
    f->moved = f->p.cycle;
    s->left(own, id);
}

/* Those that execution may not take stay at the port; without ready they wait outside. */
static void take_operands(file_driver *f, const file_scheduler *s, void *own, int k)
{
    int id = id_of(f, &f->items, ports_operands_user(&f->p, k), "operands", k);
    const file_instruction *i = &f->item[id];

    if (ports_operands_wait(&f->p, k) && s->may_leave && !s->may_leave(own, id)) {
        ports_hold(&f->p, k);
        return;
    }
    for (int source = 0; source < WF_FILE_SOURCES; source++) {
        const uint32_t *got = ports_operand(&f->p, k, source);
        if (!(i->used >> source & 1))
            continue;
        f->c->checked++;
        if (memcmp(got, driver_value(f, i->warp, i->source[source]), (size_t)f->p.lanes * sizeof *got) != 0)
            tell_wrong(f, s, own, id, source, got);
    }
    if (s->may_leave && !s->may_leave(own, id))
        f->parked[f->parked_count++] = id;
    else
        leave(f, s, own, id);
}

/* Execution takes what it may by now. */
static void take_parked(file_driver *f, const file_scheduler *s, void *own)
{
    int count = f->parked_count;
    f->parked_count = 0;
    for (int i = 0; i < count; i++)
        if (s->may_leave(own, f->parked[i]))
            leave(f, s, own, f->parked[i]);
        else
            f->parked[f->parked_count++] = f->parked[i];
}

static void take_stored(file_driver *f, const file_scheduler *s, void *own, int c)
{
    uint32_t user = ports_stored_user(&f->p, c);
    if (f->open >= 0 && user == (uint32_t)f->open)
        return;
    int id = id_of(f, &f->stores, user, "stored", c);
    take_id(&f->stores, id);
    f->moved = f->p.cycle;
    s->stored(own, id);
}

/* ---- a run ---- */

void file_driver_cycle(file_driver *f, const file_scheduler *s, void *own)
{
    take_parked(f, s, own);
    for (int k = 0; k < f->p.shape.issues; k++)
        if (ports_operands_valid(&f->p, k))
            take_operands(f, s, own, k);
    for (int c = 0; c < f->p.shape.stores; c++)
        if (ports_stored_valid(&f->p, c))
            take_stored(f, s, own, c);
    if (s->release && ports_release_ready(&f->p))
        s->release(own);
    for (int k = 0; k < f->p.shape.issues; k++)
        if (ports_issue_ready(&f->p, k) && f->items.count > 0)
            s->issue(own, k);
    s->write(own);
    ports_clock(&f->p);
}

bool file_driver_rest(file_driver *f, uint64_t cycles)
{
    return f->parked_count == 0 && f->items.count == f->items.all && f->stores.count == f->stores.all && ports_rest(&f->p, cycles);
}

void file_driver_watch(const file_driver *f, uint64_t quiet)
{
    if (f->total > 0 && f->p.cycle % PATIENCE == 0)
        progress(f->path, (unsigned long long)f->c->instructions, (unsigned long long)f->total);
    if (f->p.cycle > quiet && f->p.cycle - f->moved > PATIENCE)
        die("%s: the register file has not moved for %d cycles, at instruction %.0f", f->path, PATIENCE, f->c->instructions);
}

void file_driver_run(file_driver *f, const file_scheduler *s, void *own, uint64_t quiet)
{
    do {
        file_driver_cycle(f, s, own);
        file_driver_watch(f, quiet);
    } while (!s->done(own));
    if (f->total > 0)
        progress_end();
}

void file_driver_open(file_driver *f, file_counts *c, const design *d, const char *path, int warps, int registers, verilog *beside)
{
    *f = (file_driver){.c = c, .path = path, .registers = registers};
    file_ports_open(&f->p, d, beside);
    *c = (file_counts){.shape = f->p.shape, .bin_cycles = 1};
    f->values = zalloc((size_t)warps * (size_t)registers * (size_t)f->p.lanes * sizeof *f->values);
    int ids = f->p.shape.user_bits < 8 ? 1 << f->p.shape.user_bits : FILE_IDS;
    fill(&f->items, ids);
    f->open = ports_merge(&f->p) ? ids - 1 : -1;
    fill(&f->stores, ports_merge(&f->p) ? ids - 1 : ids);
}

void file_driver_close(file_driver *f)
{
    activities_read(&f->c->did, f->p.d->unit->system, &f->p.d->config, f->p.state);
    f->c->cycles = f->c->elapsed = (double)f->p.cycle;
    file_ports_close(&f->p);
    arena_free(f->values);
}
