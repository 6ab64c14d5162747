/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_stats.h - statistics of a trace's register values under a codec: value similarity, classes, ratios, moves, energy.
 *
 * Reading of the sources (docs/statistics.md). The distance of two successive lanes is the absolute value of
 * their difference modulo 2^32 as a signed word. The bins are zero, up to 128, up to 2^15, random. There are two counts:
 * by pairs of successive lanes, and by register, where the largest distance decides a register's bin. All
 * lanes count. An inactive lane has the value that it keeps, since the register holds it. A write is divergent if its mask is
 * neither full nor empty; writes with an empty mask are left out. A divergent write is stored raw, and a
 * compressed register needs a dummy move before it. Operand reads (of tools that look before an instruction) count as values
 * with a full mask and need no moves.
 *
 * A value may take no storage unit at all (the tag holds a scalar). Ratios are sums over sums, so
 * such values only raise them. If all values are such, the ratio is not a number and its key is left out. In the mean of the
 * single values' ratios, a value without a unit counts as the bits of its tag.
 *
 * Vectors: the words that registers and memory accesses move, under their masks,
 * in the classes of vector_class.h. One 32-bit word of each lane makes a vector. Data of 64 bits are two vectors; an
 * access of less than a word is the word that the trace has. Vectors are as wide as the design's (its parameter
 * `vector`); with other codecs they are the whole warp. Vectors without an active lane are left out. "Stack" is memory that is
 * private to a thread, so it includes the space local. Lanes that use several private words make a transaction for each word, so
 * each word of private memory that an access uses is a vector of the lanes that use it. A vector is "missed" if the encoder could store its class compressed
 * but does not find it, since no two lanes 2i, 2i + 1 are active. */
#ifndef WF_TRACE_STATS_H
#define WF_TRACE_STATS_H

#include "../base/metrics.h"
#include "../gen/design.h"
#include "../memory/private_memory.h"
#include "../trace/trace.h"
#include "trace_counts.h"

extern const char *const trace_vector_kinds[TRACE_VECTOR_KINDS]; /* "registers", "load_stack", ... */
extern const char *const trace_vector_classes[VECTOR_CLASSES];   /* "generic", "zero", ... by vector_class */
/* Lanes of the vectors that are counted for this design. */
int trace_vector_lanes(const design *d);

/* What the codec's source publishes (energy.h), its encoder and decoder in proportion to the lanes. All 0 without a source; the
 * energies are then left out. */
trace_energy trace_energy_paper(const design *d);

/* Dies (2) unless the design is a register codec with 32-bit words. */
void trace_stats_need(const design *d);
/* Counts one trace and closes it. `stack`: private_memory.h. Dies (2) if it is bad or has another warp width than the design, or if the codec is
 * no register codec. */
void trace_count(const design *d, trace *t, const trace_energy *e, int stack, trace_counts *c);
void trace_counts_add(trace_counts *total, const trace_counts *c);
/* Register values: writes and reads. */
double trace_values(const trace_counts *c);
/* Vectors of one kind, of all classes. */
double trace_vectors(const trace_counts *c, trace_vector_kind kind);
/* raw / stored, or NAN if nothing is stored. */
double trace_ratio(double raw, double stored);
/* Energy saved by an access on average; NAN if no energies are known. */
double trace_net_energy(const trace_counts *c);
/* Reads a write, in these sums. */
double trace_reads_per_write(const trace_counts *c);
/* Sets PREFIX__writes, __ratio, ... Energies are per access. net = base - stored - units is what is saved; it is negative if
 * encoder and decoder cost more than they save. Figures that are not numbers are left out. Activations by code are there if `e`, the model that they
 * were counted under, has energies by code. */
void trace_counts_put(const trace_counts *c, const design *d, const energy_model *e, const char *prefix, metrics *out);
/* Key of a file: its stem in lower case, with '_' for everything but letters and digits. */
void trace_stem(const char *path, char *key, size_t size);
/* "trace__STEM", or "trace__STEM_2" ... if `out` has that already or the stem is a word of keys of all files (key_is_word). */
void trace_prefix(const metrics *out, const char *stem, char *prefix, size_t size);
/* The same with another word for "trace"; `taken`: are there figures below this prefix? */
typedef bool trace_taken(const metrics *out, const char *prefix);
void trace_prefix_of(const metrics *out, const char *kind, const char *stem, trace_taken *taken, char *prefix, size_t size);

/* All of it for the report: trace__STEM__... for each file, trace__... for their sum, and trace__count. `e` NULL: the paper's
 * figures. Stacks are of the default size. */
void trace_stats(const design *d, const char *const *paths, int count, const trace_energy *e, metrics *out);

#endif
