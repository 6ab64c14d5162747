/* SPDX-License-Identifier: Apache-2.0
 *
 * emit.h - a design to its folder: DIR/{rtl,tb,syn}, DIR/NAME.core, DIR/manifest.json. */
#ifndef WF_EMIT_H
#define WF_EMIT_H

#include "design.h"

/* Writes the design to dir, which must not exist, be empty, or hold this very design already. The folder appears whole
 * or not at all. Dies (2) on a folder that holds something else, (1) if it cannot be written. */
void emit_design(const design *d, const char *dir);

/* Words of the bench's records, one record a port and cycle: each field starts at a word of 32 bits. The order is
 *     enc_i: flags (bit 0 valid, bit 1 raw_only), user, mask, block, tag of the destination register
 *     enc_o: flags (bit 0 valid, bit 1 move needed, bit 2 ready), user, tag, payload, units, wen
 *     dec_i: flags (bit 0 valid), user, tag, payload
 *     dec_o: flags (bit 0 valid, bit 1 ready), user, block */
typedef struct {
    int user, mask, tag, block, payload, units, wen;    /* words a field */
    int enc_i, enc_o, dec_i, dec_o;                     /* words a record */
} bench_words;
bench_words bench_words_of(const design *d);

/* Of a block: enc_i is flags (bit 0 valid) and the inputs, enc_o flags (bit 0 valid) and the outputs; dec_i and dec_o are
 * words that nobody reads. */

/* Words of a block's inputs, or of its outputs. */
int port_words(const wf_ports *p, bool outputs);

#endif
