/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.c - maps the modules of a unit in rounds: ABC maps and sizes each with the times of the round before, OpenSTA times the whole. The best round
 * stays, and ABC proves the logic of each of its modules. */
#include "rounds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "times.h"

/* ABC's commands: from logic to buffered gates, and their sizes; the numbers are a delay target in ps. */
static const char to_gates[] = "strash; ifraig; dch; map -B 0.9; topo; buffer -c -p -N 20";
static const char to_sizes[] = "upsize -c -D %.0f; dnsize -c -D %.0f";

enum { ROUNDS = 3 };

/* When values leave a flip-flop, and how long before the end of a cycle they must be there, in FO4 delays: of those of five libraries the
 * middle. OpenSTA has the true ones; these tell ABC alone what logic may take. */
#define LAUNCH_FO4 3.5
#define SETUP_FO4 1.5

typedef struct {
    const synth_unit *u;
    modular *n;
    module_times *times; /* by module */
    delays_clock clock;
} rounds;

static char *file_of(const synth_unit *u, int module, const char *suffix)
{
    return format_new("%s.m%d.%s", u->name, module, suffix);
}

static bool has_logic(const modular_module *m)
{
    return m->source != NULL;
}

/* ---- A round ---- */

/* The log of a run that failed stays. */
static void ended(const rounds *r, int code, const char *log)
{
    char *kept = path_join(r->u->job->syn, log), *said = code == 0 ? NULL : work_read(r->u->job, log);
    if (said)
        file_write(kept, said, strlen(said));
    tool_ended(tool_path("yosys-abc"), code, kept);
}

/* Runs ABC on each module that has logic, on all cores. `write` makes the script NAME.abc. */
static void run_all(rounds *r, const char *step, void (*write)(rounds *r, int module, text *script))
{
    const synth_job *job = r->u->job;
    int *pids = zalloc((size_t)(r->n->count + 1) * sizeof *pids), last = 0;
    char **logs = zalloc((size_t)(r->n->count + 1) * sizeof *logs);
    for (int next = 0; last < r->n->count; last++) {
        for (; next < r->n->count && next < last + cores(); next++) {
            text t = {0};
            char *suffix = format_new("%s.abc", step), *script = file_of(r->u, next, suffix);
            if (!has_logic(&r->n->modules[next]))
                continue;
            write(r, next, &t);
            work_write(job, script, &t);
            text_free(&t);
            logs[next] = format_new("%s.log", script);
            pids[next] = spawn_tool(tool_command("yosys-abc", script), job->work, path_join(job->work, logs[next]));
        }
        if (pids[last])
            ended(r, wait_tool(pids[last]), logs[last]);
    }
}

static void write_mapping(rounds *r, int module, text *script)
{
    const synth_job *job = r->u->job;
    const modular_module *m = &r->n->modules[module];
    const module_times *times = &r->times[module];
    text model = {0};
    const char *body = strstr(m->source, "\n.names");
    char *name = file_of(r->u, module, "blif");
    text_add(&model, m->source, body ? (size_t)(body + 1 - m->source) : strlen(m->source));
    delays_lines(&r->clock, times->all, times->inputs, times->outputs, &model);
    text_puts(&model, body ? body + 1 : "");
    work_write(job, name, &model);
    text_free(&model);
    text_printf(script, "read_lib abc.lib\nread_constr abc.constr\nread_blif -n %s\n%s\nwrite_blif %s\n", name, to_gates,
                file_of(r->u, module, "mapped.blif"));
}

static void write_sizing(rounds *r, int module, text *script)
{
    const synth_job *job = r->u->job;
    const modular_module *m = &r->n->modules[module];
    module_times *times = &r->times[module];
    text model = {0};
    char *name = file_of(r->u, module, "gates.blif");
    double target = 1000 * (r->clock.capture_ns - r->clock.launch_ns);
    delays_insert(job, &r->clock, times->all, times->inputs, times->outputs, &m->gates, &model);
    work_write(job, name, &model);
    text_free(&model);
    text_printf(script, "read_lib delays.lib\nread_constr abc.constr\nread_blif -n %s\ntopo\n", name);
    text_printf(script, to_sizes, target, target);
    text_printf(script, "\nwrite_blif %s\n", file_of(r->u, module, "sized.blif"));
}

static void write_proof(rounds *r, int module, text *script)
{
    text gate = {0}, gold = {0};
    const modular_module *m = &r->n->modules[module];
    char *name = file_of(r->u, module, "gate.blif"), *from = file_of(r->u, module, "gold.blif");
    modular_gates(m, &gate);
    work_write(r->u->job, name, &gate);
    text_puts(&gold, m->source);
    work_write(r->u->job, from, &gold);
    text_free(&gate);
    text_free(&gold);
    text_printf(script, "read_lib abc.lib\nmiter %s %s\nstrash\n&get -n\n&cec -m\n", from, name);
}

/* What ABC has made of each module. */
static void take(rounds *r, const char *suffix)
{
    for (int i = 0; i < r->n->count; i++) {
        if (!has_logic(&r->n->modules[i]))
            continue;
        char *name = file_of(r->u, i, suffix), *data = work_read(r->u->job, name);
        if (data == NULL)
            die("internal: ABC has not mapped %s", r->n->modules[i].name);
        modular_map(&r->n->modules[i], data);
    }
}

/* Maps all modules and writes the netlist. Returns its slack. */
static double map_all(rounds *r, int round)
{
    const synth_job *job = r->u->job;
    text v = {0};
    for (int i = 0; i < r->n->count; i++)
        r->n->modules[i].equal = r->n->modules[i].gates = (blif_names){0};
    run_all(r, "map", write_mapping);
    take(r, "mapped.blif");
    run_all(r, "size", write_sizing);
    take(r, "sized.blif");
    modular_write(r->n, &v);
    work_write(job, format_new("%s.timed.v", r->u->name), &v);
    text_free(&v);
    char *tcl = format_new("%s.boundary.tcl", r->u->name), *log = format_new("%s.timed.round%d.log", r->u->name, round);
    script_write(job, "synth/boundary.tcl", tcl, "UNIT", r->u->name, "TOP", r->u->top, NULL);
    char *output = sta_run(job, tcl, log);
    double slack;
    const char *at = strstr(output, "@ slack");
    if (at == NULL || sscanf(at, "@ slack %lf", &slack) != 1)
        die("sta has written no slack of %s (log: syn/%s)", r->u->top, log);
    times_read(r->n, r->times, output);
    arena_free(output);
    return slack;
}

/* ---- The whole ---- */

/* Yosys' commands that give held registers their clock gates. */
static void held_registers(const synth_job *job, text *out)
{
    if (!job->gated) {
        text_puts(out, "# no clock gates");
        return;
    }
    text_puts(out, "opt -full -nosdff\ntechmap -map held_gated.v");
    gate_macros(job, "-D ", out);
    text_puts(out, "\ndffunmap -ce-only\nopt -full -nodffe -nosdff");
}

/* The front end, and its netlist taken apart. */
static void open_rounds(rounds *r, const synth_unit *u, modular *n)
{
    const synth_job *job = u->job;
    text library = {0}, held = {0};
    char *script = format_new("%s.timed.ys", u->name), *log = format_new("%s.timed.log", u->name),
         *files = format_new("%s %s", u->files, u->box_files), *netlist = format_new("%s.timed.blif", u->name);
    *r = (rounds){.u = u, .n = n, .clock = {LAUNCH_FO4 * job->fo4_ns, job->clock_ns - SETUP_FO4 * job->fo4_ns}};
    held_registers(job, &held);
    char *plain = work_read(job, "abc.lib");
    delays_library(job, plain, &library);
    work_write(job, "delays.lib", &library);
    text_free(&library);
    script_write(job, "synth/held_gated.v", "held_gated.v", NULL);
    script_write(job, "synth/timed.ys", script, "FILES", files, "TOP", u->top, "GATES", held.data, "UNIT", u->name, NULL);
    yosys_run(job, script, log);
    modular_read(n, work_read(job, netlist));
    r->times = zalloc((size_t)n->count * sizeof *r->times);
    for (int i = 0; i < n->count; i++)
        times_open(&r->times[i], &n->modules[i]);
}

static void prove(rounds *r)
{
    run_all(r, "proof", write_proof);
    for (int i = 0; i < r->n->count; i++) {
        if (!has_logic(&r->n->modules[i]))
            continue;
        char *log = file_of(r->u, i, "proof.abc.log"), *output = work_read(r->u->job, log);
        if (output == NULL || strstr(output, "drivers added") || strstr(output, "are equivalent") == NULL)
            die("the netlist of %s is not equivalent to its logic", r->n->modules[i].name);
    }
}

void rounds_run(const synth_unit *u, modular *n)
{
    rounds r;
    double best = -INFINITY;
    text v = {0};
    open_rounds(&r, u, n);
    modular_module *kept = zalloc((size_t)n->count * sizeof *kept);
    for (int round = 0; round < ROUNDS && best < 0; round++) {
        double slack = map_all(&r, round);
        if (slack > best) {
            best = slack;
            memcpy(kept, n->modules, (size_t)n->count * sizeof *kept);
        }
    }
    memcpy(n->modules, kept, (size_t)n->count * sizeof *kept);
    modular_write(n, &v);
    work_write(u->job, format_new("%s.timed.v", u->name), &v);
    text_free(&v);
    prove(&r);
}
