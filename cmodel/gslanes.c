/* SPDX-License-Identifier: Apache-2.0
 *
 * gslanes - the execution side of G-Scalar: an instruction whose operands hold one value runs on one lane, and its result is broadcast.
 * Source: Liu et al., "G-Scalar", HPCA 2017, sections 4.1 to 4.3 and 5.2; section 6 for --shorten.
 *
 * docs/gslanes.md tells what it does. Here the instructions under way are one list, the oldest first. Each knows which lanes work, which of its
 * beats the lanes have taken and which have come back, and the results of the lanes that worked. The block eligible decides twice: of an
 * instruction from its operands' tags, and of its result from what was decided. */
#include "bytewise/bytewise.h"
#include "streams.h"
#include "warpfold.h"

enum { LANE_BITS = 32, SOURCES_MAX = 3, MAX_ENTRIES = 16, MAX_BEATS = 32, MAX_USER = 128, SLOTS = 2 };
enum { WIDTH, GROUPS, SOURCES, ENTRIES, SHORTEN, USER };                                            /* parameters */
enum { INSTRUCTIONS, FULL, GROUP, DIVERGENT, BEATS, LANES, COUNTS };                                /* counts of the state */
enum { ELIGIBLE_WORDS = 2 * WF_MASK_WORDS + 8 + SOURCES_MAX * WF_TAG_WORDS + BYTEWISE_MAX_GROUPS }; /* of its record, at most */

extern const wf_unit wf_unit_gslanes, wf_unit_eligible;

static const wf_param params[] = {
    [WIDTH] = {"width", "lanes of the pipeline; unless given, 16, or as many as the warp has", WF_PARAM_INT, "2|4|8|16|32|64|128",
               WF_DERIVED, "WF_WIDTH"},
    [GROUPS] = {"groups", "codes a register: 1 for the whole, 2 for half registers, ...", WF_PARAM_INT, "1|2|4|8", 1, "WF_GROUPS"},
    [SOURCES] = {"sources", "operands that may be registers", WF_PARAM_INT, "1|2|3", 3, "WF_SOURCES"},
    [ENTRIES] = {"entries", "instructions that can be under way", WF_PARAM_INT, "1..16", 8, "WF_ENTRIES"},
    [SHORTEN] = {"shorten", "scalar instructions occupy only the beats in which a lane works", WF_PARAM_CHOICE, "off|on", 0, "WF_SHORTEN"},
    [USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..128", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int derived(const wf_config *c, int param)
{
    (void)param;
    return c->lanes < 16 ? c->lanes : 16;
}

static int beats_of(const wf_config *c)
{
    return c->lanes / c->param[WIDTH];
}

static bytewise_geometry geometry_of(const wf_config *c)
{
    return bytewise_geometry_of(c->lanes, c->param[GROUPS]);
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const char *reason = bytewise_rule_broken(c->lanes, c->param[GROUPS]);
    if (!reason && c->param[WIDTH] > c->lanes)
        reason = "width must be at most the lanes of the warp";
    if (!reason && beats_of(c) > MAX_BEATS)
        reason = "a warp must not take more than 32 beats: lanes / width";
    if (reason)
        return wf_verdict(reason, why);
    int sources = c->param[SOURCES], width = c->param[WIDTH], user = c->param[USER], tag = geometry_of(c).tag_bits,
        block = LANE_BITS * c->lanes;
    *s = (wf_streams){
        .count = 5,
        .stream =
            {{"instruction", .ready = true, .count = 6,
              .field = {{"mask", c->lanes},
                        {"used", sources},
                        {"memory", 1},
                        {"tag", sources * tag},
                        {"values", sources * block},
                        {"user", user}}},
             {"result", .ready = true, .count = 1, .field = {{"values", LANE_BITS * width}}},
             {"beat", .output = true, .ready = true, .count = 5,
              .field = {{"number", bits_for(beats_of(c))},
                        {"last", 1},
                        {"enable", width},
                        {"values", sources * LANE_BITS * width},
                        {"user", user}}},
             {"write", .output = true, .ready = true, .count = 6,
              .field = {{"mask", c->lanes}, {"values", block}, {"memory", 1}, {"known", c->param[GROUPS]}, {"tag", tag}, {"user", user}}},
             {"state", .output = true, .count = COUNTS, .counts = COUNTS,
              .field = {{"instructions", 32}, {"full", 32}, {"group", 32}, {"divergent", 32}, {"beats", 32}, {"lanes", 32}}}},
    };
    return WF_OK;
}

typedef struct {
    uint32_t mask[WF_MASK_WORDS], lanes[WF_MASK_WORDS]; /* active; those that work */
    uint32_t operand[SOURCES_MAX][WF_MAX_LANES], result[WF_MAX_LANES];
    uint32_t user[MAX_USER / 32];
    bool memory, one, group[BYTEWISE_MAX_GROUPS]; /* one: a lane works for all active ones; group: one for the group */
    uint32_t to_send, to_come;                    /* bit b: beat b is not yet taken by the lanes; has not come back */
} instruction;

typedef struct {
    wf_config eligible; /* that of the child */
    int first, count;   /* the oldest instruction under way, and how many there are: a ring */
    instruction at[MAX_ENTRIES];
    uint64_t event[COUNTS], sum[COUNTS], count_of[COUNTS]; /* of the cycle before; of the one before that; of all before that */
} gslanes_state;

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(gslanes_state);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
    ((gslanes_state *)state)->eligible = wf_child_config(&wf_unit_gslanes, c, 0);
}

/* The instructions under way, 0 the oldest. */
static instruction *under_way(gslanes_state *s, int i)
{
    return &s->at[(s->first + i) % MAX_ENTRIES];
}

/* ---- Decide: the child eligible ---- */

typedef struct {
    bool full, divergent;
    uint32_t group, known, lanes[WF_MASK_WORDS], tag[WF_TAG_WORDS];
} verdict;

/* Of an instruction with these tags, or of its result. `base`: the value of each group. */
static verdict judge(const wf_config *c, const gslanes_state *s, const uint32_t *mask, uint32_t used, bool memory, const uint32_t *tags,
                     const uint32_t *base)
{
    uint32_t in[ELIGIBLE_WORDS], out[ELIGIBLE_WORDS], *at = in;
    int mask_words = words_for(c->lanes), tag_bits = geometry_of(c).tag_bits, tag_words = words_for(c->param[SOURCES] * tag_bits);
    memcpy(at, mask, (size_t)mask_words * sizeof *at);
    at += mask_words;
    *at++ = used;
    *at++ = memory;
    memcpy(at, tags, (size_t)tag_words * sizeof *at);
    memcpy(at + tag_words, base, (size_t)c->param[GROUPS] * sizeof *at);
    wf_unit_eligible.eval(&s->eligible, in, out);
    verdict v = {.full = out[0], .group = out[1], .divergent = out[2], .known = out[3 + mask_words]};
    memcpy(v.lanes, out + 3, (size_t)mask_words * sizeof *out);
    memcpy(v.tag, out + 4 + mask_words, (size_t)words_for(tag_bits) * sizeof *out);
    return v;
}

/* The result holds one value where the operands did: one tag says that of all of them. */
static verdict judge_result(const wf_config *c, const gslanes_state *s, const instruction *x, const uint32_t *base)
{
    bytewise_geometry g = geometry_of(c);
    bytewise_fields f = {.one_value = x->one};
    uint32_t tags[SOURCES_MAX * WF_TAG_WORDS] = {0};
    for (int k = 0; k < g.groups; k++)
        f.enc[k] = x->one || x->group[k] ? BYTEWISE_SCALAR : 0;
    bytewise_tag_of(&g, &f, tags);
    return judge(c, s, x->mask, 1, x->memory, tags, base);
}

/* ---- Beats ---- */

/* The first instruction that the lanes have not taken whole, or NULL. */
static instruction *sends(gslanes_state *s)
{
    for (int i = 0; i < s->count; i++)
        if (under_way(s, i)->to_send)
            return under_way(s, i);
    return NULL;
}

/* The first one whose results have not all come. */
static instruction *receives(gslanes_state *s)
{
    for (int i = 0; i < s->count; i++)
        if (under_way(s, i)->to_come)
            return under_way(s, i);
    return NULL;
}

static int unsent(gslanes_state *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += under_way(s, i)->to_send != 0;
    return count;
}

static int complete(gslanes_state *s)
{
    int count = 0;
    while (count < s->count && !under_way(s, count)->to_come)
        count++;
    return count;
}

/* ---- Broadcast ---- */

/* What each lane writes. `base`: the value of each group that holds one. */
static void broadcast(const wf_config *c, const instruction *x, uint32_t *values, uint32_t *base)
{
    int width = c->lanes / c->param[GROUPS];
    memset(base, 0, BYTEWISE_MAX_GROUPS * sizeof *base);
    for (int i = 0; i < c->lanes; i++) /* one lane works, or one in each group that holds one value */
        for (int k = 0; k < c->param[GROUPS]; k++)
            if (get_bit(x->lanes, i) && (x->one || (x->group[k] && i / width == k)))
                base[k] = x->result[i];
    for (int i = 0; i < c->lanes; i++)
        values[i] = x->one || x->group[i / width] ? base[i / width] : x->result[i];
}

/* ---- What is shown ---- */

/* `count` lanes from `from` on: what counts are those of the set. */
static void show_lanes(uint32_t *out, uint32_t *care, const uint32_t *values, const uint32_t *set, int from, int count)
{
    for (int i = 0; i < count; i++)
        if (get_bit(set, from + i)) {
            out[i] = values[from + i];
            care[i] = ~(uint32_t)0;
        }
}

static void show_all(uint32_t *out, uint32_t *care, const uint32_t *from, int words)
{
    memcpy(out, from, (size_t)words * sizeof *out);
    memset(care, 0xff, (size_t)words * sizeof *care);
}

static void show_beat(const wf_config *c, const instruction *x, uint32_t *out, uint32_t *care)
{
    int width = c->param[WIDTH], b = __builtin_ctz(x->to_send), enable_words = words_for(width);
    uint32_t head[2 + WF_MASK_WORDS] = {(uint32_t)b, (x->to_send >> b) == 1};
    for (int i = 0; i < width; i++)
        head[2 + i / 32] |= (uint32_t)get_bit(x->lanes, b * width + i) << i % 32;
    show_all(out, care, head, 2 + enable_words);
    out += 2 + enable_words;
    care += 2 + enable_words;
    for (int s = 0; s < c->param[SOURCES]; s++, out += width, care += width)
        show_lanes(out, care, x->operand[s], x->lanes, b * width, width);
    show_all(out, care, x->user, words_for(c->param[USER]));
}

static void show_write(const wf_config *c, const gslanes_state *s, const instruction *x, uint32_t *out, uint32_t *care)
{
    int mask_words = words_for(c->lanes), tag_words = words_for(geometry_of(c).tag_bits);
    uint32_t values[WF_MAX_LANES], base[BYTEWISE_MAX_GROUPS];
    broadcast(c, x, values, base);
    verdict v = judge_result(c, s, x, base);
    show_all(out, care, x->mask, mask_words);
    show_lanes(out + mask_words, care + mask_words, values, x->mask, 0, c->lanes);
    out += mask_words + c->lanes;
    care += mask_words + c->lanes;
    show_all(out, care, (uint32_t[]){x->memory, v.known}, 2);
    show_all(out + 2, care + 2, v.tag, tag_words);
    show_all(out + 2 + tag_words, care + 2 + tag_words, x->user, words_for(c->param[USER]));
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    gslanes_state *s = (gslanes_state *)state;
    int user_words = words_for(c->param[USER]), beat = 2 + words_for(c->param[WIDTH]) + c->param[SOURCES] * c->param[WIDTH] + user_words,
        write = words_for(c->lanes) + c->lanes + 2 + words_for(geometry_of(c).tag_bits) + user_words, all = 2 + 1 + beat + 1 + write;
    memset(out, 0, (size_t)all * sizeof *out);
    memset(care, 0, (size_t)all * sizeof *care);
    const instruction *sending = sends(s);
    show_all(out, care, (uint32_t[]){unsent(s) < SLOTS && s->count < c->param[ENTRIES], complete(s) < SLOTS, sending != NULL}, 3);
    if (sending)
        show_beat(c, sending, out + 3, care + 3);
    out += 3 + beat;
    care += 3 + beat;
    show_all(out, care, (uint32_t[]){complete(s) > 0}, 1);
    if (complete(s))
        show_write(c, s, under_way(s, 0), out + 1, care + 1);
    out += 1 + write;
    care += 1 + write;
    *out++ = *care++ = 1;
    for (int i = 0; i < COUNTS; i++) {
        out[i] = (uint32_t)s->count_of[i];
        care[i] = ~(uint32_t)0;
    }
}

/* ---- A cycle: docs/gslanes.md, "Cycle by cycle" ---- */

/* `in`: the fields of `instruction`. */
static void take(const wf_config *c, gslanes_state *s, const uint32_t *in)
{
    static const uint32_t no_base[BYTEWISE_MAX_GROUPS];
    int mask_words = words_for(c->lanes), sources = c->param[SOURCES], width = c->param[WIDTH];
    const uint32_t *used = in + mask_words, *tags = used + 2, *values = tags + words_for(sources * geometry_of(c).tag_bits);
    instruction *x = under_way(s, s->count++);
    verdict v = judge(c, s, in, *used, used[1] & 1, tags, no_base);
    x->memory = used[1] & 1;
    x->one = v.full || v.divergent;
    x->to_send = 0;
    memcpy(x->mask, in, (size_t)mask_words * sizeof *in);
    memcpy(x->lanes, v.lanes, sizeof x->lanes);
    for (int k = 0; k < sources; k++)
        memcpy(x->operand[k], values + k * c->lanes, (size_t)c->lanes * sizeof *in);
    memcpy(x->user, values + sources * c->lanes, (size_t)words_for(c->param[USER]) * sizeof *in);
    for (int k = 0; k < c->param[GROUPS]; k++)
        x->group[k] = v.group >> k & 1;
    bool shortened = c->param[SHORTEN] && (x->one || v.group);
    for (int i = 0; i < c->lanes; i++)
        if (!shortened || get_bit(x->lanes, i))
            x->to_send |= (uint32_t)1 << i / width;
    x->to_come = x->to_send;
    s->event[INSTRUCTIONS]++;
    s->event[FULL] += v.full;
    s->event[GROUP] += !v.full && v.group;
    s->event[DIVERGENT] += v.divergent;
}

static void send(const wf_config *c, gslanes_state *s)
{
    instruction *x = sends(s);
    int width = c->param[WIDTH], b = __builtin_ctz(x->to_send);
    x->to_send &= x->to_send - 1;
    s->event[BEATS]++;
    for (int i = 0; i < width; i++)
        s->event[LANES] += (uint64_t)get_bit(x->lanes, b * width + i);
}

static void receive(const wf_config *c, gslanes_state *s, const uint32_t *values)
{
    instruction *x = receives(s);
    if (x == NULL)
        return;
    int width = c->param[WIDTH], b = __builtin_ctz(x->to_come);
    x->to_come &= x->to_come - 1;
    memcpy(x->result + b * width, values, (size_t)width * sizeof *values);
}

static void leave(gslanes_state *s)
{
    s->first = (s->first + 1) % MAX_ENTRIES;
    s->count--;
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    gslanes_state *s = state;
    int words = words_for(c->lanes) + 2 + words_for(c->param[SOURCES] * geometry_of(c).tag_bits) + c->param[SOURCES] * c->lanes +
                words_for(c->param[USER]);
    const uint32_t *result = in + 1 + words, *beat_ready = result + 1 + c->param[WIDTH], *write_ready = beat_ready + 1;
    bool takes = (in[0] & 1) && unsent(s) < SLOTS && s->count < c->param[ENTRIES], sent = sends(s) && (*beat_ready & 1),
         comes = (*result & 1) && complete(s) < SLOTS, leaves = complete(s) && (*write_ready & 1);

    for (int i = 0; i < COUNTS; i++) {
        s->count_of[i] += s->sum[i];
        s->sum[i] = s->event[i];
        s->event[i] = 0;
    }
    if (sent)
        send(c, s);
    if (comes)
        receive(c, s, result + 1);
    if (leaves)
        leave(s);
    if (takes)
        take(c, s, in + 1);
}

/* What it does, in the order of its counts. It has registers and no bank; what the lanes take is the user's. */
static const wf_activity activities[] = {
    [INSTRUCTIONS] = {"instructions", "instructions that are taken", WF_ENERGY_NONE, NULL, true},
    [FULL] = {"full", "of these, one lane works for the warp", WF_ENERGY_NONE, NULL, true},
    [GROUP] = {"group", "one lane works for a group, in one group at least", WF_ENERGY_NONE, NULL, true},
    [DIVERGENT] = {"divergent", "one lane works for all active ones", WF_ENERGY_NONE, NULL, true},
    [BEATS] = {"beats", "beats that the lanes take", WF_ENERGY_NONE, NULL, true},
    [LANES] = {"lanes", "lanes that work, summed up over the beats", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count_of(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    const gslanes_state *s = state;
    (void)c;
    *counts = s->count_of[activity] + s->sum[activity] + s->event[activity];
}

static const wf_system datapath = {.kind = WF_DATAPATH, .activities = activities, .count = count_of};

static const char *items(const wf_config *c, const char *field, int *bits)
{
    static const struct {
        const char *field, *item;
    } known[] = {{"mask", "lane"}, {"enable", "lane"}, {"used", "source"}, {"known", "group"}};
    (void)c;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].field, field) == 0) {
            *bits = 1;
            return known[i].item;
        }
    *bits = LANE_BITS;
    return strcmp(field, "values") == 0 ? "lane" : NULL;
}

static void bind_eligible(const wf_config *whole, wf_config *own)
{
    own->param[0] = whole->param[GROUPS];
    own->param[1] = whole->param[SOURCES];
}

static const wf_child children[] = {{"eligible", &wf_unit_eligible, "groups|sources", bind_eligible, NULL, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static const wf_part parts[] = {
    {NULL, "table", WF_ALWAYS},     {NULL, "beats", WF_ALWAYS}, {NULL, "slots", WF_ALWAYS},
    {NULL, "broadcast", WF_ALWAYS}, {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_gslanes = {
    .name = "gslanes",
    .title = "scalar execution: an instruction whose operands hold one value runs on one lane",
    .source = "G-Scalar (HPCA 2017), sections 4.1 to 4.3 and 5.2",
    .params = params,
    .children = children,
    .parts = parts,
    .streams = streams,
    .derived = derived,
    .stepped = &stepped,
    .system = &datapath,
    .items = items,
};
