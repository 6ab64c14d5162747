/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The machine's memory is the host's: it must be little-endian."
#endif

static bool is_in(uint32_t offset, uint32_t size, unsigned bytes)
{
    return size >= bytes && offset <= size - bytes;
}

uint8_t *simt_memory_at(simt_view *v, int lane, uint32_t address, unsigned bytes, trace_space *space)
{
    uint32_t offset = address - v->global.base;

    if (address % bytes != 0)
        return NULL;
    if (is_in(offset, v->global.size, bytes)) {
        *space = TRACE_GLOBAL;
        return v->global.data + offset;
    }
    offset = address - v->shared.base;
    if (is_in(offset, v->shared.size, bytes)) {
        *space = TRACE_SHARED;
        return v->shared.data + offset;
    }
    offset = address - SIMT_PRIVATE_BASE;
    if (!is_in(offset, v->own.size, bytes))
        return NULL;
    *space = TRACE_LOCAL;
    uint32_t word = offset / 4;
    v->own.low = word < v->own.low ? word : v->own.low;
    return (uint8_t *)(v->own.words + (size_t)word * (size_t)v->own.stride + lane) + offset % 4;
}

const char *simt_memory_wrong(const simt_view *v, uint32_t address, unsigned bytes)
{
    /* No space ends there, so what is there came from a stack that grew too far. */
    const uint32_t below = SIMT_PRIVATE_BASE - 0x10000000u;

    if (address % bytes != 0)
        return "is misaligned";
    if (v->own.size > 0 && address >= below && address < SIMT_PRIVATE_BASE)
        return "is below the thread's stack: stack overflow; give a larger --stack";
    if (address >= SIMT_PRIVATE_BASE)
        return v->own.size > 0 ? "is above the thread's private memory" : "is in private memory, which the host does not have";
    if (address >= SIMT_SHARED_BASE)
        return v->own.size > 0 ? "is above the block's shared memory" : "is in shared memory, which the host does not have";
    return address < v->global.base ? "is below global memory (a null pointer?)" : "is above global memory; --memory sets its size";
}

void simt_private_make(simt_private *p, uint32_t size, int lanes)
{
    *p = (simt_private){zalloc((size_t)size * (size_t)lanes), size, size / 4, lanes};
}

void simt_private_clear(simt_private *p)
{
    size_t from = (size_t)p->low * (size_t)p->stride, all = (size_t)p->size / 4 * (size_t)p->stride;

    memset(p->words + from, 0, (all - from) * sizeof *p->words);
    p->low = p->size / 4;
}

void simt_private_free(simt_private *p)
{
    arena_free(p->words);
    *p = (simt_private){0};
}

uint64_t simt_word_key(trace_space space, uint32_t address, uint32_t block, uint32_t owner)
{
    uint64_t word = address & ~3u;

    if (space == TRACE_GLOBAL)
        return word;
    return word | (uint64_t)(space == TRACE_SHARED ? block : owner) << 32;
}

void simt_reserve(simt_reservations *r, uint64_t key, uint32_t owner)
{
    simt_reservation_take(r, 0, owner);
    if (r->count == r->room) {
        r->room = 2 * r->room + 64;
        r->list = grow(r->list, r->room * sizeof *r->list);
    }
    r->list[r->count++] = (simt_reservation){key, owner};
}

bool simt_reservation_take(simt_reservations *r, uint64_t key, uint32_t owner)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->list[i].owner == owner) {
            bool same = r->list[i].key == key;
            r->list[i] = r->list[--r->count];
            return same;
        }
    return false;
}

void simt_reservations_break(simt_reservations *r, uint64_t key)
{
    for (size_t i = 0; i < r->count;)
        if (r->list[i].key == key)
            r->list[i] = r->list[--r->count];
        else
            i++;
}
