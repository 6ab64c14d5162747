/* SPDX-License-Identifier: Apache-2.0 */
#include "metadata_run.h"

#include <stdlib.h>

#include "../base/msg.h"
#include "../base/text.h"

struct metadata_run {
    const wf_unit *unit;
    wf_config config;
    metadata_counts counts;
    uint32_t state[];
};

const wf_unit *metadata_run_unit(void)
{
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->metadata)
            return wf_unit_at(i);
    die_usage("no unit of units.def is a cache of burst counts (wf_unit.metadata)");
}

metadata_run *metadata_run_new(const wf_config *config)
{
    const wf_unit *unit = metadata_run_unit();
    metadata_run *run = zalloc(sizeof *run + unit->stepped->state_size(config));
    run->unit = unit;
    run->config = *config;
    unit->stepped->reset(config, run->state);
    return run;
}

metadata_run *metadata_run_of_traces(int line_bytes)
{
    wf_config config = metadata_run_unit()->metadata->of_traces(line_bytes);
    return metadata_run_new(&config);
}

void metadata_run_free(metadata_run *run)
{
    arena_free(run);
}

bool metadata_run_access(metadata_run *run, uint64_t line, bool is_write, int bursts)
{
    bool hit = run->unit->metadata->access(&run->config, run->state, line, is_write, bursts, &run->counts.write_backs);
    run->counts.hits += hit;
    run->counts.misses += !hit;
    return hit;
}

unsigned long long metadata_run_flush(metadata_run *run)
{
    unsigned long long before = run->counts.write_backs;
    run->unit->metadata->flush(&run->config, run->state, &run->counts.write_backs);
    return run->counts.write_backs - before;
}

metadata_counts metadata_run_counts(const metadata_run *run)
{
    return run->counts;
}
