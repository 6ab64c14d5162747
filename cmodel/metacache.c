/* SPDX-License-Identifier: Apache-2.0
 *
 * metacache - a memory controller's cache of how many bursts each line of DRAM takes.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA), section
 * 5.3.2: the burst counts of all lines take 8 MB for 4 GB of DRAM; a cache of 8 KB with 4 ways holds some of them. The operations are
 * this project's.
 *
 * A block is what one access to DRAM brings: `fetch` bytes with 4 counts of 2 bits in each; entry k is bits 2k+1..2k. A line
 * address is, from bit 0, entry | set | tag. Without the entry it is the number of the block. A count is bursts - 1, but the
 * cache does not look at it: it keeps the 2 bits as they come, for every length of line.
 *
 * Each way of each set has valid, dirty, tag and block. Each set has the order in which its ways were used. Each operation selects
 * a *way*: the one that holds the line's block (a hit); else the first invalid one; else the least recently used one.
 *
 *     op          hit                                                     miss
 *     0 read      used                                                    nothing
 *     1 write     used, dirty, the entry becomes bursts_i                 nothing
 *     2 fill      used; the block does not change, data_i is dropped      the way holds data_i: valid, clean, used
 *     3 look      nothing                                                 nothing
 *
 * "Used" means that the way becomes the most recently used one of its set. Each valid operation returns what it found before it
 * changed anything:
 *
 *     hit_o          a valid way held the block
 *     bursts_o       the entry: of the block held on a hit, of data_i in a fill that misses, else 0
 *     evict_o        a fill that misses, and its way was valid and dirty: evict_block_o and evict_data_o go to DRAM
 *     evict_block_o  the way's block number (tag | set) if the way was valid, else 0
 *     evict_data_o   the way's block if it was valid, else 0
 *
 * Operations take effect in their order, one a cycle. An operation sees all effects of the one before, also in the same set or entry.
 * Reset makes every way invalid, and dirty blocks are lost. No block is ever in two ways of its set.
 *
 * The state is all 0 at reset. It has the record of the output; for each set the valid bits, the dirty bits and the order, then the
 * tag and the block of each way; and the counts of activities, two words each. The order lists the ways from the most recently used one on, from bit 0, as 4 bits of way + 1; 0 ends
 * the list.
 */
#include "metacache.h"
#include "streams.h"

static const wf_param params[] = {
    [METACACHE_KBYTES] = {"kbytes", "KB of counts that it holds", WF_PARAM_INT, "2|4|8|16|32", 8, "WF_KBYTES"},
    [METACACHE_WAYS] = {"ways", "blocks a set", WF_PARAM_INT, "1|2|4|8", 4, "WF_WAYS"},
    [METACACHE_FETCH] = {"fetch", "bytes of counts that an access to DRAM brings: a block", WF_PARAM_INT, "32|64", 32, "WF_FETCH"},
    [METACACHE_ADDRESS] = {"address", "bits of a line's address", WF_PARAM_INT, "16..32", 25, "WF_ADDRESS"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    metacache_geometry g = metacache_geometry_of(c);
    if (g.tag_bits < 1)
        return wf_verdict("the cache would hold the counts of all lines: more bits of address, fewer kbytes, or more ways", why);
    wf_stream in = {.count = 4,
                    .field = {
                        {"op", 2},
                        {"address", c->param[METACACHE_ADDRESS]},
                        {"bursts", METACACHE_COUNT_BITS},
                        {"data", 32 * g.data_words},
                    }};
    wf_stream out = {.count = 5,
                     .field = {
                         {"hit", 1},
                         {"bursts", METACACHE_COUNT_BITS},
                         {"evict", 1},
                         {"evict_block", g.tag_bits + g.set_bits},
                         {"evict_data", 32 * g.data_words},
                     }};
    *s = pure_streams(in, out);
    return WF_OK;
}

/* What it does. A block is what a bank of a register file would be. */
enum { LOOKUPS, BLOCK_READS, FILLS, WRITES, HITS, EVICTIONS, COUNTS };
static const wf_activity activities[] = {
    [LOOKUPS] = {"lookups", "operations, each of which reads the tags of a set", WF_ENERGY_TAG, NULL, true},
    [BLOCK_READS] = {"block_reads", "valid blocks that an operation shows", WF_ENERGY_BANK_READ, NULL, false},
    [FILLS] = {"fills", "blocks that are written whole", WF_ENERGY_BANK_WRITE, NULL, true},
    [WRITES] = {"writes", "blocks of which one entry is written", WF_ENERGY_BANK_WRITE, NULL, true},
    [HITS] = {"hits", "operations that find the block", WF_ENERGY_NONE, NULL, true},
    [EVICTIONS] = {"evictions", "dirty blocks that leave", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

/* Words of a set's state. */
enum { VALID, DIRTY, ORDER, WAYS };

static int set_words(const metacache_geometry *g)
{
    return WAYS + g->ways * (1 + g->data_words);
}

static int shown_words(const metacache_geometry *g)
{
    return METACACHE_EVICT_DATA + g->data_words;
}

/* The word of the first count. */
static int counts_at(const metacache_geometry *g)
{
    return shown_words(g) + g->sets * set_words(g);
}

static size_t state_size(const wf_config *c)
{
    metacache_geometry g = metacache_geometry_of(c);
    return (size_t)(counts_at(&g) + 2 * COUNTS) * sizeof(uint32_t);
}

static void count_of(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    metacache_geometry g = metacache_geometry_of(c);
    memcpy(counts, (const uint32_t *)state + counts_at(&g) + 2 * activity, sizeof *counts);
}

static void count(const metacache_geometry *g, uint32_t *state, int activity, bool happens)
{
    uint64_t n;
    uint32_t *at = state + counts_at(g) + 2 * activity;
    memcpy(&n, at, sizeof n);
    n += happens;
    memcpy(at, &n, sizeof n);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    metacache_geometry g = metacache_geometry_of(c);
    size_t bytes = (size_t)shown_words(&g) * sizeof *out;
    memcpy(out, state, bytes);
    memset(care, out[0] ? 0xff : 0, bytes);
    care[0] = 1;
}

static uint32_t *way_of(const metacache_geometry *g, uint32_t *set, int way)
{
    return set + WAYS + way * (1 + g->data_words);
}

/* Find: the way that holds the tag, or -1. */
static int find(const metacache_geometry *g, uint32_t *set, uint32_t tag)
{
    for (int w = 0; w < g->ways; w++)
        if (get_bit(&set[VALID], w) && *way_of(g, set, w) == tag)
            return w;
    return -1;
}

/* Find: the way that a fill takes. */
static int victim_of(const metacache_geometry *g, const uint32_t *set)
{
    for (int w = 0; w < g->ways; w++)
        if (!get_bit(&set[VALID], w))
            return w;
    return (int)(set[ORDER] >> 4 * (g->ways - 1)) - 1; /* every valid way was used */
}

/* Update: takes the way out of the order and puts it first. */
static void use(uint32_t *order, int way)
{
    uint32_t from = *order, to = (uint32_t)way + 1;
    for (int n = 1; from; from >>= 4)
        if ((from & 15) != (uint32_t)way + 1)
            to |= (from & 15) << 4 * n++;
    *order = to;
}

static uint32_t entry_at(const uint32_t *block, uint32_t entry)
{
    return get_bits(block, (int)(METACACHE_COUNT_BITS * entry), METACACHE_COUNT_BITS);
}

static void set_entry(uint32_t *block, uint32_t entry, uint32_t bursts)
{
    uint32_t *word = &block[entry / 16];
    *word = (*word & ~((uint32_t)3 << 2 * (entry % 16))) | (bursts & 3) << 2 * (entry % 16);
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    metacache_geometry g = metacache_geometry_of(c);
    size_t block_bytes = (size_t)g.data_words * sizeof *in;
    uint32_t *out = state, *sets = out + shown_words(&g);
    uint32_t op = in[1] & 3, bursts = in[3];
    uint64_t address = in[2] & (((uint64_t)1 << c->param[METACACHE_ADDRESS]) - 1);
    const uint32_t *data = in + 4;
    out[0] = in[0] & 1;
    if (!out[0])
        return;

    /* Read: the status of the set */
    uint32_t entry = (uint32_t)address & (((uint32_t)1 << g.entry_bits) - 1);
    uint32_t index = (uint32_t)(address >> g.entry_bits) & ((uint32_t)g.sets - 1);
    uint32_t tag = (uint32_t)(address >> (g.entry_bits + g.set_bits));
    uint32_t *set = sets + (size_t)index * (size_t)set_words(&g);

    /* Find: the way that holds the block, else the one to be filled */
    int found = find(&g, set, tag), way = found >= 0 ? found : victim_of(&g, set);
    uint32_t *held = way_of(&g, set, way), bit = (uint32_t)1 << way;
    bool valid = set[VALID] & bit, filling = op == METACACHE_FILL && found < 0;

    /* Show: what was found */
    out[METACACHE_HIT] = found >= 0;
    out[METACACHE_BURSTS] = found >= 0 ? entry_at(held + 1, entry) : filling ? entry_at(data, entry) : 0;
    out[METACACHE_EVICT] = filling && valid && (set[DIRTY] & bit);
    out[METACACHE_EVICT_BLOCK] = valid ? *held << g.set_bits | index : 0;
    memset(out + METACACHE_EVICT_DATA, 0, block_bytes);
    if (valid)
        memcpy(out + METACACHE_EVICT_DATA, held + 1, block_bytes);

    /* Update: the filled block, or the cached one with one entry changed; the status of the set */
    if (filling) {
        set[VALID] |= bit;
        set[DIRTY] &= ~bit;
        held[0] = tag;
        memcpy(held + 1, data, block_bytes);
    } else if (found >= 0 && op == METACACHE_WRITE) {
        set[DIRTY] |= bit;
        set_entry(held + 1, entry, bursts);
    }
    if (filling || (found >= 0 && op != METACACHE_LOOK))
        use(&set[ORDER], way);

    count(&g, state, LOOKUPS, true);
    count(&g, state, BLOCK_READS, valid);
    count(&g, state, FILLS, filling);
    count(&g, state, WRITES, found >= 0 && op == METACACHE_WRITE);
    count(&g, state, HITS, found >= 0);
    count(&g, state, EVICTIONS, out[METACACHE_EVICT]);
}

static int memories(const wf_config *c, wf_memory m[WF_MAX_MEMORIES])
{
    metacache_geometry g = metacache_geometry_of(c);
    m[0] = (wf_memory){.name = "tags", .count = g.ways, .words = g.sets, .bits = g.tag_bits, .part = g.tag_bits, .ports = 2};
    m[1] =
        (wf_memory){.name = "blocks", .count = g.ways, .words = g.sets, .bits = 32 * g.data_words, .part = 32 * g.data_words, .ports = 2};
    return 2;
}

static const wf_system cache = {.kind = WF_CACHE, .activities = activities, .count = count_of};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_metacache = {
    .name = "metacache",
    .title = "cache of the bursts that each line of DRAM takes",
    .source = "CABA (arXiv:1602.01348), section 5.3.2",
    .line = true,
    .params = params,
    .streams = streams,
    .stepped = &stepped,
    .system = &cache,
    .metadata = &wf_metacache_metadata,
    .memories = memories,
};
