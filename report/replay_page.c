/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_page.c - a replay as a page: its figures, each bank, and registers over time. */
#include <ctype.h>
#include <math.h>

#include "replay_result.h"
#include "report_html.h"

/* User units of the curves: one a trace, below each other. */
enum { WIDTH = 720, LEFT = 118, RIGHT = 700, TOP = 6, HEIGHT = 34, GAP = 8, FOOT = 36 };

static void draw_curve(text *t, const replay_row *row, double top)
{
    const file_counts *c = &row->run.own;
    double bottom = top + HEIGHT, scale = (RIGHT - LEFT) / c->cycles;
    bool down = true;

    svg_line(t, LEFT, bottom, RIGHT, bottom, "grid");
    svg_line(t, LEFT, top, RIGHT, top, "grid");
    svg_text(t, LEFT - 8, (top + bottom) / 2 + 4, 'e', "name", "%s", row->name);
    text_puts(t, "<path class=\"wire\" d=\"");
    for (int i = 0; i < FILE_BINS; i++) {
        const file_mean *m = &c->over_time[i];
        if (m->count == 0)
            continue;
        double middle = fmin((i + 0.5) * c->bin_cycles, c->cycles);
        text_printf(t, "%c%.1f %.1f", down ? 'M' : 'L', LEFT + middle * scale, bottom - HEIGHT * m->sum / m->count);
        down = false;
    }
    text_puts(t, "\"/>\n");
}

static void draw_time(text *t, const replay_result *r)
{
    const char *share = r->runs->d->unit->system->share;
    double bottom = TOP + r->runs->count * (HEIGHT + GAP);

    if (share == NULL)
        return;
    char *title = format_new("%c%s registers over time", toupper((unsigned char)share[0]), share + 1);
    html_section(t, "over-time", title);
    text_puts(t, "<figure class=\"scroll\">\n");
    svg_begin(t, WIDTH, bottom + FOOT, "plot", title, "share of the registers that hold a value, from none to all");
    for (int i = 0; i < r->runs->count; i++)
        draw_curve(t, &r->runs->rows[i], TOP + i * (HEIGHT + GAP));
    svg_text(t, LEFT, bottom + 12, 's', "tick", "start");
    svg_text(t, RIGHT, bottom + 12, 'e', "tick", "end");
    svg_text(t, (LEFT + RIGHT) / 2.0, bottom + 28, 'm', "axis", "share of the registers that hold a value, from none to all");
    svg_end(t);
    text_puts(t, "</figure>\n");
    html_section_end(t);
}

/* Every bank, cluster after cluster: the mean over the traces. */
static void draw_banks(text *t, const replay_result *r)
{
    const wf_file_shape *shape = &r->runs->rows[0].run.own.shape;
    const int count = shape->clusters * shape->banks;
    const double height = 120, bottom = TOP + 14 + height, width = (RIGHT - LEFT) / (double)count;

    if (!activities_have(r->runs->d->unit->system, WF_ENERGY_BANK_OFF))
        return;
    html_section(t, "banks", "Cycles in which each bank is switched off");
    text_puts(t, "<figure class=\"scroll\">\n");
    svg_begin(t, WIDTH, bottom + FOOT, "plot", "Cycles in which each bank is switched off", "% of the cycles, the mean over the traces");
    for (int share = 0; share <= 100; share += 25) {
        double y = bottom - height * share / 100;
        svg_line(t, LEFT, y, RIGHT, y, "grid");
        svg_text(t, LEFT - 8, y + 4, 'e', "tick", "%d %%", share);
    }
    for (int b = 0; b < count; b++) {
        double off = 0;
        for (int i = 0; i < r->runs->count; i++)
            off += activities_off(&r->runs->rows[i].run.own.did, b) / r->runs->rows[i].run.own.cycles / r->runs->count;
        svg_rect(t, LEFT + b * width + 0.1 * width, bottom - height * off, 0.8 * width, height * off, 0, "k1");
        if (b % shape->banks == 0)
            svg_text(t, LEFT + b * width, bottom + 14, 's', "tick", "cluster %d", b / shape->banks);
    }
    svg_text(t, (LEFT + RIGHT) / 2.0, bottom + 31, 'm', "axis", "banks, cluster after cluster; the mean over the traces");
    svg_end(t);
    text_puts(t, "</figure>\n");
    html_section_end(t);
}

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
    draw_banks(t, r);
    draw_time(t, r);
    html_close_by(t, "replay");
}
