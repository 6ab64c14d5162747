/* SPDX-License-Identifier: Apache-2.0 */
#include "compressed_table.h"

#include <math.h>
#include <stdio.h>

#include "../base/text.h"
#include "../gen/beside.h"
#include "../stats/compressed_caches.h"

void compressed_table_head(int width, const line_options *o, int level, const char *first)
{
    const cache_form *form = &o->forms[level];
    text t = {0};

    line_cache_text(level == 0 ? "L1" : "L2", level == 0 ? &o->caches.l1 : &o->caches.l2, &t);
    text_printf(&t, "; %d tag%s a way, segments of %d bytes", form->tags, form->tags == 1 ? "" : "s", SEGMENT_BYTES);
    if (form->codec != NULL)
        text_printf(&t, ", lines by %s", design_form(form->codec));
    printf("\ncompressed lines in %s\n", t.data);
    printf("%-*s %9s %8s %8s %9s %7s %7s %9s %9s %8s %8s %8s %7s\n", width, "", "misses,", "", "% of", "effective", "held,", "", "", "",
           "fills,", "lines", "dirty", "");
    printf("%-*s %9s %8s %8s %9s %7s %7s %9s %9s %8s %8s %8s %7s\n", width, first, "plain", "misses", "plain", "capacity", "plain", "held",
           "evictions", "extra", "several", "grown", "evicted", "known");
}

/* A dash where there is nothing to tell. */
static void print_number(int width, int decimals, const char *unit, double value)
{
    char number[32] = "-";

    if (isfinite(value))
        snprintf(number, sizeof number, "%.*f%s", decimals, value, unit);
    printf(" %*s", width, number);
}

void compressed_table_row(int width, int level, const char *name, const line_cache_counts *c, const line_cache_counts *plain)
{
    const segment_counts *n = &c->lines[level];

    printf("%-*.*s", width, width, name);
    print_number(9, 0, "", cache_misses(plain, level));
    print_number(8, 0, "", cache_misses(c, level));
    print_number(8, 1, "%", compressed_miss_share(c, plain, level));
    print_number(9, 2, "", compressed_capacity(c, level));
    print_number(7, 2, "", cache_held(plain, level));
    print_number(7, 2, "", cache_held(c, level));
    print_number(9, 0, "", n->evictions);
    print_number(9, 0, "", n->extra);
    print_number(8, 1, "%", compressed_several(c, level));
    print_number(8, 0, "", n->grown);
    print_number(8, 0, "", n->dirty);
    print_number(7, 1, "%", compressed_known(c, level));
    printf("\n");
}
