/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../stats/trace_stats.h"

/* The design for a trace, with other parameters; NULL: none. */
static design design_of(const replay_result *r, const feed_survey *s, const char *with, const char *more, const char *even_more)
{
    design d = *r->d;
    if (r->fit)
        d.unit->system->fit(&d.config, s->registers);
    if (with)
        design_set_all(&d, with, "--with");
    if (more)
        design_set_all(&d, more, "baseline");
    if (even_more)
        design_set_all(&d, even_more, "baseline");
    char *fault = design_fault(&d);
    if (fault)
        die_usage("%s: a register file with%s %s: %s", s->path, r->fit ? " --fit" : "", with ? with : "", fault);
    return d;
}

static void run_pair(replay_pair *pair, const replay_result *r, const feed_survey *s, const char *with)
{
    const wf_system *file = r->d->unit->system;
    design own = design_of(r, s, with, NULL, NULL), base = design_of(r, s, with, file->baseline, r->gate_base ? file->gated : NULL);
    replay_run(&pair->own, &own, s, &r->run, r->beside);
    replay_run(&pair->base, &base, s, &r->run, NULL);
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
    free(end);
    snprintf(name, size, "%s", stem);
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)rows + (size_t)i * row_size, name) == 0) {
            snprintf(name, size, "%s_%d", stem, ++same);
            i = -1;
        }
}

void replay_result_run(replay_result *r, const char *const *paths, int count)
{
    feed_survey *surveys = zalloc((size_t)count * sizeof *surveys);

    r->rows = zalloc((size_t)count * sizeof *r->rows);
    for (int i = 0; i < count; i++) {
        feed_survey_read(&surveys[i], paths[i]);
        for (int v = -1; v < r->with_count; v++) {
            design d = design_of(r, &surveys[i], v < 0 ? NULL : r->with[v], NULL, NULL);
            replay_check(&d, &surveys[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        feed_survey *s = &surveys[i];
        replay_row *row = &r->rows[r->count];
        replay_row_name(row->name, sizeof row->name, r->rows, sizeof *row, r->count++, paths[i], s->lanes);
        run_pair(&row->run, r, s, NULL);
        for (int v = 0; v < r->with_count; v++)
            run_pair(&row->with[v], r, s, r->with[v]);
        r->unknown_masks += (double)s->unknown_masks;
        r->unknown_sources += (double)s->unknown_sources;
        r->unknown_destinations += (double)s->unknown_destinations;
        feed_survey_free(s);
    }
    free(surveys);
}

static void free_pair(replay_pair *p)
{
    file_counts_free(&p->own);
    file_counts_free(&p->base);
}

void replay_result_free(replay_result *r)
{
    for (int i = 0; i < r->count; i++) {
        free_pair(&r->rows[i].run);
        for (int v = 0; v < r->with_count; v++)
            free_pair(&r->rows[i].with[v]);
    }
    free(r->rows);
}

static const char *wrong_of(const replay_pair *p)
{
    return p->own.first_wrong ? p->own.first_wrong : p->base.first_wrong;
}

char *replay_result_wrong(const replay_result *r)
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

energy_spent replay_spent(const file_counts *c, const energy_model *e)
{
    energy_activity a = {
        .cycles = c->cycles,
        .bank_cycles = c->shape.clusters * c->shape.banks * c->cycles,
        .encoders = c->shape.encoders,
        .decoders = c->shape.decoders,
    };
    activities_take(&c->did, &a);
    return energy_of(e, &a);
}
