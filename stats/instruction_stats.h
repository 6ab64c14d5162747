/* SPDX-License-Identifier: Apache-2.0
 *
 * instruction_stats.h - statistics over the instructions of a trace, for traces that have them.
 *
 * Reading of the sources (docs/statistics.md). An instruction diverges if its own mask is neither full nor empty. Shares are of the instructions whose mask
 * is known. Moves: dummy moves before the writes of instructions, of those whose mask and writes are known. Compressed: registers of the
 * instruction's warp that are stored compressed, of those that were written before; at instructions with a
 * full mask, and at those that diverge. Accesses are the registers that an instruction reads, each once, and
 * those that it writes, under the mask of that instruction. Scalars: what the codec's model for scalar execution
 * (wf_codec.scalar) says of the instruction. Memory operations need all of their sources, address and data.
 *
 * Nothing is taken for what a trace does not show. A source register has a value if a write or a read has shown it, and a code if the
 * write has. Without the mask, the sources, or a source's value or code, the instruction or access is counted as unknown. A read tells the
 * value and not the code: which lanes the write was of decides it. SHARE_IF_FULL alone supposes one. */
#ifndef WF_INSTRUCTION_STATS_H
#define WF_INSTRUCTION_STATS_H

#include "../base/metrics.h"
#include "../gen/design.h"

/* What instructions do. REST: control and other instructions, which never run on one lane. */
typedef enum { INSTRUCTION_ARITHMETIC, INSTRUCTION_SFU, INSTRUCTION_MEMORY, INSTRUCTION_REST } instruction_kind;
enum { INSTRUCTION_SCALAR_KINDS = INSTRUCTION_REST };

/* How an instruction may run: one lane for the warp; else one lane for some groups; else one lane for the active lanes. */
typedef enum { SCALAR_FULL, SCALAR_GROUP, SCALAR_DIVERGENT, SCALAR_FORMS } scalar_form;

/* Only sums, as doubles. */
typedef struct {
    double all, full, divergent, empty, unknown; /* by mask; unknown: the mask is */
    double untold, told_writes;                  /* instructions whose mask or writes are not in the trace; writes of the others */
    double moves;                                /* before writes of the others */
    double held[2], compressed[2];               /* [0] at a full mask, [1] at divergence */
    double unread;                               /* instructions whose sources are unknown */
    double reads, writes, unclassed;             /* accesses; unclassed: the value or the mask is unknown */
    double access[WF_MAX_CLASSES];               /* of reads and writes, by the codec's classes */
    double judged, judged_divergent, unjudged;   /* the model has an answer, or something that it needs is unknown */
    double grouped;                              /* judged in a configuration of several groups */
    double supposed, supposed_scalar;            /* unjudged, but the values are known; scalar if all lanes were stored at once */
    double scalar[SCALAR_FORMS][INSTRUCTION_SCALAR_KINDS];
} instruction_counts;

/* Shares in per cent. Four steps: ALU, ALL, HALF, TOTAL. */
typedef enum {
    SHARE_NONDIVERGENT,      /* full masks, of the instructions with a known mask */
    SHARE_DIVERGENT,         /* divergent ones, of the same */
    SHARE_MOVES,             /* dummy moves, of the instructions whose mask and writes are known */
    SHARE_ALU,               /* full scalars of arithmetic, of the instructions judged */
    SHARE_ALL,               /* and of special functions and memory */
    SHARE_HALF,              /* and those with a group that is scalar */
    SHARE_TOTAL,             /* and divergent scalars */
    SHARE_IF_FULL,           /* the same if each source of unknown code is stored as a full write of its value would store it */
    SHARE_GROUP,             /* those with a group that is scalar alone */
    SHARE_DIVERGENT_SCALARS, /* divergent scalars, of the divergent instructions judged */
    INSTRUCTION_SHARES
} instruction_share;
/* NAN: the trace or the codec does not tell it. */
double instruction_share_of(const instruction_counts *c, instruction_share share);
/* Registers that are stored compressed, of those that hold something, in per cent: at a full mask, at divergence. */
double instruction_compressed_share(const instruction_counts *c, int divergent);
/* Accesses of a class, of all that have one, in per cent. */
double instruction_access_share(const instruction_counts *c, int class);

/* Sets PREFIX__instructions, ...; nothing if there are no instructions. */
void instruction_counts_put(const instruction_counts *c, const design *d, const char *prefix, metrics *out);

#endif
