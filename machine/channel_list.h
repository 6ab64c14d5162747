/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_list.h - what the channels of DRAM are asked for in a trace: the traffic behind an L1 and an L2 (memory/dram_traffic.h), each line in its place, with what it holds.
 *
 * What lines hold is told by the file of contents beside the trace and by the trace's stores (memory/line_contents.h). A line that the trace touches stands in DRAM from the start on,
 * as it is when it is first touched. What the host writes to such a line before a later launch is a write of its own. A request of a line of which some byte is not known is left
 * out and counted. */
#ifndef WF_CHANNEL_LIST_H
#define WF_CHANNEL_LIST_H

#include <stddef.h>

#include "../memory/dram_traffic.h"
#include "channel_places.h"

typedef enum { CHANNEL_READ, CHANNEL_WRITE, CHANNEL_PART } channel_kind;

/* content: what is read, or what the line holds afterwards. The bytes of the mask are written. */
typedef struct {
    uint8_t kind, channel;
    uint32_t line, content, mask;
} channel_request;

typedef struct {
    const char *path;
    int words; /* of a line */
    channel_request *requests;
    channel_request *placed, *left; /* lines that stand in DRAM at the start, and at the end */
    size_t count, placed_count, left_count;
    uint32_t *contents; /* `words` each */
    size_t content_count;
    uint32_t (*masks)[LINE_SECTORS];
    size_t mask_count;
    double reads, writes, parts, host;    /* requests; host: of the writes those of the host */
    double unknown_reads, unknown_writes; /* not among them */
    double lines, pages;                  /* that are touched at DRAM */
} channel_list;

typedef struct {
    dram_caches caches;
    int stack; /* private_memory.h */
    page_options pages;
} channel_list_options;

/* For lines of so many bytes, in channels of 2^address_bits lines, of which the last `reserved` are nobody's. Dies (2) if nothing reaches DRAM, if there is no file of contents, or
 * if the trace has more pages than DRAM. */
void channel_list_read(channel_list *l, const char *path, const channel_list_options *o, const mem_map *map, int line_bytes,
                       int address_bits, uint32_t reserved);
void channel_list_free(channel_list *l);
const uint32_t *channel_list_content(const channel_list *l, uint32_t content);

#endif
