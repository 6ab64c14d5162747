/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../stats/trace_stats.h"

/* ---- a row ---- */

char *replay_design(design *of, const design *d, const replay_form *form)
{
    const wf_system *file = d->unit->system;

    *of = *d;
    if (form->registers > 0)
        file->fit(&of->config, form->registers);
    if (form->with)
        design_set_all(of, form->with, "--with");
    if (form->base && file->baseline)
        design_set_all(of, file->baseline, "baseline");
    if (form->base && form->gated)
        design_set_all(of, file->gated, "baseline");
    return design_fault(of);
}

void replay_row_name(char *name, size_t size, const void *rows, size_t row_size, int count, const char *path, int lanes)
{
    char stem[48], *end = format_new("_t%d", lanes);
    int same = 1;

    trace_stem(path, stem, sizeof stem);
    for (char *wpt; (wpt = strstr(stem, "_wpt")) != NULL && wpt[4] == '\0';)
        *wpt = '\0';
    if (ends_with(stem, end) && strlen(stem) > strlen(end))
        stem[strlen(stem) - strlen(end)] = '\0';
    arena_free(end);
    snprintf(name, size, "%s", stem);
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)rows + (size_t)i * row_size, name) == 0) {
            snprintf(name, size, "%s_%d", stem, ++same);
            i = -1;
        }
}

/* ---- runs ---- */

/* The design for a trace, with other parameters; NULL: none. */
static design design_of(const replay_pairs *r, const feed_survey *s, const char *with, bool base)
{
    design d;
    const replay_form form = {r->fit ? s->registers : 0, with, base, r->gate_base};
    char *fault = replay_design(&d, r->d, &form);
    if (fault)
        die_usage("%s: a register file with%s %s: %s", s->path, r->fit ? " --fit" : "", with ? with : "", fault);
    return d;
}

static void run_pair(replay_pair *pair, const replay_pairs *r, const feed_survey *s, const char *with)
{
    design own = design_of(r, s, with, false), base = design_of(r, s, with, true);
    replay_run(&pair->own, &own, s, &r->run, r->beside);
    replay_run(&pair->base, &base, s, &r->run, NULL);
}

static void run_row(replay_pairs *r, replay_row *row, const feed_survey *s)
{
    run_pair(&row->run, r, s, NULL);
    for (int v = 0; v < r->with_count; v++)
        run_pair(&row->with[v], r, s, r->with[v]);
    r->unknown_masks += (double)s->unknown_masks;
    r->unknown_sources += (double)s->unknown_sources;
    r->unknown_destinations += (double)s->unknown_destinations;
}

void replay_pairs_run(replay_pairs *r, const char *const *paths, int count)
{
    feed_survey *surveys = zalloc((size_t)count * sizeof *surveys);

    r->rows = zalloc((size_t)count * sizeof *r->rows);
    for (int i = 0; i < count; i++) {
        feed_survey_read(&surveys[i], paths[i]);
        for (int v = -1; v < r->with_count; v++) {
            design d = design_of(r, &surveys[i], v < 0 ? NULL : r->with[v], false);
            replay_check(&d, &surveys[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        replay_row *row = &r->rows[r->count];
        replay_row_name(row->name, sizeof row->name, r->rows, sizeof *row, r->count++, paths[i], surveys[i].lanes);
        run_row(r, row, &surveys[i]);
        feed_survey_free(&surveys[i]);
    }
    arena_free(surveys);
}

static void free_pair(replay_pair *p)
{
    file_counts_free(&p->own);
    file_counts_free(&p->base);
}

void replay_pairs_free(replay_pairs *r)
{
    for (int i = 0; i < r->count; i++) {
        free_pair(&r->rows[i].run);
        for (int v = 0; v < r->with_count; v++)
            free_pair(&r->rows[i].with[v]);
    }
    arena_free(r->rows);
}

static const char *wrong_of(const replay_pair *p)
{
    return p->own.first_wrong ? p->own.first_wrong : p->base.first_wrong;
}

char *replay_pairs_wrong(const replay_pairs *r)
{
    for (int i = 0; i < r->count; i++) {
        const replay_row *row = &r->rows[i];
        const char *wrong = wrong_of(&row->run);
        for (int v = 0; v < r->with_count && wrong == NULL; v++)
            wrong = wrong_of(&row->with[v]);
        if (wrong)
            return format_new("%s: %s", row->name, wrong);
    }
    return NULL;
}
