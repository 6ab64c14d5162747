/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_energy.h - the dynamic energy of moving lines between a unit and its DRAM: bits that DRAM moves, looks for counts, activations of encoder and decoder.
 *
 *     a line of 128 bytes, raw, at 11.72 pJ a bit: 1,024 x 11.72 pJ = 12 nJ; as a code of one burst 3 nJ */
#ifndef WF_CHANNEL_ENERGY_H
#define WF_CHANNEL_ENERGY_H

#include "../machine/channel_pairs.h"
#include "../stats/energy.h"
#include "../stats/study.h"

typedef struct {
    double dram_pj, counts_pj; /* of a bit; of a look */
    energy_model model;        /* of encoder and decoder alone */
    bool units;                /* theirs are known */
} channel_energies;

/* The codec of a unit, as a design of its own. False: it has none. */
bool channel_codec_of(design *codec, const design *d);
/* What sources publish; theirs of encoder and decoder are known if `given`. */
void channel_energies_of(channel_energies *e, const design *d, bool given);

/* The columns of the figure, for one case each but the last, which is of each. */
enum {
    CHANNEL_ENERGY_PLAIN,
    CHANNEL_ENERGY_DRAM,
    CHANNEL_ENERGY_COUNTS,
    CHANNEL_ENERGY_ENCODERS,
    CHANNEL_ENERGY_DECODERS,
    CHANNEL_ENERGY_ALL,
    CHANNEL_ENERGY_SAVED
};
/* In nJ; saved in % of the plain form's. */
double channel_energy_value(const channel_energies *e, const channel_row *row, int of, int column);
void channel_energies_print(const channel_energies *e);
void channel_energies_put(const channel_energies *e, metrics *out);

#endif
