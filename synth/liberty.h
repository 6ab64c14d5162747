/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty.h - what the flow must know of a standard-cell library, read from its Liberty file. The reader is small and
 * tolerant. It keeps cells, areas, pins, functions and flip-flops and skips every table; OpenSTA does timing and power.
 * Cells are found by their functions, never by their names. */
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
    bool clock;     /* of a flip-flop or clock gate */
    char *function; /* as written; NULL: none */
    double cap_ff;
    double max_cap_ff;      /* 0: not given */
    liberty_gate_role role; /* of a clock-gating cell's pin */
} liberty_pin;

/* A latch's pins, if it has no others; enable NULL: it has, or is none. */
typedef struct {
    char *enable, *data, *out;
    bool low; /* it is open while enable is 0 */
} liberty_latch;

typedef struct {
    char *name;
    double area; /* um2, as the library counts */
    liberty_kind kind;
    bool dont_use;    /* marked so, or a power-domain cell, or its functions are not of its pins and its one state (liberty_sound.h) */
    bool untimed;     /* a gate without a delay from an input */
    bool simple_flop; /* its next state is one pin, without scan or enable */
    bool plain_flop;  /* a simple posedge flop without set and reset */
    liberty_latch latch;
    char *state; /* the ff or latch group as text; NULL: none */
    liberty_pin *pins;
    int pin_count, inputs, outputs;
    size_t from, to; /* place in the text that was parsed */
} liberty_cell;

typedef struct {
    char *name;
    char *wire_load;                       /* the model of wires that OpenSTA takes where nothing else is said; NULL: none */
    double time_ns, cap_ff, leak_w, volts; /* the file's units in ns, fF, W; nominal voltage */
    liberty_cell *cells;                   /* in order of name */
    int cell_count;
    /* Indices of cells; -1: none. */
    int nand2;                      /* smallest two-input NAND: the gate equivalent */
    int inverter;                   /* smallest */
    int driver;                     /* buffer of about twice the smallest inverter's drive: drives every input */
    int flop;                       /* smallest plain posedge D flop */
    int latch;                      /* smallest of an enable, data and outputs alone */
    int clock_gate;                 /* smallest latch-based posedge clock gate */
    bool has_internal, has_leakage; /* tables of internal power; leakage of cells */
    bool has_voltage;               /* nominal, or of the default operating conditions */
    double load_ff;                 /* default load of an output: two smallest inverters, rounded to one digit */
} liberty;

/* A flip-flop or a latch. */
static inline bool liberty_stores(const liberty_cell *cell)
{
    return cell->kind == CELL_FLOP || cell->kind == CELL_LATCH;
}

/* Liberty text as it is found, written so that all tools read it (liberty_plain.c); line for line. Returns false with *error if they cannot. */
bool liberty_plain(const char *source, size_t len, text *out, char **error);
/* A file's plain text. Dies (2) as liberty_read does. */
char *liberty_text(const char *path, size_t *len);
/* Reads Liberty text. If it is not Liberty or ends early, returns false and sets *error (one line that begins with the
 * line number). `source` is not kept. */
bool liberty_parse(liberty *lib, const char *source, size_t len, char **error);
/* Fills the indices and the default load of a library whose cells have been read. liberty_parse calls it. */
void liberty_roles(liberty *lib);
/* Reads a file. Dies (2) if it is missing, compressed or truncated, or lacks something that the flow needs. */
void liberty_read(liberty *lib, const char *path);
/* What the library lacks for power: "no tables of internal power (internal_power)"; NULL: nothing. */
const char *liberty_no_power(const liberty *lib);
/* Returns NULL if there is no such cell. */
const liberty_cell *liberty_find(const liberty *lib, const char *name);
const liberty_pin *liberty_find_pin(const liberty_cell *cell, const char *name);
/* Name of a cell by index; "" for -1. */
const char *liberty_name(const liberty *lib, int index);
/* A Liberty file with functions only, which Yosys reads fast. It has all usable cells, or with a predicate those for which it
 * is true. */
void liberty_functions(const liberty *lib, bool (*wanted)(const liberty_cell *cell, void *arg), void *arg, text *out);
/* The parsed text without the cells that must not be used, or have no delays. It is for ABC, which knows only dont_use. */
void liberty_usable(const liberty *lib, const char *source, size_t len, text *out);
/* The parsed text with the cells alone for which `used`, by index, is true. */
void liberty_used(const liberty *lib, const char *source, size_t len, const bool *used, text *out);
/* Path of the default library. Dies (1) if it is missing and names the Debian package that has it. */
char *liberty_default(void);

/* A Liberty function as a program; len 0: none. */
typedef struct {
    unsigned char *program;
    int len;
} boolean;
/* Compiles a function of these inputs, at most 240; false if the text is none. */
bool boolean_compile(boolean *b, const char *function, const char *const *inputs, int count);
/* Its value, a case a bit of the words. */
unsigned long long boolean_value(const boolean *b, const unsigned long long *inputs);
/* The truth table of a Liberty function with at most six inputs: bit i of *truth is its value if input k is bit k of i. Returns
 * false if the text is not a function of these names. */
bool boolean_truth(const char *function, const char *const *inputs, int count, unsigned long long *truth);
#endif
