/* SPDX-License-Identifier: Apache-2.0
 *
 * netlist.h - a flat mapped netlist as Yosys writes it in JSON: one module, library cells, single-bit nets. */
#ifndef WF_NETLIST_H
#define WF_NETLIST_H

#include "job.h"

/* In the place of a net's number. */
enum { NET_OPEN = -1, NET_ZERO = -2, NET_ONE = -3 };

typedef struct {
    const char *name;
    const liberty_cell *cell; /* NULL: not of the library (a box) */
    int *nets;                /* by the cell's pin; below 0: NET_OPEN, or a constant */
} netlist_cell;

typedef struct {
    struct cJSON *json; /* owns the names of cells and ports */
    netlist_cell *cells;
    int cell_count;
    struct netlist_net {
        char *name; /* NULL: none */
        int driver; /* cell, -1: none */
    } * nets;       /* by number; equal nets have one number */
    int net_count;
    struct netlist_port {
        const char *name;
        int width;
        bool output;
        int *nets; /* by bit; below 0: constant */
    } * ports;     /* in the module's order */
    int port_count;
} netlist;

/* Reads a JSON file of the working folder that holds one module; dies (1) if it does not. */
void netlist_read(netlist *n, const synth_job *job, const char *file);
void netlist_free(netlist *n);
/* Name of a bit: "mask_i[3]", of a port or net of one bit "valid_i". */
char *netlist_bit(const char *name, int width, int bit);
/* Sets mark[i] for all cells that a net depends on, through flip-flops too. */
void netlist_cone(const netlist *n, int net, bool *mark);

#endif
