/* SPDX-License-Identifier: Apache-2.0 */
#include "energy.h"

#include <string.h>

#define ENERGY_BANK                                                                                                   \
    .unit_bits = ENERGY_BANK_BITS, .access_pj = ENERGY_BANK_PJ, .wire_pj = ENERGY_WIRE_PJ, .unit_mw = ENERGY_BANK_MW, \
    .unit_words = ENERGY_BANK_WORDS, .node_nm = 45
#define ENERGY_BANK_SOURCE                                                                                      \
    "Warped-Compression, table 3: 4 KB bank of 128 bits (CACTI), 1 mm of wire at 300 fF/mm, half of the wires " \
    "switching, 45 nm, 1.0 V"

static const paper_energy energies[] = {
#define PAPER_ENERGY(...) {.unit = PAPER_UNIT, __VA_ARGS__},
#include "papers.def"
    {0},
};

const paper_energy *paper_energy_of(const char *unit)
{
    for (const paper_energy *e = energies; e->unit; e++)
        if (strcmp(e->unit, unit) == 0)
            return e;
    return NULL;
}

double energy_bit(const paper_energy *e)
{
    return e ? (e->access_pj + e->wire_pj) / e->unit_bits : 0;
}

double energy_tag(const paper_energy *e, const design *d)
{
    return e && e->tag_bits > 0 ? e->tag_pj * d->sizes.tag_bits / e->tag_bits : 0;
}

bool energy_codes_divergent(const design *d)
{
    return d->codec && d->codec->divergent;
}

bool file_energy_of(file_energy *e, const char *codec, int bank_bits, int rows, int lanes)
{
    const paper_energy *p = paper_energy_of(codec);
    if (p == NULL)
        return false;
    double width = (double)bank_bits / p->unit_bits, units = (double)lanes / p->lanes;
    *e = (file_energy){
        .bank_pj = p->access_pj * width,
        .wire_pj = p->wire_pj * width,
        .bank_mw = p->unit_words > 0 ? p->unit_mw * width * rows / p->unit_words : 0,
        .activity = 0.5,
        .enc_pj = p->enc_pj * units,
        .dec_pj = p->dec_pj * units,
        .enc_mw = p->enc_mw * units,
        .dec_mw = p->dec_mw * units,
        .clock_ghz = p->clock_ghz > 0 ? p->clock_ghz : 1,
    };
    return true;
}

/* 1 mW at 1 GHz is 1 pJ a cycle. */
file_spent file_energy_spent(const file_energy *e, const file_activity *a)
{
    double accesses = a->bank_accesses - a->move_accesses, wire = 2 * e->activity * e->wire_pj, time = 1 / e->clock_ghz;
    double enc_leakage = a->encoders * e->enc_mw * a->cycles * time, dec_leakage = a->decoders * e->dec_mw * a->cycles * time;
    return (file_spent){
        .leakage = e->bank_mw * a->bank_cycles * time,
        .banks = e->bank_pj * accesses,
        .wires = wire * accesses,
        .encoders = e->enc_pj * a->encodes + enc_leakage,
        .decoders = e->dec_pj * (a->decodes - a->moves) + dec_leakage,
        .unit_leakage = enc_leakage + dec_leakage,
        .moves = (e->bank_pj + wire) * a->move_accesses + e->dec_pj * a->moves,
    };
}

double file_spent_all(const file_spent *s)
{
    return s->leakage + s->banks + s->wires + s->encoders + s->decoders + s->moves;
}

double file_spent_leakage(const file_spent *s)
{
    return s->leakage + s->unit_leakage;
}
