/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

typedef struct {
    netlist *n;
    const liberty *lib;
    const char *at;
    char *word;     /* the token, without escape */
    size_t cap;
} reader;

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static int slot(const netlist *n, const char *name)
{
    unsigned i = hash(name) & (unsigned)(n->slot_count - 1);
    while (n->slots[i] >= 0 && strcmp(n->net_names[n->slots[i]], name) != 0)
        i = (i + 1) & (unsigned)(n->slot_count - 1);
    return (int)i;
}

static void rehash(netlist *n)
{
    n->slot_count = n->slot_count ? 4 * n->slot_count : 1 << 14;
    n->slots = grow(n->slots, (size_t)n->slot_count * sizeof *n->slots);
    for (int i = 0; i < n->slot_count; i++)
        n->slots[i] = -1;
    for (int i = 0; i < n->net_count; i++)
        n->slots[slot(n, n->net_names[i])] = i;
}

static int root(const netlist *n, int net)
{
    while (n->alias[net] != net)
        net = n->alias[net] = n->alias[n->alias[net]];
    return net;
}

static int intern(netlist *n, const char *name)
{
    if (2 * n->net_count >= n->slot_count)
        rehash(n);
    int s = slot(n, name);
    if (n->slots[s] >= 0)
        return n->slots[s];
    n->net_names = grow(n->net_names, (size_t)(n->net_count + 1) * sizeof *n->net_names);
    n->alias = grow(n->alias, (size_t)(n->net_count + 1) * sizeof *n->alias);
    n->net_names[n->net_count] = format_new("%s", name);
    n->alias[n->net_count] = n->net_count;
    return n->slots[s] = n->net_count++;
}

int netlist_net(const netlist *n, const char *name)
{
    int i = n->slot_count ? n->slots[slot(n, name)] : -1;
    return i < 0 ? -1 : root(n, i);
}

/* The next token: a name, a number, or one sign. A bit select becomes part of its name. False at the end. */
static bool next(reader *r)
{
    for (;;) {
        while (isspace((unsigned char)*r->at))
            r->at++;
        if (starts_with(r->at, "/*")) {
            const char *end = strstr(r->at, "*/");
            r->at = end ? end + 2 : r->at + strlen(r->at);
        } else if (starts_with(r->at, "//")) {
            r->at += strcspn(r->at, "\n");
        } else {
            break;
        }
    }
    const char *start = r->at, *end;
    bool escaped = *start == '\\';
    if (*start == '\0')
        return false;
    if (escaped) {
        start++;
        end = start + strcspn(start, " \t\n");
        r->at = end + (*end == ' ');
    } else if (isalnum((unsigned char)*start) || *start == '_' || *start == '$') {
        for (end = start; isalnum((unsigned char)*end) || strchr("_$'", *end ? *end : ' '); end++)
            ;
        r->at = end;
    } else {
        end = start + 1;
        r->at = end;
    }
    size_t len = (size_t)(end - start), select = 0;
    if ((escaped || len > 1 || isalpha((unsigned char)*start)) && *r->at == '[')
        select = strcspn(r->at, "]") + 1;
    if (len + select + 1 > r->cap)
        r->word = grow(r->word, r->cap = 2 * (len + select + 1));
    memcpy(r->word, start, len);
    memcpy(r->word + len, r->at, select);
    r->at += select;
    r->word[len + select] = '\0';
    return true;
}

static bool is(const reader *r, const char *token)
{
    return strcmp(r->word, token) == 0;
}

static void skip_to(reader *r, const char *token)
{
    while (!is(r, token))
        if (!next(r))
            die("a netlist ends early: expected %s", token);
}

static bool is_net(const char *word)
{
    return !isdigit((unsigned char)*word);
}

/* "input [7:0] a;" */
static void read_port(reader *r, bool output)
{
    netlist *n = r->n;
    struct netlist_port p = {.width = 1, .output = output};
    next(r);
    if (is(r, "[")) {
        next(r);
        p.width = atoi(r->word) + 1;
        p.vector = true;
        skip_to(r, "]");
        next(r);
    }
    p.name = format_new("%s", r->word);
    n->ports = grow(n->ports, (size_t)(n->port_count + 1) * sizeof *n->ports);
    n->ports[n->port_count++] = p;
    skip_to(r, ";");
}

static void read_assign(reader *r)
{
    next(r);
    int to = intern(r->n, r->word);
    next(r);
    next(r);
    if (is(r, "{"))
        die("a netlist has an assignment of a concatenation, which OpenSTA does not read");
    if (is_net(r->word))
        r->n->alias[root(r->n, to)] = root(r->n, intern(r->n, r->word));
    skip_to(r, ";");
}

/* "NAND2 u1 ( .A(x), .Y(y) );" The type is the current token. */
static void read_cell(reader *r)
{
    netlist *n = r->n;
    netlist_cell c = {.cell = liberty_find(r->lib, r->word)};
    if (c.cell) {
        c.nets = zalloc((size_t)c.cell->pin_count * sizeof *c.nets);
        for (int i = 0; i < c.cell->pin_count; i++)
            c.nets[i] = -1;
    }
    next(r);
    c.name = format_new("%s", r->word);
    for (next(r); !is(r, ";"); next(r)) {
        if (c.cell == NULL || !is(r, "."))
            continue;
        next(r);
        const liberty_pin *pin = liberty_find_pin(c.cell, r->word);
        next(r);
        next(r);
        if (pin && !is(r, ")") && is_net(r->word))
            c.nets[pin - c.cell->pins] = intern(n, r->word);
    }
    if (n->cell_count % 1024 == 0)
        n->cells = grow(n->cells, (size_t)(n->cell_count + 1024) * sizeof *n->cells);
    n->cells[n->cell_count++] = c;
}

static void find_drivers(netlist *n)
{
    n->driver = zalloc((size_t)(n->net_count + 1) * sizeof *n->driver);
    for (int i = 0; i < n->net_count; i++)
        n->driver[i] = -1;
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        for (int p = 0; c->cell && p < c->cell->pin_count; p++)
            if (c->nets[p] >= 0) {
                c->nets[p] = root(n, c->nets[p]);
                if (!c->cell->pins[p].input)
                    n->driver[c->nets[p]] = i;
            }
    }
}

void netlist_parse(netlist *n, const liberty *lib, const char *source)
{
    *n = (netlist){0};
    rehash(n);
    reader r = {n, lib, source, NULL, 0};
    while (next(&r)) {
        if (is(&r, "module"))
            skip_to(&r, ";");
        else if (is(&r, "input") || is(&r, "output"))
            read_port(&r, is(&r, "output"));
        else if (is(&r, "wire") || is(&r, "inout"))
            skip_to(&r, ";");
        else if (is(&r, "assign"))
            read_assign(&r);
        else if (is(&r, "endmodule"))
            break;
        else
            read_cell(&r);
    }
    free(r.word);
    find_drivers(n);
}

void netlist_free(netlist *n)
{
    for (int i = 0; i < n->cell_count; i++) {
        free(n->cells[i].name);
        free(n->cells[i].nets);
    }
    for (int i = 0; i < n->net_count; i++)
        free(n->net_names[i]);
    for (int i = 0; i < n->port_count; i++)
        free(n->ports[i].name);
    free(n->cells);
    free(n->net_names);
    free(n->ports);
    free(n->alias);
    free(n->driver);
    free(n->slots);
    *n = (netlist){0};
}

void netlist_cone(const netlist *n, int net, bool (*stop)(const netlist_cell *cell), bool *mark)
{
    if (net < 0 || n->driver[net] < 0 || mark[n->driver[net]])
        return;
    int *stack = zalloc((size_t)n->cell_count * sizeof *stack), depth = 0;
    mark[stack[depth++] = n->driver[net]] = true;
    while (depth > 0) {
        const netlist_cell *c = &n->cells[stack[--depth]];
        if (stop && stop(c))
            continue;
        for (int p = 0; p < c->cell->pin_count; p++) {
            int from = c->nets[p] >= 0 && c->cell->pins[p].input ? n->driver[c->nets[p]] : -1;
            if (from >= 0 && !mark[from]) {
                mark[from] = true;
                stack[depth++] = from;
            }
        }
    }
    free(stack);
}
