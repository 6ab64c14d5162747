/* SPDX-License-Identifier: Apache-2.0 */
#include "metacache_run.h"

#include <stdlib.h>

#include "../base/text.h"
#include "../cmodel/metacache.h"

enum { RECORD_WORDS = METACACHE_EVICT_DATA + METACACHE_MAX_DATA_WORDS };

struct metacache_run {
    const wf_stepped *model;
    wf_config config;
    uint32_t address_mask;
    metacache_counts counts;
    uint32_t state[];
};

const wf_unit *metacache_run_unit(void)
{
    return wf_find_unit("metacache");
}

metacache_run *metacache_run_new(const wf_config *config)
{
    const wf_stepped *model = metacache_run_unit()->stepped;
    metacache_run *run = zalloc(sizeof *run + model->state_size(config));
    run->model = model;
    run->config = *config;
    run->address_mask = (uint32_t)(((uint64_t)1 << config->param[METACACHE_ADDRESS]) - 1);
    return run;
}

metacache_run *metacache_run_of_traces(int line_bytes)
{
    wf_config config = wf_default_config(metacache_run_unit(), line_bytes);
    config.param[METACACHE_ADDRESS] = 32; /* traces name lines far apart */
    return metacache_run_new(&config);
}

void metacache_run_free(metacache_run *run)
{
    free(run);
}

/* One operation; true if it hits. The counts' values do not matter here, so every fill brings 0. */
static bool operate(metacache_run *run, uint32_t op, uint64_t line, int bursts)
{
    uint32_t in[RECORD_WORDS] = {1, op, (uint32_t)line & run->address_mask, (uint32_t)(bursts - 1) & 3}, out[RECORD_WORDS],
             care[RECORD_WORDS];
    run->model->clock(&run->config, run->state, in);
    run->model->outputs(&run->config, run->state, out, care);
    run->counts.write_backs += out[METACACHE_EVICT];
    return out[METACACHE_HIT];
}

bool metacache_run_access(metacache_run *run, uint64_t line, bool is_write, int bursts)
{
    uint32_t op = is_write ? METACACHE_WRITE : METACACHE_READ;
    if (operate(run, op, line, bursts)) {
        run->counts.hits++;
        return true;
    }
    run->counts.misses++;
    operate(run, METACACHE_FILL, line, 1);
    if (is_write)
        operate(run, op, line, bursts);
    return false;
}

unsigned long long metacache_run_flush(metacache_run *run)
{
    metacache_geometry g = metacache_geometry_of(&run->config);
    unsigned long long before = run->counts.write_backs;

    for (uint64_t set = 0; set < (uint64_t)g.sets; set++)
        for (uint64_t tag = 0, filled = 0; filled < (uint64_t)g.ways; tag++) {
            uint64_t line = (tag << g.set_bits | set) << g.entry_bits;
            if (operate(run, METACACHE_LOOK, line, 1))
                continue;
            operate(run, METACACHE_FILL, line, 1);
            filled++;
        }
    return run->counts.write_backs - before;
}

metacache_counts metacache_run_counts(const metacache_run *run)
{
    return run->counts;
}
