/* SPDX-License-Identifier: Apache-2.0
 *
 * decodes_alike.h - the decoders of the two forms of a register codec, compared. Include it after cmocka.h. */
#ifndef WF_TESTS_DECODES_ALIKE_H
#define WF_TESTS_DECODES_ALIKE_H

#include "../../cmodel/warpfold.h"

/* Both forms give the same status and lanes of a code. `told`: how often they gave each status. */
static inline void decodes_alike(const wf_codec *codec, const wf_config *c, const wf_code *code, int *told)
{
    uint32_t plain[WF_MAX_WORDS], fast[WF_MAX_WORDS];
    wf_status status = codec->decode(c, code, plain);
    assert_int_equal(codec->fast->decode(c, code, fast), status);
    assert_memory_equal(fast, plain, sizeof *plain * (size_t)c->lanes);
    told[status]++;
}

#endif
