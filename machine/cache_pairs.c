/* SPDX-License-Identifier: Apache-2.0 */
#include "cache_pairs.h"

#include "../base/msg.h"

design cache_formed(const design *d, const char *with, bool base)
{
    design of;
    const file_form form = {.with = with, .base = base, .follows = true};
    char *fault = file_form_design(&of, d, &form);
    if (fault)
        die_usage("%s%s%s: %s", d->unit->name, with ? " with " : "", with ? with : "", fault);
    return of;
}

static void run(const cache_pairs *p, cache_counts *c, const cache_survey *s, const char *with, bool base)
{
    const design d = cache_formed(p->d, with, base);
    cache_replay_run(c, &d, s, &p->run);
}

static void run_row(const cache_pairs *p, cache_row *row)
{
    run(p, &row->own, &row->survey, NULL, false);
    run(p, &row->base, &row->survey, NULL, true);
    for (int v = 0; v < p->with_count; v++)
        run(p, &row->with[v], &row->survey, p->with[v], false);
}

void cache_pairs_run(cache_pairs *p, const char *const *paths, int count)
{
    p->rows = zalloc((size_t)count * sizeof *p->rows);
    for (int i = 0; i < count; i++) {
        cache_survey_of(&p->rows[i].survey, paths[i], p->d->config.lanes, &p->run);
        cache_replay_check(p->d, &p->rows[i].survey, &p->run);
        for (int v = 0; v < p->with_count; v++) {
            const design d = cache_formed(p->d, p->with[v], false);
            cache_replay_check(&d, &p->rows[i].survey, &p->run);
        }
    }
    for (int i = 0; i < count; i++) {
        cache_row *row = &p->rows[i];
        file_row_name(row->name, sizeof row->name, p->rows, sizeof *row, i, paths[i], p->d->config.lanes);
        progress("replay", (unsigned long long)i, (unsigned long long)count);
        run_row(p, row);
        p->count++;
    }
    progress_end();
}

/* Run n of a row; NULL: it has not so many. */
static cache_counts *run_of(const cache_pairs *p, cache_row *row, int n)
{
    return n == 0 ? &row->own : n == 1 ? &row->base : n - 2 < p->with_count ? &row->with[n - 2] : NULL;
}

void cache_pairs_free(cache_pairs *p)
{
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, &p->rows[i], n); n++)
            cache_counts_free(run_of(p, &p->rows[i], n));
    arena_free(p->rows);
}

void cache_pairs_checked(const cache_pairs *p, double *checked, double *wrong, double *unknown)
{
    *checked = *wrong = *unknown = 0;
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, &p->rows[i], n); n++) {
            const cache_counts *c = run_of(p, &p->rows[i], n);
            *checked += c->checked;
            *wrong += c->wrong;
            *unknown += c->unknown;
        }
}

char *cache_pairs_wrong(const cache_pairs *p)
{
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, &p->rows[i], n); n++)
            if (run_of(p, &p->rows[i], n)->wrong > 0)
                return format_new("%s: %.0f lanes of loads differ from what was stored", p->rows[i].name, run_of(p, &p->rows[i], n)->wrong);
    return NULL;
}
