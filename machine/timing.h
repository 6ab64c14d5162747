/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - a trace run by a machine: launches one after the other, their blocks on the SMs, all SMs and the memory cycle by cycle (docs/time.md).
 *
 * Blocks are given out in the order of the trace, each cycle at most one to an SM, the SMs in turn. The next launch begins when all blocks of the one
 * before it have ended. What the trace does not tell has no effect, and is counted. */
#ifndef WF_TIMING_H
#define WF_TIMING_H

#include "../gen/design.h"
#include "cache_replay.h"
#include "sm.h"
#include "sm_occupancy.h"

typedef struct {
    const trace_launch *launch; /* NULL: the trace tells none */
    double cycles, instructions;
    int blocks, together; /* blocks; how many of them an SM holds at once */
    occupancy_limit by;
    int without; /* the same without the registers of helper warps */
} timing_launch;

/* What energy goes to, in pJ by the machine's section [energy]. Caches: an access moves a line of L1 or a unit of L2, a miss once more. Instructions: by active lanes. Codec: of encoders and
 * decoders in hardware; routines are all that helper warps issue. Register files and caches of a design tell theirs elsewhere. */
typedef enum {
    PART_DRAM,
    PART_NET,
    PART_L1,
    PART_L2,
    PART_INSTRUCTIONS,
    PART_ROUTINES,
    PART_CODEC,
    PART_COUNTS,
    PART_STATIC,
    PARTS
} timing_part;
extern const char *const part_names[];

typedef struct {
    double cycles, instructions;
    double energy[PARTS];
    timing_launch *launches;
    int launch_count;
    sm_counts sms; /* the sum of all */
    mem_counts memory;
    double processor_cycles; /* cycles that were computed one by one: others were passed over, since nothing could happen in them */
    file_counts file;        /* of all SMs with a register file of a design, in the cycles in which they had work */
    cache_counts cache;      /* of all SMs whose L1 is a design's cache of vectors */
    double routines_wrong;   /* runs of routines whose result is not the codec's */
    const event_map *events; /* that triggered routines; NULL: none did */
    bool switched_off;       /* by its profile: this is the run without compression */
    double lines_forgotten;  /* lines that the image of memory had no room for; 0 where lines are not compressed */
} timing_result;

/* Of a machine that compresses lines. */
typedef struct {
    const design *codec;  /* a checked design for lines of 128 bytes (mem_codec.h) */
    const char *contents; /* the file of what memory holds (mem_contents.h) */
} timing_lines;

/* Those of a trace on this machine; NULL: it compresses none. `contents`: NULL, the file beside the trace. Dies (2) if that is not there. */
const timing_lines *timing_lines_of(timing_lines *l, const machine *m, const design *codec, const char *contents, const char *path);

/* What of each SM is a design's; NULL: the machine's own. */
typedef struct {
    const design *file;      /* a register file */
    const design *cache;     /* a cache of vectors in place of L1 (mem_vectors.h) */
    const design *helper;    /* what runs helper warps (helper_ports.h), if there are any; NULL: the first such unit of the program */
    const event_map *events; /* that trigger routines (docs/events.md); NULL: none do */
} timing_designs;

/* With a profile (machine.assist_profile) of helper warps the trace first runs without compression, and then with a codec. Lines are compressed by helper warps only if without compression it
 * is bound by bandwidth: at most half of the slots are active or wait for a pipe of computation, and DRAM's buses are busy in at least this share of their cycles; and if with a codec DRAM
 * moves at most 90 % of the bursts of raw lines. */
bool timing_bound(const timing_result *plain, int share);
bool timing_compressible(const timing_result *codec);
/* `lines` may be NULL where the machine compresses none. Dies (2) if a block fits no SM, or the
 * design not the machine or the trace, or the contents are not the trace's; (1) if nothing moves any more. */
void timing_run(timing_result *r, const machine *m, const feed_survey *s, timing_designs d, const timing_lines *lines);
void timing_result_free(timing_result *r);
/* pJ; and nJ times us. */
double timing_energy(const timing_result *r);
double timing_edp(const timing_result *r, const machine *m);

#endif
