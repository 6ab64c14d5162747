/* SPDX-License-Identifier: Apache-2.0
 *
 * engine_system.c - engine as a system: what it does and counts, and its plain form. */
#include "engine.h"

static const wf_activity activities[] = {
    [ENGINE_READS] = {"reads", "reads of a line", WF_ENERGY_NONE, NULL, true},
    [ENGINE_WHOLE_WRITES] = {"whole_writes", "writes of a whole line", WF_ENERGY_NONE, NULL, true},
    [ENGINE_PARTIAL_WRITES] = {"partial_writes", "writes of a part of a line", WF_ENERGY_NONE, NULL, true},
    [ENGINE_MERGES] = {"merges", "partial writes of compressed lines, which are fetched and written again", WF_ENERGY_NONE, NULL, true},
    [ENGINE_REFUSED] = {"refused", "writes of the region, which are dropped", WF_ENERGY_NONE, NULL, true},
    [ENGINE_HITS] = {"hits", "counts that the cache has", WF_ENERGY_NONE, NULL, true},
    [ENGINE_MISSES] = {"misses", "counts that it has not", WF_ENERGY_NONE, NULL, true},
    [ENGINE_FILLS] = {"fills", "blocks of counts that it gets", WF_ENERGY_NONE, NULL, true},
    [ENGINE_WRITE_BACKS] = {"write_backs", "blocks of counts that are written back", WF_ENERGY_NONE, NULL, true},
    [ENGINE_LINE_READS] = {"line_bursts_read", "bursts of lines that are read", WF_ENERGY_NONE, NULL, true},
    [ENGINE_LINE_WRITES] = {"line_bursts_written", "bursts of lines that are written", WF_ENERGY_NONE, NULL, true},
    [ENGINE_BLOCK_READS] = {"block_bursts_read", "bursts of counts that are read", WF_ENERGY_NONE, NULL, true},
    [ENGINE_BLOCK_WRITES] = {"block_bursts_written", "bursts of counts that are written", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    (void)c;
    *counts = ((const engine_state *)state)->count[activity];
}

const wf_system engine_system = {.kind = WF_DATAPATH, .activities = activities, .count = count, .baseline = "compress=none place=memory"};
