/* SPDX-License-Identifier: Apache-2.0 */
#include "energy.h"

#include <string.h>

#define WARPED_COMPRESSION_BANK                                                                                        \
    "Warped-Compression, table 3: 4 KB bank of 128 bits (CACTI), 1 mm of wire at 300 fF/mm, half of the wires "        \
    "switching, 45 nm, 1.0 V"

static const room_energy rooms[] = {
    {.room = "warpbdi",
     .unit_bits = 128, .access_pj = 7, .wire_pj = 9.6, .node_nm = 45,
     .enc_pj = 23, .dec_pj = 21, .lanes = 32,
     .source = WARPED_COMPRESSION_BANK,
     .units_source = "Warped-Compression, table 3"},
    /* G-Scalar gives no energy of a bank. Its array of 38-bit tags takes 5.2 % of eight arrays of 128 bits. */
    {.room = "bytewise",
     .unit_bits = 128, .access_pj = 7, .wire_pj = 9.6, .node_nm = 45,
     .tag_bits = 38, .tag_pj = 0.052 * 8 * 7,
     .enc_pj = 16.22 / 1.4, .dec_pj = 15.86 / 1.4, .lanes = 32,
     .source = "borrowed from " WARPED_COMPRESSION_BANK "; array of tags: 5.2 % of a bank of 1024 bits (G-Scalar, section "
               "5.1), in proportion to the tag's bits",
     .units_source = "G-Scalar, table 3: mW at 1.4 GHz, 40 nm"},
    /* Affine Vector Cache is a cache and gives no energy of a register bank. "Of both the encoding and decoding unit ...
     * under 100 pJ" may be a sum or each: as a bound of each it holds either way. */
    {.room = "affine",
     .unit_bits = 128, .access_pj = 7, .wire_pj = 9.6, .node_nm = 45,
     .tag_bits = 64, .tag_pj = 10,
     .enc_pj = 100, .dec_pj = 100, .lanes = 32, .units_bound = true,
     .source = "borrowed from " WARPED_COMPRESSION_BANK "; array of tags: 10 pJ an access of a 16 KB SRAM 64 bits wide, 45 nm "
               "(CACTI; Affine Vector Cache, section 5.2), in proportion to the tag's bits",
     .units_source = "Affine Vector Cache, section 5.2: both units under 100 pJ, 90 nm"},
    {0},
};

const room_energy *room_energy_of(const char *room)
{
    for (const room_energy *e = rooms; e->room; e++)
        if (strcmp(e->room, room) == 0)
            return e;
    return NULL;
}

double energy_bit(const room_energy *e)
{
    return e ? (e->access_pj + e->wire_pj) / e->unit_bits : 0;
}

double energy_tag(const room_energy *e, const design *d)
{
    return e && e->tag_bits > 0 ? e->tag_pj * d->sizes.tag_bits / e->tag_bits : 0;
}

bool energy_codes_divergent(const design *d)
{
    return d->codec && d->codec->divergent;
}
