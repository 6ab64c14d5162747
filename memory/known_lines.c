/* SPDX-License-Identifier: Apache-2.0 */
#include "known_lines.h"

#include <string.h>

#include "../base/arena.h"
#include "../cmodel/bits.h"

typedef struct {
    known_line line[LINE_IMAGE_WAYS];
    unsigned char oldest;
    bool forgot;
} image_set;

struct known_lines {
    int bytes;
    bool rest_is_zero;
    image_set *sets;
    uint64_t forgotten;
};

known_lines *known_lines_open(int bytes, bool rest_is_zero)
{
    known_lines *k = zalloc(sizeof *k);
    *k = (known_lines){bytes, rest_is_zero, zalloc(sizeof *k->sets * LINE_IMAGE_SETS), 0};
    return k;
}

void known_lines_close(known_lines *k)
{
    arena_free(k->sets);
    arena_free(k);
}

uint64_t known_lines_forgotten(const known_lines *k)
{
    return k->forgotten;
}

static image_set *set_of(const known_lines *k, uint64_t line)
{
    return &k->sets[line % LINE_IMAGE_SETS];
}

/* Is a line that its set does not have 0? */
static bool is_zero(const known_lines *k, const image_set *set)
{
    return k->rest_is_zero && !set->forgot;
}

known_line *known_lines_find(known_lines *k, uint64_t line)
{
    image_set *set = set_of(k, line);
    for (int i = 0; i < LINE_IMAGE_WAYS; i++)
        if (set->line[i].used && set->line[i].line == line)
            return &set->line[i];
    return NULL;
}

known_line *known_lines_take(known_lines *k, uint64_t line)
{
    known_line *l = known_lines_find(k, line);
    image_set *set = set_of(k, line);
    if (l)
        return l;
    l = &set->line[set->oldest];
    set->oldest = (unsigned char)((set->oldest + 1) % LINE_IMAGE_WAYS);
    set->forgot |= l->used;
    k->forgotten += l->used;
    *l = (known_line){.line = line, .used = true};
    if (is_zero(k, set))
        memset(l->known, 0xff, sizeof l->known);
    return l;
}

static bool all_known(const known_lines *k, const known_line *l)
{
    for (int i = 0; i < k->bytes / 32; i++)
        if (l->known[i] != UINT32_MAX)
            return false;
    return true;
}

bool known_lines_content(known_lines *k, uint64_t line, uint32_t *content)
{
    const known_line *l = known_lines_find(k, line);
    if (l == NULL) {
        memset(content, 0, (size_t)k->bytes);
        return is_zero(k, set_of(k, line));
    }
    if (!all_known(k, l))
        return false;
    words_of_bytes(content, l->bytes, k->bytes / 4);
    return true;
}

void line_merge(uint32_t *line, const uint32_t *words, const uint32_t *mask, int bytes)
{
    for (int i = 0; i < bytes; i += 4) {
        uint32_t nibble = mask[i / 32] >> i % 32 & 15, bits = 0;
        for (int k = 0; k < 4; k++)
            bits |= (nibble >> k & 1) * ((uint32_t)0xff << 8 * k);
        line[i / 4] = (line[i / 4] & ~bits) | (words[i / 4] & bits);
    }
}
