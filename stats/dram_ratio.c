/* SPDX-License-Identifier: Apache-2.0 */
#include "dram_ratio.h"

#include "trace_stats.h"

double dram_fetch_ratio(const dram_counts *c, const dram_sums *s)
{
    return trace_ratio(c->raw_fetch_bursts, s->fetch_bursts);
}

double dram_write_ratio(const dram_counts *c, const dram_sums *s)
{
    return trace_ratio(c->raw_write_bursts, s->write_bursts + s->merge_bursts);
}

static double bursts_of(const dram_sums *s)
{
    return s->fetch_bursts + s->write_bursts + s->merge_bursts;
}

double dram_ratio(const dram_counts *c, const dram_sums *s)
{
    return trace_ratio(c->raw_fetch_bursts + c->raw_write_bursts, bursts_of(s));
}

double dram_ratio_metadata(const dram_counts *c, const dram_sums *s)
{
    double bursts = bursts_of(s);

    return trace_ratio(c->raw_fetch_bursts + c->raw_write_bursts, bursts > 0 ? bursts + c->known_meta_bursts : 0);
}
