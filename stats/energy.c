/* SPDX-License-Identifier: Apache-2.0
 *
 * energy.c - the model of energies of a codec or a system: what its paper publishes, what the user gives in its place, and what an
 * access, an encoder or a decoder then takes. */
#include "energy.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../gen/design_modules.h"

static const paper_energy energies[] = {
#define PAPER_ENERGY(...) {.unit = PAPER_UNIT, __VA_ARGS__},
#include "papers.def"
    {0},
};

const char *energy_codec(const design *d)
{
    const wf_system *system = d->unit->system;
    return system && system->codec ? system->codec : d->unit->name;
}

const paper_energy *paper_energy_of(const char *unit)
{
    for (const paper_energy *e = energies; e->unit; e++)
        if (strcmp(e->unit, unit) == 0)
            return e;
    return NULL;
}

bool energy_codes_divergent(const design *d)
{
    return d->codec && d->codec->divergent;
}

bool energy_published(energy_model *e, const char *codec, int bank_bits, int rows, int lanes)
{
    const paper_energy *p = paper_energy_of(codec);
    *e = (energy_model){.bank_bits = bank_bits, .activity = 0.5, .clock_ghz = 1};
    if (p == NULL)
        return false;
    double width = (double)bank_bits / p->unit_bits, units = (double)lanes / p->lanes;
    e->bank_pj = p->access_pj * width;
    e->wire_pj = p->wire_pj * width;
    e->bank_mw = p->unit_words > 0 ? p->unit_mw * width * rows / p->unit_words : 0;
    e->enc_pj = p->enc_pj * units;
    e->dec_pj = p->dec_pj * units;
    e->enc_mw = p->enc_mw * units;
    e->dec_mw = p->dec_mw * units;
    e->clock_ghz = p->clock_ghz > 0 ? p->clock_ghz : e->clock_ghz;
    return true;
}

bool energy_of_design(energy_model *e, const design *d)
{
    const paper_energy *p = paper_energy_of(d->unit->name);
    bool known = energy_published(e, d->unit->name, p ? p->unit_bits : d->sizes.unit_bits[0], p ? p->unit_words : 0, d->config.lanes);
    e->tag_pj = p && p->tag_bits > 0 ? p->tag_pj * d->sizes.tag_bits / p->tag_bits : 0;
    return known;
}

bool energy_of_file(energy_model *e, const design *d)
{
    const paper_energy *p = paper_energy_of(energy_codec(d));
    wf_file_shape shape;

    d->unit->system->shape(&d->config, &shape);
    bool known = energy_published(e, energy_codec(d), shape.bank_bits, shape.rows, d->config.lanes);
    e->tag_pj = p ? p->tag_pj : 0;
    return known;
}

bool energy_of_cache(energy_model *e, const design *d)
{
    const paper_energy *p = paper_energy_of(energy_codec(d));
    bool known = energy_published(e, energy_codec(d), 32 * d->config.lanes, 0, d->config.lanes);
    e->tag_pj = p ? p->tag_pj : 0;
    return known;
}

/* The encoder or the decoder. False: it has no energy, or one of its figures is not known. */
static bool unit_measured(const metrics *m, module_role role, const wf_codec *codec, double *pj, double *mw, energy_codes *codes)
{
    const char *unit = module_role_name(role);
    double mean = metrics_get(m, KEY_POWER_MEAN, unit);

    *codes = (energy_codes){0};
    for (int c = 0; codec && codec->class_names[c]; c++) {
        double own = metrics_get(m, KEY_POWER_CLASS_ENERGY, unit, codec->class_names[c]);
        if (metrics_unknown(m, KEY_POWER_CLASS_ENERGY, unit, codec->class_names[c]))
            return false;
        codes->known |= isfinite(own) && isfinite(mean);
        codes->pj[c] = isfinite(own) ? own : mean;
    }
    const char *leaks = codes->known ? KEY_POWER_LEAK : KEY_UNIT_LEAK;
    double leak = metrics_get(m, leaks, unit);
    *pj = codes->known ? mean : metrics_get(m, KEY_UNIT_ENERGY, unit);
    if (isfinite(leak))
        *mw = leak;
    return *pj >= 0 && !metrics_unknown(m, leaks, unit);
}

bool energy_measured(energy_model *e, const metrics *m, const wf_codec *codec)
{
    energy_model own = *e;

    if (!unit_measured(m, MODULE_ENC, codec, &own.enc_pj, &own.enc_mw, &own.enc_codes) ||
        !unit_measured(m, MODULE_DEC, codec, &own.dec_pj, &own.dec_mw, &own.dec_codes))
        return false;
    *e = own;
    return true;
}

void energy_scale_units(energy_model *e, double k)
{
    e->enc_pj *= k;
    e->dec_pj *= k;
    for (int c = 0; c < WF_MAX_CLASSES; c++) {
        e->enc_codes.pj[c] *= k;
        e->dec_codes.pj[c] *= k;
    }
}

static const struct {
    const char *name;
    size_t at;
} values[] = {
#define VALUE(name)                         \
    {                                       \
#name, offsetof(energy_model, name) \
    }
    VALUE(bank_pj), VALUE(wire_pj), VALUE(activity), VALUE(tag_pj), /* of storage */
    VALUE(bank_mw), VALUE(enc_pj),  VALUE(enc_mw),   VALUE(dec_pj), VALUE(dec_mw), VALUE(clock_ghz),
};
enum { STORAGE_VALUES = 4, VALUES = sizeof values / sizeof *values };

void energy_put(const energy_model *e, bool all, const char *key, metrics *out)
{
    for (int i = 0; i < (all ? VALUES : STORAGE_VALUES); i++)
        metrics_set(out, *(const double *)((const char *)e + values[i].at), key, values[i].name);
}

void energy_get(energy_model *e, const char *key, const metrics *m)
{
    for (int i = 0; i < VALUES; i++) {
        double value = metrics_get(m, key, values[i].name);
        if (isfinite(value) || metrics_unknown(m, key, values[i].name))
            *(double *)((char *)e + values[i].at) = value;
    }
}

const char *energy_codes_word(const energy_codes *codes)
{
    return codes->known ? " on average, by code" : "";
}

double energy_bank(const energy_model *e)
{
    return e->bank_pj + 2 * e->activity * e->wire_pj;
}

double energy_count(const double count[WF_MAX_CLASSES])
{
    double all = 0;

    for (int c = 0; c < WF_MAX_CLASSES; c++)
        all += count[c];
    return all;
}

/* Each takes what its code takes; if that is not known, the mean. */
static double activations(double mean, const energy_codes *codes, const double *count)
{
    double pj = 0;

    if (!codes->known)
        return mean * energy_count(count);
    for (int c = 0; c < WF_MAX_CLASSES; c++)
        pj += codes->pj[c] * count[c];
    return pj;
}

double energy_encodes(const energy_model *e, const double count[WF_MAX_CLASSES])
{
    return activations(e->enc_pj, &e->enc_codes, count);
}

double energy_decodes(const energy_model *e, const double count[WF_MAX_CLASSES])
{
    return activations(e->dec_pj, &e->dec_codes, count);
}

/* 1 mW at 1 GHz is 1 pJ a cycle. */
energy_spent energy_of(const energy_model *e, const energy_activity *a)
{
    const energy_use *use = &a->use;
    double time = 1 / e->clock_ghz, wire_pj = 2 * e->activity * e->wire_pj;
    double enc_leakage = a->encoders * e->enc_mw * a->cycles * time, dec_leakage = a->decoders * e->dec_mw * a->cycles * time;
    energy_spent s = {
        .leakage = e->bank_mw * a->bank_cycles * time,
        .banks = e->bank_pj * use->banks,
        .wires = wire_pj * (use->banks + use->wires),
        .tags = e->tag_pj * use->tags,
        .encoders = energy_encodes(e, use->encodes) + enc_leakage,
        .decoders = energy_decodes(e, use->decodes) + dec_leakage,
        .unit_leakage = enc_leakage + dec_leakage,
    };
    for (int i = 0; i < WF_MAX_ACTIVITY_PARTS; i++) {
        const energy_use *part = &a->part[i];
        double units = energy_encodes(e, part->encodes) + energy_decodes(e, part->decodes);
        s.part[i] = energy_bank(e) * part->banks + wire_pj * part->wires + e->tag_pj * part->tags + units;
        s.part_units += units;
    }
    return s;
}

double energy_all(const energy_spent *s)
{
    double all = s->leakage + s->banks + s->wires + s->tags + s->encoders + s->decoders;

    for (int i = 0; i < WF_MAX_ACTIVITY_PARTS; i++)
        all += s->part[i];
    return all;
}

double energy_leakage(const energy_spent *s)
{
    return s->leakage + s->unit_leakage;
}

double energy_units(const energy_spent *s)
{
    return s->encoders + s->decoders + s->part_units;
}
