/* SPDX-License-Identifier: Apache-2.0 */
/* bfs - the number of steps from one node of a graph to each other: breadth first, a launch of two kernels a step. After Rodinia's bfs. */
#include "workload.h"

enum { THREADS = 256 };

typedef struct {
    graph g;
    uint8_t *frontier, *next, *visited;
    int *steps;
    int *changed;
} search;

KERNEL(expand)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes && a->frontier[node]) {
        a->frontier[node] = 0;
        for (unsigned e = a->g.first[node]; e < a->g.first[node + 1]; e++) {
            unsigned to = a->g.to[e];
            if (!a->visited[to]) {
                a->steps[to] = a->steps[node] + 1;
                a->next[to] = 1;
            }
        }
    }
}

KERNEL(advance)
{
    const search *a = arguments;
    unsigned node = block * threads + thread;
    if (node < a->g.nodes && a->next[node]) {
        a->frontier[node] = 1;
        a->visited[node] = 1;
        *a->changed = 1;
        a->next[node] = 0;
    }
}

int main(int argc, char **argv)
{
    unsigned nodes = 1000, links = 3;
    const option options[] = {
        {"size", &nodes, 2, 1 << 20, 1, "nodes"}, {"links", &links, 1, 64, 1, "nodes that a new node joins; half of the mean degree"}, {0}};
    begin("bfs", argc, argv, options);
    graph g = random_graph(nodes, links);
    int changed = 1;
    search a = {g, allocate(nodes, 1), allocate(nodes, 1), allocate(nodes, 1), allocate(nodes, sizeof(int)), &changed};
    for (unsigned i = 0; i < nodes; i++)
        a.steps[i] = -1;
    a.frontier[0] = a.visited[0] = 1;
    a.steps[0] = 0;
    while (changed) {
        changed = 0;
        launch(expand, &a, (nodes + THREADS - 1) / THREADS, THREADS, 0);
        launch(advance, &a, (nodes + THREADS - 1) / THREADS, THREADS, 0);
    }
    int *expected = allocate(nodes, sizeof *expected);
    unsigned *queue = allocate(nodes, sizeof *queue), taken = 0, queued = 1;
    for (unsigned i = 0; i < nodes; i++)
        expected[i] = i == 0 ? 0 : -1;
    while (taken < queued) {
        unsigned node = queue[taken++];
        for (unsigned e = g.first[node]; e < g.first[node + 1]; e++)
            if (expected[g.to[e]] < 0) {
                expected[g.to[e]] = expected[node] + 1;
                queue[queued++] = g.to[e];
            }
    }
    return verdict(same_words("steps", a.steps, expected, nodes), nodes);
}
