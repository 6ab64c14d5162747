/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_set.h - the routines that compress and decompress the lines of a codec (routines/sets.ini), and their paths for a line.
 *
 * A codec that chooses the best of others has the sets of these: the choice costs nothing, and the line takes the routines of the chosen one. */
#ifndef WF_ROUTINE_SET_H
#define WF_ROUTINE_SET_H

#include "../gen/design.h"
#include "routine_store.h"

enum { ROUTINE_HEADS = 16, ROUTINE_MEMBERS = 8 };

typedef struct routine_set {
    routine_store *store;
    design d;
    int compress;                  /* -1: it is the best of others */
    int decompress[ROUTINE_HEADS]; /* by the head, from 1 on */
    int heads;                     /* 1: one decompresses all */
    struct routine_set *member[ROUTINE_MEMBERS];
    int members;
    uint64_t wrong; /* runs whose result is not the codec's */
} routine_set;

/* The codec of this design as its routines have it: their options in place of those that it has. Dies (2) if there are none of it. */
void routine_set_fit(design *codec);
/* Dies (2) if there are no routines of it, or it has other options than they. `store` must stay. */
routine_set *routine_set_open(routine_store *store, const design *codec);
void routine_set_close(routine_set *s);
/* The path that decompresses the line's code; NULL: it is raw. */
const routine_path *routine_set_decompress(routine_set *s, const uint32_t *line);
/* The path that tries to compress it; of a line that fits no code, up to where that is known. */
const routine_path *routine_set_compress(routine_set *s, const uint32_t *line);
/* Registers of the largest routine of each direction. */
int routine_set_registers(const routine_set *s, bool compress);

#endif
