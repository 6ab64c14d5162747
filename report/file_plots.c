/* SPDX-License-Identifier: Apache-2.0
 *
 * file_plots.c - the plots of a register file beside its figures, each bank and registers over time, and all of them as files. */
#include <ctype.h>
#include <math.h>

#include "file_figures.h"
#include "report_html.h"

/* User units of the curves: one a trace, below each other. */
enum { WIDTH = 720, LEFT = 118, RIGHT = 700, TOP = 6, HEIGHT = 34, GAP = 8, FOOT = 36 };

/* ---- registers over time ---- */

/* A part of the run: its middle, and the share of registers in it. */
typedef struct {
    double cycle, share;
} bin;

/* Those in which something was counted. Returns their number. */
static int bins_of(const file_counts *c, bin bins[FILE_BINS])
{
    int n = 0;
    for (int i = 0; i < FILE_BINS; i++) {
        const file_mean *m = &c->over_time[i];
        if (m->count > 0)
            bins[n++] = (bin){fmin((i + 0.5) * c->bin_cycles, c->cycles), m->sum / m->count};
    }
    return n;
}

static void draw_curve(text *t, const file_row *row, double top)
{
    bin bins[FILE_BINS];
    double bottom = top + HEIGHT, scale = (RIGHT - LEFT) / row->run.own.cycles;
    int n = bins_of(&row->run.own, bins);

    svg_line(t, LEFT, bottom, RIGHT, bottom, "grid");
    svg_line(t, LEFT, top, RIGHT, top, "grid");
    svg_text(t, LEFT - 8, (top + bottom) / 2 + 4, 'e', "name", "%s", row->name);
    text_puts(t, "<path class=\"wire\" d=\"");
    for (int i = 0; i < n; i++)
        text_printf(t, "%c%.1f %.1f", i ? 'L' : 'M', LEFT + bins[i].cycle * scale, bottom - HEIGHT * bins[i].share);
    text_puts(t, "\"/>\n");
}

static const char *time_title(const file_result *r)
{
    const char *share = r->pairs->d->unit->system->share;
    return format_new("%c%s registers over time", toupper((unsigned char)share[0]), share + 1);
}

static bool has_time(const file_result *r)
{
    return r->pairs->d->unit->system->share != NULL;
}

static void draw_time(text *t, const file_result *r)
{
    char *axis = format_new("%s registers among those that hold a value, from none to all", r->pairs->d->unit->system->share);
    double bottom = TOP + r->pairs->count * (HEIGHT + GAP);

    svg_begin(t, WIDTH, bottom + FOOT, "plot", time_title(r), axis);
    for (int i = 0; i < r->pairs->count; i++)
        draw_curve(t, &r->pairs->rows[i], TOP + i * (HEIGHT + GAP));
    svg_text(t, LEFT, bottom + 12, 's', "tick", "start");
    svg_text(t, RIGHT, bottom + 12, 'e', "tick", "end");
    svg_text(t, (LEFT + RIGHT) / 2.0, bottom + 28, 'm', "axis", "%s", axis);
    svg_end(t);
}

static void time_csv(text *t, const file_result *r)
{
    text_printf(t, "kernel,cycle,%s_percent\n", plot_column(r->pairs->d->unit->system->share));
    for (const file_row *row = r->pairs->rows; row < r->pairs->rows + r->pairs->count; row++) {
        bin bins[FILE_BINS];
        int n = bins_of(&row->run.own, bins);
        for (int i = 0; i < n; i++) {
            report_csv_text(t, row->name);
            text_puts(t, ",");
            report_csv_number(t, bins[i].cycle);
            text_puts(t, ",");
            report_csv_number(t, 100 * bins[i].share);
            text_puts(t, "\n");
        }
    }
}

/* ---- banks ---- */

static bool has_banks(const file_result *r)
{
    return activities_have(r->pairs->d->unit->system, WF_ENERGY_BANK_OFF);
}

static const wf_file_shape *shape_of(const file_result *r)
{
    return &r->pairs->rows[0].run.own.shape;
}

/* The cycles in which a bank is switched off, as a share: the mean over the traces. */
static double bank_off(const file_result *r, int bank)
{
    double off = 0;
    for (int i = 0; i < r->pairs->count; i++)
        off += activities_off(&r->pairs->rows[i].run.own.did, bank) / r->pairs->rows[i].run.own.cycles / r->pairs->count;
    return off;
}

static const char *banks_title(const file_result *r)
{
    (void)r;
    return "Cycles in which each bank is switched off";
}

/* Every bank, cluster after cluster. */
static void draw_banks(text *t, const file_result *r)
{
    const wf_file_shape *shape = shape_of(r);
    const int count = shape->clusters * shape->banks;
    const double height = 120, bottom = TOP + 14 + height, width = (RIGHT - LEFT) / (double)count;

    svg_begin(t, WIDTH, bottom + FOOT, "plot", banks_title(r), "% of the cycles, the mean over the traces");
    for (int share = 0; share <= 100; share += 25) {
        double y = bottom - height * share / 100;
        svg_line(t, LEFT, y, RIGHT, y, "grid");
        svg_text(t, LEFT - 8, y + 4, 'e', "tick", "%d %%", share);
    }
    for (int b = 0; b < count; b++) {
        double off = bank_off(r, b);
        text_printf(t, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" class=\"k1\"><title>cluster %d, bank %d: %s %%</title></rect>\n",
                    LEFT + b * width + 0.1 * width, bottom - height * off, 0.8 * width, height * off, b / shape->banks, b % shape->banks,
                    number_new(100 * off, 1));
        if (b % shape->banks == 0)
            svg_text(t, LEFT + b * width, bottom + 14, 's', "tick", "cluster %d", b / shape->banks);
    }
    svg_text(t, (LEFT + RIGHT) / 2.0, bottom + 31, 'm', "axis",
             "cycles in which each bank is switched off, cluster after cluster; the mean over the traces");
    svg_end(t);
}

static void banks_csv(text *t, const file_result *r)
{
    const wf_file_shape *shape = shape_of(r);
    text_puts(t, "cluster,bank,switched_off_percent\n");
    for (int b = 0; b < shape->clusters * shape->banks; b++) {
        text_printf(t, "%d,%d,", b / shape->banks, b % shape->banks);
        report_csv_number(t, 100 * bank_off(r, b));
        text_puts(t, "\n");
    }
}

/* ---- the plots ---- */

/* Those beside the figures. */
static const struct {
    const char *name;
    bool (*has)(const file_result *r);
    const char *(*title)(const file_result *r);
    void (*draw)(text *t, const file_result *r);
    void (*csv)(text *t, const file_result *r);
} plots[] = {{"banks", has_banks, banks_title, draw_banks, banks_csv}, {"over-time", has_time, time_title, draw_time, time_csv}};
enum { PLOTS = sizeof plots / sizeof plots[0] };

void file_plots_draw(text *t, const file_result *r)
{
    for (int i = 0; i < PLOTS; i++) {
        if (!plots[i].has(r))
            continue;
        html_section(t, plots[i].name, plots[i].title(r));
        text_puts(t, "<figure class=\"scroll\">\n");
        plots[i].draw(t, r);
        text_puts(t, "</figure>\n");
        html_section_end(t);
    }
}

void file_plots_add(plot_files *files, const file_result *r)
{
    const design *d = r->pairs->d;
    figures_add_files(&file_figures, r, d, files);
    for (int i = 0; i < PLOTS; i++) {
        text drawing = {0}, csv = {0};
        if (!plots[i].has(r))
            continue;
        plots[i].draw(&drawing, r);
        plots[i].csv(&csv, r);
        plot_files_add(files, file_plot_file(d, plots[i].name), &drawing, &csv);
    }
}

void file_plots_check(const char *dir, const design *d, output_rule rule)
{
    figures_check_files(&file_figures, d, dir, rule);
    for (int i = 0; i < PLOTS; i++)
        plot_files_check(dir, file_plot_file(d, plots[i].name), rule);
}
