/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_flight.h - the instructions of a log by their numbers, the last FLIGHT_SIZE of them, whatever the numbers are: simulators put the warp
 * into the upper half of 64 bits and count in the lower one. */
#ifndef WF_TRACE_FLIGHT_H
#define WF_TRACE_FLIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "trace_window.h"

/* More than wait for their results (trace_window.h): a result that comes later still is known by its number. */
enum { FLIGHT_SIZE = 4 * WINDOW_SIZE, FLIGHT_HEADS = 2 * FLIGHT_SIZE };

typedef struct {
    uint64_t uuid;
    bool has_uuid, valid;
    uint64_t core, pc;
    uint32_t warp;
    uint32_t tmask[TRACE_MASK_WORDS];
    uint64_t number; /* of its entry in the window; 0: it has none yet */
    int sources_due; /* values of sources that are still to come; -1: nobody knows how many */
    bool named;      /* the text alone names the sources, since their lines come later and may be cut */
    bool sourced;    /* one of them was seen */
} flight_instruction;

typedef struct {
    flight_instruction ring[FLIGHT_SIZE]; /* in the order of their arrival */
    int next[FLIGHT_SIZE];                /* of the same head; -1: the last */
    int head[FLIGHT_HEADS];               /* by a hash of the number; -1: none */
    uint64_t count;
} flight;

flight *flight_new(void);
/* The instruction of this number; NULL: it is not among the last ones. */
flight_instruction *flight_find(flight *f, uint64_t uuid);
/* Keeps the instruction, in the place of the one of this number if there is one, else of the oldest. */
void flight_keep(flight *f, const flight_instruction *i);

#endif
