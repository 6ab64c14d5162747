/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_print.c - a replay on the terminal, and its flat figures. */
#include <math.h>
#include <stdio.h>

#include "replay_result.h"

typedef struct {
    double checked, wrong, instructions, operands, values;
} totals;

static void add_run(totals *t, const replay_pair *p)
{
    t->checked += p->own.checked + p->base.checked;
    t->wrong += p->own.wrong + p->base.wrong;
}

static totals totals_of(const replay_result *r)
{
    totals t = {0};
    for (int i = 0; i < r->runs->count; i++) {
        const replay_row *row = &r->runs->rows[i];
        add_run(&t, &row->run);
        for (int v = 0; v < r->runs->with_count; v++)
            add_run(&t, &row->with[v]);
        t.instructions += row->run.own.instructions;
        t.operands += row->run.own.unknown_operands;
        t.values += row->run.own.unknown_values;
    }
    return t;
}

static const char *by_code(const energy_codes *codes)
{
    return codes->known ? " on average, by code" : "";
}

static void print_head(const replay_result *r)
{
    const energy_model *e = &r->energy;
    totals t = totals_of(r);
    char wrong[48];

    printf("%s: %s\n", r->dir, r->runs->d->unit->title);
    printf("%d trace%s, %d lanes, %.0f instructions; %d cycles from operands to the write port, of loads %d; an issue port looks at %d "
           "warp%s%s\n",
           r->runs->count, r->runs->count == 1 ? "" : "s", r->runs->d->config.lanes, t.instructions, r->runs->run.latency,
           r->runs->run.load_latency, r->runs->run.window, r->runs->run.window == 1 ? "" : "s",
           r->runs->run.no_release ? "; no warp is released" : "");
    snprintf(wrong, sizeof wrong, "%.0f differ", t.wrong);
    printf("checked: %.0f operands, with compression and without; %s\n", t.checked, t.wrong > 0 ? wrong : "none differs");
    printf("unknown: %.0f operands and %.0f values, which are neither read nor written; of instructions %.0f masks, %.0f sources, %.0f "
           "destinations\n",
           t.operands, t.values, r->runs->unknown_masks, r->runs->unknown_sources, r->runs->unknown_destinations);
    printf("energy: bank %g pJ, its wires %g pJ at %g %% activity, leakage %g mW; encoder %g pJ%s, %g mW; decoder %g pJ%s, %g mW; %g "
           "GHz\n",
           e->bank_pj, 2 * e->wire_pj * e->activity, 100 * e->activity, e->bank_mw, e->enc_pj, by_code(&e->enc_codes), e->enc_mw, e->dec_pj,
           by_code(&e->dec_codes), e->dec_mw, e->clock_ghz);
}

void replay_figure_print(const replay_figure *f)
{
    printf("\n%s: %s", f->s.title, f->s.axis);
    study_print_tables(&f->r);
    for (int n = 0; n < STUDY_MAX_NOTES && f->s.notes[n]; n++)
        printf("%s\n", f->s.notes[n]);
}

void replay_print(const replay_result *r)
{
    print_head(r);
    for (int i = 0; i < REPLAY_FIGURES; i++) {
        replay_figure f;
        if (replay_figure_make(&f, r, i))
            replay_figure_print(&f);
    }
}

static void put_row(const replay_row *row, metrics *out)
{
    const file_counts *c = &row->run.own;
    for (int b = 0; activities_have(c->did.system, WF_ENERGY_BANK_OFF) && b < c->shape.clusters * c->shape.banks; b++)
        metrics_set(out, 100 * activities_off(&c->did, b) / c->cycles, KEY_REPLAY_OFF, row->name, b + 1);
    metrics_set(out, c->bin_cycles, KEY_REPLAY_TIME_CYCLES, row->name);
    for (int i = 0; i < FILE_BINS; i++)
        if (c->over_time[i].count > 0)
            metrics_set(out, 100 * c->over_time[i].sum / c->over_time[i].count, KEY_REPLAY_TIME, row->name, i + 1);
}

void replay_put(const replay_result *r, metrics *out)
{
    totals t = totals_of(r);

    metrics_set_text(out, r->runs->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, r->runs->count, KEY_REPLAY_TRACES);
    metrics_set(out, r->runs->d->config.lanes, KEY_REPLAY_LANES);
    metrics_set(out, r->runs->run.latency, KEY_REPLAY_LATENCY);
    metrics_set(out, r->runs->run.load_latency, KEY_REPLAY_LOAD_LATENCY);
    metrics_set(out, r->runs->run.window, KEY_REPLAY_WINDOW);
    metrics_set(out, r->runs->run.no_release, KEY_REPLAY_NO_RELEASE);
    metrics_set(out, r->runs->fit, KEY_REPLAY_FIT);
    metrics_set(out, t.checked, KEY_REPLAY_CHECKED);
    metrics_set(out, t.wrong, KEY_REPLAY_WRONG);
    metrics_set(out, t.operands, KEY_REPLAY_UNKNOWN, "operands");
    metrics_set(out, t.values, KEY_REPLAY_UNKNOWN, "values");
    metrics_set(out, r->runs->unknown_masks, KEY_REPLAY_UNKNOWN, "masks");
    metrics_set(out, r->runs->unknown_sources, KEY_REPLAY_UNKNOWN, "sources");
    metrics_set(out, r->runs->unknown_destinations, KEY_REPLAY_UNKNOWN, "destinations");
    energy_put(&r->energy, true, KEY_REPLAY_ENERGY, out);
    for (int v = 0; v < r->runs->with_count; v++)
        metrics_set_text(out, r->runs->with[v], KEY_REPLAY_WITH, v + 1);
    for (int i = 0; i < REPLAY_FIGURES; i++) {
        replay_figure f;
        if (replay_figure_make(&f, r, i))
            study_put_values(&f.r, out);
    }
    for (int i = 0; i < r->runs->count; i++)
        put_row(&r->runs->rows[i], out);
}
