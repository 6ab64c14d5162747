/* SPDX-License-Identifier: Apache-2.0
 *
 * design_modules.h - the modules of a design that are driven, measured and reported, each with its role. A codec has an encoder, a decoder
 * and what belongs to them; any other unit is one module. Who wants one of them asks for its role, who wants all loops over the table. */
#ifndef WF_DESIGN_MODULES_H
#define WF_DESIGN_MODULES_H

#include "design.h"

typedef enum { MODULE_ENC, MODULE_DEC, MODULE_ARBITER, MODULE_MOVE, MODULE_UNIT } module_role;

typedef struct {
    module_role role;
    const char
        *name;      /* its files and figures are called so, and its Verilog NAME_ and this; the arbiter's stands in the array of decoders */
    char title[64]; /* "Encoder"; "Name, slice of 4 lanes" */
    int ranks, interval;      /* register ranks; cycles between two inputs */
    int latency;              /* cycles from an input to its output */
    bool clocked;             /* it has state */
    const char *early;        /* the input that comes a cycle before the others; NULL: none */
    int copies, paper_copies; /* in the array; in the source's array */
    bool minor;               /* a few gates beside the others: shown where they were measured, and simulated as emitted */
} design_module;

enum { DESIGN_MODULES = 4 };
typedef struct {
    int count;
    design_module module[DESIGN_MODULES];
} design_modules;

/* Those of a checked design, in the order of the roles. */
design_modules design_modules_of(const design *d);
/* The module of a role or of a name; NULL: the design has none. */
const design_module *design_module_of(const design_modules *m, module_role role);
const design_module *design_module_named(const design_modules *m, const char *name);

/* The name of a codec's module; NULL of MODULE_UNIT, whose name is the unit's. */
const char *module_role_name(module_role role);
/* That of the encoder or of the decoder. */
const char *module_half_name(bool enc);

#endif
