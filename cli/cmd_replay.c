/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold replay DIR --trace FILE ... - the model of a register file, driven by the instructions of traces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../report/ports_result.h"
#include "../report/replay_result.h"
#include "../report/report_html.h"
#include "arguments.h"
#include "commands.h"

enum {
    KEY_TRACE = 0x2000,
    KEY_PORTS,
    KEY_JSON,
    KEY_REPORT,
    KEY_LATENCY,
    KEY_LOAD_LATENCY,
    KEY_WINDOW,
    KEY_FIT,
    KEY_WITH,
    KEY_GATE,
    KEY_VERILOG,
    KEY_EDITED,
    KEY_UNITS,
    KEY_ENERGY /* the first of the energies */
};

/* What the user may set in place of what is published. */
static const struct {
    const char *flag, *arg, *help;
    size_t at; /* in file_energy */
    double most;
} energies[] = {
    {"bank-pj", "E", "energy of an access to a bank in pJ", offsetof(file_energy, bank_pj), 1e6},
    {"wire-pj", "E", "energy of the wires of a bank in pJ, if half of them switch", offsetof(file_energy, wire_pj), 1e6},
    {"activity", "P", "how many of the wires switch in an access, in % (default 50)", offsetof(file_energy, activity), 100},
    {"bank-mw", "P", "leakage of a bank in mW", offsetof(file_energy, bank_mw), 1e6},
    {"enc-pj", "E", "energy of an encoder's activation in pJ", offsetof(file_energy, enc_pj), 1e6},
    {"dec-pj", "E", "energy of a decoder's activation in pJ", offsetof(file_energy, dec_pj), 1e6},
    {"enc-mw", "P", "leakage of an encoder in mW", offsetof(file_energy, enc_mw), 1e6},
    {"dec-mw", "P", "leakage of a decoder in mW", offsetof(file_energy, dec_mw), 1e6},
    {"clock-ghz", "G", "clock in GHz, which makes energy of leakage", offsetof(file_energy, clock_ghz), 1e3},
};
enum { ENERGIES = sizeof energies / sizeof *energies };

typedef struct {
    const char *dir, *json, *page, *units;
    verilog *beside;
    bool verilog, edited;
    bool force, timed;  /* timed: a latency or a window is given */
    bool ports, traces; /* which of the two the files are */
    const char **files;
    int count;
    replay_result r;
    ports_result p;
    double given[ENERGIES]; /* negative: not given */
} arguments;

/* clang-format off */
#define ENERGY(i) {NULL, KEY_ENERGY + (i), NULL, 0, NULL, 0}
/* clang-format on */
static struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "the trace whose instructions run; may come several times", 1},
    {"ports", KEY_PORTS, "FILE", ARGUMENT_REPEATS, "instead: a recording of register-file ports, whose cycles hold; may come several times",
     1},
    {"latency", KEY_LATENCY, "N", 0, "cycles from the operands of an instruction to the write port (default 8)", 1},
    {"load-latency", KEY_LOAD_LATENCY, "N", 0, "cycles from the operands of a load to the write port (default: as of others)", 1},
    {"window", KEY_WINDOW, "N", 0,
     "warps that an issue port looks at for one that can go, in the trace's order (default 1: strictly in that order)", 1},
    {"fit", KEY_FIT, NULL, 0, "give a warp as many registers as the trace names, and the register file as many warps as its rows then hold",
     1},
    {"with", KEY_WITH, "\"NAME=VALUE ...\"", ARGUMENT_REPEATS, "run it all once more with other parameters; may come several times", 1},
    {"gate-baseline", KEY_GATE, NULL, 0, "switch off empty banks of the register file without compression too", 1},
    {"verilog", KEY_VERILOG, NULL, 0, "run the Verilog in DIR beside the model, in Verilator; each output must be the same in each cycle",
     1},
    {"edited", KEY_EDITED, NULL, 0, "with --verilog: accept RTL that is not what gen wrote", 1},
    {"units", KEY_UNITS, "FILE", 0,
     "take energy and leakage of encoder and decoder from synth.json or metrics.json of a design of the codec", 2},
    ENERGY(0),
    ENERGY(1),
    ENERGY(2),
    ENERGY(3),
    ENERGY(4),
    ENERGY(5),
    ENERGY(6),
    ENERGY(7),
    ENERGY(8),
    {"json", KEY_JSON, "FILE", 0, "write all figures to FILE, flat keys", 3},
    {"report", KEY_REPORT, "FILE", 0, "write a page with tables and plots to FILE", 3},
    {"force", 'F', NULL, 0, "overwrite these files whatever is in them", 3},
    {0},
};

static void name_energies(void)
{
    for (struct argp_option *o = options; o->name || o->key; o++)
        if (o->key >= KEY_ENERGY) {
            const int i = o->key - KEY_ENERGY;
            *o = (struct argp_option){energies[i].flag, o->key, energies[i].arg, 0, energies[i].help, 2};
        }
}

static int whole(const char *flag, const char *arg, int least, int most)
{
    long long n;
    if (!parse_int(arg, least, most, &n))
        die_usage("replay: --%s %s: a whole number from %d to %d is expected", flag, arg, least, most);
    return (int)n;
}

static double amount(int i, const char *arg)
{
    double value;
    if (!parse_double(arg, &value) || value < 0 || value > energies[i].most ||
        (energies[i].at == offsetof(file_energy, clock_ghz) && value <= 0))
        die_usage("replay: --%s %s: a number from 0 to %g is expected", energies[i].flag, arg, energies[i].most);
    return value;
}

static void add_file(arguments *a, const char *path, bool ports)
{
    a->files = grow(a->files, (size_t)(a->count + 1) * sizeof *a->files);
    a->files[a->count++] = path;
    a->ports |= ports;
    a->traces |= !ports;
}

static void add_with(arguments *a, const char *words)
{
    if (a->r.with_count == REPLAY_VARIANTS)
        die_usage("replay: --with may come %d times at most", REPLAY_VARIANTS);
    a->r.with[a->r.with_count++] = words;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    switch (key) {
    case KEY_TRACE: add_file(a, arg, false); break;
    case KEY_PORTS: add_file(a, arg, true); break;
    case KEY_JSON: a->json = arg; break;
    case KEY_REPORT: a->page = arg; break;
    case KEY_LATENCY:
        a->timed = true;
        a->r.run.latency = whole("latency", arg, 0, 10000);
        break;
    case KEY_LOAD_LATENCY:
        a->timed = true;
        a->r.run.load_latency = whole("load-latency", arg, 0, 10000);
        break;
    case KEY_WINDOW:
        a->timed = true;
        a->r.run.window = whole("window", arg, 1, 1000);
        break;
    case KEY_FIT: a->r.fit = true; break;
    case KEY_WITH: add_with(a, arg); break;
    case KEY_GATE: a->r.gate_base = true; break;
    case KEY_VERILOG: a->verilog = true; break;
    case KEY_EDITED: a->edited = true; break;
    case KEY_UNITS: a->units = arg; break;
    case 'F': a->force = true; break;
    case ARGP_KEY_ARG:
        if (a->dir)
            die_usage("replay: one design at a time (%s and %s given)", a->dir, arg);
        a->dir = arg;
        break;
    case ARGP_KEY_END: break;
    default:
        if (key < KEY_ENERGY || key >= KEY_ENERGY + ENERGIES)
            return ARGP_ERR_UNKNOWN;
        a->given[key - KEY_ENERGY] = amount(key - KEY_ENERGY, arg);
    }
    return 0;
}

/* Figures of `warpfold synth` of the codec. */
static void measured_units(const char *path, const design *d, file_energy *e)
{
    metrics m = {0};
    char *wrong = metrics_read(&m, path);
    if (wrong)
        die_usage("%s: %s", path, wrong);
    double enc = metrics_get(&m, KEY_UNIT_ENERGY, "enc"), dec = metrics_get(&m, KEY_UNIT_ENERGY, "dec");
    if (!(enc >= 0 && dec >= 0))
        die_usage("%s has no energy of an encoder and a decoder; synth.json or metrics.json of a design of %s is expected", path,
                  d->unit->file->codec);
    e->enc_pj = enc;
    e->dec_pj = dec;
    e->enc_mw = metrics_get(&m, KEY_UNIT_LEAK, "enc");
    e->dec_mw = metrics_get(&m, KEY_UNIT_LEAK, "dec");
    metrics_free(&m);
}

static void set_energy(arguments *a, const design *d)
{
    wf_file_shape shape;
    file_energy *e = &a->r.energy;

    d->unit->file->shape(&d->config, &shape);
    if (!file_energy_of(e, d->unit->file->codec, shape.bank_bits, shape.rows, d->config.lanes))
        e->clock_ghz = 1;
    if (a->units)
        measured_units(a->units, d, e);
    for (int i = 0; i < ENERGIES; i++)
        if (a->given[i] >= 0)
            *(double *)((char *)e + energies[i].at) = energies[i].at == offsetof(file_energy, activity) ? a->given[i] / 100 : a->given[i];
}

static bool is_figures(const char *path)
{
    return metrics_is_file(path, KEY_REPLAY_UNIT);
}

static void write_files(const arguments *a)
{
    if (a->json) {
        metrics m = {0};
        if (a->ports)
            ports_put(&a->p, &m);
        else
            replay_put(&a->r, &m);
        metrics_save(&m, a->json);
        metrics_free(&m);
    }
    if (a->page) {
        text t = {0};
        if (a->ports)
            ports_page(&t, &a->p);
        else
            replay_page(&t, &a->r);
        file_write(a->page, t.data, t.len);
        text_free(&t);
    }
}

/* Runs and prints; what differs, or NULL. */
static char *run_traces(arguments *a, const design *d)
{
    a->r.d = d;
    a->r.dir = a->dir;
    a->r.beside = a->beside;
    set_energy(a, d);
    replay_result_run(&a->r, a->files, a->count);
    replay_print(&a->r);
    return replay_result_wrong(&a->r);
}

static char *run_ports(arguments *a, const design *d)
{
    a->p = (ports_result){.d = d, .dir = a->dir, .beside = a->beside, .fit = a->r.fit, .gate_base = a->r.gate_base};
    ports_result_run(&a->p, a->files, a->count);
    ports_print(&a->p);
    return ports_result_wrong(&a->p);
}

/* What a recording has of itself, or what its figures have not. */
static void check_ports(const arguments *a)
{
    bool given = a->units != NULL || a->r.with_count > 0 || a->timed;
    for (int i = 0; i < ENERGIES; i++)
        given |= a->given[i] >= 0;
    if (given)
        die_usage("replay: of a recording of ports there are no latencies, no window, no energies and no --with");
}

int cmd_replay(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "DIR",
        .doc =
            "Drive the model of the register file in DIR with the instructions of traces, with compression and without: cycles, bank "
            "accesses, moves, banks that are switched off, compressed registers, energy. Every operand is compared with what was written.",
    };
    arguments a = {.r.run = {.latency = 8, .load_latency = -1, .window = 1}};
    design d;

    name_energies();
    for (int i = 0; i < ENERGIES; i++)
        a.given[i] = -1;
    arguments_parse(&argp, argc, argv, &a);
    if (a.r.run.load_latency < 0)
        a.r.run.load_latency = a.r.run.latency;
    if (a.dir == NULL)
        die_usage("replay: no design given; `warpfold gen ... -o DIR` makes one");
    if (a.count == 0)
        die_usage("replay: no trace; give --trace FILE or --ports FILE");
    if (a.ports && a.traces)
        die_usage("replay: --trace and --ports are two kinds of runs; give one of them");
    if (a.ports)
        check_ports(&a);
    design_load(&d, a.dir);
    if (d.unit->file == NULL)
        die_usage("%s is a design of %s, which is no register file", a.dir, d.unit->name);
    output_rule rule = {.force = a.force, .ours = is_figures, .inputs = a.files, .input_count = a.count};
    if (a.json)
        output_check(a.json, &rule);
    rule.ours = html_is_page;
    if (a.page)
        output_check(a.page, &rule);
    if (a.verilog && (a.r.fit || a.r.with_count > 0))
        die_usage("replay: --verilog runs the design as it is, so --fit and --with do not go with it; give the parameters to warpfold gen");
    if (a.verilog) {
        dir_lock(a.dir);
        a.beside = verilog_open(&d, a.dir, a.edited);
    }
    char *wrong = a.ports ? run_ports(&a, &d) : run_traces(&a, &d);
    if (wrong)
        die("%s", wrong);
    if (a.beside) {
        printf("\nthe Verilog of %s showed the same in every cycle\n", a.dir);
        verilog_close(a.beside);
    }
    write_files(&a);
    replay_result_free(&a.r);
    ports_result_free(&a.p);
    free(a.files);
    return 0;
}
