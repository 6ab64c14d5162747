/* SPDX-License-Identifier: Apache-2.0
 *
 * move - does a write need a dummy move first? The tag of every register codec tells it (wf_sizes: code_bits, raw_bit).
 * More: docs/integration.md.
 *
 *     mask     register stored   the write
 *     full     any               replaces it: no move
 *     empty    any               writes nothing: no move
 *     partial  raw               writes its lanes: no move
 *     partial  compressed        must find the register raw: move first
 */
#include "bits.h"
#include "warpfold.h"

bool wf_tag_compressed(const wf_sizes *s, const uint32_t *tag)
{
    if (s->raw_bit > 0 && get_bit(tag, s->raw_bit))
        return false;
    for (int i = 0; i < s->code_bits; i++)
        if (get_bit(tag, i))
            return true;
    return false;
}

bool wf_move_needed(const wf_sizes *s, const uint32_t *mask, const uint32_t *tag)
{
    return wf_tag_compressed(s, tag) && !wf_mask_full(mask, s->mask_bits) && !wf_mask_empty(mask, s->mask_bits);
}
