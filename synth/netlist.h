/* SPDX-License-Identifier: Apache-2.0
 *
 * netlist.h - a flat mapped netlist as Yosys writes it: one module, library cells, single-bit nets. */
#ifndef WF_NETLIST_H
#define WF_NETLIST_H

#include "liberty.h"

typedef struct {
    char *name;
    const liberty_cell *cell;   /* NULL: not of the library (a box) */
    int *nets;                  /* by the cell's pin, -1: open or constant */
} netlist_cell;

typedef struct {
    netlist_cell *cells;
    int cell_count;
    char **net_names;
    int net_count;
    int *alias;     /* net that an assign makes equal to this one, by union-find */
    int *driver;    /* cell that drives a net, -1: none */
    struct netlist_port {
        char *name;
        int width;
        bool output, vector;
    } *ports;
    int port_count;
    int *slots, slot_count;     /* hash table of the names */
} netlist;

/* Reads Verilog text of one module; dies (1) on what Yosys does not write. */
void netlist_parse(netlist *n, const liberty *lib, const char *source);
void netlist_free(netlist *n);
/* Net of a name ("payload_o[3]"), -1: none; equal nets have one number. */
int netlist_net(const netlist *n, const char *name);
/* Sets mark[i] for all cells that a net depends on, through flip-flops too unless `stop` says that a cell ends it. */
void netlist_cone(const netlist *n, int net, bool (*stop)(const netlist_cell *cell), bool *mark);

#endif
