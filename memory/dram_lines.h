/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_lines.h - lines as DRAM stores them under several codecs, and what it costs to move them, in bursts of 32 bytes.
 *
 * Reading of the source (docs/line-traffic.md, "What reaches DRAM"). All data are in DRAM as the codec stores them, from the start on. Reading
 * a line takes the bursts of its code. Writing a whole line takes the bursts of the new code. A store to a part of a line that comes here
 * with no cache in between is a *partial write*. If the line is stored compressed it is fetched, decompressed, merged and written as
 * the new code. If it is stored raw, only the bursts that the store touches are written, and the line stays raw. Without compression a
 * line moves in all of its bursts, a partial write in those that it touches. Each of these accesses looks up the line in the metadata
 * cache: reading is a read, any write a write. A miss costs a burst, an evicted dirty block another one.
 *
 * What counts. Bursts are those of *known* accesses. A write is known if all bytes of the line are known when it leaves. A read is known
 * if all bytes are known then, or become known by later loads before the line is written. A partial write is known if the line was, and
 * still is. Nothing is guessed for the others. DRAM_LINES_KEPT lines are remembered, in sets of 8 by the line's number; a full set forgets
 * the line that it has had for longest. */
#ifndef WF_DRAM_LINES_H
#define WF_DRAM_LINES_H

#include "../gen/design.h"
#include "line_traffic.h"

enum { DRAM_LINES_KEPT = LINE_IMAGE_LINES };

/* Sums, for any codec. */
typedef struct {
    double fetches, writes, partials;                   /* accesses */
    double known_fetches, known_writes, known_partials; /* of these, known ones */
    double raw_fetch_bursts, raw_write_bursts;          /* of known ones, without compression */
    double lookups, hits;                               /* of the metadata cache */
    double meta_bursts, known_meta_bursts;              /* of its misses and evicted blocks: of all accesses, of known ones and the end */
    double meta_flushed;                                /* of these, blocks that were dirty at the end */
} dram_counts;

/* Sums of one codec, of known accesses. */
typedef struct {
    double fetch_bursts, write_bursts;
    double merges, merge_bursts; /* partial writes to compressed lines, and the bursts of their fetches */
} dram_sums;

typedef struct dram_lines dram_lines;

/* For `n` designs of one line size. The traffic knows what lines hold; it must live as long. */
dram_lines *dram_lines_new(const design *d, int n, line_traffic *traffic);
void dram_lines_free(dram_lines *m);
/* Reads a line. */
void dram_lines_fetch(dram_lines *m, uint64_t line);
/* Writes a line as a whole: what the traffic knows of it now. */
void dram_lines_write(dram_lines *m, uint64_t line);
/* Writes some bytes of a line. */
void dram_lines_write_part(dram_lines *m, uint64_t line, const uint32_t touched[LINE_SECTORS]);
/* A load has seen the line as DRAM has it: perhaps all of its bytes are known now. */
void dram_lines_see(dram_lines *m, uint64_t line);
/* Writes the dirty blocks of the metadata cache, at the end of a trace. */
void dram_lines_end(dram_lines *m);
const dram_counts *dram_lines_counts(const dram_lines *m);
const dram_sums *dram_lines_sums(const dram_lines *m, int i);

#endif
