/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_constraints.c - syn/NAME.sdc: what tools of synthesis and of timing must know of the modules that are mapped by themselves. */
#include <string.h>

#include "../base/file.h"
#include "emission.h"
#include "ports.h"

enum { MAX_INPUTS = 4 * MAX_PORTS };

/* Names, each once. */
typedef struct {
    int count;
    char *name[MAX_INPUTS];
} name_list;

static void add_name(name_list *l, char *name)
{
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->name[i], name) == 0)
            return;
    l->name[l->count++] = name;
}

/* Adds the inputs of the module in this file, but the clock; none if the design has no such file. */
static void add_inputs(const emission *e, const char *path, name_list *inputs)
{
    char *full = path_join(e->dir, path);
    if (!file_exists(full))
        return;
    module_head head;
    module_head_read(e->dir, path, NULL, &head);
    for (const module_port *p = head.port; p < head.port + head.ports && inputs->count < MAX_INPUTS; p++)
        if (!p->output && strcmp(p->name, "clk_i") != 0)
            add_name(inputs, p->name);
}

/* The same of NAME_suffix and of the module with structs around it. */
static void add_both(const emission *e, const char *suffix, name_list *inputs)
{
    const char *name = e->design->name;
    add_inputs(e, format_new("rtl/%s_%s.v", name, suffix), inputs);
    add_inputs(e, format_new("sv/%s_%s_sv.sv", name, suffix), inputs);
}

/* The inputs of all modules that are mapped by themselves: those that a user instantiates, and what stands beside memories. */
static void find_inputs(const emission *e, name_list *inputs)
{
    const design *d = e->design;
    for (int kind = 0; kind < BENCHES; kind++) {
        bench_layout l = bench_layout_of(d, (bench_kind)kind);
        for (int k = 0; bench_modules_exist(d, (bench_kind)kind) && k < l.count; k++)
            add_both(e, l.module[k].instance, inputs);
    }
    add_both(e, "inflight", inputs);
    add_both(e, format_new("%s_slice", d->unit->name), inputs);
}

/* The user sets the period. Inputs arrive at 0 and outputs are due at the clock edge. The inputs are named, since no two tools leave the clock out
 * of all inputs in the same way. */
void emit_constraints(emission *e)
{
    text t = {0};
    name_list inputs = {.count = 0};
    find_inputs(e, &inputs);
    text_puts(&t, "# Constraints of each module of this design. Set the period (ns) before: set wf_period 0.714\n"
                  "if {![info exists wf_period]} { set wf_period 1.0 }\n"
                  "if {[llength [get_ports -quiet clk_i]] > 0} {\n"
                  "    create_clock -name clk -period $wf_period [get_ports clk_i]\n"
                  "    # The reset may begin at any time. Its end is an input as any other, so recovery and removal are checked.\n"
                  "    set_false_path -fall_from [get_ports rst_ni]\n"
                  "} else {\n"
                  "    create_clock -name clk -period $wf_period\n"
                  "}\n"
                  "set_input_delay 0 -clock clk [get_ports -quiet {");
    for (int i = 0, column = 120; i < inputs.count; i++) {
        int more = (int)strlen(inputs.name[i]) + 1;
        text_printf(&t, "%s%s", column + more > 120 ? "\n    " : " ", inputs.name[i]);
        column = column + more > 120 ? 4 + more - 1 : column + more;
    }
    text_puts(&t, "\n}]\n"
                  "set_output_delay 0 -clock clk [all_outputs]\n");
    if (has_cell(e, "hold"))
        text_puts(&t,
                  "# Latches close with the clock edge that ends a cycle, and nobody uses their values in it: they have the next one too.\n"
                  "set wf_latches [all_registers -level_sensitive -output_pins]\n"
                  "if {[llength $wf_latches] > 0} {\n"
                  "    set_multicycle_path 2 -setup -through $wf_latches\n"
                  "    set_multicycle_path 1 -hold -through $wf_latches\n"
                  "}\n");
    put(e, format_new("syn/%s.sdc", e->design->name), "sdc", &t);
}
