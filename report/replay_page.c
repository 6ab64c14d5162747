/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_page.c - a replay as a page. */
#include "replay_result.h"
#include "report_html.h"

void replay_page(text *t, const replay_result *r)
{
    const file_pairs *files = &r->runs->files;
    html_open(t, files->d->unit->title, NULL);
    html_para(t, "lead", "%d trace%s of %d lanes through the register file, with compression and without. mean: over the traces.",
              files->count, files->count == 1 ? "" : "s", files->d->config.lanes);
    file_figures_draw(t, &r->file);
    html_close_by(t, "replay");
}
