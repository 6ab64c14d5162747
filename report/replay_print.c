/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_print.c - a replay on the terminal, and its flat figures. */
#include <stdio.h>

#include "replay_result.h"

/* Of the runs with the design's own parameters. */
typedef struct {
    double instructions, operands, values; /* the last two: unknown */
} totals;

static totals totals_of(const file_pairs *files)
{
    totals t = {0};
    for (int i = 0; i < files->count; i++) {
        const file_counts *c = &files->rows[i].run.own;
        t.instructions += c->instructions;
        t.operands += c->unknown_operands;
        t.values += c->unknown_values;
    }
    return t;
}

static void print_head(const replay_result *r)
{
    const file_pairs *files = &r->runs->files;
    const replay_options *run = &r->runs->run;
    double checked, wrong;
    totals t = totals_of(files);
    char differ[48];

    file_figures_checked(&r->file, &checked, &wrong);
    printf("%s: %s\n", r->dir, files->d->unit->title);
    printf("%d trace%s, %d lanes, %.0f instructions; %d cycles from operands to the write port, of loads %d; an issue port looks at %d "
           "warp%s%s\n",
           files->count, files->count == 1 ? "" : "s", files->d->config.lanes, t.instructions, run->latency, run->load_latency, run->window,
           run->window == 1 ? "" : "s", run->no_release ? "; no warp is released" : "");
    snprintf(differ, sizeof differ, "%.0f differ", wrong);
    printf("checked: %.0f operands, with compression and without; %s\n", checked, wrong > 0 ? differ : "none differs");
    printf("unknown: %.0f operands and %.0f values, which are neither read nor written; of instructions %.0f masks, %.0f sources, %.0f "
           "destinations\n",
           t.operands, t.values, r->runs->unknown_masks, r->runs->unknown_sources, r->runs->unknown_destinations);
    file_figures_energy(&r->file.energy);
}

void replay_print(const replay_result *r)
{
    print_head(r);
    file_figures_print(&r->file);
}

void replay_put(const replay_result *r, metrics *out)
{
    const file_pairs *files = &r->runs->files;
    const replay_options *run = &r->runs->run;
    double checked, wrong;
    totals t = totals_of(files);

    file_figures_checked(&r->file, &checked, &wrong);
    metrics_set_text(out, files->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, files->count, KEY_REPLAY_TRACES);
    metrics_set(out, files->d->config.lanes, KEY_REPLAY_LANES);
    metrics_set(out, run->latency, KEY_REPLAY_LATENCY);
    metrics_set(out, run->load_latency, KEY_REPLAY_LOAD_LATENCY);
    metrics_set(out, run->window, KEY_REPLAY_WINDOW);
    metrics_set(out, run->no_release, KEY_REPLAY_NO_RELEASE);
    metrics_set(out, r->runs->fit, KEY_REPLAY_FIT);
    metrics_set(out, checked, KEY_REPLAY_CHECKED);
    metrics_set(out, wrong, KEY_REPLAY_WRONG);
    metrics_set(out, t.operands, KEY_REPLAY_UNKNOWN, "operands");
    metrics_set(out, t.values, KEY_REPLAY_UNKNOWN, "values");
    metrics_set(out, r->runs->unknown_masks, KEY_REPLAY_UNKNOWN, "masks");
    metrics_set(out, r->runs->unknown_sources, KEY_REPLAY_UNKNOWN, "sources");
    metrics_set(out, r->runs->unknown_destinations, KEY_REPLAY_UNKNOWN, "destinations");
    file_figures_put(&r->file, out);
}
