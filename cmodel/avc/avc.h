/* SPDX-License-Identifier: Apache-2.0
 *
 * avc.h - parameters, geometry and state of the system avc. docs/avc.md defines it; each function is the paragraph of the section "Cycle by
 * cycle", or "What a request does", that has its name.
 *
 * What an operation reads in the stages vector and look it reads here in decide: nothing writes it in between, since a request waits in
 * vector for older stores of its block, and restarts behind whatever takes a way. */
#ifndef WF_AVC_H
#define WF_AVC_H

#include "../affine/affine_params.h"
#include "../arbiter.h"
#include "../bits.h"
#include "../warpfold.h"

/* Parameters */
enum {
    AVC_PRESET,
    AVC_L1_WAYS,
    AVC_AVC_WAYS,
    AVC_SETS,
    AVC_VECTORS,
    AVC_ADDRESS,
    AVC_WINDOW,
    AVC_AGREE,
    AVC_DIRTY,
    AVC_KEEP,
    AVC_L1_STORE,
    AVC_MISSES,
    AVC_LOADS,
    AVC_ENC_LATENCY,
    AVC_DEC_LATENCY,
    AVC_COUNTED,
    AVC_USER,
    AVC_VICTIMS,
    AVC_SKEW
};

enum {
    AVC_NONE = -1,
    AVC_MAX_SETS = 256,
    AVC_MAX_WAYS = 12,    /* of one, or of both where they share them */
    AVC_MAX_VICTIMS = 32, /* lines */
    AVC_MAX_PLACES = AVC_MAX_SETS * AVC_MAX_WAYS + AVC_MAX_VICTIMS,
    AVC_MAX_MISSES = 64,
    AVC_MAX_LOADS = 64,
    AVC_RING = 8, /* requests that are accepted and not done */
    AVC_ROOM = 2, /* words of each of the spills of response and miss */
    AVC_USER_WORDS = 2
};

/* The caches. */
enum { AVC_AVC, AVC_L1, AVC_CACHES };
/* The stages in which an operation has a place, from the last one on. Late is there with --dec-latency 1. */
enum { AVC_LATE, AVC_WORDS, AVC_ACT, AVC_DECIDE, AVC_LOOK, AVC_VECTOR, AVC_COMPARE, AVC_STAGES };
/* What has a dirty bit in the AVC. */
enum { AVC_DIRTY_NONE, AVC_DIRTY_VECTOR, AVC_DIRTY_LINE };
/* Which sets a block has: one in all ways, one in each way, and then each way for both caches. */
enum { AVC_SKEW_OFF, AVC_SKEW_EACH, AVC_SKEW_JOINT };
/* What the L1 does with a store: it takes its words alone, or with the rest of the block, or they go through to memory. */
enum { AVC_STORE_WORDS, AVC_STORE_FETCH, AVC_STORE_THROUGH };

typedef enum {
    AVC_AVC_LOADS,
    AVC_L1_LOADS,
    AVC_MISSED,
    AVC_JOINED,
    AVC_AVC_STORES,
    AVC_L1_STORES,
    AVC_REPLAYS,
    AVC_CONFLICTS,
    AVC_FILL_CONFLICTS,
    AVC_AVC_FILLS,
    AVC_L1_FILLS,
    AVC_UNKEPT,
    AVC_EVICTED,
    AVC_DROPPED,
    AVC_MERGED,
    AVC_FETCHED,
    AVC_COUNTS /* how many there are */
} avc_count;

/* What the configuration fixes. */
typedef struct {
    int lanes, mask_words, user_words;
    int sets, vectors, ways[AVC_CACHES];
    int victims, skew; /* avc_remedies.c */
    int vector_bits, set_bits;
    uint64_t window;         /* blocks below are private */
    int misses, loads, last; /* last: the last stage */
    bool line_agrees, keeps_fit;
    int dirty, l1_store;
    int counts; /* of `state` */
    int request_words, fill_words;
    wf_config codec;
} avc_geometry;

/* Lanes of a warp. */
typedef struct {
    uint32_t word[WF_MASK_WORDS];
} avc_lanes;

/* base + lane x stride; the stride as its code. */
typedef struct {
    bool affine;
    uint32_t base, stride;
} avc_code;

typedef struct {
    avc_lanes valid;
    avc_code code;
    bool dirty;
} avc_vector;

/* Of a line of the L1: which of its words are valid, and dirty. */
typedef struct {
    avc_lanes valid, dirty;
} avc_state_of_line;

/* A request in the ring. */
typedef struct {
    bool write;
    uint32_t block, user[AVC_USER_WORDS];
    avc_lanes mask;
    avc_code code;
    uint32_t data[WF_MAX_LANES];
} avc_request;

/* A block that is asked for, by loads or by a store that fetches. */
typedef struct {
    bool used, came, filled; /* its fill has come; it is in the memory of fills */
    bool fetches, mixed;     /* mixed: the caches have words of it */
    uint32_t block;
    avc_lanes mask; /* of all its loads */
    uint32_t data[WF_MAX_LANES];
} avc_miss;

/* A load that waits for a block. */
typedef struct {
    bool used, sent; /* sent: its answer is in the stages */
    int miss;
    uint32_t user[AVC_USER_WORDS];
    avc_lanes mask;
} avc_load;

/* Lanes of a load that joined in the cycle before, of this miss, or AVC_NONE. */
typedef struct {
    int miss;
    avc_lanes mask;
} avc_join;

/* Compare: of one cache. Ways, or AVC_NONE. */
typedef struct {
    int way;          /* that has the block */
    int invalid;      /* the lowest one */
    int leaves;       /* that leaves */
    int holds;        /* the cache whose line that is */
    uint32_t leaving; /* the first block of what it holds */
    bool busy;        /* a load of a block of that waits for memory */
    int victim;       /* where it goes in the victim store; else it is written back */
} avc_found;

/* What act does with one cache. A way, or AVC_NONE. */
typedef struct {
    int used;    /* its order of use */
    int taken;   /* it becomes valid with this tag */
    int ended;   /* it becomes invalid */
    int written; /* the vector, or the state of the line */
    int moved;   /* the line that it held goes to this place of the victim store */
} avc_change;

typedef enum { AVC_REQUEST, AVC_EVICT, AVC_DROP, AVC_GATHER, AVC_ANSWER, AVC_PUT, AVC_PEEK } avc_kind;

/* An operation in the stages. */
typedef struct {
    avc_kind kind;
    bool write; /* of a request */
    int entry;  /* of the ring, of the misses, or of an answer that of the loads */
    bool last;  /* the last vector of a line that is evicted */
    uint32_t block;
    int cache, way; /* of a peek: the way that it looks at, among those of all sets */
    avc_lanes mask;
    uint32_t user[AVC_USER_WORDS];
    avc_code code;
    avc_found found[AVC_CACHES];
    bool busy; /* its block is asked for */

    /* What decide leaves to act, and to the last stage */
    avc_change change[AVC_CACHES];
    avc_vector vector;       /* to write, or that gives lanes */
    avc_state_of_line state; /* to write */
    avc_lanes stored;        /* words that the L1 gets */
    bool reads;              /* the L1's words */
    bool misses, goes_through, answers, keeps, writes_back;
    avc_lanes out;               /* lanes that are answered, or written back */
    avc_lanes from_avc, from_l1; /* lanes that the vector gives, and the L1's words */
    uint32_t data[WF_MAX_LANES];
    uint32_t left;    /* the block that leaves the L1 for it */
    avc_lanes leaves; /* of that, words that are written back: */
    uint32_t left_data[WF_MAX_LANES];
} avc_op;

/* A word of the spills of miss and of response. */
typedef struct {
    bool write;
    uint32_t block, user[AVC_USER_WORDS];
    avc_lanes mask;
    uint32_t data[WF_MAX_LANES];
} avc_word;

typedef struct {
    int count;
    avc_word word[AVC_ROOM];
} avc_spill;

/* What the walk must do before it goes on. */
typedef enum { AVC_NO_JOB, AVC_EVICT_VECTOR, AVC_EVICT_LINE, AVC_DROP_LINE } avc_job_kind;
typedef struct {
    avc_job_kind kind;
    uint32_t block; /* of a line of the AVC its first one */
} avc_job;

/* What it does: nothing, its job, a fill (it is read, gathered, put), a flush, which may wait for the tag of a way. */
typedef enum { AVC_RESTS, AVC_JOB, AVC_READS, AVC_KEEPS, AVC_GATHERS, AVC_PUTS, AVC_FLUSHES, AVC_PEEKS } avc_walks;
typedef struct {
    avc_walks walks, back; /* back: where it goes on after the job */
    avc_job job;
    int brought, decided; /* of a job, or a gather: operations that it brought to tags, and those that decide has had */
    bool put;             /* the put is in the stages */
    int fill;             /* the entry of the misses, or AVC_NONE */
    avc_lanes mask;       /* of its loads, when it began */
    int at;               /* the next way that a flush looks at, of both caches */
} avc_walk;

typedef struct {
    avc_geometry g;
    uint64_t count[AVC_COUNTS];
    uint32_t shown[2][AVC_COUNTS]; /* those of the cycle before, and of the one before that, modulo 2^32 */
    uint64_t encodes[WF_MAX_CLASSES], decodes[WF_MAX_CLASSES];
    uint64_t lookups[AVC_CACHES], vector_writes, word_reads, word_writes, near_conflicts;

    avc_request ring[AVC_RING];
    unsigned first, next, end; /* numbers of requests, from the reset on; the ring has them modulo AVC_RING */
    bool paused, waits;
    bool flushing, flushed;
    uint32_t flush_user[AVC_USER_WORDS];
    avc_miss miss[AVC_MAX_MISSES];
    avc_load load[AVC_MAX_LOADS];
    int next_miss, next_load; /* the entries that are taken next, chosen a cycle before; or AVC_NONE */
    avc_join join;
    int gone;     /* the entry of the load whose answer went to decide in the cycle before, or AVC_NONE */
    arbiter turn; /* of fills */
    int chosen;   /* the miss whose fill is next, chosen a cycle before, or AVC_NONE */
    avc_walk walk;
    avc_lanes own_mask;
    avc_code own_code;
    uint32_t own[WF_MAX_LANES]; /* the words of the fill that the walk works on */

    unsigned brought;          /* operations that entered, from the reset on */
    avc_op op[2 * AVC_STAGES]; /* the last ones */
    avc_op *stage[AVC_STAGES]; /* which of them is there, or NULL */
    avc_op *acted;             /* what was in act in the cycle before, or NULL: valid bits and the order of use follow */
    avc_spill response, misses;

    uint32_t tree[AVC_CACHES][AVC_MAX_SETS];
    bool valid[AVC_CACHES][AVC_MAX_PLACES];
    uint32_t block[AVC_CACHES][AVC_MAX_PLACES];      /* the first one of what is there; hardware keeps its tag */
    bool line_dirty[AVC_MAX_PLACES];                 /* of the AVC, with --dirty line */
    avc_state_of_line line[AVC_MAX_PLACES];          /* of the L1 */
    uint64_t uses, used[AVC_CACHES][AVC_MAX_PLACES]; /* with a remedy: when each was used */
    uint32_t words[];                                /* of the L1; then the vectors of the AVC */
} avc_state;

/* What is so at the start of a cycle. */
typedef struct {
    bool go;
    bool empty, stages_empty; /* compare to act; all stages */
    bool none_leaves;         /* the spill of miss is empty */
    bool ready, open, enters; /* request is ready; tags takes what comes; a request may come */
    bool waits;               /* the operation in vector waits */
    int filled, turn;         /* the misses whose fill is next, and whose turn it is then; or AVC_NONE */
    int free_miss, free_load; /* the lowest entries that are free, beside the next ones */
    avc_join join;
    int gone;
    const avc_op *acted;
    uint64_t asked; /* bit n: miss n has asked for its block and not got it */
} avc_cycle;

static inline avc_lanes avc_and(avc_lanes a, avc_lanes b)
{
    for (int w = 0; w < WF_MASK_WORDS; w++)
        a.word[w] &= b.word[w];
    return a;
}

static inline avc_lanes avc_or(avc_lanes a, avc_lanes b)
{
    for (int w = 0; w < WF_MASK_WORDS; w++)
        a.word[w] |= b.word[w];
    return a;
}

static inline avc_lanes avc_but(avc_lanes a, avc_lanes b)
{
    for (int w = 0; w < WF_MASK_WORDS; w++)
        a.word[w] &= ~b.word[w];
    return a;
}

static inline bool avc_any(avc_lanes a)
{
    uint32_t any = 0;
    for (int w = 0; w < WF_MASK_WORDS; w++)
        any |= a.word[w];
    return any != 0;
}

/* The number of the only lane, or AVC_NONE. */
static inline int avc_single(avc_lanes a)
{
    int lane = AVC_NONE;
    for (int w = 0; w < WF_MASK_WORDS; w++)
        if (a.word[w] && (lane != AVC_NONE || (a.word[w] & (a.word[w] - 1))))
            return AVC_NONE;
        else if (a.word[w])
            lane = 32 * w + __builtin_ctz(a.word[w]);
    return lane;
}

static inline avc_lanes avc_all(const avc_geometry *g)
{
    avc_lanes all;
    set_low_ones(all.word, g->lanes, WF_MASK_WORDS);
    return all;
}

static inline bool avc_is_private(const avc_geometry *g, uint32_t block)
{
    return g->ways[AVC_AVC] > 0 && block < g->window;
}

/* The first block of its line of the AVC; in the L1 a line is a block. */
static inline uint32_t avc_first_of(const avc_geometry *g, int cache, uint32_t block)
{
    return cache == AVC_AVC ? block & ~((uint32_t)g->vectors - 1) : block;
}

static inline uint32_t avc_set_of(const avc_geometry *g, int cache, uint32_t block)
{
    return (cache == AVC_AVC ? block >> g->vector_bits : block) & ((uint32_t)g->sets - 1);
}

/* avc_remedies.c: what a way adds to the number of a set */
uint32_t avc_skewed(const avc_geometry *g, int cache, uint32_t block, int way);

/* The place of a block in a way: among the ways of all sets. The ways of a victim store come behind those of the sets. */
static inline int avc_at(const avc_geometry *g, int cache, uint32_t block, int way)
{
    uint32_t set = avc_set_of(g, cache, block);
    if (way >= g->ways[cache])
        return (g->sets - 1) * g->ways[cache] + way;
    return (int)(g->skew ? set ^ avc_skewed(g, cache, block, way) : set) * g->ways[cache] + way;
}

/* How many places there are. */
static inline int avc_places(const avc_geometry *g, int cache)
{
    return g->sets * g->ways[cache] + (cache == AVC_AVC ? g->victims : 0);
}

static inline uint32_t *avc_words_at(avc_state *s, int at)
{
    return s->words + (size_t)at * (size_t)s->g.lanes;
}

static inline avc_vector *avc_vectors(avc_state *s)
{
    return (avc_vector *)avc_words_at(s, avc_places(&s->g, AVC_L1));
}

/* The vector of a block in a way of the AVC. */
static inline avc_vector *avc_vector_at(avc_state *s, uint32_t block, int way)
{
    const avc_geometry *g = &s->g;
    return &avc_vectors(s)[(avc_at(g, AVC_AVC, block, way) << g->vector_bits) + (int)(block & ((uint32_t)g->vectors - 1))];
}

static inline uint32_t avc_lane_of(avc_code code, int lane)
{
    return code.base + (code.stride == AFFINE_POW2_ZERO ? 0 : (uint32_t)lane << code.stride);
}

extern const wf_unit wf_unit_avc, wf_unit_affine, wf_unit_expand;
extern const wf_system avc_system;

/* avc_request.c */
bool avc_request_ready(const avc_state *s);
void avc_accept(avc_state *s, const uint32_t *in);
avc_code avc_encode(avc_state *s, const uint32_t *data, const avc_lanes *mask);
void avc_fill(avc_state *s, const avc_cycle *y, const uint32_t *in);
void avc_choose(const avc_state *s, avc_cycle *y);
void avc_entries(avc_state *s, const avc_cycle *y);

/* avc_ports.c */
void avc_outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care);

/* avc_look.c */
void avc_compare(const avc_state *s, avc_op *op);
void avc_look(const avc_state *s, avc_op *op);
void avc_use(avc_state *s, int cache, uint32_t block, int way);

/* avc_remedies.c */
void avc_find_again(const avc_state *s, int cache, uint32_t block, avc_found *f);
void avc_move_line(avc_state *s, uint32_t block, int way, int victim);

/* avc_decide.c: whether the operation goes on to act */
bool avc_decide(avc_state *s, avc_op *op);
bool avc_ask(avc_state *s, avc_op *op, avc_lanes lanes); /* false: no entry is free */
bool avc_done(avc_state *s, avc_op *op);
bool avc_wait(avc_state *s);
void avc_restart(avc_state *s);

/* avc_place.c: the same, of what finds its place in a cache */
bool avc_store(avc_state *s, avc_op *op);
bool avc_put(avc_state *s, avc_op *op);

/* avc_act.c */
void avc_act(avc_state *s, avc_op *op);
void avc_acted(avc_state *s, const avc_op *op);
void avc_words(avc_state *s, avc_op *op);
void avc_last(avc_state *s, const avc_op *op);
void avc_keep(avc_state *s, const uint32_t *words); /* the words of the fill that the walk works on, and their code */

/* avc_walk.c */
avc_op *avc_walk_on(avc_state *s, const avc_cycle *y); /* the operation that it brings to tags in this cycle, or NULL */
avc_op *avc_new_op(avc_state *s, avc_kind kind, uint32_t block);
void avc_peek(avc_state *s, const avc_op *op);
void avc_go_to(avc_walk *w, avc_walks walks);

#endif
