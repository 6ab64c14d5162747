/* SPDX-License-Identifier: Apache-2.0
 *
 * avc - the Affine Vector Cache and the L1 beside it: private memory whose vectors are base + lane x stride, kept as that.
 * Source: Collange and Kouyoumdjian, "Affine Vector Cache for Memory Bandwidth Savings", 2011, sections 2.2, 4.1 to 4.3, Algorithms 1 and 2.
 *
 * docs/avc.md tells what it does, paragraph by paragraph. Each paragraph is a function:
 *
 *     avc_ports.c     what the streams show
 *     avc_request.c   request, encode, fills and their entries
 *     avc_look.c      compare, look, the way that leaves
 *     avc_decide.c    what a load and an eviction do, and the answers of a fill
 *     avc_place.c     where a store and a fill find their place
 *     avc_act.c       act, words, the last stage
 *     avc_walk.c      walk
 *     avc_system.c    what energies must know of it
 *     avc_remedies.c  a victim store and skewed sets, of the model alone
 *
 * A cycle happens from the state at its start: see clock_edge. */
#include "avc.h"

#include "../streams.h"

static const wf_param params[] = {
    [AVC_PRESET] = {"preset", "KB of the L1 where both have 48 with 64 sets and 32 lanes: 6 + 0 ways of L1 and AVC, 5 + 1, 4 + 2, 3 + 3",
                    WF_PARAM_CHOICE, "48k|40k|32k|24k", 2, "WF_PRESET"},
    [AVC_L1_WAYS] = {"l1-ways", "ways of the L1; unless given, of the preset", WF_PARAM_INT, "1..8", WF_DERIVED, "WF_L1_WAYS"},
    [AVC_AVC_WAYS] = {"avc-ways", "ways of the AVC, 0: there is none; unless given, of the preset", WF_PARAM_INT, "0|1|2|3|4", WF_DERIVED,
                      "WF_AVC_WAYS"},
    [AVC_SETS] = {"sets", "sets of both", WF_PARAM_INT, "1|2|4|8|16|32|64|128|256", 64, "WF_SETS"},
    [AVC_VECTORS] = {"line-vectors", "vectors of a line of the AVC", WF_PARAM_INT, "1|2|4|8|16", 16, "WF_VECTORS"},
    [AVC_ADDRESS] = {"address", "bits of a block number", WF_PARAM_INT, "8..32", 25, "WF_ADDRESS"},
    [AVC_WINDOW] = {"window", "blocks below 2^window are private", WF_PARAM_INT, "4..32", 17, "WF_WINDOW"},
    [AVC_AGREE] = {"agree", "a store merges with other lanes of its vector: equal codes, or also one lane that lies on the line",
                   WF_PARAM_CHOICE, "equal|line", 0, "WF_LINE_AGREES"},
    [AVC_DIRTY] = {"dirty", "what has a dirty bit in the AVC", WF_PARAM_CHOICE, "none|vector|line", 1, "WF_DIRTY"},
    [AVC_KEEP] = {"keep", "lanes of an affine fill that become valid: those that were asked for, or all that lie on the line",
                  WF_PARAM_CHOICE, "mask|fit", 0, "WF_KEEPS_FIT"},
    [AVC_L1_STORE] = {"l1-store", "the L1 takes the words of a store, fetches the rest of their block too, or lets them through to memory",
                      WF_PARAM_CHOICE, "words|fetch|through", 0, "WF_L1_STORE"},
    [AVC_MISSES] = {"misses", "blocks that are asked for at once", WF_PARAM_INT, "1|2|4|8|16|32|64", 16, "WF_MISSES"},
    [AVC_LOADS] = {"loads", "loads that wait for these blocks, one or several for each", WF_PARAM_INT, "1|2|4|8|16|32|64", 32, "WF_LOADS"},
    [AVC_ENC_LATENCY] = {"enc-latency", "register ranks in the encoders", WF_PARAM_INT, "0..2", 2, "WF_ENC_LATENCY"},
    [AVC_DEC_LATENCY] = {"dec-latency", "cycles that the decoding unit adds to an answer; unless given 1, without AVC 0", WF_PARAM_INT,
                         "0|1", WF_DERIVED, "WF_DEC_LATENCY"},
    [AVC_COUNTED] = {"counts", "off: no counts are told", WF_PARAM_CHOICE, "off|on", 1, "WF_COUNTS"},
    [AVC_USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..64", 16, "WF_USER"},
    [AVC_VICTIMS] = {"victims", "lines that leave the AVC and are kept in a store behind it, in any place", WF_PARAM_INT, "0|1|2|4|8|16|32",
                     0, "WF_VICTIMS"},
    [AVC_SKEW] = {"skew", "sets: a block has one in all ways, one in each way, or one in each way and all ways serve both caches",
                  WF_PARAM_CHOICE, "off|each|joint", 0, "WF_SKEW"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int derived(const wf_config *c, int param)
{
    const int *p = c->param;
    switch (param) {
    case AVC_L1_WAYS: return 6 - p[AVC_PRESET];
    case AVC_AVC_WAYS: return p[AVC_PRESET];
    default: return p[AVC_AVC_WAYS] > 0;
    }
}

static bool has_avc(const wf_config *c)
{
    return c->param[AVC_AVC_WAYS] > 0;
}

static void bind_affine(const wf_config *whole, wf_config *own)
{
    (void)whole;
    own->param[AFFINE_VECTOR] = own->param[AFFINE_STRIDES] = 0;
    own->param[AFFINE_WORD] = 32;
}

static const wf_child children[] = {{"affine", &wf_unit_affine, "vector|strides|word|bank", bind_affine, has_avc, NULL},
                                    {"expand", &wf_unit_expand, "vector|strides|word", bind_affine, has_avc, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static int log2_of(int n)
{
    return __builtin_ctz((unsigned)n);
}

static const char *rule_broken(const wf_config *c)
{
    const int *p = c->param;
    if (p[AVC_WINDOW] > p[AVC_ADDRESS])
        return "window must not be above address";
    if (p[AVC_ADDRESS] <= log2_of(p[AVC_SETS]) + log2_of(p[AVC_VECTORS]))
        return "address needs more bits than sets and line-vectors take: 2^address must be above sets x line-vectors";
    if (!has_avc(c) && p[AVC_DEC_LATENCY] > 0)
        return "dec-latency must be 0 without AVC (avc-ways 0)";
    return NULL;
}

static int counts_of(const wf_config *c)
{
    return c->param[AVC_COUNTED] ? AVC_COUNTS : 0;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    int address = c->param[AVC_ADDRESS], lanes = c->lanes, data = 32 * lanes, user = c->param[AVC_USER];
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    *s = (wf_streams){
        .count = 6,
        .stream = {
            {"request", .ready = true, .count = 5,
             .field = {{"write", 1}, {"address", address}, {"mask", lanes}, {"data", data}, {"user", user}}},
            {"flush", .ready = true, .count = 1, .field = {{"user", user}}},
            {"fill", .count = 2, .field = {{"address", address}, {"data", data}}},
            {"response", .output = true, .ready = true, .count = 3, .field = {{"mask", lanes}, {"data", data}, {"user", user}}},
            {"miss", .output = true, .ready = true, .count = 4,
             .field = {{"write", 1}, {"address", address}, {"mask", lanes}, {"data", data}}},
            {"flushed", .output = true, .ready = true, .count = 1, .field = {{"user", user}}},
        }};
    if (counts_of(c) > 0)
        add_stream(s, (wf_stream){.name = "state",
                                  .output = true,
                                  .count = AVC_COUNTS,
                                  .counts = AVC_COUNTS,
                                  .field = {{"avc_loads", 32},
                                            {"l1_loads", 32},
                                            {"misses", 32},
                                            {"joined", 32},
                                            {"avc_stores", 32},
                                            {"l1_stores", 32},
                                            {"replays", 32},
                                            {"conflicts", 32},
                                            {"fill_conflicts", 32},
                                            {"avc_fills", 32},
                                            {"l1_fills", 32},
                                            {"unkept", 32},
                                            {"evicted", 32},
                                            {"dropped", 32},
                                            {"merged", 32},
                                            {"fetches", 32}}});
    return WF_OK;
}

static avc_geometry geometry_of(const wf_config *c)
{
    const int *p = c->param;
    avc_geometry g = {
        .lanes = c->lanes,
        .mask_words = words_for(c->lanes),
        .user_words = words_for(p[AVC_USER]),
        .sets = p[AVC_SETS],
        .vectors = p[AVC_VECTORS],
        .ways = {[AVC_AVC] = p[AVC_AVC_WAYS], [AVC_L1] = p[AVC_L1_WAYS]},
        .victims = has_avc(c) ? p[AVC_VICTIMS] : 0,
        .skew = p[AVC_SKEW],
        .vector_bits = log2_of(p[AVC_VECTORS]),
        .set_bits = log2_of(p[AVC_SETS]),
        .window = (uint64_t)1 << p[AVC_WINDOW],
        .misses = p[AVC_MISSES],
        .loads = p[AVC_LOADS],
        .last = p[AVC_DEC_LATENCY] > 0 ? AVC_LATE : AVC_WORDS,
        .line_agrees = p[AVC_AGREE] == 1,
        .keeps_fit = p[AVC_KEEP] == 1,
        .dirty = p[AVC_DIRTY],
        .l1_store = p[AVC_L1_STORE],
        .counts = counts_of(c),
        .codec = wf_default_config(&wf_unit_affine, c->lanes),
    };
    bind_affine(c, &g.codec);
    if (g.skew == AVC_SKEW_JOINT && has_avc(c))
        g.ways[AVC_AVC] = g.ways[AVC_L1] = p[AVC_AVC_WAYS] + p[AVC_L1_WAYS];
    g.request_words = 3 + g.mask_words + g.lanes + g.user_words;
    g.fill_words = 2 + g.lanes;
    return g;
}

static size_t state_size(const wf_config *c)
{
    avc_geometry g = geometry_of(c);
    return sizeof(avc_state) + (size_t)(avc_places(&g, AVC_L1) * g.lanes) * sizeof(uint32_t) +
           (size_t)(avc_places(&g, AVC_AVC) * g.vectors) * sizeof(avc_vector);
}

static void reset(const wf_config *c, void *state)
{
    avc_state *s = state;
    memset(s, 0, state_size(c));
    s->g = geometry_of(c);
    s->walk.fill = s->next_miss = s->next_load = s->join.miss = s->gone = s->chosen = AVC_NONE;
}

/* ---- A cycle ---- */

static bool are_empty(const avc_state *s, int from, int to)
{
    for (int i = from; i <= to; i++)
        if (s->stage[i])
            return false;
    return true;
}

/* Go. */
static bool goes(const avc_state *s)
{
    const avc_op *last = s->stage[s->g.last], *act = s->stage[AVC_ACT];
    bool answer = last && last->answers, write_back = last && last->writes_back, command = act && (act->misses || act->goes_through);
    return !(answer && s->response.count == AVC_ROOM) && !((write_back || command) && s->misses.count == AVC_ROOM);
}

static bool is_store_in(const avc_state *s, const avc_op *op, uint32_t set)
{
    return op && op->kind == AVC_REQUEST && op->write && avc_set_of(&s->g, AVC_L1, op->block) == set;
}

/* Vector: behind a store of the same set of the L1 the operation waits. */
static bool waits_in_vector(const avc_state *s)
{
    const avc_op *op = s->stage[AVC_VECTOR];
    uint32_t set = op ? avc_set_of(&s->g, AVC_L1, op->block) : 0;
    return op &&
           (is_store_in(s, s->stage[AVC_LOOK], set) || is_store_in(s, s->stage[AVC_DECIDE], set) || is_store_in(s, s->stage[AVC_ACT], set));
}

/* Requests stay out of a job and of a flush. */
static bool may_enter(const avc_state *s)
{
    return s->next != s->end && s->walk.walks != AVC_JOB && s->walk.walks != AVC_FLUSHES && s->walk.walks != AVC_PEEKS &&
           s->walk.job.kind == AVC_NO_JOB && !s->waits;
}

static avc_cycle start_of(const avc_state *s)
{
    bool waits = waits_in_vector(s);
    avc_cycle y = {
        .go = goes(s),
        .empty = are_empty(s, AVC_ACT, AVC_COMPARE),
        .stages_empty = are_empty(s, AVC_LATE, AVC_COMPARE),
        .none_leaves = s->misses.count == 0,
        .ready = avc_request_ready(s),
        .open = !s->paused && !waits,
        .enters = may_enter(s),
        .waits = waits,
        .acted = s->acted,
    };
    avc_choose(s, &y);
    return y;
}

/* Tags: what the walk brings, else the request at next. */
static avc_op *tags(avc_state *s, const avc_cycle *y)
{
    avc_op *own = avc_walk_on(s, y);
    if (own || !y->enters || !y->open)
        return own;
    const avc_request *r = &s->ring[s->next % AVC_RING];
    avc_op *op = avc_new_op(s, AVC_REQUEST, r->block);
    op->entry = (int)(s->next++ % AVC_RING);
    op->write = r->write;
    op->mask = r->mask;
    op->code = r->code;
    memcpy(op->user, r->user, sizeof op->user);
    return op;
}

/* Each stage has what was in the one before. */
static void move(avc_state *s, const avc_cycle *y, avc_op *entering)
{
    avc_op **stage = s->stage;
    if (s->g.last == AVC_LATE)
        stage[AVC_LATE] = stage[AVC_WORDS];
    stage[AVC_WORDS] = stage[AVC_ACT];
    stage[AVC_ACT] = stage[AVC_DECIDE];
    stage[AVC_DECIDE] = stage[AVC_LOOK];
    if (stage[AVC_LOOK] && stage[AVC_LOOK]->kind == AVC_ANSWER)
        s->gone = stage[AVC_LOOK]->entry;
    stage[AVC_LOOK] = NULL;
    if (y->waits && !s->paused)
        return;
    stage[AVC_LOOK] = stage[AVC_VECTOR];
    stage[AVC_VECTOR] = stage[AVC_COMPARE];
    if (stage[AVC_VECTOR]) {
        s->lookups[AVC_L1]++;
        s->lookups[AVC_AVC] += avc_is_private(&s->g, stage[AVC_VECTOR]->block);
    }
    stage[AVC_COMPARE] = s->paused ? NULL : entering;
}

static void step(avc_state *s, const avc_cycle *y)
{
    avc_op **stage = s->stage, *entering = tags(s, y);
    s->paused = false;
    if (stage[AVC_COMPARE] && stage[AVC_COMPARE]->kind == AVC_PEEK) {
        avc_peek(s, stage[AVC_COMPARE]);
        stage[AVC_COMPARE] = NULL;
    }
    if (stage[AVC_COMPARE])
        avc_compare(s, stage[AVC_COMPARE]);
    if (stage[AVC_LOOK])
        avc_look(s, stage[AVC_LOOK]);
    if (stage[AVC_WORDS])
        avc_words(s, stage[AVC_WORDS]);
    if (stage[s->g.last])
        avc_last(s, stage[s->g.last]);
    if (stage[AVC_ACT])
        avc_act(s, stage[AVC_ACT]);
    if (stage[AVC_DECIDE] && !avc_decide(s, stage[AVC_DECIDE]))
        stage[AVC_DECIDE] = NULL;
    move(s, y, entering);
}

static bool takes(const uint32_t **in)
{
    return *(*in)++ & 1;
}

static void pop(avc_spill *q)
{
    q->word[0] = q->word[1];
    q->count--;
}

/* What leaves is taken first: room is that of the start. */
static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    avc_state *s = state;
    const avc_geometry *g = &s->g;
    const avc_cycle y = start_of(s);
    const uint32_t *flush = in + g->request_words, *fill = flush + 1 + g->user_words, *readies = fill + g->fill_words;
    bool flush_ready = !s->flushing, was_flushed = s->flushed;
    (void)c;

    memcpy(s->shown[1], s->shown[0], sizeof s->shown[1]);
    for (int i = 0; i < AVC_COUNTS; i++)
        s->shown[0][i] = (uint32_t)s->count[i];
    if (takes(&readies) && s->response.count > 0)
        pop(&s->response);
    if (takes(&readies) && s->misses.count > 0)
        pop(&s->misses);
    s->join.miss = s->gone = AVC_NONE;
    s->acted = NULL;
    if (y.go)
        step(s, &y);
    if (y.acted)
        avc_acted(s, y.acted);
    if (takes(&readies) && was_flushed)
        s->flushing = s->flushed = false;
    avc_entries(s, &y);
    if (*fill & 1)
        avc_fill(s, &y, fill);
    if ((*in & 1) && y.ready)
        avc_accept(s, in);
    if ((*flush & 1) && flush_ready) {
        s->flushing = true;
        memcpy(s->flush_user, flush + 1, (size_t)g->user_words * sizeof *flush);
    }
}

/* Nothing is under way but blocks that memory owes, and `state` tells all counts. */
static bool rest(const wf_config *c, void *state, uint64_t cycles)
{
    const avc_state *s = state;
    bool rests = s->first == s->end && are_empty(s, AVC_LATE, AVC_COMPARE) && s->walk.walks == AVC_RESTS && !s->flushing &&
                 s->response.count == 0 && s->misses.count == 0;
    for (int n = 0; n < s->g.misses && rests; n++)
        rests = !s->miss[n].came;
    (void)c;
    (void)cycles;
    for (int i = 0; i < AVC_COUNTS && rests; i++)
        rests = s->shown[0][i] == (uint32_t)s->count[i] && s->shown[1][i] == s->shown[0][i];
    return rests;
}

/* ---- Memories ---- */

/* Rows of a memory. */
static int at_least_two(int n)
{
    return n < 2 ? 2 : n;
}

static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    avc_geometry g = geometry_of(c);
    int rows = at_least_two(g.sets * g.ways[AVC_L1]), vectors = at_least_two(g.sets * g.ways[AVC_AVC]), sets = at_least_two(g.sets);
    int block = 32 * g.lanes, tag = c->param[AVC_ADDRESS] - g.set_bits, n = 0,
        vector = g.lanes + 32 + AFFINE_POW2_BITS + (g.dirty == AVC_DIRTY_VECTOR);
    m[n++] = (wf_memory){.name = "L1 words", .count = 1, .words = rows, .bits = block, .part = 32, .ports = 1};
    int state = g.l1_store == AVC_STORE_WORDS ? 2 * g.lanes : g.lanes; /* without valid bits lines are whole */
    if (g.l1_store != AVC_STORE_THROUGH)
        m[n++] = (wf_memory){.name = "L1 state", .count = 1, .words = rows, .bits = state, .part = state, .ports = 2};
    m[n++] = (wf_memory){.name = "L1 tags", .count = g.ways[AVC_L1], .words = sets, .bits = tag, .part = tag, .ports = 1};
    if (has_avc(c)) {
        m[n++] = (wf_memory){.name = "vectors", .count = g.vectors, .words = vectors, .bits = vector, .part = vector, .ports = 2};
        tag -= g.vector_bits;
        m[n++] = (wf_memory){.name = "AVC tags", .count = g.ways[AVC_AVC], .words = sets, .bits = tag, .part = tag, .ports = 1};
    }
    m[n++] = (wf_memory){.name = "store data", .count = 1, .words = AVC_RING, .bits = block, .part = block, .ports = 2};
    int load = g.lanes + c->param[AVC_USER];
    m[n++] = (wf_memory){.name = "loads", .count = 1, .words = at_least_two(g.loads), .bits = load, .part = load, .ports = 2};
    m[n++] = (wf_memory){.name = "fill data", .count = 1, .words = at_least_two(g.misses), .bits = block, .part = block, .ports = 2};
    return n;
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    (void)c;
    bool block = strcmp(field, "data") == 0;
    *bits = block ? 32 : 1;
    return block || strcmp(field, "mask") == 0 ? "lane" : NULL;
}

static const wf_part parts[] = {
    {NULL, "front", WF_ALWAYS},
    {NULL, "queue", WF_ALWAYS},
    {NULL, "ring", WF_ALWAYS},
    {NULL, "misses", WF_ALWAYS},
    {NULL, "loads", WF_ALWAYS},
    {NULL, "number", WF_ALWAYS},
    {NULL, "flow", WF_ALWAYS},
    {NULL, "walk", WF_ALWAYS},
    {NULL, "stages", WF_ALWAYS},
    {NULL, "compare", WF_ALWAYS},
    {NULL, "cache", WF_ALWAYS},
    {NULL, "look", WF_ALWAYS},
    {NULL, "place", WF_ALWAYS},
    {NULL, "row", WF_ALWAYS},
    {NULL, "dirty", {WF_IF(AVC_DIRTY, AVC_DIRTY_LINE)}},
    {NULL, "single", {WF_IF(AVC_AGREE, 1)}},
    {NULL, "back", WF_ALWAYS},
    {NULL, "decide", WF_ALWAYS},
    {NULL, "meet", {WF_IF(AVC_AGREE, 1)}},
    {NULL, "act", WF_ALWAYS},
    {NULL, "words", WF_ALWAYS},
    {NULL, "keep", WF_ALWAYS},
    {NULL, "encode", {WF_IF(AVC_AVC_WAYS, 1)}},
    {NULL, "encode", {WF_IF(AVC_AVC_WAYS, 2)}},
    {NULL, "encode", {WF_IF(AVC_AVC_WAYS, 3)}},
    {NULL, "encode", {WF_IF(AVC_AVC_WAYS, 4)}},
    {NULL, "counts", {WF_IF(AVC_COUNTED, 1)}},
    {NULL, "memories", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = avc_outputs, .clock = clock_edge, .rest = rest};

const wf_unit wf_unit_avc = {
    .name = "avc",
    .title = "Affine Vector Cache and the L1 beside it",
    .source = "Affine Vector Cache (2011), sections 2.2 and 4.1 to 4.3",
    .params = params,
    .children = children,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .system = &avc_system,
    .derived = derived,
    .memories = memories,
    .items = items,
    .modelled = "victims|skew",
};
