/* SPDX-License-Identifier: Apache-2.0
 *
 * samples.h - a block and its code for each class of a codec, from plain blocks such as equal words or small differences. */
#ifndef WF_SAMPLES_H
#define WF_SAMPLES_H

#include "../cmodel/warpfold.h"

/* A class of a configuration, and the first of the plain blocks that gets it. */
typedef struct {
    bool found; /* false: no plain block gets this class */
    wf_code code;
    uint32_t block[WF_MAX_WORDS], mask[WF_MASK_WORDS];
    uint32_t ever[WF_MAX_WORDS]; /* bit i: bit i of the payload is 1 in the code of some plain block of this class */
} sample;

typedef struct {
    int classes;
    sample of[WF_MAX_CLASSES];
} sample_set;

/* Fills in *set. The same configuration always gives the same samples. */
void samples_find(const wf_codec *codec, const wf_config *config, sample_set *set);

#endif
