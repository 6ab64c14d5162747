/* SPDX-License-Identifier: Apache-2.0 */
/* bfs - the number of steps from one node of a graph to each other: breadth first, a launch of two kernels a step. After Rodinia's bfs. */
#include "workload.h"

enum { THREADS = 512 };

typedef struct {
    graph g;
    bool *frontier, *next, *visited;
    int *steps;
    bool *changed;
} search;

KERNEL(expand)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes && a->frontier[node]) {
        a->frontier[node] = false;
        for (unsigned e = a->g.node[node].first; e < a->g.node[node].first + a->g.node[node].count; e++) {
            unsigned to = a->g.to[e];
            if (!a->visited[to]) {
                a->steps[to] = a->steps[node] + 1;
                a->next[to] = true;
            }
        }
    }
}

KERNEL(advance)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes && a->next[node]) {
        a->frontier[node] = true;
        a->visited[node] = true;
        *a->changed = true;
        a->next[node] = false;
    }
}

int main(int argc, char **argv)
{
    unsigned nodes = 1024, links = 4;
    const option options[] = {{"size", &nodes, 2, 1 << 20, 1, "nodes"},
                              {"links", &links, 1, 64, 1, "nodes that a node joins, at most; half as many at least"},
                              {0}};
    begin("bfs", argc, argv, options);
    graph g = random_graph(nodes, links);
    bool changed = true;
    search a = {g, allocate(nodes, 1), allocate(nodes, 1), allocate(nodes, 1), allocate(nodes, sizeof(int)), &changed};
    for (unsigned i = 0; i < nodes; i++)
        a.steps[i] = -1;
    a.frontier[0] = a.visited[0] = true;
    a.steps[0] = 0;
    while (changed) {
        changed = false;
        launch(expand, &a, (nodes + THREADS - 1) / THREADS, THREADS, 0);
        launch(advance, &a, (nodes + THREADS - 1) / THREADS, THREADS, 0);
    }
    int *expected = allocate(nodes, sizeof *expected);
    unsigned *queue = allocate(nodes, sizeof *queue), taken = 0, queued = 1;
    for (unsigned i = 0; i < nodes; i++)
        expected[i] = i == 0 ? 0 : -1;
    while (taken < queued) {
        unsigned node = queue[taken++];
        for (unsigned i = 0; i < g.node[node].count; i++) {
            unsigned to = g.to[g.node[node].first + i];
            if (expected[to] < 0) {
                expected[to] = expected[node] + 1;
                queue[queued++] = to;
            }
        }
    }
    return verdict(same_words("steps", a.steps, expected, nodes), nodes);
}
