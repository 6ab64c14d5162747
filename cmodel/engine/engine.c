/* SPDX-License-Identifier: Apache-2.0
 *
 * engine - compressed lines at a memory controller: a line takes as many bursts of DRAM as its code needs, and the counts of them are cached.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), sections 5.1.3, 5.2.2, 5.3, 6.
 *
 * docs/engine.md tells what it does, paragraph by paragraph. Each paragraph is a function:
 *
 *     engine_entries.c  request, queueing, turn, start, done
 *     engine_counts.c   counts, flush
 *     engine_lines.c    command, mover, return, decode, answer, row, line, encode
 *     engine_system.c   what energies must know of it
 *
 * A cycle happens from the state at its start: see clock_edge. */
#include "engine.h"

#include "../line_params.h"
#include "../streams.h"

enum { STORE_DELTA = 1, BASE_FIRSTNZ = 1 };                         /* of linebdi's `store` and `base` */
enum { NO_CODEC, AT_linebdi, AT_fpc, AT_cpack, AT_bpc, AT_bestof }; /* values of --compress */

static const wf_param params[] = {
    [ENGINE_CODEC] = {"compress", "what compresses; none: all lines are raw", WF_PARAM_CHOICE, "none|linebdi|fpc|cpack|bpc|bestof",
                      AT_linebdi, "WF_COMPRESS"},
    [ENGINE_PLACE] = {"place", "core: whole lines come and go as codes", WF_PARAM_CHOICE, "memory|core", 0, "WF_PLACED"},
    [ENGINE_OUTSTANDING] = {"outstanding", "requests under way", WF_PARAM_INT, "2|4|8|16|32|64", 32, "WF_OUTSTANDING"},
    [ENGINE_BLOCKS] = {"blocks", "blocks of counts that are asked for at once", WF_PARAM_INT, "1|2|4|8", 4, "WF_BLOCKS"},
    [ENGINE_KBYTES] = {"kbytes", "KB of counts that are cached", WF_PARAM_INT, "2|4|8|16|32", 8, "WF_KBYTES"},
    [ENGINE_WAYS] = {"ways", "blocks of counts in a set", WF_PARAM_INT, "1|2|4|8", 4, "WF_WAYS"},
    [ENGINE_FETCH] = {"fetch", "bytes of a block of counts", WF_PARAM_INT, "32|64", 32, "WF_FETCH"},
    [ENGINE_ADDRESS] = {"address", "bits of a line's number in the channel", WF_PARAM_INT, "16..28", 23, "WF_ADDRESS"},
    [ENGINE_ENC_LATENCY] = {"enc-latency", "cycles of the encoder: its ranks", WF_PARAM_INT, "1..5", 5, "WF_ENC_LATENCY"},
    [ENGINE_DEC_LATENCY] = {"dec-latency", "cycles of the decoder: its ranks", WF_PARAM_INT, "1..5", 2, "WF_DEC_LATENCY"},
    [ENGINE_COUNTED] = {"counts", "off: no counts are told", WF_PARAM_CHOICE, "off|on", 1, "WF_COUNTS"},
    [ENGINE_USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..64", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

/* ---- Children ---- */

enum { WALK_BITS = 4 }; /* above the address: a walk fills the cache with blocks that no line has */

static bool has_codec(const wf_config *c)
{
    return c->param[ENGINE_CODEC] != NO_CODEC;
}

/* Sets parameters of this name: of the codec, whose first one is `param`, and of those that it chooses from. */
static void set(const wf_unit *codec, int *param, const char *name, int value)
{
    for (int p = 0; codec->params[p].name; p++)
        if (strcmp(codec->params[p].name, name) == 0)
            param[p] = value;
    for (int k = 0; codec->children && codec->children[k].name; k++)
        set(codec->children[k].unit, param + wf_child_params(codec, k), name, value);
}

/* Each has its encoding in the line: what is beside it is the count alone. A raw line must stand as it is, since bytes of it are written: linebdi has it so
 * where it stores deltas. */
#define CODEC(name)                                                 \
    extern const wf_unit wf_unit_##name;                            \
    static void bind_##name(const wf_config *whole, wf_config *own) \
    {                                                               \
        (void)whole;                                                \
        set(&wf_unit_##name, own->param, "tag", LINE_HEAD);         \
        set(&wf_unit_##name, own->param, "store", STORE_DELTA);     \
    }                                                               \
    static bool has_##name(const wf_config *whole)                  \
    {                                                               \
        return whole->param[ENGINE_CODEC] == AT_##name;             \
    }
CODEC(linebdi)
CODEC(fpc)
CODEC(cpack)
CODEC(bpc)
CODEC(bestof)

static void bind_metacache(const wf_config *whole, wf_config *own)
{
    own->param[METACACHE_KBYTES] = whole->param[ENGINE_KBYTES];
    own->param[METACACHE_WAYS] = whole->param[ENGINE_WAYS];
    own->param[METACACHE_FETCH] = whole->param[ENGINE_FETCH];
    own->param[METACACHE_ADDRESS] = whole->param[ENGINE_ADDRESS] + WALK_BITS;
}

static const wf_child children[] = {{"linebdi", &wf_unit_linebdi, "tag|store", bind_linebdi, has_linebdi, NULL},
                                    {"fpc", &wf_unit_fpc, "tag", bind_fpc, has_fpc, NULL},
                                    {"cpack", &wf_unit_cpack, "tag", bind_cpack, has_cpack, NULL},
                                    {"bpc", &wf_unit_bpc, "tag", bind_bpc, has_bpc, NULL},
                                    {"bestof", &wf_unit_bestof, "tag", bind_bestof, has_bestof, NULL},
                                    {"metacache", &wf_unit_metacache, "kbytes|ways|fetch|address", bind_metacache, has_codec, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

extern const wf_unit wf_unit_engine;

/* CABA's own figure of a line has the second value as the base: the first one is 0. */
static void defaults(int *param)
{
    for (int k = 0; children[k].name; k++) {
        int *own = param + wf_child_params(&wf_unit_engine, k);
        set(children[k].unit, own, "base", BASE_FIRSTNZ);
        set(children[k].unit, own, "store", STORE_DELTA);
    }
}

/* Of the codec in use: linebdi, as one that it chooses from, stores residues. */
static bool has_residues(const wf_config *c)
{
    wf_config bound = *c;
    for (int k = 0; children[k].name; k++)
        if (children[k].unit->codec && wf_child_used(&children[k], c))
            set(children[k].unit, bound.param + wf_child_params(&wf_unit_engine, k), "store", STORE_DELTA);
    return memcmp(bound.param, c->param, sizeof bound.param) != 0;
}

/* ---- Streams ---- */

static int log2_of(int n)
{
    return __builtin_ctz((unsigned)n);
}

static int counts_of(const wf_config *c)
{
    return c->param[ENGINE_COUNTED] ? ENGINE_COUNTS : 0;
}

static const char *rule_broken(const wf_config *c)
{
    const int *p = c->param;
    if (c->line_bytes == WF_BURST_BYTES)
        return "a line of 32 bytes is one burst: nothing to save; lines of 64 or 128 bytes have some";
    if (p[ENGINE_BLOCKS] > p[ENGINE_OUTSTANDING])
        return "blocks must be at most outstanding";
    if (has_residues(c))
        return "bestof.linebdi.store must be delta: bytes of a raw line are written where they stand";
    if (!has_codec(c) && p[ENGINE_PLACE] > 0)
        return "place core needs a codec";
    if (has_codec(c) && p[ENGINE_ADDRESS] <= log2_of(1024 * p[ENGINE_KBYTES] * 4 / p[ENGINE_WAYS]))
        return "the cache would hold the counts of all lines: more bits of address, fewer kbytes, or more ways";
    return NULL;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const int *p = c->param, line = 8 * c->line_bytes, burst = 8 * WF_BURST_BYTES, user = p[ENGINE_USER],
              id = 1 + log2_of(p[ENGINE_OUTSTANDING]);
    const int bursts = c->line_bytes / WF_BURST_BYTES, core = p[ENGINE_PLACE] > 0;
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    *s = (wf_streams){
        .count = 7,
        .stream = {
            {"request", .ready = true, .count = 5 + core,
             .field =
                 {{"write", 1}, {"address", p[ENGINE_ADDRESS]}, {"mask", c->line_bytes}, {"data", line}, {"user", user}, {"bursts", 2}}},
            {"flush", .ready = true, .count = 1, .field = {{"user", user}}},
            {"return", .count = 2, .field = {{"id", id}, {"data", burst}}},
            {"response", .output = true, .ready = true, .count = 2 + core, .field = {{"data", line}, {"user", user}, {"bursts", 2}}},
            {"command", .output = true, .ready = true, .count = 4,
             .field = {{"write", 1}, {"id", id}, {"address", p[ENGINE_ADDRESS] + log2_of(bursts)}, {"bursts", 2}}},
            {"data", .output = true, .ready = true, .count = 2, .field = {{"mask", WF_BURST_BYTES}, {"data", burst}}},
            {"flushed", .output = true, .ready = true, .count = 1, .field = {{"user", user}}},
        }};
    if (counts_of(c) > 0)
        add_stream(s, (wf_stream){.name = "state",
                                  .output = true,
                                  .count = ENGINE_COUNTS,
                                  .counts = ENGINE_COUNTS,
                                  .field = {{"reads", 32},
                                            {"whole_writes", 32},
                                            {"partial_writes", 32},
                                            {"merges", 32},
                                            {"refused", 32},
                                            {"hits", 32},
                                            {"misses", 32},
                                            {"fills", 32},
                                            {"write_backs", 32},
                                            {"line_bursts_read", 32},
                                            {"line_bursts_written", 32},
                                            {"block_bursts_read", 32},
                                            {"block_bursts_written", 32}}});
    return WF_OK;
}

/* ---- State ---- */

static int child_of(const wf_config *c)
{
    int k = 0;
    while (!wf_child_used(&children[k], c))
        k++;
    return k;
}

static size_t aligned(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static engine_shape shape_of(const wf_config *c)
{
    const int *p = c->param;
    engine_shape g = {
        .line_words = c->line_bytes / 4,
        .bursts = c->line_bytes / WF_BURST_BYTES,
        .entries = p[ENGINE_OUTSTANDING],
        .blocks = p[ENGINE_BLOCKS],
        .block_bursts = p[ENGINE_FETCH] / WF_BURST_BYTES,
        .address_bits = p[ENGINE_ADDRESS],
        .user_words = words_for(p[ENGINE_USER]),
        .counts = counts_of(c),
        .core = p[ENGINE_PLACE] > 0,
        .enc_latency = p[ENGINE_ENC_LATENCY],
        .dec_latency = p[ENGINE_DEC_LATENCY],
        .cache_at = aligned(sizeof(engine_state)),
    };
    if (!has_codec(c))
        return g;
    const int k = child_of(c);
    wf_sizes sizes;
    g.codec = children[k].unit->codec;
    g.codec_config = wf_child_config(&wf_unit_engine, c, k);
    g.cache_config = (wf_config){.line_bytes = c->line_bytes};
    bind_metacache(c, &g.cache_config);
    metacache_geometry m = metacache_geometry_of(&g.cache_config);
    g.entry_bits = m.entry_bits, g.sets = m.sets, g.ways = m.ways;
    if (g.codec->sizes(&g.codec_config, &sizes, NULL) == WF_OK) {
        g.enc_latency += sizes.interval_enc > 1 ? sizes.interval_enc : 0;
        g.dec_latency += sizes.interval_dec > 1 ? sizes.interval_dec : 0;
        g.enc_interval = sizes.interval_enc, g.dec_interval = sizes.interval_dec;
    }
    g.encoder_at = aligned(g.cache_at + wf_unit_metacache.stepped->state_size(&g.cache_config));
    g.decoder_at = aligned(g.encoder_at + wf_wrapper_size(ENGINE_RECORD, g.enc_latency));
    return g;
}

static size_t state_size(const wf_config *c)
{
    engine_shape g = shape_of(c);
    return g.codec ? g.decoder_at + wf_wrapper_size(ENGINE_RECORD, g.dec_latency) : g.cache_at;
}

static void reset(const wf_config *c, void *state)
{
    engine_state *s = state;
    memset(s, 0, state_size(c));
    s->g = shape_of(c);
    s->taken = s->chosen = s->woken = s->started = s->left = s->asked = s->in_decode = s->row.entry = s->line.entry = ENGINE_NONE;
    for (int e = 0; e < s->g.entries; e++)
        engine_push(&s->frees, e);
    s->released = s->g.entries - 1;
    if (!s->g.codec)
        return;
    wf_unit_metacache.stepped->reset(&s->g.cache_config, (char *)state + s->g.cache_at);
    wf_wrapper_reset(engine_encoder(s), ENGINE_RECORD, s->g.enc_latency, s->g.enc_interval);
    wf_wrapper_reset(engine_decoder(s), ENGINE_RECORD, s->g.dec_latency, s->g.dec_interval);
}

/* ---- What it shows ---- */

typedef struct {
    uint32_t *out, *care;
} record;

static void show_bit(record *r, bool bit)
{
    *r->out++ = bit;
    *r->care++ = 1;
}

static void show(record *r, const uint32_t *words, int count, bool valid)
{
    for (int i = 0; i < count; i++) {
        *r->out++ = valid ? words[i] : 0;
        *r->care++ = valid ? ~(uint32_t)0 : 0;
    }
}

static void show_word(record *r, uint32_t word, bool valid)
{
    show(r, &word, 1, valid);
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const engine_state *s = state;
    const engine_shape *g = &s->g;
    record r = {out, care};
    (void)c;
    show_bit(&r, engine_request_ready(s));
    show_bit(&r, !s->flushing);

    const bool response = s->responses.count > 0, command = s->commands.count > 0, data = s->data.count > 0;
    show_bit(&r, response);
    show(&r, s->responses.word[0].data, g->line_words, response);
    show(&r, s->responses.word[0].user, g->user_words, response);
    if (g->core)
        show_word(&r, s->responses.word[0].bursts, response);

    show_bit(&r, command);
    show_word(&r, s->commands.word[0].write, command);
    show_word(&r, s->commands.word[0].id, command);
    show_word(&r, s->commands.word[0].address, command);
    show_word(&r, s->commands.word[0].bursts, command);

    show_bit(&r, data);
    show_word(&r, s->data.word[0].mask, data);
    show(&r, s->data.word[0].data, ENGINE_BURST_WORDS, data);

    show_bit(&r, s->flushed);
    show(&r, s->flush_user, g->user_words, s->flushed);
    if (g->counts > 0) {
        show_bit(&r, true);
        show(&r, s->count, g->counts, true);
    }
}

/* ---- A cycle ---- */

static void begin(engine_state *s)
{
    engine_queue *const queues[] = {&s->frees,    &s->starts, &s->lookups, &s->sets,    &s->again,   &s->asks,
                                    &s->straight, &s->wholes, &s->merged,  &s->decodes, &s->fetches, &s->filled};
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++)
        queues[i]->seen = queues[i]->count;
    s->commands.seen = s->commands.count;
    s->data.seen = s->data.count;
    s->responses.seen = s->responses.count;
}

static bool is_idle(const engine_state *s)
{
    for (int e = 0; e < s->g.entries; e++)
        if (s->entry[e].used)
            return false;
    for (int b = 0; b < s->g.blocks; b++)
        if (s->block[b].used)
            return false;
    return !s->back.waits && s->operation == ENGINE_IDLE && s->mover.next == s->mover.end;
}

/* What a stream took leaves its queue. */
#define TAKE(queue, ready)                                                                     \
    if ((ready) && (queue).seen > 0) {                                                         \
        (queue).count--;                                                                       \
        memmove((queue).word, (queue).word + 1, (size_t)(queue).count * sizeof *(queue).word); \
    }

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    engine_state *s = state;
    const engine_shape *g = &s->g;
    const uint32_t *request = in, *flush = request + 1 + 2 + g->line_words / 8 + g->line_words + g->user_words + g->core;
    const uint32_t *back = flush + 1 + g->user_words, *readies = back + 2 + ENGINE_BURST_WORDS;
    enum { RESPONSE, COMMAND, DATA, FLUSHED };
    const bool takes = request[0] && engine_request_ready(s), flushes = flush[0] && !s->flushing, told = s->flushed && readies[FLUSHED];
    const bool waits = s->back.waits, idle = is_idle(s), stale = engine_stale(s);
    const int woken = s->woken;
    engine_came came = {.valid = back[0], .id = back[1]};
    (void)c;

    memcpy(came.data, back + 2, sizeof came.data);
    begin(s);
    TAKE(s->responses, readies[RESPONSE]);
    TAKE(s->commands, readies[COMMAND]);
    TAKE(s->data, readies[DATA]);
    engine_release(s);
    engine_start(s, woken);
    engine_enqueue(s);
    engine_counts(s, idle);
    engine_move(s);
    engine_return(s, &came);
    const engine_moved moved = engine_ask(s, waits);
    engine_code(s, moved);
    if (takes)
        engine_request(s, request + 1);
    if (flushes) {
        s->flushing = true;
        memcpy(s->flush_user, flush + 1, (size_t)g->user_words * sizeof *flush);
    } else if (told) {
        s->flushing = s->flushed = s->walks = false;
        s->walked = 0;
    }
    s->stale = stale;
}

/* Without a codec there are no counts, and nothing is merged. */
static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    const int line = 8 * c->line_bytes, n = c->param[ENGINE_OUTSTANDING];
    int kinds = 0;
    m[kinds++] = (wf_memory){.name = "lines", .count = 1, .words = n, .bits = line, .part = 8, .ports = 2};
    m[kinds++] =
        (wf_memory){.name = "masks", .count = 1 + has_codec(c), .words = n, .bits = c->line_bytes, .part = c->line_bytes, .ports = 2};
    m[kinds++] = (wf_memory){.name = "codes", .count = 1, .words = n, .bits = line, .part = 8 * WF_BURST_BYTES, .ports = 2};
    m[kinds++] =
        (wf_memory){.name = "users", .count = 1, .words = n, .bits = c->param[ENGINE_USER], .part = c->param[ENGINE_USER], .ports = 2};
    if (has_codec(c)) {
        wf_config cache = {.line_bytes = c->line_bytes};
        bind_metacache(c, &cache);
        kinds += wf_unit_metacache.memories(&cache, m + kinds);
    }
    return kinds;
}

/* The codecs' ranks are those of the whole. */
static int codec_ranks(const wf_config *c, bool encoder)
{
    return c->param[encoder ? ENGINE_ENC_LATENCY : ENGINE_DEC_LATENCY];
}

#define WITH_CODEC(name)                                                                            \
    {NULL, name, {WF_IF(ENGINE_CODEC, AT_linebdi)}}, {NULL, name, {WF_IF(ENGINE_CODEC, AT_fpc)}},   \
        {NULL, name, {WF_IF(ENGINE_CODEC, AT_cpack)}}, {NULL, name, {WF_IF(ENGINE_CODEC, AT_bpc)}}, \
    {                                                                                               \
        NULL, name,                                                                                 \
        {                                                                                           \
            WF_IF(ENGINE_CODEC, AT_bestof)                                                          \
        }                                                                                           \
    }

static const wf_part parts[] = {
    {NULL, "queue", WF_ALWAYS},
    {NULL, "lined", WF_ALWAYS},
    {NULL, "entries", WF_ALWAYS},
    {NULL, "start", WF_ALWAYS},
    WITH_CODEC("cache"),
    WITH_CODEC("blocks"),
    {NULL, "flush", WF_ALWAYS},
    {NULL, "command", WF_ALWAYS},
    {NULL, "mover", WF_ALWAYS},
    {NULL, "returns", WF_ALWAYS},
    {NULL, "decode", WF_ALWAYS},
    WITH_CODEC("decoder"),
    {NULL, "encode", WF_ALWAYS},
    WITH_CODEC("encoder"),
    WITH_CODEC("spill"),
    WITH_CODEC("load"),
    {NULL, "counts", {WF_IF(ENGINE_COUNTED, 1)}},
    {NULL, "memories", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_engine = {
    .name = "engine",
    .title = "compressed lines at a memory controller",
    .source = "CABA (arXiv:1602.01348), sections 5.1.3, 5.2.2, 5.3",
    .line = true,
    .params = params,
    .children = children,
    .defaults = defaults,
    .parts = parts,
    .codec_ranks = codec_ranks,
    .streams = streams,
    .stepped = &stepped,
    .system = &engine_system,
    .memories = memories,
};
