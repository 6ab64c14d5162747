/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist.h"

#include <stdlib.h>
#include <string.h>

#include "../base/json.h"
#include "../base/msg.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The net of a bit: Yosys numbers them. A constant is a text. */
static int net_of(netlist *n, const cJSON *bit)
{
    if (cJSON_IsString(bit))
        return strcmp(bit->valuestring, "0") == 0 ? NET_ZERO : strcmp(bit->valuestring, "1") == 0 ? NET_ONE : NET_OPEN;
    int net = cJSON_IsNumber(bit) ? bit->valueint : NET_OPEN;
    for (; n->net_count <= net; n->net_count++) {
        if (n->net_count % 1024 == 0)
            n->nets = grow(n->nets, (size_t)(n->net_count + 1024) * sizeof *n->nets);
        n->nets[n->net_count] = (struct netlist_net){.driver = -1};
    }
    return net;
}

static void read_port(netlist *n, const cJSON *port)
{
    const cJSON *bits = member(port, "bits"), *bit;
    struct netlist_port p = {.name = port->string};
    p.output = strcmp(cJSON_GetStringValue(member(port, "direction")), "output") == 0;
    p.nets = grow(NULL, (size_t)cJSON_GetArraySize(bits) * sizeof *p.nets);
    cJSON_ArrayForEach (bit, bits)
        p.nets[p.width++] = net_of(n, bit);
    n->ports = grow_one(n->ports, (size_t)n->port_count, sizeof *n->ports);
    n->ports[n->port_count++] = p;
}

static void read_cell(netlist *n, const liberty *lib, const cJSON *cell)
{
    netlist_cell c = {.name = cell->string, .cell = liberty_find(lib, cJSON_GetStringValue(member(cell, "type")))};
    const cJSON *pins = member(cell, "connections");
    if (c.cell)
        c.nets = grow(NULL, (size_t)c.cell->pin_count * sizeof *c.nets);
    for (int p = 0; c.cell && p < c.cell->pin_count; p++)
        c.nets[p] = net_of(n, cJSON_GetArrayItem(member(pins, c.cell->pins[p].name), 0));
    if (n->cell_count % 1024 == 0)
        n->cells = grow(n->cells, (size_t)(n->cell_count + 1024) * sizeof *n->cells);
    n->cells[n->cell_count++] = c;
}

/* A net that has several names keeps the first. */
static void read_names(netlist *n, const cJSON *names)
{
    const cJSON *bits = member(names, "bits"), *bit;
    int width = cJSON_GetArraySize(bits), i = 0;
    cJSON_ArrayForEach (bit, bits) {
        int net = net_of(n, bit);
        if (net >= 0 && n->nets[net].name == NULL)
            n->nets[net].name = netlist_bit(names->string, width, i);
        i++;
    }
}

static void find_drivers(netlist *n)
{
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        for (int p = 0; c->cell && p < c->cell->pin_count; p++)
            if (c->nets[p] >= 0 && !c->cell->pins[p].input)
                n->nets[c->nets[p]].driver = i;
    }
}

char *netlist_bit(const char *name, int width, int bit)
{
    return width > 1 ? format_new("%s[%d]", name, bit) : format_new("%s", name);
}

void netlist_read(netlist *n, const synth_job *job, const char *file)
{
    char *source = work_read(job, file);
    *n = (netlist){.json = json_parse(source, strlen(source), NULL)};
    arena_free(source);
    const cJSON *modules = member(n->json, "modules"), *x;
    if (cJSON_GetArraySize(modules) != 1)
        die("internal: yosys wrote no module, or several, as %s", file);
    cJSON_ArrayForEach (x, member(modules->child, "ports"))
        read_port(n, x);
    cJSON_ArrayForEach (x, member(modules->child, "cells"))
        read_cell(n, &job->lib, x);
    cJSON_ArrayForEach (x, member(modules->child, "netnames"))
        read_names(n, x);
    find_drivers(n);
}

void netlist_free(netlist *n)
{
    for (int i = 0; i < n->cell_count; i++)
        arena_free(n->cells[i].nets);
    for (int i = 0; i < n->net_count; i++)
        arena_free(n->nets[i].name);
    for (int i = 0; i < n->port_count; i++)
        arena_free(n->ports[i].nets);
    arena_free(n->cells);
    arena_free(n->nets);
    arena_free(n->ports);
    cJSON_Delete(n->json);
    *n = (netlist){0};
}

void netlist_cone(const netlist *n, int net, bool *mark)
{
    if (net < 0 || n->nets[net].driver < 0 || mark[n->nets[net].driver])
        return;
    int *stack = zalloc((size_t)n->cell_count * sizeof *stack), depth = 0;
    mark[stack[depth++] = n->nets[net].driver] = true;
    while (depth > 0) {
        const netlist_cell *c = &n->cells[stack[--depth]];
        for (int p = 0; p < c->cell->pin_count; p++) {
            int from = c->nets[p] >= 0 && c->cell->pins[p].input ? n->nets[c->nets[p]].driver : -1;
            if (from >= 0 && !mark[from]) {
                mark[from] = true;
                stack[depth++] = from;
            }
        }
    }
    arena_free(stack);
}
