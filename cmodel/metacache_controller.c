/* SPDX-License-Identifier: Apache-2.0
 *
 * metacache_controller.c - the memory controller of docs/metacache.md around the block: a miss is fetched and filled at once, and a write that missed
 * is repeated. */
#include "metacache.h"

enum { RECORD_WORDS = METACACHE_EVICT_DATA + METACACHE_MAX_DATA_WORDS };

extern const wf_unit wf_unit_metacache;

static wf_config of_traces(int line_bytes)
{
    wf_config config = wf_default_config(&wf_unit_metacache, line_bytes);
    config.param[METACACHE_ADDRESS] = 32; /* traces name lines far apart */
    return config;
}

/* One operation; true if it hits. The counts' values do not matter here, so every fill brings 0. */
static bool operate(const wf_config *c, void *state, uint32_t op, uint64_t line, int bursts, unsigned long long *write_backs)
{
    uint32_t address = (uint32_t)(line & (((uint64_t)1 << c->param[METACACHE_ADDRESS]) - 1));
    uint32_t in[RECORD_WORDS] = {1, op, address, (uint32_t)(bursts - 1) & 3}, out[RECORD_WORDS], care[RECORD_WORDS];
    wf_unit_metacache.stepped->clock(c, state, in);
    wf_unit_metacache.stepped->outputs(c, state, out, care);
    *write_backs += out[METACACHE_EVICT];
    return out[METACACHE_HIT];
}

static bool access(const wf_config *c, void *state, uint64_t line, bool is_write, int bursts, unsigned long long *write_backs)
{
    uint32_t op = is_write ? METACACHE_WRITE : METACACHE_READ;
    if (operate(c, state, op, line, bursts, write_backs))
        return true;
    operate(c, state, METACACHE_FILL, line, 1, write_backs);
    if (is_write)
        operate(c, state, op, line, bursts, write_backs);
    return false;
}

static void flush(const wf_config *c, void *state, unsigned long long *write_backs)
{
    metacache_geometry g = metacache_geometry_of(c);
    for (uint64_t set = 0; set < (uint64_t)g.sets; set++)
        for (uint64_t tag = 0, filled = 0; filled < (uint64_t)g.ways; tag++) {
            uint64_t line = (tag << g.set_bits | set) << g.entry_bits;
            if (operate(c, state, METACACHE_LOOK, line, 1, write_backs))
                continue;
            operate(c, state, METACACHE_FILL, line, 1, write_backs);
            filled++;
        }
}

const wf_metadata wf_metacache_metadata = {.of_traces = of_traces, .access = access, .flush = flush};
