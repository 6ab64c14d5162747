/* SPDX-License-Identifier: Apache-2.0
 *
 * line_stats.h - compression of the lines that a trace moves (line_traffic.h), and of any file cut into lines.
 *
 * The compression ratio is the number of bursts that move data without compression,
 * over the number with it: sum over sum, 32 bytes a burst; a raw line takes all of its bursts. There is also the ratio by
 * bytes (a code's bits rounded up to bytes), and both ratios with the tags. Only lines of which every byte is known count; the
 * number of the other accesses is given too. A last part of a file that fills no line is left out. Shared memory is on
 * chip: it is counted by itself and is in no sum.
 *
 * Metadata cache: 8 KB, 4 ways, 2 bits a line. One of them is asked at every access, whole or not,
 * except accesses to shared memory. Another one is asked at what reaches DRAM behind the caches (dram_traffic.h, dram_lines.h),
 * which is counted beside the accesses. */
#ifndef WF_LINE_STATS_H
#define WF_LINE_STATS_H

#include "../base/metrics.h"
#include "../gen/design.h"
#include "../memory/dram_traffic.h"
#include "../trace/trace.h"
#include "line_csv.h"

enum { LINE_MAX_BURSTS = 4, LINE_MAX_BESIDE = 3 /* variants of a design that are shown beside it */ };

/* Sums over lines, all of them exact in a double up to 2^53. */
typedef struct {
    double lines, compressed; /* stored compressed */
    double raw_bytes, code_bytes, burst_bytes, tag_bits;
    double bursts[LINE_MAX_BURSTS + 1]; /* lines that take this many bursts */
    double classes[WF_MAX_CLASSES], patterns[WF_MAX_PATTERNS];
} line_sums;

/* Accesses of one trace or of several, for any codec. [2]: loads, stores. */
typedef struct {
    double files, accesses[2][TRACE_SPACES], whole[2][TRACE_SPACES];
    double nodata;        /* accesses of records without data */
    double forgotten;     /* lines that the image of memory forgot */
    double lookups, hits; /* of the metadata cache, if every access asks it */
    line_cache_counts caches;
    dram_counts dram;
} line_counts;

/* The lines of each kind of access, as one codec stores them. */
typedef struct {
    line_sums sums[2][TRACE_SPACES];
    dram_sums dram;
    line_cache_counts compressed; /* of L1 and L2 that hold compressed lines (line_options.forms) */
} line_groups;

typedef struct {
    double files, lines, rest; /* rest: bytes that fill no line */
} line_file_counts;

typedef struct {
    int stack; /* bytes of a thread's stack, or PRIVATE_STACK_FLAT */
    bool dram; /* count what reaches DRAM too */
    dram_caches caches;
    cache_form
        forms[2]; /* of L1 and L2 that run beside these; tags 0: whole lines; codec NULL: each of the designs for which lines are counted */
} line_options;

/* Does L1 (0) or L2 (1) hold compressed lines? */
bool line_options_compress(const line_options *o, int level);
/* For how many of n designs are there such caches: none if no cache compresses, one if each that does has a codec of its own. Those of one are in the
 * first group. */
int line_compressed_runs(const line_options *o, int n);
/* Interleaved stacks of 8 KiB, the caches of paper_machine.h. */
line_options line_options_default(void);

/* Adds one line, as the codec stores it. Returns its bursts. */
int line_sums_line(line_sums *s, const design *d, const uint32_t *line);
void line_counts_add(line_counts *total, const line_counts *c);
void line_groups_add(line_groups *total, const line_groups *g);
void line_file_counts_add(line_file_counts *total, const line_file_counts *c);
/* Sums over loads (0), stores (1) or both (-1), and over one space or all but shared memory (-1). */
line_sums line_groups_sum(const line_groups *g, int store, int space);
double line_accesses(const line_counts *c, int store, int space);
double line_whole(const line_counts *c, int store, int space);

/* Raw over stored; NAN without lines. */
double line_ratio_bytes(const line_sums *s);
double line_ratio_bytes_tag(const line_sums *s);
double line_ratio_bursts(const line_sums *s);
double line_ratio_bursts_tag(const line_sums *s);
double line_mean_bursts(const line_sums *s);

/* Counts a trace's lines for `n` designs of one line size, into groups[n]. Caches of compressed lines know what the file of contents beside the
 * trace tells (memory/line_contents.h). Dies (2) if the trace is bad. */
void line_count_trace(const design *d, int n, const line_options *o, const char *path, line_counts *c, line_groups *groups);
/* The same for any file, into sums[n]. Dies (2) if the file cannot be read or has no whole line. `table`: each line has a row there, also the
 * rest, filled up with zeros, which a message tells; NULL: none. */
void line_count_file(const design *d, int n, const char *path, line_csv *table, line_file_counts *c, line_sums *sums);

/* Sets PREFIX__lines, __ratio ... Figures that are not numbers are left out. */
void line_sums_put(const line_sums *s, const design *d, const char *prefix, metrics *out);
/* Sets PREFIX__form and, of a codec that chooses, PREFIX__choice. */
void line_form_put(const design *d, const char *prefix, metrics *out);
/* Sets PREFIX__accesses, __whole, __partial, the same of each kind with __loads, __stores or a space's name behind, and the
 * metadata cache's figures. */
void line_counts_put(const line_counts *c, const design *d, const char *prefix, metrics *out);
/* Sets the figures of line_sums_put() for all lines, and PREFIX__loads__ratio ..., __stores__..., also for each space. If anything
 * reached DRAM, `c` says what, also PREFIX__dram__ratio ... */
void line_groups_put(const line_groups *g, const line_counts *c, const design *d, const char *prefix, metrics *out);
/* Sets PREFIX__compressed__l1__accesses ... of the caches that hold compressed lines; nothing without such caches. */
void line_compressed_put(const line_options *o, const line_groups *g, const line_counts *c, const char *prefix, metrics *out);
/* "PREFIX__beside__NAME" with the name of a variant as a key has it. */
char *line_beside_prefix(const char *prefix, const char *name);
/* Sets PREFIX__beside__NAME__ratio ... and PREFIX__beside__NAME__dram__ratio ... of a variant (gen/beside.h). */
void line_beside_put(const line_groups *g, const line_counts *c, const char *name, const char *prefix, metrics *out);
/* KIND__STEM for a file, or KIND__STEM_2 ... if `out` has that already. `kind` is "trace" or "raw". */
void line_prefix(const metrics *out, const char *kind, const char *path, char *prefix, size_t size);

/* Sets the stack and the caches that figures of traces are of: trace__stack_bytes, trace__l1__bytes ... Caches only if something is counted
 * behind them. Reads them back; false if they are not there. */
void line_options_put(const line_options *o, metrics *out);
bool line_options_get(const metrics *m, line_options *o);
/* All of it for the report, with the design's variants beside it: trace__STEM__... for each file, trace__... for their sum, the options, and
 * trace__count. */
void line_stats(const design *d, const line_options *o, const char *const *paths, int count, metrics *out);

#endif
