/* SPDX-License-Identifier: Apache-2.0
 *
 * step_options.c - the flags of co-simulation and of synthesis, each with its argp and its parser, and from them the options of the two
 * steps. What does not go together is refused here, before a step begins. */
#include "step_options.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "arguments.h"

/* ---- co-simulation ---- */

enum { KEY_WAVE_CYCLES = 0x3000, KEY_FPGA, KEY_CHECKS, KEY_ALONE, KEY_CURVE, KEY_WIRES, KEY_WIRE_FF, KEY_UTILISATION, WAVE_CYCLES = 2000 };

static const struct argp_option cosim_flags[] = {
    {"sim", 's', "SIM", ARGUMENT_REPEATS,
     "verilator, icarus, gates (the netlist of `warpfold synth` in Icarus) or all; default verilator "
     "and icarus",
     0},
    {"vectors", 'n', "N", 0,
     "blocks to encode (default 200000 in verilator, 2000 in icarus, 20 of gates). Given, N is of the fastest that runs; a slower one "
     "beside "
     "it takes the same share of its default, 20 at least and its default at most",
     0},
    {"seed", 'S', "N", 0, "seed of the stimuli (default 1)", 0},
    {"trace", 't', "FILE", ARGUMENT_REPEATS, "feed this trace too; may be repeated", 0},
    {"rtl", 'r', "FOLDER", 0, "take the unit's files from here instead of DIR/rtl (to try faults)", 0},
    {"checks", KEY_CHECKS, NULL, 0, "bind the design's checks (DIR/sv/NAME_*_check.sv) in Verilator", 0},
    {"edited", 'E', NULL, 0, "accept files in DIR/rtl that are not what gen wrote", 0},
    {"wave", 'w', NULL, 0, "write waveforms: DIR/tb/wave.fst and, of a mismatch, mismatch.fst (Verilator, unit)", 0},
    {"wave-cycles", KEY_WAVE_CYCLES, "N", 0, "how many cycles of the start wave.fst has (default 2000); means --wave too", 0},
    {0},
};

static void choose_sim(cosim_options *o, const char *name)
{
    for (int s = 0; s < SIMS; s++)
        if (strcmp(name, simulator_names[s]) == 0 || strcmp(name, "all") == 0)
            o->run[s] = true;
    if (!o->run[SIM_VERILATOR] && !o->run[SIM_ICARUS] && !o->run[SIM_GATES])
        die_usage("--sim %s: accepted are verilator, icarus, gates and all", name);
}

static error_t parse_cosim(int key, char *arg, struct argp_state *state)
{
    cosim_args *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        a->o.seed = 1;
        a->o.wave_cycles = WAVE_CYCLES;
        a->o.traces = a->traces;
        break;
    case 's': choose_sim(&a->o, arg); break;
    case 'n': a->o.vectors = (unsigned long long)argument_whole("--vectors", arg, 1, 1000000000); break;
    case 'S': a->o.seed = (unsigned long long)argument_whole("--seed", arg, 0, INT64_MAX); break;
    case 't':
        if (a->o.trace_count == STEP_MAX_TRACES)
            die_usage("more than %d traces", STEP_MAX_TRACES);
        a->traces[a->o.trace_count++] = arg;
        break;
    case 'r': a->o.rtl = arg; break;
    case 'w': a->o.wave = true; break;
    case KEY_WAVE_CYCLES:
        a->o.wave = true;
        a->o.wave_cycles = (unsigned long long)argument_whole("--wave-cycles", arg, 1, 1000000000);
        break;
    case KEY_CHECKS: a->o.checks = true; break;
    case 'E': a->o.edited = true; break;
    case ARGP_KEY_END:
        if (!a->o.run[SIM_VERILATOR] && !a->o.run[SIM_ICARUS] && !a->o.run[SIM_GATES])
            a->o.run[SIM_VERILATOR] = a->o.run[SIM_ICARUS] = true;
        if (a->o.wave && !a->o.run[SIM_VERILATOR])
            die_usage("--wave: Verilator writes the waveform; leave --sim out, or add --sim verilator");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp *cosim_argp(void)
{
    static const struct argp parser = {.options = cosim_flags, .parser = parse_cosim};
    return &parser;
}

/* ---- synthesis ---- */

static const struct argp_option synth_flags[] = {
    {"liberty", 'l', "FILE[,FILE]...", 0,
     "standard-cell library (default: Debian's qflow-tech-osu018); those behind it: corners of it, which time the same netlists", 0},
    {"clock-ns", 'c', "T", 0, "clock period in ns (default: 40 FO4 delays of the library)", 0},
    {"effort", 'e', "0..2", 0, "how many recipes are tried: a few, some dozens (default), the full search", 0},
    {"driver", 'd', "CELL", 0, "cell that drives every input (default: a buffer of twice the smallest drive)", 0},
    {"load-ff", 'f', "F", 0, "load on every output in fF (default: two smallest inverters)", 0},
    {"clock-gate", 'g', "auto|off", 0, "use the library's clock gate for register ranks, or enable multiplexers", 0},
    {"module", 'm', "enc|dec|move|all", 0, "synthesise one module only: encoder, decoder or move decision (default all)", 0},
    {"alone", KEY_ALONE, NULL, 0, "read each module without those beside it, as `warpfold sweep` does: its figures depend on nothing else",
     0},
    {"wires", KEY_WIRES, NULL, 0, "estimate wires: delay and energy without and with them", 0},
    {"wire-ff-um", KEY_WIRE_FF, "F", 0, "capacitance of wires in fF a um (default 0.15); means --wires too", 0},
    {"utilisation", KEY_UTILISATION, "U", 0, "share of a block that its cells fill (default 0.7); means --wires too", 0},
    {"curve", KEY_CURVE, "N", 0, "area against delay too: at most N netlists, from the fastest to the smallest", 0},
    {"fpga", KEY_FPGA, NULL, 0, "LUTs, flip-flops and block RAMs on ECP5 and Xilinx 7 too, as Yosys maps them", 0},
    {0},
};

/* "FIRST,SECOND,..": the library, and corners of it. The parts live as long as the program. */
static void take_libraries(synth_options *o, const char *arg)
{
    char *list = format_new("%s", arg);
    o->liberty = list;
    o->corner_count = 0;
    for (char *comma = list; (comma = strchr(comma, ',')) != NULL;) {
        *comma++ = '\0';
        if (o->corner_count == SYNTH_MAX_CORNERS)
            die_usage("--liberty: at most %d corners beside the first library", SYNTH_MAX_CORNERS);
        o->corners[o->corner_count++] = comma;
    }
    for (int i = -1; i < o->corner_count; i++)
        if (*(i < 0 ? o->liberty : o->corners[i]) == '\0')
            die_usage("--liberty %s: a file name is missing beside a comma", arg);
}

static error_t parse_synth(int key, char *arg, struct argp_state *state)
{
    synth_options *o = state->input;
    if (key == ARGP_KEY_INIT) {
        *o = synth_defaults;
    } else if (key == 'l') {
        take_libraries(o, arg);
    } else if (key == KEY_CURVE) {
        o->curve = (int)argument_whole("--curve", arg, 2, 100);
    } else if (key == KEY_WIRES) {
        o->wires = true;
    } else if (key == KEY_FPGA) {
        o->fpga = true;
    } else if (key == KEY_ALONE) {
        o->alone = true;
    } else {
        const struct argp_option *f = synth_flags;
        while (f->name && f->key != key)
            f++;
        if (f->name == NULL)
            return ARGP_ERR_UNKNOWN;
        o->wires |= key == KEY_WIRE_FF || key == KEY_UTILISATION;
        char *fault = synth_set(o, f->name, arg);
        if (fault)
            die_usage("%s", fault);
    }
    return 0;
}

const struct argp *synth_argp(void)
{
    static const struct argp parser = {.options = synth_flags, .parser = parse_synth};
    return &parser;
}
