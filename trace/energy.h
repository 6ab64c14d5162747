/* SPDX-License-Identifier: Apache-2.0
 *
 * energy.h - energies that the codecs' sources publish (docs/papers/NAME.def): of the storage that a codec is meant for, and of its
 * units. Trace figures and report take theirs from here. */
#ifndef WF_ENERGY_H
#define WF_ENERGY_H

#include "../gen/design.h"

typedef struct {
    const char *unit;
    int unit_bits;             /* width of the storage unit that the next two belong to */
    double access_pj, wire_pj; /* an access of one unit, moving its bits */
    int node_nm;               /* of the storage */
    int tag_bits;              /* width of the tag array that tag_pj is for; 0: none is published, left out */
    double tag_pj;             /* an access to it */
    double enc_pj, dec_pj;     /* an activation of the source's own encoder and decoder, at `lanes` */
    int lanes;
    bool units_bound;   /* enc_pj and dec_pj are upper bounds */
    const char *source; /* of the storage's energies */
    const char *units_source;
} paper_energy;

/* A bank of registers and the wires to it, as several sources count them. */
#define ENERGY_BANK_BITS 128
#define ENERGY_BANK_PJ 7.0
#define ENERGY_WIRE_PJ 9.6 /* 1 mm of as many wires */

/* The energies of a unit; NULL: nothing is published. */
const paper_energy *paper_energy_of(const char *unit);

/* The energy of an access to one bit of storage, and to all tag bits of a design, in pJ; 0 if nothing is published. */
double energy_bit(const paper_energy *e);
double energy_tag(const paper_energy *e, const design *d);
/* True if a divergent write activates the encoder too, because its tag says more than raw (wf_sizes.raw_bit). */
bool energy_codes_divergent(const design *d);

#endif
