/* SPDX-License-Identifier: Apache-2.0
 *
 * The table on the terminal: the same facts and rows in plain characters, so that they can be copied. */
#include "report_compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Lines of the table; cells[i] of the i-th design. */
typedef struct {
    const char *group, *label, *unit;
    char **cells;
} line;

typedef struct {
    line *lines;
    size_t count;
    int n;
} table;

/* A new line, its cells NULL. */
static line *add_line(table *t, const char *group, const char *label, const char *unit)
{
    t->lines = grow_one(t->lines, t->count, sizeof *t->lines);
    t->lines[t->count] = (line){group, label, unit, zalloc((size_t)t->n * sizeof(char *))};
    return &t->lines[t->count++];
}

/* The same in plain characters. */
static char *plain_text(char *fancy)
{
    static const char *const plain[][2] = {{"\u202f", ""}, {"\u2212", "-"}, {"\u2013", "-"}};
    text t = {0};
    for (const char *s = fancy; *s;) {
        size_t i = 0;
        while (i < 3 && !starts_with(s, plain[i][0]))
            i++;
        if (i < 3)
            text_puts(&t, plain[i][1]);
        else
            text_add(&t, s, 1);
        s += i < 3 ? strlen(plain[i][0]) : 1;
    }
    return t.data ? t.data : format_new("-");
}

/* A figure. For all designs but the first its ratio to the first's follows: "712 x0.52". */
static char *figure_cell(const report_data *r, int i, const compare_row *w)
{
    const char *s = compare_text(&r[i], w);
    char *value = plain_text(s ? format_new("%s", s) : number_new(compare_number(&r[i], w), w->decimals));
    double ratio = compare_ratio(r, i, w);
    if (i == 0)
        return value;
    return isfinite(ratio) ? format_new("%s x%-5.2f", value, ratio) : format_new("%s %6s", value, "");
}

static void add_items(table *t, const report_data *r)
{
    const char *group = "";
    for (const compare_item *x = compare_items(r, t->n, true); x->group; x++) {
        const char *heading = strcmp(x->group, group) != 0 ? x->group : "";
        line *l = add_line(t, heading, x->fact ? x->fact->label : x->row->label, x->fact ? "" : key_of_ref(&x->row->key)->unit);
        for (int i = 0; i < t->n; i++)
            l->cells[i] = x->row             ? figure_cell(r, i, x->row)
                          : x->fact->text[i] ? format_new(i ? "%s       " : "%s", x->fact->text[i])
                                             : format_new(i ? "-       " : "-");
        group = x->group;
    }
}

/* Without the blanks at its end. */
static void print_line(const line *l, const int *width, int n)
{
    text t = {0};
    text_printf(&t, "%-15s%-25s", l->group, l->label);
    for (int i = 0; i < n; i++) {
        int gap = width[i] - text_letters(l->cells[i]);
        text_printf(&t, "  %*s%s", gap > 0 ? gap : 0, "", l->cells[i]);
    }
    text_printf(&t, " %s", l->unit);
    while (t.len > 0 && t.data[t.len - 1] == ' ')
        t.len--;
    printf("%.*s\n", (int)t.len, t.data);
}

/* Frees it. */
static void print_table(table *t)
{
    int *width = zalloc((size_t)t->n * sizeof *width);
    for (size_t k = 0; k < t->count; k++)
        for (int i = 0; i < t->n; i++) {
            int columns = text_letters(t->lines[k].cells[i]);
            width[i] = columns > width[i] ? columns : width[i];
        }
    for (size_t k = 0; k < t->count; k++)
        print_line(&t->lines[k], width, t->n);
}

static void print_relations(const report_data *r, int n)
{
    for (const report_relation *p = report_relations; p->unit; p++) {
        int unit, other;
        const char *why;
        if (!compare_pair(r, n, p, &unit, &other))
            continue;
        double here = compare_relation(r, p, unit, other, &why);
        if (why)
            printf("%s/%s, %s: published %.2f; not comparable here: %s\n", p->unit, p->other, p->what, p->value, why);
        else if (isfinite(here))
            printf("%s/%s, %s: published %.2f, here %.2f\n", p->unit, p->other, p->what, p->value, here);
    }
}

void compare_terminal(const report_data *r, int n)
{
    table t = {.n = n};
    line *head = add_line(&t, "", "", "");
    for (int i = 0; i < n; i++) {
        char *name = compare_name(r, n, i);
        head->cells[i] = format_new(i ? "%s       " : "%s", name);
    }
    add_items(&t, r);
    print_table(&t);
    char **warnings = compare_warnings(r, n);
    for (char **x = warnings; *x; x++)
        printf("%s\n", *x);
    char **notes = compare_notes(r, n);
    for (char **x = notes; *x; x++)
        printf("%s\n", *x);
    print_relations(r, n);
    for (int i = 0; i < n && (i == 0 || !r[i].result); i++) /* of one design once */
        for (int s = 0; s < STEPS; s++)
            if (!r[i].ran[s] && report_has_step(&r[i], s)) {
                char *command = report_command(&r[i], s, r[i].dir),
                     *name = r[i].result ? format_new("%s", r[i].d.name) : compare_name(r, n, i);
                printf("%s: %s not run: %s\n", name, report_steps[s].what, command);
            }
}
