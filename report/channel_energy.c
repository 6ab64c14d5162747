/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_energy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../stats/paper_machine.h"

bool channel_codec_of(design *codec, const design *d)
{
    const burst_code code = burst_code_of(d);
    for (size_t i = 0; code.codec && i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec == code.codec) {
            design_init(codec, wf_unit_at(i), code.config.line_bytes);
            codec->config = code.config;
            design_check(codec);
            return true;
        }
    return false;
}

/* Bits of a set of the cache of counts: all of its ways are read or written at once. */
static double bits_of_set(const design *d)
{
    wf_memory memories[WF_MAX_MEMORIES];
    double bits = 0;
    for (int k = 0; d->unit->children && d->unit->children[k].name; k++) {
        const wf_unit *unit = d->unit->children[k].unit;
        if (unit->metadata == NULL || unit->memories == NULL || !wf_child_used(&d->unit->children[k], &d->config))
            continue;
        const wf_config config = wf_child_config(d->unit, &d->config, k);
        for (int n = unit->memories(&config, memories); n > 0; n--)
            bits += memories[n - 1].count * memories[n - 1].bits;
    }
    return bits;
}

void channel_energies_of(channel_energies *e, const design *d, bool given)
{
    const paper_machine *source = paper_machine_default();
    *e = (channel_energies){.dram_pj = source->dram_pj, .counts_pj = source->sram_pj * bits_of_set(d), .units = given};
}

static double dram_bits(const channel_run *r)
{
    const double bursts = r->bursts.bursts[0][0] + r->bursts.bursts[0][1] + r->bursts.bursts[1][0] + r->bursts.bursts[1][1];
    return 8 * WF_BURST_BYTES * bursts;
}

/* In pJ. An ideal unit looks for no counts, and its codec takes nothing. */
static double part(const channel_energies *e, const channel_run *r, int column)
{
    switch (column) {
    case CHANNEL_ENERGY_DRAM: return e->dram_pj * dram_bits(r);
    case CHANNEL_ENERGY_COUNTS: return e->counts_pj * r->n.looks;
    case CHANNEL_ENERGY_ENCODERS: return e->units ? energy_encodes(&e->model, r->n.encodes) : (double)NAN;
    default: return e->units ? energy_decodes(&e->model, r->n.decodes) : (double)NAN;
    }
}

static double all(const channel_energies *e, const channel_run *r)
{
    double sum = 0;
    for (int c = CHANNEL_ENERGY_DRAM; c <= (e->units ? CHANNEL_ENERGY_DECODERS : CHANNEL_ENERGY_COUNTS); c++)
        sum += part(e, r, c);
    return sum;
}

double channel_energy_value(const channel_energies *e, const channel_row *row, int of, int column)
{
    const channel_run *run = &row->run[of][CHANNEL_WHOLE], *plain = &row->run[CHANNEL_PLAIN][CHANNEL_WHOLE];
    const double nj = 1e-3, before = all(e, plain);
    switch (column) {
    case CHANNEL_ENERGY_PLAIN: return nj * before;
    case CHANNEL_ENERGY_ALL: return nj * all(e, run);
    case CHANNEL_ENERGY_SAVED: return before > 0 ? 100 * (1 - all(e, run) / before) : (double)NAN;
    default: return nj * part(e, run, column);
    }
}

void channel_energies_print(const channel_energies *e)
{
    printf("energy: DRAM %.4g pJ a bit; a look for a count %.4g pJ; ", e->dram_pj, e->counts_pj);
    if (e->units)
        printf("encoder %.4g pJ%s; decoder %.4g pJ%s\n", e->model.enc_pj, energy_codes_word(&e->model.enc_codes), e->model.dec_pj,
               energy_codes_word(&e->model.dec_codes));
    else
        printf("encoder and decoder left out (--units, or --enc-pj and --dec-pj)\n");
}

void channel_energies_put(const channel_energies *e, metrics *out)
{
    metrics_set(out, e->dram_pj, KEY_REPLAY_ENERGY, "dram_pj");
    metrics_set(out, e->counts_pj, KEY_REPLAY_ENERGY, "counts_pj");
    if (e->units) {
        metrics_set(out, e->model.enc_pj, KEY_REPLAY_ENERGY, "enc_pj");
        metrics_set(out, e->model.dec_pj, KEY_REPLAY_ENERGY, "dec_pj");
    }
}
