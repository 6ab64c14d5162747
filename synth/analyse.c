/* SPDX-License-Identifier: Apache-2.0
 *
 * analyse.c - measures the finished netlist of a unit: area by part, slack by stage, the critical path, power. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "netlist.h"
#include "paths.h"
#include "wires.h"

static bool is_core(const netlist_cell *c)
{
    return starts_with(c->name, "core.");
}

static bool is_state(const netlist_cell *c)
{
    return c->cell->kind == CELL_FLOP || c->cell->kind == CELL_CLOCK_GATE;
}

/* The parts of a unit's area, by output bit. A cell is in the first part if a bit of the first part depends on it. */
static bool in_first_part(const synth_unit *u, const struct netlist_port *p, int bit)
{
    if (u->module->role == MODULE_DEC)
        return starts_with(p->name, "block_") && rtl_low_half(u->job->d, bit);
    return !starts_with(p->name, "payload_");
}

const char *unit_part(const synth_unit *u, int part)
{
    static const char *const names[][2] = {[MODULE_ENC] = {"classify", "pack"}, [MODULE_DEC] = {"low", "high"}};
    module_role role = u->module->role;
    return role == MODULE_ENC || role == MODULE_DEC ? names[role][part] : NULL;
}

static void areas(synth_unit *u, const netlist *n)
{
    bool *first = zalloc((size_t)(n->cell_count + 1) * sizeof *first);
    for (int i = 0; i < n->port_count; i++)
        for (int bit = 0; n->ports[i].output && bit < n->ports[i].width; bit++)
            if (in_first_part(u, &n->ports[i], bit))
                netlist_cone(n, n->ports[i].nets[bit], first);
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        if (c->cell == NULL)
            continue;
        u->job->used[c->cell - u->job->lib.cells] = true;
        if (is_core(c)) {
            u->area += c->cell->area;
            u->part_area[!first[i]] += c->cell->area;
        } else {
            u->reg_area += c->cell->area;
            u->reg_count += liberty_stores(c->cell);
        }
    }
}

/* The rank that an instance belongs to by its name, from 0; -1 if it belongs to none. */
static int rank_of(char *const *ranks, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (starts_with(name, ranks[i]) && name[strlen(ranks[i])] == '.')
            return i;
    return -1;
}

/* Names of the register boxes, in the order in which data pass through them. */
static int read_ranks(const synth_unit *u, const netlist *n, char **ranks)
{
    int count = 0, before[SYNTH_MAX_RANKS] = {0};
    char *file = format_new("%s.ranks", u->name), *list = work_read(u->job, file), *save = NULL;
    char *line = list ? strtok_r(list, "\n", &save) : NULL;
    for (; line && count < SYNTH_MAX_RANKS; line = strtok_r(NULL, "\n", &save))
        if (strchr(line, '/'))
            ranks[count++] = format_new("%s", strchr(line, '/') + 1);
    /* A rank comes after all ranks that its data depend on. */
    for (int r = 0; r < count; r++) {
        bool *mark = zalloc((size_t)(n->cell_count + 1) * sizeof *mark), seen[SYNTH_MAX_RANKS] = {false};
        for (int i = 0; i < n->cell_count; i++)
            if (n->cells[i].cell && n->cells[i].cell->kind == CELL_FLOP && rank_of(ranks, count, n->cells[i].name) == r)
                for (int p = 0; p < n->cells[i].cell->pin_count; p++)
                    if (n->cells[i].cell->pins[p].input)
                        netlist_cone(n, n->cells[i].nets[p], mark);
        for (int i = 0; i < n->cell_count; i++) {
            int from = mark[i] && is_state(&n->cells[i]) ? rank_of(ranks, count, n->cells[i].name) : -1;
            if (from >= 0 && from != r)
                seen[from] = true;
        }
        for (int k = 0; k < count; k++)
            before[r] += seen[k];
    }
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (before[k] < before[i]) {
                int b = before[i];
                char *name = ranks[i];
                before[i] = before[k], ranks[i] = ranks[k];
                before[k] = b, ranks[k] = name;
            }
    return count;
}

/* Yosys numbers the nets that have no name in the RTL. */
static bool is_named(const netlist *n, int net)
{
    const char *name = n->nets[net].name;
    return name && name[0] != '_' && name[0] != '$';
}

/* The RTL's name of what a flip-flop holds: the net that it drives, or that behind its inverter if it has no other output. */
static const char *held(const netlist *n, const char *instance, size_t len)
{
    int net = -1;
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        if (c->cell == NULL || !liberty_stores(c->cell) || strncmp(c->name, instance, len) != 0 || c->name[len])
            continue;
        for (int p = 0; p < c->cell->pin_count; p++)
            if (c->cell->pins[p].output && c->nets[p] >= 0 && (net < 0 || is_named(n, c->nets[p])))
                net = c->nets[p];
    }
    for (int i = 0; net >= 0 && !is_named(n, net) && i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        if (c->cell && c->cell->pin_count == 2 && (c->nets[0] == net || c->nets[1] == net) && n->nets[net].driver != i)
            net = c->nets[c->nets[0] == net];
    }
    return net >= 0 && is_named(n, net) ? n->nets[net].name : NULL;
}

/* The register in a rank that has this name: "data_q[5]". The port that it drives is "data_o[5]" (wf_rank.v), its flip-flop
 * "data_q[5]_ff" (registers.ys). */
static char *register_name(const char *name)
{
    size_t port = strcspn(name, "["), len = strlen(name) - (ends_with(name, "_ff") ? 3 : 0);
    if (port > len)
        port = len;
    bool output = port > 2 && strncmp(name + port - 2, "_o", 2) == 0;
    return format_new("%.*s%s%.*s", (int)(output ? port - 2 : port), name, output ? "_q" : "", (int)(len - port), name + port);
}

/* A pin or port that OpenSTA names, in RTL terms. */
static void describe(const synth_unit *u, const netlist *n, char *const *ranks, const char *pin, text *out)
{
    int rank = rank_of(ranks, u->ranks, pin);
    size_t len = strcspn(pin, "/");
    const char *name = held(n, pin, len);
    char *own = format_new("%.*s", (int)len, rank < 0 ? pin : pin + strlen(ranks[rank]) + 1);
    if (rank >= 0)
        text_printf(out, "rank %d (%s) ", rank + 1, ranks[rank]);
    if (rank >= 0 && name && rank_of(ranks, u->ranks, name) == rank)
        name += strlen(ranks[rank]) + 1;
    else if (name && rank_of(ranks, u->ranks, name) != rank) /* what another rank is given has its name too */
        name = NULL;
    own[strcspn(own, "/")] = '\0';
    char *term = rank >= 0 ? register_name(name ? name : own) : format_new("%s", name ? name : own);
    rtl_term(u->job->d, term, out);
}

static char *without_escapes(const char *name, size_t len)
{
    text t = {0};
    for (size_t i = 0; i < len; i++)
        if (name[i] != '\\')
            text_add(&t, name + i, 1);
    text_add(&t, "", 0);
    return t.data;
}

/* "FROM -> TO" in RTL terms. */
static char *describe_path(const synth_unit *u, const netlist *n, char *const *ranks, const char *from, const char *to)
{
    text t = {0};
    describe(u, n, ranks, from, &t);
    text_puts(&t, " -> ");
    describe(u, n, ranks, to, &t);
    return t.data;
}

/* The lines "@ end SLACK FROM TO" of unit.tcl. */
static void timing(synth_unit *u, const netlist *n, const char *output, char *const *ranks)
{
    double worst = INFINITY;
    u->stages = zalloc((SYNTH_MAX_RANKS + 1) * sizeof *u->stages);
    for (int i = 0; i <= SYNTH_MAX_RANKS; i++)
        u->stage_slack[i] = NAN;
    for (const char *at = output; (at = strstr(at, "@ end ")) != NULL;) {
        at += strlen("@ end ");
        char *rest;
        double slack = strtod(at, &rest);
        size_t a = strcspn(++rest, " "), b = strcspn(rest + a + 1, "\n");
        char *from = without_escapes(rest, a), *to = without_escapes(rest + a + 1, b);
        int rank = rank_of(ranks, u->ranks, to);
        int stage = rank >= 0 ? rank : u->ranks;
        if (!(u->stage_slack[stage] <= slack)) {
            u->stage_slack[stage] = slack;
            u->stages[stage].ends = describe_path(u, n, ranks, from, to);
        }
        if (slack < worst) {
            worst = slack;
            u->path = format_new("%s", u->stages[stage].ends);
        }
    }
    if (isinf(worst))
        worst = u->job->clock_ns;
    u->slack = worst;
    u->delay = u->job->clock_ns - worst;
    if (u->path == NULL)
        u->path = format_new("none");
}

/* DIR/activity_UNIT.txt as OpenSTA commands: lines "port bit activity duty". */
static void activity(synth_unit *u, const netlist *n, const char *dir)
{
    text t = {0};
    text_add(&t, "", 0);
    char *path = format_new("%s/activity_%s.txt", dir, u->name), *data = file_read_any(path, NULL), *save = NULL;
    u->rate = atof(ASSUMED_DUTY);
    u->measured_activity = data != NULL;
    for (char *l = data ? strtok_r(data, "\n", &save) : NULL; l; l = strtok_r(NULL, "\n", &save)) {
        char port[128];
        int bit;
        double toggles, duty;
        if (sscanf(l, "%127s %d %lf %lf", port, &bit, &toggles, &duty) != 4)
            continue;
        if (strcmp(port, "valid_i") == 0 && duty > 0)
            u->rate = duty;
        for (int i = 0; i < n->port_count; i++)
            if (!n->ports[i].output && strcmp(n->ports[i].name, port) == 0 && bit < n->ports[i].width) {
                char *name = netlist_bit(port, n->ports[i].width, bit);
                text_printf(&t, "set_power_activity -input_ports [get_ports {%s}] -activity %.6g -duty %.6g\n", name, toggles, duty);
            }
    }
    char *script = format_new("%s.activity.tcl", u->name);
    work_write(u->job, script, &t);
}

static void power(synth_unit *u, const char *output)
{
    double internal, switching, leakage;
    if (liberty_no_power(&u->job->lib)) {
        u->power_mw = u->leak_mw = u->energy_pj = NAN;
        return;
    }
    const char *at = strstr(output, "@ power ");
    if (at == NULL || sscanf(at, "@ power %lf %lf %lf", &internal, &switching, &leakage) != 3)
        die("sta gave no power of %s (log: syn/%s.sta.log)", u->top, u->name);
    u->power_mw = (internal + switching) * 1e3;
    u->leak_mw = leakage * 1e3;
    u->energy_pj = u->power_mw * u->job->clock_ns / u->rate;
}

void analyse_unit(synth_unit *u, const char *dir)
{
    char *file = format_new("%s.json", u->name), *ranks[SYNTH_MAX_RANKS];
    netlist n;
    netlist_read(&n, u->job, file);
    areas(u, &n);
    if (u->area_only) {
        netlist_free(&n);
        return;
    }
    u->ranks = read_ranks(u, &n, ranks);
    activity(u, &n, dir);
    char *script = format_new("%s.unit.tcl", u->name), *log = format_new("%s.sta.log", u->name);
    char *wires = wires_commands(u, n.cell_count);
    text names = {0};
    text_add(&names, "", 0);
    for (int i = 0; i < u->ranks; i++)
        text_printf(&names, "{%s} ", ranks[i]);
    script_write(u->job, "synth/unit.tcl", script, "UNIT", u->name, "TOP", u->top, "ACTIVITY", ASSUMED_ACTIVITY, "DUTY", ASSUMED_DUTY,
                 "RANKS", names.data, "WIRES", wires, NULL);
    script_write(u->job, "synth/print_power.tcl", "print_power.tcl", NULL);
    char *output = sta_run(u->job, script, log);
    timing(u, &n, output, ranks);
    power(u, output);
    wires_read(u, output);
    paths_write(u, &n, u->stages, u->ranks + 1);
    netlist_free(&n);
}
