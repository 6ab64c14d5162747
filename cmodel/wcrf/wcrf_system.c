/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_system.c - wcrf as a register file that instructions drive: what it does and counts, and its plain form. */
#include "wcrf.h"

enum { READS, WRITES, MOVE_READS, MOVE_WRITES, ENCODES, DECODES, MOVE_DECODES, BANKS_OFF, MOVES, WAKES, FORWARDS, EVICTIONS };
static const wf_activity activities[] = {
    [READS] = {"reads", "banks read for operands", WF_ENERGY_BANK_READ, NULL, false},
    [WRITES] = {"writes", "banks of which a write changes any bit", WF_ENERGY_BANK_WRITE, NULL, false},
    [MOVE_READS] = {"move_reads", "banks that moves read", WF_ENERGY_BANK_READ, "moves", false},
    [MOVE_WRITES] = {"move_writes", "banks that moves write", WF_ENERGY_BANK_WRITE, "moves", false},
    [ENCODES] = {"encodes", "writes that an encoder takes", WF_ENERGY_ENCODE, NULL, false},
    [DECODES] = {"decodes", "operands that a decoder takes", WF_ENERGY_DECODE, NULL, false},
    [MOVE_DECODES] = {"move_decodes", "registers that a decoder takes for a move", WF_ENERGY_DECODE, "moves", false},
    [BANKS_OFF] = {"banks_off", "cycles in which a bank is switched off", WF_ENERGY_BANK_OFF, NULL, false},
    [MOVES] = {"moves", "dummy moves", WF_ENERGY_NONE, NULL, true},
    [WAKES] = {"wakes", "banks that begin to wake up", WF_ENERGY_NONE, NULL, false},
    [FORWARDS] = {"forwards", "words of so many banks read from the slots of writes", WF_ENERGY_WIRES, NULL, false},
    [EVICTIONS] = {"evictions", "results that are stored before their last packet has come", WF_ENERGY_NONE, NULL, false},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void by_class(const wcrf_state *s, const uint64_t of_tag[WCRF_TAGS], uint64_t *counts)
{
    memset(counts, 0, WF_MAX_CLASSES * sizeof *counts);
    for (int tag = 0; tag < WCRF_TAGS; tag++)
        counts[s->g.class[tag]] += of_tag[tag];
}

static void banks_off(const wcrf_state *s, uint64_t *counts)
{
    for (int b = 0; b < s->g.clusters * s->g.banks; b++)
        counts[b] = s->off[b] + (get_bit(s->on, b) || get_bit(s->waking, b) ? 0 : s->now - s->off_since[b]);
}

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    const wcrf_state *s = state;
    (void)c;
    switch (activity) {
    case READS: *counts = s->count[WCRF_BANK_READS] - s->move_reads; break;
    case WRITES: *counts = s->count[WCRF_BANK_WRITES] - s->move_writes; break;
    case MOVE_READS: *counts = s->move_reads; break;
    case MOVE_WRITES: *counts = s->move_writes; break;
    case ENCODES: by_class(s, s->encodes, counts); break;
    case DECODES: by_class(s, s->decodes, counts); break;
    case MOVE_DECODES: by_class(s, s->move_decodes, counts); break;
    case BANKS_OFF: banks_off(s, counts); break;
    case MOVES: *counts = s->count[WCRF_MOVES]; break;
    case WAKES: *counts = s->count[WCRF_WAKES]; break;
    case FORWARDS: *counts = s->slot_reads; break;
    default: *counts = s->count[WCRF_EVICTIONS]; break;
    }
}

static void count_compressed(const wf_config *c, const void *state, uint32_t *compressed, uint32_t *valid)
{
    const wcrf_state *s = state;
    (void)c;
    *compressed = *valid = 0;
    for (int k = 0; k < s->g.clusters; k++)
        for (int tag = 0; tag < WCRF_TAGS; tag++) {
            uint32_t holding = (uint32_t)s->holding[k][WCRF_RAW + tag];
            *valid += holding;
            *compressed += tag > 0 ? holding : 0;
        }
}

static void shape(const wf_config *c, wf_file_shape *shape)
{
    const int *param = c->param;
    bool compress = param[WCRF_COMPRESS] == 1;
    *shape = (wf_file_shape){
        .warps = param[WCRF_WARPS],
        .registers = param[WCRF_REGISTERS],
        .issues = param[WCRF_ISSUES],
        .writes = param[WCRF_WRITES],
        .stores = param[WCRF_CLUSTERS],
        .clusters = param[WCRF_CLUSTERS],
        .banks = 32 * c->lanes / param[WCRF_BANK],
        .rows = param[WCRF_ROWS],
        .bank_bits = param[WCRF_BANK],
        .user_bits = param[WCRF_USER],
        .encoders = compress ? param[WCRF_COMPRESSORS] : 0,
        .decoders = compress ? param[WCRF_DECOMPRESSORS] : 0,
        .orders_reads = param[WCRF_INTERLOCK] == 1,
        .forwards = param[WCRF_FORWARD] == 1,
    };
}

static void fit(wf_config *c, int registers)
{
    c->param[WCRF_REGISTERS] = registers;
    c->param[WCRF_WARPS] = file_warps(registers, c->param[WCRF_CLUSTERS], c->param[WCRF_ROWS], WCRF_MAX_WARPS);
}

const wf_system wcrf_system = {
    .kind = WF_REGISTER_FILE,
    .activities = activities,
    .count = count,
    .codec = "warpbdi",
    .baseline = "compress=off gate=off",
    .gated = "gate=on",
    .shape = shape,
    .fit = fit,
    .share = "compressed",
    .count_share = count_compressed,
};
