/* SPDX-License-Identifier: Apache-2.0 */
#include "template.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

enum { MAX_DEPTH = 8 };

typedef struct {
    const asset *source;
    macro_table *macros;
    text *out;
    int line;
    int depth;                  /* open conditions */
    bool keep[MAX_DEPTH + 1];   /* keep[d]: lines at depth d are kept */
    bool theirs[MAX_DEPTH + 1]; /* the condition at depth d belongs to the Verilog: it stays */
} expansion;

static void add(macro_table *m, const char *name, char *value)
{
    m->items = grow_one(m->items, (size_t)m->count, sizeof *m->items);
    m->items[m->count++] = (macro){format_new("%s", name), value, false};
}

void macro_set(macro_table *m, const char *name, const char *format, ...)
{
    text value = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&value, format, args);
    va_end(args);
    add(m, name, value.data);
}

bool macro_is_set(const macro_table *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->items[i].name, name) == 0)
            return true;
    return false;
}

bool macro_is_used(const macro_table *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->items[i].name, name) == 0)
            return m->items[i].used;
    return false;
}

void macro_set_flag(macro_table *m, const char *name, bool defined)
{
    add(m, name, defined ? format_new("%s", "") : NULL);
}

void macro_free(macro_table *m)
{
    for (int i = 0; i < m->count; i++) {
        free(m->items[i].name);
        free(m->items[i].value);
    }
    free(m->items);
    *m = (macro_table){.count = 0};
}

static macro *look_up(const expansion *e, const char *name, size_t n)
{
    for (int i = 0; i < e->macros->count; i++)
        if (strlen(e->macros->items[i].name) == n && memcmp(e->macros->items[i].name, name, n) == 0)
            return &e->macros->items[i];
    die("%s:%d: unknown macro `%.*s", e->source->name, e->line, (int)n, name);
}

static size_t word_length(const char *s, const char *end)
{
    size_t n = 0;
    while (s + n < end && (isalnum((unsigned char)s[n]) || s[n] == '_'))
        n++;
    return n;
}

static bool is_word(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

/* Evaluates a line that is a condition on a WF_ macro. False if it is none. */
static bool condition(expansion *e, const char *s, const char *end)
{
    while (s < end && isspace((unsigned char)*s))
        s++;
    if (s == end || *s != '`')
        return false;
    size_t n = word_length(++s, end);
    bool ifdef = is_word(s, n, "ifdef"), ifndef = is_word(s, n, "ifndef");
    if (ifdef || ifndef) {
        const char *name = s + n + strspn(s + n, " ");
        if (e->depth == MAX_DEPTH)
            die("%s:%d: conditions nested deeper than %d", e->source->name, e->line, MAX_DEPTH);
        bool ours = strncmp(name, "WF_", 3) == 0, keep = e->keep[e->depth];
        if (ours)
            keep = keep && (look_up(e, name, word_length(name, end))->value != NULL) == ifdef;
        e->keep[++e->depth] = keep;
        e->theirs[e->depth] = !ours;
        return ours;
    }
    bool other = is_word(s, n, "else");
    if (!other && !is_word(s, n, "endif"))
        return false;
    if (e->depth == 0)
        die("%s:%d: `%.*s without a condition", e->source->name, e->line, (int)n, s);
    bool theirs = e->theirs[e->depth];
    if (!other)
        e->depth--;
    else if (!theirs)
        e->keep[e->depth] = e->keep[e->depth - 1] && !e->keep[e->depth];
    return !theirs;
}

/* True if the spaces from s on put what follows into a column: two or more of them, or those between a port's range and its name. */
static bool is_column(const char *line, const char *s, size_t spaces, const char *end)
{
    const char *word = line + strspn(line, " ");
    bool port = strncmp(word, "input ", 6) == 0 || strncmp(word, "output ", 7) == 0;
    return s > word && s + spaces < end && (spaces > 1 || (port && s[-1] == ']'));
}

/* Adds the value of the macro from s to after, and returns what follows it. In a range, [`WF_X-1:0], the subtraction is done. */
static const char *value(text *out, const macro *m, const char *line, const char *s, const char *after, const char *end, int *moved)
{
    static const char range[] = "-1:0]";
    size_t before = out->len;
    char *rest;
    long number = strtol(m->value, &rest, 10);
    if (s > line && s[-1] == '[' && rest > m->value && *rest == '\0' && end - after >= 5 && memcmp(after, range, 5) == 0) {
        text_printf(out, "%ld", number - 1);
        after += strlen("-1");
    } else {
        text_puts(out, m->value);
    }
    *moved += (int)(after - s) - (int)(out->len - before);
    return after;
}

/* Adds one line with its macros replaced. What stands in a column stays in it, although values are shorter or longer than macros. */
static void substitute(expansion *e, const char *s, const char *end)
{
    const char *line = s;
    int moved = 0; /* characters that the values were shorter than the macros, since the last column */
    while (s < end) {
        size_t spaces = 0;
        while (s + spaces < end && s[spaces] == ' ')
            spaces++;
        if (spaces > 0 && is_column(line, s, spaces, end)) {
            int least = s[spaces] == '/' ? 2 : 1, width = (int)spaces + moved;
            text_printf(e->out, "%*s", width < least ? least : width, "");
            moved = width < least ? width - least : 0;
            s += spaces;
            continue;
        }
        if (end - s < 4 || memcmp(s, "`WF_", 4) != 0) {
            text_add(e->out, s, spaces ? spaces : 1);
            s += spaces ? spaces : 1;
            continue;
        }
        size_t n = word_length(s + 1, end);
        macro *m = look_up(e, s + 1, n);
        if (m->value == NULL)
            die("%s:%d: macro `%s has no value here", e->source->name, e->line, m->name);
        m->used = true;
        s = value(e->out, m, line, s, s + 1 + n, end, &moved);
    }
}

void template_expand(const asset *source, macro_table *m, text *out)
{
    expansion e = {.source = source, .macros = m, .out = out, .keep = {true}};
    const char *s = source->data, *end = source->data + source->len;
    while (s < end) {
        const char *newline = memchr(s, '\n', (size_t)(end - s));
        const char *stop = newline ? newline : end;
        e.line++;
        if (!condition(&e, s, stop) && e.keep[e.depth]) {
            substitute(&e, s, stop);
            text_puts(out, "\n");
        }
        s = stop + (newline != NULL);
    }
    if (e.depth != 0)
        die("%s: %d condition(s) without `endif", source->name, e.depth);
}
