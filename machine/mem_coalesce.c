/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_coalesce.h"

/* A segment that lanes touch, and which of its line's bytes. */
typedef struct {
    uint64_t address;
    uint32_t touched[MEM_SECTORS];
} segment;

/* Bytes `first` to `first + count - 1` of a line, as bits. */
static bool touches(const segment *s, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (s->touched[i / MEM_SECTOR] >> i % MEM_SECTOR & 1)
            return true;
    return false;
}

static void touch(segment *s, int first, int count)
{
    for (int i = first; i < first + count; i++)
        s->touched[i / MEM_SECTOR] |= 1u << i % MEM_SECTOR;
}

static int segment_bytes(const mem_access_of_warp *a)
{
    int bytes = a->size == 1 ? MEM_SECTOR : a->size == 2 ? MEM_LINE / 2 : MEM_LINE;
    return bytes < a->segment ? bytes : a->segment;
}

/* Segments by address, those of one address in the order in which they began. */
static segment *find_or_begin(segment *list, int *count, uint64_t address, int first, int bytes, bool alone)
{
    int at = *count;
    while (at > 0 && list[at - 1].address > address)
        at--;
    int begin = at;
    while (begin > 0 && list[begin - 1].address == address)
        begin--;
    for (int i = begin; i < at; i++)
        if (!alone || !touches(&list[i], first, bytes))
            return &list[i];
    for (int i = (*count)++; i > at; i--)
        list[i] = list[i - 1];
    list[at] = (segment){.address = address};
    return &list[at];
}

/* A segment shrinks to its half, and to the half of that, while all that is used is there. */
static uint8_t shrunk(unsigned used, int first, int count)
{
    while (count > 1) {
        unsigned low = ((1u << count / 2) - 1) << first, high = low << count / 2;
        if ((used & low) && (used & high))
            break;
        count /= 2;
        first += used & low ? 0 : count;
    }
    return (uint8_t)(((1u << count) - 1) << first);
}

static uint8_t sectors_of(const segment *s, int bytes)
{
    unsigned used = 0;
    for (int k = 0; k < MEM_SECTORS; k++)
        used |= (s->touched[k] ? 1u : 0u) << k;
    return shrunk(used, (int)(s->address % MEM_LINE / MEM_SECTOR), bytes / MEM_SECTOR);
}

void mem_coalesce(const mem_access_of_warp *a, mem_coalesced *out)
{
    segment list[MEM_TRANSACTIONS];
    int count = 0, bytes = segment_bytes(a);
    for (int lane = 0; lane < a->lanes; lane++) {
        if (!(a->mask[lane / 32] >> lane % 32 & 1))
            continue;
        for (uint64_t at = a->address[lane], end = at + (uint64_t)a->size; at < end;) {
            uint64_t start = at / (uint64_t)bytes * (uint64_t)bytes, stop = start + (uint64_t)bytes < end ? start + (uint64_t)bytes : end;
            int first = (int)(at % MEM_LINE), n = (int)(stop - at);
            touch(find_or_begin(list, &count, start, first, n, a->kind == MEM_ATOMIC), first, n);
            at = stop;
        }
    }
    mem_transaction *added = &out->t[out->count];
    out->count += count;
    for (int i = 0; i < count; i++) {
        const segment *s = &list[count - 1 - i];
        mem_transaction *t = &added[i];
        *t = (mem_transaction){
            .line = s->address / MEM_LINE * MEM_LINE, .sectors = sectors_of(s, bytes), .kind = (uint8_t)a->kind, .local = a->local};
        for (int k = 0; k < MEM_SECTORS && a->kind == MEM_STORE; k++) {
            t->whole |= (uint8_t)((s->touched[k] == UINT32_MAX) << k);
            t->bytes[k] = s->touched[k];
        }
    }
}
