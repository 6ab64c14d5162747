/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_memory.c - contents of memory at launches: a plain head of magic and version, then one zstd stream of two texts, ranges and an end mark. */
#include "trace_memory.h"

#include <string.h>

#include "../base/folder.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "trace_pack.h"
#include "zfile.h"

#define WFM_MAGIC "\x89WFM\r\n\x1a\n"
static const char suffix[] = ".wfm";
enum { WFM_VERSION = 1, RANGE = 0, END = 0x80 };

struct trace_memory {
    input *in;
    bool rest_is_zero, ended, ahead; /* `next` was read and not given yet */
    trace_range next;
    uint64_t count, least; /* ranges so far; the lowest address that the next one of this launch may have */
    unsigned char content[TRACE_RANGE_BYTES];
};

struct trace_memory_writer {
    zfile *file;
    packer bytes;
    int launch; /* of the range before */
    uint64_t count, end;
};

char *trace_memory_beside(const char *file)
{
    const char *dot = strrchr(path_base(file), '.');
    return format_new("%.*s%s", (int)(dot ? (size_t)(dot - file) : strlen(file)), file, suffix);
}

trace_memory *trace_memory_open(const char *path)
{
    trace_memory *m = zalloc(sizeof *m);
    int always_one;

    m->in = input_open_as(path, "file of memory contents");
    unpack_file_head(m->in, WFM_MAGIC, (const int[]){WFM_VERSION, 0}, "file of memory contents", &always_one);
    unpack_stream_head(m->in, always_one);
    arena_free(unpack_string(m->in));
    arena_free(unpack_string(m->in));
    m->rest_is_zero = unpack_byte(m->in, 2, "mark of the rest");
    return m;
}

bool trace_memory_rest_is_zero(const trace_memory *m)
{
    return m->rest_is_zero;
}

static void read_end(trace_memory *m)
{
    uint64_t count = input_varint(m->in);

    if (count != m->count)
        input_bad(m->in, "corrupt: %llu ranges, the end mark says %llu", (unsigned long long)m->count, (unsigned long long)count);
    if (!input_at_end(m->in))
        input_bad(m->in, "corrupt: data after the end mark");
    m->ended = true;
}

static void read_ahead(trace_memory *m)
{
    input_place(m->in, "range", m->count + 1);
    unsigned kind = unpack_byte(m->in, END + 1, "kind of a range");
    if (kind == END) {
        input_place(m->in, NULL, 0);
        read_end(m);
        return;
    }
    if (kind != RANGE)
        input_bad(m->in, "corrupt: a range of kind %u", kind);
    uint64_t later = input_varint(m->in);
    if (later > (uint64_t)(INT32_MAX - m->next.launch))
        input_bad(m->in, "corrupt: a launch of more than 2^31");
    m->least = later > 0 || m->count == 0 ? 0 : m->least;
    m->next.launch += (int)later;
    m->next.address = m->least + input_varint(m->in);
    uint64_t bytes = input_varint(m->in);
    if (m->next.address < m->least || bytes == 0 || bytes > TRACE_RANGE_BYTES || m->next.address + (bytes - 1) < m->next.address)
        input_bad(m->in, "corrupt: a range of %llu bytes at %llx; accepted are 1 to %d", (unsigned long long)bytes,
                  (unsigned long long)m->next.address, TRACE_RANGE_BYTES);
    m->next.bytes = (size_t)bytes;
    input_bytes(m->in, m->content, m->next.bytes);
    m->next.content = m->content;
    m->least = m->next.address + bytes;
    m->count++;
    m->ahead = true;
}

bool trace_memory_next(trace_memory *m, int launch, trace_range *range)
{
    if (!m->ahead && !m->ended)
        read_ahead(m);
    if (!m->ahead || m->next.launch > launch)
        return false;
    *range = m->next;
    m->ahead = false;
    return true;
}

void trace_memory_close(trace_memory *m)
{
    input_close(m->in);
    arena_free(m);
}

/* ---- writing ---- */

static void flush(trace_memory_writer *w)
{
    zfile_write(w->file, w->bytes.data, w->bytes.len);
    w->bytes.len = 0;
}

trace_memory_writer *trace_memory_create(const char *path, bool rest_is_zero, const char *source, const char *licence)
{
    trace_memory_writer *w = zalloc(sizeof *w);
    unsigned char head[PACK_HEAD_BYTES];

    if (!ends_with(path, suffix))
        die_usage("%s: a name that ends in %s is expected", path, suffix);
    pack_check_texts(path, source, licence);
    w->file = zfile_create(path, true);
    zfile_fast(w->file);
    pack_file_head(head, WFM_MAGIC, WFM_VERSION, 1);
    zfile_begin(w->file, head, sizeof head);
    put_varint(&w->bytes, 1);
    put_string(&w->bytes, source);
    flush(w);
    put_string(&w->bytes, licence);
    flush(w);
    put_byte(&w->bytes, rest_is_zero);
    return w;
}

void trace_memory_put(trace_memory_writer *w, const trace_range *range)
{
    bool same = w->count > 0 && range->launch == w->launch;

    if (range->bytes == 0 || range->bytes > TRACE_RANGE_BYTES || range->launch < w->launch || (same && range->address < w->end))
        die("a range of memory that is empty, too long or out of order");
    put_byte(&w->bytes, RANGE);
    put_varint(&w->bytes, (uint64_t)(range->launch - w->launch));
    put_varint(&w->bytes, range->address - (same ? w->end : 0));
    put_varint(&w->bytes, range->bytes);
    flush(w);
    zfile_write(w->file, range->content, range->bytes);
    w->launch = range->launch;
    w->end = range->address + range->bytes;
    w->count++;
}

uint64_t trace_memory_finish(trace_memory_writer *w)
{
    put_byte(&w->bytes, END);
    put_varint(&w->bytes, w->count);
    flush(w);
    uint64_t bytes = zfile_close(w->file);
    arena_free(w);
    return bytes;
}
