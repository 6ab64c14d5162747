/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_page.c - a replay as a page: its figures, each bank, and registers over time. */
#include "replay_result.h"
#include "report_html.h"

void replay_figure_draw(text *t, const replay_figure *f)
{
    html_section(t, f->s.name, f->s.title);
    if (study_bars(&f->s) > 0)
        study_plot(t, &f->r);
    study_table(t, &f->r);
    for (int i = 0; i < STUDY_MAX_NOTES && f->s.notes[i]; i++)
        html_para(t, "note", "%s", f->s.notes[i]);
    html_section_end(t);
}

void replay_page(text *t, const replay_result *r)
{
    html_open(t, r->runs->d->unit->title, NULL);
    html_para(t, "lead", "%d trace%s of %d lanes through the register file, with compression and without. mean: over the traces.",
              r->runs->count, r->runs->count == 1 ? "" : "s", r->runs->d->config.lanes);
    for (int i = 0; i < REPLAY_FIGURES; i++) {
        replay_figure f;
        if (replay_figure_make(&f, r, i))
            replay_figure_draw(t, &f);
    }
    replay_plots_draw(t, r);
    html_close_by(t, "replay");
}
