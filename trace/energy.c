/* SPDX-License-Identifier: Apache-2.0 */
#include "energy.h"

#include <string.h>

#define ENERGY_BANK .unit_bits = ENERGY_BANK_BITS, .access_pj = ENERGY_BANK_PJ, .wire_pj = ENERGY_WIRE_PJ, .node_nm = 45
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
