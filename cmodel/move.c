/* SPDX-License-Identifier: Apache-2.0
 *
 * move - does a write need the dummy move first?
 * Source: Lee et al., "Warped-Compression", ISCA 2015, section 5.2.
 *
 *     mask     register stored   the write
 *     full     any               replaces it: no move
 *     empty    any               writes nothing: no move
 *     partial  raw               writes its lanes: no move
 *     partial  compressed        must find it raw: move first
 */
#include "warpfold.h"

bool wf_move_needed(const uint32_t *mask, int lanes, bool compressed)
{
    return compressed && !wf_mask_full(mask, lanes) && !wf_mask_empty(mask, lanes);
}

const wf_block wf_block_move = {
    .name = "move",
    .title = "decides that a divergent write needs the dummy move first",
    .source = "Warped-Compression (ISCA 2015), section 5.2",
};
