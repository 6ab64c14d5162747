/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf_system.c - gsrf as a register file that instructions drive: what it does and counts, and its plain form. */
#include "gsrf.h"

enum { READS, WRITES, SIDE_READS, SIDE_WRITES, ENCODES, DECODES, FILLS, SCALARS, TOGETHER };
static const wf_activity activities[] = {
    [READS] = {"reads", "arrays read for operands", WF_ENERGY_BANK_READ, NULL, false},
    [WRITES] = {"writes", "arrays of which a write changes any byte", WF_ENERGY_BANK_WRITE, NULL, false},
    [SIDE_READS] = {"side_reads", "side arrays read", WF_ENERGY_TAG, NULL, false},
    [SIDE_WRITES] = {"side_writes", "side arrays written", WF_ENERGY_TAG, NULL, false},
    [ENCODES] = {"encodes", "writes that an encoder takes", WF_ENERGY_ENCODE, NULL, false},
    [DECODES] = {"decodes", "compressed operands that a decoder takes", WF_ENERGY_DECODE, NULL, false},
    [FILLS] = {"fills", "partial writes that fill what a code left out", WF_ENERGY_NONE, NULL, true},
    [SCALARS] = {"scalars", "accesses to side arrays of registers with one value in all lanes", WF_ENERGY_NONE, NULL, true},
    [TOGETHER] = {"together", "those that are not the first in their cycle: one bank of all scalars would let them wait", WF_ENERGY_NONE,
                  NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    static const gsrf_count of[] = {[READS] = GSRF_ARRAY_READS,
                                    [WRITES] = GSRF_ARRAY_WRITES,
                                    [SIDE_READS] = GSRF_SIDE_READS,
                                    [SIDE_WRITES] = GSRF_SIDE_WRITES,
                                    [FILLS] = GSRF_FILLS};
    const gsrf_state *s = state;
    (void)c;
    switch (activity) {
    case ENCODES: memcpy(counts, s->encodes, sizeof s->encodes); break;
    case DECODES: memcpy(counts, s->decodes, sizeof s->decodes); break;
    case SCALARS: *counts = s->scalars; break;
    case TOGETHER: *counts = s->together; break;
    default: *counts = s->count[of[activity]]; break;
    }
}

static void count_compressed(const wf_config *c, const void *state, uint32_t *compressed, uint32_t *valid)
{
    const gsrf_state *s = state;
    (void)c;
    *compressed = s->compressed_count;
    *valid = s->valid_count;
}

static void shape(const wf_config *c, wf_file_shape *shape)
{
    const int *param = c->param;
    bool compress = param[GSRF_COMPRESS] == 1;
    int width = c->lanes / param[GSRF_GROUPS], unit = width < 16 ? width : 16;
    *shape = (wf_file_shape){
        .warps = param[GSRF_WARPS],
        .registers = param[GSRF_REGISTERS],
        .issues = param[GSRF_ISSUES],
        .writes = param[GSRF_WRITES],
        .stores = param[GSRF_BANKS],
        .clusters = param[GSRF_BANKS],
        .banks = GSRF_PLANES * c->lanes / unit,
        .rows = param[GSRF_ROWS],
        .bank_bits = 8 * unit,
        .user_bits = param[GSRF_USER],
        .encoders = compress ? param[GSRF_WRITES] : 0,
        .decoders = compress ? param[GSRF_ISSUES] * param[GSRF_COLLECTORS] : 0,
        .orders_reads = true,
    };
}

static void fit(wf_config *c, int registers)
{
    c->param[GSRF_REGISTERS] = registers;
    c->param[GSRF_WARPS] = file_warps(registers, c->param[GSRF_BANKS], c->param[GSRF_ROWS], GSRF_MAX_WARPS);
}

const wf_system gsrf_system = {
    .kind = WF_REGISTER_FILE,
    .activities = activities,
    .count = count,
    .codec = "bytewise",
    .baseline = "compress=off",
    .shape = shape,
    .fit = fit,
    .share = "compressed",
    .count_share = count_compressed,
};
