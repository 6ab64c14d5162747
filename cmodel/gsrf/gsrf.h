/* SPDX-License-Identifier: Apache-2.0
 *
 * gsrf.h - parameters, records and state of the system gsrf. docs/gsrf.md defines it; each function is the paragraph of the section "Cycle by
 * cycle" that has its name.
 *
 * A register is kept as its values, its tag and the lanes that are undefined, and not as planes: what the planes hold follows. It gets all
 * of a write when that is at the stage side, since the stages of a bank keep their order. */
#ifndef WF_GSRF_H
#define WF_GSRF_H

#include "../bits.h"
#include "../bytewise/bytewise_params.h"
#include "../file_parts.h"
#include "../warpfold.h"

/* Parameters */
enum {
    GSRF_WARPS,
    GSRF_REGISTERS,
    GSRF_BANKS,
    GSRF_ROWS,
    GSRF_GROUPS,
    GSRF_STRIDES,
    GSRF_ISSUES,
    GSRF_WRITES,
    GSRF_COLLECTORS,
    GSRF_SLOTS,
    GSRF_SIDE_LATENCY,
    GSRF_ENC_LATENCY,
    GSRF_DEC_LATENCY,
    GSRF_SIDE_PORTS,
    GSRF_FIRST,
    GSRF_COMPRESS,
    GSRF_COUNTED,
    GSRF_USER,
    GSRF_SCALARS
};

enum {
    GSRF_MAX_WARPS = 64,
    GSRF_MAX_BANKS = 16,
    GSRF_MIN_ROWS = 2,
    GSRF_MAX_ROWS = 1024,
    GSRF_MAX_ISSUES = 4,
    GSRF_MAX_WRITES = 4,
    GSRF_MAX_COLLECTORS = 16, /* of an issue port */
    GSRF_MAX_SLOTS = FILE_SLOTS,
    GSRF_SOURCES = 3,
    GSRF_USER_WORDS = 4,
    GSRF_TAG_WORDS = 10, /* of eight groups */
    GSRF_TURNS = 4,      /* of so many contested turns one is the other kind's */
    GSRF_AHEAD = 4,      /* cycles: what a stage does is counted so much later at most */
    GSRF_SHOWN = 3,      /* cycles: counts are told so much later */
    GSRF_PLANES = 4,     /* bytes of a lane */
};

/* Words of the records of issue, write and release. The mask is followed by user, or by values and what is known. */
enum {
    GSRF_VALID,
    GSRF_ISSUE_WARP = 1,
    GSRF_ISSUE_SOURCE,
    GSRF_ISSUE_USED = GSRF_ISSUE_SOURCE + GSRF_SOURCES,
    GSRF_ISSUE_DEST,
    GSRF_ISSUE_WRITES,
    GSRF_ISSUE_MASK,
    GSRF_WRITE_WARP = 1,
    GSRF_WRITE_REGISTER,
    GSRF_WRITE_MASK,
    GSRF_RELEASE_WARP = 1
};

/* What the configuration fixes. */
typedef struct {
    int lanes, mask_words, user_words, tag_words; /* tag_words: 0 without codes */
    int groups, width, unit;                      /* width: lanes of a group; unit: bytes of an array */
    int arrays;                                   /* of a bank */
    int banks, rows, warp_rows;
    int issues, writes, collectors, slots;
    uint32_t slots_of[GSRF_MAX_WRITES]; /* of each write port its slots */
    int side, enc, dec;                 /* latencies */
    bool compress, two_ports, write_first;
    bool one_scalar_bank; /* of the model alone */
    int counts;           /* of `state` */
    int d;                /* the bit D of a tag */
    int issue_words, write_words, release_words;
    wf_config codec;
    uint32_t zero_tag[GSRF_TAG_WORDS]; /* of a full write of zeros */
} gsrf_geometry;

/* No write slot. */
enum { GSRF_NONE = FILE_NONE };

typedef struct {
    file_place place;
    int before; /* the slot with the youngest older write of the register, until that is at the stage side; or GSRF_NONE */
} gsrf_source;

/* An instruction. It is offered if no source is missing, from cycle `from` on. */
typedef struct {
    uint32_t user[GSRF_USER_WORDS], mask[WF_MASK_WORDS];
    uint64_t number;  /* how many were accepted before it */
    uint32_t to_read; /* bit s: source s is used and was not chosen yet */
    int request;      /* the source for which it asks; or GSRF_NONE */
    bool waits;       /* in this cycle it asks for none: when the instruction was taken an older write of that source was stored */
    int missing;
    uint64_t from;
    gsrf_source source[GSRF_SOURCES];
    uint32_t value[GSRF_SOURCES][WF_MAX_LANES], tag[GSRF_SOURCES][GSRF_TAG_WORDS], undefined[GSRF_SOURCES][WF_MASK_WORDS];
} gsrf_collector;

/* A write that is accepted, until its arrays are written. */
typedef struct {
    uint64_t from; /* its code is ready from this cycle on */
    file_place place;
    int before; /* the slot with the youngest older write of the register, until that is at the stage side; or GSRF_NONE */
    bool full, empty, dead;
    uint32_t user[GSRF_USER_WORDS], mask[WF_MASK_WORDS], tag[GSRF_TAG_WORDS];
    uint32_t values[WF_MAX_LANES];
} gsrf_slot;

/* What a bank chooses: a write by its slot and the port, or a read by source and the collector. */
typedef enum { GSRF_READ, GSRF_WRITE } gsrf_kind;
typedef struct {
    uint8_t kind;
    int8_t from; /* the collector, or the port */
    int8_t slot, source;
    uint64_t number; /* of its kind as many were accepted before it */
    file_place place;
} gsrf_turn;

/* One a bank, of those that have a bit in `banks`. */
typedef struct {
    uint32_t banks;
    gsrf_turn of[GSRF_MAX_BANKS];
} gsrf_turns;

typedef enum {
    GSRF_ARRAY_READS,
    GSRF_ARRAY_WRITES,
    GSRF_SIDE_READS,
    GSRF_SIDE_WRITES,
    GSRF_ENCODES,
    GSRF_DECODES,
    GSRF_FILLS,
    GSRF_COUNTS /* how many there are */
} gsrf_count;

typedef struct {
    gsrf_geometry g;
    uint64_t now; /* cycles since reset */
    uint64_t count[GSRF_COUNTS];
    uint32_t before[GSRF_SHOWN][GSRF_COUNTS]; /* those of n cycles before: in [n - 1], modulo 2^32 */
    uint32_t later[GSRF_AHEAD][GSRF_COUNTS];  /* what is counted in cycle n: in [n mod GSRF_AHEAD] */
    uint64_t encodes[WF_MAX_CLASSES], decodes[WF_MAX_CLASSES];
    /* Accesses to side arrays of registers whose groups hold one value each; those of them that are not the first in their cycle; the cycle after the last one */
    uint64_t scalars, together, after_scalar;
    uint64_t issued; /* instructions that were accepted */

    /* Instructions. Bit i of busy[k]: collector i of port k, which has the number k collectors + i. In the other sets it is the bit of this number. */
    uint32_t busy[GSRF_MAX_ISSUES];
    uint64_t ask, wait, there; /* with a request; with a source that has a `before`; with all sources */
    gsrf_collector collector[GSRF_MAX_ISSUES * GSRF_MAX_COLLECTORS];
    int offer[GSRF_MAX_ISSUES]; /* of each port the collector, by its number, that is at operands; or GSRF_NONE */

    /* Writes: slots that hold one that is not stored, those of them that were chosen in the cycle before, and those that have a `before` */
    uint32_t held, leaving, wait_slots;
    gsrf_slot slot[GSRF_MAX_SLOTS];
    file_order order;             /* of the writes in slots */
    int request[GSRF_MAX_WRITES]; /* of each port: the slot for which it asks; or GSRF_NONE */
    wf_code code;                 /* what an encoder gives */

    gsrf_turns side;               /* the stage side: what was chosen in the cycle before */
    int contested[GSRF_MAX_BANKS]; /* turns, modulo GSRF_TURNS */
    file_release release;
    int clear_row; /* the row that a release clears in this cycle; or GSRF_NONE */

    /* Registers */
    uint32_t valid_count, compressed_count;
    uint8_t valid[GSRF_MAX_BANKS * GSRF_MAX_ROWS];
    uint32_t words[]; /* of each register its values, its tag, and the lanes that are undefined */
} gsrf_state;

/* A register. */
typedef struct {
    uint32_t *values, *tag, *undefined;
} gsrf_register;

/* What happens in a cycle. */
typedef struct {
    const uint32_t *in; /* the record */
    uint32_t taken;     /* slots that cannot take a write */
    uint32_t stored;    /* slots at the stage side */
    uint32_t blocked;   /* banks of which the stage side needs the turn of this cycle */
    uint32_t reads;     /* with two ports: those in which only a read may be chosen, of another row than .. */
    int row[GSRF_MAX_BANKS];
} gsrf_cycle;

static inline file_place gsrf_place_of(const gsrf_geometry *g, uint32_t warp, uint32_t reg)
{
    return file_place_of(g->banks, g->rows, g->warp_rows, warp, reg);
}

static inline int gsrf_register_words(const gsrf_geometry *g)
{
    return g->lanes + g->tag_words + g->mask_words;
}

static inline gsrf_register gsrf_register_at(gsrf_state *s, int at)
{
    uint32_t *words = s->words + (size_t)at * (size_t)gsrf_register_words(&s->g);
    return (gsrf_register){words, words + s->g.lanes, words + s->g.lanes + s->g.tag_words};
}

/* The records of issue k, write p, release, and the ready of operands k, in that of a cycle. */
static inline const uint32_t *gsrf_issue_in(const gsrf_state *s, const gsrf_cycle *y, int k)
{
    return y->in + k * s->g.issue_words;
}

static inline const uint32_t *gsrf_write_in(const gsrf_state *s, const gsrf_cycle *y, int p)
{
    return gsrf_issue_in(s, y, s->g.issues) + p * s->g.write_words;
}

static inline const uint32_t *gsrf_release_in(const gsrf_state *s, const gsrf_cycle *y)
{
    return gsrf_write_in(s, y, s->g.writes);
}

static inline bool gsrf_operands_in(const gsrf_state *s, const gsrf_cycle *y, int k)
{
    return gsrf_release_in(s, y)[s->g.release_words + k] & 1;
}

extern const wf_unit wf_unit_bytewise;
extern const wf_system gsrf_system;

/* gsrf_issue.c */
bool gsrf_issue_ready(const gsrf_state *s, int k);
void gsrf_issue(gsrf_state *s, const gsrf_cycle *y);
void gsrf_operands(gsrf_state *s, const gsrf_cycle *y);

/* gsrf_write.c */
bool gsrf_write_ready(const gsrf_state *s, int p);
void gsrf_write(gsrf_state *s, const gsrf_cycle *y);

/* gsrf_banks.c */
bool gsrf_release_ready(const gsrf_state *s);
void gsrf_side_stage(gsrf_state *s, gsrf_cycle *y);
void gsrf_choose(gsrf_state *s, gsrf_cycle *y);
void gsrf_release(gsrf_state *s, const gsrf_cycle *y);

/* gsrf_code.c: what a tag says of the arrays */
bool gsrf_compressed(const gsrf_geometry *g, const uint32_t *tag); /* D = 0, and some enc is not 0000 */
bool gsrf_scalar(const gsrf_geometry *g, const uint32_t *tag);     /* D = 0, and each enc is 1111 */
int gsrf_arrays_of(const gsrf_geometry *g, const uint32_t *tag);   /* those that the code has */
/* Those in which a partial write writes a byte: `fill` are the planes of each group that it fills in the other lanes, 4 bits a group. */
int gsrf_arrays_written(const gsrf_geometry *g, const uint32_t *mask, uint32_t fill);
uint32_t gsrf_missing_planes(const gsrf_geometry *g, const uint32_t *tag); /* those that a code does not have, 4 bits a group */

#endif
