/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf - the compressed register file of Warped-Compression: banks, arbiters, operand collectors, compressors before the banks and
 * decompressors behind them, dummy moves, and banks that are off while nothing is in them.
 * Source: Lee et al., "Warped-Compression", ISCA 2015, sections 2.1, 4, 5, 5.1 to 5.3, 6.2.
 *
 * docs/wcrf.md tells what it does, paragraph by paragraph. Each paragraph is a function:
 *
 *     wcrf_issue.c    issue with the early move, operands
 *     wcrf_fixed.c    the same with --collect fixed: window, allocate, issue, operands
 *     wcrf_read.c     choose, bank, data
 *     wcrf_write.c    packets, write, encode, store: choose with the late move, and write
 *     wcrf_banks.c    moves, release, banks
 *     wcrf_system.c   what replay and energies must know of it
 *
 * A cycle happens from the state at its start. So the functions run from the last stage to the first: each finds the stages before it as
 * they were, and the stage behind it empty if it moved on. What holds from the next cycle on, and would be seen too early, goes through
 * wcrf_cycle to functions that run later. */
#include "wcrf.h"

#include "../record.h"
#include "../streams.h"

static const wf_param params[] = {
    [WCRF_WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 32, "WF_WARPS"},
    [WCRF_REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "1..256", 32, "WF_REGISTERS"},
    [WCRF_CLUSTERS] = {"clusters", "clusters of banks", WF_PARAM_INT, "1|2|4|8", 4, "WF_CLUSTERS"},
    [WCRF_ROWS] = {"rows", "rows of a bank; unless given, as many as warps and registers need", WF_PARAM_INT, "2..1024", WF_DERIVED,
                   "WF_ROWS"},
    [WCRF_BANK] = {"bank", "width of a bank in bits", WF_PARAM_INT, "32|64|128", 128, "WF_BANK"},
    [WCRF_PORTS] = {"ports", "of a bank: 2, one to read and one to write; 1, one for both", WF_PARAM_INT, "1|2", 2, "WF_PORTS"},
    [WCRF_ISSUES] = {"issues", "streams issue and operands", WF_PARAM_INT, "1..4", 2, "WF_ISSUES"},
    [WCRF_WRITES] = {"writes", "streams write", WF_PARAM_INT, "1..4", 2, "WF_WRITES"},
    [WCRF_COLLECTORS] = {"collectors", "operand collectors of an issue port; unless given, 6; with collect fixed, 1", WF_PARAM_INT, "1..16",
                         WF_DERIVED, "WF_COLLECTORS"},
    [WCRF_COLLECT] = {"collect", "fixed: no collectors; reads are reserved, and operands come a fixed time later", WF_PARAM_CHOICE,
                      "collectors|fixed", 0, "WF_COLLECT"},
    [WCRF_LATCHES] = {"latches", "on: the values in collectors are kept in latches, not in flip-flops", WF_PARAM_CHOICE, "off|on", 0,
                      "WF_LATCHES"},
    [WCRF_COMPRESSORS] = {"compressors", "encoders; unless given, one a write port, and 2 at most", WF_PARAM_INT, "1..4", WF_DERIVED,
                          "WF_COMPRESSORS"},
    [WCRF_DECOMPRESSORS] = {"decompressors", "decoders; unless given, one a cluster, and 4 at most with collectors", WF_PARAM_INT, "1..8",
                            WF_DERIVED, "WF_DECOMPRESSORS"},
    [WCRF_ENC_LATENCY] = {"enc-latency", "cycles from an encoder's input to its output", WF_PARAM_INT, "1..8", 2, "WF_ENC_LATENCY"},
    [WCRF_DEC_LATENCY] = {"dec-latency", "cycles from a decoder's input to its output", WF_PARAM_INT, "1..8", 1, "WF_DEC_LATENCY"},
    [WCRF_SLOTS] = {"slots", "writes that are accepted and not stored; unless given, writes x (enc-latency + 3)", WF_PARAM_INT, "1..32",
                    WF_DERIVED, "WF_SLOTS"},
    [WCRF_COMPRESS] = {"compress", "off: the same register file without codecs", WF_PARAM_CHOICE, "off|on", 1, "WF_COMPRESS"},
    [WCRF_GATE] = {"gate", "banks without a valid row are switched off", WF_PARAM_CHOICE, "off|on", 1, "WF_GATE"},
    [WCRF_WAKE] = {"wake", "cycles that a bank takes to wake up", WF_PARAM_INT, "1..31", 10, "WF_WAKE"},
    [WCRF_INTERLOCK] = {"interlock", "off: a read does not wait for older writes", WF_PARAM_CHOICE, "off|on", 1, "WF_INTERLOCK"},
    [WCRF_FORWARD] = {"forward", "a read is served from the slot of an older write; unless given, as interlock", WF_PARAM_CHOICE, "off|on",
                      WF_DERIVED, "WF_FORWARD"},
    [WCRF_COUNTED] = {"counts", "off: state tells no counts", WF_PARAM_CHOICE, "off|on", 1, "WF_COUNTS"},
    [WCRF_MERGE] = {"merge", "open results of a write port, which takes packets then; 0: it takes writes", WF_PARAM_INT, "0..16", 0,
                    "WF_MERGE"},
    [WCRF_USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..128", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

extern const wf_unit wf_unit_wcrf;

static void bind_warpbdi(const wf_config *whole, wf_config *own)
{
    for (int p = 0; wf_unit_warpbdi.params[p].name; p++)
        if (strcmp(wf_unit_warpbdi.params[p].name, "bank") == 0)
            own->param[p] = whole->param[WCRF_BANK];
}

static bool has_codecs(const wf_config *c)
{
    return c->param[WCRF_COMPRESS] == 1;
}

static const wf_child children[] = {{"warpbdi", &wf_unit_warpbdi, "bank", bind_warpbdi, has_codecs, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

/* Rows of a cluster that a warp takes. */
static int warp_rows(const wf_config *c)
{
    return file_warp_rows(c->param[WCRF_REGISTERS], c->param[WCRF_CLUSTERS]);
}

static int lower(int a, int b)
{
    return a < b ? a : b;
}

static int derived(const wf_config *c, int param)
{
    const int *p = c->param;
    int needed = p[WCRF_WARPS] * warp_rows(c);
    switch (param) {
    case WCRF_ROWS: return needed < WCRF_MIN_ROWS ? WCRF_MIN_ROWS : lower(needed, WCRF_MAX_ROWS);
    case WCRF_COLLECTORS: return p[WCRF_COLLECT] ? 1 : 6;
    case WCRF_COMPRESSORS: return lower(2, p[WCRF_WRITES]);
    case WCRF_SLOTS: return lower(p[WCRF_WRITES] * (p[WCRF_ENC_LATENCY] + 3), WCRF_MAX_SLOTS);
    case WCRF_FORWARD: return p[WCRF_INTERLOCK];
    default: return p[WCRF_COLLECT] ? p[WCRF_CLUSTERS] : lower(4, p[WCRF_CLUSTERS]); /* decompressors */
    }
}

static const char *rule_broken(const wf_config *c)
{
    const int *p = c->param;
    if (p[WCRF_WARPS] * warp_rows(c) > p[WCRF_ROWS])
        return "the banks do not hold the registers: warps x (registers / clusters, rounded up) must not be more than rows, 1024 at most";
    if (p[WCRF_SLOTS] < p[WCRF_WRITES])
        return "slots must be at least writes";
    if (p[WCRF_COMPRESSORS] > p[WCRF_WRITES])
        return "compressors must be at most writes";
    if (p[WCRF_DECOMPRESSORS] > p[WCRF_CLUSTERS])
        return "decompressors must be at most clusters";
    if (p[WCRF_FORWARD] > p[WCRF_INTERLOCK])
        return "forward on needs interlock on: a read that does not wait for a write is not served from its slot";
    if (p[WCRF_COLLECT] && p[WCRF_COLLECTORS] > 1)
        return "collect fixed has no collectors: leave collectors out, or say 1";
    if (p[WCRF_COLLECT] && p[WCRF_LATCHES])
        return "collect fixed has no collectors whose values could be in latches: leave latches out, or say off";
    if (p[WCRF_COLLECT] && p[WCRF_COMPRESS] && p[WCRF_DECOMPRESSORS] < p[WCRF_CLUSTERS])
        return "collect fixed needs a decoder in each cluster: leave decompressors out, or say as many as clusters";
    return NULL;
}

static int banks_of(const wf_config *c)
{
    return 32 * c->lanes / c->param[WCRF_BANK];
}

/* The counts of `state`, its last fields. Only what takes packets evicts any. */
static int counts_of(const wf_config *c)
{
    return !c->param[WCRF_COUNTED] ? 0 : c->param[WCRF_MERGE] > 0 ? WCRF_COUNTS : WCRF_EVICTIONS;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    static const char *const issue[] = {"issue0", "issue1", "issue2", "issue3"}, *const write[] = {"write0", "write1", "write2", "write3"},
                             *const operands[] = {"operands0", "operands1", "operands2", "operands3"},
                             *const stored[] = {"stored0", "stored1", "stored2", "stored3", "stored4", "stored5", "stored6", "stored7"};
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    wf_config own = wf_child_config(&wf_unit_wcrf, c, 0);
    wf_sizes sizes;
    if (has_codecs(c) && wf_unit_warpbdi.codec->sizes(&own, &sizes, why) != WF_OK)
        return WF_ERR_CONFIG;

    int w = bits_for(c->param[WCRF_WARPS]), g = bits_for(c->param[WCRF_REGISTERS]), lanes = c->lanes, block = 32 * lanes;
    int user = c->param[WCRF_USER], banks = c->param[WCRF_CLUSTERS] * banks_of(c);
    *s = (wf_streams){.count = 0};
    for (int k = 0; k < c->param[WCRF_ISSUES]; k++)
        add_stream(s, (wf_stream){issue[k], .ready = true, .count = 9,
                                  .field = {{"warp", w},
                                            {"source0", g},
                                            {"source1", g},
                                            {"source2", g},
                                            {"used", WCRF_SOURCES},
                                            {"dest", g},
                                            {"writes", 1},
                                            {"mask", lanes},
                                            {"user", user}}});
    wf_stream packet = {
        .ready = true, .count = 6, .field = {{"warp", w}, {"dest", g}, {"mask", lanes}, {"values", block}, {"last", 1}, {"user", user}}};
    if (c->param[WCRF_MERGE] == 0)
        packet.field[--packet.count - 1] = (wf_field){"user", user};
    for (int p = 0; p < c->param[WCRF_WRITES]; p++) {
        packet.name = write[p];
        add_stream(s, packet);
    }
    add_stream(s, (wf_stream){"release", .ready = true, .count = 1, .field = {{"warp", w}}});
    for (int k = 0; k < c->param[WCRF_ISSUES]; k++)
        add_stream(s, (wf_stream){operands[k], .output = true, .ready = !c->param[WCRF_COLLECT], .count = 5,
                                  .field = {{"value0", block}, {"value1", block}, {"value2", block}, {"mask", lanes}, {"user", user}}});
    for (int k = 0; k < c->param[WCRF_CLUSTERS]; k++)
        add_stream(s, (wf_stream){stored[k], .output = true, .count = 1, .field = {{"user", user}}});
    int counts = counts_of(c);
    add_stream(s, (wf_stream){"state", .output = true, .count = 2 + counts, .counts = counts,
                              .field = {{"on", banks},
                                        {"waking", banks},
                                        {"bank_reads", 32},
                                        {"bank_writes", 32},
                                        {"encodes", 32},
                                        {"decodes", 32},
                                        {"moves", 32},
                                        {"wakes", 32},
                                        {"forwards", 32},
                                        {"evictions", 32}}});
    return WF_OK;
}

static wcrf_geometry geometry_of(const wf_config *c)
{
    const int *param = c->param;
    wcrf_geometry g = {
        .lanes = c->lanes,
        .mask_words = words_for(c->lanes),
        .user_words = words_for(param[WCRF_USER]),
        .clusters = param[WCRF_CLUSTERS],
        .rows = param[WCRF_ROWS],
        .warp_rows = warp_rows(c),
        .banks = banks_of(c),
        .bank_words = param[WCRF_BANK] / 32,
        .ports = param[WCRF_PORTS],
        .issues = param[WCRF_ISSUES],
        .writes = param[WCRF_WRITES],
        .collectors = param[WCRF_COLLECT] ? WCRF_MAX_COLLECTORS : param[WCRF_COLLECTORS],
        .slots = param[WCRF_SLOTS],
        .encoders = param[WCRF_COMPRESSORS],
        .decoders = param[WCRF_DECOMPRESSORS],
        .enc_latency = param[WCRF_ENC_LATENCY],
        .dec_latency = has_codecs(c) ? param[WCRF_DEC_LATENCY] : 0,
        .wake = param[WCRF_WAKE],
        .compress = has_codecs(c),
        .gate = param[WCRF_GATE] == 1,
        .interlock = param[WCRF_INTERLOCK] == 1,
        .forward = param[WCRF_FORWARD] == 1,
        .counts = counts_of(c),
        .merge = param[WCRF_MERGE],
        .fixed = param[WCRF_COLLECT] == 1,
        .codec = wf_child_config(&wf_unit_wcrf, c, 0),
    };
    g.flight = 2 + WCRF_WINDOW + g.dec_latency;
    g.move_port = WCRF_SOURCES * g.issues * g.collectors;
    g.issue_words = WCRF_ISSUE_MASK + g.mask_words + g.user_words;
    g.write_words = WCRF_WRITE_MASK + g.mask_words + g.lanes + (g.merge > 0) + g.user_words;
    g.release_words = 2;
    for (int tag = 0; tag < WCRF_TAGS; tag++) {
        wf_code code = {.tag = {(uint32_t)tag}};
        g.units[tag] = (wf_size(wf_unit_warpbdi.codec, &g.codec, &code) + param[WCRF_BANK] - 1) / param[WCRF_BANK];
        g.class[tag] = wf_classify(wf_unit_warpbdi.codec, &g.codec, &code);
    }
    return g;
}

static size_t state_size(const wf_config *c)
{
    size_t words = (size_t)c->param[WCRF_CLUSTERS] * (size_t)c->param[WCRF_ROWS] * (size_t)c->lanes;
    return sizeof(wcrf_state) + words * sizeof(uint32_t);
}

static void reset(const wf_config *c, void *state)
{
    wcrf_state *s = state;
    memset(s, 0, state_size(c));
    s->g = geometry_of(c);
    for (int k = 0; k < s->g.issues; k++)
        s->offer[k] = WCRF_NONE;
    for (int k = 0; k < s->g.clusters; k++) {
        s->holding[k][WCRF_INVALID] = s->g.rows;
        s->banks_on[k] = s->g.gate ? 0 : s->g.banks;
    }
    if (!s->g.gate)
        set_low_ones(s->on, s->g.clusters * s->g.banks, words_for(s->g.clusters * s->g.banks));
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const wcrf_state *s = state;
    const wcrf_geometry *g = &s->g;
    record r = {out, care};
    (void)c;
    for (int k = 0; k < g->issues; k++)
        put_flag(&r, g->fixed ? wcrf_fixed_ready(s, k) : wcrf_issue_ready(s, k));
    for (int p = 0; p < g->writes; p++)
        put_flag(&r, wcrf_write_ready(s, p));
    put_flag(&r, !s->release.under_way);
    for (int k = 0; k < g->issues; k++) {
        int i = g->fixed ? wcrf_fixed_offered(s, k) : wcrf_offered(s, k);
        if (put_flag(&r, i >= 0)) {
            const wcrf_collector *collector = &s->collector[k * g->collectors + i];
            for (int source = 0; source < WCRF_SOURCES; source++)
                put_field(&r, collector->value[source], g->lanes);
            put_field(&r, collector->mask, g->mask_words);
            put_field(&r, collector->user, g->user_words);
        } else {
            put_nothing(&r, WCRF_SOURCES * g->lanes + g->mask_words + g->user_words);
        }
    }
    for (int k = 0; k < g->clusters; k++) {
        int number = s->write[k] - 1;
        if (put_flag(&r, number >= 0 && number < g->slots))
            put_field(&r, s->slot[number].user, g->user_words);
        else
            put_nothing(&r, g->user_words);
    }
    int bank_words = words_for(g->clusters * g->banks);
    put_flag(&r, true);
    put_field(&r, s->on, bank_words);
    put_field(&r, s->waking, bank_words);
    put_field(&r, s->shown, g->counts);
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    wcrf_state *s = state;
    result write[WCRF_MAX_WRITES];
    wcrf_cycle y = {.in = in, .write = write};
    (void)c;

    memcpy(s->shown, s->summed, sizeof s->shown);
    for (int i = 0; i < WCRF_COUNTS; i++)
        s->summed[i] = (uint32_t)s->count[i];
    y.shows = wcrf_shows(s);
    wcrf_packets(s, &y);
    wcrf_data(s, &y);
    wcrf_store(s, &y);
    wcrf_bank(s, &y);
    if (s->g.fixed)
        wcrf_fixed_window(s);
    else
        wcrf_choose_read(s);
    wcrf_choose_store(s, &y);
    wcrf_late_move(s, &y);
    wcrf_leave(s, &y);
    wcrf_encode(s);
    wcrf_banks(s, &y);
    wcrf_release(s, &y);
    wcrf_early_move(s, &y);
    if (s->g.fixed) {
        wcrf_fixed_operands(s);
        wcrf_fixed_allocate(s, &y);
        wcrf_fixed_issue(s, &y);
    } else {
        wcrf_issue(s, &y);
        wcrf_operands(s, &y);
    }
    wcrf_write(s, &y);

    wcrf_moves(s, &y);
    wcrf_ask(s, &y);
    s->now++;
}

/* Nothing is in a stage of this cluster. */
static bool cluster_rests(const wcrf_state *s, int c)
{
    bool reserved = s->held_back[c] || s->for_write[c] > 0;
    for (int i = 0; i < WCRF_WINDOW; i++)
        reserved |= s->window[c][i].reserved;
    return !reserved && !s->bank[c].full && !s->data[c].full && !s->coming[c] && !s->write[c];
}

/* Instructions and writes have left, and `state` tells all counts. Open results may stay. */
static bool rest(const wf_config *c, void *state, uint64_t cycles)
{
    wcrf_state *s = state;
    bool rests = !s->held && !s->move.under_way && !s->candidate.valid && !s->release.under_way;
    (void)c;
    for (int k = 0; k < s->g.issues && rests; k++)
        rests = !s->busy[k] && !s->queue[k].full && !s->allocate[k].full;
    for (int k = 0; k < s->g.clusters && rests; k++)
        rests = cluster_rests(s, k);
    for (int i = 0; i < WCRF_COUNTS && rests; i++)
        rests = s->summed[i] == (uint32_t)s->count[i] && s->shown[i] == s->summed[i];
    if (!rests || !wcrf_banks_rest(s))
        return false;
    s->now += cycles;
    return true;
}

static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    m[0] = (wf_memory){.name = "banks",
                       .count = c->param[WCRF_CLUSTERS] * banks_of(c),
                       .words = c->param[WCRF_ROWS],
                       .bits = c->param[WCRF_BANK],
                       .part = 32,
                       .ports = c->param[WCRF_PORTS]};
    if (c->param[WCRF_GATE]) {
        m[0].path = "core/memories/gen_cluster[#].gen_bank[#].ram";
        m[0].each = banks_of(c);
        m[0].power = "core/power";
        m[0].on = "state_on_o";
    }
    return 1;
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    (void)c;
    bool block = strncmp(field, "value", 5) == 0;
    *bits = block ? 32 : 1;
    return block || strcmp(field, "mask") == 0 ? "lane" : strcmp(field, "on") == 0 || strcmp(field, "waking") == 0 ? "bank" : NULL;
}

static const wf_part parts[] = {
    {NULL, "core", WF_ALWAYS},
    {NULL, "issue", WF_ALWAYS},
    {NULL, "collectors", {WF_IF(WCRF_COLLECT, 0)}},
    {NULL, "source", {WF_IF(WCRF_COLLECT, 0)}},
    {NULL, "allocate", {WF_IF(WCRF_COLLECT, 1)}},
    {NULL, "slots", WF_ALWAYS},
    {NULL, "slot", WF_ALWAYS},
    {NULL, "encode", {WF_IF(WCRF_COMPRESS, 1)}},
    {NULL, "cluster", WF_ALWAYS},
    {NULL, "read", {WF_IF(WCRF_COLLECT, 0)}},
    {NULL, "window", {WF_IF(WCRF_COLLECT, 1)}},
    {NULL, "store", WF_ALWAYS},
    {NULL, "indicators", WF_ALWAYS},
    {NULL, "units", WF_ALWAYS},
    {NULL, "forward", {WF_IF(WCRF_FORWARD, 1)}},
    {NULL, "banks", {WF_IF(WCRF_GATE, 1)}},
    {NULL, "decode", {WF_IF(WCRF_COMPRESS, 1)}},
    {NULL, "decoder", {WF_IF(WCRF_COMPRESS, 1)}},
    {NULL, "moves", {WF_IF(WCRF_COMPRESS, 1)}},
    {NULL, "counts", {WF_IF(WCRF_COUNTED, 1)}},
    {NULL, "memories", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge, .rest = rest};

const wf_unit wf_unit_wcrf = {
    .name = "wcrf",
    .title = "compressed register file with collectors, codecs, moves and power gating",
    .source = "Warped-Compression (ISCA 2015), sections 2.1, 4, 5, 5.1 to 5.3 and 6.2",
    .params = params,
    .children = children,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .system = &wcrf_system,
    .derived = derived,
    .memories = memories,
    .items = items,
};
