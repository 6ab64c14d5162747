/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.h - what a bench drives and watches: the modules under test of a design, one record of what goes in, and one of what comes
 * out. The streams of the modules alone define the records (cmodel/warpfold.h tells how). */
#ifndef WF_LAYOUT_H
#define WF_LAYOUT_H

#include "design_modules.h"

/* The benches of a design: one unit of each kind; the arrays of a codec; its valid/ready wrappers. */
typedef enum { BENCH_UNIT, BENCH_ARRAY, BENCH_WRAPPER, BENCHES } bench_kind;
/* True if the design has this bench. */
bool bench_exists(const design *d, bench_kind kind);
/* True if the design has the modules of this bench. An array is there even if it has one port, and no bench. */
bool bench_modules_exist(const design *d, bench_kind kind);
/* "bench", "bench_array", ...: the module is NAME_ and this. */
const char *bench_name(bench_kind kind);
/* What the name of an encoder or decoder in it ends in: "", "s", "_stream". */
const char *bench_tail(bench_kind kind);

enum { BENCH_MODULES = 3 };

/* A module under test. Its streams may come several times: copy j of a port of W bits is bits j*W +: W. */
typedef struct {
    module_role role;
    char instance[48]; /* the module is NAME_ and this, except for the array of MODULE_UNIT */
    int copies;
    int latency, interval; /* of the unit: cycles from an input to its output; between two inputs */
    const char *early;     /* the input field that comes a cycle before the others: "mask", "tag"; NULL: none */
    bool clocked;          /* it has state: what it shows depends on the clock. clk_i and rst_ni are there in any case */
    bool bare;             /* except here: no clk_i and no rst_ni, and the output has no valid: it counts while the input is valid */
    bool one_ready;        /* the outputs of all copies have one ready_i in common */
    wf_streams streams;
    int in_at, out_at;                           /* first word of copy 0 in each record */
    int in_words, out_words;                     /* of a copy */
    int in[WF_MAX_STREAMS], out[WF_MAX_STREAMS]; /* word of each stream in a copy's part; -1: it has none */
} bench_module;

typedef struct {
    int count;
    bench_module module[BENCH_MODULES];
    int in_words, out_words;
} bench_layout;

bench_layout bench_layout_of(const design *d, bench_kind kind);
/* The words of a stream's fields, and of its record, which has a word with valid or ready before them. */
int field_words(const wf_stream *s);
/* "decoder port 3, tag_o bits 31..0": what a word of the output's record is. */
void bench_word_text(const bench_layout *l, int word, text *out);
/* Calls visit for every port of a module except clk_i and rst_ni, with the bits of all copies. */
void bench_each_port(const bench_module *m, design_port_visit *visit, void *user);
/* Connections of a module's ports to in_i and out_o, separated by commas. */
void bench_ports_text(const bench_layout *l, int module, text *out);
/* Lists the parts of out_o that no port drives, separated by commas. Returns how many bits they have. */
int bench_pads_text(const bench_layout *l, text *out);

#endif
