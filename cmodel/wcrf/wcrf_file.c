/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf_file.c - wcrf as a register file that instructions drive. */
#include "wcrf.h"

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
    };
}

static void census(const wf_config *c, const void *state, wf_file_census *census)
{
    const wcrf_state *s = state;
    (void)c;
    *census = (wf_file_census){.move_reads = s->move_reads};
    for (int tag = 0; tag < WCRF_TAGS; tag++) {
        int class = s->g.class[tag];
        census->encodes[class] += s->encodes[tag];
        census->decodes[class] += s->decodes[tag];
        census->move_decodes[class] += s->move_decodes[tag];
    }
    for (int k = 0; k < s->g.clusters; k++)
        for (int tag = 0; tag < WCRF_TAGS; tag++) {
            uint32_t holding = (uint32_t)s->holding[k][WCRF_RAW + tag];
            census->valid += holding;
            census->compressed += tag > 0 ? holding : 0;
        }
}

static void fit(wf_config *c, int registers)
{
    int rows = (registers + c->param[WCRF_CLUSTERS] - 1) / c->param[WCRF_CLUSTERS], warps = c->param[WCRF_ROWS] / rows;
    c->param[WCRF_REGISTERS] = registers;
    c->param[WCRF_WARPS] = warps < WCRF_MAX_WARPS ? warps : WCRF_MAX_WARPS;
}

const wf_register_file wcrf_file = {
    .codec = "warpbdi",
    .baseline = "compress=off gate=off",
    .gated = "gate=on",
    .shape = shape,
    .census = census,
    .fit = fit,
};
