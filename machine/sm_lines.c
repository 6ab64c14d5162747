/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_lines.c - sets of lines, the one that was used longest ago goes first. */
#include "sm_lines.h"

enum { EMPTY, COMES, FILLED, THERE }; /* FILLED: there, and nobody has looked yet: it stays until then */

void lines_open(line_tags *l, int sets, int ways, int bytes)
{
    *l = (line_tags){.sets = sets, .ways = ways, .bytes = bytes};
}

static int set_of(const line_tags *l, uint64_t address)
{
    return (int)(address / (uint64_t)l->bytes % (uint64_t)l->sets) * l->ways;
}

static int find(const line_tags *l, uint64_t address)
{
    uint64_t line = address / (uint64_t)l->bytes;
    int set = set_of(l, address);
    for (int k = set; k < set + l->ways; k++)
        if (l->state[k] != EMPTY && l->address[k] == line)
            return k;
    return -1;
}

static int victim(line_tags *l, int set)
{
    int oldest = -1;
    bool filled = false;
    for (int k = set; k < set + l->ways; k++) {
        filled |= l->state[k] == FILLED;
        if (l->state[k] != COMES && l->state[k] != FILLED && (oldest < 0 || l->used[k] < l->used[oldest]))
            oldest = k;
    }
    l->refused |= oldest < 0 && filled;
    return oldest;
}

line_state lines_look(line_tags *l, uint64_t address)
{
    int k = find(l, address);
    l->freed = false;
    l->accesses++;
    l->now++;
    if (k >= 0 && l->state[k] >= FILLED) {
        l->freed = l->refused && l->state[k] == FILLED;
        l->refused &= !l->freed;
        l->state[k] = THERE;
        l->used[k] = l->now;
        return LINE_THERE;
    }
    l->misses++;
    if (k < 0)
        k = victim(l, set_of(l, address));
    else
        return LINE_COMES;
    if (k < 0)
        return LINE_COMES;
    l->state[k] = COMES;
    l->address[k] = address / (uint64_t)l->bytes;
    l->used[k] = l->now;
    return LINE_MISSING;
}

void lines_fill(line_tags *l, uint64_t address)
{
    int k = find(l, address);
    if (k >= 0)
        l->state[k] = FILLED;
}

void lines_forget(line_tags *l, uint64_t address)
{
    l->state[find(l, address)] = EMPTY;
}
