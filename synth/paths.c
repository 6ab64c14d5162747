/* SPDX-License-Identifier: Apache-2.0
 *
 * paths.c - the longest path of each stage: reads OpenSTA's report cell by cell, and names what lies on it as the RTL does. */
#include "paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "sources.h"

/* One output on a path, as OpenSTA reports it. */
typedef struct {
    char pin[512], cell[128]; /* "core.g5/Y", "NAND2X1"; of a port "in" */
    double load, slew, delay, arrival;
    char edge;
    int net, fanout;
} hop;

static const netlist_cell *find_cell(const netlist *n, const char *name, size_t len)
{
    for (int i = 0; i < n->cell_count; i++)
        if (strncmp(n->cells[i].name, name, len) == 0 && n->cells[i].name[len] == '\0')
            return &n->cells[i];
    return NULL;
}

/* The net of a pin that drives one, "core.g5/Y", or of an input port; -1: the pin drives none. */
static int net_of(const netlist *n, const char *pin)
{
    const char *slash = strrchr(pin, '/');
    if (slash == NULL) {
        for (int i = 0; i < n->port_count; i++)
            for (int bit = 0; !n->ports[i].output && bit < n->ports[i].width; bit++) {
                char *name = netlist_bit(n->ports[i].name, n->ports[i].width, bit);
                bool same = strcmp(name, pin) == 0;
                if (same)
                    return n->ports[i].nets[bit];
            }
        return -1;
    }
    const netlist_cell *c = find_cell(n, pin, (size_t)(slash - pin));
    for (int p = 0; c && c->cell && p < c->cell->pin_count; p++)
        if (c->cell->pins[p].output && strcmp(c->cell->pins[p].name, slash + 1) == 0)
            return c->nets[p];
    return -1;
}

/* Inputs of cells, and output ports, on a net. */
static int fanout_of(const netlist *n, int net)
{
    int count = 0;
    for (int i = 0; i < n->cell_count; i++)
        for (int p = 0; n->cells[i].cell && p < n->cells[i].cell->pin_count; p++)
            count += n->cells[i].cell->pins[p].input && n->cells[i].nets[p] == net;
    for (int i = 0; i < n->port_count; i++)
        for (int bit = 0; n->ports[i].output && bit < n->ports[i].width; bit++)
            count += n->ports[i].nets[bit] == net;
    return count;
}

/* A line of a path: "LOAD SLEW DELAY TIME ^ PIN (CELL)". */
static bool read_hop(const netlist *n, const char *line, hop *h)
{
    *h = (hop){.net = -1};
    return sscanf(line, "%lf %lf %lf %lf %c %511s (%127[^)])", &h->load, &h->slew, &h->delay, &h->arrival, &h->edge, h->pin, h->cell) ==
               7 &&
           (h->edge == '^' || h->edge == 'v') && (h->net = net_of(n, h->pin)) >= 0;
}

typedef struct {
    const synth_unit *u;
    const netlist *n;
    const source *sources;
    text *out;
    metrics *m;
    int stage; /* from 1 */
} sheet;

static void write_hop(const sheet *s, const hop *h, int number)
{
    const source *of = &s->sources[h->net];
    const char *name = s->u->name, *slash = strrchr(h->pin, '/');
    char *net = of->name ? format_new("%s%s", of->inverted ? "!" : "", of->name) : NULL;
    text_printf(s->out, "  %8.3f %8.3f %c %8.3f %8.1f %6d  %-24s %-28s %s\n", h->arrival, h->delay, h->edge == '^' ? 'r' : 'f', h->slew,
                h->load, h->fanout, slash ? h->cell : "(input)", of->place ? of->place : "-", net ? net : "-");
    metrics_set_text(s->m, slash ? h->cell : "input", KEY_HOP_CELL, name, s->stage, number);
    metrics_set_text(s->m, h->pin, KEY_HOP_PIN, name, s->stage, number);
    metrics_set(s->m, h->delay, KEY_HOP_DELAY, name, s->stage, number);
    metrics_set(s->m, h->arrival, KEY_HOP_ARRIVAL, name, s->stage, number);
    metrics_set(s->m, h->slew, KEY_HOP_SLEW, name, s->stage, number);
    metrics_set(s->m, h->load, KEY_HOP_LOAD, name, s->stage, number);
    metrics_set(s->m, h->fanout, KEY_HOP_FANOUT, name, s->stage, number);
    if (net)
        metrics_set_text(s->m, net, KEY_HOP_NET, name, s->stage, number);
    if (of->place)
        metrics_set_text(s->m, of->place, KEY_HOP_PLACE, name, s->stage, number);
}

/* The path of one stage. */
static void write_stage(const sheet *s, path_stage *stage)
{
    const synth_unit *u = s->u;
    double clock = u->job->clock_ns, slack = u->stage_slack[s->stage - 1], last = 0;
    char *file = format_new("%s.stage%d.txt", u->name, s->stage), *report = work_read(u->job, file), *save = NULL;
    text_printf(s->out, "%s, stage %d%s: %s\n", u->name, s->stage, s->stage > u->ranks ? " (to the outputs)" : "", stage->ends);
    text_printf(s->out, "  %.3f ns = %.1f FO4, slack %+.3f ns at %.3f ns\n", clock - slack, (clock - slack) / u->job->fo4_ns, slack, clock);
    text_printf(s->out, "  %8s %8s   %8s %8s %6s  %-24s %-28s %s\n", "at ns", "delay", "slew", "load fF", "fanout", "cell",
                "line of the RTL", "net in the RTL; !: inverted");
    for (char *line = report ? strtok_r(report, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        hop h;
        if (strstr(line, "data arrival time"))
            break;
        if (!read_hop(s->n, line, &h))
            continue;
        h.fanout = fanout_of(s->n, h.net);
        stage->cells++;
        stage->named += s->sources[h.net].name != NULL;
        write_hop(s, &h, stage->cells);
        last = h.arrival;
    }
    if (s->stage <= u->ranks)
        text_printf(s->out, "  %8.3f %8.3f %*s  setup of the rank\n", clock - slack, clock - slack - last, 29, "");
    text_printf(s->out, "  the RTL has a net for %d of %d\n\n", stage->named, stage->cells);
}

void paths_write(const synth_unit *u, const netlist *n, path_stage *stages, int count)
{
    text out = {0};
    metrics m = {0};
    source *sources = sources_find(u, n);
    sheet s = {u, n, sources, &out, &m, 0};
    text_add(&out, "", 0);
    for (int i = 0; i < count; i++) {
        s.stage = i + 1;
        if (stages[i].ends)
            write_stage(&s, &stages[i]);
    }
    char *file = format_new("%s.stages.txt", u->name), *record = format_new("%s.paths.json", u->name);
    work_write(u->job, file, &out);
    char *path = path_join(u->job->work, record);
    metrics_save(&m, path);
}
