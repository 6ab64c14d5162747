/* SPDX-License-Identifier: Apache-2.0
 *
 * key.h - what makes a module's figures, as a hash: the name under which a cache (base/store.h) keeps them. */
#ifndef WF_SYNTH_KEY_H
#define WF_SYNTH_KEY_H

#include "../base/hash.h"
#include "synth.h"

/* Of the program, its tools, the library, the options and the Verilog of the module. `dir`: the emitted design. */
void synth_key(const design *d, const synth_options *options, const char *dir, const char *module, char key[HASH_DIGITS + 1]);

#endif
