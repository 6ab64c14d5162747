/* SPDX-License-Identifier: Apache-2.0
 *
 * wcrf.h - parameters, records and state of the system wcrf. docs/wcrf.md defines it; each function is the paragraph of the section "Cycle by
 * cycle" that has its name. */
#ifndef WF_WCRF_H
#define WF_WCRF_H

#include "../arbiter.h"
#include "../bits.h"
#include "../file_parts.h"
#include "../results.h"
#include "../warpfold.h"

/* Parameters */
enum {
    WCRF_WARPS,
    WCRF_REGISTERS,
    WCRF_CLUSTERS,
    WCRF_ROWS,
    WCRF_BANK,
    WCRF_PORTS,
    WCRF_ISSUES,
    WCRF_WRITES,
    WCRF_COLLECTORS,
    WCRF_COLLECT,
    WCRF_LATCHES,
    WCRF_COMPRESSORS,
    WCRF_DECOMPRESSORS,
    WCRF_ENC_LATENCY,
    WCRF_DEC_LATENCY,
    WCRF_SLOTS,
    WCRF_COMPRESS,
    WCRF_GATE,
    WCRF_WAKE,
    WCRF_INTERLOCK,
    WCRF_FORWARD,
    WCRF_COUNTED,
    WCRF_MERGE,
    WCRF_USER
};

enum {
    WCRF_MAX_WARPS = 64,
    WCRF_MAX_CLUSTERS = 8,
    WCRF_MIN_ROWS = 2,
    WCRF_MAX_ROWS = 1024,
    WCRF_MAX_BANKS = 128, /* of a cluster: 128 lanes, banks of 32 bits */
    WCRF_MAX_ISSUES = 4,
    WCRF_MAX_WRITES = 4,
    WCRF_MAX_COLLECTORS = 16, /* of an issue port */
    WCRF_MAX_SLOTS = FILE_SLOTS,
    WCRF_SOURCES = 3,
    WCRF_WINDOW = 3, /* cycles in which an instruction of `--collect fixed` reads */
    WCRF_READ_WORDS = WCRF_SOURCES * WCRF_MAX_ISSUES * WCRF_MAX_COLLECTORS / 64 + 1, /* of 64 ports of the arbiter of reads, and the move */
    WCRF_USER_WORDS = 4,
    WCRF_TAGS = 4
};

/* Words of the records of issue, write and release. The mask is followed by user, or by values, `last` if packets come, and user. */
enum {
    WCRF_VALID,
    WCRF_ISSUE_WARP = 1,
    WCRF_ISSUE_SOURCE,
    WCRF_ISSUE_USED = WCRF_ISSUE_SOURCE + WCRF_SOURCES,
    WCRF_ISSUE_DEST,
    WCRF_ISSUE_WRITES,
    WCRF_ISSUE_MASK,
    WCRF_WRITE_WARP = 1,
    WCRF_WRITE_REGISTER,
    WCRF_WRITE_MASK,
    WCRF_RELEASE_WARP = 1
};

/* What the configuration fixes. */
typedef struct {
    int lanes, mask_words, user_words;
    int clusters, rows, warp_rows; /* warp_rows: of one warp */
    int banks, bank_words;         /* of a cluster; of a row of a bank */
    int ports, issues, writes, collectors, slots, encoders, decoders;
    int enc_latency, dec_latency, wake; /* dec_latency: from the stage data to the collector, 0 without codecs */
    bool compress, gate, interlock, forward;
    int counts;    /* of `state` */
    int merge;     /* open results of a write port; 0: it takes writes, not packets */
    bool fixed;    /* there are no collectors: `collectors` are instructions between allocation and operands */
    int flight;    /* then: cycles from allocation to operands */
    int move_port; /* of the arbiter of reads: the last one */
    int issue_words, write_words, release_words; /* of the record of a stream that comes in */
    wf_config codec;                             /* of the child */
    int units[WCRF_TAGS];                        /* banks of a code of this tag */
    int class[WCRF_TAGS];                        /* of such a code */
} wcrf_geometry;

/* An indicator: 0, or 1 + the tag. */
enum { WCRF_INVALID, WCRF_RAW };

/* No write slot. */
enum { WCRF_NONE = FILE_NONE };

typedef struct {
    file_place place;
    int before; /* the slot with the youngest older write of the register, until that is stored; or WCRF_NONE */
} wcrf_source;

/* An instruction. It is offered if no source is missing, from cycle `from` on. */
typedef struct {
    uint32_t user[WCRF_USER_WORDS], mask[WF_MASK_WORDS];
    uint64_t number; /* how many were accepted before it */
    int missing;
    uint64_t from;
    wcrf_source source[WCRF_SOURCES];
    uint32_t value[WCRF_SOURCES][WF_MAX_LANES];
} wcrf_collector;

/* Stages of the read. `port`: who reads, by its port at the arbiter. */
typedef struct {
    bool full;
    int port;
    file_place place;
    int before; /* the slot that it reads in place of the banks; or WCRF_NONE */
} wcrf_bank_stage;

typedef struct {
    bool full;
    int port, indicator;
    bool forwarded; /* from a slot: no bank shows the code */
    wf_code code;
} wcrf_data_stage;

/* --collect fixed. An instruction in the register allocate of its port: `may` if the sources that it uses can be read. One that was accepted while
 * that is taken: its record. A cycle of a cluster that is reserved, for a read, or else for a write that was held back. */
typedef struct {
    bool full, may;
    uint32_t used;
    wcrf_collector it;
} wcrf_allocate_stage;

typedef struct {
    bool full;
    uint32_t in[WCRF_ISSUE_MASK + WF_MASK_WORDS + WCRF_USER_WORDS];
} wcrf_queue;

typedef struct {
    bool reserved;
    wcrf_bank_stage read; /* not full: for a write */
} wcrf_window_stage;

/* A write that is accepted and not chosen to be stored. */
typedef enum { WCRF_WAITS_ENCODER, WCRF_READY, WCRF_WAITS_MOVE } wcrf_slot_state;
typedef struct {
    wcrf_slot_state state;
    uint64_t accepted, from; /* the cycle; it is ready, and its code is there, from this one on */
    file_place place;
    int before; /* the slot with the youngest older write of the register, until that is stored; or WCRF_NONE */
    bool moved; /* a move of the register is under way */
    uint32_t user[WCRF_USER_WORDS], mask[WF_MASK_WORDS];
    bool full, empty; /* the mask */
    uint32_t values[WF_MAX_LANES];
    wf_code code;
} wcrf_slot;

typedef struct {
    bool under_way, missing; /* missing: its value is not there */
    uint64_t from;           /* its value is there from this cycle on */
    int slot;                /* that waits for it; -1: an early move */
    file_place place;
    uint32_t value[WF_MAX_LANES];
} wcrf_move;

typedef enum {
    WCRF_BANK_READS,
    WCRF_BANK_WRITES,
    WCRF_ENCODES,
    WCRF_DECODES,
    WCRF_MOVES,
    WCRF_WAKES,
    WCRF_FORWARDS,
    WCRF_EVICTIONS,
    WCRF_COUNTS /* how many there are */
} wcrf_count;

typedef struct {
    wcrf_geometry g;
    uint64_t now; /* cycles since reset */
    uint64_t count[WCRF_COUNTS];
    uint32_t summed[WCRF_COUNTS], shown[WCRF_COUNTS];                         /* those of a cycle before, and of two, modulo 2^32 */
    uint64_t move_reads, move_writes;                                         /* of the banks read, and written, those of moves */
    uint64_t slot_reads;                                                      /* banks that the codes of forwards would take */
    uint64_t encodes[WCRF_TAGS], decodes[WCRF_TAGS], move_decodes[WCRF_TAGS]; /* by tag; decodes: of operands */

    uint64_t issued; /* instructions that were accepted */

    /* Instructions. Bit i of busy[k]: collector i of port k. Port 3 (k collectors + i) + s of the arbiter of reads is its source s. */
    uint32_t busy[WCRF_MAX_ISSUES];
    wcrf_collector collector[WCRF_MAX_ISSUES * WCRF_MAX_COLLECTORS];
    int offer[WCRF_MAX_ISSUES]; /* the collector of a port that was offered and not taken; or WCRF_NONE */

    /* Instructions with --collect fixed. window[c][i]: what the stage bank of cluster c holds in i + 1 cycles. */
    wcrf_queue queue[WCRF_MAX_ISSUES];
    wcrf_allocate_stage allocate[WCRF_MAX_ISSUES];
    wcrf_window_stage window[WCRF_MAX_CLUSTERS][WCRF_WINDOW];
    bool held_back[WCRF_MAX_CLUSTERS]; /* a write was, in the cycle before, by a read that was reserved */
    int for_write[WCRF_MAX_CLUSTERS];  /* in so many cycles the stage bank is left to a write; 0: no cycle is reserved for one */

    /* Reads */
    uint64_t waiting[WCRF_READ_WORDS];                    /* sources that wait for a write */
    uint64_t request[WCRF_MAX_CLUSTERS][WCRF_READ_WORDS]; /* those that do not, and the move, until they are chosen */
    arbiter decode;
    wcrf_bank_stage bank[WCRF_MAX_CLUSTERS];
    wcrf_data_stage data[WCRF_MAX_CLUSTERS];
    uint32_t coming[WCRF_MAX_CLUSTERS]; /* bit k: a value comes out of a decoder, or of the ranks beside it, in k cycles */

    /* Writes */
    results open[WCRF_MAX_WRITES]; /* of each port: results whose last packet has not come */
    uint32_t held;                 /* slots that hold a write */
    wcrf_slot slot[WCRF_MAX_SLOTS];
    file_order order; /* of the writes in slots */
    arbiter encode;
    int write[WCRF_MAX_CLUSTERS]; /* 1 + what was chosen to be stored in the cycle before: a slot; `slots`: the move. 0: nothing */
    wcrf_move move;
    struct {
        bool valid;
        file_place place;
    } candidate; /* for an early move: the destination of an instruction that was accepted in the cycle before */
    file_release release;

    /* Banks: bit c banks + b of `on` and of `waking` */
    uint32_t on[WCRF_MAX_CLUSTERS * WCRF_MAX_BANKS / 32], waking[WCRF_MAX_CLUSTERS * WCRF_MAX_BANKS / 32];
    uint8_t wake_left[WCRF_MAX_CLUSTERS * WCRF_MAX_BANKS];            /* cycles */
    int banks_on[WCRF_MAX_CLUSTERS], banks_waking[WCRF_MAX_CLUSTERS]; /* how many */
    /* Cycles in which a bank was off, up to the last time that it began to wake; of one that is off, the cycle since when. */
    uint64_t off[WCRF_MAX_CLUSTERS * WCRF_MAX_BANKS], off_since[WCRF_MAX_CLUSTERS * WCRF_MAX_BANKS];

    /* Registers */
    int holding[WCRF_MAX_CLUSTERS][1 + WCRF_TAGS]; /* how many have this indicator, from RAW on */
    uint8_t indicator[WCRF_MAX_CLUSTERS * WCRF_MAX_ROWS];
    uint32_t words[]; /* `lanes` a row: the banks of a cluster side by side, row after row, cluster after cluster */
} wcrf_state;

/* What happens in a cycle. */
typedef struct {
    const uint32_t *in;                 /* the record */
    result *write;                      /* of each port: the write that it accepts, if there is one */
    uint32_t accepted;                  /* ports that accept a write */
    bool writes[WCRF_MAX_CLUSTERS];     /* there is something at the stage write */
    bool read_waits[WCRF_MAX_CLUSTERS]; /* it excludes the read at the stage bank */
    bool held_back[WCRF_MAX_CLUSTERS];  /* a write is, by the read of the next cycle */
    int wakes[WCRF_MAX_CLUSTERS];       /* of the lowest banks, so many, those that are off begin to wake */
    int shown[WCRF_MAX_CLUSTERS];       /* the lowest banks, so many, show the code at the stage data */
    uint32_t shows;                     /* slots from which a read of their register can be served */
    uint32_t written, freed;            /* slots that are written, and that are chosen to be stored */
    bool move_ends, move_starts;
    int move_slot; /* of the move that starts */
    file_place move_place;
} wcrf_cycle;

static inline file_place wcrf_place_of(const wcrf_geometry *g, uint32_t warp, uint32_t reg)
{
    return file_place_of(g->clusters, g->rows, g->warp_rows, warp, reg);
}

static inline uint32_t *wcrf_words(wcrf_state *s, const file_place *p)
{
    return s->words + (size_t)p->at * (size_t)s->g.lanes;
}

static inline bool wcrf_compressed(const wcrf_state *s, const file_place *p)
{
    return s->indicator[p->at] > WCRF_RAW;
}

/* The records of issue k, write p, release, and the ready of operands k, in that of a cycle. */
static inline const uint32_t *wcrf_issue_in(const wcrf_state *s, const wcrf_cycle *y, int k)
{
    return y->in + k * s->g.issue_words;
}

static inline const uint32_t *wcrf_write_in(const wcrf_state *s, const wcrf_cycle *y, int p)
{
    return wcrf_issue_in(s, y, s->g.issues) + p * s->g.write_words;
}

static inline const uint32_t *wcrf_release_in(const wcrf_state *s, const wcrf_cycle *y)
{
    return wcrf_write_in(s, y, s->g.writes);
}

static inline bool wcrf_operands_in(const wcrf_state *s, const wcrf_cycle *y, int k)
{
    return wcrf_release_in(s, y)[s->g.release_words + k] & 1;
}

extern const wf_unit wf_unit_warpbdi;
extern const wf_system wcrf_system;

/* wcrf_issue.c */
bool wcrf_issue_ready(const wcrf_state *s, int k);
int wcrf_offered(const wcrf_state *s, int k); /* the collector of port k that is at operands k; or WCRF_NONE */
void wcrf_issue(wcrf_state *s, wcrf_cycle *y);
void wcrf_early_move(wcrf_state *s, wcrf_cycle *y);
void wcrf_operands(wcrf_state *s, const wcrf_cycle *y);

void wcrf_propose(wcrf_state *s,
                  const uint32_t *in); /* an instruction that is taken is the next candidate for an early move, if it can be */

/* wcrf_fixed.c */
bool wcrf_fixed_ready(const wcrf_state *s, int k);
int wcrf_fixed_offered(const wcrf_state *s, int k); /* as wcrf_offered */
void wcrf_fixed_window(wcrf_state *s);
bool wcrf_fixed_excludes(const wcrf_state *s, const wcrf_cycle *y,
                         const file_place *p); /* the read of the next cycle excludes a write of this row then */
void wcrf_fixed_allocate(wcrf_state *s, const wcrf_cycle *y);
void wcrf_fixed_issue(wcrf_state *s, const wcrf_cycle *y);
void wcrf_fixed_operands(wcrf_state *s);

/* wcrf_read.c */
void wcrf_choose_read(wcrf_state *s);
void wcrf_bank(wcrf_state *s, const wcrf_cycle *y);
void wcrf_data(wcrf_state *s, wcrf_cycle *y);
void wcrf_ask(wcrf_state *s, const wcrf_cycle *y);

/* wcrf_write.c */
bool wcrf_write_ready(const wcrf_state *s, int p);
uint32_t wcrf_shows(const wcrf_state *s);
void wcrf_packets(wcrf_state *s, wcrf_cycle *y); /* each port's write of this cycle */
void wcrf_write(wcrf_state *s, const wcrf_cycle *y);
void wcrf_encode(wcrf_state *s);
void wcrf_store(wcrf_state *s, wcrf_cycle *y);
void wcrf_choose_store(wcrf_state *s, wcrf_cycle *y);
void wcrf_late_move(wcrf_state *s, wcrf_cycle *y);
void wcrf_leave(wcrf_state *s, const wcrf_cycle *y);

/* wcrf_banks.c */
bool wcrf_banks_rest(const wcrf_state *s); /* none wakes, and none is on that could be off */
void wcrf_moves(wcrf_state *s, const wcrf_cycle *y);
void wcrf_release(wcrf_state *s, const wcrf_cycle *y);
void wcrf_banks(wcrf_state *s, const wcrf_cycle *y);
void wcrf_indicate(wcrf_state *s, const file_place *p, int indicator); /* the register's indicator from now on */

#endif
