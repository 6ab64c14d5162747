/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_unit.c - the model of a unit between requests of lines and its channel of DRAM. What comes is given before a cycle, what leaves is looked at in it. Where the unit's requests
 * tell bursts, whole lines come and go as codes: then encoder and decoder are here. */
#include <string.h>

#include "../sim/fields.h"
#include "channel_front.h"
#include "stream_ports.h"

enum { IDS = 128 };

/* A read that is not answered. */
typedef struct {
    bool used;
    uint32_t content;
    uint64_t since;
} reading;

typedef struct {
    channel_setup s;
    void *state;
    uint32_t *in, *out, *care;
    stream_port request, flush, back, response, command, data, flushed;
    reading reads[IDS];
    int under_way, next; /* next: the id that is looked at first */
    int writing;         /* writes whose commands have not come */
    uint32_t counts;     /* the first burst that has counts */
    bool core;           /* lines come and go as codes */
    bool given, flushing, told;
} unit;

static void look(unit *u)
{
    u->s.d->unit->stepped->outputs(&u->s.d->config, u->state, u->out, u->care);
}

static void *open_unit(const channel_setup *s)
{
    const bench_layout layout = bench_layout_of(s->d, BENCH_UNIT);
    const bench_module *m = &layout.module[0];
    unit *u = zalloc(sizeof *u);
    u->s = *s;
    u->in = zalloc((size_t)layout.in_words * sizeof *u->in);
    u->out = zalloc((size_t)layout.out_words * sizeof *u->out);
    u->care = zalloc((size_t)layout.out_words * sizeof *u->care);
    u->state = zalloc(s->d->unit->stepped->state_size(&s->d->config));
    u->request = stream_port_of(m, "request");
    u->flush = stream_port_of(m, "flush");
    u->back = stream_port_of(m, "return");
    u->response = stream_port_of(m, "response");
    u->command = stream_port_of(m, "command");
    u->data = stream_port_of(m, "data");
    u->flushed = stream_port_of(m, "flushed");
    u->counts = channel_first_count(s->d);
    u->core = field_bits(u->request.stream, "bursts") > 0;
    s->d->unit->stepped->reset(&s->d->config, u->state);
    look(u);
    return u;
}

static void close_unit(void *own)
{
    unit *u = own;
    activities did = {0};
    activities_read(&did, u->s.d->unit->system, &u->s.d->config, u->state);
    activities_add(&u->s.counts->did, &did);
    activities_free(&did);
    arena_free(u->state);
    arena_free(u->in);
    arena_free(u->out);
    arena_free(u->care);
    arena_free(u);
}

static void stand(void *own, const channel_request *r)
{
    channel_put_line(&((unit *)own)->s, r);
}

/* ---- requests ---- */

static uint32_t *field(uint32_t *record, const stream_port *p, const char *name)
{
    return record + stream_port_field(p, name);
}

static bool offers(const unit *u, const stream_port *p)
{
    return u->out[p->valid] & 1;
}

static bool ready(const void *own)
{
    const unit *u = own;
    return !u->given && (u->out[u->request.ready] & 1) && !u->reads[u->next].used;
}

/* Encoder, decoder and counts, as a request of this kind takes them. */
static void count_use(unit *u, const channel_request *r)
{
    const channel_codes *codes = u->s.codes;
    channel_counts *c = u->s.counts;
    const uint8_t class = codes->class[r->content];
    if (codes->code.codec == NULL)
        return;
    c->looks++;
    c->encodes[class] += r->kind == CHANNEL_WRITE;
    c->decodes[class] += r->kind == CHANNEL_READ;
}

static void give(void *own, const channel_request *r, uint64_t since)
{
    unit *u = own;
    const size_t line = (size_t)u->s.list->words * sizeof *u->in;
    uint32_t *mask = field(u->in, &u->request, "mask"), *data = field(u->in, &u->request, "data");
    u->in[u->request.valid] = 1;
    *field(u->in, &u->request, "write") = r->kind != CHANNEL_READ;
    *field(u->in, &u->request, "address") = r->line;
    *field(u->in, &u->request, "user") = (uint32_t)u->next;
    memset(mask, 0xff, line / 8);
    memcpy(data, channel_list_content(u->s.list, r->content), line);
    if (r->kind == CHANNEL_PART)
        memcpy(mask, u->s.list->masks[r->mask], line / 8);
    if (u->core)
        *field(u->in, &u->request, "bursts") =
            r->kind == CHANNEL_WRITE ? burst_code_encode(&u->s.codes->code, channel_list_content(u->s.list, r->content), data) : 0;
    count_use(u, r);
    u->given = true;
    u->writing += r->kind != CHANNEL_READ;
    if (r->kind != CHANNEL_READ)
        return;
    u->reads[u->next] = (reading){true, r->content, since};
    u->next = (u->next + 1) % IDS;
    u->under_way++;
}

/* ---- a cycle ---- */

static void take_response(unit *u, uint64_t now)
{
    reading *r = &u->reads[*field(u->out, &u->response, "user") % IDS];
    if (!r->used) {
        u->s.counts->wrong++;
        return;
    }
    channel_compare(&u->s, r->content, u->core ? *field(u->out, &u->response, "bursts") : u->s.codes->code.raw,
                    field(u->out, &u->response, "data"));
    u->s.counts->wait += (double)(now - r->since);
    r->used = false;
    u->under_way--;
}

static void offer_return(unit *u)
{
    uint32_t id, left;
    const uint32_t *burst = channel_dram_front(u->s.dram, &id, &left);
    u->in[u->back.valid] = burst != NULL;
    if (burst == NULL)
        return;
    *field(u->in, &u->back, "id") = id;
    memcpy(field(u->in, &u->back, "data"), burst, WF_BURST_BYTES);
    channel_dram_take(u->s.dram);
}

/* Each write of a line has one command that writes. */
static void take_command(unit *u)
{
    const bool write = *field(u->out, &u->command, "write");
    const uint32_t address = *field(u->out, &u->command, "address");
    channel_dram_command(u->s.dram, write, *field(u->out, &u->command, "id"), address, (int)*field(u->out, &u->command, "bursts") + 1);
    u->writing -= write && address < u->counts;
}

/* Commands, and what is written. */
static void take_commands(unit *u)
{
    const bool takes = channel_dram_room(u->s.dram) > 0, takes_data = channel_dram_takes_data(u->s.dram);
    u->in[u->command.ready] = takes;
    u->in[u->data.ready] = takes_data;
    if (takes_data && offers(u, &u->data))
        channel_dram_data(u->s.dram, *field(u->out, &u->data, "mask"), field(u->out, &u->data, "data"));
    if (takes && offers(u, &u->command))
        take_command(u);
}

static void cycle(void *own, uint64_t now)
{
    unit *u = own;
    u->in[u->response.ready] = u->in[u->flushed.ready] = 1;
    offer_return(u);
    if (offers(u, &u->response))
        take_response(u, now);
    take_commands(u);
    u->told |= offers(u, &u->flushed);
    u->s.d->unit->stepped->clock(&u->s.d->config, u->state, u->in);
    u->in[u->request.valid] = u->in[u->flush.valid] = 0;
    u->given = false;
    look(u);
}

/* Counts of what was written may still be on their way: a flush waits for them. */
static bool idle(const void *own)
{
    const unit *u = own;
    return !u->given && u->under_way == 0 && u->writing == 0 && channel_dram_idle(u->s.dram) && !offers(u, &u->command);
}

static bool flush(void *own)
{
    unit *u = own;
    if (!u->flushing && (u->out[u->flush.ready] & 1))
        u->in[u->flush.valid] = u->flushing = 1;
    return u->told && channel_dram_idle(u->s.dram);
}

const channel_front channel_unit = {open_unit, stand, ready, give, cycle, idle, flush, close_unit};
