/* SPDX-License-Identifier: Apache-2.0
 *
 * modular.h - a netlist of modules that keep their boundaries: from Yosys' BLIF, in which flip-flops and clock gates are cells and the rest is logic,
 * over the logic of each module, which ABC maps, to Verilog.
 *
 *     .subckt DFF_X1 CK=clk_i D=a Q=b     a cell stays as it is
 *     .names b c a                        logic from b and c to a, a model of its own for ABC: inputs b and c, output a
 *     .gate AND2_X1 A1=b A2=c ZN=a        what ABC makes of it, in its place */
#ifndef WF_SYNTH_MODULAR_H
#define WF_SYNTH_MODULAR_H

#include "blif.h"

typedef struct {
    char *name;               /* as Yosys elaborated it */
    blif_names ports[2];      /* input bits, output bits */
    blif_names cells, labels; /* "TYPE PIN=NET .." of flip-flops, clock gates and modules, and their names */
    blif_names logic[2];      /* nets into the logic, and out of it */
    char *source;             /* the logic in BLIF, canonical (canon.c), without head; NULL: none */
    blif_names gates;         /* "TYPE PIN=NET .." of the mapped logic */
    blif_names equal;         /* pairs of nets: the second is the first; NULL for the first: 0, "1": 1 */
} modular_module;

typedef struct {
    modular_module *modules; /* the first is the whole */
    int count;
} modular;

/* Adds the modules of a text, which then belongs to the netlist. Dies (1) on a cell that has no type of its own. */
void modular_read(modular *n, char *source);
/* ".model", ports and lines of a model with the nets of a module's logic. */
void modular_head(const modular_module *m, text *out);
/* Gives the logic of a module its gates, from what ABC wrote, which then belongs to the netlist. Delay cells (delays.h) become wires. */
void modular_map(modular_module *m, char *mapped);
/* The mapped logic as BLIF. */
void modular_gates(const modular_module *m, text *out);
/* All modules as Verilog. */
void modular_write(const modular *n, text *out);
/* The module that a cell is; NULL: a cell of the library. */
const modular_module *modular_find(const modular *n, const char *type);

#endif
