/* SPDX-License-Identifier: Apache-2.0 */
/* sssp - the shortest paths from one node of a graph to each other: all edges are relaxed in each launch, with an atomic minimum, until nothing changes.
   After Lonestar's sssp, the topology-driven one. */
#include "workload.h"

enum { THREADS = 256, FAR = 1000000000 };

typedef struct {
    graph g;
    const unsigned *weight; /* of each edge */
    unsigned *distance;
    bool *changed;
} search;

KERNEL(start)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes)
        a->distance[node] = node == 0 ? 0 : FAR;
}

KERNEL(relax)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes) {
        unsigned here = a->distance[node], end = a->g.node[node].first + a->g.node[node].count;
        for (unsigned e = a->g.node[node].first; e < end; e++) {
            unsigned *to = a->distance + a->g.to[e], by = here + a->weight[e];
            if (by < *to && by < atomic_least(to, by))
                *a->changed = true;
        }
    }
}

/* One step of Bellman's and Ford's method, from the distances of the step before. Returns whether any is less. */
static bool step(const search *a, const unsigned *before, unsigned *now)
{
    bool changed = false;
    for (unsigned i = 0; i < a->g.nodes; i++)
        now[i] = before[i];
    for (unsigned i = 0; i < a->g.nodes; i++)
        for (unsigned e = a->g.node[i].first; before[i] != FAR && e < a->g.node[i].first + a->g.node[i].count; e++)
            if (before[i] + a->weight[e] < now[a->g.to[e]]) {
                now[a->g.to[e]] = before[i] + a->weight[e];
                changed = true;
            }
    return changed;
}

/* Are all distances at least `low` and at most `high`? */
static bool between(unsigned *distance, const unsigned *low, const unsigned *high, unsigned nodes)
{
    unsigned *nearest = allocate(nodes, sizeof *nearest);
    for (unsigned i = 0; i < nodes; i++)
        nearest[i] = distance[i] < low[i] ? low[i] : distance[i] > high[i] ? high[i] : distance[i];
    return same_words("distance", distance, nearest, nodes);
}

int main(int argc, char **argv)
{
    unsigned nodes = 512, links = 4, most_rounds = 1 << 20;
    const option options[] = {{"size", &nodes, 2, 1 << 20, 1, "nodes"},
                              {"links", &links, 1, 64, 1, "nodes that a node joins, at most; half as many at least"},
                              {"rounds", &most_rounds, 1, 1 << 20, 1, "launches that relax, at most"},
                              {0}};
    begin("sssp", argc, argv, options);
    graph g = random_graph(nodes, links);
    unsigned edges = g.node[nodes - 1].first + g.node[nodes - 1].count, *weight = allocate(edges, sizeof *weight);
    for (unsigned e = 0; e < edges; e++)
        weight[e] = 1 + random_below(100);
    bool changed = true;
    search a = {g, weight, allocate(nodes, sizeof(unsigned)), &changed};
    unsigned blocks = (nodes + THREADS - 1) / THREADS;
    launch(start, &a, blocks, THREADS, 0);
    /* What is found early depends on the warps' order, so the number of rounds does: it is not kept. */
    static unsigned rounds;
    for (rounds = 0; changed && rounds < most_rounds; rounds++) {
        changed = false;
        launch(relax, &a, blocks, THREADS, 0);
    }
    rounds = 0;
    /* A round finds all that a step finds, and what can be reached through distances that are new in it: after all steps there is one result, and after
       fewer rounds a result between that and the one of as many steps. */
    unsigned *now = allocate(nodes, sizeof *now), *next = allocate(nodes, sizeof *next),
             *after_rounds = allocate(nodes, sizeof *after_rounds);
    for (unsigned i = 0; i < nodes; i++)
        now[i] = i == 0 ? 0 : FAR;
    for (unsigned steps = 0, more = true; more; steps++) {
        if (steps == most_rounds)
            for (unsigned i = 0; i < nodes; i++)
                after_rounds[i] = now[i];
        more = step(&a, now, next);
        unsigned *turn = now;
        now = next;
        next = turn;
        if (!more && steps < most_rounds)
            after_rounds = now;
    }
    return verdict(between(a.distance, now, after_rounds, nodes), nodes);
}
