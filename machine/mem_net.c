/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_net.c - ports with their queues of packets, and the switch: each cycle every output chooses an input, then the packets move. */
#include "mem_net.h"

typedef struct {
    int packet, flits, output;
    uint64_t there;
} packet;

typedef struct {
    packet *p;
    int first, count, flits;
    uint64_t free; /* its side of the switch */
    /* Of an output: the channel behind the switch; the input that is looked at first, and the one that is chosen. */
    uint64_t channel;
    int turn, best;
} port;

struct mem_net {
    int inputs, outputs, in, out, flit, header, speedup;
    uint64_t latency, carried;
    int waiting, come; /* packets in inputs, and in outputs */
    port *port;        /* inputs, then outputs */
};

mem_net *net_open(const machine *m, int inputs, int outputs)
{
    mem_net *n = zalloc(sizeof *n);
    *n = (mem_net){.inputs = inputs,
                   .outputs = outputs,
                   .in = m->net_in,
                   .out = m->net_out,
                   .flit = m->net_flit,
                   .header = m->net_header,
                   .speedup = m->net_speedup,
                   .latency = (uint64_t)m->net_latency};
    n->port = zalloc((size_t)(inputs + outputs) * sizeof *n->port);
    for (int i = 0; i < inputs + outputs; i++)
        n->port[i].p = zalloc((size_t)(i < inputs ? n->in : n->out) * sizeof *n->port[i].p);
    return n;
}

void net_close(mem_net *n)
{
    for (int i = 0; i < n->inputs + n->outputs; i++)
        arena_free(n->port[i].p);
    arena_free(n->port);
    arena_free(n);
}

int net_flits(const mem_net *n, int bytes)
{
    int all = n->header + bytes;
    return all == 0 ? 1 : (all + n->flit - 1) / n->flit;
}

/* A packet that is longer than a queue waits until it is empty. */
static bool has_room(const port *p, int most, int flits)
{
    return p->count == 0 || p->flits + flits <= most;
}

static void put(port *p, int most, packet new)
{
    p->p[(p->first + p->count++) % most] = new;
    p->flits += new.flits;
}

static void take(port *p, int most)
{
    p->flits -= p->p[p->first].flits;
    p->first = (p->first + 1) % most;
    p->count--;
}

bool net_room(const mem_net *n, int input, int flits)
{
    return has_room(&n->port[input], n->in, flits);
}

void net_put(mem_net *n, int input, int output, int flits, int number)
{
    put(&n->port[input], n->in, (packet){number, flits, output, 0});
    n->waiting++;
}

int net_front(const mem_net *n, int output, uint64_t now)
{
    const port *p = &n->port[n->inputs + output];
    return p->count > 0 && p->p[p->first].there <= now ? p->p[p->first].packet : -1;
}

void net_take(mem_net *n, int output)
{
    take(&n->port[n->inputs + output], n->out);
    n->come--;
}

/* May the head of an input go through the switch? Both sides of it must be free. */
static bool may_move(const mem_net *n, const port *from, uint64_t now)
{
    const packet *p = &from->p[from->first];
    const port *to = &n->port[n->inputs + p->output];
    return from->free <= now && to->free <= now && has_room(to, n->out, p->flits);
}

static void move(mem_net *n, int input, uint64_t now)
{
    port *from = &n->port[input];
    packet p = from->p[from->first];
    port *to = &n->port[n->inputs + p.output];
    uint64_t flits = (uint64_t)p.flits, speedup = (uint64_t)n->speedup;
    take(from, n->in);
    from->free = now + flits;
    to->free = now + (flits + speedup - 1) / speedup;
    to->channel = (to->channel > now ? to->channel : now) + flits;
    to->turn = input + 1;
    p.there = to->channel + n->latency - 1;
    put(to, n->out, p);
    n->waiting--;
    n->come++;
    n->carried += flits;
}

void net_cycle(mem_net *n, uint64_t now)
{
    if (n->waiting == 0)
        return;
    for (int o = n->inputs; o < n->inputs + n->outputs; o++)
        n->port[o].best = -1;
    for (int k = 0; k < n->inputs; k++) {
        const port *from = &n->port[k];
        if (from->count == 0 || !may_move(n, from, now))
            continue;
        port *to = &n->port[n->inputs + from->p[from->first].output];
        if (to->best < 0 || (to->best < to->turn && k >= to->turn))
            to->best = k;
    }
    for (int o = n->inputs; o < n->inputs + n->outputs; o++)
        if (n->port[o].best >= 0)
            move(n, n->port[o].best, now);
}

uint64_t net_next(const mem_net *n, uint64_t now)
{
    uint64_t next = UINT64_MAX;
    if (n->waiting > 0)
        return now + 1;
    for (int o = n->inputs; o < n->inputs + n->outputs && n->come > 0; o++) {
        const port *p = &n->port[o];
        if (p->count > 0 && p->p[p->first].there < next)
            next = p->p[p->first].there;
    }
    return next > now ? next : now + 1;
}

uint64_t net_carried(const mem_net *n)
{
    return n->carried;
}
