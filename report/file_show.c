/* SPDX-License-Identifier: Apache-2.0
 *
 * file_show.c - the figures of runs of a register file: on the terminal, in a page, and flat. */
#include <math.h>
#include <stdio.h>

#include "file_figures.h"
#include "report_html.h"

/* ---- the terminal ---- */

void file_figures_energy(const energy_model *e)
{
    printf("energy: bank %g pJ, its wires %g pJ at %g %% activity, leakage %g mW; encoder %g pJ%s, %g mW; decoder %g pJ%s, %g mW; %g "
           "GHz\n",
           e->bank_pj, 2 * e->wire_pj * e->activity, 100 * e->activity, e->bank_mw, e->enc_pj, energy_codes_word(&e->enc_codes), e->enc_mw,
           e->dec_pj, energy_codes_word(&e->dec_codes), e->dec_mw, e->clock_ghz);
}

void file_figures_print(const file_result *r)
{
    figures_print(&file_figures, r);
}

/* ---- the page ---- */

void file_figures_draw(text *t, const file_result *r)
{
    figures_draw(&file_figures, r, t);
    file_plots_draw(t, r);
}

/* ---- flat ---- */

static void add_checked(const file_pair *p, double *checked, double *wrong)
{
    *checked += p->own.checked + p->base.checked;
    *wrong += p->own.wrong + p->base.wrong;
}

void file_figures_checked(const file_result *r, double *checked, double *wrong)
{
    *checked = *wrong = 0;
    for (int i = 0; i < r->pairs->count; i++) {
        const file_row *row = &r->pairs->rows[i];
        add_checked(&row->run, checked, wrong);
        for (int v = 0; v < r->pairs->with_count; v++)
            add_checked(&row->with[v], checked, wrong);
    }
}

static void put_row(const file_row *row, metrics *out)
{
    const file_counts *c = &row->run.own;
    for (int b = 0; activities_have(c->did.system, WF_ENERGY_BANK_OFF) && b < c->shape.clusters * c->shape.banks; b++)
        metrics_set(out, 100 * activities_off(&c->did, b) / c->cycles, KEY_REPLAY_OFF, row->name, b + 1);
    metrics_set(out, c->bin_cycles, KEY_REPLAY_TIME_CYCLES, row->name);
    for (int i = 0; i < FILE_BINS; i++)
        if (c->over_time[i].count > 0)
            metrics_set(out, 100 * c->over_time[i].sum / c->over_time[i].count, KEY_REPLAY_TIME, row->name, i + 1);
}

void file_figures_put(const file_result *r, metrics *out)
{
    energy_put(&r->energy, true, KEY_REPLAY_ENERGY, out);
    for (int v = 0; v < r->pairs->with_count; v++)
        metrics_set_text(out, r->pairs->with[v], KEY_REPLAY_WITH, v + 1);
    figures_put(&file_figures, r, out);
    for (int i = 0; i < r->pairs->count; i++)
        put_row(&r->pairs->rows[i], out);
}
