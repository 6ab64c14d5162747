/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a flat netlist from a unit's Verilog. The search maps the logic between the register boxes; the boxes are mapped once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "netlist.h"

/* Buffers the enable net and maps the gates that the flip-flops need. A register box leaves nothing to search. */
static const char regs_recipe[] = "strash; map; topo; buffer -c -N 16; upsize -D %.0f; dnsize -D %.0f";
enum { REGS_TARGET_FO4 = 10 };

static void write_script(const synth_unit *u, const char *step, const text *t)
{
    char *script = format_new("%s.%s.ys", u->name, step), *log = format_new("%s.%s.log", u->name, step);
    work_write(u->job, script, t);
    yosys_run(u->job, script, log);
    free(script);
    free(log);
}

static char *file_of(const synth_unit *u, const char *suffix)
{
    return format_new("%s.%s", u->name, suffix);
}

/* Reads and flattens the unit, and separates logic from boxes. */
static void front(synth_unit *u)
{
    text t = {0};
    char *rank = format_new("%s_rank", u->job->d->name);
    script_add(&t, "synth/front.ys", "FILES", u->files, "BOX_FILES", u->box_files, "TOP", u->top, "UNIT", u->name, "BOXES", u->boxes,
               "RANK", rank, NULL);
    free(rank);
    if (*u->box_files == '\0') {
        char *line = strstr(t.data, "read_verilog -lib");
        *line = '#';
    }
    write_script(u, "front", &t);
    text_free(&t);
    char *count = file_of(u, "core.count");
    u->has_core = work_count(u->job, count) > 0;
    free(count);
    if (u->has_core) {
        search_split(u);
    } else {
        text_printf(&t, "read_rtlil %s.flat.il\nwrite_verilog -noattr %s.top.v\n", u->name, u->name);
        write_script(u, "split", &t);
        text_free(&t);
    }
}

/* The files that Yosys reads for the register boxes. */
static char *rank_files(const synth_unit *u)
{
    const synth_job *job = u->job;
    char *rank = format_new("rtl/%s_rank.v", job->d->name);
    /* Decoders stay whole in the arbiter, and its ranks are theirs. */
    char *command = u->area_only                         ? format_new("read_verilog -lib %s", u->box_files)
                    : strstr(u->box_files, rank) == NULL ? format_new("# no register boxes")
                    : job->gated                         ? gate_command(job, "rank_gated.v")
                                                         : format_new("read_verilog %s", rank);
    free(rank);
    return command;
}

/* Maps the inside of the boxes. Leaves UNIT.seq.v with an instance of the core and, if the boxes need gates, UNIT.regs.v. */
static void registers(synth_unit *u)
{
    synth_job *job = u->job;
    text t = {0};
    char *ranks = rank_files(u);
    char *core = format_new("%s%s.box.v", u->has_core ? "read_verilog -lib " : "# no logic: ", u->name);
    script_add(&t, "synth/registers.ys", "UNIT", u->name, "TOP", u->top, "RANKS", ranks, "CORE", core, NULL);
    write_script(u, "registers", &t);
    text_free(&t);
    free(ranks);
    free(core);
    char *count = file_of(u, "regs.count");
    u->has_regs = work_count(job, count) > 0;
    free(count);
    char *in = file_of(u, "seq.il"), *rest = file_of(u, "seq.v");
    char *blif = file_of(u, "regs.blif"), *stub = file_of(u, "regs.box.v");
    if (u->has_regs) {
        script_add(&t, "synth/split.ys", "IN", in, "BOXES", "* t:$_* %d", "PART", "regs", "REST", rest, "STUB", stub, "LIBRARY",
                   "read_liberty -lib functions.lib", NULL);
        script_add(&t, "synth/variant.ys", "NAME", "registers", "PART", "regs", "COMMANDS", "opt -full", "BLIF", blif, NULL);
    } else {
        text_printf(&t, "read_rtlil %s\nsplitnets\nclean -purge\nwrite_verilog -noattr %s\n", in, rest);
    }
    write_script(u, "seq", &t);
    text_free(&t);
    if (u->has_regs) {
        work_canon(job, blif, false);
        double ps = REGS_TARGET_FO4 * job->fo4_ns * 1000;
        text_printf(&t, "read_lib abc.lib\nread_constr abc.constr\nread_blif %s\n", blif);
        text_printf(&t, regs_recipe, ps, ps);
        text_printf(&t, "\nwrite_verilog %s.regs.v\ncec -n\n", u->name);
        char *script = file_of(u, "regs.abc"), *log = file_of(u, "regs.log"), *out = file_of(u, "regs.v");
        work_write(job, script, &t);
        char *output = abc_run(job, script, log);
        if (strstr(output, "Networks are equivalent") == NULL)
            die("the mapped registers of %s are not equivalent to their gates (log: syn/%s)", u->name, log);
        free(output);
        char *mapped = work_read(job, out);
        if (mapped == NULL)
            die("ABC cannot map the registers of %s (log: %s)", u->name, log);
        free(mapped);
        free(script);
        free(log);
        free(out);
    }
    text_free(&t);
    free(in);
    free(rest);
    free(blif);
    free(stub);
}

/* Yosys commands that put the RTL's ports around the netlist's single bits. A plain `connect` would remove the driver of a net that has
 * another name. */
static void join_ports(const synth_unit *u, text *out)
{
    char *file = file_of(u, "ports.json");
    netlist n;
    netlist_read(&n, u->job, file);
    for (int i = 0; i < n.port_count; i++) {
        const struct netlist_port *p = &n.ports[i];
        text bits = {0};
        if (p->width == 1) {
            text_printf(&bits, "%s.bit", p->name);
            text_printf(out, "rename %s %s\n", p->name, bits.data);
        }
        for (int bit = p->width - 1; p->width > 1 && bit >= 0; bit--)
            text_printf(&bits, "%s[%d]%s", p->name, bit, bit ? "," : "");
        text_printf(out, "add -%s %s %d\n", p->output ? "output" : "input", p->name, p->width);
        text_printf(out, "connect -nomap -nounset -set %s %s\n", p->output ? p->name : bits.data, p->output ? bits.data : p->name);
        text_free(&bits);
    }
    netlist_free(&n);
    free(file);
}

/* Joins everything in one flat module. */
static void finish(synth_unit *u)
{
    text t = {0}, ports = {0};
    join_ports(u, &ports);
    char *files =
        format_new("%s.seq.v%s%s%s%s%s%s", u->name, u->has_core ? " " : "", u->has_core ? u->name : "", u->has_core ? ".core.v" : "",
                   u->has_regs ? " " : "", u->has_regs ? u->name : "", u->has_regs ? ".regs.v" : "");
    char *boxes = u->area_only ? format_new("read_verilog -lib %s", u->box_files) : format_new("# no boxes");
    script_add(&t, "synth/final.ys", "FILES", files, "BOXES", boxes, "TOP", u->top, "UNIT", u->name, "PORTS", ports.data, NULL);
    write_script(u, "final", &t);
    text_free(&t);
    text_free(&ports);
    free(boxes);
    free(files);
}

void unit_run(synth_unit *u)
{
    proof_gold(u);
    front(u);
    registers(u);
    if (u->has_core)
        search_unit(u);
    finish(u);
    proof_gate(u);
}
