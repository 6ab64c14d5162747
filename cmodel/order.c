/* SPDX-License-Identifier: Apache-2.0
 *
 * order - a block in front of the issue ports of the register file wcrf: it keeps the order of a warp's instructions that a GPU relies on,
 * where operand collectors let them overtake each other.
 * Source: this project's, for GPUs whose operand stage keeps the order, such as Vortex.
 *
 * docs/order.md tells what it does. Here the instructions under way are one list, the oldest first. Each says at which port it is, in
 * which entry, and how far it is. Whether one must wait is asked in every cycle anew: must it wait for any that stands before it in the
 * list? */
#include "bits.h"
#include "streams.h"
#include "warpfold.h"

enum { SOURCES = 3, MAX_ISSUES = 4, MAX_ENTRIES = 16, MAX_USER = 124 };
enum { WARPS, REGISTERS, ISSUES, ENTRIES, USER };                     /* parameters */
enum { INSTRUCTIONS, MEMORY, CONTROL, WAR, COUNTS };                  /* counts of the state */
enum { WARP, SOURCE0, USED = SOURCE0 + SOURCES, DEST, WRITES, MASK }; /* words of an instruction and of an issue */
enum { KIND_MEMORY = 1, KIND_CONTROL = 2 };                           /* bits of a kind */

static const wf_param params[] = {
    [WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 32, "WF_WARPS"},
    [REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "1..256", 32, "WF_REGISTERS"},
    [ISSUES] = {"issues", "streams instruction, left and issue", WF_PARAM_INT, "1..4", 2, "WF_ISSUES"},
    [ENTRIES] = {"entries", "instructions of a port that can be under way", WF_PARAM_INT, "1..16", 8, "WF_ENTRIES"},
    [USER] = {"user", "width of the side channel in bits, without the id", WF_PARAM_INT, "1..124", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    static const char *const instruction[MAX_ISSUES] = {"instruction0", "instruction1", "instruction2", "instruction3"},
                             *const left[MAX_ISSUES] = {"left0", "left1", "left2", "left3"},
                             *const issue[MAX_ISSUES] = {"issue0", "issue1", "issue2", "issue3"};
    (void)why; /* its parameters have no rule between them */
    int w = bits_for(c->param[WARPS]), g = bits_for(c->param[REGISTERS]), id = bits_for(c->param[ENTRIES]), user = c->param[USER];
    wf_stream of = {.ready = true,
                    .count = 9,
                    .field = {{"warp", w},
                              {"source0", g},
                              {"source1", g},
                              {"source2", g},
                              {"used", SOURCES},
                              {"dest", g},
                              {"writes", 1},
                              {"mask", c->lanes},
                              {"user", user}}};
    wf_stream in = of, out = of;
    in.field[in.count++] = (wf_field){"kind", 2};
    out.output = true;
    out.field[out.count - 1].bits = user + id;
    *s = (wf_streams){.count = 0};
    for (int k = 0; k < c->param[ISSUES]; k++) {
        in.name = instruction[k];
        add_stream(s, in);
    }
    for (int k = 0; k < c->param[ISSUES]; k++)
        add_stream(s, (wf_stream){left[k], .count = 1, .field = {{"id", id}}});
    for (int k = 0; k < c->param[ISSUES]; k++) {
        out.name = issue[k];
        add_stream(s, out);
    }
    add_stream(s, (wf_stream){"state", .output = true, .count = COUNTS, .counts = COUNTS,
                              .field = {{"instructions", 32}, {"memory", 32}, {"control", 32}, {"war", 32}}});
    return WF_OK;
}

/* How far an instruction under way is. */
typedef enum { WAITS, OFFERED, HANDED_OVER } progress;

typedef struct {
    int port;
    uint32_t id; /* its entry */
    progress progress;
    uint32_t kind;
    uint32_t fields[MASK + WF_MASK_WORDS + MAX_USER / 32 + 1]; /* as in the record of `issue`, with the id */
} instruction;

typedef struct {
    int count; /* instructions under way, the oldest first */
    instruction at[MAX_ISSUES * MAX_ENTRIES];
    uint64_t event[COUNTS], sum[COUNTS], count_of[COUNTS]; /* of the cycle before; of the one before that; of all before that */
} order_state;

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(order_state);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

/* ---- Rule: must b, the younger one, wait for a ---- */

static bool reads(const instruction *a, uint32_t reg)
{
    for (int s = 0; s < SOURCES; s++)
        if ((a->fields[USED] >> s & 1) && a->fields[SOURCE0 + s] == reg)
            return true;
    return false;
}

/* A bit for each count that tells why; 0: it need not wait. */
static unsigned must_wait(const instruction *b, const instruction *a)
{
    if (a->fields[WARP] != b->fields[WARP])
        return 0;
    unsigned memory = a->kind & b->kind & KIND_MEMORY, control = (a->kind | b->kind) & KIND_CONTROL;
    return (memory ? 1u << MEMORY : 0) | (control ? 1u << CONTROL : 0) | (b->fields[WRITES] && reads(a, b->fields[DEST]) ? 1u << WAR : 0);
}

/* Why number n of the list must wait for those before it. */
static unsigned waits_for(const order_state *s, int n)
{
    unsigned why = 0;
    for (int k = 0; k < n; k++)
        why |= must_wait(&s->at[n], &s->at[k]);
    return why;
}

/* ---- The list ---- */

/* Takes number n out of it. */
static void take_out(order_state *s, int n)
{
    s->count--;
    memmove(s->at + n, s->at + n + 1, (size_t)(s->count - n) * sizeof *s->at);
}

/* The place of the port's instruction in this entry; -1: the entry is free. */
static int find(const order_state *s, int port, uint32_t id)
{
    for (int n = 0; n < s->count; n++)
        if (s->at[n].port == port && s->at[n].id == id)
            return n;
    return -1;
}

static uint32_t free_entry(const order_state *s, int port)
{
    uint32_t id = 0;
    while (find(s, port, id) >= 0)
        id++;
    return id;
}

/* The place of the instruction that the port offers; -1: it offers none. */
static int offered(const order_state *s, int port)
{
    for (int n = 0; n < s->count; n++)
        if (s->at[n].port == port && s->at[n].progress == OFFERED)
            return n;
    return -1;
}

static bool has_entry(const wf_config *c, uint32_t id)
{
    return id < (uint32_t)c->param[ENTRIES];
}

/* ---- What is shown ---- */

static int issue_words(const wf_config *c)
{
    return MASK + words_for(c->lanes) + words_for(c->param[USER] + bits_for(c->param[ENTRIES]));
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const order_state *s = state;
    int words = issue_words(c);
    for (int k = 0; k < c->param[ISSUES]; k++) {
        *out++ = has_entry(c, free_entry(s, k));
        *care++ = 1;
    }
    for (int k = 0; k < c->param[ISSUES]; k++) {
        int n = offered(s, k);
        *out++ = n >= 0;
        *care++ = 1;
        memset(out, 0, (size_t)words * sizeof *out);
        memset(care, n >= 0 ? 0xff : 0, (size_t)words * sizeof *care);
        if (n >= 0)
            memcpy(out, s->at[n].fields, (size_t)words * sizeof *out);
        out += words;
        care += words;
    }
    *out++ = 1;
    *care++ = 1;
    for (int i = 0; i < COUNTS; i++) {
        out[i] = (uint32_t)s->count_of[i];
        care[i] = ~(uint32_t)0;
    }
}

/* ---- A cycle: docs/order.md, "Cycle by cycle" ---- */

static void leave(order_state *s, int port, uint32_t id)
{
    int n = find(s, port, id);
    if (n >= 0 && s->at[n].progress == HANDED_OVER)
        take_out(s, n);
}

static void hand_over(order_state *s, int port)
{
    int n = offered(s, port);
    if (n >= 0)
        s->at[n].progress = HANDED_OVER;
}

/* `in`: the fields of `instruction`. Of several of a cycle the one at the lowest port comes first. */
static void take(const wf_config *c, order_state *s, int port, uint32_t id, const uint32_t *in)
{
    int user_at = MASK + words_for(c->lanes), user = c->param[USER], kind_at = user_at + words_for(user);
    instruction *x = &s->at[s->count++];
    *x = (instruction){.port = port, .id = id, .kind = in[kind_at]};
    memcpy(x->fields, in, (size_t)kind_at * sizeof *in);
    for (int i = 0; id >> i; i++)
        x->fields[user_at + (user + i) / 32] |= (id >> i & 1) << (user + i) % 32;
    unsigned why = waits_for(s, s->count - 1);
    s->event[INSTRUCTIONS]++;
    for (int i = MEMORY; i < COUNTS; i++)
        s->event[i] += why >> i & 1;
}

/* What was offered and not handed over stays. */
static void offer(order_state *s, int port)
{
    for (int n = 0; n < s->count && offered(s, port) < 0; n++)
        if (s->at[n].port == port && s->at[n].progress == WAITS && waits_for(s, n) == 0)
            s->at[n].progress = OFFERED;
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    order_state *s = state;
    int issues = c->param[ISSUES], words = 2 + MASK + words_for(c->lanes) + words_for(c->param[USER]);
    const uint32_t *left = in + issues * words, *ready = left + 2 * issues;
    uint32_t entry[MAX_ISSUES]; /* one that becomes free in this cycle does not count */
    for (int k = 0; k < issues; k++)
        entry[k] = free_entry(s, k);

    for (int i = 0; i < COUNTS; i++) {
        s->count_of[i] += s->sum[i];
        s->sum[i] = s->event[i];
        s->event[i] = 0;
    }
    for (int k = 0; k < issues; k++) {
        if (left[2 * k] & 1)
            leave(s, k, left[2 * k + 1]);
        if (ready[k] & 1)
            hand_over(s, k);
    }
    for (int k = 0; k < issues; k++)
        if ((in[k * words] & 1) && has_entry(c, entry[k]))
            take(c, s, k, entry[k], in + k * words + 1);
    for (int k = 0; k < issues; k++)
        offer(s, k);
}

/* What it does, in the order of its counts. It has registers and no bank. */
static const wf_activity activities[] = {
    [INSTRUCTIONS] = {"instructions", "instructions that are taken", WF_ENERGY_WIRES, NULL, true},
    [MEMORY] = {"memory", "instructions that wait for another of memory", WF_ENERGY_NONE, NULL, true},
    [CONTROL] = {"control", "instructions that wait for one of control, or are one that waits", WF_ENERGY_NONE, NULL, true},
    [WAR] = {"war", "instructions that wait for one that reads their destination", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count_of(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    const order_state *s = state;
    (void)c;
    *counts = s->count_of[activity] + s->sum[activity] + s->event[activity];
}

static const wf_system datapath = {.kind = WF_DATAPATH, .activities = activities, .count = count_of};

static const char *items(const wf_config *c, const char *field, int *bits)
{
    (void)c;
    *bits = 1;
    return strcmp(field, "mask") == 0 ? "lane" : strcmp(field, "used") == 0 ? "source" : NULL;
}

static const wf_part parts[] = {
    {NULL, "port", WF_ALWAYS},
    {NULL, "entry", WF_ALWAYS},
    {NULL, "rule", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_order = {
    .name = "order",
    .title = "order of a warp's instructions in front of the register file",
    .source = "this project's, for GPUs whose operand stage keeps the order",
    .params = params,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .system = &datapath,
    .items = items,
};
