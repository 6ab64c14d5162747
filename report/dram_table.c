/* SPDX-License-Identifier: Apache-2.0 */
#include "dram_table.h"

#include <math.h>
#include <stdio.h>

#include "../base/text.h"
#include "../stats/dram_ratio.h"

static double known_share(const dram_counts *d)
{
    return 100 * (d->known_fetches + d->known_writes + d->known_partials) / (d->fetches + d->writes + d->partials);
}

/* A dash where nothing was asked. */
static void print_hits(const char *format, double hits, double accesses)
{
    char number[16] = "-";

    if (accesses > 0)
        snprintf(number, sizeof number, "%.1f%%", 100 * hits / accesses);
    printf(format, number);
}

static void print_traffic(const line_counts *c)
{
    const dram_counts *d = &c->dram;

    printf("%.0f lines read, %.0f written, %.0f of these at the end, %.0f written in part; known: %.1f%%; hits:", d->fetches, d->writes,
           c->caches.flushed, d->partials, known_share(d));
    print_hits(" L1 %s,", c->caches.hits[0], c->caches.accesses[0]);
    print_hits(" L2 %s,", c->caches.hits[1], c->caches.accesses[1]);
    print_hits(" metadata %s\n", d->hits, d->lookups);
}

void dram_table_head(dram_table table, const line_options *o, const char *first, const line_counts *total)
{
    text t = {0};

    line_cache_text("L1", &o->caches.l1, &t);
    text_puts(&t, "; ");
    line_cache_text("L2", &o->caches.l2, &t);
    printf("\nwhat reaches DRAM: %s\n", t.data);
    if (!table.traffic)
        print_traffic(total);
    printf("%-*s %8s %7s %7s %9s %7s", table.width, "", "ratio by", "of", "of", "with", "");
    printf(table.traffic ? " %7s %7s %8s %8s %8s %7s %9s\n" : "\n", "hits,", "hits,", "lines", "lines", "in", "", "metadata");
    printf("%-*s %8s %7s %7s %9s %7s", table.width, first, "bursts", "reads", "writes", "metadata", "merges");
    printf(table.traffic ? " %7s %7s %8s %8s %8s %7s %9s\n" : "\n", "L1", "L2", "read", "written", "part", "known", "hits");
}

/* A dash where there is no ratio. */
static void print_ratio(int width, double value)
{
    if (isfinite(value))
        printf(" %*.2f", width, value);
    else
        printf(" %*s", width, "-");
}

void dram_table_row(dram_table table, const char *name, const line_counts *c, const dram_sums *s)
{
    const dram_counts *d = &c->dram;

    printf("%-*.*s", table.width, table.width, name);
    print_ratio(8, dram_ratio(d, s));
    print_ratio(7, dram_fetch_ratio(d, s));
    print_ratio(7, dram_write_ratio(d, s));
    print_ratio(9, dram_ratio_metadata(d, s));
    printf(" %7.0f", s->merges);
    if (table.traffic && d->lookups > 0) {
        print_hits(" %7s", c->caches.hits[0], c->caches.accesses[0]);
        print_hits(" %7s", c->caches.hits[1], c->caches.accesses[1]);
        printf(" %8.0f %8.0f %8.0f %6.1f%%", d->fetches, d->writes, d->partials, known_share(d));
        print_hits(" %9s", d->hits, d->lookups);
    }
    printf("\n");
}
