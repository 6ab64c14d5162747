/* SPDX-License-Identifier: Apache-2.0
 *
 * sources.c - which net of the RTL a net of the netlist is. Both are evaluated on the same vectors, 64 at a time. Ports and registers, which have
 * the same names on both sides, get values that depend on their names alone. Nets of equal values are taken for one net: that is no proof, but
 * two nets that differ in no vector of several thousand are rarely different ones. */
#include "sources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "sources_rtl.h"

/* ---- the netlist ---- */

/* Is the pin of a flip-flop the inverse of what it holds? Its group in the library begins with both names: "ff (IQ,IQN)". */
static bool is_inverse(const liberty_cell *cell, const liberty_pin *p)
{
    const char *names = cell->state ? strchr(cell->state, '(') : NULL, *f = p->function ? p->function : "";
    size_t len = 0;
    for (names = names ? names + 1 : ""; *names == ' ' || *names == '"';)
        names++;
    while (isalnum((unsigned char)names[len]) || names[len] == '_')
        len++;
    while (*f == ' ' || *f == '"' || *f == '(')
        f++;
    bool same = strncmp(f, names, len) == 0 && !isalnum((unsigned char)f[len]) && f[len] != '_';
    return len > 0 && !same;
}

static int needed_cell(const void *graph, int at, const char *state)
{
    const netlist *n = graph;
    const netlist_cell *c = &n->cells[at];
    for (int p = 0; p < c->cell->pin_count; p++) {
        int driver = c->cell->pins[p].input && c->nets[p] >= 0 ? n->nets[c->nets[p]].driver : -1;
        if (driver >= 0 && state[driver] == 0)
            return driver;
    }
    return -1;
}

/* Cells of logic. */
static int order_cells(const netlist *n, int *order)
{
    char *state = zalloc((size_t)n->cell_count + 1);
    for (int i = 0; i < n->cell_count; i++)
        state[i] = n->cells[i].cell == NULL || n->cells[i].cell->kind != CELL_LOGIC;
    return signature_order(order, n->cell_count, state, needed_cell, n);
}

/* Functions of a library's outputs, by cell and pin, made when they are first needed. */
typedef struct {
    const liberty *lib;
    struct {
        bool tried;
        boolean function; /* of the cell's inputs in their order; empty: none */
    } * *of;
} functions;

static const boolean *function_of(functions *f, const liberty_cell *cell, int pin)
{
    ptrdiff_t at = cell - f->lib->cells;
    const char *names[64];
    int count = 0;
    if (f->of[at] == NULL)
        f->of[at] = zalloc((size_t)cell->pin_count * sizeof *f->of[at]);
    if (!f->of[at][pin].tried) {
        for (int p = 0; p < cell->pin_count && count < 64; p++)
            if (cell->pins[p].input)
                names[count++] = cell->pins[p].name;
        if (cell->pins[pin].function)
            boolean_compile(&f->of[at][pin].function, cell->pins[pin].function, names, count);
        f->of[at][pin].tried = true;
    }
    return &f->of[at][pin].function;
}

/* The function of a cell's output, 64 values at a time. */
static uint64_t evaluate_cell(functions *f, const netlist_cell *c, int pin, const uint64_t *values)
{
    unsigned long long in[64];
    const boolean *function = function_of(f, c->cell, pin);
    int count = 0;
    for (int p = 0; p < c->cell->pin_count && count < 64; p++)
        if (c->cell->pins[p].input)
            in[count++] = c->nets[p] >= 0 ? values[c->nets[p]] : 0;
    return function->len > 0 ? boolean_value(function, in) : 0;
}

/* The values of ports and registers in a round. */
static void set_leaves(const netlist *n, uint64_t *values, int round)
{
    memset(values, 0, (size_t)n->net_count * sizeof *values);
    for (int i = 0; i < n->port_count; i++)
        for (int bit = 0; !n->ports[i].output && bit < n->ports[i].width; bit++)
            if (n->ports[i].nets[bit] >= 0) {
                char *name = netlist_bit(n->ports[i].name, n->ports[i].width, bit);
                values[n->ports[i].nets[bit]] = signature_leaf(name, round);
            }
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        if (c->cell == NULL || !liberty_stores(c->cell))
            continue;
        char *name = format_new("%.*s", (int)(strlen(c->name) - (ends_with(c->name, "_ff") ? 3 : 0)), c->name);
        uint64_t value = signature_leaf(name, round);
        for (int p = 0; p < c->cell->pin_count; p++)
            if (c->cell->pins[p].output && c->nets[p] >= 0)
                values[c->nets[p]] = is_inverse(c->cell, &c->cell->pins[p]) ? ~value : value;
    }
}

static signature *sign_netlist(const netlist *n, const liberty *lib)
{
    functions f = {.lib = lib, .of = zalloc((size_t)(lib->cell_count + 1) * sizeof *f.of)};
    signature *signs = zalloc((size_t)(n->net_count + 1) * sizeof *signs);
    uint64_t *values = zalloc((size_t)(n->net_count + 1) * sizeof *values);
    int *order = grow(NULL, (size_t)(n->cell_count + 1) * sizeof *order), count = order_cells(n, order);
    for (int round = 0; round < SIGNATURE_ROUNDS; round++) {
        set_leaves(n, values, round);
        for (int i = 0; i < count; i++) {
            const netlist_cell *c = &n->cells[order[i]];
            for (int p = 0; p < c->cell->pin_count; p++)
                if (c->cell->pins[p].output && c->nets[p] >= 0)
                    values[c->nets[p]] = evaluate_cell(&f, c, p, values);
        }
        for (int i = 0; i < n->net_count; i++)
            signature_add(&signs[i], values[i], round);
    }
    return signs;
}

/* ---- both ---- */

/* "rtl/unit_enc.v:12.3-12.20|.." -> "unit_enc.v:12"; NULL: not a line of the emitted files. */
static char *place_new(const char *src)
{
    const char *at = src ? strstr(src, "rtl/") : NULL;
    if (at == NULL)
        return NULL;
    at += strlen("rtl/");
    size_t colon = strcspn(at, ":"), digits = at[colon] ? strspn(at + colon + 1, "0123456789") : 0;
    return format_new("%.*s", (int)(colon + (digits ? 1 + digits : 0)), at);
}

/* By hash; of equal nets the one whose name tells most is first. Input ports come before what is equal to them. */
static int by_hash(const void *a, const void *b)
{
    const struct rtl_net *x = *(const struct rtl_net *const *)a, *y = *(const struct rtl_net *const *)b;
    if (x->sign.hash != y->sign.hash)
        return x->sign.hash < y->sign.hash ? -1 : 1;
    if (x->input != y->input)
        return x->input ? -1 : 1;
    if ((x->name == NULL) != (y->name == NULL))
        return x->name == NULL ? 1 : -1;
    if (x->name == NULL || strcmp(x->name, y->name) == 0)
        return (x > y) - (x < y);
    return rtl_name_better(x->name, y->name) ? -1 : 1;
}

static const struct rtl_net *find(struct rtl_net *const *sorted, int count, uint64_t hash)
{
    int from = 0, to = count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (sorted[middle]->sign.hash < hash)
            from = middle + 1;
        else
            to = middle;
    }
    return from < count && sorted[from]->sign.hash == hash ? sorted[from] : NULL;
}

source *sources_find(const synth_unit *u, const netlist *n)
{
    char *script = format_new("%s.sources.ys", u->name), *log = format_new("%s.sources.log", u->name),
         *files = format_new("%s %s", u->files, u->box_files);
    script_write(u->job, "synth/sources.ys", script, "FILES", files, "TOP", u->top, "UNIT", u->name, NULL);
    yosys_run(u->job, script, log);
    rtl r;
    rtl_read(&r, u, n);
    rtl_sign(&r);
    struct rtl_net **sorted = grow(NULL, (size_t)(r.net_count + 1) * sizeof *sorted);
    int count = 0;
    for (int i = RTL_FIRST; i < r.net_count; i++)
        if (!r.nets[i].sign.constant)
            sorted[count++] = &r.nets[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_hash);
    signature *signs = sign_netlist(n, &u->job->lib);
    source *all = zalloc((size_t)(n->net_count + 1) * sizeof *all);
    for (int i = 0; i < n->net_count; i++) {
        const struct rtl_net *same = signs[i].constant ? NULL : find(sorted, count, signs[i].hash);
        if (same == NULL)
            continue;
        all[i].name = same->name ? format_new("%s", same->name) : NULL;
        all[i].place = same->driver >= 0 ? place_new(r.gates[same->driver].place) : NULL;
        if (all[i].place == NULL)
            all[i].place = place_new(same->declared);
        all[i].inverted = same->sign.inverted != signs[i].inverted;
    }
    rtl_free(&r);
    return all;
}
