/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_lines.c - sets of lines, the one that was used longest ago goes first. */
#include "sm_lines.h"

enum { EMPTY, COMES, THERE };

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

static int victim(const line_tags *l, int set)
{
    int oldest = -1;
    for (int k = set; k < set + l->ways; k++)
        if (l->state[k] != COMES && (oldest < 0 || l->used[k] < l->used[oldest]))
            oldest = k;
    return oldest;
}

line_state lines_look(line_tags *l, uint64_t address)
{
    int k = find(l, address);
    l->accesses++;
    l->now++;
    if (k >= 0 && l->state[k] == THERE) {
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
        l->state[k] = THERE;
}

void lines_forget(line_tags *l, uint64_t address)
{
    l->state[find(l, address)] = EMPTY;
}
