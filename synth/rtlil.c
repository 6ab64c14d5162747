/* SPDX-License-Identifier: Apache-2.0
 *
 * rtlil.c - takes a hierarchy in RTLIL apart into designs. A module goes from "module NAME", with the attributes above it, to the "end" at the start of a line; what
 * is in it is told by its lines "  cell TYPE NAME". */
#include "rtlil.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../base/metrics.h"

/* "module NAME" .. "end", with the attributes above it. */
typedef struct {
    char *name;
    const char *from, *to;
    char **types; /* of its cells, in order, each once */
    size_t type_count;
    int used_by; /* the design that has it already */
    UT_hash_handle hh;
} module;

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static char *word_at(const char *at)
{
    return format_new("%.*s", (int)strcspn(at, " \n"), at);
}

static void add_type(module *m, const char *line)
{
    char *type = word_at(line);
    for (size_t i = 0; i < m->type_count; i++)
        if (strcmp(m->types[i], type) == 0) {
            arena_free(type);
            return;
        }
    m->types = grow_one(m->types, m->type_count, sizeof *m->types);
    m->types[m->type_count++] = type;
}

static module *read_modules(const char *source)
{
    module *all = NULL, *m = NULL;
    const char *head = NULL;
    for (const char *line = source; *line; line = next_line(line)) {
        if (starts_with(line, "attribute ") && head == NULL) {
            head = line;
        } else if (starts_with(line, "module ")) {
            m = zalloc(sizeof *m);
            *m = (module){.name = word_at(line + strlen("module ")), .from = head ? head : line, .used_by = -1};
            HASH_ADD_KEYPTR(hh, all, m->name, strlen(m->name), m);
        } else if (m && starts_with(line, "  cell ")) {
            add_type(m, line + strlen("  cell "));
        } else if (m && starts_with(line, "end\n")) {
            m->to = next_line(line);
            m = NULL, head = NULL;
        }
    }
    return all;
}

static module *find(module *all, const char *name)
{
    module *m;
    HASH_FIND_STR(all, name, m);
    return m;
}

/* A module's ports alone: "  wire width 8 input 3 \a_i". */
static bool is_port(const char *line)
{
    size_t n = strcspn(line, "\n");
    char *copy = format_new("%.*s", (int)n, line);
    bool port = starts_with(line, "  wire ") && (strstr(copy, " input ") || strstr(copy, " output "));
    arena_free(copy);
    return port;
}

static void put_module(const module *m, const char *attributes, bool ports_alone, text *out)
{
    text_puts(out, attributes);
    for (const char *line = m->from; line < m->to; line = next_line(line)) {
        const char *word = line + strspn(line, " ");
        bool whole = !ports_alone || starts_with(line, "module ") || starts_with(line, "end\n") || is_port(line);
        if (whole && !starts_with(word, "attribute \\src "))
            text_add(out, line, (size_t)(next_line(line) - line));
    }
}

static void put_closure(module *all, module *m, const char *attributes, int design, text *out)
{
    if (m->used_by == design)
        return;
    m->used_by = design;
    put_module(m, attributes, false, out);
    for (size_t i = 0; i < m->type_count; i++) {
        module *inside = find(all, m->types[i]);
        if (inside)
            put_closure(all, inside, "", design, out);
    }
}

/* A number that Yosys has counted, as it stands behind "$" in a name: "$and$rtl/a.v:7$824_Y". */
typedef struct {
    char digits[24];
    int number;
    UT_hash_handle hh;
} counted;

static char *count_anew(const char *source)
{
    counted *seen = NULL, *c, *next;
    text t = {0};
    for (const char *at = source; *at;) {
        size_t plain = strcspn(at, "$"), digits = at[plain] ? strspn(at + plain + 1, "0123456789") : 0;
        const char *behind = at + plain + 1 + digits;
        if (digits == 0 || digits >= sizeof c->digits || !(isspace((unsigned char)*behind) || *behind == '_')) {
            plain += at[plain] != '\0';
            text_add(&t, at, plain);
            at += plain;
            continue;
        }
        HASH_FIND(hh, seen, at + plain + 1, digits, c);
        if (c == NULL) {
            c = zalloc(sizeof *c);
            c->number = (int)HASH_COUNT(seen) + 1;
            memcpy(c->digits, at + plain + 1, digits);
            HASH_ADD_KEYPTR(hh, seen, c->digits, digits, c);
        }
        text_add(&t, at, plain);
        text_printf(&t, "$%d", c->number);
        at = behind;
    }
    HASH_ITER (hh, seen, c, next) {
        HASH_DEL(seen, c);
        arena_free(c);
    }
    return t.data;
}

int rtlil_split(const char *source, const char *top, rtlil_design **out)
{
    module *all = read_modules(source), *whole = find(all, format_new("\\%s", top));
    static const char is_top[] = "attribute \\top 1\n", is_box[] = "attribute \\blackbox 1\nattribute \\keep 1\n";
    int count = 0;
    *out = NULL;
    if (whole == NULL)
        return 0;
    text t = {0};
    put_module(whole, is_top, false, &t);
    for (size_t i = 0; i < whole->type_count; i++) {
        module *m = find(all, whole->types[i]);
        if (m)
            put_module(m, is_box, true, &t);
    }
    for (size_t i = 0; i <= whole->type_count; i++) {
        module *m = i == 0 ? whole : find(all, whole->types[i - 1]);
        if (m == NULL)
            continue;
        if (i > 0)
            put_closure(all, m, is_top, count, &t);
        *out = grow_one(*out, (size_t)count, sizeof **out);
        (*out)[count++] = (rtlil_design){m->name + (m->name[0] == '\\'), count_anew(t.data)};
        text_free(&t);
    }
    return count;
}
