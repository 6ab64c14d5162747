/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_power.c - syn/NAME.upf, of a design that switches memories off (wf_memory.power): a power domain, a switch and an isolation for each, in commands of
 * UPF 1.0, which later versions of IEEE 1801 have too. */
#include <string.h>

#include "emission.h"

/* The path of memory i. */
static char *instance(const wf_memory *m, int i)
{
    text t = {0};
    int number = i / m->each;
    for (const char *c = m->path; *c; c++)
        if (*c == '#') {
            text_printf(&t, "%d", number);
            number = i % m->each;
        } else {
            text_printf(&t, "%c", *c);
        }
    return t.data;
}

static void put_top(const design *d, text *t)
{
    text_printf(
        t,
        "# Power intent of %s_%s (IEEE 1801). What is switched off is memories, each by itself; all else is always on. A memory that is "
        "off has no\n"
        "# words to keep, is not read and not written, and what it shows is not used: isolation is there for the gates behind it alone.\n"
        "upf_version 1.0\n"
        "create_power_domain TOP -include_scope\n"
        "create_supply_port VDD -domain TOP\n"
        "create_supply_port VSS -domain TOP\n"
        "create_supply_net VDD -domain TOP\n"
        "create_supply_net VSS -domain TOP\n"
        "connect_supply_net VDD -ports VDD\n"
        "connect_supply_net VSS -ports VSS\n"
        "set_domain_supply_net TOP -primary_power_net VDD -primary_ground_net VSS\n",
        d->name, d->unit->name);
}

static void put_memory(const wf_memory *m, int i, text *t)
{
    char *own = format_new("%s_%d", m->name, i);
    text_printf(t,
                "\ncreate_power_domain %s -elements {{%s}}\n"
                "create_supply_net VDD -domain %s -reuse\n"
                "create_supply_net VSS -domain %s -reuse\n"
                "create_supply_net VDD_%s -domain %s\n"
                "set_domain_supply_net %s -primary_power_net VDD_%s -primary_ground_net VSS\n",
                own, instance(m, i), own, own, own, own, own, own);
    text_printf(
        t,
        "create_power_switch switch_%s -domain %s -input_supply_port {in VDD} -output_supply_port {out VDD_%s} \\\n"
        "    -control_port {power {%s[%d]}} -on_state {powered in {power}} -off_state {off {!power}}\n"
        "set_isolation isolate_%s -domain %s -isolation_power_net VDD -isolation_ground_net VSS -clamp_value 0 -applies_to outputs\n"
        "set_isolation_control isolate_%s -domain %s -isolation_signal {%s[%d]} -isolation_sense low -location parent\n",
        own, own, own, m->power, i, own, own, own, own, m->on, i);
}

void emit_power(emission *e)
{
    const design *d = e->design;
    wf_memory memory[WF_MAX_MEMORIES];
    int kinds = d->unit->memories ? d->unit->memories(&d->config, memory) : 0;
    text t = {0};
    for (const wf_memory *m = memory; m < memory + kinds; m++) {
        if (m->power && t.len == 0)
            put_top(d, &t);
        for (int i = 0; m->power && i < m->count; i++)
            put_memory(m, i, &t);
    }
    if (t.len > 0)
        put(e, format_new("syn/%s.upf", d->name), "upf", &t);
}
