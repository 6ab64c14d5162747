/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of fpc_pick. */
#include "pick.h"

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    return pick_next(env, "fpc", stream, in, r);
}

const environment environment_fpc_pick = {.open = blind_open, .close = arena_free, .next = next};
