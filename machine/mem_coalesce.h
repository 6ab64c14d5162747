/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_coalesce.h - a warp's memory access as transactions, each of bytes in one line of 128.
 *
 * Lanes that touch one segment share a transaction. A segment has 32 bytes if lanes have 1 byte each, 64 if 2, else 128; no more than a sector of 32 bytes
 * behind no L1, and no more than a block of a cache of vectors in its place. A transaction shrinks to the half or the sector that it touches. Private memory is
 * given word by word, at the addresses where the words of the lanes lie (sm_memory.h). In an atomic, lanes that touch one byte are
 * in different transactions, since each sees what the one before it did. (CUDA's manual for devices 2.x; GPGPU-Sim 4.2, coalescing of architecture 20.)
 *
 *     32 lanes, 4 bytes each, at 0x100, 0x104, .. 0x17c                 1 transaction: line 0x100, all 4 sectors
 *     at 0x100, 0x108, .. 0x1f8                                        2: lines 0x100 and 0x180
 *     32 bytes from 0x140 on                                           1: line 0x100, sector 2
 *     an atomic of 32 lanes at one address                             32 of one sector
 *
 * Transactions leave from the highest address down, as GPGPU-Sim's do. */
#ifndef WF_MEM_COALESCE_H
#define WF_MEM_COALESCE_H

#include <stdbool.h>
#include <stdint.h>

enum { MEM_LINE = 128, MEM_SECTOR = 32, MEM_SECTORS = MEM_LINE / MEM_SECTOR, MEM_LANES = 128, MEM_TRANSACTIONS = 8 * MEM_LANES };

/* MEM_CODE and MEM_CONSTANT: a line of an SM's cache of instructions or of constants, which pass by L1. */
typedef enum { MEM_LOAD, MEM_STORE, MEM_ATOMIC, MEM_CODE, MEM_CONSTANT } mem_kind;

/* A block of private memory, one word of each lane, where a cache of vectors has it as its word. */
typedef struct {
    uint32_t block;
    uint32_t mask[MEM_LANES / 32]; /* lanes that it moves */
    uint32_t data[MEM_LANES];      /* of a store, with 0 in the bits of a word that stay: */
    uint32_t keep[MEM_LANES];
} mem_vector;

typedef struct {
    uint64_t line;                         /* its first byte */
    uint8_t sectors;                       /* that move: bit i is bytes 32 * i to 32 * i + 31 */
    uint8_t whole;                         /* of these, those that a store writes in full */
    uint8_t kind;                          /* mem_kind */
    bool local;                            /* of local memory: L1 writes it back */
    bool helper;                           /* a helper warp's, of a line that is kept for it: L1 has it */
    int16_t warp;                          /* place of the warp, where stores wait for their compression */
    uint32_t bytes[MEM_LINE / MEM_SECTOR]; /* of a store: those that it writes */
    const mem_vector *vector;              /* the block; NULL: the line has an address */
} mem_transaction;

typedef struct {
    int lanes, size; /* size: bytes of a lane, from 1 */
    mem_kind kind;   /* load, store, atomic */
    bool local;
    int segment;          /* bytes of a segment at most: 32, 64 or 128 */
    const uint32_t *mask; /* bit i % 32 of word i / 32: lane i accesses memory */
    const uint64_t *address;
} mem_access_of_warp;

typedef struct {
    int count;
    mem_transaction t[MEM_TRANSACTIONS]; /* in the order in which they leave */
} mem_coalesced;

/* Its transactions are added to those that are there. */
void mem_coalesce(const mem_access_of_warp *a, mem_coalesced *out);

#endif
