/* SPDX-License-Identifier: Apache-2.0 */
#include "power_job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "power.h"

static const char *class_name(const design *d, int class)
{
    return d->codec ? d->codec->class_names[class] : "all";
}

static double pj(double joules, double count)
{
    return count > 0 ? joules * 1e12 / count : (double)NAN;
}

/* What drives clk_i spends this on its pins in a cycle. */
static double clock_in(const measured_unit *u, double volts)
{
    for (int i = 0; i < u->n.port_count; i++)
        if (strcmp(u->n.ports[i].name, "clk_i") == 0 && u->n.ports[i].nets[0] >= 0)
            return u->load[u->n.ports[i].nets[0]] * volts * volts * 1e12;
    return 0;
}

void power_figures(const power_job *p, const measured_unit *u, metrics *m)
{
    const design *d = p->job.d;
    const power_result *r = &u->r;
    power_sum all = {0};
    double period = p->job.clock_ns * 1e-9, cycles = (double)r->active.activations;
    for (int c = 0; c < POWER_IDLE; c++) {
        all.internal += r->class[c].internal;
        all.switching += r->class[c].switching;
        all.clock += r->class[c].clock;
        all.activations += r->class[c].activations;
    }
    double count = (double)all.activations, mean = pj(all.internal + all.switching, count);
    for (int c = 0; c < POWER_IDLE; c++)
        if (r->class[c].activations > 0) {
            const char *name = class_name(d, c);
            metrics_set(m, 100 * (double)r->class[c].activations / count, KEY_POWER_CLASS_SHARE, u->name, name);
            metrics_set(m, pj(r->class[c].internal + r->class[c].switching, (double)r->class[c].activations), KEY_POWER_CLASS_ENERGY,
                        u->name, name);
        }
    const power_sum *idle = &r->class[POWER_IDLE];
    /* OpenSTA has a pulse in every cycle at each clock pin, and counts as much as if no clock gate closed */
    const power_sum open = {.internal = r->active.internal + r->closed.internal, .switching = r->active.switching + r->closed.switching};
    double carried = (u->carried[0] + u->carried[1]) * period * cycles / count * 1e12;
    metrics_set_known(m, mean, KEY_POWER_MEAN, u->name);
    metrics_set_known(m, pj(all.internal, count), KEY_POWER_INTERNAL, u->name);
    metrics_set_known(m, pj(all.switching, count), KEY_POWER_SWITCHING, u->name);
    metrics_set_known(m, pj(all.clock, count), KEY_POWER_CLOCK, u->name);
    metrics_set(m, clock_in(u, p->job.lib.volts), KEY_POWER_CLOCK_IN, u->name);
    metrics_set_known(m, pj(r->active.internal + r->active.switching, cycles), KEY_POWER_CYCLE, u->name);
    metrics_set_known(m, pj(r->closed.internal + r->closed.switching, cycles), KEY_POWER_CLOSED, u->name);
    metrics_set_known(m, pj(idle->internal + idle->switching, (double)idle->activations), KEY_POWER_IDLE_CYCLE, u->name);
    metrics_set(m, r->leakage * 1e3, KEY_POWER_LEAK, u->name);
    metrics_set(m, r->leakage_any * 1e3, KEY_POWER_LEAK_ANY, u->name);
    metrics_set_known(m, carried, KEY_POWER_CARRIED, u->name);
    metrics_set_known(m, carried / mean, KEY_POWER_CARRIED_RATIO, u->name);
    metrics_set_known(m, u->carried[1] * cycles * period / open.switching, KEY_POWER_CARRIED_NETS, u->name);
    metrics_set_known(m, open.internal / cycles / period / u->measured[0], KEY_POWER_STA_INTERNAL, u->name);
    metrics_set_known(m, open.switching / cycles / period / u->measured[1], KEY_POWER_STA_SWITCHING, u->name);
    metrics_set_known(m, r->leakage_any / u->measured[2], KEY_POWER_STA_LEAK, u->name);
}

/* "inside cells 6.684 (outside 10 %)" */
static char *ratio(const char *what, double over)
{
    bool marked = !(over >= 1 - POWER_AGREES && over <= 1 + POWER_AGREES);
    return isnan(over) ? format_new("%s unknown", what) : format_new("%s %.3f%s", what, over, marked ? " (outside 10 %)" : "");
}

/* A figure of the unit with four digits; "-" if it is not known. */
static char *shown(double v)
{
    return isnan(v) ? format_new("-") : format_new("%.4g", v);
}

void power_show(const power_job *p, const measured_unit *u, const metrics *m)
{
    const char *n = u->name;
    printf("%s\n  %-16s %8s %14s\n", n, "code", "share %", "pJ, activation");
    for (int c = 0; c < POWER_IDLE; c++)
        if (u->r.class[c].activations > 0) {
            const char *name = class_name(p->job.d, c);
            printf("  %-16s %8.2f %14s\n", name, metrics_get(m, KEY_POWER_CLASS_SHARE, n, name),
                   shown(metrics_get(m, KEY_POWER_CLASS_ENERGY, n, name)));
        }
    printf("  %-16s %8s %14s  inside cells %s, on nets %s; of it clock pins and gated clocks %s\n", "mean", "",
           shown(metrics_get(m, KEY_POWER_MEAN, n)), shown(metrics_get(m, KEY_POWER_INTERNAL, n)),
           shown(metrics_get(m, KEY_POWER_SWITCHING, n)), shown(metrics_get(m, KEY_POWER_CLOCK, n)));
    printf("  %-16s %8s %14s\n", "idle cycle", "", shown(metrics_get(m, KEY_POWER_IDLE_CYCLE, n)));
    if (u->r.closed.clock > 0)
        printf("  closed clock gates keep away pulses of %s pJ a cycle, which takes %s pJ, whatever is in it\n",
               shown(metrics_get(m, KEY_POWER_CLOSED, n)), shown(metrics_get(m, KEY_POWER_CYCLE, n)));
    printf("  leakage %s mW by state, %s mW whatever the state\n", shown(metrics_get(m, KEY_POWER_LEAK, n)),
           shown(metrics_get(m, KEY_POWER_LEAK_ANY, n)));
    printf("  as synthesis has it, carried through gates from the same inputs: %s pJ, %.3g of the mean; on nets alone %.3g\n",
           shown(metrics_get(m, KEY_POWER_CARRIED, n)), metrics_get(m, KEY_POWER_CARRIED_RATIO, n),
           metrics_get(m, KEY_POWER_CARRIED_NETS, n));
    printf("  over OpenSTA's at the same activity, no clock gate closed: %s, %s, %s\n",
           ratio("inside cells", metrics_get(m, KEY_POWER_STA_INTERNAL, n)), ratio("on nets", metrics_get(m, KEY_POWER_STA_SWITCHING, n)),
           ratio("leakage whatever the state", metrics_get(m, KEY_POWER_STA_LEAK, n)));
}
