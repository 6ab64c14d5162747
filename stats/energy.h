/* SPDX-License-Identifier: Apache-2.0
 *
 * energy.h - energies that the codecs' sources publish (docs/papers/NAME.def): of the storage that a codec is meant for, and of its
 * units; and what a register file takes for what it does. */
#ifndef WF_ENERGY_H
#define WF_ENERGY_H

#include "../base/metrics.h"
#include "../gen/design.h"

typedef struct {
    const char *unit;
    const char *storage_of;    /* the name of the source of the storage's energies */
    int unit_bits;             /* width of the storage unit that the next two belong to */
    double access_pj, wire_pj; /* an access of one unit, moving its bits 1 mm */
    int unit_words;            /* of the unit that unit_mw is for */
    double unit_mw;            /* leakage of one unit */
    int node_nm;               /* of the storage */
    int tag_bits;              /* width of the tag array that tag_pj is for; 0: none is published, left out */
    double tag_pj;             /* an access to it */
    double cache_pj;           /* what an access of a cache takes more with the codec than without; 0: none is published */
    double enc_pj, dec_pj;     /* an activation of the source's own encoder and decoder, at `lanes` */
    double enc_mw, dec_mw;     /* leakage of one; 0: none is published */
    double clock_ghz;          /* of the source's machine; 0: it tells none */
    int lanes;
    bool units_bound;   /* enc_pj and dec_pj are upper bounds */
    const char *source; /* of the storage's energies */
    const char *units_source;
} paper_energy;

/* Whose published energies a design takes: a system those of its codec. */
const char *energy_codec(const design *d);
/* The energies of a unit; NULL: nothing is published. */
const paper_energy *paper_energy_of(const char *unit);

/* ---- The model of `stats`, `replay` and the report ---- */

/* What an activation takes by the class of its code (wf_codec.class_names), in pJ. */
typedef struct {
    bool known;                /* it was measured (`warpfold power`); else the mean counts */
    double pj[WF_MAX_CLASSES]; /* of a code that was not met: the measured mean */
} energy_codes;

/* What the parts of a register file take. Those of a bank are for its width and rows, those of units for its lanes. */
typedef struct {
    int bank_bits;
    double bank_pj, wire_pj; /* an access of a bank, and its bits on their way if half of the wires switch */
    double bank_mw;          /* leakage of a bank that is not off */
    double activity;         /* the share of the wires that switch, from 0 to 1 */
    double tag_pj;           /* an access to the tag of a register; 0: left out */
    double enc_pj, dec_pj;   /* an activation, the mean */
    energy_codes enc_codes, dec_codes;
    double enc_mw, dec_mw;
    double clock_ghz;
} energy_model;

/* What took energy, how often. Activations are counted by the class of their code: an encoder's by that of the code it gives, a decoder's by that of the
 * code it gets. */
typedef struct {
    double banks, wires, tags; /* accesses of banks; the wires of one without it; accesses to tags */
    double encodes[WF_MAX_CLASSES], decodes[WF_MAX_CLASSES];
} energy_use;

/* What it did. Doubles alone: sums of sums. */
typedef struct {
    double cycles, bank_cycles; /* bank_cycles: of all banks together, those that were off left out */
    energy_use use;
    energy_use part[WF_MAX_ACTIVITY_PARTS]; /* not in `use`: what is shown by itself, such as moves */
    double encoders, decoders;              /* how many there are */
} energy_activity;

/* In pJ. What a part takes is in none of the others. */
typedef struct {
    double leakage;                     /* of banks */
    double banks, wires, tags;          /* accesses */
    double encoders, decoders;          /* activations and leakage */
    double unit_leakage;                /* their leakage, which is in the two before */
    double part[WF_MAX_ACTIVITY_PARTS]; /* all of it */
    double part_units;                  /* activations in the parts */
} energy_spent;

/* What the codec's source publishes, for banks of so many bits and rows, and for units of so many lanes. False: it publishes nothing, and all
 * energies are 0. */
bool energy_published(energy_model *e, const char *codec, int bank_bits, int rows, int lanes);
/* The same of a design, whose storage is cut into banks of the published width; of its own storage units if nothing is published. */
bool energy_of_design(energy_model *e, const design *d);
/* The same of a register file, by its banks; a tag's as published. */
bool energy_of_file(energy_model *e, const design *d);
/* The same of a cache of vectors: the words of a line are a bank that does not leak, and the tags of a set or a vector are a tag. */
bool energy_of_cache(energy_model *e, const design *d);
/* Takes energy and leakage of both units from the figures of a design: by the codes of `codec`, with their measured mean, where `warpfold power` measured
 * them; else the means of synthesis, as always with NULL. False: they are not there, and nothing is changed. */
bool energy_measured(energy_model *e, const metrics *m, const wf_codec *codec);
/* Activations of the units take k times as much. */
void energy_scale_units(energy_model *e, double k);
/* The values of a model under a key of one name: of storage alone, or all. */
void energy_put(const energy_model *e, bool all, const char *key, metrics *out);
/* Takes what was put; what was not stays. */
void energy_get(energy_model *e, const char *key, const metrics *m);
/* What is said behind their mean: it counts for all codes, or each has its own. */
const char *energy_codes_word(const energy_codes *codes);
/* An access of a bank, with its wires. */
double energy_bank(const energy_model *e);
/* Activations of the units, by class of their codes. */
double energy_encodes(const energy_model *e, const double count[WF_MAX_CLASSES]);
double energy_decodes(const energy_model *e, const double count[WF_MAX_CLASSES]);
/* All of them. */
double energy_count(const double count[WF_MAX_CLASSES]);
energy_spent energy_of(const energy_model *e, const energy_activity *a);
double energy_all(const energy_spent *s);
double energy_leakage(const energy_spent *s); /* of banks and units */
double energy_units(const energy_spent *s);   /* encoders and decoders, also in the parts */

/* True if a divergent write activates the encoder too, because its tag says more than raw (wf_sizes.raw_bit). */
bool energy_codes_divergent(const design *d);

#endif
