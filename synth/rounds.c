/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.c - maps the modules of a unit in rounds: ABC maps and sizes each with the times of the round before, OpenSTA times the whole. The best round
 * stays, and ABC proves the logic of each of its modules. */
#include "rounds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/folder.h"
#include "../base/msg.h"
#include "latches.h"
#include "module_runs.h"
#include "rtlil.h"
#include "times.h"

/* ABC's commands: from logic to buffered gates, and their sizes; the numbers are a delay target in ps. */
static const char to_gates[] = "strash; ifraig; balance; map -B 0.5; topo; buffer -c -p -N 20";
static const char to_sizes[] = "topo; upsize -c -D %.0f; dnsize -c -D %.0f";

enum { MOST_ROUNDS = 5 };
/* By effort. */
static const int rounds_most[] = {1, 3, MOST_ROUNDS};

/* When values leave a flip-flop, and how long before the end of a cycle they must be there, in FO4 delays: of those of five libraries the
 * middle. OpenSTA has the true ones; these tell ABC alone what logic may take. */
#define LAUNCH_FO4 3.5
#define SETUP_FO4 1.5

/* Of a cycle: what a module is sized for as long as nobody knows which part of it the others take. */
#define UNTIMED 0.5

typedef struct {
    const synth_unit *u;
    modular *n;
    rtlil_design *designs; /* of the modules */
    module_times *times;
    delays_clock clock;
    bool timed; /* a round has told the times */
} rounds;

static void write_file(const rounds *r, const char *name, text *t)
{
    work_write(r->u->job, name, t);
    text_free(t);
}

static const modular_module *module_of(const rounds *r, int module)
{
    return &r->n->modules[module];
}

static bool has_logic(const rounds *r, int module)
{
    return module_of(r, module)->source != NULL;
}

/* ---- Yosys: from Verilog to flip-flops and logic ---- */

/* Yosys' commands that give held registers their clock gates. */
static void held_registers(const synth_job *job, text *out)
{
    if (!job->gated) {
        text_puts(out, "opt -full -nodffe -nosdff");
        return;
    }
    text_puts(out, "opt -full -nosdff\ntechmap -map held_gated.v");
    gate_macros(job, "-D ", out);
    text_puts(out, "\ndffunmap -ce-only");
}

static bool write_design(const void *what, int module, char *const inputs[])
{
    const rounds *r = what;
    text t = {0};
    text_puts(&t, r->designs[module].text);
    write_file(r, inputs[0], &t);
    return true;
}

static void script_design(const void *what, char *const inputs[], const char *out, text *script)
{
    const rounds *r = what;
    text held = {0};
    held_registers(r->u->job, &held);
    script_add(script, "synth/module.ys", "IN", inputs[0], "OUT", out, "GATES", held.data, "CLOCKS", latches_map_gates(r->u->job),
               "LATCHES", latches_map(r->u->job), NULL);
}

static const module_run elaborate = {"yosys", "yosys", {"il"}, "blif", {"functions.lib", "held_gated.v"}, write_design, script_design};

/* ---- ABC: from logic to gates ---- */

/* Wires and constants need no gates. */
static bool has_gates(const rounds *r, int module)
{
    return module_of(r, module)->gates.count > 0;
}

static bool write_logic(const void *what, int module, char *const inputs[])
{
    const rounds *r = what;
    const modular_module *m = module_of(r, module);
    const module_times *times = &r->times[module];
    text model = {0};
    if (!has_logic(r, module))
        return false;
    const char *body = strstr(m->source, "\n.names");
    text_add(&model, m->source, body ? (size_t)(body + 1 - m->source) : strlen(m->source));
    delays_lines(r->u->job, &r->clock, times->all, times->inputs, times->outputs, &model);
    text_puts(&model, body ? body + 1 : "");
    write_file(r, inputs[0], &model);
    return true;
}

static void script_mapping(const void *what, char *const inputs[], const char *out, text *script)
{
    (void)what;
    text_printf(script, "read_lib abc.lib\nread_constr abc.constr\nread_blif -n %s\n%s\nwrite_blif %s\n", inputs[0], to_gates, out);
}

static bool write_gates(const void *what, int module, char *const inputs[])
{
    const rounds *r = what;
    module_times *times = &r->times[module];
    text model = {0};
    if (!has_gates(r, module))
        return false;
    delays_insert(r->u->job, &r->clock, times->all, times->inputs, times->outputs, &module_of(r, module)->gates, &model);
    write_file(r, inputs[0], &model);
    return true;
}

static void script_sizing(const void *what, char *const inputs[], const char *out, text *script)
{
    const rounds *r = what;
    double target = 1000 * (r->clock.capture_ns - r->clock.launch_ns) * (r->timed ? 1 : UNTIMED);
    text_printf(script, "read_lib delays.lib\nread_constr abc.constr\nread_blif -n %s\n", inputs[0]);
    text_printf(script, to_sizes, target, target);
    text_printf(script, "\nwrite_blif %s\n", out);
}

static bool write_sides(const void *what, int module, char *const inputs[])
{
    const rounds *r = what;
    text gate = {0}, gold = {0};
    if (!has_logic(r, module))
        return false;
    text_puts(&gold, module_of(r, module)->source);
    modular_gates(module_of(r, module), &gate);
    write_file(r, inputs[0], &gold);
    write_file(r, inputs[1], &gate);
    return true;
}

static void script_proof(const void *what, char *const inputs[], const char *out, text *script)
{
    (void)what, (void)out;
    text_printf(script, "read_lib abc.lib\nmiter %s %s\nstrash\n&get -n\n&cec -m\n", inputs[0], inputs[1]);
}

static const module_run map = {"yosys-abc", "map", {"logic.blif"}, "mapped.blif", {"abc.lib", "abc.constr"}, write_logic, script_mapping};
static const module_run size = {"yosys-abc", "size",       {"gates.blif"}, "sized.blif", {"delays.lib", "abc.constr"},
                                write_gates, script_sizing};
static const module_run compare = {"yosys-abc", "proof", {"gold.blif", "gate.blif"}, "proof.log", {"abc.lib"}, write_sides, script_proof};

/* ---- A round ---- */

/* Runs ABC on the modules that have what it takes, and takes its gates. */
static void make_gates(rounds *r, const module_run *run, bool (*has)(const rounds *r, int module))
{
    module_runs(r->u, run, r, r->n->count);
    for (int i = 0; i < r->n->count; i++)
        if (has(r, i))
            modular_map(&r->n->modules[i], work_read(r->u->job, module_file(r->u, i, run->out)));
}

static void write_netlist(const rounds *r)
{
    text v = {0};
    modular_write(r->n, &v);
    write_file(r, format_new("%s.timed.v", r->u->name), &v);
}

/* Maps all modules and writes the netlist. */
static void map_all(rounds *r)
{
    for (int i = 0; i < r->n->count; i++)
        r->n->modules[i].equal = r->n->modules[i].gates = (blif_names){0};
    make_gates(r, &map, has_logic);
    make_gates(r, &size, has_gates);
    write_netlist(r);
}

static char *log_of(const rounds *r, int round)
{
    return format_new("%s.timed.round%d.log", r->u->name, round);
}

/* Lets OpenSTA time the netlist, for the next round. Returns its slack. */
static double time_all(rounds *r, int round)
{
    const synth_job *job = r->u->job;
    char *tcl = format_new("%s.boundary.tcl", r->u->name), *log = log_of(r, round);
    script_write(job, "synth/boundary.tcl", tcl, "UNIT", r->u->name, "TOP", r->u->top, NULL);
    char *output = sta_run(job, tcl, log);
    double slack;
    const char *at = strstr(output, "@ slack");
    if (at == NULL || sscanf(at, "@ slack %lf", &slack) != 1)
        die("sta has written no slack of %s (log: syn/%s)", r->u->top, log);
    times_read(r->n, r->times, output);
    r->timed = true;
    arena_free(output);
    return slack;
}

/* ---- The whole ---- */

/* The hierarchy, and the modules that Yosys makes of it. */
static void open_rounds(rounds *r, const synth_unit *u, modular *n)
{
    const synth_job *job = u->job;
    text library = {0};
    char *script = format_new("%s.modules.ys", u->name), *log = format_new("%s.modules.log", u->name);
    char *files = format_new("%s %s", u->files, u->box_files), *whole = format_new("%s.il", u->name);
    *n = (modular){NULL, 0};
    *r = (rounds){.u = u, .n = n, .clock = {LAUNCH_FO4 * job->fo4_ns, job->clock_ns - SETUP_FO4 * job->fo4_ns}};
    for (int round = 0; round < MOST_ROUNDS; round++) /* of an earlier run */
        unlink(path_join(job->syn, log_of(r, round)));
    delays_library(job, work_read(job, "abc.lib"), &library);
    write_file(r, "delays.lib", &library);
    script_write(job, "synth/held_gated.v", "held_gated.v", NULL);
    script_write(job, "synth/modules.ys", script, "FILES", files, "TOP", u->top, "UNIT", u->name, NULL);
    yosys_run(job, script, log);
    int count = rtlil_split(work_read(job, whole), u->top, &r->designs);
    module_runs(u, &elaborate, r, count);
    for (int i = 0; i < count; i++)
        modular_read(n, work_read(job, module_file(u, i, elaborate.out)));
    r->times = zalloc((size_t)n->count * sizeof *r->times);
    for (int i = 0; i < n->count; i++)
        times_open(&r->times[i], &n->modules[i]);
}

static void prove(const rounds *r)
{
    module_runs(r->u, &compare, r, r->n->count);
    for (int i = 0; i < r->n->count; i++) {
        const char *output = has_logic(r, i) ? work_read(r->u->job, module_file(r->u, i, compare.out)) : "are equivalent";
        if (strstr(output, "drivers added") || strstr(output, "are equivalent") == NULL)
            die("the netlist of %s is not equivalent to its logic", r->n->modules[i].name);
    }
}

void rounds_run(const synth_unit *u, modular *n)
{
    rounds r;
    double best = -INFINITY;
    open_rounds(&r, u, n);
    modular_module *kept = zalloc((size_t)n->count * sizeof *kept);
    const int most = rounds_most[u->job->options->effort];
    for (int round = 0; round < most && best < 0; round++) {
        map_all(&r);
        double slack = most > 1 ? time_all(&r, round) : 0;
        if (slack > best) {
            best = slack;
            memcpy(kept, n->modules, (size_t)n->count * sizeof *kept);
        }
    }
    memcpy(n->modules, kept, (size_t)n->count * sizeof *kept);
    write_netlist(&r);
    prove(&r);
    module_runs_trim();
}
