/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty.h - what the flow must know of a standard-cell library, read from its Liberty file. The reader is small
 * and tolerant: it keeps cells, areas, pins, functions and flip-flops and skips every table; timing and power are
 * OpenSTA's.
 * Cells are found by what they do, never by their names. */
#ifndef WF_LIBERTY_H
#define WF_LIBERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

typedef enum { CELL_LOGIC, CELL_FLOP, CELL_LATCH, CELL_CLOCK_GATE, CELL_OTHER } liberty_kind;
typedef enum { GATE_NONE, GATE_CLOCK, GATE_ENABLE, GATE_TEST, GATE_OUT } liberty_gate_role;

typedef struct {
    char *name;
    bool input, output;
    char *function;         /* as written, NULL: none */
    double cap_ff;
    double max_cap_ff;      /* 0: not said */
    liberty_gate_role role; /* of a clock-gating cell's pin */
} liberty_pin;

typedef struct {
    char *name;
    double area;            /* um2, as the library counts */
    liberty_kind kind;
    bool dont_use;          /* said so, or a power-domain cell */
    bool simple_flop;       /* its next state is one pin: neither scan nor enable */
    bool plain_flop;        /* a simple posedge flop without set and reset */
    char *state;            /* the ff or latch group as text, NULL: none */
    liberty_pin *pins;
    int pin_count, inputs, outputs;
    size_t from, to;        /* where it stands in the file */
} liberty_cell;

typedef struct {
    char *name;
    double time_ns, cap_ff, leak_w, volts;  /* the file's units in ns, fF, W; nominal voltage */
    liberty_cell *cells;    /* in order of name */
    int cell_count;
    /* Indices of cells, -1: none. */
    int nand2;              /* smallest two-input NAND: the gate equivalent */
    int inverter;           /* smallest */
    int driver;             /* buffer of about twice the smallest inverter's drive: drives every input */
    int flop;               /* smallest plain posedge D flop */
    int clock_gate;         /* smallest latch-based posedge clock gate */
    double load_ff;         /* default load of an output: two smallest inverters, one digit */
} liberty;

/* Reads Liberty text; false with *error (malloc'd, one line that begins with the line number) if it is none or ends
 * early. `source` is not kept. */
bool liberty_parse(liberty *lib, const char *source, size_t len, char **error);
/* Fills the indices and the default load of a library whose cells were read; liberty_parse does. */
void liberty_roles(liberty *lib);
/* Reads a file; dies (2) if it is missing, compressed, truncated, or has not what the flow needs. */
void liberty_read(liberty *lib, const char *path);
void liberty_free(liberty *lib);
/* NULL: no such cell. */
const liberty_cell *liberty_find(const liberty *lib, const char *name);
const liberty_pin *liberty_find_pin(const liberty_cell *cell, const char *name);
/* Name of a cell by index; "" for -1. */
const char *liberty_name(const liberty *lib, int index);
/* A Liberty file of the functions alone, which Yosys reads in no time: all usable cells, or with a predicate those
 * for which it is true. */
void liberty_functions(const liberty *lib, bool (*wanted)(const liberty_cell *cell, void *arg), void *arg, text *out);
/* The file's text without the cells that are not to be used, for ABC, which knows dont_use only. */
void liberty_usable(const liberty *lib, const char *source, size_t len, text *out);
/* Path of the default library; dies (1) with the Debian package that has it. malloc'd. */
char *liberty_default(void);

/* Value of a Liberty function for all values of its inputs: bit i of *truth for the assignment in which input k is
 * bit k of i. At most six inputs. False: not a function of these names. */
bool boolean_truth(const char *function, const char *const *inputs, int count, unsigned long long *truth);

#endif
