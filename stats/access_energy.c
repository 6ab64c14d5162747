/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy of accesses to registers, beside a register file without compression (docs/statistics.md, "Energies"). */
#include "../cmodel/bits.h"
#include "counting.h"
#include "energy.h"

trace_energy trace_energy_paper(const design *d)
{
    trace_energy e = {.reads_per_write = 2};

    energy_of_design(&e.model, d);
    return e;
}

bool units_alike(const wf_sizes *s)
{
    for (int u = 0; u < s->units; u++)
        if (s->unit_bits[u] * s->units != s->payload_bits)
            return false;
    return true;
}

/* touched_bits where all units are of so many pieces, a power of two up to 32. The bits of a unit are ored into its first one, and those are
 * counted. */
static int touched_alike(const wf_sizes *s, const uint32_t *enables, int count, int pieces)
{
    uint32_t firsts = ~(uint32_t)0 / low_ones(pieces);
    int units = 0;

    for (int from = 0; from < count; from += 32) {
        uint32_t touched = mask_part(enables, from, count - from);
        for (int by = 1; by < pieces; by *= 2)
            touched |= touched >> by;
        units += __builtin_popcount(touched & firsts);
    }
    return units * s->unit_bits[0];
}

/* Bits of the storage units that some of `count` equal pieces touch; `enables` has a bit for each piece. */
static int touched_bits(const counting *k, const uint32_t *enables, int count)
{
    const wf_sizes *s = &k->d->sizes;
    int piece = s->payload_bits / count, pieces = s->unit_bits[0] / piece, at = 0, bits = 0;

    if (k->units_alike && pieces * s->units == count && pieces <= 32 && (pieces & (pieces - 1)) == 0)
        return touched_alike(s, enables, count, pieces);
    for (int u = 0; u < s->units; at += s->unit_bits[u++]) {
        int first = at / piece, last = (at + s->unit_bits[u] - 1) / piece;
        if (any_set(enables, first, last - first + 1))
            bits += s->unit_bits[u];
    }
    return bits;
}

/* Operands that are not held make the encoder or decoder work at every access. */
static bool always_works(const counting *k)
{
    return !k->d->isolate;
}

/* Reads of a register: raw, with a scalar bank beside, and as it is stored. */
static void count_reads(const counting *k, double reads, const stored_code *stored)
{
    trace_counts *c = k->c;
    double banks = reads / k->e->model.bank_bits;

    c->base.use.banks += banks * k->d->sizes.payload_bits;
    if (stored->scalar)
        c->scalars.use.tags += reads;
    else
        c->scalars.use.banks += banks * k->d->sizes.payload_bits;
    c->own.use.banks += banks * stored->unit_bits;
    c->own.use.tags += reads;
    c->own.use.decodes[stored->class] += stored->compressed || always_works(k) ? reads : 0;
    c->charged_reads += reads;
    c->charged_compressed += stored->compressed ? reads : 0;
    c->charged_read_bits += reads * stored->unit_bits;
}

void charge_write(const counting *k, const trace_record *r, const wf_code *code, const stored_code *alone, const stored_code *stored,
                  double reads)
{
    const wf_sizes *s = &k->d->sizes;
    trace_counts *c = k->c;
    bool full = trace_full(r);
    double base_write = full ? s->payload_bits : touched_bits(k, r->mask, r->lanes);
    double write = full ? stored->unit_bits : touched_bits(k, code->wen, s->wen_bits);
    double bank = k->e->model.bank_bits;

    c->base_write_bits += base_write;
    c->write_bits += write;
    c->base.use.banks += base_write / bank;
    if (stored->scalar)
        c->scalars.use.tags++;
    else
        c->scalars.use.banks += base_write / bank;
    c->own.use.banks += write / bank;
    c->own.use.tags++;
    c->own.use.encodes[alone->class] += full || always_works(k) || energy_codes_divergent(k->d);
    c->charged_writes++;
    c->charged_divergent += !full;
    count_reads(k, reads, stored);
}

void charge_read(const counting *k, const stored_code *stored)
{
    count_reads(k, 1, stored);
}

void charge_move(const counting *k, const register_state *before)
{
    energy_use *moves = &k->c->own.part[TRACE_MOVES], *scalars = &k->c->scalars.part[TRACE_MOVES];
    double bank = k->e->model.bank_bits;

    if (before->scalar) { /* from the scalar bank into all lanes */
        scalars->tags++;
        scalars->banks += k->d->sizes.payload_bits / bank;
    }
    moves->banks += (before->unit_bits + k->d->sizes.payload_bits) / bank;
    moves->tags += 2;
    moves->decodes[before->class]++;
}
