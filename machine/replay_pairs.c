/* SPDX-License-Identifier: Apache-2.0 */
#include "replay_pairs.h"

#include <stdlib.h>

#include "../base/msg.h"

/* The design for a trace, with other parameters; NULL: none. */
static design design_of(const replay_pairs *r, const feed_survey *s, const char *with, bool base)
{
    design d;
    const file_form form = {.registers = r->fit ? s->registers : 0, .with = with, .base = base, .gated = r->gate_base};
    char *fault = file_form_design(&d, r->files.d, &form);
    if (fault)
        die_usage("%s: a register file with%s %s: %s", s->path, r->fit ? " --fit" : "", with ? with : "", fault);
    return d;
}

static void run_pair(file_pair *pair, const replay_pairs *r, const feed_survey *s, const char *with)
{
    design own = design_of(r, s, with, false), base = design_of(r, s, with, true);
    replay_run(&pair->own, &own, s, &r->run, r->beside);
    replay_run(&pair->base, &base, s, &r->run, NULL);
}

static void run_row(replay_pairs *r, file_row *row, const feed_survey *s)
{
    run_pair(&row->run, r, s, NULL);
    for (int v = 0; v < r->files.with_count; v++)
        run_pair(&row->with[v], r, s, r->files.with[v]);
    r->unknown_masks += (double)s->unknown_masks;
    r->unknown_sources += (double)s->unknown_sources;
    r->unknown_destinations += (double)s->unknown_destinations;
}

void replay_pairs_run(replay_pairs *r, const char *const *paths, int count)
{
    feed_survey *surveys = zalloc((size_t)count * sizeof *surveys);

    r->files.rows = zalloc((size_t)count * sizeof *r->files.rows);
    for (int i = 0; i < count; i++) {
        feed_survey_read(&surveys[i], paths[i]);
        for (int v = -1; v < r->files.with_count; v++) {
            design d = design_of(r, &surveys[i], v < 0 ? NULL : r->files.with[v], false);
            replay_check(&d, &surveys[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        file_row *row = &r->files.rows[r->files.count];
        file_row_name(row->name, sizeof row->name, r->files.rows, sizeof *row, r->files.count++, paths[i], surveys[i].lanes);
        run_row(r, row, &surveys[i]);
        feed_survey_free(&surveys[i]);
    }
    arena_free(surveys);
}
