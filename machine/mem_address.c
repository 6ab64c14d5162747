/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_address.h"

enum { BLOCK_BITS = 8 };

static int bits_of(int n)
{
    int bits = 0;
    while (1 << bits < n)
        bits++;
    return bits;
}

mem_map map_of(const machine *m)
{
    return (mem_map){m->dram_channels, bits_of(m->l2_parts / m->dram_channels), bits_of(m->dram_row), bits_of(m->dram_banks)};
}

static uint64_t low(uint64_t value, int bits)
{
    return value & ((UINT64_C(1) << bits) - 1);
}

mem_place map_place(const mem_map *map, uint64_t address)
{
    uint64_t block = address >> BLOCK_BITS, channels = (uint64_t)map->channels;
    uint64_t left = block / channels, part = low(left, map->part_bits);
    uint64_t inside = left >> map->part_bits << BLOCK_BITS | low(address, BLOCK_BITS), above = inside >> map->column_bits;
    int high_bits = map->bank_bits - map->part_bits;
    return (mem_place){
        .channel = (int)(block % channels),
        .part = (int)((block % channels) << map->part_bits | part),
        .bank = (int)(low(above, high_bits) << map->part_bits | part),
        .row = above >> high_bits,
        .inside = inside,
    };
}

uint64_t map_in_channel(const mem_map *map, uint64_t address)
{
    return (address >> BLOCK_BITS) / (uint64_t)map->channels << BLOCK_BITS | low(address, BLOCK_BITS);
}

uint64_t map_of_channel(const mem_map *map, int channel, uint64_t inside)
{
    return ((inside >> BLOCK_BITS) * (uint64_t)map->channels + (uint64_t)channel) << BLOCK_BITS | low(inside, BLOCK_BITS);
}

uint64_t map_address(const mem_map *map, int part, uint64_t inside)
{
    uint64_t channel = (uint64_t)part >> map->part_bits,
             left = inside >> BLOCK_BITS << map->part_bits | low((uint64_t)part, map->part_bits);
    return map_of_channel(map, (int)channel, left << BLOCK_BITS | low(inside, BLOCK_BITS));
}
