/* SPDX-License-Identifier: Apache-2.0
 *
 * sources_rtl.c - reads the RTL of a unit as gates from Yosys' JSON, with the best name and the line of each net, and its signature on
 * random inputs. */
#include "sources_rtl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/json.h"
#include "../base/msg.h"

enum { FLOP = -1, UNKNOWN = -2 };
enum { ONE = 1 };

static const char *const gate_kinds[] = {"BUF", "NOT", "AND", "NAND", "OR", "NOR", "XOR", "XNOR", "ANDNOT", "ORNOT", "MUX", "NMUX"};

/* Yosys' type "$_AND_". */
static int kind_of(const char *type)
{
    if (strstr(type, "FF") || strstr(type, "LATCH"))
        return FLOP;
    for (size_t i = 0; i < sizeof gate_kinds / sizeof *gate_kinds; i++)
        if (starts_with(type, "$_") && starts_with(type + 2, gate_kinds[i]) && strcmp(type + 2 + strlen(gate_kinds[i]), "_") == 0)
            return (int)i;
    return UNKNOWN;
}

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The net of a bit. "x" is taken as 0. */
static int net_of(rtl *r, const cJSON *bit)
{
    int net = cJSON_IsNumber(bit) ? bit->valueint : cJSON_IsString(bit) ? strcmp(bit->valuestring, "1") == 0 : -1;
    for (; r->net_count <= net; r->net_count++) {
        if (r->net_count % 4096 == 0)
            r->nets = grow(r->nets, (size_t)(r->net_count + 4096) * sizeof *r->nets);
        r->nets[r->net_count] = (struct rtl_net){.driver = -1};
    }
    return net;
}

static int pin(rtl *r, const cJSON *cell, const char *name)
{
    return net_of(r, cJSON_GetArrayItem(member(member(cell, "connections"), name), 0));
}

static void read_gate(rtl *r, const cJSON *cell)
{
    const char *type = cJSON_GetStringValue(member(cell, "type"));
    gate g = {.place = cJSON_GetStringValue(member(member(cell, "attributes"), "src"))};
    g.kind = kind_of(type);
    g.a = pin(r, cell, "A"), g.b = pin(r, cell, "B"), g.s = pin(r, cell, "S"), g.y = pin(r, cell, g.kind == FLOP ? "Q" : "Y");
    if (g.y < 0)
        return;
    if (r->gate_count % 4096 == 0)
        r->gates = grow(r->gates, (size_t)(r->gate_count + 4096) * sizeof *r->gates);
    r->nets[g.y].driver = r->gate_count;
    r->gates[r->gate_count++] = g;
}

/* "a.b.unused_c": a name that is there for lint alone. */
static bool is_unused(const char *name)
{
    const char *dot = strrchr(name, '.');
    return starts_with(dot ? dot + 1 : name, "unused_");
}

bool rtl_name_better(const char *name, const char *than)
{
    int dots = 0;
    if (is_unused(name) != is_unused(than))
        return is_unused(than);
    for (const char *c = name; *c; c++)
        dots += *c == '.';
    for (const char *c = than; *c; c++)
        dots -= *c == '.';
    size_t a = strlen(name), b = strlen(than);
    return dots ? dots < 0 : a != b ? a < b : strcmp(name, than) < 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the netlist's registers, sorted. Its flip-flops are named after what they hold (registers.ys). */
static char **registers_of(const netlist *n, size_t *count)
{
    char **names = grow(NULL, (size_t)(n->cell_count + 1) * sizeof *names);
    *count = 0;
    for (int i = 0; i < n->cell_count; i++)
        if (n->cells[i].cell && liberty_stores(n->cells[i].cell))
            names[(*count)++] =
                format_new("%.*s", (int)(strlen(n->cells[i].name) - (ends_with(n->cells[i].name, "_ff") ? 3 : 0)), n->cells[i].name);
    qsort(names, *count, sizeof *names, by_text);
    return names;
}

/* The name of a bit as Verilog has it: a vector may begin at another bit than 0, and may count down. */
static char *declared_bit(const cJSON *net, int width, int bit)
{
    const cJSON *offset = member(net, "offset"), *upto = member(net, "upto");
    int from = offset ? offset->valueint : 0;
    bool down = upto && upto->valueint;
    return width > 1 || from ? format_new("%s[%d]", net->string, from + (down ? width - 1 - bit : bit)) : format_new("%s", net->string);
}

/* A name of a net: it is taken if it is better than the one that the net has. The names of the netlist's registers count from 0. */
static void add_name(struct rtl_net *n, const cJSON *net, int width, int bit, char **registers, size_t count)
{
    char *plain = netlist_bit(net->string, width, bit), *name = declared_bit(net, width, bit);
    const char *place = cJSON_GetStringValue(member(member(net, "attributes"), "src"));
    bool hidden = net->string[0] == '$' || (member(net, "hide_name") && member(net, "hide_name")->valueint);
    if (n->leaf == NULL && bsearch(&plain, registers, count, sizeof *registers, by_text))
        n->leaf = format_new("%s", plain);
    if (n->input && strcmp(n->name, name) == 0)
        n->declared = place;
    if (!hidden && (n->name == NULL || (!n->input && rtl_name_better(name, n->name)))) {
        n->name = name;
        n->declared = place;
    }
}

static void read_names(rtl *r, const cJSON *all, char **registers, size_t count)
{
    const cJSON *x, *bit;
    cJSON_ArrayForEach (x, all) {
        const cJSON *bits = member(x, "bits");
        int width = cJSON_GetArraySize(bits), i = 0;
        cJSON_ArrayForEach (bit, bits) {
            int net = net_of(r, bit);
            if (net >= RTL_FIRST)
                add_name(&r->nets[net], x, width, i, registers, count);
            i++;
        }
    }
}

void rtl_read(rtl *r, const synth_unit *u, const netlist *n)
{
    char *file = format_new("%s.rtl.json", u->name), *data = work_read(u->job, file);
    *r = (rtl){.json = json_parse(data, strlen(data), NULL)};
    arena_free(data);
    const cJSON *modules = member(r->json, "modules"), *x, *bit, *top = modules ? modules->child : NULL;
    if (top == NULL)
        die("internal: yosys wrote no module as %s.rtl.json", u->name);
    net_of(r, &(cJSON){.type = cJSON_Number, .valueint = ONE});
    cJSON_ArrayForEach (x, member(top, "ports")) {
        if (strcmp(cJSON_GetStringValue(member(x, "direction")), "input") != 0)
            continue;
        const cJSON *bits = member(x, "bits");
        int i = 0;
        cJSON_ArrayForEach (bit, bits) {
            int net = net_of(r, bit);
            r->nets[net].input = true;
            r->nets[net].leaf = netlist_bit(x->string, cJSON_GetArraySize(bits), i++);
            r->nets[net].name = format_new("%s", r->nets[net].leaf);
        }
    }
    cJSON_ArrayForEach (x, member(top, "cells"))
        read_gate(r, x);
    size_t count;
    char **registers = registers_of(n, &count);
    read_names(r, member(top, "netnames"), registers, count);
}

static bool is_source(const rtl *r, int net)
{
    return net < RTL_FIRST || r->nets[net].driver < 0 || r->gates[r->nets[net].driver].kind == FLOP;
}

static int needed_gate(const void *graph, int at, const char *state)
{
    const rtl *r = graph;
    const int inputs[] = {r->gates[at].a, r->gates[at].b, r->gates[at].s};
    for (int k = 0; k < 3; k++)
        if (inputs[k] >= 0 && !is_source(r, inputs[k]) && state[r->nets[inputs[k]].driver] == 0)
            return r->nets[inputs[k]].driver;
    return -1;
}

static void order_gates(rtl *r)
{
    char *state = zalloc((size_t)r->gate_count + 1);
    for (int i = 0; i < r->gate_count; i++)
        state[i] = r->gates[i].kind == FLOP;
    r->order = grow(NULL, (size_t)(r->gate_count + 1) * sizeof *r->order);
    r->order_count = signature_order(r->order, r->gate_count, state, needed_gate, r);
}

/* In the order of gate_kinds. */
static uint64_t evaluate_gate(int kind, uint64_t a, uint64_t b, uint64_t s)
{
    const uint64_t mux = (a & ~s) | (b & s);
    const uint64_t values[] = {a, ~a, a & b, ~(a & b), a | b, ~(a | b), a ^ b, ~(a ^ b), a & ~b, a | ~b, mux, ~mux};
    return kind < 0 ? 0 : values[kind];
}

void rtl_sign(rtl *r)
{
    order_gates(r);
    for (int round = 0; round < SIGNATURE_ROUNDS; round++) {
        for (int i = 0; i < r->net_count; i++) {
            struct rtl_net *n = &r->nets[i];
            const char *name = n->leaf ? n->leaf : n->name;
            n->value = i == ONE ? ~0ull : is_source(r, i) && name ? signature_leaf(name, round) : 0;
        }
        for (int i = 0; i < r->order_count; i++) {
            const gate *g = &r->gates[r->order[i]];
            uint64_t in[3];
            const int nets[] = {g->a, g->b, g->s};
            for (int k = 0; k < 3; k++)
                in[k] = nets[k] >= 0 ? r->nets[nets[k]].value : 0;
            r->nets[g->y].value = evaluate_gate(g->kind, in[0], in[1], in[2]);
        }
        for (int i = 0; i < r->net_count; i++)
            signature_add(&r->nets[i].sign, r->nets[i].value, round);
    }
}

void rtl_free(rtl *r)
{
    for (int i = 0; i < r->net_count; i++) {
        arena_free(r->nets[i].name);
        arena_free(r->nets[i].leaf);
    }
    arena_free(r->nets);
    arena_free(r->gates);
    arena_free(r->order);
    cJSON_Delete(r->json);
}
