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

/* The first words of fields: of the request (q_), the return (b_), the response (a_), the command (c_) and the data (d_). */
typedef struct {
    int q_write, q_address, q_user, q_mask, q_data, q_bursts, b_id, b_data, a_user, a_data, a_bursts, c_write, c_id, c_address, c_bursts,
        d_mask, d_data;
} places;

typedef struct {
    channel_setup s;
    void *state;
    uint32_t *in, *out, *care;
    stream_port request, flush, back, response, command, data, flushed;
    places at; /* of fields in the records */
    reading reads[IDS];
    int under_way, next; /* next: the id that is looked at first */
    int writing;         /* writes whose commands have not come */
    bool core;           /* lines come and go as codes */
    bool given, flushing, told;
} unit;

static void look(unit *u)
{
    u->s.d->unit->stepped->outputs(&u->s.d->config, u->state, u->out, u->care);
}

static void find_fields(unit *u)
{
    const stream_port *q = &u->request, *b = &u->back, *a = &u->response, *c = &u->command, *d = &u->data;
    u->at = (places){
        .q_write = stream_port_field(q, "write"),
        .q_address = stream_port_field(q, "address"),
        .q_user = stream_port_field(q, "user"),
        .q_mask = stream_port_field(q, "mask"),
        .q_data = stream_port_field(q, "data"),
        .q_bursts = stream_port_field(q, "bursts"),
        .b_id = stream_port_field(b, "id"),
        .b_data = stream_port_field(b, "data"),
        .a_user = stream_port_field(a, "user"),
        .a_data = stream_port_field(a, "data"),
        .a_bursts = stream_port_field(a, "bursts"),
        .c_write = stream_port_field(c, "write"),
        .c_id = stream_port_field(c, "id"),
        .c_address = stream_port_field(c, "address"),
        .c_bursts = stream_port_field(c, "bursts"),
        .d_mask = stream_port_field(d, "mask"),
        .d_data = stream_port_field(d, "data"),
    };
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
    find_fields(u);
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
    uint32_t *mask = u->in + u->at.q_mask, *data = u->in + u->at.q_data;
    u->in[u->request.valid] = 1;
    u->in[u->at.q_write] = r->kind != CHANNEL_READ;
    u->in[u->at.q_address] = r->line;
    u->in[u->at.q_user] = (uint32_t)u->next;
    memset(mask, 0xff, line / 8);
    memcpy(data, channel_list_content(u->s.list, r->content), line);
    if (r->kind == CHANNEL_PART)
        memcpy(mask, u->s.list->masks[r->mask], line / 8);
    if (u->core)
        u->in[u->at.q_bursts] =
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
    reading *r = &u->reads[u->out[u->at.a_user] % IDS];
    if (!r->used) {
        u->s.counts->wrong++;
        return;
    }
    channel_compare(&u->s, r->content, u->core ? u->out[u->at.a_bursts] : u->s.codes->code.raw, u->out + u->at.a_data);
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
    u->in[u->at.b_id] = id;
    memcpy(u->in + u->at.b_data, burst, WF_BURST_BYTES);
    channel_dram_take(u->s.dram);
}

/* Each write of a line has one command that writes. */
static void take_command(unit *u)
{
    const bool write = u->out[u->at.c_write];
    const uint32_t address = u->out[u->at.c_address];
    channel_dram_command(u->s.dram, write, u->out[u->at.c_id], address, (int)u->out[u->at.c_bursts] + 1);
    u->writing -= write && address < u->s.first_count;
}

/* Commands, and what is written. */
static void take_commands(unit *u)
{
    const bool takes = channel_dram_room(u->s.dram) > 0, takes_data = channel_dram_takes_data(u->s.dram);
    u->in[u->command.ready] = takes;
    u->in[u->data.ready] = takes_data;
    if (takes_data && offers(u, &u->data))
        channel_dram_data(u->s.dram, u->out[u->at.d_mask], u->out + u->at.d_data);
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
