/* SPDX-License-Identifier: Apache-2.0
 *
 * ports_result.c - what a replay of recorded ports gives, as figures, as a table on the terminal and as a page. It draws results and runs
 * nothing; a column is a recording. */
#include "ports_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/share.h"
#include "figure_list.h"
#include "report_html.h"

/* ---- figures ---- */

static double activations(const ports_counts *c)
{
    return activities_banks(&c->c.did);
}

typedef enum {
    INSTRUCTIONS,
    WRITES,
    BASE_ACTIVATIONS,
    ACTIVATIONS,
    SHARE,
    SHARE_OF_PLAIN,
    SHOWN, /* stands for two columns of each activity that the unit shows: how often, and its share of the instructions */
    SHOWN_SHARE,
    RECORDED,
    LOST_BASE,
    LOST,
    MORE,
    DELAY_BASE,
    DELAY,
    HELD_BASE,
    HELD,
    LONGEST_BASE,
    LONGEST
} what;

/* activity: the number of the one that is shown. */
static double value(const ports_row *row, what w, int form, int delays, int activity)
{
    const ports_counts *own = &row->run[form][delays][PORTS_OWN], *base = &row->run[form][delays][PORTS_BASE];
    switch (w) {
    case INSTRUCTIONS: return own->c.instructions;
    case WRITES: return own->c.writes;
    case BASE_ACTIVATIONS: return activations(base);
    case ACTIVATIONS: return activations(own);
    case SHARE: return percent_of(activations(own), activations(base));
    case SHARE_OF_PLAIN: return percent_of(activations(own), activations(&row->run[PORTS_PACKETS][delays][PORTS_BASE]));
    case SHOWN: return activities_sum(&own->c.did, activity);
    case SHOWN_SHARE: return percent_of(activities_sum(&own->c.did, activity), own->c.instructions);
    case RECORDED: return row->recorded;
    case LOST_BASE: return percent_of(base->end - row->recorded, row->recorded);
    case LOST: return percent_of(own->end - row->recorded, row->recorded);
    case MORE: return percent_of(own->end - base->end, base->end);
    case DELAY_BASE: return base->operand_delay / base->c.instructions;
    case DELAY: return own->operand_delay / own->c.instructions;
    case HELD_BASE: return percent_of(base->held, base->c.writes);
    case HELD: return percent_of(own->held, own->c.writes);
    case LONGEST_BASE: return base->longest;
    default: return own->longest;
    }
}

typedef struct {
    const char *id, *label;
    what what;
    int form, delays, bar, colour, decimals;
} column;

static const struct {
    const char *name, *title, *axis;
    const char *bars[STUDY_MAX_BARS];
    column columns[STUDY_MAX_COLUMNS];
    const char *notes[STUDY_MAX_NOTES];
} figures[] = {
    {"ports_accesses",
     "Bank activations",
     "reads and writes of banks, % of those without compression",
     {"packets", "merged"},
     {{"instructions", "instructions", INSTRUCTIONS, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"packets_writes", "packets", WRITES, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"packets_base", "baseline", BASE_ACTIVATIONS, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"packets_activations", "activations", ACTIVATIONS, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"packets_share", "%", SHARE, PORTS_PACKETS, PORTS_SLACK, 0, 1, 1},
      {"packets", NULL, SHOWN, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"merged_writes", "merged", WRITES, PORTS_MERGED, PORTS_SLACK, -1, 0, 0},
      {"merged_base", "baseline", BASE_ACTIVATIONS, PORTS_MERGED, PORTS_SLACK, -1, 0, 0},
      {"merged_activations", "activations", ACTIVATIONS, PORTS_MERGED, PORTS_SLACK, -1, 0, 0},
      {"merged_share", "%", SHARE, PORTS_MERGED, PORTS_SLACK, 1, 2, 1},
      {"merged_share_of_plain", "of plain %", SHARE_OF_PLAIN, PORTS_MERGED, PORTS_SLACK, -1, 0, 1},
      {"merged", NULL, SHOWN, PORTS_MERGED, PORTS_SLACK, -1, 0, 0}},
     {"packets: the parts of a write-back are stored as they come. merged: as one write, with the last of them.",
      "baseline: without compression, of the same writes. of plain: of the baseline that stores packets as they come."}},
    {"ports_time",
     "Cycles lost",
     "cycles later than the recording ends, %",
     {0},
     {{"recorded", "recorded", RECORDED, PORTS_MERGED, PORTS_SLACK, -1, 0, 0},
      {"packets_lost_base", "packets, baseline", LOST_BASE, PORTS_PACKETS, PORTS_SLACK, -1, 0, 2},
      {"packets_lost", "packets", LOST, PORTS_PACKETS, PORTS_SLACK, -1, 0, 2},
      {"merged_lost_base", "merged, baseline", LOST_BASE, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"merged_lost", "merged", LOST, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"stiff_lost_base", "stiff, baseline", LOST_BASE, PORTS_MERGED, PORTS_STIFF, -1, 0, 2},
      {"stiff_lost", "stiff", LOST, PORTS_MERGED, PORTS_STIFF, -1, 0, 2},
      {"stiff_more", "stiff, more", MORE, PORTS_MERGED, PORTS_STIFF, -1, 0, 2}},
     {"What is late is made up where the recording waited. stiff, of merged writes: it never is; all that follows in its warp is as late. "
      "more: than the baseline."}},
    {"ports_waits",
     "Late operands and writes",
     "cycles, and % of the writes",
     {0},
     {{"merged_delay_base", "operands, baseline", DELAY_BASE, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"merged_delay", "operands", DELAY, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"packets_held", "packets held %", HELD, PORTS_PACKETS, PORTS_SLACK, -1, 0, 2},
      {"packets_longest", "at most", LONGEST, PORTS_PACKETS, PORTS_SLACK, -1, 0, 0},
      {"merged_held_base", "merged held %, baseline", HELD_BASE, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"merged_held", "merged held %", HELD, PORTS_MERGED, PORTS_SLACK, -1, 0, 2},
      {"merged_longest", "at most", LONGEST, PORTS_MERGED, PORTS_SLACK, -1, 0, 0}},
     {"operands: how much later than recorded they leave, on average, of merged writes. held: writes that are not accepted in the cycle in "
      "which they come; at most so many cycles."}},
};
enum { FIGURES = sizeof figures / sizeof *figures };

/* A column, and its values; the unit's activity if it shows one. */
static void add_column(file_figure *f, const ports_pairs *r, const column *own, int activity)
{
    study_column c = {.id = own->id, .label = own->label, .bar = own->bar, .colour = own->colour, .decimals = own->decimals};
    file_figure_published(&c, energy_codec(r->d));
    int at = file_figure_add(f, &c);
    for (int k = 0; k < r->count; k++)
        f->r.rows[k].values[at] = value(&r->rows[k], own->what, own->form, own->delays, activity);
}

static void add_shown(file_figure *f, const ports_pairs *r, const column *own)
{
    const wf_system *system = r->d->unit->system;
    for (int i = 0; i < wf_activity_count(system); i++) {
        const wf_activity *a = &system->activities[i];
        if (!a->shown)
            continue;
        column c = *own;
        c.id = format_new("%s_%s", own->id, a->name);
        c.label = a->name;
        add_column(f, r, &c, i);
        c.id = format_new("%s_%s_share", own->id, a->name);
        c.label = "of instr. %";
        c.what = SHOWN_SHARE;
        c.decimals = 1;
        add_column(f, r, &c, i);
    }
}

static bool make(file_figure *f, const void *run, int i)
{
    const ports_pairs *r = run;
    const column *columns = figures[i].columns;
    study head = {.name = figures[i].name, .title = figures[i].title, .axis = figures[i].axis};

    memcpy(head.bars, figures[i].bars, sizeof head.bars);
    memcpy(head.notes, figures[i].notes, sizeof head.notes);
    file_figure_begin(f, r->d, &head, r->rows, sizeof *r->rows, r->count);
    for (int c = 0; c < STUDY_MAX_COLUMNS && columns[c].id; c++)
        if (columns[c].what == SHOWN)
            add_shown(f, r, &columns[c]);
        else
            add_column(f, r, &columns[c], 0);
    file_figure_end(f);
    return true;
}

static const char *plot(const design *d, int i)
{
    (void)d;
    return figures[i].bars[0] ? figures[i].name : NULL;
}

static const figure_list list = {FIGURES, make, plot};

void ports_print(const ports_pairs *r, const char *dir)
{
    double checked, wrong;
    ports_pairs_checked(r, &checked, &wrong);
    printf("%s: %s\n", dir, r->d->unit->title);
    printf("%d recording%s, %d lanes\nchecked: %.0f operands, with compression and without; ", r->count, r->count == 1 ? "" : "s",
           r->d->config.lanes, checked);
    printf(wrong > 0 ? "%.0f differ\n" : "none differs\n", wrong);
    figures_print(&list, r);
}

void ports_put(const ports_pairs *r, metrics *out)
{
    double checked, wrong;
    ports_pairs_checked(r, &checked, &wrong);
    metrics_set_text(out, r->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, r->count, KEY_REPLAY_TRACES);
    metrics_set(out, r->d->config.lanes, KEY_REPLAY_LANES);
    metrics_set(out, r->fit, KEY_REPLAY_FIT);
    metrics_set(out, checked, KEY_REPLAY_CHECKED);
    metrics_set(out, wrong, KEY_REPLAY_WRONG);
    figures_put(&list, r, out);
}

void ports_page(text *t, const ports_pairs *r)
{
    html_open(t, r->d->unit->title, NULL);
    html_para(t, "lead",
              "%d recording%s of register-file ports, of %d lanes, through the register file, with compression and without. mean: over the "
              "recordings.",
              r->count, r->count == 1 ? "" : "s", r->d->config.lanes);
    figures_draw(&list, r, t);
    html_close_by(t, "replay");
}

void ports_add_files(plot_files *files, const ports_pairs *r)
{
    figures_add_files(&list, r, r->d, files);
}

void ports_check_files(const char *dir, const design *d, output_rule rule)
{
    figures_check_files(&list, d, dir, rule);
}
