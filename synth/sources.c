/* SPDX-License-Identifier: Apache-2.0
 *
 * sources.c - which net of the RTL a net of the netlist is. Both are evaluated on the same vectors, 64 at a time. Ports and registers, which have
 * the same names on both sides, get values that depend on their names alone. Nets of equal values are taken for one net: that is no proof, but
 * two nets that differ in no vector of several thousand are rarely different ones. */
#include "sources.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/random.h"

enum { ROUNDS = 96, KINDS = 6, ZERO = 0, ONE = 1, FIRST = 2 };

/* ---- vectors ---- */

static uint64_t hash_of(const char *s, size_t len, uint64_t seed)
{
    for (size_t i = 0; i < len; i++)
        seed = rng_mix(seed ^ (unsigned char)s[i]) + 0x9e3779b97f4a7c15u;
    return rng_mix(seed);
}

/* 64 values of a bit of a port or register. Uniform bits alone would tell few nets apart: lanes would never agree. So the kind of the vectors
 * changes from round to round: uniform; few ones; few zeros; bits that repeat with a period of 8 or 32 or are all the same, with ever fewer
 * exceptions. */
static uint64_t leaf(const char *name, int round)
{
    size_t base = strcspn(name, "[");
    long index = name[base] ? strtol(name + base + 1, NULL, 10) : 0;
    uint64_t own = hash_of(name, strlen(name), (uint64_t)round), shared = hash_of(name, base, (uint64_t)round);
    rng bit = {own}, word = {shared};
    uint64_t a = rng_next(&bit), b = rng_next(&bit), c = rng_next(&bit), d = rng_next(&bit), e = rng_next(&bit);
    uint64_t same = rng_next(&word), choice = rng_next(&word);
    switch (round % KINDS) {
    case 0: return a;
    case 1: return a & b & c;
    case 2: return a | b | c;
    case 3: return a & b & c & d & e & (index % 3 ? ~0ull : rng_next(&bit));
    }
    word.state = shared ^ (uint64_t)(index % (round % KINDS == 4 ? 8 : 32)) * 0xd1342543de82ef95u;
    uint64_t period = rng_next(&word), flips = a & b & c & d & e & rng_next(&bit);
    return ((choice & period) | (~choice & same)) ^ flips;
}

/* ---- signatures ---- */

typedef struct {
    uint64_t hash;
    bool inverted, constant;
} signature;

/* Adds 64 values; a net and its inverse have one hash. */
static void sign(signature *s, uint64_t value, int round)
{
    if (round == 0)
        *s = (signature){.inverted = value & 1, .constant = true};
    value ^= s->inverted ? ~0ull : 0;
    s->constant = s->constant && value == 0;
    s->hash = rng_mix(s->hash ^ value) + 0x9e3779b97f4a7c15u;
}

/* ---- the RTL ---- */

enum { FLOP = -1, UNKNOWN = -2 };

typedef struct {
    int kind;          /* index of gate_kinds, FLOP or UNKNOWN */
    int a, b, s, y;    /* nets; -1: none */
    const char *place; /* as Yosys names it */
} gate;

typedef struct {
    cJSON *json;
    gate *gates;
    int gate_count;
    struct rtl_net {
        char *name, *leaf;
        const char *declared; /* place of the declaration */
        int driver;           /* gate; -1: none */
        bool input;
        signature sign;
        uint64_t value;
    } * nets;
    int net_count;
    int *order; /* gates, each behind those that it depends on */
    int order_count;
} rtl;

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

/* Which of two names of a net tells more? That of the outer module, then the shorter one, then the first. */
static bool is_better(const char *name, const char *than)
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
        if (n->cells[i].cell && n->cells[i].cell->kind == CELL_FLOP)
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
    free(plain);
    if (n->input && strcmp(n->name, name) == 0)
        n->declared = place;
    if (!hidden && (n->name == NULL || (!n->input && is_better(name, n->name)))) {
        free(n->name);
        n->name = name;
        n->declared = place;
    } else {
        free(name);
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
            if (net >= FIRST)
                add_name(&r->nets[net], x, width, i, registers, count);
            i++;
        }
    }
}

static void read_rtl(rtl *r, const synth_unit *u, const netlist *n)
{
    char *file = format_new("%s.rtl.json", u->name), *data = work_read(u->job, file);
    *r = (rtl){.json = cJSON_Parse(data)};
    free(data);
    free(file);
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
    for (size_t i = 0; i < count; i++)
        free(registers[i]);
    free(registers);
}

static bool is_source(const rtl *r, int net)
{
    return net < FIRST || r->nets[net].driver < 0 || r->gates[r->nets[net].driver].kind == FLOP;
}

/* Orders the gates: a gate comes when all that it depends on have come. */
static void order_gates(rtl *r)
{
    int *stack = grow(NULL, (size_t)(r->gate_count + 1) * sizeof *stack);
    char *state = zalloc((size_t)r->gate_count + 1); /* 0: not seen, 1: on the stack, 2: done */
    r->order = grow(NULL, (size_t)(r->gate_count + 1) * sizeof *r->order);
    for (int i = 0; i < r->gate_count; i++) {
        int depth = 0;
        if (state[i] == 0 && r->gates[i].kind != FLOP)
            stack[depth++] = i;
        while (depth > 0) {
            int at = stack[depth - 1], inputs[] = {r->gates[at].a, r->gates[at].b, r->gates[at].s}, next = -1;
            state[at] = 1;
            for (int k = 0; k < 3 && next < 0; k++)
                if (inputs[k] >= 0 && !is_source(r, inputs[k]) && state[r->nets[inputs[k]].driver] == 0)
                    next = r->nets[inputs[k]].driver;
            if (next >= 0) {
                stack[depth++] = next;
            } else {
                state[at] = 2;
                r->order[r->order_count++] = at;
                depth--;
            }
        }
    }
    free(stack);
    free(state);
}

/* In the order of gate_kinds. */
static uint64_t evaluate_gate(int kind, uint64_t a, uint64_t b, uint64_t s)
{
    const uint64_t mux = (a & ~s) | (b & s);
    const uint64_t values[] = {a, ~a, a & b, ~(a & b), a | b, ~(a | b), a ^ b, ~(a ^ b), a & ~b, a | ~b, mux, ~mux};
    return kind < 0 ? 0 : values[kind];
}

static void sign_rtl(rtl *r)
{
    order_gates(r);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < r->net_count; i++) {
            struct rtl_net *n = &r->nets[i];
            const char *name = n->leaf ? n->leaf : n->name;
            n->value = i == ONE ? ~0ull : is_source(r, i) && name ? leaf(name, round) : 0;
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
            sign(&r->nets[i].sign, r->nets[i].value, round);
    }
}

static void free_rtl(rtl *r)
{
    for (int i = 0; i < r->net_count; i++) {
        free(r->nets[i].name);
        free(r->nets[i].leaf);
    }
    free(r->nets);
    free(r->gates);
    free(r->order);
    cJSON_Delete(r->json);
}

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

/* The function of a cell's output, 64 values at a time. */
static uint64_t evaluate_cell(const netlist_cell *c, const liberty_pin *out, const uint64_t *values)
{
    const char *names[64];
    unsigned long long in[64];
    boolean function;
    int count = 0;
    for (int p = 0; p < c->cell->pin_count && count < 64; p++)
        if (c->cell->pins[p].input) {
            names[count] = c->cell->pins[p].name;
            in[count++] = c->nets[p] >= 0 ? values[c->nets[p]] : 0;
        }
    if (out->function == NULL || !boolean_compile(&function, out->function, names, count))
        return 0;
    uint64_t value = boolean_value(&function, in);
    boolean_free(&function);
    return value;
}

static bool is_logic(const netlist_cell *c)
{
    return c->cell && c->cell->kind == CELL_LOGIC;
}

/* Cells of logic, each behind those that it depends on. */
static int order_cells(const netlist *n, int *order)
{
    int count = 0, *stack = grow(NULL, (size_t)(n->cell_count + 1) * sizeof *stack);
    char *state = zalloc((size_t)n->cell_count + 1);
    for (int i = 0; i < n->cell_count; i++) {
        int depth = 0;
        if (state[i] == 0 && is_logic(&n->cells[i]))
            stack[depth++] = i;
        while (depth > 0) {
            const netlist_cell *c = &n->cells[stack[depth - 1]];
            int next = -1;
            state[stack[depth - 1]] = 1;
            for (int p = 0; p < c->cell->pin_count && next < 0; p++) {
                int driver = c->cell->pins[p].input && c->nets[p] >= 0 ? n->nets[c->nets[p]].driver : -1;
                if (driver >= 0 && state[driver] == 0 && is_logic(&n->cells[driver]))
                    next = driver;
            }
            if (next >= 0) {
                stack[depth++] = next;
            } else {
                state[stack[depth - 1]] = 2;
                order[count++] = stack[--depth];
            }
        }
    }
    free(stack);
    free(state);
    return count;
}

/* The values of ports and registers in a round. */
static void set_leaves(const netlist *n, uint64_t *values, int round)
{
    memset(values, 0, (size_t)n->net_count * sizeof *values);
    for (int i = 0; i < n->port_count; i++)
        for (int bit = 0; !n->ports[i].output && bit < n->ports[i].width; bit++)
            if (n->ports[i].nets[bit] >= 0) {
                char *name = netlist_bit(n->ports[i].name, n->ports[i].width, bit);
                values[n->ports[i].nets[bit]] = leaf(name, round);
                free(name);
            }
    for (int i = 0; i < n->cell_count; i++) {
        const netlist_cell *c = &n->cells[i];
        if (c->cell == NULL || c->cell->kind != CELL_FLOP)
            continue;
        char *name = format_new("%.*s", (int)(strlen(c->name) - (ends_with(c->name, "_ff") ? 3 : 0)), c->name);
        uint64_t value = leaf(name, round);
        for (int p = 0; p < c->cell->pin_count; p++)
            if (c->cell->pins[p].output && c->nets[p] >= 0)
                values[c->nets[p]] = is_inverse(c->cell, &c->cell->pins[p]) ? ~value : value;
        free(name);
    }
}

static signature *sign_netlist(const netlist *n)
{
    signature *signs = zalloc((size_t)(n->net_count + 1) * sizeof *signs);
    uint64_t *values = zalloc((size_t)(n->net_count + 1) * sizeof *values);
    int *order = grow(NULL, (size_t)(n->cell_count + 1) * sizeof *order), count = order_cells(n, order);
    for (int round = 0; round < ROUNDS; round++) {
        set_leaves(n, values, round);
        for (int i = 0; i < count; i++) {
            const netlist_cell *c = &n->cells[order[i]];
            for (int p = 0; p < c->cell->pin_count; p++)
                if (c->cell->pins[p].output && c->nets[p] >= 0)
                    values[c->nets[p]] = evaluate_cell(c, &c->cell->pins[p], values);
        }
        for (int i = 0; i < n->net_count; i++)
            sign(&signs[i], values[i], round);
    }
    free(values);
    free(order);
    return signs;
}

/* ---- both ---- */

/* "rtl/unit_enc.v:12.3-12.20|.." -> "unit_enc.v:12"; NULL: not a line of the emitted files. malloc'd. */
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
    return is_better(x->name, y->name) ? -1 : 1;
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
    free(script);
    free(log);
    free(files);
    rtl r;
    read_rtl(&r, u, n);
    sign_rtl(&r);
    struct rtl_net **sorted = grow(NULL, (size_t)(r.net_count + 1) * sizeof *sorted);
    int count = 0;
    for (int i = FIRST; i < r.net_count; i++)
        if (!r.nets[i].sign.constant)
            sorted[count++] = &r.nets[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_hash);
    signature *signs = sign_netlist(n);
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
    free(signs);
    free(sorted);
    free_rtl(&r);
    return all;
}

void sources_free(source *s, const netlist *n)
{
    for (int i = 0; i < n->net_count; i++) {
        free(s[i].name);
        free(s[i].place);
    }
    free(s);
}
