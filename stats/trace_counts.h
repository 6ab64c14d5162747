/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_counts.h - what is counted of a trace; trace_stats.h tells how it is read. */
#ifndef WF_TRACE_COUNTS_H
#define WF_TRACE_COUNTS_H

#include "distances.h"
#include "energy.h"
#include "instruction_stats.h"
#include "vector_class.h"

enum { TRACE_BINS = DISTANCE_BINS };

/* Where vectors come from, in the order of the tables. OTHER: shared, constant, generic and other memory. OPERANDS: registers as
 * instructions read them, under their masks. */
typedef enum {
    TRACE_REGISTERS,
    TRACE_LOAD_STACK,
    TRACE_STORE_STACK,
    TRACE_LOAD_GLOBAL,
    TRACE_STORE_GLOBAL,
    TRACE_LOAD_OTHER,
    TRACE_STORE_OTHER,
    TRACE_OPERANDS,
    TRACE_VECTOR_KINDS
} trace_vector_kind;

/* What accesses take. */
typedef struct {
    energy_model model;
    double reads_per_write; /* how often a value is read, where the trace does not tell what reads it: 2 */
} trace_energy;

enum { TRACE_MOVES }; /* the part of the energies that dummy moves are */

/* Counts of one trace or of several; sums of bits are exact in a double up to 2^53. [2]: full mask, divergent. */
typedef struct {
    double files, writes, reads, divergent, empty, memory, skipped, moves;
    double moves_by_code; /* of a codec with merge: moves if the decision knows the code of the write too */
    double bins[2][TRACE_BINS], pairs[2][TRACE_BINS];
    double classes[WF_MAX_CLASSES];
    double compressed; /* stored compressed */
    double raw_bits, code_bits, unit_bits, tag_bits, units;
    double base_write_bits, write_bits;              /* of the storage units that the writes touch: uncompressed, as stored */
    double ratio_sum_bytes, ratio_sum_units;         /* of the single values */
    double merged_raw[2], merged_units[2];           /* divergent writes merged and compressed too */
    double fits[WF_MAX_WAYS], best[WF_MAX_WAYS + 1]; /* of a codec with a survey; best: the last for none */
    /* What is charged: uncompressed; uncompressed, with scalars in a bank of their own, an access to which counts as one to a tag; as stored. Moves
     * are part TRACE_MOVES. */
    energy_activity base, scalars, own;
    double base_pj, scalars_pj, stored_pj, unit_pj;          /* what that takes: own without units, and these */
    double charged_writes, charged_divergent, charged_reads; /* accesses whose energy is in the sums; divergent: of the writes */
    double charged_compressed, charged_read_bits;            /* of the reads: registers stored compressed; bits of their storage units */
    double vectors[TRACE_VECTOR_KINDS][VECTOR_CLASSES], missed[TRACE_VECTOR_KINDS];
    double nodata; /* accesses without data */
    instruction_counts instructions;
} trace_counts;

#endif
