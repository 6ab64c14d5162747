/* SPDX-License-Identifier: Apache-2.0
 *
 * private_memory.h - memory that is private to a thread, as line traffic, the classes of vectors and machines in time see it: interleaved by word
 * over the lanes of the warp. Local addresses are a thread's own. A stack has flat addresses: its private address is the
 * address modulo the size of a stack. With PRIVATE_STACK_FLAT stacks lie in the memory that most spaces share. */
#ifndef WF_PRIVATE_MEMORY_H
#define WF_PRIVATE_MEMORY_H

#include "../trace/trace.h"

enum {
    PRIVATE_STACK_FLAT = 0,
    PRIVATE_STACK_BYTES = 8192 /* of a thread, by default: Vortex */
};

/* `stack`: bytes of a thread's stack, a power of two, or PRIVATE_STACK_FLAT. */
static inline bool private_is_interleaved_in(trace_space space, int stack)
{
    return space == TRACE_LOCAL || (space == TRACE_STACK && stack != PRIVATE_STACK_FLAT);
}

static inline bool private_is_interleaved(const trace_record *r, int stack)
{
    return private_is_interleaved_in(r->space, stack);
}

/* The private address of byte `byte` of a lane's access. */
static inline uint64_t private_address(const trace_record *r, int stack, int lane, int byte)
{
    uint64_t address = r->addr[lane] + (uint64_t)byte;

    return r->space == TRACE_STACK ? address & ((uint64_t)stack - 1) : address;
}

/* A word of the private memory of a warp's lanes: what they access together, a block of a cache in front of it. */
typedef struct {
    uint64_t at;                     /* which word, of each lane */
    uint32_t mask[TRACE_MASK_WORDS]; /* of the lanes that use it */
    const uint32_t *value;           /* of each of them; of a smaller access in the low bits */
} private_word;

typedef void private_visit(void *own, const private_word *w);

/* Visits every private word that the active lanes use, with data, in the order of their first words: one for each word of them, and more where their addresses
 * differ. Of an access that is no private one, private_is_interleaved, it makes none that mean anything. */
void private_words(const trace_record *r, int stack, private_visit *visit, void *own);
/* What a store of the word changes: the bits `keep` of each lane's word stay, the others become those of `data`, which has 0 there. A smaller access changes its bytes; what
 * crosses the end of the word is left out. */
void private_store(const trace_record *r, const private_word *w, uint32_t *keep, uint32_t *data);

/* What lies beside a word of a warp, in the private memory of an SM: the warp's next word, or the same word of the next warp. */
typedef enum { PRIVATE_BY_WARP, PRIVATE_BY_SM } private_interleave;

/* The private memory of all warps of an SM: of each so many words from the first one on. Every word of the lanes of a warp is a block.
 *
 *     3 warps of 4 words: word 2 of warp 1 is block 1 x 4 + 2 = 6 by warp, block 2 x 3 + 1 = 7 by SM */
typedef struct {
    uint64_t first, words;
    int warps;
    private_interleave by;
} private_layout;

extern const char *const private_interleave_names[]; /* "warp", "sm" */

uint32_t private_block(const private_layout *l, int warp, uint64_t word);

#endif
