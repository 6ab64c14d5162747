/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf - the register file of G-Scalar: byte planes in arrays, of which a read takes those that its code has; codes in side arrays; operand
 * collectors with decoders; and partial writes that fill what a code left out.
 * Source: Liu et al., "G-Scalar", HPCA 2017, sections 2.1, 3.1 to 3.3, 4.1 to 4.3, 5.1.
 *
 * docs/gsrf.md tells what it does, paragraph by paragraph. Each paragraph is a function:
 *
 *     gsrf_issue.c    issue, operands
 *     gsrf_write.c    write, encode
 *     gsrf_banks.c    ask, choose, side with what follows from it, release
 *     gsrf_code.c     what a tag says of the arrays
 *     gsrf_system.c   what replay and energies must know of it
 *
 * A cycle happens from the state at its start. So the functions run from the last stage to the first. */
#include "gsrf.h"

#include "../record.h"
#include "../streams.h"

static const wf_param params[] = {
    [GSRF_WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 32, "WF_WARPS"},
    [GSRF_REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "1..256", 32, "WF_REGISTERS"},
    [GSRF_BANKS] = {"banks", "banks, each of arrays of single-port memory", WF_PARAM_INT, "1|2|4|8|16", 16, "WF_BANKS"},
    [GSRF_ROWS] = {"rows", "rows of a bank; unless given, as many as warps and registers need", WF_PARAM_INT, "2..1024", WF_DERIVED,
                   "WF_ROWS"},
    [GSRF_GROUPS] = {"groups", "codes a register: 1 for the whole, 2 for half registers, ...", WF_PARAM_INT, "1|2|4|8", 1, "WF_GROUPS"},
    [GSRF_STRIDES] = {"strides", "pow2: a register of base + lane x stride takes no array", WF_PARAM_CHOICE, "none|pow2", 0, "WF_STRIDES"},
    [GSRF_ISSUES] = {"issues", "streams issue and operands", WF_PARAM_INT, "1..4", 2, "WF_ISSUES"},
    [GSRF_WRITES] = {"writes", "streams write, each with an encoder", WF_PARAM_INT, "1..4", 4, "WF_WRITES"},
    [GSRF_COLLECTORS] = {"collectors", "operand collectors of an issue port, each with a decoder", WF_PARAM_INT, "1..16", 8,
                         "WF_COLLECTORS"},
    [GSRF_SLOTS] = {"slots", "writes that are accepted and not stored; unless given, writes x (enc-latency + 3)", WF_PARAM_INT, "1..32",
                    WF_DERIVED, "WF_SLOTS"},
    [GSRF_SIDE_LATENCY] = {"side-latency", "cycles from the side array to the arrays; 0: all arrays are read beside it", WF_PARAM_INT,
                           "0|1", 1, "WF_SIDE_LATENCY"},
    [GSRF_ENC_LATENCY] = {"enc-latency", "cycles that an encoder adds", WF_PARAM_INT, "0..8", 1, "WF_ENC_LATENCY"},
    [GSRF_DEC_LATENCY] = {"dec-latency", "cycles that a decoder adds", WF_PARAM_INT, "0..8", 1, "WF_DEC_LATENCY"},
    [GSRF_SIDE_PORTS] = {"side-ports", "of a side array: 2, one to read and one to write; 1, one for both", WF_PARAM_INT, "1|2", 1,
                         "WF_SIDE_PORTS"},
    [GSRF_FIRST] = {"first", "who goes first where a read and a write want a bank", WF_PARAM_CHOICE, "read|write", 0, "WF_GOES_FIRST"},
    [GSRF_COMPRESS] = {"compress", "off: the same register file without codes", WF_PARAM_CHOICE, "off|on", 1, "WF_COMPRESS"},
    [GSRF_COUNTED] = {"counts", "off: no counts are told", WF_PARAM_CHOICE, "off|on", 1, "WF_COUNTS"},
    [GSRF_USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..128", 16, "WF_USER"},
    [GSRF_SCALARS] = {"scalar-banks", "registers of one value are in the side array of each bank, or in one bank for the whole file",
                      WF_PARAM_CHOICE, "each|one", 0, "WF_SCALAR_BANKS"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

extern const wf_unit wf_unit_gsrf;

static bool has_codecs(const wf_config *c)
{
    return c->param[GSRF_COMPRESS] == 1;
}

static void bind_bytewise(const wf_config *whole, wf_config *own)
{
    own->param[BYTEWISE_GROUPS] = whole->param[GSRF_GROUPS];
    own->param[BYTEWISE_STRIDES] = whole->param[GSRF_STRIDES];
}

static const wf_child children[] = {{"bytewise", &wf_unit_bytewise, "groups|strides", bind_bytewise, has_codecs, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static int warp_rows(const wf_config *c)
{
    return file_warp_rows(c->param[GSRF_REGISTERS], c->param[GSRF_BANKS]);
}

static int lower(int a, int b)
{
    return a < b ? a : b;
}

static int derived(const wf_config *c, int param)
{
    const int *p = c->param;
    int needed = p[GSRF_WARPS] * warp_rows(c);
    if (param == GSRF_ROWS)
        return needed < GSRF_MIN_ROWS ? GSRF_MIN_ROWS : lower(needed, GSRF_MAX_ROWS);
    return lower(p[GSRF_WRITES] * (p[GSRF_ENC_LATENCY] + 3), GSRF_MAX_SLOTS);
}

/* A child's configuration, also where there is none: its sizes tell the arrays. */
static wf_config codec_of(const wf_config *c)
{
    wf_config own = wf_default_config(&wf_unit_bytewise, c->lanes);
    bind_bytewise(c, &own);
    return own;
}

static const char *rule_broken(const wf_config *c)
{
    const int *p = c->param;
    if (p[GSRF_WARPS] * warp_rows(c) > p[GSRF_ROWS])
        return "the banks do not hold the registers: warps x (registers / banks, rounded up) must not be more than rows, 1024 at most";
    if (p[GSRF_SLOTS] < p[GSRF_WRITES])
        return "slots must be at least writes";
    return NULL;
}

static int counts_of(const wf_config *c)
{
    return !c->param[GSRF_COUNTED] ? 0 : has_codecs(c) ? GSRF_COUNTS : GSRF_SIDE_READS;
}

/* Fields of a stream one after the other. */
static void add_field(wf_stream *s, const char *name, int bits)
{
    s->field[s->count++] = (wf_field){name, bits};
}

static wf_stream issue_stream(const wf_config *c, int w, int n)
{
    wf_stream s = {.ready = true};
    add_field(&s, "warp", w);
    add_field(&s, "source0", n);
    add_field(&s, "source1", n);
    add_field(&s, "source2", n);
    add_field(&s, "used", GSRF_SOURCES);
    add_field(&s, "dest", n);
    add_field(&s, "writes", 1);
    add_field(&s, "mask", c->lanes);
    add_field(&s, "user", c->param[GSRF_USER]);
    return s;
}

static wf_stream write_stream(const wf_config *c, int w, int n, int tag)
{
    wf_stream s = {.ready = true};
    add_field(&s, "warp", w);
    add_field(&s, "dest", n);
    add_field(&s, "mask", c->lanes);
    add_field(&s, "values", 32 * c->lanes);
    if (has_codecs(c)) {
        add_field(&s, "dead", 1);
        add_field(&s, "known", c->param[GSRF_GROUPS]);
        add_field(&s, "tag", tag);
    }
    add_field(&s, "user", c->param[GSRF_USER]);
    return s;
}

static wf_stream operands_stream(const wf_config *c, int tag)
{
    static const char *const values[] = {"value0", "value1", "value2"}, *const tags[] = {"tag0", "tag1", "tag2"};
    wf_stream s = {.output = true, .ready = true};
    for (int i = 0; i < GSRF_SOURCES; i++)
        add_field(&s, values[i], 32 * c->lanes);
    for (int i = 0; i < GSRF_SOURCES && has_codecs(c); i++)
        add_field(&s, tags[i], tag);
    add_field(&s, "mask", c->lanes);
    add_field(&s, "user", c->param[GSRF_USER]);
    return s;
}

static wf_stream state_stream(const wf_config *c)
{
    static const char *const counts[GSRF_COUNTS] = {"array_reads", "array_writes", "side_reads", "side_writes",
                                                    "encodes",     "decodes",      "fills"};
    wf_stream s = {.name = "state", .output = true, .counts = counts_of(c)};
    for (int i = 0; i < s.counts; i++)
        add_field(&s, counts[i], 32);
    return s;
}

static void add_numbered(wf_streams *s, const char *const *names, int count, wf_stream one)
{
    for (int k = 0; k < count; k++) {
        one.name = names[k];
        add_stream(s, one);
    }
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    static const char *const issue[] = {"issue0", "issue1", "issue2", "issue3"}, *const write[] = {"write0", "write1", "write2", "write3"},
                             *const operands[] = {"operands0", "operands1", "operands2", "operands3"},
                             *const stored[] = {"stored0",  "stored1",  "stored2",  "stored3", "stored4",  "stored5",
                                                "stored6",  "stored7",  "stored8",  "stored9", "stored10", "stored11",
                                                "stored12", "stored13", "stored14", "stored15"};
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    wf_config own = codec_of(c);
    wf_sizes sizes;
    if (wf_unit_bytewise.codec->sizes(&own, &sizes, why) != WF_OK)
        return WF_ERR_CONFIG;

    int w = bits_for(c->param[GSRF_WARPS]), n = bits_for(c->param[GSRF_REGISTERS]);
    *s = (wf_streams){.count = 0};
    add_numbered(s, issue, c->param[GSRF_ISSUES], issue_stream(c, w, n));
    add_numbered(s, write, c->param[GSRF_WRITES], write_stream(c, w, n, sizes.tag_bits));
    add_stream(s, (wf_stream){"release", .ready = true, .count = 1, .field = {{"warp", w}}});
    add_numbered(s, operands, c->param[GSRF_ISSUES], operands_stream(c, sizes.tag_bits));
    add_numbered(s, stored, c->param[GSRF_BANKS], (wf_stream){.output = true, .count = 1, .field = {{"user", c->param[GSRF_USER]}}});
    if (counts_of(c) > 0)
        add_stream(s, state_stream(c));
    return WF_OK;
}

/* The tag of a full write of zeros. */
static void zero_tag(gsrf_geometry *g)
{
    uint32_t values[WF_MAX_LANES] = {0}, mask[WF_MASK_WORDS];
    wf_code code;
    set_low_ones(mask, g->lanes, WF_MASK_WORDS);
    wf_input in = {.block = values, .mask = mask};
    wf_encode(wf_unit_bytewise.codec, &g->codec, &in, &code);
    memcpy(g->zero_tag, code.tag, (size_t)g->tag_words * sizeof *code.tag);
}

static gsrf_geometry geometry_of(const wf_config *c)
{
    const int *param = c->param;
    wf_sizes sizes;
    gsrf_geometry g = {
        .lanes = c->lanes,
        .mask_words = words_for(c->lanes),
        .user_words = words_for(param[GSRF_USER]),
        .groups = param[GSRF_GROUPS],
        .width = c->lanes / param[GSRF_GROUPS],
        .banks = param[GSRF_BANKS],
        .rows = param[GSRF_ROWS],
        .warp_rows = warp_rows(c),
        .issues = param[GSRF_ISSUES],
        .writes = param[GSRF_WRITES],
        .collectors = param[GSRF_COLLECTORS],
        .slots = param[GSRF_SLOTS],
        .side = has_codecs(c) ? param[GSRF_SIDE_LATENCY] : 0,
        .enc = has_codecs(c) ? param[GSRF_ENC_LATENCY] : 0,
        .dec = has_codecs(c) ? param[GSRF_DEC_LATENCY] : 0,
        .compress = has_codecs(c),
        .two_ports = param[GSRF_SIDE_PORTS] == 2,
        .write_first = param[GSRF_FIRST] == 1,
        .one_scalar_bank = param[GSRF_SCALARS] == 1 && has_codecs(c),
        .counts = counts_of(c),
        .codec = codec_of(c),
    };
    wf_unit_bytewise.codec->sizes(&g.codec, &sizes, NULL);
    for (int p = 0; p < g.writes; p++)
        g.slots_of[p] = file_slots_of(g.slots, g.writes, p);
    g.unit = sizes.unit_bits[0] / 8;
    g.arrays = sizes.units;
    g.d = sizes.raw_bit;
    g.tag_words = g.compress ? words_for(sizes.tag_bits) : 0;
    g.issue_words = GSRF_ISSUE_MASK + g.mask_words + g.user_words;
    g.write_words = GSRF_WRITE_MASK + g.mask_words + g.lanes + (g.compress ? 2 + g.tag_words : 0) + g.user_words;
    g.release_words = 2;
    zero_tag(&g);
    return g;
}

static size_t state_size(const wf_config *c)
{
    gsrf_geometry g = geometry_of(c);
    return sizeof(gsrf_state) + (size_t)(g.banks * g.rows) * (size_t)gsrf_register_words(&g) * sizeof(uint32_t);
}

static void reset(const wf_config *c, void *state)
{
    gsrf_state *s = state;
    memset(s, 0, state_size(c));
    s->g = geometry_of(c);
    for (int k = 0; k < s->g.issues; k++)
        s->offer[k] = GSRF_NONE;
    for (int p = 0; p < s->g.writes; p++)
        s->request[p] = GSRF_NONE;
    s->clear_row = GSRF_NONE;
}

/* A value whose lanes may be undefined. */
static void put_value(record *r, const gsrf_geometry *g, const gsrf_collector *collector, int i)
{
    uint32_t *care = r->care;
    put_field(r, collector->value[i], g->lanes);
    for (int w = 0; w < g->mask_words; w++)
        for (uint32_t left = collector->undefined[i][w]; left; left &= left - 1)
            care[32 * w + __builtin_ctz(left)] = 0;
}

static void put_operands(record *r, const gsrf_state *s, int k)
{
    const gsrf_geometry *g = &s->g;
    if (!put_flag(r, s->offer[k] != GSRF_NONE)) {
        put_nothing(r, GSRF_SOURCES * (g->lanes + g->tag_words) + g->mask_words + g->user_words);
        return;
    }
    const gsrf_collector *collector = &s->collector[s->offer[k]];
    for (int i = 0; i < GSRF_SOURCES; i++)
        put_value(r, g, collector, i);
    for (int i = 0; i < GSRF_SOURCES; i++)
        put_field(r, collector->tag[i], g->tag_words);
    put_field(r, collector->mask, g->mask_words);
    put_field(r, collector->user, g->user_words);
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const gsrf_state *s = state;
    const gsrf_geometry *g = &s->g;
    record r = {out, care};
    (void)c;
    for (int k = 0; k < g->issues; k++)
        put_flag(&r, gsrf_issue_ready(s, k));
    for (int p = 0; p < g->writes; p++)
        put_flag(&r, gsrf_write_ready(s, p));
    put_flag(&r, gsrf_release_ready(s));
    for (int k = 0; k < g->issues; k++)
        put_operands(&r, s, k);
    for (int b = 0; b < g->banks; b++)
        if (put_flag(&r, (s->side.banks >> b & 1) && s->side.of[b].kind == GSRF_WRITE))
            put_field(&r, s->slot[s->side.of[b].slot].user, g->user_words);
        else
            put_nothing(&r, g->user_words);
    if (g->counts) {
        put_flag(&r, true);
        put_field(&r, s->before[GSRF_SHOWN - 1], g->counts);
    }
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    gsrf_state *s = state;
    gsrf_cycle y = {.in = in, .taken = s->held, .stored = s->leaving};
    (void)c;

    memmove(s->before[1], s->before[0], sizeof s->before - sizeof s->before[0]);
    for (int i = 0; i < GSRF_COUNTS; i++)
        s->before[0][i] = (uint32_t)s->count[i];
    gsrf_side_stage(s, &y);
    gsrf_choose(s, &y);
    gsrf_release(s, &y);
    gsrf_issue(s, &y);
    gsrf_operands(s, &y);
    gsrf_write(s, &y);
    uint32_t *later = s->later[s->now % GSRF_AHEAD];
    for (int i = 0; i < GSRF_COUNTS; i++) {
        s->count[i] += later[i];
        later[i] = 0;
    }
    s->now++;
}

/* Instructions and writes have left, and `state` tells all counts. */
static bool rest(const wf_config *c, void *state, uint64_t cycles)
{
    gsrf_state *s = state;
    bool rests = !s->held && !s->leaving && !s->side.banks && gsrf_release_ready(s);
    (void)c;
    for (int k = 0; k < s->g.issues && rests; k++)
        rests = !s->busy[k];
    for (int n = 0; n < GSRF_AHEAD && rests; n++)
        for (int i = 0; i < GSRF_COUNTS && rests; i++)
            rests = s->later[n][i] == 0;
    for (int n = 0; n < GSRF_SHOWN && rests; n++)
        for (int i = 0; i < GSRF_COUNTS && rests; i++)
            rests = s->before[n][i] == (uint32_t)s->count[i];
    if (rests)
        s->now += cycles;
    return rests;
}

static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    gsrf_geometry g = geometry_of(c);
    wf_sizes sizes;
    wf_unit_bytewise.codec->sizes(&g.codec, &sizes, NULL);
    m[0] = (wf_memory){.name = "arrays", .count = g.banks * g.arrays, .words = g.rows, .bits = 8 * g.unit, .part = 8, .ports = 1};
    m[1] = (wf_memory){.name = "side arrays",
                       .count = g.banks,
                       .words = g.rows,
                       .bits = sizes.tag_bits,
                       .part = sizes.tag_bits,
                       .ports = c->param[GSRF_SIDE_PORTS]};
    return g.compress ? 2 : 1;
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    (void)c;
    bool block = strncmp(field, "value", 5) == 0;
    *bits = block ? 32 : 1;
    return block || strcmp(field, "mask") == 0 ? "lane" : strcmp(field, "known") == 0 ? "group" : NULL;
}

static const wf_part parts[] = {
    {NULL, "core", WF_ALWAYS},
    {NULL, "issue", WF_ALWAYS},
    {NULL, "collector", WF_ALWAYS},
    {NULL, "ask", WF_ALWAYS},
    {NULL, "writes", WF_ALWAYS},
    {NULL, "next", WF_ALWAYS},
    {NULL, "order", WF_ALWAYS},
    {NULL, "slot", WF_ALWAYS},
    {NULL, "bank", WF_ALWAYS},
    {NULL, "choose", WF_ALWAYS},
    {NULL, "arrays", WF_ALWAYS},
    {NULL, "store", WF_ALWAYS},
    {NULL, "planes", {WF_IF(GSRF_COMPRESS, 1)}},
    {NULL, "counts", {WF_IF(GSRF_COUNTED, 1)}},
    {NULL, "memories", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge, .rest = rest};

const wf_unit wf_unit_gsrf = {
    .name = "gsrf",
    .title = "register file of byte planes with codes beside them",
    .source = "G-Scalar (HPCA 2017), sections 2.1, 3.1 to 3.3, 4.1 to 4.3 and 5.1",
    .params = params,
    .children = children,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .system = &gsrf_system,
    .derived = derived,
    .memories = memories,
    .items = items,
    .modelled = "scalar-banks",
};
