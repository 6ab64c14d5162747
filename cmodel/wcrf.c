/* SPDX-License-Identifier: Apache-2.0
 *
 * TEMPORARY: parameters and streams of wcrf from docs/wcrf.md, and a model that takes nothing. It is here so that the specification and the
 * stimuli can be built and tested before the model; the model replaces it. */
#include "bits.h"
#include "streams.h"

enum {
    WARPS,
    REGISTERS,
    CLUSTERS,
    ROWS,
    BANK,
    PORTS,
    ISSUES,
    WRITES,
    COLLECTORS,
    SLOTS,
    COMPRESSORS,
    DECOMPRESSORS,
    ENC_LATENCY,
    DEC_LATENCY,
    COMPRESS,
    GATE,
    WAKE,
    INTERLOCK,
    FIRST,
    USER
};

static const wf_param params[] = {
    [WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 32, "WF_WARPS"},
    [REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "1..256", 32, "WF_REGISTERS"},
    [CLUSTERS] = {"clusters", "clusters", WF_PARAM_INT, "1|2|4|8", 4, "WF_CLUSTERS"},
    [ROWS] = {"rows", "rows of a bank", WF_PARAM_INT, "2..1024", 256, "WF_ROWS"},
    [BANK] = {"bank", "bits of a bank", WF_PARAM_INT, "32|64|128", 128, "WF_BANK"},
    [PORTS] = {"ports", "of a bank", WF_PARAM_INT, "1|2", 2, "WF_PORTS"},
    [ISSUES] = {"issues", "streams issue and operands", WF_PARAM_INT, "1..4", 2, "WF_ISSUES"},
    [WRITES] = {"writes", "streams write", WF_PARAM_INT, "1..4", 2, "WF_WRITES"},
    [COLLECTORS] = {"collectors", "of each issue port", WF_PARAM_INT, "1..16", 6, "WF_COLLECTORS"},
    [SLOTS] = {"slots", "writes that are accepted and not stored", WF_PARAM_INT, "1..32", 12, "WF_SLOTS"},
    [COMPRESSORS] = {"compressors", "encoders", WF_PARAM_INT, "1..32", 2, "WF_COMPRESSORS"},
    [DECOMPRESSORS] = {"decompressors", "decoders", WF_PARAM_INT, "1..8", 4, "WF_DECOMPRESSORS"},
    [ENC_LATENCY] = {"enc-latency", "cycles of an encoder", WF_PARAM_INT, "1..8", 2, "WF_ENC_LATENCY"},
    [DEC_LATENCY] = {"dec-latency", "cycles of a decoder", WF_PARAM_INT, "1..8", 1, "WF_DEC_LATENCY"},
    [COMPRESS] = {"compress", "off: the baseline", WF_PARAM_CHOICE, "on|off", 0, "WF_COMPRESS"},
    [GATE] = {"gate", "banks without a valid row are switched off", WF_PARAM_CHOICE, "on|off", 0, "WF_GATE"},
    [WAKE] = {"wake", "cycles to wake up", WF_PARAM_INT, "1..31", 10, "WF_WAKE"},
    [INTERLOCK] = {"interlock", "off: a read does not wait for older writes", WF_PARAM_CHOICE, "on|off", 0, "WF_INTERLOCK"},
    [FIRST] = {"first", "who goes first", WF_PARAM_CHOICE, "read|write", 0, "WF_FIRST"},
    [USER] = {"user", "bits of user", WF_PARAM_INT, "1..64", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int number_bits(int n)
{
    int bits = 1;
    while (1 << bits < n)
        bits++;
    return bits;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    static const char *const issue[] = {"issue0", "issue1", "issue2", "issue3"}, *const write[] = {"write0", "write1", "write2", "write3"},
                             *const operands[] = {"operands0", "operands1", "operands2", "operands3"},
                             *const stored[] = {"stored0", "stored1", "stored2", "stored3", "stored4", "stored5", "stored6", "stored7"};
    const int *p = c->param;
    int w = number_bits(p[WARPS]), g = number_bits(p[REGISTERS]), values = 32 * c->lanes, banks = p[CLUSTERS] * (values / p[BANK]);
    if (p[WARPS] * ((p[REGISTERS] + p[CLUSTERS] - 1) / p[CLUSTERS]) > p[ROWS])
        return wf_verdict("warps x registers of a cluster must not be more than rows", why);
    *s = (wf_streams){.count = 0};
    for (int k = 0; k < p[ISSUES]; k++)
        s->stream[s->count++] = (wf_stream){.name = issue[k],
                                            .ready = true,
                                            .count = 9,
                                            .field = {{"warp", w},
                                                      {"source0", g},
                                                      {"source1", g},
                                                      {"source2", g},
                                                      {"used", 3},
                                                      {"dest", g},
                                                      {"writes", 1},
                                                      {"mask", c->lanes},
                                                      {"user", p[USER]}}};
    for (int k = 0; k < p[WRITES]; k++)
        s->stream[s->count++] =
            (wf_stream){.name = write[k],
                        .ready = true,
                        .count = 5,
                        .field = {{"warp", w}, {"register", g}, {"mask", c->lanes}, {"values", values}, {"user", p[USER]}}};
    s->stream[s->count++] = (wf_stream){.name = "release", .ready = true, .count = 1, .field = {{"warp", w}}};
    for (int k = 0; k < p[ISSUES]; k++)
        s->stream[s->count++] =
            (wf_stream){.name = operands[k],
                        .output = true,
                        .ready = true,
                        .count = 5,
                        .field = {{"value0", values}, {"value1", values}, {"value2", values}, {"mask", c->lanes}, {"user", p[USER]}}};
    for (int k = 0; k < p[CLUSTERS]; k++)
        s->stream[s->count++] = (wf_stream){.name = stored[k], .output = true, .count = 1, .field = {{"user", p[USER]}}};
    s->stream[s->count++] = (wf_stream){.name = "state",
                                        .output = true,
                                        .count = 8,
                                        .field = {{"on", banks},
                                                  {"waking", banks},
                                                  {"bank_reads", 32},
                                                  {"bank_writes", 32},
                                                  {"encodes", 32},
                                                  {"decodes", 32},
                                                  {"moves", 32},
                                                  {"wakes", 32}}};
    return WF_OK;
}

static size_t state_size(const wf_config *c)
{
    (void)c;
    return 1;
}
static void reset(const wf_config *c, void *state)
{
    (void)c, (void)state;
}
static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    (void)c, (void)state, (void)out, (void)care;
}
static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    (void)c, (void)state, (void)in;
}
static const wf_stepped stepped = {state_size, reset, outputs, clock_edge};

const wf_unit wf_unit_wcrf = {
    .name = "wcrf",
    .title = "compressed register file of Warped-Compression",
    .source = "Warped-Compression (ISCA 2015), sections 2.1, 4 and 5",
    .params = params,
    .streams = streams,
    .stepped = &stepped,
};
