/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - what the files of synth/ share: a run, its working folder, the scripts in it, and the results of a unit. */
#ifndef WF_SYNTH_JOB_H
#define WF_SYNTH_JOB_H

#include "../base/metrics.h"
#include "../gen/design_modules.h"
#include "liberty.h"
#include "options.h"

/* Input activity if none was measured: toggles a cycle, and probability of 1, of every input bit. */
#define ASSUMED_ACTIVITY "0.1"
#define ASSUMED_DUTY "0.5"

enum { SYNTH_MAX_RANKS = WF_MAX_STAGES + 1 };

typedef struct {
    const design *d;
    const synth_options *options;
    liberty lib;
    const char *library_hash;
    char *work;         /* scratch folder in which the tools run; lib.lib and rtl in it are links */
    char *syn;          /* DIR/syn: netlists and logs */
    const char *driver; /* cell */
    double load_ff, clock_ns, fo4_ns;
    bool gated;   /* register ranks have a clock gate */
    bool latched; /* the design has latches (latches.h) */
    char **kept;  /* netlists of finished candidates, until the whole is finished */
    int kept_count;
    bool *used;                   /* by cell: is it in a netlist? */
    const char *no_clock_energy;  /* a cell in use that has none in the library (clock_energy.h); NULL: none, or there is no power */
    char *clock_text, *load_text; /* the same as texts for the scripts */
} synth_job;

/* One candidate of the search. */
typedef struct {
    int front, mapper, sizer, fanout;
    double target; /* delay that ABC sizes for, in FO4 */
    int number;    /* netlist NAME.rNUMBER.v in the working folder; -1: ABC made none */
    double area, delay, slack;
    bool timed; /* else smaller ones meet the clock */
    char *kept; /* its netlist in the cache; NULL: none */
} candidate;

/* One unit: an encoder, a decoder, the arbiter before shared decoders, the move decision, or a block. */
typedef struct {
    synth_job *job;
    const design_module *module;
    const char *name;        /* of the module */
    char *top;               /* module */
    char *boxes;             /* Yosys' selection of the modules that are not taken apart */
    char *files, *box_files; /* as Yosys reads them, relative to the working folder */
    bool clocked, has_core, has_regs;
    bool area_only; /* only its area counts: it is not timed and leaves no netlist */
    candidate best;
    char *recipe;
    double area, reg_area, slack, delay;
    int reg_count;
    double part_area[2];
    double stage_slack[SYNTH_MAX_RANKS + 1]; /* by rank; NAN: no such stage */
    int ranks;
    double power_mw, leak_mw, energy_pj, rate; /* dynamic power; rate: activations a cycle */
    bool measured_activity;
    char *path; /* critical path in RTL terms */
    bool wired; /* with --wires: */
    double wire_mm, wired_slack, wired_power_mw;
    struct curve_point *curve; /* with --curve, the fastest first */
    int curve_count;
    struct path_stage *stages;         /* by rank, then of the outputs: their paths */
    int pid;                           /* of the tool that works on it */
    int gold_pid, gate_pid, proof_pid; /* of proof_gold, proof_gate, proof_compare */
    int equivalent;                    /* 1: proven */
} synth_unit;

/* Fills the @KEY@ holes of an asset (pairs of key and value, ended by NULL) and writes it into the working folder. */
void script_write(const synth_job *job, const char *asset_name, const char *out, ...) __attribute__((sentinel));
/* The same, but appends it to a text. */
void script_add(text *t, const char *asset_name, ...) __attribute__((sentinel));
/* Writes a text as a file of the working folder. */
void work_write(const synth_job *job, const char *name, const text *t);
/* Makes a link NAME in the working folder to a file or folder. */
void make_link(const synth_job *job, const char *target, const char *name);
/* A whole file of the working folder; NULL if there is none. */
char *work_read(const synth_job *job, const char *name);
int work_count(const synth_job *job, const char *name);
/* Runs a script of the working folder and keeps its output as DIR/syn/LOG. Dies (1) on an error, also if the tool returns 0
 * after it. */
void yosys_run(const synth_job *job, const char *script, const char *log);
char *sta_run(const synth_job *job, const char *script, const char *log);
/* Takes the next line "@ .." of such output from *at on, which then is behind it. False: there is none. Lines are copied, since sscanf first looks for the
 * end of what it reads from, and these are many in megabytes. */
enum { STA_LINE = 4096 };
bool sta_next(const char **at, char line[STA_LINE]);
/* Runs NAME.tcl of OpenSTA, which reads a library first: `link` in the working folder, for the user's file at `path`. Dies (2) with its line if OpenSTA does not
 * read it; DIR/syn gets the log of another failure alone. */
char *sta_read(const synth_job *job, const char *script, const char *link, const char *path);
/* Starts a tool that works beside what follows; where there is one core alone, it has ended on return. tool_finish waits for it, and dies (1) if it failed. */
int tool_start(const synth_job *job, const char *tool, const char *script, const char *log);
void tool_finish(const synth_job *job, const char *tool, const char *log, int started);
/* argv of a tool for spawn_tool. It is static and valid until the next call. */
const char *const *tool_command(const char *tool, const char *script);
/* Dies if a log of OpenSTA has an error. */
void sta_check(const char *output, const char *log);

/* fo4.c: the FO4 delay in ns of the library at `path`, measured by OpenSTA. It is the first that OpenSTA does. */
double fo4_measure(const synth_job *job, const char *path);
/* search.c: maps the logic with many recipes and leaves the best as UNIT.core.v. */
void search_unit(synth_unit *u);
/* canon.c: the same logic as a BLIF text that depends on its ports and structure alone, not on the names of nets or the order of lines.
 * `sorted_ports`: ports in order, bits by number. */
void blif_canon(const char *blif, bool sorted_ports, text *out);
/* The same for a file of the working folder. */
void work_canon(const synth_job *job, const char *name, bool sorted_ports);
/* proof.c: proves that the netlist is equivalent to the RTL, in four steps. Those before the last let tools work beside what follows: the first needs the RTL
 * alone, the second the netlist. The last dies (1) if they are not equivalent. */
void proof_gold(synth_unit *u);
void proof_gate(synth_unit *u);
void proof_compare(synth_unit *u);
void proof_finish(synth_unit *u);
/* Checks the implemented register box against the emitted one, four bits wide. */
void proof_rank(const synth_job *job);
/* Writes DIR/syn/cells.v: functional models of the cells in use. */
void models_write(const synth_job *job);
/* " -D...=..." for the macros of the clock gate and of a buffer; `option` is "-D", or "-D " for techmap. */
void gate_macros(const synth_job *job, const char *option, text *out);
/* "read_verilog -D...=... FILE" with these macros; "" without a clock gate. */
char *gate_command(const synth_job *job, const char *file);
/* unit.c: from the RTL to the netlist. First all units as far as the search of their logic, side by side, then each one's search_unit, then what joins
 * the parts. The sides of the proof are made beside: tools still run on return. */
void units_begin(synth_unit *units, int count);
void units_end(synth_unit *units, int count);
/* analyse.c: areas by part, timing and power of the finished netlist. */
void analyse_unit(synth_unit *u, const char *dir);
/* Name of the first or second part of a unit's area; NULL if it has no parts. */
const char *unit_part(const synth_unit *u, int part);
/* The module that Yosys or OpenSTA names: "\unit_mux", "$paramod\unit_mux\WIDTH=..." and "$paramod$HASH\unit_mux" are all "mux" of a design named
 * "unit", also with each \ doubled. */
char *rtl_module(const design *d, const char *type);
/* A port bit as a person would name it: "block_i[37]" -> "block_i lane 1 bit 5". */
void rtl_term(const design *d, const char *pin, text *out);
/* A bit of a block lies in the lower half of its lane; of a line, of its word of 32 bits. */
bool rtl_low_half(const design *d, int bit);

#endif
