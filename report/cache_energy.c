/* SPDX-License-Identifier: Apache-2.0 */
#include "cache_energy.h"

#include <math.h>
#include <stdio.h>

enum { SAVED, PUBLISHED_MORE, PUBLISHED_PAYS, PLAIN, WORDS, TAGS, ENCODERS, DECODERS, ALL, MORE, PAYS };

const study_column cache_energy_columns[CACHE_ENERGY_COLUMNS] = {
    [SAVED] = {.id = "energy_blocks", .label = "blocks fewer"},
    [PUBLISHED_MORE] = {.id = "published_more", .label = "published: more", .decimals = 1},
    [PUBLISHED_PAYS] = {.id = "published_pays", .label = "pays from", .decimals = 2},
    [PLAIN] = {.id = "plain_energy", .label = "parts: plain", .decimals = 1},
    [WORDS] = {.id = "words", .label = "words", .decimals = 1},
    [TAGS] = {.id = "tags", .label = "tags", .decimals = 1},
    [ENCODERS] = {.id = "encoders", .label = "encoders", .decimals = 1},
    [DECODERS] = {.id = "decoders", .label = "decoders", .decimals = 1},
    [ALL] = {.id = "energy", .label = "all", .decimals = 1},
    [MORE] = {.id = "more", .label = "more", .decimals = 1},
    [PAYS] = {.id = "pays", .label = "pays from", .decimals = 2},
};

const char *const cache_energy_notes[STUDY_MAX_NOTES] = {
    "In nJ, without leakage and without memory. published: what the source says of an access, times the private ones. parts: what the "
    "caches did, by the energies told; plain: of the plain form.",
    "pays from: the nJ of a block from or to memory from which on this cache takes less than its plain form; 0: it takes less by itself. A "
    "dash: it saves no block.",
};

void cache_energies_of(cache_energies *e, const design *d, bool given)
{
    const paper_energy *p = paper_energy_of(energy_codec(d));
    e->known = energy_of_cache(&e->model, d) || given;
    e->access_pj = p ? p->cache_pj : 0;
}

/* Blocks from and to memory until the end. */
static double blocks(const cache_counts *c)
{
    return c->own.asked + c->own.written - c->flushed + c->others.asked + c->others.written;
}

static energy_spent spent(const cache_energies *e, const cache_counts *c)
{
    energy_activity did = {0};
    activities_take(&c->did, &did);
    return energy_of(&e->model, &did);
}

static double pays_from(double more, double saved)
{
    if (!(saved > 0) || isnan(more))
        return (double)NAN;
    return more > 0 ? more / saved : 0;
}

double cache_energy_value(const cache_energies *e, const cache_counts *own, const cache_counts *plain, int column)
{
    const double nj = 1e-3, saved = blocks(plain) - blocks(own);
    const double published = e->access_pj > 0 ? nj * e->access_pj * (own->own.loads + own->own.stores) : (double)NAN;
    const energy_spent mine = spent(e, own), base = spent(e, plain);
    const double all = nj * energy_all(&mine), before = nj * energy_all(&base);
    switch (column) {
    case SAVED: return saved;
    case PUBLISHED_MORE: return published;
    case PUBLISHED_PAYS: return pays_from(published, saved);
    case PLAIN: return before;
    case WORDS: return nj * (mine.banks + mine.wires);
    case TAGS: return nj * mine.tags;
    case ENCODERS: return nj * mine.encoders;
    case DECODERS: return nj * mine.decoders;
    case ALL: return all;
    case MORE: return all - before;
    default: return pays_from(all - before, saved);
    }
}

void cache_energies_print(const cache_energies *e)
{
    const energy_model *m = &e->model;
    printf(
        "energy: words of a line %g pJ, their wires %g pJ at %g %% activity; tags of a set, or a vector, %g pJ; encoder %g pJ%s; decoder "
        "%g pJ%s",
        m->bank_pj, 2 * m->wire_pj * m->activity, 100 * m->activity, m->tag_pj, m->enc_pj, energy_codes_word(&m->enc_codes), m->dec_pj,
        energy_codes_word(&m->dec_codes));
    printf(e->access_pj > 0 ? "; published: %g pJ more an access\n" : "\n", e->access_pj);
}

void cache_energies_put(const cache_energies *e, metrics *out)
{
    energy_put(&e->model, true, KEY_REPLAY_ENERGY, out);
    metrics_set(out, e->access_pj, KEY_REPLAY_ENERGY, "access_pj");
}
