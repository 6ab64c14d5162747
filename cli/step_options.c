/* SPDX-License-Identifier: Apache-2.0 */
#include "step_options.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "arguments.h"

static long long whole(const char *flag, const char *arg, long long min, long long max)
{
    long long v;
    if (!parse_int(arg, min, max, &v))
        die_usage("%s %s: a whole number from %lld to %lld", flag, arg, min, max);
    return v;
}

/* ---- co-simulation ---- */

enum { KEY_WAVE_CYCLES = 0x3000, KEY_FPGA, KEY_CHECKS, KEY_ALONE, WAVE_CYCLES = 2000 };

static const struct argp_option cosim_flags[] = {
    {"sim", 's', "SIM", ARGUMENT_REPEATS,
     "verilator, icarus, gates (the netlist of `warpfold synth` in Icarus) or all; default verilator "
     "and icarus",
     0},
    {"vectors", 'n', "N", 0, "blocks to encode in each simulator (default 200000, 2000, 20)", 0},
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
    case 'n': a->o.vectors = (unsigned long long)whole("--vectors", arg, 1, 1000000000); break;
    case 'S': a->o.seed = (unsigned long long)whole("--seed", arg, 0, INT64_MAX); break;
    case 't':
        if (a->o.trace_count == STEP_MAX_TRACES)
            die_usage("more than %d traces", STEP_MAX_TRACES);
        a->traces[a->o.trace_count++] = arg;
        break;
    case 'r': a->o.rtl = arg; break;
    case 'w': a->o.wave = true; break;
    case KEY_WAVE_CYCLES:
        a->o.wave = true;
        a->o.wave_cycles = (unsigned long long)whole("--wave-cycles", arg, 1, 1000000000);
        break;
    case KEY_CHECKS: a->o.checks = true; break;
    case 'E': a->o.edited = true; break;
    case ARGP_KEY_END:
        if (!a->o.run[SIM_VERILATOR] && !a->o.run[SIM_ICARUS] && !a->o.run[SIM_GATES])
            a->o.run[SIM_VERILATOR] = a->o.run[SIM_ICARUS] = true;
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
    {"liberty", 'l', "FILE", 0, "standard-cell library (default: Debian's qflow-tech-osu018)", 0},
    {"clock-ns", 'c', "T", 0, "clock period in ns (default: 40 FO4 delays of the library)", 0},
    {"effort", 'e', "0..2", 0, "how many recipes are tried: a few, some dozens (default), the full search", 0},
    {"driver", 'd', "CELL", 0, "cell that drives every input (default: a buffer of twice the smallest drive)", 0},
    {"load-ff", 'f', "F", 0, "load on every output in fF (default: two smallest inverters)", 0},
    {"clock-gate", 'g', "auto|off", 0, "use the library's clock gate for register ranks, or enable multiplexers", 0},
    {"module", 'm', "enc|dec|move|all", 0, "synthesise one module only: encoder, decoder or move decision (default all)", 0},
    {"alone", KEY_ALONE, NULL, 0, "read each module without those beside it, as `warpfold sweep` does: its figures depend on nothing else",
     0},
    {"fpga", KEY_FPGA, NULL, 0, "LUTs, flip-flops and block RAMs on ECP5 and Xilinx 7 too, as Yosys maps them", 0},
    {0},
};

static error_t parse_synth(int key, char *arg, struct argp_state *state)
{
    synth_options *o = state->input;
    if (key == ARGP_KEY_INIT) {
        *o = synth_defaults;
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
