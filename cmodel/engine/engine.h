/* SPDX-License-Identifier: Apache-2.0
 *
 * engine.h - the state of engine's model: entries, the queues that their numbers go through, and what works on lines. docs/engine.md has the words. */
#ifndef WF_ENGINE_H
#define WF_ENGINE_H

#include "../bits.h"
#include "../metacache.h"
#include "../pipeline.h"
#include "../warpfold.h"

enum {
    ENGINE_CODEC,
    ENGINE_PLACE,
    ENGINE_OUTSTANDING,
    ENGINE_BLOCKS,
    ENGINE_KBYTES,
    ENGINE_WAYS,
    ENGINE_FETCH,
    ENGINE_ADDRESS,
    ENGINE_ENC_LATENCY,
    ENGINE_DEC_LATENCY,
    ENGINE_COUNTED,
    ENGINE_USER
}; /* parameters */
enum { ENGINE_NONE = -1, ENGINE_MAX = 64, ENGINE_MAX_BLOCKS = 8, ENGINE_ROOM = 2 };
enum { ENGINE_MAX_LINE = 128, ENGINE_BURST_WORDS = WF_BURST_BYTES / 4, ENGINE_LINE_WORDS = ENGINE_MAX_LINE / 4 };
enum { ENGINE_MASK_WORDS = ENGINE_MAX_LINE / 32, ENGINE_USER_WORDS = 2 };

/* What `state` counts, in its order. */
enum {
    ENGINE_READS,
    ENGINE_WHOLE_WRITES,
    ENGINE_PARTIAL_WRITES,
    ENGINE_MERGES,
    ENGINE_REFUSED,
    ENGINE_HITS,
    ENGINE_MISSES,
    ENGINE_FILLS,
    ENGINE_WRITE_BACKS,
    ENGINE_LINE_READS, /* in bursts, as the next three */
    ENGINE_LINE_WRITES,
    ENGINE_BLOCK_READS,
    ENGINE_BLOCK_WRITES,
    ENGINE_COUNTS
};

/* Numbers, oldest first. `seen` of them were there at the start of the cycle: only these can leave in it. */
typedef struct {
    int count, seen;
    int8_t number[ENGINE_MAX];
} engine_queue;

typedef struct {
    bool used, done, write, whole, sets; /* sets: its operation of the metacache sets its count */
    bool old;                            /* it was there when the turn began */
    uint32_t line;
    int behind; /* of this entry; ENGINE_NONE: of none */
    bool last;  /* none is behind it */
    int count;  /* its line takes so many bursts - 1 */
    int owed;   /* returns of what it asked for */
    uint32_t user[ENGINE_USER_WORDS], mask[ENGINE_MASK_WORDS];
    uint32_t lines[ENGINE_LINE_WORDS], codes[ENGINE_LINE_WORDS]; /* its rows */
} engine_entry;

/* A block of counts that is asked for. */
typedef struct {
    bool used;
    uint32_t block;
    int owed;
    uint32_t data[METACACHE_MAX_DATA_WORDS];
} engine_block;

/* A block that waits to be written back. */
typedef struct {
    bool waits;
    uint32_t block, data[METACACHE_MAX_DATA_WORDS];
} engine_back;

/* The mover: bursts `next` to `end` - 1 of `data` go out, with their bits of the mask. */
typedef struct {
    int next, end;
    uint32_t data[ENGINE_LINE_WORDS], mask[ENGINE_MASK_WORDS];
} engine_mover;

typedef struct {
    bool write;
    uint32_t id, address, bursts;
} engine_command;
typedef struct {
    uint32_t mask, data[ENGINE_BURST_WORDS];
} engine_burst;
typedef struct {
    uint32_t data[ENGINE_LINE_WORDS], user[ENGINE_USER_WORDS], bursts;
} engine_response;

/* Queues of two that streams leave from. */
#define ENGINE_SPILL(type)          \
    struct {                        \
        int count, seen;            \
        type word[ENGINE_ROOM + 1]; \
    }

/* What the metacache works on: it answers in the next cycle. */
typedef enum { ENGINE_IDLE, ENGINE_LOOKUP, ENGINE_SET, ENGINE_FILL, ENGINE_WALK } engine_operation;

/* Its answer to a lookup or a set, which is used in the cycle behind that. */
typedef struct {
    engine_operation operation; /* ENGINE_IDLE: there is none */
    int entry;
    bool hit;
    uint32_t count;
} engine_answer;

/* A burst that came: it is looked at in the next cycle. */
typedef struct {
    bool valid;
    uint32_t id, data[ENGINE_BURST_WORDS];
} engine_came;

/* A place for an entry whose line is on its way to the encoder, or straight to the mover. */
typedef struct {
    int entry; /* ENGINE_NONE: none */
    bool straight;
} engine_place;

typedef struct {
    /* The shape of the configuration */
    int line_words, bursts, entries, blocks, block_bursts, address_bits, user_words;
    int entry_bits, sets, ways; /* of the metacache */
    int counts, enc_latency, dec_latency, enc_interval, dec_interval;
    bool core;             /* --place core */
    const wf_codec *codec; /* NULL: none */
    wf_config codec_config, cache_config;
    size_t cache_at, encoder_at, decoder_at; /* in bytes, from the state on */
} engine_shape;

typedef struct {
    engine_shape g;
    engine_entry entry[ENGINE_MAX];
    /* Entries that are between two steps, ENGINE_NONE: none. Taken in the cycle before; chosen for release; woken; started; its line left; it asked */
    int taken, chosen, woken, started, left, asked;
    int released; /* the entry that was chosen last */
    int turn;     /* requests of the turn */
    bool turns;   /* the one that was taken in the cycle before is its last one */
    bool stale;   /* an entry was old at the start of the cycle before */
    engine_queue frees, starts, lookups, sets, again, asks, straight, wholes, merged, decodes, fetches, filled;
    int waiting; /* so many of `again` are looked up again before anything else */
    engine_operation operation;
    int operand;      /* its entry or block */
    bool fill_before; /* the operation before that was a fill */
    engine_answer answer;
    engine_block block[ENGINE_MAX_BLOCKS];
    engine_back back;
    engine_mover mover;
    engine_came came;
    int in_decode;          /* D, an entry or ENGINE_NONE */
    bool merges;            /* the line at the decoder's output is merged in this cycle */
    engine_place row, line; /* R and L */
    ENGINE_SPILL(engine_command) commands;
    ENGINE_SPILL(engine_burst) data;
    ENGINE_SPILL(engine_response) responses;
    bool flushing, walks, flushed;
    int walked; /* fills of the walk that have entered */
    uint32_t flush_user[ENGINE_USER_WORDS];
    uint32_t count[ENGINE_COUNTS];
} engine_state;

/* engine_entries.c: Request, Queueing, Turn, Start, Done */
bool engine_request_ready(const engine_state *s);
/* An entry is old: it was there when the turn began. */
bool engine_stale(const engine_state *s);
void engine_request(engine_state *s, const uint32_t *fields);
/* The request of the cycle before. */
void engine_enqueue(engine_state *s);
/* `woken`: as it was at the start of the cycle. */
void engine_start(engine_state *s, int woken);
void engine_release(engine_state *s);

/* engine_counts.c: Counts, Flush. `idle`: at the start of the cycle nothing is under way. */
void engine_counts(engine_state *s, bool idle);

/* engine_lines.c: Command, Mover, Return, Decode, Answer, Row, Line, Encode. `moved` tells what of these the mover took. */
typedef struct {
    bool encoded, straight;
} engine_moved;
void engine_move(engine_state *s);
/* `back`: at the start of the cycle a block waited to be written back. */
engine_moved engine_ask(engine_state *s, bool back);
/* The burst that came in the cycle before; and this one comes. */
void engine_return(engine_state *s, const engine_came *now);
void engine_code(engine_state *s, engine_moved moved);

/* The record of a line in encoder and decoder. */
enum { ENGINE_OF, ENGINE_OF_COUNT, ENGINE_OF_LINE, ENGINE_RECORD = ENGINE_OF_LINE + ENGINE_LINE_WORDS };
wf_wrapper *engine_encoder(const engine_state *s);
wf_wrapper *engine_decoder(const engine_state *s);

static inline void engine_push(engine_queue *q, int number)
{
    q->number[q->count++] = (int8_t)number;
}

/* The oldest that was there at the start; ENGINE_NONE: there is none. */
static inline int engine_oldest(const engine_queue *q)
{
    return q->seen > 0 ? q->number[0] : ENGINE_NONE;
}

static inline int engine_pop(engine_queue *q)
{
    int number = q->number[0];
    q->count--, q->seen--;
    memmove(q->number, q->number + 1, (size_t)q->count);
    return number;
}

extern const wf_system engine_system;
extern const wf_unit wf_unit_metacache;

#endif
