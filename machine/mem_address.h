/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_address.h - where an address is: which channel of DRAM, which part of L2, which set there, which bank and row.
 *
 * Blocks of 256 bytes go round the channels. What is left of the address without the channel has, from its lowest bit on, 8 bits of column, the part of L2 in the channel,
 * the rest of the column, the rest of the bank, and the row. L2's set is taken from what is left without channel and part. (GPGPU-Sim 4.2, SM2_GTX480's
 * mapping; a channel is a remainder, since 6 is no power of two.)
 *
 *     6 channels, 12 parts, rows of 4,096 bytes, 16 banks: 0x1000 = block 16: channel 16 mod 6 = 4, left is block 2, 0x200; part 4 * 2 + 0, bank 0, row 0
 *     0x0700 = block 7: channel 1, left is 0x100: part 1 * 2 + 1, bank 1, row 0 */
#ifndef WF_MEM_ADDRESS_H
#define WF_MEM_ADDRESS_H

#include "machine_file.h"

#include <stdint.h>

typedef struct {
    int channels, part_bits, column_bits, bank_bits;
} mem_map;

typedef struct {
    int channel, part, bank;
    uint64_t row, inside; /* inside: the address within the part, all that its sets are taken from */
} mem_place;

/* Where code and parameters of launches are: no trace tells, and it must not be where data are. */
#define MEM_PARAMETERS UINT64_C(0xe000000000)
#define MEM_CODE_BASE UINT64_C(0xf000000000)
#define MEM_OWN_END UINT64_C(0x10000000000)
/* Where the private memory of the first SM is, of which traces have each thread's own addresses; that of the next one is so far behind it, 2^40 bytes and some, which spread
 * the SMs over channels, sets of L2 and those of an image of memory. */
#define MEM_PRIVATE UINT64_C(0x8000000000000000)
#define MEM_PRIVATE_SM UINT64_C(0x10000281700)

static inline uint64_t map_private(int number)
{
    return MEM_PRIVATE + (uint64_t)number * MEM_PRIVATE_SM;
}

/* Is it in one of these? */
static inline bool map_is_own(uint64_t address)
{
    return address >= MEM_PARAMETERS && address < MEM_OWN_END;
}

mem_map map_of(const machine *m);
mem_place map_place(const mem_map *map, uint64_t address);
/* Where an address is within its channel, and the address of what is there. */
uint64_t map_in_channel(const mem_map *map, uint64_t address);
uint64_t map_of_channel(const mem_map *map, int channel, uint64_t inside);
/* The address of what is at this place of this part. */
uint64_t map_address(const mem_map *map, int part, uint64_t inside);

#endif
