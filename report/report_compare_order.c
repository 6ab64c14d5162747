/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of a table of several columns: what differs between them comes first, and what is the same in all last. Groups stay whole. */
#include "report_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    compare_item item;
    int group, place;
    bool group_differs;
} ordered;

static bool fact_differs(const compare_fact *f, int n)
{
    for (int i = 1; i < n; i++)
        if (f->text[i] == NULL ? f->text[0] != NULL : f->text[0] == NULL || strcmp(f->text[i], f->text[0]) != 0)
            return true;
    return false;
}

static bool row_differs(const report_data *r, int n, const compare_row *w)
{
    const char *first = compare_text(&r[0], w);
    double number = compare_number(&r[0], w);
    for (int i = 1; i < n; i++) {
        const char *own = compare_text(&r[i], w);
        double value = compare_number(&r[i], w);
        if ((first == NULL) != (own == NULL) || (first && strcmp(first, own) != 0) || !(value == number || (isnan(value) && isnan(number))))
            return true;
    }
    return false;
}

static int by_difference(const void *a, const void *b)
{
    const ordered *x = a, *y = b;
    if (x->group_differs != y->group_differs)
        return x->group_differs ? -1 : 1;
    if (x->group != y->group)
        return x->group - y->group;
    if (x->item.differs != y->item.differs)
        return x->item.differs ? -1 : 1;
    return x->place - y->place;
}

static void mark_groups(ordered *all, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count && !all[i].group_differs; k++)
            all[i].group_differs = all[k].group == all[i].group && all[k].item.differs;
}

compare_item *compare_items(const report_data *r, int n, bool brief)
{
    const char *group = "Design";
    ordered *all = NULL;
    int count = 0, groups = 0;
    for (const compare_fact *f = compare_facts(r, n); f->label; f++) {
        all = grow_one(all, (size_t)count, sizeof *all);
        all[count] = (ordered){{group, f, NULL, fact_differs(f, n)}, groups, count, false};
        count++;
    }
    for (const compare_row *w = compare_rows; w->label; w++) {
        groups += w->group != NULL;
        group = w->group ? w->group : group;
        if ((brief && !w->brief) || !compare_known(r, n, w))
            continue;
        all = grow_one(all, (size_t)count, sizeof *all);
        all[count] = (ordered){{group, NULL, w, row_differs(r, n, w)}, groups, count, false};
        count++;
    }
    mark_groups(all, count);
    qsort(all, (size_t)count, sizeof *all, by_difference);
    compare_item *items = zalloc((size_t)(count + 1) * sizeof *items);
    for (int i = 0; i < count; i++)
        items[i] = all[i].item;
    return items;
}
