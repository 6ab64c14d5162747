/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timed.h"

typedef struct {
    char *name;
    double latest;
} input;

static int earliest_first(const void *a, const void *b)
{
    const input *x = a, *y = b;
    return x->latest != y->latest ? (x->latest > y->latest) - (x->latest < y->latest) : strcmp(x->name, y->name);
}

void timed_inputs(const synth_unit *u, const char *output, metrics *m, text *table)
{
    input *all = NULL, next;
    size_t count = 0;
    char line[STA_LINE], name[1024];
    while (sta_next(&output, line))
        if (sscanf(line, "@ input {%1023[^}]} %lf", name, &next.latest) == 2) {
            next.name = format_new("%s", name);
            all = grow_one(all, count, sizeof *all);
            all[count++] = next;
        }
    if (count == 0)
        return;
    qsort(all, count, sizeof *all, earliest_first);
    text_printf(table, "  %-24s %8s\n", "latest arrival of inputs", "ns");
    for (size_t i = 0; i < count; i++) {
        text_printf(table, "  %-24s %8.3f\n", all[i].name, all[i].latest);
        metrics_set(m, all[i].latest, KEY_UNIT_INPUT_LATEST, u->name, all[i].name);
    }
}
