/* SPDX-License-Identifier: Apache-2.0
 *
 * power_stages.c - which nets carry a clock, and how many register ranks are between a net and the inputs. */
#include <limits.h>
#include <string.h>

#include "power_count.h"

/* The clock port, and what gates and buffers make of it. */
static void mark_clocks(const netlist *n, bool *clocks)
{
    for (int i = 0; i < n->port_count; i++)
        if (strcmp(n->ports[i].name, "clk_i") == 0 && n->ports[i].nets[0] >= 0)
            clocks[n->ports[i].nets[0]] = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n->cell_count; i++) {
            const netlist_cell *c = &n->cells[i];
            bool clocked = false;
            if (c->cell == NULL || c->cell->kind == CELL_FLOP || c->cell->kind == CELL_LATCH)
                continue;
            for (int p = 0; p < c->cell->pin_count; p++)
                clocked |= c->cell->pins[p].input && c->nets[p] >= 0 && clocks[c->nets[p]];
            for (int p = 0; p < c->cell->pin_count && clocked; p++)
                if (c->cell->pins[p].output && c->nets[p] >= 0 && !clocks[c->nets[p]])
                    more = clocks[c->nets[p]] = true;
        }
    }
}

/* The stage that data reach a cell at, or a gated clock if it has no data; INT_MAX: neither. */
static int stage_in(const netlist_cell *c, const int *stage, const bool *clocks)
{
    int least[2] = {INT_MAX, INT_MAX};
    for (int p = 0; p < c->cell->pin_count; p++) {
        int net = c->nets[p];
        if (c->cell->pins[p].input && net >= 0 && stage[net] < least[clocks[net]])
            least[clocks[net]] = stage[net];
    }
    return least[0] < INT_MAX ? least[0] : least[1];
}

int *power_stages(const netlist *n, const char *early, bool **clocks)
{
    int *stage = zalloc((size_t)(n->net_count + 1) * sizeof *stage);
    *clocks = zalloc((size_t)(n->net_count + 1) * sizeof **clocks);
    mark_clocks(n, *clocks);
    for (int i = 0; i < n->net_count; i++)
        stage[i] = INT_MAX;
    for (int i = 0; i < n->port_count; i++) {
        const struct netlist_port *p = &n->ports[i];
        size_t len = early ? strlen(early) : 0;
        bool is_early = early && strncmp(p->name, early, len) == 0 && strcmp(p->name + len, "_i") == 0;
        for (int bit = 0; !p->output && strcmp(p->name, "rst_ni") != 0 && bit < p->width; bit++)
            if (p->nets[bit] >= 0 && !(*clocks)[p->nets[bit]])
                stage[p->nets[bit]] = is_early ? -1 : 0;
    }
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n->cell_count; i++) {
            const netlist_cell *c = &n->cells[i];
            int at = c->cell ? stage_in(c, stage, *clocks) : INT_MAX;
            if (at == INT_MAX)
                continue;
            at += c->cell->kind == CELL_FLOP;
            for (int p = 0; p < c->cell->pin_count; p++)
                if (c->cell->pins[p].output && c->nets[p] >= 0 && at < stage[c->nets[p]]) {
                    stage[c->nets[p]] = at;
                    more = true;
                }
        }
    }
    for (int i = 0; i < n->net_count; i++)
        if (stage[i] == INT_MAX)
            stage[i] = 0;
    return stage;
}
