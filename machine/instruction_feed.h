/* SPDX-License-Identifier: Apache-2.0
 *
 * instruction_feed.h - a trace's instructions, each with the registers that it writes, warp by warp, for those who execute them again.
 *
 * The trace is read twice at least: a survey tells its warps, blocks and registers; a feed gives the instructions. In a trace without
 * instructions, and for a write that belongs to no instruction, each register write is an instruction without sources. Reads are left out:
 * what an instruction reads its sources tell. What it writes, and its memory accesses, are left out too, unless they are asked for.
 *
 * A feed keeps in memory what was read and not taken: nothing but the next instructions if the warps are taken in the trace's order. */
#ifndef WF_INSTRUCTION_FEED_H
#define WF_INSTRUCTION_FEED_H

#include "../trace/trace.h"

typedef struct {
    uint64_t cta;
    uint32_t warp;
    int launch;            /* its block's */
    int block;             /* its number among the blocks */
    uint64_t instructions; /* how many it executes */
} feed_warp;

/* The warps of one cta. */
typedef struct {
    uint64_t cta, first; /* the number of its first instruction */
    int launch;          /* -1: the trace told none before it */
    int warps;
} feed_block;

/* What the host wrote to memory before a launch. */
typedef struct {
    int launch;
    uint64_t address, bytes;
} feed_copy;

typedef struct {
    const char *path;
    int lanes;
    uint64_t instructions;
    /* Of these: the mask, or the sources, or the destinations are not known. */
    uint64_t unknown_masks, unknown_sources, unknown_destinations;
    int warp_count, block_count, registers;
    feed_warp *warps;   /* in the order of their first instruction */
    feed_block *blocks; /* the same */
    int launch_count, copy_count;
    trace_launch *launches;
    feed_copy *copies;
    /* The registers that the trace names, numbered from 0: x, then f, then R, each from its lowest. */
    trace_register *names;
    int16_t number[TRACE_FILES][256]; /* -1: it is not named */
    void *index;
} feed_survey;

/* Dies (2) if the trace is bad, is no file, or has no instruction and no register write. */
void feed_survey_read(feed_survey *s, const char *path);
void feed_survey_free(feed_survey *s);

typedef struct feed_write {
    struct feed_write *next;
    int reg; /* the register's number */
    uint32_t mask[TRACE_MASK_WORDS];
    uint32_t value[]; /* all lanes; those of the mask are written */
} feed_write;

typedef struct feed_access {
    struct feed_access *next;
    bool store;
    trace_space space;
    int size;        /* bytes of a lane */
    int words;       /* of a lane in `value`; 0: the trace does not tell the data, or nobody asked for them */
    int room;        /* of a lane, words that `value` has place for */
    uint32_t *value; /* word k of lane i at [i * words + k] */
    uint32_t mask[TRACE_MASK_WORDS];
    uint64_t addr[]; /* all lanes; those of the mask access memory */
} feed_access;

typedef struct feed_instruction {
    struct feed_instruction *next; /* of its warp */
    uint64_t number, pc;           /* number: in the trace, from 1 */
    trace_class op;
    trace_operation operation;
    trace_type type;
    bool mask_known, destinations_known;
    bool dead; /* the trace's hint */
    uint32_t mask[TRACE_MASK_WORDS];
    int sources, destinations; /* sources: 0 if they are not known; destinations: if not, those that it writes */
    int16_t source[TRACE_MAX_SOURCES], destination[TRACE_MAX_DESTINATIONS];
    int values;         /* how many writes there are */
    feed_write *writes; /* of the destinations whose values the trace has, in its order, if they are kept */
    feed_access *accesses;
} feed_instruction;

typedef struct feed feed;

/* What a feed keeps of an instruction besides its registers: the values that it writes; its memory accesses; the data of those that store. */
typedef enum { FEED_WRITES = 1, FEED_ACCESSES = 2, FEED_DATA = 4 } feed_keeps;

/* `s` must stay. `keeps`: of feed_keeps, or-ed. */
feed *feed_open(const feed_survey *s, unsigned keeps);
void feed_close(feed *f);
/* The next instruction of a warp, by its number in the survey, if it was read; NULL: it was not, or there is none. */
const feed_instruction *feed_next(const feed *f, int warp);
/* The same, and it leaves the feed; feed_done when it is over. */
feed_instruction *feed_take(feed *f, int warp);
void feed_done(feed *f, feed_instruction *i);
/* The instruction behind it of the same warp, if it was read. */
static inline const feed_instruction *feed_behind(const feed_instruction *i)
{
    return i->next;
}
/* Of a warp without a next one: it has at least this number. */
uint64_t feed_bound(const feed *f, int warp);
/* Reads a record; false at the end. */
bool feed_read(feed *f);

#endif
