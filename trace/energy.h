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
    int unit_words;            /* of the unit that unit_mw is for */
    double unit_mw;            /* leakage of one unit */
    int node_nm;               /* of the storage */
    int tag_bits;              /* width of the tag array that tag_pj is for; 0: none is published, left out */
    double tag_pj;             /* an access to it */
    double enc_pj, dec_pj;     /* an activation of the source's own encoder and decoder, at `lanes` */
    double enc_mw, dec_mw;     /* leakage of one; 0: none is published */
    double clock_ghz;          /* of the source's machine; 0: it tells none */
    int lanes;
    bool units_bound;   /* enc_pj and dec_pj are upper bounds */
    const char *source; /* of the storage's energies */
    const char *units_source;
} paper_energy;

/* A bank of registers and the wires to it, as several sources count them. */
#define ENERGY_BANK_BITS 128
#define ENERGY_BANK_PJ 7.0
#define ENERGY_WIRE_PJ 9.6 /* 1 mm of as many wires */
#define ENERGY_BANK_WORDS 256
#define ENERGY_BANK_MW 5.8

/* The energies of a unit; NULL: nothing is published. */
const paper_energy *paper_energy_of(const char *unit);

/* The energy of an access to one bit of storage, and to all tag bits of a design, in pJ; 0 if nothing is published. */
double energy_bit(const paper_energy *e);
double energy_tag(const paper_energy *e, const design *d);
/* ---- A register file over a run of cycles ---- */

/* What its parts take. Those of a bank are for its width and rows, those of units for its lanes. */
typedef struct {
    double bank_pj, wire_pj; /* an access of a bank, and its bits on their way if half of the wires switch */
    double bank_mw;          /* leakage of a bank that is not off */
    double activity;         /* the share of the wires that switch, from 0 to 1 */
    double enc_pj, dec_pj, enc_mw, dec_mw;
    double clock_ghz;
} file_energy;

/* What it did. */
typedef struct {
    double cycles, bank_cycles; /* bank_cycles: of all banks together, those that were off left out */
    double bank_accesses, encodes, decodes;
    double moves, move_accesses; /* of these accesses those of moves; each move decodes once */
    int encoders, decoders;
} file_activity;

/* In pJ. What moves take is in none of the others. */
typedef struct {
    double leakage;            /* of banks */
    double banks, wires;       /* accesses */
    double encoders, decoders; /* activations and leakage */
    double unit_leakage;       /* their leakage, which is in the two before */
    double moves;
} file_spent;

/* The energies that a codec's source publishes, for banks of so many bits and rows, and for units of so many lanes. False: it publishes none. */
bool file_energy_of(file_energy *e, const char *codec, int bank_bits, int rows, int lanes);
file_spent file_energy_spent(const file_energy *e, const file_activity *a);
double file_spent_all(const file_spent *s);
double file_spent_leakage(const file_spent *s); /* of banks and units */

/* True if a divergent write activates the encoder too, because its tag says more than raw (wf_sizes.raw_bit). */
bool energy_codes_divergent(const design *d);

#endif
