/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_memory.h - the load-store unit of an SM, and its caches of instructions and constants.
 *
 * It takes one instruction. Shared memory takes it for as many cycles as banks conflict, and a load's result comes so long after that as shared memory's
 * latency says. Private addresses are a thread's own, so each word of a warp's private access lies where private_block says, in the private memory of its SM. Global and private
 * memory: its accesses are coalesced into transactions of one line each; one goes to L1 in a cycle, and a load's
 * result comes when all of them are done. Loads of parameters and constants look into the constant cache. A store has no result: it
 * ends when L2 has acknowledged all of its transactions, and a warp when all of its instructions have.
 *
 *     a load of two lines; both are in L1
 *     cycle   0        1        2        ..    36       37       38
 *             taken    line 0   line 1         done 0   done 1   result */
#ifndef WF_SM_MEMORY_H
#define WF_SM_MEMORY_H

#include "../memory/private_memory.h"
#include "instruction_feed.h"
#include "machine_file.h"
#include "mem_coalesce.h"
#include "mem_delay.h"
#include "mem_side.h"
#include "routine_instance.h"
#include "sm_fetch.h"
#include "sm_lines.h"

enum { MEMORY_OPERATIONS = 512, MEMORY_LINES = 64, MEMORY_PLACES = 128 };

/* Where the private memory of an SM's warps lies; a warp's number is its place. */
typedef struct {
    private_layout at;
    int stack;    /* private_memory.h */
    bool vectors; /* L1 is a cache of vectors: a word is a transaction, with its values */
} sm_private;

typedef struct {
    const machine *m;
    int sm, lanes;
    mem_side *mem;
    fetch *fetch;
    uint64_t now, parameters; /* parameters: where those of this launch are */

    /* The instruction that was taken: -1: none. */
    int operation;
    const feed_instruction *i;
    const feed_access *access; /* that is coalesced, or behind it */
    mem_coalesced lines;       /* its transactions */
    const sm_private *private;
    trace_record *record; /* a private access */
    feed_access *word;    /* a word of it, where it lies in memory */
    mem_vector *vectors;  /* its words for a cache of vectors */
    int warp;
    /* A helper warp's access: it has a place of its own, and goes first, so that no load that waits for it is in its way. */
    int helper;             /* its operation; -1: none */
    mem_transaction helped; /* what it accesses */
    bool help[MEMORY_OPERATIONS];
    mem_queue helped_results;
    enum { HELP_LINE, HELP_SHARED, HELP_AHEAD } helper_kind; /* the last two of a routine that an event has triggered */
    int helper_warp, helper_cycles;                          /* cycles of shared memory that are left */
    mem_coalesced *ahead;                                    /* what it prefetches, and which goes next */
    int ahead_next;
    /* Of each place: memory instructions that were issued and are not all sent; is its warp in a hurry (memory_hurry)? */
    int unsent[MEMORY_PLACES];
    bool hurries[MEMORY_PLACES];
    int next, cycles; /* the transaction that is sent next; cycles of shared memory that are left */

    int pending[MEMORY_OPERATIONS]; /* transactions that are under way */
    bool sent[MEMORY_OPERATIONS];   /* all were sent */
    const feed_instruction *instruction[MEMORY_OPERATIONS];
    mem_delay shared;          /* loads behind the banks of shared memory */
    mem_queue results, stored; /* operations, in the order in which they came */

    line_tags code, constants;
    struct {
        bool code;
        uint64_t address; /* 0: the entry is free */
    } line[MEMORY_LINES];
    uint64_t conflicts; /* cycles of shared memory beyond the first of each access */
} sm_memory;

void memory_open(sm_memory *m, const machine *of, int sm, int lanes, mem_side *mem, fetch *f, const sm_private *private);
void memory_close(sm_memory *m);
/* A launch begins: its parameters are at another place. */
void memory_launch(sm_memory *m);

bool memory_may_take(const sm_memory *m);
/* Of the warp in this place. */
void memory_take(sm_memory *m, int operation, int warp, const feed_instruction *i);
/* Where stores wait for their compression: an instruction of the warp is issued that will be taken. */
void memory_issued(sm_memory *m, int warp);
/* The warp ends, or waits at a fence: what it stored is sent as soon as all that it issued has come to L1. Or no more. */
void memory_hurry(sm_memory *m, int warp, bool hurries);
bool memory_may_help(const sm_memory *m);
/* An access of a helper warp to this line, which L1 keeps for it. */
void memory_help(sm_memory *m, int operation, const feed_instruction *i, uint64_t line);
/* An access of a routine that an event has triggered for the warp in this place. Both may stand for the time of the call. */
void memory_help_routine(sm_memory *m, int operation, int warp, const feed_instruction *i, const routine_access *a);
/* As memory_result, of those. */
int memory_helped(const sm_memory *m);
void memory_helped_taken(sm_memory *m);
/* Is the line of code with this byte there? If not it is fetched, and fetch_filled tells when. */
bool memory_line(sm_memory *m, uint64_t pc);
/* A load whose result may be written; -1: none. It stays until memory_result_taken. */
int memory_result(const sm_memory *m);
void memory_result_taken(sm_memory *m);
/* A store, or another access without a result, that has ended; -1: none (more). */
int memory_stored(sm_memory *m);
void memory_cycle(sm_memory *m);
/* Nothing can happen before the memory behind it answers. */
bool memory_waits(const sm_memory *m);
/* So many cycles in which nothing happens. */
void memory_skip(sm_memory *m, uint64_t cycles);

#endif
