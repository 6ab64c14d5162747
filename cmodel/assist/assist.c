/* SPDX-License-Identifier: Apache-2.0
 *
 * assist - helper warps of a core: routines that events trigger, the table of those that are active, and the buffer that their instructions go through.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), sections 4.2 to 4.4.
 *
 * docs/assist.md tells what it does, paragraph by paragraph. Each paragraph is a function:
 *     assist_triggers.c  store, map, trigger, place, choose, enter
 *     assist_deploy.c    pick, row, deploy, answers, done, kill, throttle
 *     assist_system.c    what others must know of it
 *
 * A cycle happens from the state at its start: see clock_edge. */
#include <string.h>

#include "../streams.h"
#include "assist.h"

static const wf_param params[] = {
    [ASSIST_WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 48, "WF_WARPS"},
    [ASSIST_ROUTINES] = {"routines", "routines", WF_PARAM_INT, "2|4|8|16|32|64", 16, "WF_ROUTINES"},
    [ASSIST_EVENTS] = {"events", "kinds of events", WF_PARAM_INT, "2|4|8|16|32|64", 16, "WF_EVENTS"},
    [ASSIST_STORE] = {"store", "instructions in the store", WF_PARAM_INT, "16|32|64|128|256|512|1024|2048|4096", 512, "WF_STORE"},
    [ASSIST_BITS] = {"bits", "bits of an instruction", WF_PARAM_INT, "16..128", 64, "WF_BITS"},
    [ASSIST_ENTRIES] = {"entries", "instances at once", WF_PARAM_INT, "4|8|16|32", 16, "WF_ENTRIES"},
    [ASSIST_WAITING] = {"waiting", "triggers that can wait", WF_PARAM_INT, "4|8|16|32|64", 32, "WF_WAITING"},
    [ASSIST_LOW] = {"low", "places and entries that low priority may use", WF_PARAM_INT, "1..16", 8, "WF_LOW"},
    [ASSIST_WIDTH] = {"width", "instructions that go to the buffer in a cycle", WF_PARAM_INT, "1|2|4", 2, "WF_WIDTH"},
    [ASSIST_ROOM] = {"room", "entries of the parent's part for an instance of high priority", WF_PARAM_INT, "1..4", 2, "WF_ROOM"},
    [ASSIST_PART] = {"part", "why these are free: they are reserved, or the parent's instructions are flushed", WF_PARAM_CHOICE,
                     "reserve|flush", ASSIST_RESERVE, "WF_PART"},
    [ASSIST_MOST] = {"most", "instructions of an instance, after which it is cut", WF_PARAM_INT, "16|32|64|128|256|512|1024|2048|4096",
                     1024, "WF_MOST"},
    [ASSIST_LIVE] = {"live", "live-in registers of a trigger, and as many live-out", WF_PARAM_INT, "1..8", 2, "WF_LIVE"},
    [ASSIST_DATA] = {"data", "bits of a trigger's data", WF_PARAM_INT, "1..128", 64, "WF_DATA"},
    [ASSIST_SLOTS] = {"slots", "issue slots of a cycle, or units, that are counted", WF_PARAM_INT, "1..4", 2, "WF_SLOTS"},
    [ASSIST_WINDOW] = {"window", "cycles over which they are counted", WF_PARAM_INT, "16|32|64|128|256|512|1024", 64, "WF_WINDOW"},
    [ASSIST_THROTTLE] = {"throttle", "per cent of a window's slots, above which low priority is not deployed", WF_PARAM_INT, "0..100", 90,
                         "WF_THROTTLE"},
    [ASSIST_COUNTED] = {"counts", "off: no counts are told", WF_PARAM_CHOICE, "off|on", 1, "WF_COUNTS"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

/* ---- Streams ---- */

static const char *rule_broken(const wf_config *c)
{
    if (c->param[ASSIST_LOW] >= c->param[ASSIST_ENTRIES])
        return "low must be below entries: high priority finds one that low priority may not use";
    if (c->param[ASSIST_LOW] >= c->param[ASSIST_WAITING])
        return "low must be below waiting: high priority finds a place that low priority may not use";
    return NULL;
}

static void add_field(wf_stream *s, const char *name, int bits)
{
    s->field[s->count++] = (wf_field){name, bits};
}

/* The fields of an instance, and what the last instruction of a word is. */
static void add_instance(const wf_config *c, wf_stream *s)
{
    const int *p = c->param, live = ASSIST_REGISTER_BITS * p[ASSIST_LIVE];
    add_field(s, "entry", bits_for(p[ASSIST_ENTRIES]));
    add_field(s, "warp", bits_for(p[ASSIST_WARPS]));
    add_field(s, "routine", bits_for(p[ASSIST_ROUTINES]));
    add_field(s, "mask", c->lanes);
    add_field(s, "live_in", live);
    add_field(s, "live_out", live);
    add_field(s, "data", p[ASSIST_DATA]);
    add_field(s, "last", 1);
    add_field(s, "branch", 1);
}

static wf_stream deploy_stream(const wf_config *c)
{
    static const char *const names[] = {"instruction0", "instruction1", "instruction2", "instruction3"};
    wf_stream s = {.name = "deploy", .output = true, .ready = true};
    add_field(&s, "count", ASSIST_COUNT_BITS);
    for (int k = 0; k < c->param[ASSIST_WIDTH]; k++)
        add_field(&s, names[k], c->param[ASSIST_BITS]);
    add_field(&s, "address", bits_for(c->param[ASSIST_STORE]));
    add_instance(c, &s);
    return s;
}

static wf_stream idle_stream(const wf_config *c)
{
    wf_stream s = {.name = "idle", .output = true, .ready = true};
    add_field(&s, "instruction", c->param[ASSIST_BITS]);
    add_field(&s, "address", bits_for(c->param[ASSIST_STORE]));
    add_instance(c, &s);
    return s;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const int *p = c->param, warp = bits_for(p[ASSIST_WARPS]), routine = bits_for(p[ASSIST_ROUTINES]), event = bits_for(p[ASSIST_EVENTS]),
              address = bits_for(p[ASSIST_STORE]), instance = bits_for(p[ASSIST_ENTRIES]), live = ASSIST_REGISTER_BITS * p[ASSIST_LIVE];
    const char *reason = rule_broken(c);
    if (reason)
        return wf_verdict(reason, why);
    *s = (wf_streams){
        .count = 9,
        .stream = {
            {"store", .ready = true, .count = 6,
             .field =
                 {{"routine", routine}, {"address", address}, {"first", 1}, {"last", 1}, {"branch", 1}, {"instruction", p[ASSIST_BITS]}}},
            {"map", .count = 4, .field = {{"cause", event}, {"routine", routine}, {"high", 1}, {"registers", ASSIST_NEED_BITS}}},
            {"spare", .count = 1, .field = {{"registers", ASSIST_NEED_BITS}}},
            {"trigger", .ready = true, .count = 6,
             .field =
                 {{"cause", event}, {"warp", warp}, {"mask", c->lanes}, {"live_in", live}, {"live_out", live}, {"data", p[ASSIST_DATA]}}},
            {"issued", .count = 1, .field = {{"instances", p[ASSIST_ENTRIES]}}},
            {"resume", .count = 2, .field = {{"entry", instance}, {"address", address}}},
            {"retire", .count = 1, .field = {{"instances", p[ASSIST_ENTRIES]}}},
            {"kill", .ready = true, .count = 1, .field = {{"warp", warp}}},
            {"busy", .count = 1, .field = {{"used", bits_for(p[ASSIST_SLOTS] + 1)}}},
        }};
    add_stream(s, deploy_stream(c));
    add_stream(s, idle_stream(c));
    add_stream(s, (wf_stream){"done", .output = true, .count = 5,
                              .field = {{"entry", instance}, {"warp", warp}, {"routine", routine}, {"cut", 1}, {"data", p[ASSIST_DATA]}}});
    add_stream(s, (wf_stream){"dropped", .output = true, .count = 4,
                              .field = {{"cause", event}, {"warp", warp}, {"reason", 2}, {"data", p[ASSIST_DATA]}}});
    if (p[ASSIST_PART] == ASSIST_FLUSH)
        add_stream(s, (wf_stream){"flush", .output = true, .count = 1, .field = {{"warp", warp}}});
    add_stream(s, (wf_stream){"held", .output = true, .count = 1, .field = {{"warps", p[ASSIST_WARPS]}}});
    if (p[ASSIST_COUNTED])
        add_stream(s, (wf_stream){"state", .output = true, .count = ASSIST_COUNTS, .counts = ASSIST_COUNTS,
                                  .field = {{"triggers", 32},
                                            {"waited", 32},
                                            {"started", 32},
                                            {"high_instructions", 32},
                                            {"low_instructions", 32},
                                            {"ended", 32},
                                            {"cut", 32},
                                            {"wrong", 32},
                                            {"full", 32},
                                            {"kills", 32},
                                            {"empty_kills", 32},
                                            {"throttled", 32}}});
    return WF_OK;
}

/* ---- State ---- */

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(assist_state);
}

static assist_shape shape_of(const wf_config *c)
{
    const int *p = c->param;
    return (assist_shape){
        .lanes = c->lanes,
        .entries = p[ASSIST_ENTRIES],
        .places = p[ASSIST_WAITING],
        .low = p[ASSIST_LOW],
        .width = p[ASSIST_WIDTH],
        .room = p[ASSIST_ROOM],
        .most = p[ASSIST_MOST],
        .store = p[ASSIST_STORE],
        .window = p[ASSIST_WINDOW],
        .limit = p[ASSIST_SLOTS] * p[ASSIST_WINDOW] * p[ASSIST_THROTTLE] / 100,
        .mask_words = words_for(c->lanes),
        .live_words = words_for(ASSIST_REGISTER_BITS * p[ASSIST_LIVE]),
        .data_words = words_for(p[ASSIST_DATA]),
        .instruction_words = words_for(p[ASSIST_BITS]),
        .held_words = words_for(p[ASSIST_WARPS]),
        .counts = p[ASSIST_COUNTED] ? ASSIST_COUNTS : 0,
        .flushes = p[ASSIST_PART] == ASSIST_FLUSH,
    };
}

static void reset(const wf_config *c, void *state)
{
    assist_state *s = state;
    memset(s, 0, sizeof *s);
    s->g = shape_of(c);
    s->taken = s->row = -1;
    s->picked = s->ended = s->g.entries - 1;
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

/* Words that mean nothing. */
static void show_nothing(record *r, int count)
{
    memset(r->out, 0, (size_t)count * sizeof *r->out);
    memset(r->care, 0, (size_t)count * sizeof *r->care);
    r->out += count;
    r->care += count;
}

static void show_word(record *r, uint32_t word, bool valid)
{
    show(r, &word, 1, valid);
}

/* The oldest word of a queue, with room for `most` instructions; `counted`: it tells how many they are. */
static void show_queue(record *r, const assist_state *s, const assist_queue *q, int most, bool counted)
{
    const assist_shape *g = &s->g;
    const assist_word *w = &q->word[0];
    show_bit(r, assist_offers(s, q));
    if (!assist_offers(s, q)) {
        show_nothing(r, counted + most * g->instruction_words + 6 + g->mask_words + 2 * g->live_words + g->data_words);
        return;
    }
    show(r, &w->count, counted, true);
    for (int k = 0; k < most; k++)
        show(r, w->instruction[k], g->instruction_words, true);
    show_word(r, w->address, true);
    show_word(r, w->instance, true);
    show_word(r, w->trigger.warp, true);
    show_word(r, w->trigger.routine, true);
    show(r, w->trigger.mask, g->mask_words, true);
    show(r, w->trigger.live_in, g->live_words, true);
    show(r, w->trigger.live_out, g->live_words, true);
    show(r, w->trigger.data, g->data_words, true);
    show_word(r, w->last, true);
    show_word(r, w->branch, true);
}

static void show_ends(record *r, const assist_state *s)
{
    const bool done = s->done.valid, dropped = s->dropped.valid;
    show_bit(r, done);
    show_word(r, s->done.instance, done);
    show_word(r, s->done.trigger.warp, done);
    show_word(r, s->done.trigger.routine, done);
    show_word(r, s->done.cut, done);
    show(r, s->done.trigger.data, s->g.data_words, done);
    show_bit(r, dropped);
    show_word(r, s->dropped.event, dropped);
    show_word(r, s->dropped.warp, dropped);
    show_word(r, s->dropped.reason, dropped);
    show(r, s->dropped.data, s->g.data_words, dropped);
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const assist_state *s = state;
    record r = {out, care};
    (void)c;
    show_bit(&r, assist_store_ready(s));
    show_bit(&r, assist_trigger_ready(s));
    show_bit(&r, assist_kill_ready(s));
    show_queue(&r, s, &s->front, s->g.width, true);
    show_queue(&r, s, &s->low, 1, false);
    show_ends(&r, s);
    if (s->g.flushes) {
        int e = assist_entering(s);
        bool flushes = e >= 0 && s->entry[e].trigger.high;
        show_bit(&r, flushes);
        show_word(&r, flushes ? s->entry[e].trigger.warp : 0, flushes);
    }
    show_bit(&r, true);
    show(&r, s->held, s->g.held_words, true);
    if (s->g.counts > 0) {
        show_bit(&r, true);
        for (int i = 0; i < ASSIST_COUNTS; i++)
            show_word(&r, (uint32_t)s->count[i], true);
    }
}

/* ---- A cycle ---- */

/* The fields of the next stream of the record if it is valid, else NULL. */
static const uint32_t *stream_of(const uint32_t **in, int words, bool ready)
{
    const uint32_t *fields = *in + 1;
    bool moves = (**in & 1) && ready;
    *in += 1 + words;
    return moves ? fields : NULL;
}

static assist_inputs inputs_of(const assist_state *s, const uint32_t *in)
{
    const assist_shape *g = &s->g;
    assist_inputs i;
    i.store = stream_of(&in, 5 + g->instruction_words, assist_store_ready(s));
    i.map = stream_of(&in, 4, true);
    i.spare = stream_of(&in, 1, true);
    i.trigger = stream_of(&in, 2 + g->mask_words + 2 * g->live_words + g->data_words, assist_trigger_ready(s));
    i.issued = stream_of(&in, 1, true);
    i.resume = stream_of(&in, 2, true);
    i.retire = stream_of(&in, 1, true);
    const uint32_t *kill = stream_of(&in, 1, true);
    i.kills = kill && assist_kill_ready(s);
    i.asked = kill && !i.kills;
    i.killed = kill ? kill[0] : 0;
    i.busy = stream_of(&in, 1, true);
    i.deployed = assist_offers(s, &s->front) && (in[0] & 1);
    i.idled = assist_offers(s, &s->low) && (in[1] & 1);
    return i;
}

static void step_counts(assist_state *s)
{
    for (int i = 0; i < ASSIST_COUNTS; i++) {
        s->count[i] += s->sum[i];
        s->sum[i] = s->event[i];
        s->event[i] = 0;
    }
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    assist_state *s = state;
    const assist_inputs i = inputs_of(s, in);
    (void)c;
    const int entering = assist_entering(s), ending = i.kills ? -1 : assist_ending(s);
    s->still = s->places_used == 0 && s->entries_used == 0 && !s->ending.valid && !i.trigger;
    step_counts(s);
    assist_stage(s, &i);
    assist_take(s, &i);
    if (entering >= 0)
        assist_enter(s, entering);
    assist_end(s, ending);
    if (i.kills)
        assist_kill(s, i.killed);
    assist_load(s, &i);
    assist_throttle(s, &i);
    s->asked = i.asked;
}

/* Nothing is under way, and nothing will be counted but the cycles of a window in which no slot is used. */
static bool rest(const wf_config *c, void *state, uint64_t cycles)
{
    assist_state *s = state;
    (void)c;
    if (!s->still || s->places_used > 0 || s->entries_used > 0 || s->taken >= 0 || s->front.count > 0 || s->low.count > 0 ||
        s->ending.valid || s->done.valid || s->dropped.valid || s->asked || s->throttled || s->slots > 0)
        return false;
    for (int i = 0; i < ASSIST_COUNTS; i++)
        if (s->event[i] || s->sum[i])
            return false;
    s->cycle = (int)(((uint64_t)s->cycle + cycles) % (uint64_t)s->g.window);
    return true;
}

static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    const int *p = c->param, word = p[ASSIST_BITS] + 2, width = p[ASSIST_WIDTH];
    const int trigger = c->lanes + 2 * ASSIST_REGISTER_BITS * p[ASSIST_LIVE] + p[ASSIST_DATA];
    m[0] = (wf_memory){.name = "store", .count = 1, .words = p[ASSIST_STORE] / width, .bits = width * word, .part = word, .ports = 2};
    m[1] = (wf_memory){.name = "waiting", .count = 1, .words = p[ASSIST_WAITING], .bits = trigger, .part = trigger, .ports = 2};
    m[2] = (wf_memory){.name = "begins",
                       .count = 1,
                       .words = p[ASSIST_WAITING],
                       .bits = bits_for(p[ASSIST_STORE]),
                       .part = bits_for(p[ASSIST_STORE]),
                       .ports = 2};
    m[3] = (wf_memory){.name = "active", .count = 1, .words = p[ASSIST_ENTRIES], .bits = trigger, .part = trigger, .ports = 2};
    m[4] = (wf_memory){.name = "ends", .count = 1, .words = p[ASSIST_ENTRIES], .bits = p[ASSIST_DATA], .part = p[ASSIST_DATA], .ports = 2};
    return 5;
}

static const wf_part parts[] = {
    {NULL, "map", WF_ALWAYS},      {NULL, "dropped", WF_ALWAYS},  {NULL, "places", WF_ALWAYS},
    {NULL, "like", WF_ALWAYS},     {NULL, "entries", WF_ALWAYS},  {NULL, "table", WF_ALWAYS},
    {NULL, "row", WF_ALWAYS},      {NULL, "queue", WF_ALWAYS},    {NULL, "ends", WF_ALWAYS},
    {NULL, "held", WF_ALWAYS},     {NULL, "throttle", WF_ALWAYS}, {NULL, "counts", {WF_IF(ASSIST_COUNTED, 1)}},
    {NULL, "memories", WF_ALWAYS}, {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge, .rest = rest};

const wf_unit wf_unit_assist = {
    .name = "assist",
    .title = "helper warps of a core: CABA's store, table, controller and buffer",
    .source = "CABA (arXiv:1602.01348), sections 4.2 to 4.4",
    .params = params,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .system = &assist_system,
    .memories = memories,
};
