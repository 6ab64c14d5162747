/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_orders KERNEL.elf [ARGUMENTS]... - runs a program with warps of 32 and of 8 threads that take turns, with warps that are greedy, with
 * warps that are drawn, and with one thread at a time by the plain interpreter. All of global memory must be the same at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../simt/machine.h"

enum { MEMORY = 1 << 25 };

typedef struct {
    const char *name;
    int lanes;
    simt_order order;
    uint64_t seed;
} way;
static const way ways[] = {
    {"one thread at a time", 32, SIMT_PLAIN, 0}, {"round robin", 32, SIMT_ROUND_ROBIN, 0},
    {"8 lanes", 8, SIMT_ROUND_ROBIN, 0},         {"greedy", 32, SIMT_GREEDY, 0},
    {"drawn", 32, SIMT_ROUND_ROBIN, 5},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void run(simt_program *program, simt_machine *m, const way *w, int argc, char **argv)
{
    simt_config config = {.lanes = w->lanes,
                          .resident = 8,
                          .order = w->order,
                          .seed = w->seed,
                          .stack = 8192,
                          .memory = MEMORY,
                          .limit = 10000000000ull,
                          .most_blocks = 1 << 24,
                          .most_bytes = 1u << 31,
                          .argc = argc,
                          .argv = (const char *const *)argv};
    char *wrong = simt_program_read(program, argv[0]);

    if (wrong == NULL)
        wrong = simt_machine_make(m, program, &config);
    if (wrong == NULL && (!simt_machine_run(m) || m->totals.status != 0))
        wrong = m->wrong ? m->wrong : "the program says that its result is wrong";
    if (wrong != NULL) {
        fprintf(stderr, "%s, %s: %s\n", argv[0], w->name, wrong);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    simt_program programs[WAYS];
    simt_machine machines[WAYS];
    int differ = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: simt_orders KERNEL.elf [ARGUMENTS]...\n");
        return 2;
    }
    for (int i = 0; i < WAYS; i++)
        run(&programs[i], &machines[i], &ways[i], argc - 1, argv + 1);
    const simt_span *plain = &machines[0].view.global;
    for (int i = 1; i < WAYS; i++) {
        uint32_t at = 0;
        if (memcmp(machines[i].view.global.data, plain->data, MEMORY) == 0)
            continue;
        while (machines[i].view.global.data[at] == plain->data[at])
            at++;
        printf("%s, %s: memory differs first at %08x\n", argv[1], ways[i].name, plain->base + at);
        differ = 1;
    }
    for (int i = 0; i < WAYS; i++) {
        simt_machine_free(&machines[i]);
        simt_program_free(&programs[i]);
    }
    return differ;
}
