/* SPDX-License-Identifier: Apache-2.0
 *
 * launch_bounds.c - what is looked at before a launch starts a block: what it asks for, and the time and memory that it takes at least. */
#include "../base/text.h"
#include "machine.h"

uint32_t simt_stack_bytes(const simt_machine *m)
{
    uint32_t align = m->program->tls.size > 0 ? m->program->tls_align : 16;
    return (m->config.stack + align - 1) & ~(align - 1);
}

uint32_t simt_private_bytes(const simt_machine *m)
{
    return simt_stack_bytes(m) + ((m->program->tls.size + 15) & ~15u);
}

static bool is_plain(const simt_machine *m)
{
    return m->config.order == SIMT_PLAIN;
}

/* The warps of a block; with SIMT_PLAIN its threads. */
static uint64_t parts_of(const simt_machine *m, const simt_launch *l)
{
    uint32_t lanes = is_plain(m) ? 1 : (uint32_t)m->config.lanes;
    return (l->threads + lanes - 1) / lanes;
}

static uint64_t blocks_at_a_time(const simt_machine *m, const simt_launch *l)
{
    uint64_t most = is_plain(m) ? 1 : (uint64_t)m->config.resident;
    return l->blocks < most ? l->blocks : most;
}

/* The bytes of the blocks that are in the machine at a time. */
static uint64_t bytes_of(const simt_machine *m, const simt_launch *l)
{
    uint64_t lanes = is_plain(m) ? 1 : (uint64_t)m->config.lanes, state = is_plain(m) ? sizeof(simt_thread) : sizeof(simt_warp),
             part = state + lanes * (SIMT_REGISTERS * sizeof(uint32_t) + simt_private_bytes(m));
    return blocks_at_a_time(m, l) * (l->shared + parts_of(m, l) * part);
}

char *simt_launch_wrong(const simt_machine *m, const simt_launch *l)
{
    const simt_config *c = &m->config;
    uint64_t blocks = l->blocks, least = blocks * parts_of(m, l), bytes = bytes_of(m, l);

    if (simt_program_at(m->program, l->kernel) == NULL)
        return format_new("launch of a kernel at %08x, where there is no code", l->kernel);
    for (int i = 0; i < 2 && l->is_2d; i++)
        if (l->grid[i] > SIMT_MAX_DIMENSION || l->block[i] > SIMT_MAX_DIMENSION)
            return format_new("launch of %u x %u blocks of %u x %u threads; accepted are up to %d in a dimension", l->grid[0], l->grid[1],
                              l->block[0], l->block[1], SIMT_MAX_DIMENSION);
    if (blocks == 0 || l->threads == 0 || l->threads > SIMT_MAX_THREADS || l->shared > SIMT_MAX_SHARED)
        return format_new(
            "launch of %u blocks of %u threads with %u bytes of shared memory; accepted are 1 block or more, 1 to %d threads, "
            "up to %d bytes",
            l->blocks, l->threads, l->shared, SIMT_MAX_THREADS, SIMT_MAX_SHARED);
    if (blocks > c->most_blocks)
        return format_new("launch of %u blocks; accepted are %llu, --max-blocks sets it", l->blocks, (unsigned long long)c->most_blocks);
    if (blocks * l->threads - 1 > UINT32_MAX)
        return format_new("launch of %u blocks of %u threads; accepted are 4294967296 threads, since their number (mhartid) has 32 bits",
                          l->blocks, l->threads);
    if (least > m->left)
        return format_new("launch of %u blocks of %u threads, which are %llu instructions at least; the limit leaves %llu, "
                          "--max-instructions sets it",
                          l->blocks, l->threads, (unsigned long long)least, (unsigned long long)m->left);
    if (bytes > c->most_bytes)
        return format_new("launch of %u blocks of %u threads, of which %llu at a time take %llu bytes for stacks, registers and shared "
                          "memory; accepted are %llu, --max-block-memory sets it, --resident and --stack make less of it",
                          l->blocks, l->threads, (unsigned long long)blocks_at_a_time(m, l), (unsigned long long)bytes,
                          (unsigned long long)c->most_bytes);
    return NULL;
}
