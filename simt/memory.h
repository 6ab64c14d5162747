/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.h - the memory that a thread sees: global, shared and private; and the reservations of lr and sc. */
#ifndef WF_SIMT_MEMORY_H
#define WF_SIMT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../trace/trace.h"
#include "elf.h"

/* Bytes at addresses from `base` on. */
typedef struct {
    uint8_t *data;
    uint32_t base, size;
} simt_span;

/* Private memory of the threads of a warp, interleaved by word: word w of lane i is at [w * stride + i]. Words below `low` are 0; `low` never
 * grows but by simt_private_clear. */
typedef struct {
    uint32_t *words;
    uint32_t size; /* bytes of a thread, a multiple of 16 */
    uint32_t low;
    int stride;
} simt_private;

/* All that the threads of a warp may access. Of the host `own` has no bytes. */
typedef struct {
    simt_span global, shared;
    simt_private own;
} simt_view;

/* Where `bytes` (1, 2, 4) at an address are, of the thread `lane`, and of which space. NULL: the access is not allowed. */
uint8_t *simt_memory_at(simt_view *v, int lane, uint32_t address, unsigned bytes, trace_space *space);
/* Why it is not allowed, as the end of a sentence "a load of 4 bytes at X ..."; static. */
const char *simt_memory_wrong(const simt_view *v, uint32_t address, unsigned bytes);

void simt_private_make(simt_private *p, uint32_t size, int lanes);
/* All zero again. */
void simt_private_clear(simt_private *p);
void simt_private_free(simt_private *p);

/* The words that lr.w has reserved: of each thread at most one. A store by any thread to the word ends them all. */
typedef struct {
    uint64_t key;
    uint32_t owner;
} simt_reservation;
typedef struct {
    simt_reservation *list;
    size_t count, room;
} simt_reservations;

/* The word of an address as one number for all threads. `block` tells shared memory apart, `owner` private memory. */
uint64_t simt_word_key(trace_space space, uint32_t address, uint32_t block, uint32_t owner);
void simt_reserve(simt_reservations *r, uint64_t key, uint32_t owner);
/* Ends the owner's reservation. Was it of this word? */
bool simt_reservation_take(simt_reservations *r, uint64_t key, uint32_t owner);
/* Somebody stores to the word. */
void simt_reservations_break(simt_reservations *r, uint64_t key);

#endif
