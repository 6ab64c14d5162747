/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_banks.h - a plain banked register file with operand collectors, as GPGPU-Sim 4.2 has it: timing alone, no values.
 *
 * Register r of warp w is in bank (r + w) mod banks. An instruction is issued into a register of its kind of pipe, moves on into a free collector of that kind,
 * and asks the banks for its sources. A bank serves one request a cycle, in the order of the requests; a collector takes one value a cycle. A write takes
 * its bank for a cycle, before reads. When all values are there the instruction leaves towards its pipe.
 *
 *     an instruction with two sources in two banks
 *     cycle   0        1            2, 3      4
 *             issued   collector    values    leaves */
#ifndef WF_SM_BANKS_H
#define WF_SM_BANKS_H

#include "mem_queue.h"

enum {
    BANKS_MOST = 64,
    BANKS_KINDS = 4,
    BANKS_WIDTH = 4,
    BANKS_COLLECTORS = 32,
    BANKS_SOURCES = 8,
    BANKS_QUEUE = BANKS_KINDS * BANKS_COLLECTORS * BANKS_SOURCES
};

typedef struct {
    int banks;
    int collectors[BANKS_KINDS], width[BANKS_KINDS]; /* width: instructions that may enter, and leave, in a cycle */
} banks_shape;

typedef struct {
    int operation; /* -1: none */
    int warp, sources;
    int16_t source[BANKS_SOURCES];
} banks_instruction;

typedef struct {
    banks_instruction i;
    int missing;
} banks_collector;

typedef struct {
    banks_shape shape;
    banks_instruction in[BANKS_KINDS][BANKS_WIDTH];
    int out[BANKS_KINDS][BANKS_WIDTH]; /* operations; -1: none */
    banks_collector collector[BANKS_KINDS][BANKS_COLLECTORS];
    int next[BANKS_KINDS]; /* the collector that leaves first, if it may */
    struct {
        mem_queue to; /* whom it serves: kind * BANKS_COLLECTORS + collector */
        bool taken;   /* by a write, in this cycle */
    } bank[BANKS_MOST];
    int first_bank, busy;                               /* busy: instructions in it */
    int entering[BANKS_KINDS], collecting[BANKS_KINDS]; /* of these, by where they are; what is left stands in front of a pipe */
    int asked;                                          /* requests that wait for their bank */
    bool written;                                       /* a bank is taken */
    uint64_t reads, writes, conflicts;                  /* conflicts: requests that waited, cycle by cycle */
} banked_file;

void banks_open(banked_file *b, const banks_shape *shape);
void banks_close(banked_file *b);
bool banks_may_issue(const banked_file *b, int kind);
void banks_issue(banked_file *b, int kind, const banks_instruction *i);
/* A result takes its bank; false: a result has it in this cycle. */
bool banks_write(banked_file *b, int warp, int reg);
/* The operation that stands in front of pipe n of its kind, with its operands; -1: none. */
int banks_front(const banked_file *b, int kind, int n);
void banks_leave(banked_file *b, int kind, int n);
/* A cycle, after the writes and after what leaves in it, before what is issued in it. */
void banks_cycle(banked_file *b);

#endif
