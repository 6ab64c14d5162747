/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h - the SIMT machine: a program's host thread, and the kernels that it launches (docs/kernels.md). */
#ifndef WF_SIMT_MACHINE_H
#define WF_SIMT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "contents.h"
#include "exec.h"
#include "plain.h"

typedef enum {
    SIMT_ROUND_ROBIN, /* the warps that can issue take turns */
    SIMT_GREEDY,      /* a warp issues until it waits or ends */
    SIMT_PLAIN        /* no warps: threads one after the other, each to its next barrier or its end, by plain.c; not traced */
} simt_order;

enum {
    SIMT_MAX_THREADS = 1024,
    SIMT_MAX_SHARED = 1 << 20,
    SIMT_MAX_RESIDENT = 1024,
    SIMT_MAX_DIMENSION = 65535 /* of a launch in two dimensions */
};

typedef struct {
    int lanes;    /* of a warp: 4 to 128, a power of two */
    int resident; /* blocks in the machine at a time */
    simt_order order;
    uint64_t seed;                    /* not 0: the next warp is drawn */
    uint32_t stack;                   /* bytes of a thread's stack, a multiple of 16 */
    uint32_t memory;                  /* bytes of global memory, a multiple of 16 */
    uint64_t limit;                   /* instructions: those of warps and of the host, or with SIMT_PLAIN those of all threads */
    uint64_t most_blocks, most_bytes; /* of a launch: its blocks; stacks, registers and shared memory of those in the machine */
    int argc;                         /* arguments of the program, argv[0] included */
    const char *const *argv;
    trace_writer *writer;          /* NULL: no trace */
    trace_memory_writer *contents; /* NULL: the trace comes without the contents of memory */
} simt_config;

/* What kernels did; with SIMT_PLAIN no warps are counted. */
typedef struct {
    uint32_t status;                        /* of exit */
    uint64_t kernels, host, warps, threads; /* launches; instructions of the host, of warps, of their threads */
    uint64_t partial;                       /* warp instructions under a mask that is not full */
    uint64_t loads, stores;                 /* warp instructions that load, that store; atomics do both */
    int x, f;                               /* registers that kernels used, without x0 */
    double seconds;                         /* of processor time in kernels */
} simt_totals;

typedef struct {
    const simt_program *program;
    simt_config config;
    simt_core core;
    simt_totals totals;
    simt_view view;          /* the host's; its global memory is that of all */
    simt_contents *contents; /* NULL: no trace */
    uint32_t heap_end, heap_limit;
    simt_thread host;
    uint64_t left; /* instructions until the limit */
    char *wrong;   /* why the program failed; NULL: it did not */
} simt_machine;

/* NULL, or why the program does not fit. The program must outlive the machine. */
char *simt_machine_make(simt_machine *m, const simt_program *p, const simt_config *config);
/* Runs to the exit; false: m->wrong tells why not. m->totals counts up to there. */
bool simt_machine_run(simt_machine *m);
void simt_machine_free(simt_machine *m);

/* A kernel's launch. In two dimensions block and thread i are at (i % x, i / x) of the grid and of the block. */
typedef struct {
    uint32_t kernel, args, blocks, threads, shared;
    bool is_2d; /* threads are told where they are; otherwise their number, and how many there are */
    uint32_t grid[2], block[2];
} simt_launch;
/* launch_bounds.c: why it is not started; NULL: it may be. */
char *simt_launch_wrong(const simt_machine *m, const simt_launch *l);
/* The bytes of a thread's stack, and with its thread-local variables. */
uint32_t simt_stack_bytes(const simt_machine *m);
uint32_t simt_private_bytes(const simt_machine *m);
/* launch.c: runs what may be started. False: m->wrong is set. */
bool simt_launch_run(simt_machine *m, const simt_launch *l);
/* A thread by itself: runs as simt_plain_run does, with the machine's limit, and shows progress. */
simt_stop simt_machine_run_thread(simt_machine *m, simt_thread *t);
void simt_machine_progress(const simt_machine *m);
/* For messages; sets m->wrong and returns false. `where`: "host", "block 1, warp 0, lane 3". */
bool simt_machine_fail(simt_machine *m, uint32_t pc, const char *where, const char *what);

#endif
