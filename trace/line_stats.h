/* SPDX-License-Identifier: Apache-2.0
 *
 * line_stats.h - what line codecs make of the lines that a trace moves (line_traffic.h), and of any file cut into lines.
 *
 * Reading of the source (CABA, section 6): the compression ratio is that of the bursts that move data, without and with
 * compression: sum over sum, 32 bytes a burst, a raw line all of its bursts. Beside it stand the ratio by bytes (a code's
 * bits rounded up to bytes) and both with the tags. Only lines that are known as a whole count; how many accesses are not
 * is said beside it. Of a file the last part of a line is left out. Shared memory is on chip: it is counted apart and is
 * in no sum.
 *
 * Metadata cache (CABA, section 5.3.2): 8 KB, 4 ways, 2 bits a line. Every access looks its line up, whole or not, but
 * those to shared memory. */
#ifndef WF_LINE_STATS_H
#define WF_LINE_STATS_H

#include "../base/metrics.h"
#include "../gen/design.h"
#include "trace.h"

enum { LINE_MAX_BURSTS = 4 };

/* Sums over lines, all of them exact in a double up to 2^53. */
typedef struct {
    double lines, compressed;                   /* stored so */
    double raw_bytes, code_bytes, burst_bytes, tag_bits;
    double bursts[LINE_MAX_BURSTS + 1];         /* lines of so many */
    double classes[WF_MAX_CLASSES], patterns[WF_MAX_PATTERNS];
} line_sums;

/* Accesses of one trace or of several, whatever the codec. [2]: loads, stores. */
typedef struct {
    double files, accesses[2][TRACE_SPACES], whole[2][TRACE_SPACES];
    double nodata;                              /* accesses of records without data */
    double forgotten;                           /* lines that the image of memory forgot */
    double lookups, hits;                       /* of the metadata cache */
} line_counts;

/* The lines of each kind of access, as one codec stores them. */
typedef struct {
    line_sums sums[2][TRACE_SPACES];
} line_groups;

typedef struct {
    double files, lines, rest;                  /* rest: bytes that fill no line */
} line_file_counts;

/* Dies (2) unless the design is a line codec; `what` needs one. */
void line_stats_need(const design *d, const char *what);

/* One line as the codec stores it. */
void line_sums_line(line_sums *s, const design *d, const uint32_t *line);
void line_sums_add(line_sums *total, const line_sums *s);
void line_counts_add(line_counts *total, const line_counts *c);
void line_groups_add(line_groups *total, const line_groups *g);
void line_file_counts_add(line_file_counts *total, const line_file_counts *c);
/* Of loads (0), stores (1) or both (-1), of a space or all but shared (-1). */
line_sums line_groups_sum(const line_groups *g, int store, int space);
double line_accesses(const line_counts *c, int store, int space);
double line_whole(const line_counts *c, int store, int space);

/* Raw over stored: NAN without lines. */
double line_ratio_bytes(const line_sums *s);
double line_ratio_bytes_tag(const line_sums *s);
double line_ratio_bursts(const line_sums *s);
double line_ratio_bursts_tag(const line_sums *s);
double line_mean_bursts(const line_sums *s);

/* A trace's lines through `n` designs of one line size; groups[n]. Dies (2) if the trace is bad. */
void line_count_trace(const design *d, int n, const char *path, line_counts *c, line_groups *groups);
/* The same of any file; sums[n]. Dies (2) if it cannot be read or has no whole line. */
void line_count_file(const design *d, int n, const char *path, line_file_counts *c, line_sums *sums);

/* PREFIX__lines, __ratio ...: figures that are no numbers are left out. */
void line_sums_put(const line_sums *s, const design *d, const char *prefix, metrics *out);
/* PREFIX__accesses, __whole, __partial, those of each kind with __loads, __stores or a space's name behind; the metadata
 * cache. */
void line_counts_put(const line_counts *c, const design *d, const char *prefix, metrics *out);
/* The same of all lines, and PREFIX__loads__ratio ..., __stores__..., of the spaces too. */
void line_groups_put(const line_groups *g, const design *d, const char *prefix, metrics *out);
/* KIND__STEM of a file, or KIND__STEM_2 ... where `out` has that already; `kind` is "trace" or "raw". */
void line_prefix(const metrics *out, const char *kind, const char *path, char *prefix, size_t size);

/* All of it for the report: trace__STEM__... of each file, trace__... of their sum, trace__count. */
void line_stats(const design *d, const char *const *paths, int count, metrics *out);

#endif
