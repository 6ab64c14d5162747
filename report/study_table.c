/* SPDX-License-Identifier: Apache-2.0
 *
 * study_table.c - a study on the terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/text.h"
#include "study_report.h"

enum { NAME = 16, WIDEST = 112, LEAST = 8 };

static int width_of(const study_column *c)
{
    int n = (int)strlen(c->label);
    return (n > LEAST ? n : LEAST) + 1;
}

/* The column behind the last one of a table that begins at `from`: bars stay whole. */
static int table_end(const study *s, int from)
{
    int width = NAME, end = from;

    while (end < study_columns(s)) {
        int bar = s->columns[end].bar, next = end, more = 0;
        for (; next < study_columns(s) && s->columns[next].bar == bar; next++)
            more += width_of(&s->columns[next]);
        if (end > from && width + more > WIDEST)
            break;
        width += more;
        end = next;
    }
    return end;
}

/* The bars' titles, above their first columns, where a bar has several. */
static void print_bars(const study *s, int from, int to)
{
    bool several = false;

    for (int c = from; c + 1 < to; c++)
        several |= s->columns[c].bar >= 0 && s->columns[c].bar == s->columns[c + 1].bar;
    if (!several || study_bars(s) < 2)
        return;
    printf("%-*s", NAME, "");
    for (int c = from; c < to;) {
        int bar = s->columns[c].bar, width = 0;
        for (; c < to && s->columns[c].bar == bar; c++)
            width += width_of(&s->columns[c]);
        if (bar >= 0)
            printf("   %-*.*s", c < to ? width - 3 : 0, width - 3, s->bars[bar]);
    }
    printf("\n");
}

/* `more` digits than the column has. */
static void print_value(const study_column *c, double value, bool below, int more)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%s%.*f", below ? "<" : "", c->decimals + more, value);
    printf("%*s", width_of(c), isfinite(value) ? digits : "-");
}

static void print_row(const study *s, const study_row *row, int from, int to, bool mean)
{
    printf("%-*.*s", NAME, NAME, row->name);
    for (int c = from; c < to; c++)
        print_value(&s->columns[c], row->values[c], false, mean && s->columns[c].decimals == 0);
    printf("\n");
}

static void print_published(const study *s, int from, int to)
{
    bool any = false;

    for (int c = from; c < to; c++)
        any |= isfinite(study_published(&s->columns[c]));
    if (!any)
        return;
    printf("%-*s", NAME, "published");
    for (int c = from; c < to; c++)
        print_value(&s->columns[c], study_published(&s->columns[c]), s->columns[c].below, 0);
    printf("\n");
}

static void print_table(const study_result *r, int from, int to)
{
    printf("\n");
    print_bars(r->s, from, to);
    printf("%-*s", NAME, "kernel");
    for (int c = from; c < to; c++)
        printf("%*s", width_of(&r->s->columns[c]), r->s->columns[c].label);
    printf("\n");
    for (int i = 0; i < r->count; i++)
        print_row(r->s, &r->rows[i], from, to, false);
    print_row(r->s, &r->mean, from, to, true);
    if (study_has(r, &r->own))
        print_row(r->s, &r->own, from, to, true);
    if (study_has(r, &r->all))
        print_row(r->s, &r->all, from, to, false);
    print_published(r->s, from, to);
    for (int n = 0; n < r->spread_count; n++)
        print_row(r->s, &r->spread[n], from, to, true);
}

static void print_points(const study_result *r)
{
    for (const study_point *p = r->s->points; p < r->s->points + STUDY_MAX_POINTS && p->kernel; p++)
        for (int i = 0; i < r->count; i++)
            for (int c = 0; c < study_columns(r->s); c++)
                if (strcmp(r->rows[i].name, p->kernel) == 0 && strcmp(r->s->columns[c].id, p->column) == 0)
                    printf("%s, %s: published %g (%s), here %.*f\n", p->kernel, r->s->columns[c].label, p->value, p->where,
                           r->s->columns[c].decimals, r->rows[i].values[c]);
}

void study_print_tables(const study_result *r)
{
    for (int from = 0; from < study_columns(r->s);) {
        int to = table_end(r->s, from);
        print_table(r, from, to);
        from = to;
    }
}

void study_print(const study_result *r)
{
    const study *s = r->s;

    printf("%s\n%s: %s\n%d trace%s, %d lanes\n", s->title, s->source, s->axis, r->traces, r->traces == 1 ? "" : "s", r->lanes);
    study_print_tables(r);
    printf("\n");
    print_points(r);
    printf("%s\n", STUDY_LEGEND);
    if (study_has_gaps(r))
        printf("%s\n", STUDY_GAPS);
    if (r->spread_count > 0)
        printf("%s\n", STUDY_SPREAD);
    for (int i = 0; i < STUDY_MAX_NOTES && s->notes[i]; i++)
        print_folded(s->notes[i]);
}
