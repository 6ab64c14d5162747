/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_places.h - where the lines of a trace are in the channels of DRAM. A trace has no physical addresses, so its pages are given frames here: in the order in which they
 * are first touched, or anywhere, by a seed.
 *
 *     first, pages of 4 KB, lines of 128 bytes, 6 channels, blocks of 256 bytes:
 *     the first page has the bytes 0 to fff: its lines 0, 1 are lines 0, 1 of channel 0; 2, 3 those of channel 1; ..; 12, 13 lines 2, 3 of channel 0 */
#ifndef WF_CHANNEL_PLACES_H
#define WF_CHANNEL_PLACES_H

#include "mem_address.h"

typedef enum { PAGES_FIRST, PAGES_HASH, PAGE_ORDERS } page_order;
extern const char *const page_order_names[PAGE_ORDERS];
enum { PAGE_LEAST = 256, PAGE_MOST = 1 << 24 }; /* bytes of a page */

typedef struct {
    page_order order;
    int bytes; /* of a page, a power of two */
    uint64_t seed;
} page_options;

typedef struct {
    int channel;
    uint32_t line; /* in the channel */
} channel_place;

typedef struct channel_places channel_places;

/* For lines of so many bytes, in channels that each have so many lines. */
channel_places *places_open(const page_options *o, const mem_map *map, int line_bytes, uint64_t lines);
void places_close(channel_places *p);
/* False: all frames are taken. */
bool places_of(channel_places *p, uint64_t line, channel_place *place);
/* Pages that have a frame. */
uint64_t places_pages(const channel_places *p);

#endif
