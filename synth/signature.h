/* SPDX-License-Identifier: Apache-2.0
 *
 * signature.h - what a net is on the same vectors on both sides, the RTL's and the netlist's, 64 vectors at a time. */
#ifndef WF_SIGNATURE_H
#define WF_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIGNATURE_ROUNDS = 96 };

typedef struct {
    uint64_t hash;
    bool inverted, constant;
} signature;

/* 64 values of a bit of a port or register. They depend on its name alone. */
uint64_t signature_leaf(const char *name, int round);
/* Adds 64 values; a net and its inverse have one hash. */
void signature_add(signature *s, uint64_t value, int round);
/* Numbers 0 to count - 1 in an order in which each comes behind those that it needs, which the function tells one by one: the next one whose state
 * is 0, or -1. Numbers whose state is not 0 stay out. Returns how many there are. */
int signature_order(int *order, int count, char *state, int (*needed)(const void *graph, int at, const char *state), const void *graph);

#endif
