/* SPDX-License-Identifier: Apache-2.0 */
#include "times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

net_times *times_find(const module_times *t, const char *net)
{
    net_times *found;
    HASH_FIND(by_net, t->by_net, net, strlen(net), found);
    return found;
}

void times_open(module_times *t, const modular_module *m)
{
    *t = (module_times){NULL, NULL, (int)m->logic[0].count, (int)m->logic[1].count};
    t->all = zalloc((size_t)(t->inputs + t->outputs + 1) * sizeof *t->all);
    for (int i = 0; i < t->inputs + t->outputs; i++) {
        net_times *net = &t->all[i];
        *net = (net_times){
            .net = i < t->inputs ? m->logic[0].data[i] : m->logic[1].data[i - t->inputs], .arrival = NAN, .required = NAN, .load_ff = NAN};
        HASH_ADD_KEYPTR(by_net, t->by_net, net->net, strlen(net->net), net);
    }
}

static void times_forget(module_times *t)
{
    for (int i = 0; i < t->inputs + t->outputs; i++)
        t->all[i].arrival = t->all[i].required = t->all[i].load_ff = NAN;
}

/* The worst counts of several instances of a module. fmax and fmin pass over NAN. */
static void times_add(const modular *n, module_times *times, const modular_module *m, const char *net, double arrival, double required,
                      double load_ff)
{
    net_times *t = m ? times_find(&times[m - n->modules], net) : NULL;
    if (t == NULL)
        return;
    t->arrival = fmax(t->arrival, arrival);
    t->required = fmin(t->required, required);
    t->load_ff = fmax(t->load_ff, load_ff);
}

void times_read(const modular *n, module_times *times, const char *output)
{
    char line[STA_LINE], type[1024], net[1024];
    double arrival, required, load;
    for (int i = 0; i < n->count; i++)
        times_forget(&times[i]);
    while (sta_next(&output, line))
        if (sscanf(line, "@ port {%1023[^}]} %1023s %lf %lf %lf", type, net, &arrival, &required, &load) == 5)
            times_add(n, times, modular_find(n, type), net, arrival, required, load);
        else if (sscanf(line, "@ net %1023s %lf %lf %lf", net, &arrival, &required, &load) == 4)
            times_add(n, times, &n->modules[0], net, arrival, required, load);
}
