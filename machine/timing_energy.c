/* SPDX-License-Identifier: Apache-2.0
 *
 * timing_energy.c - the energy of a run, by what moved and worked, each times the energy that the machine gives it. */
#include "timing_parts.h"

const char *const part_names[] = {"DRAM", "interconnect", "L1", "L2", "instructions", "routines", "codec", "counts", "static"};

static double bits(double bytes, int femtojoules)
{
    return 8 * bytes * femtojoules / 1000;
}

static double lanes(double count, const machine *m)
{
    return count * m->energy_lane / 1000;
}

void timing_count_energy(timing_result *r, const machine *m)
{
    const mem_counts *c = &r->memory;
    const helper_counts *h = &r->sms.helpers;
    double *e = r->energy;
    e[PART_DRAM] = bits((double)c->dram_bytes, m->energy_dram);
    e[PART_NET] = bits((double)(c->net_flits[0] + c->net_flits[1]) * m->net_flit, m->energy_net);
    e[PART_L1] = bits((double)(c->l1.accesses + c->l1.misses) * MEM_LINE, m->energy_cache);
    e[PART_L2] = bits((double)(c->l2.accesses + c->l2.misses) * m->l2_sector, m->energy_cache);
    e[PART_INSTRUCTIONS] = lanes((double)r->sms.lane_instructions, m);
    const double routines = (double)(h->high + h->low + r->sms.events.high + r->sms.events.low);
    e[PART_ROUTINES] = lanes(routines * m->lanes, m) + bits((double)c->helped * MEM_LINE, m->energy_cache);
    e[PART_CODEC] = (double)c->encoded * m->energy_encode + (double)c->decoded * m->energy_decode;
    e[PART_COUNTS] = (double)(c->metadata_hits + c->metadata_misses) * m->energy_counts;
    e[PART_STATIC] = r->cycles / m->core_mhz * m->energy_static * 1000; /* us x mW is nJ */
}

double timing_energy(const timing_result *r)
{
    double all = 0;
    for (int k = 0; k < PARTS; k++)
        all += r->energy[k];
    return all;
}

double timing_edp(const timing_result *r, const machine *m)
{
    return timing_energy(r) / 1000 * r->cycles / m->core_mhz;
}
