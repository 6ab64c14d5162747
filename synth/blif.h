/* SPDX-License-Identifier: Apache-2.0
 *
 * blif.h - the logic in a BLIF file: inputs, outputs and nodes with covers. */
#ifndef WF_BLIF_H
#define WF_BLIF_H

#include "job.h"

typedef struct {
    const char *name;
    char *rows;    /* of the cover: "1-0 1", each with its NUL; NULL: an input */
    size_t fanins; /* place of the first in blif.fanins */
    int row_count, fanin_count;
    /* What canon.c finds out: */
    uint64_t hash;
    int same;   /* the node that stands for this one; of a buffer, the one behind it */
    int number; /* of its net in the output; 0: not written */
    enum { UNSEEN, OPEN, HASHED } state;
} blif_node;

typedef struct {
    char **data;
    size_t count;
} blif_names;

typedef struct {
    char *text; /* owns all names */
    const char *model;
    blif_node *nodes; /* the constant 0, those of .names, then the inputs in order */
    int count;
    blif_names inputs, outputs, nets; /* nets: of all fanins */
    int *fanins, *drivers;            /* nodes: of all fanins, of the outputs */
} blif;

/* Reads a BLIF text with .inputs, .outputs and .names. With `sorted_ports` the ports come in order, bits by number, and a net that
 * nothing drives is 0. Dies (1) on anything else. */
void blif_read(blif *b, const char *source, bool sorted_ports);
void blif_free(blif *b);
/* Of a row with its NUL: "1-0 1", without fanins "1". */
size_t blif_row(const blif_node *v);

#endif
