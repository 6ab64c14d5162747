/* SPDX-License-Identifier: Apache-2.0 */
/* mst - the minimum spanning forest of a graph (Boruvka): in each round every component takes its lightest edge to another one, with an atomic minimum, and
   pointer jumping gives the components that are joined one name. After Lonestar's mst. */
#include "workload.h"

enum { THREADS = 256, WEIGHTS = 20 };

#define NONE 0xffffffffu

typedef struct {
    unsigned one, other;
} ends;

typedef struct {
    graph g;
    const unsigned *weight, *edge; /* of what each node has as neighbours: the edge's weight and its number */
    const ends *end;               /* of each edge */
    unsigned *component;           /* of each node: the number of one of its nodes */
    unsigned *lightest;            /* of each node: its lightest edge to another component */
    unsigned *least, *pick;        /* of each component: the lightest weight, and of the edges that have it the first */
    unsigned *parent, *jumped;
    bool *chosen; /* of each edge */
    bool *merged, *changed;
} forest;

KERNEL(start)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes)
        a->component[node] = node;
}

KERNEL(clear)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        a->least[node] = NONE;
        a->pick[node] = NONE;
    }
}

KERNEL(find_least)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        unsigned mine = a->component[node], weight = NONE, last = a->g.node[node].first + a->g.node[node].count;
        for (unsigned e = a->g.node[node].first; e < last; e++)
            if (a->weight[e] < weight && a->component[a->g.to[e]] != mine)
                weight = a->weight[e];
        a->lightest[node] = weight;
        if (weight != NONE)
            atomic_least(a->least + mine, weight);
    }
}

KERNEL(find_edge)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        unsigned mine = a->component[node], weight = a->lightest[node];
        if (weight != NONE && weight == a->least[mine]) {
            unsigned edge = NONE, last = a->g.node[node].first + a->g.node[node].count;
            for (unsigned e = a->g.node[node].first; e < last; e++)
                if (a->weight[e] == weight && a->edge[e] < edge && a->component[a->g.to[e]] != mine)
                    edge = a->edge[e];
            atomic_least(a->pick + mine, edge);
        }
    }
}

/* Of two components that take the same edge the one of the lower number stays. */
KERNEL(join)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        unsigned to = a->component[node];
        if (to == node && a->pick[node] != NONE) {
            unsigned edge = a->pick[node], one = a->component[a->end[edge].one], other = a->component[a->end[edge].other];
            unsigned across = one == node ? other : one;
            a->chosen[edge] = true;
            *a->merged = true;
            if (a->pick[across] != edge || across < node)
                to = across;
        }
        a->parent[node] = to;
    }
}

KERNEL(jump)
{
    const forest *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        unsigned parent = a->parent[node], to = a->parent[parent];
        a->jumped[node] = to;
        if (to != parent)
            *a->changed = true;
    }
}

static void exchange(unsigned **a, unsigned **b)
{
    unsigned *was = *a;
    *a = *b;
    *b = was;
}

/* Numbers the edges, which both ends have among their neighbours, and gives them weights. Returns how many there are. */
static unsigned number_edges(graph g, unsigned *weight, unsigned *edge, ends *end)
{
    unsigned edges = 0, all = g.node[g.nodes - 1].first + g.node[g.nodes - 1].count;
    for (unsigned e = 0; e < all; e++)
        edge[e] = NONE;
    for (unsigned i = 0; i < g.nodes; i++)
        for (unsigned e = g.node[i].first; e < g.node[i].first + g.node[i].count; e++)
            if (edge[e] == NONE) {
                unsigned back = g.node[g.to[e]].first;
                while (back == e || g.to[back] != i || edge[back] != NONE)
                    back++;
                edge[e] = edge[back] = edges;
                weight[e] = weight[back] = 1 + random_below(WEIGHTS);
                end[edges++] = (ends){i, g.to[e]};
            }
    return edges;
}

static unsigned top_of(unsigned *above, unsigned node)
{
    while (above[node] != node) {
        above[node] = above[above[node]];
        node = above[node];
    }
    return node;
}

/* The same rounds over a list of the edges, with trees of nodes: of equal weights the first number is taken. */
static void reference(const forest *a, const unsigned *weight_of, unsigned edges, unsigned rounds, bool *chosen)
{
    unsigned nodes = a->g.nodes, *above = allocate(nodes, sizeof *above), *best = allocate(nodes, sizeof *best);
    for (unsigned i = 0; i < nodes; i++)
        above[i] = i;
    for (bool more = true; more && rounds > 0; rounds--) {
        more = false;
        for (unsigned i = 0; i < nodes; i++)
            best[i] = NONE;
        for (unsigned e = 0; e < edges; e++) {
            unsigned side[2] = {top_of(above, a->end[e].one), top_of(above, a->end[e].other)};
            for (int s = 0; s < 2 && side[0] != side[1]; s++)
                if (best[side[s]] == NONE || weight_of[e] < weight_of[best[side[s]]])
                    best[side[s]] = e;
        }
        for (unsigned i = 0; i < nodes; i++)
            if (best[i] != NONE) {
                chosen[best[i]] = more = true;
                above[top_of(above, a->end[best[i]].one)] = top_of(above, a->end[best[i]].other);
            }
    }
}

int main(int argc, char **argv)
{
    unsigned nodes = 512, links = 4, rounds = 32;
    const option options[] = {{"size", &nodes, 2, 1 << 20, 1, "nodes"},
                              {"links", &links, 1, 64, 1, "nodes that a node joins, at most; half as many at least"},
                              {"rounds", &rounds, 1, 32, 1, "rounds, at most; 32 are enough for any graph"},
                              {0}};
    begin("mst", argc, argv, options);
    graph g = random_graph(nodes, links);
    unsigned all = g.node[nodes - 1].first + g.node[nodes - 1].count;
    unsigned *weight = allocate(all, sizeof *weight), *edge = allocate(all, sizeof *edge);
    ends *end = allocate(all / 2, sizeof *end);
    unsigned edges = number_edges(g, weight, edge, end);
    bool merged = true, changed;
    forest a = {.g = g, .weight = weight, .edge = edge, .end = end, .chosen = allocate(edges, 1), .merged = &merged, .changed = &changed};
    unsigned **const words[] = {&a.component, &a.lightest, &a.least, &a.pick, &a.parent, &a.jumped};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        *words[i] = allocate(nodes, sizeof(unsigned));
    unsigned blocks = (nodes + THREADS - 1) / THREADS;
    launch(start, &a, blocks, THREADS, 0);
    for (unsigned r = 0; r < rounds && merged; r++) {
        merged = false;
        launch(clear, &a, blocks, THREADS, 0);
        launch(find_least, &a, blocks, THREADS, 0);
        launch(find_edge, &a, blocks, THREADS, 0);
        launch(join, &a, blocks, THREADS, 0);
        for (changed = merged; changed; exchange(&a.parent, &a.jumped)) {
            changed = false;
            launch(jump, &a, blocks, THREADS, 0);
        }
        exchange(&a.component, &a.parent);
    }
    bool *expected = allocate(edges, 1);
    unsigned *weight_of = allocate(edges, sizeof *weight_of);
    for (unsigned e = 0; e < all; e++)
        weight_of[edge[e]] = weight[e];
    reference(&a, weight_of, edges, rounds, expected);
    return verdict(same_bytes("chosen", a.chosen, expected, edges), edges);
}
