/* SPDX-License-Identifier: Apache-2.0 */
#include "helped_lines.h"

#include "../base/arena.h"
#include "../memory/segment_cache.h"
#include "mem_coalesce.h"

void helped_open(helped_lines *h, const design *codec, void *own, bool (*content)(void *own, uint64_t line, uint32_t words[]))
{
    *h = (helped_lines){.codec = {codec, own, content}, .store = routine_store_open(NULL), .room = 1024};
    h->routines = routine_set_open(h->store, codec);
    h->plain = codec_callbacks(&h->codec);
    h->raw = zalloc(h->room * sizeof *h->raw);
}

void helped_close(helped_lines *h)
{
    routine_set_close(h->routines);
    routine_store_close(h->store);
    arena_free(h->raw);
}

/* ---- lines that are raw ---- */

static size_t place_of(const helped_lines *h, uint64_t key)
{
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (h->room - 1);
    while (h->raw[at] != 0 && h->raw[at] != key)
        at = (at + 1) & (h->room - 1);
    return at;
}

static void grow_table(helped_lines *h)
{
    uint64_t *old = h->raw;
    size_t room = h->room;
    h->room *= 2;
    h->raw = zalloc(h->room * sizeof *h->raw);
    for (size_t k = 0; k < room; k++)
        if (old[k] != 0)
            h->raw[place_of(h, old[k])] = old[k];
    arena_free(old);
}

static uint64_t key_of(uint64_t line)
{
    return line / MEM_LINE + 1;
}

static bool is_raw(const helped_lines *h, uint64_t line)
{
    uint64_t key = key_of(line);
    return h->raw[place_of(h, key)] == key;
}

static void add(helped_lines *h, uint64_t line)
{
    size_t at = place_of(h, key_of(line));
    h->count += h->raw[at] == 0;
    h->raw[at] = key_of(line);
    if (2 * h->count > h->room)
        grow_table(h);
}

/* Those behind it move up. */
static void drop(helped_lines *h, uint64_t line)
{
    size_t at = place_of(h, key_of(line));
    if (h->raw[at] == 0)
        return;
    h->raw[at] = 0;
    h->count--;
    for (at = (at + 1) & (h->room - 1); h->raw[at] != 0; at = (at + 1) & (h->room - 1)) {
        uint64_t key = h->raw[at];
        h->raw[at] = 0;
        h->raw[place_of(h, key)] = key;
    }
}

/* ---- callbacks ---- */

static int bursts(void *own, uint64_t line)
{
    helped_lines *h = own;
    int of_code = h->plain.bursts(h->plain.own, line);
    return of_code > 0 && is_raw(h, line) ? MEM_SECTORS : of_code;
}

static int segments(void *own, uint64_t line)
{
    helped_lines *h = own;
    return is_raw(h, line) ? MEM_LINE / SEGMENT_BYTES : h->plain.segments(h->plain.own, line);
}

static int code(void *own, uint64_t line)
{
    helped_lines *h = own;
    uint32_t words[MEM_LINE / 4];
    if (is_raw(h, line) || !h->codec.content(h->codec.own, line, words))
        return -1;
    const routine_path *p = routine_set_decompress(h->routines, words);
    return p ? p->number : -1;
}

static void written(void *own, uint64_t line, bool coded)
{
    if (coded)
        drop(own, line);
    else
        add(own, line);
}

mem_callbacks helped_callbacks(helped_lines *h)
{
    return (mem_callbacks){.own = h, .bursts = bursts, .segments = segments, .code = code, .written = written};
}

void helped_host(helped_lines *h, uint64_t address, uint64_t bytes)
{
    for (uint64_t line = address / MEM_LINE * MEM_LINE; line < address + bytes; line += MEM_LINE)
        drop(h, line);
}

const routine_path *helped_compress(void *own, uint64_t line, bool *fits)
{
    helped_lines *h = own;
    uint32_t words[MEM_LINE / 4];
    if (!h->codec.content(h->codec.own, line, words))
        return NULL;
    *fits = routine_set_decompress(h->routines, words) != NULL;
    return routine_set_compress(h->routines, words);
}
