/* SPDX-License-Identifier: Apache-2.0
 *
 * modular.c - takes Yosys' modules apart into cells and logic, puts mapped gates in place of the logic, and writes the whole as Verilog. */
#include "modular.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "delays.h"

/* A net, in a set of them. */
typedef struct {
    const char *net;
    const char *is; /* where nets are replaced: by this one */
    UT_hash_handle hh;
} net_entry;

static bool has(net_entry *set, const char *net)
{
    net_entry *found;
    HASH_FIND_STR(set, net, found);
    return found != NULL;
}

static void set_add(net_entry **set, const char *net, const char *is)
{
    if (has(*set, net))
        return;
    net_entry *e = zalloc(sizeof *e);
    *e = (net_entry){.net = net, .is = is};
    HASH_ADD_KEYPTR(hh, *set, e->net, strlen(e->net), e);
}

static void set_free(net_entry **set)
{
    net_entry *e, *next;
    HASH_ITER (hh, *set, e, next) {
        HASH_DEL(*set, e);
        arena_free(e);
    }
}

static void append(blif_names *l, const char *s)
{
    l->data = grow_one(l->data, l->count, sizeof *l->data);
    l->data[l->count++] = (char *)s;
}

/* The next line, NUL-terminated, with what a backslash continues; NULL: none. */
static char *take_line(char **at)
{
    char *line = *at, *end = line;
    if (*line == '\0')
        return NULL;
    for (end += strcspn(end, "\n"); *end && end > line && end[-1] == '\\'; end += strcspn(end, "\n"))
        end[-1] = end[0] = ' ';
    *at = *end ? end + 1 : end;
    *end = '\0';
    while (*line == ' ')
        line++;
    return line;
}

/* Is `line` of this kind? If so, *rest is what follows. */
static bool is_kind(char *line, const char *kind, char **rest)
{
    size_t n = strlen(kind);
    if (strncmp(line, kind, n) != 0 || (line[n] != ' ' && line[n] != '\0'))
        return false;
    *rest = line + n + (line[n] == ' ');
    return true;
}

static void split_words(char *words, blif_names *out)
{
    char *save = NULL;
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
        append(out, word);
}

/* ---- Reading ---- */

/* What is read of a module before its nets are sorted out. */
typedef struct {
    text names;            /* its .names, with their covers */
    net_entry *from, *to;  /* nets that its logic reads, and those that it drives */
    blif_names reads, all; /* the same in order; drives */
} logic_text;

static void add_names(logic_text *t, char *rest)
{
    text_printf(&t->names, ".names %s\n", rest);
    blif_names nets = {0};
    char *words = format_new("%s", rest);
    split_words(words, &nets);
    for (size_t i = 0; i < nets.count; i++) {
        bool driven = i + 1 == nets.count;
        net_entry **set = driven ? &t->to : &t->from;
        if (!has(*set, nets.data[i])) {
            set_add(set, nets.data[i], NULL);
            append(driven ? &t->all : &t->reads, nets.data[i]);
        }
    }
    arena_free(nets.data);
}

/* The nets that cells read or drive, at the right of each "=". */
static void cell_nets(const modular_module *m, net_entry **out)
{
    for (size_t i = 0; i < m->cells.count; i++) {
        blif_names words = {0};
        split_words(format_new("%s", m->cells.data[i]), &words);
        for (size_t k = 1; k < words.count; k++)
            set_add(out, strchr(words.data[k], '=') + 1, NULL);
        arena_free(words.data);
    }
}

static void end_module(modular_module *m, logic_text *t)
{
    net_entry *outside = NULL;
    text plain = {0}, canonical = {0};
    cell_nets(m, &outside);
    for (size_t i = 0; i < m->ports[1].count; i++)
        set_add(&outside, m->ports[1].data[i], NULL);
    for (size_t i = 0; i < t->reads.count; i++)
        if (!has(t->to, t->reads.data[i]))
            append(&m->logic[0], t->reads.data[i]);
    for (size_t i = 0; i < t->all.count; i++)
        if (has(outside, t->all.data[i]))
            append(&m->logic[1], t->all.data[i]);
    if (m->logic[1].count > 0) {
        modular_head(m, &plain);
        text_printf(&plain, "%s.end\n", t->names.data);
        blif_canon(plain.data, false, &canonical);
        m->source = canonical.data;
    }
    text_free(&plain);
    text_free(&t->names);
    set_free(&outside);
    set_free(&t->from);
    set_free(&t->to);
    arena_free(t->reads.data);
    arena_free(t->all.data);
    *t = (logic_text){.from = NULL};
}

void modular_read(modular *n, char *source)
{
    logic_text logic = {.from = NULL};
    modular_module *m = NULL;
    for (char *line, *rest; (line = take_line(&source)) != NULL;) {
        if (is_kind(line, ".model", &rest)) {
            n->modules = grow_one(n->modules, (size_t)n->count, sizeof *n->modules);
            m = &n->modules[n->count++];
            *m = (modular_module){.name = rest};
        } else if (m == NULL || *line == '\0' || *line == '#') {
            continue;
        } else if (is_kind(line, ".inputs", &rest) || is_kind(line, ".outputs", &rest)) {
            split_words(rest, &m->ports[line[1] == 'o']);
        } else if (is_kind(line, ".subckt", &rest)) {
            append(&m->cells, rest);
            append(&m->labels, "");
        } else if (is_kind(line, ".cname", &rest)) {
            m->labels.data[m->labels.count - 1] = rest;
        } else if (is_kind(line, ".names", &rest)) {
            add_names(&logic, rest);
        } else if (is_kind(line, ".end", &rest)) {
            end_module(m, &logic);
        } else if (*line == '.') {
            die("yosys left a cell in %s that is none of the library: %s", m->name, line);
        } else {
            text_printf(&logic.names, "%s\n", line);
        }
    }
}

/* Is it this name? OpenSTA writes each \\ twice. */
static bool is_name(const char *name, const char *type)
{
    while (*name && *name == *type) {
        if (*type == '\\' && type[1] == '\\')
            type++;
        name++, type++;
    }
    return *name == '\0' && *type == '\0';
}

const modular_module *modular_find(const modular *n, const char *type)
{
    for (int i = 0; i < n->count; i++)
        if (is_name(n->modules[i].name, type))
            return &n->modules[i];
    return NULL;
}

static void put_words(const char *head, const blif_names *l, text *out)
{
    text_puts(out, head);
    for (size_t i = 0; i < l->count; i++)
        text_printf(out, " %s", l->data[i]);
    text_puts(out, "\n");
}

void modular_head(const modular_module *m, text *out)
{
    text_puts(out, ".model logic\n");
    put_words(".inputs", &m->logic[0], out);
    put_words(".outputs", &m->logic[1], out);
}

/* ---- Mapped logic ---- */

/* A gate with nets in place of those that stand for them. */
static char *replaced(net_entry *nets, const char *gate)
{
    text t = {0};
    char *copy = format_new("%s", gate), *save = NULL;
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *net = strchr(word, '=');
        net_entry *found = NULL;
        if (net)
            HASH_FIND_STR(nets, net + 1, found);
        text_printf(&t, "%s%.*s%s", t.len ? " " : "", found ? (int)(net + 1 - word) : (int)strlen(word), word, found ? found->is : "");
    }
    arena_free(copy);
    return t.data;
}

/* Of a delay cell: its output's net is its input's. */
static void add_delay(net_entry **nets, const char *gate)
{
    blif_names words = {0};
    split_words(format_new("%s", gate), &words);
    const char *from = strchr(words.data[1], '=') + 1, *to = strchr(words.data[words.count - 1], '=') + 1;
    set_add(nets, to, from);
    arena_free(words.data);
}

/* ".names A B" of what ABC has mapped: B is A. ".names B": a constant, 1 if a row follows. */
static void add_equal(modular_module *m, char *rest)
{
    blif_names nets = {0};
    split_words(rest, &nets);
    if (nets.count > 2)
        die("internal: ABC has not mapped %s of %s", nets.data[nets.count - 1], m->name);
    append(&m->equal, nets.count == 2 ? nets.data[0] : NULL);
    append(&m->equal, nets.data[nets.count - 1]);
    arena_free(nets.data);
}

/* ABC's own cells "_const0_ PIN=NET" and "_const1_ PIN=NET". */
static void add_constant(modular_module *m, char *rest)
{
    append(&m->equal, starts_with(rest, "_const1") ? "1" : NULL);
    append(&m->equal, strchr(rest, '=') + 1);
}

void modular_map(modular_module *m, char *mapped)
{
    net_entry *delayed = NULL;
    blif_names found = {0};
    bool names = false;
    for (char *line, *rest; (line = take_line(&mapped)) != NULL;) {
        if (is_kind(line, ".gate", &rest)) {
            if (delays_is_cell(rest))
                add_delay(&delayed, rest);
            else if (starts_with(rest, "_const"))
                add_constant(m, rest);
            else
                append(&found, rest);
        } else if (is_kind(line, ".names", &rest)) {
            add_equal(m, rest);
        } else if (names && *line == '1' && m->equal.data[m->equal.count - 2] == NULL) {
            m->equal.data[m->equal.count - 2] = (char *)"1";
        }
        names = is_kind(line, ".names", &rest);
    }
    m->gates.count = 0;
    for (size_t i = 0; i < found.count; i++)
        append(&m->gates, delayed ? replaced(delayed, found.data[i]) : found.data[i]);
    arena_free(found.data);
    set_free(&delayed);
}

/* The first of a pair of equal nets. */
static bool is_constant(const char *is)
{
    return is == NULL || strcmp(is, "1") == 0;
}

void modular_gates(const modular_module *m, text *out)
{
    modular_head(m, out);
    for (size_t i = 0; i < m->gates.count; i++)
        text_printf(out, ".gate %s\n", m->gates.data[i]);
    for (size_t i = 0; i < m->equal.count; i += 2) {
        const char *is = m->equal.data[i], *net = m->equal.data[i + 1];
        if (is_constant(is))
            text_printf(out, ".gate _const%d_ z=%s\n", is != NULL, net);
        else
            text_printf(out, ".names %s %s\n1 1\n", is, net);
    }
    text_puts(out, ".end\n");
}

/* ---- Verilog ---- */

/* A port's bit is written as a bit of a vector, any other net as a name of its own. */
static void put_net(net_entry *ports, const char *net, text *out)
{
    text_printf(out, has(ports, net) ? "%s" : "\\%s ", net);
}

/* The bits "NAME[0]=NET" .. of a vector, or "NAME=NET", from word i on: ".NAME({..})". Returns the index of the word behind them. */
static size_t put_pin(net_entry *ports, const blif_names *words, size_t i, text *out)
{
    const char *word = words->data[i];
    size_t name = strcspn(word, "[="), end = i + 1;
    while (word[name] == '[' && end < words->count && strncmp(words->data[end], word, name + 1) == 0)
        end++;
    text_printf(out, ".%.*s(%s", (int)name, word, word[name] == '[' ? "{" : "");
    for (size_t k = end; k-- > i;) {
        put_net(ports, strchr(words->data[k], '=') + 1, out);
        text_puts(out, k > i ? ", " : "");
    }
    text_puts(out, word[name] == '[' ? "})" : ")");
    return end;
}

/* `name`: as Verilog writes it. */
static void put_cell(net_entry *ports, const char *cell, const char *name, text *out)
{
    blif_names words = {0};
    char *copy = format_new("%s", cell);
    split_words(copy, &words);
    text_printf(out, "  \\%s %s (", words.data[0], name);
    for (size_t i = 1; i < words.count;) {
        text_puts(out, i > 1 ? ", " : "");
        i = put_pin(ports, &words, i, out);
    }
    text_puts(out, ");\n");
    arena_free(words.data);
    arena_free(copy);
}

/* The ports of a direction: vectors have their bits one after another, from 0. */
static void put_ports(const blif_names *bits, const char *direction, text *list, text *declared)
{
    for (size_t i = 0, end; i < bits->count; i = end) {
        const char *bit = bits->data[i];
        size_t name = strcspn(bit, "[");
        for (end = i + 1; bit[name] && end < bits->count && strncmp(bits->data[end], bit, name + 1) == 0;)
            end++;
        text_printf(list, "%s%.*s", list->len ? ", " : "", (int)name, bit);
        if (bit[name])
            text_printf(declared, "  %s [%zu:0] %.*s;\n", direction, end - i - 1, (int)name, bit);
        else
            text_printf(declared, "  %s %s;\n", direction, bit);
    }
}

/* OpenSTA ends with an error where a constant goes into a module: constants come from cells that it does not know. */
static void put_equal(net_entry *ports, const char *is, const char *net, size_t number, text *out)
{
    if (is_constant(is)) {
        text_printf(out, "  wf_%s k%zu (.Y(", is ? "one" : "zero", number);
        put_net(ports, net, out);
        text_puts(out, "));\n");
    } else {
        text_puts(out, "  assign ");
        put_net(ports, net, out);
        text_puts(out, " = ");
        put_net(ports, is, out);
        text_puts(out, ";\n");
    }
}

static void put_module(const modular_module *m, text *out)
{
    text list = {0}, declared = {0};
    char name[32];
    net_entry *ports = NULL;
    put_ports(&m->ports[0], "input", &list, &declared);
    put_ports(&m->ports[1], "output", &list, &declared);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < m->ports[side].count; i++)
            set_add(&ports, m->ports[side].data[i], NULL);
    text_printf(out, "module \\%s (%s);\n%s", m->name, list.len ? list.data : "", declared.len ? declared.data : "");
    for (size_t i = 0; i < m->cells.count; i++) {
        const char *label = m->labels.data[i];
        snprintf(name, sizeof name, "c%zu", i);
        put_cell(ports, m->cells.data[i], *label ? format_new("\\%s ", label) : name, out);
    }
    for (size_t i = 0; i < m->gates.count; i++) {
        snprintf(name, sizeof name, "g%zu", i);
        put_cell(ports, m->gates.data[i], name, out);
    }
    for (size_t i = 0; i < m->equal.count; i += 2)
        put_equal(ports, m->equal.data[i], m->equal.data[i + 1], i, out);
    text_puts(out, "endmodule\n");
    text_free(&list);
    text_free(&declared);
    set_free(&ports);
}

void modular_write(const modular *n, text *out)
{
    for (int i = 0; i < n->count; i++)
        put_module(&n->modules[i], out);
}
