/* SPDX-License-Identifier: Apache-2.0
 *
 * file_parts.h - what all register files of banks have: where a register is, the slots of a write port, a release, and the sizes that fit. A
 * cluster is what one register lies in: several banks, or a bank of several arrays. */
#ifndef WF_FILE_PARTS_H
#define WF_FILE_PARTS_H

#include "bits.h"
#include "warpfold.h"

/* Where a register is. */
typedef struct {
    int cluster, row;
    int at; /* its number among all rows of all clusters */
} file_place;

/* Rows of a cluster that a warp takes. */
static inline int file_warp_rows(int registers, int clusters)
{
    return (registers + clusters - 1) / clusters;
}

/* The number of clusters is a power of two. The remainder of the row counts only for warps that are not given. */
static inline file_place file_place_of(int clusters, int rows, int warp_rows, uint32_t warp, uint32_t reg)
{
    file_place p = {.cluster = (int)((reg + warp) & (uint32_t)(clusters - 1))};
    uint32_t row = warp * (uint32_t)warp_rows + (reg >> __builtin_ctz((unsigned)clusters));
    p.row = (int)(row < (uint32_t)rows ? row : row % (uint32_t)rows);
    p.at = p.cluster * rows + p.row;
    return p;
}

/* The writes in slots: where the register of each is (file_place.at), and how many were accepted before it. It is apart from the slots, since a search
 * looks at all of them. */
enum { FILE_SLOTS = 32, FILE_NONE = -1 };
typedef struct {
    int at[FILE_SLOTS];
    uint64_t number[FILE_SLOTS];
    uint64_t accepted; /* how many there were */
} file_order;

static inline void file_accept(file_order *o, int slot, const file_place *p)
{
    o->at[slot] = p->at;
    o->number[slot] = o->accepted++;
}

/* Of these slots the one with the youngest write of this register; or FILE_NONE. */
static inline int file_youngest(const file_order *o, uint32_t slots, const file_place *p)
{
    int youngest = FILE_NONE;
    for (uint32_t left = slots; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (o->at[i] == p->at && (youngest == FILE_NONE || o->number[i] > o->number[youngest]))
            youngest = i;
    }
    return youngest;
}

/* The slots of port p of `writes`. Those of lower ports are below its own. */
static inline uint32_t file_slots_of(int slots, int writes, int p)
{
    return low_ones((p + 1) * slots / writes) & ~low_ones(p * slots / writes);
}

/* A release: the next row that it clears, and how many are left. */
typedef struct {
    bool under_way;
    int row, left;
} file_release;

static inline void file_release_begin(file_release *r, int row, int warp_rows)
{
    *r = (file_release){true, row, warp_rows};
}

/* The row that it clears in this cycle, in all clusters. */
static inline int file_release_row(file_release *r, int rows)
{
    int row = r->row;
    r->row = (row + 1) % rows;
    r->under_way = --r->left > 0;
    return row;
}

/* The warps of so many registers that `rows` rows hold, `most` at most; 1 where they hold none, which is an error then. */
static inline int file_warps(int registers, int clusters, int rows, int most)
{
    int warps = rows / file_warp_rows(registers, clusters);
    return warps < 1 ? 1 : warps < most ? warps : most;
}

#endif
