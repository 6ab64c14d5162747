/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of cpack_pick. */
#include "pick.h"

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    return pick_next(env, "cpack", stream, in, r);
}

const environment environment_cpack_pick = {.open = blind_open, .close = arena_free, .next = next};
