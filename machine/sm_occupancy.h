/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_occupancy.h - how many blocks of a launch an SM holds at once, and which of its limits that is.
 *
 * Threads of a block count as whole warps, registers of a thread in steps of 4 (GPGPU-Sim 4.2, its max_cta).
 *
 *     1,536 threads, 32,768 registers, 48 KB, 8 blocks; a block of 256 threads, 21 registers, 4 KB: 1,536 / 256 = 6, 32,768 / (256 x 24) = 5 by registers */
#ifndef WF_SM_OCCUPANCY_H
#define WF_SM_OCCUPANCY_H

typedef struct {
    int blocks, threads, registers, shared_bytes, lanes; /* registers of 32 bits a lane; lanes of a warp */
} occupancy_limits;

typedef struct {
    int threads;      /* of the block */
    int registers;    /* of a thread; 0: not known, no limit */
    int shared_bytes; /* of the block */
} block_needs;

typedef enum { BY_BLOCKS, BY_THREADS, BY_REGISTERS, BY_SHARED, OCCUPANCY_LIMITS } occupancy_limit;
extern const char *const occupancy_names[]; /* "blocks", "threads", "registers", "shared memory" */

/* 0: a block does not fit. `by`: the tightest limit, the first of those that are equal. */
int occupancy_of(const occupancy_limits *l, const block_needs *n, occupancy_limit *by);

/* Registers of a block, of 32 bits. */
int occupancy_registers(const occupancy_limits *l, const block_needs *n);

#endif
