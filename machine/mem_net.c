/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_net.h"

typedef struct {
    int packet, flits, output;
    uint64_t there;
} packet;

typedef struct {
    packet *p;
    int first, count, flits;
    uint64_t free;    /* its side of the switch */
    uint64_t channel; /* of an output: the channel behind the switch */
} port;

struct mem_net {
    int inputs, outputs, in, out, flit, header, speedup;
    uint64_t latency, carried;
    int first;         /* the input that is looked at first */
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
    /* A packet that is longer than a queue waits for an empty one. */
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

/* The head of an input goes through the switch, if both sides of it are free. */
static void move(mem_net *n, port *from, uint64_t now)
{
    packet p = from->p[from->first];
    port *to = &n->port[n->inputs + p.output];
    if (from->free > now || to->free > now || !has_room(to, n->out, p.flits))
        return;
    uint64_t flits = (uint64_t)p.flits, speedup = (uint64_t)n->speedup;
    take(from, n->in);
    from->free = now + flits;
    to->free = now + (flits + speedup - 1) / speedup;
    to->channel = (to->channel > now ? to->channel : now) + flits;
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
    for (int k = 0; k < n->inputs; k++) {
        port *from = &n->port[(n->first + k) % n->inputs];
        if (from->count > 0)
            move(n, from, now);
    }
    n->first = (n->first + 1) % n->inputs;
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
