/* SPDX-License-Identifier: Apache-2.0 */
#include "template_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

/* The characters of a name from s on. */
static size_t template_word(const char *s, const char *end)
{
    size_t n = 0;
    while (s + n < end && (isalnum((unsigned char)s[n]) || s[n] == '_'))
        n++;
    return n;
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

/* Adds the value of the index at s, `{k}, and returns what follows it. */
static const char *index_value(const char *s, const char *end, template_place at, const template_index *loops, text *out)
{
    const char *name = s + strlen("`{");
    size_t n = template_word(name, end);
    while (loops && !(loops->length == n && memcmp(loops->name, name, n) == 0))
        loops = loops->outer;
    if (loops == NULL || name + n == end || name[n] != '}')
        die_usage("%s:%d: `{%.*s} is the index of no loop here", at.file, at.line, (int)n, name);
    text_printf(out, "%d", loops->value);
    return name + n + strlen("}");
}

macro *template_macro(const macro_table *macros, const char **s, const char *end, template_place at, const template_index *loops)
{
    text name = {0};
    for (;;) {
        size_t n = template_word(*s, end);
        text_add(&name, *s, n);
        *s += n;
        macro *found = macro_find(macros, name.data, name.len);
        bool index = end - *s >= 2 && memcmp(*s, "`{", 2) == 0;
        if (found == NULL && !index)
            die_usage("%s:%d: unknown macro `%s", at.file, at.line, name.data);
        if (found)
            return found;
        *s = index_value(*s, end, at, loops, &name);
    }
}

void template_line(const char *s, const char *end, template_place at, macro_table *macros, const template_index *loops, text *out)
{
    const char *line = s;
    int moved = 0; /* characters that the values were shorter than the macros, since the last column */
    while (s < end) {
        size_t spaces = 0;
        while (s + spaces < end && s[spaces] == ' ')
            spaces++;
        if (spaces > 0 && is_column(line, s, spaces, end)) {
            int least = s[spaces] == '/' ? 2 : 1, width = (int)spaces + moved;
            text_printf(out, "%*s", width < least ? least : width, "");
            moved = width < least ? width - least : 0;
            s += spaces;
            continue;
        }
        if (end - s >= 2 && memcmp(s, "`{", 2) == 0) {
            s = index_value(s, end, at, loops, out);
            continue;
        }
        if (end - s < 4 || memcmp(s, "`WF_", 4) != 0) {
            text_add(out, s, spaces ? spaces : 1);
            s += spaces ? spaces : 1;
            continue;
        }
        const char *after = s + 1;
        macro *m = template_macro(macros, &after, end, at, loops);
        if (m->value == NULL)
            die_usage("%s:%d: macro `%s has no value here", at.file, at.line, m->name);
        m->used = true;
        s = value(out, m, line, s, after, end, &moved);
    }
}
