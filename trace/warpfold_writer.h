/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold_writer.h - writes what Warpfold reads, from a simulator or an instrumentation tool: traces (.wft, docs/packed.md) and files of
 * raw cache lines. Copy this one file. It is C99 and C++, and needs nothing but the C library of a POSIX system.
 *
 *     #include "warpfold_writer.h"
 *
 *     int main(void)
 *     {
 *         wf_trace_place at = {0, 1, 0x80000010, {0xf, 0, 0, 0}, 0};
 *         uint32_t value[4] = {7, 8, 9, 10};
 *         uint64_t address[4] = {0x1000, 0x1004, 0x1008, 0x100c};
 *         wf_trace_writer *trace;
 *
 *         if (wf_trace_open(&trace, "mine.wft", 4, 0, "my simulator", "CC0-1.0") != WF_WRITER_OK)
 *             return 1;
 *         wf_trace_write(trace, &at, WF_TRACE_ALU, WF_TRACE_X, 5, value);
 *         wf_trace_store(trace, &at, WF_TRACE_GLOBAL, 4, address, value);
 *         return wf_trace_close(trace) == WF_WRITER_OK ? 0 : 1;
 *     }
 *
 * `warpfold stats mine.wft` counts it, `warpfold convert mine.wft -o small.wft` packs it (zstd): the frame here is not compressed.
 *
 * Errors. Every function returns a wf_writer_error.
 *   WF_WRITER_OK       done
 *   WF_WRITER_VALUE    an argument is out of its range, or a NULL. Nothing of this record is written; the file goes on without it
 *   WF_WRITER_FILE     the file cannot be made or written; errno tells why. All later records return the same
 *   WF_WRITER_MEMORY   no memory, when a file is opened
 * After an error of `open` the writer is NULL. `close` frees the writer in any case, and returns WF_WRITER_FILE if any call did. So the
 * results of `open` and `close` tell whether the file is whole.
 *
 * Files. A new file beside PATH, of a name that ends with .part, is written, and `close` gives it the name PATH. So PATH is never a part of a
 * file. After an error `close` removes what was written. A PATH that is there is not overwritten: `open` returns WF_WRITER_FILE with errno
 * EEXIST, and so does `close` if it came in between; remove() it first. A device, a pipe, and what begins with /dev/std or /dev/fd/, is
 * written as it is.
 *
 * A writer is of one thread at a time and of the process that opened it; writers share nothing. In a child that was forked, every function
 * returns WF_WRITER_VALUE, and `close` frees the child's copy without touching the file. */
#ifndef WARPFOLD_WRITER_H
#define WARPFOLD_WRITER_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { WF_WRITER_OK = 0, WF_WRITER_VALUE = 1, WF_WRITER_FILE = 2, WF_WRITER_MEMORY = 3 } wf_writer_error;

/* The names of docs/forms.md, "Records", in the order of their numbers. Traces without instructions have the classes up to OTHER. */
typedef enum {
    WF_TRACE_ALU,
    WF_TRACE_MUL,
    WF_TRACE_FPU,
    WF_TRACE_SFU,
    WF_TRACE_LOADS,
    WF_TRACE_OTHER,
    WF_TRACE_STORES,
    WF_TRACE_CONTROL
} wf_trace_class;
typedef enum {
    WF_TRACE_STACK,
    WF_TRACE_GLOBAL,
    WF_TRACE_SHARED,
    WF_TRACE_LOCAL,
    WF_TRACE_CONSTANT,
    WF_TRACE_GENERIC,
    WF_TRACE_ELSEWHERE
} wf_trace_space;
typedef enum { WF_TRACE_X, WF_TRACE_F, WF_TRACE_R } wf_trace_file; /* x0..31, f0..31, R0..254 */

enum {
    WF_TRACE_MIN_LANES = 4,
    WF_TRACE_LANES = 128, /* at most */
    WF_TRACE_SOURCES = 8,
    WF_TRACE_DESTINATIONS = 4,
    WF_TRACE_BYTES = 32,   /* of a lane, in one access */
    WF_TRACE_TEXT = 10736, /* characters of `source` and of `licence` */
    WF_TRACE_UNKNOWN = -1, /* a number of sources or destinations */
    WF_TRACE_CONTEXTS = 64,
    WF_TRACE_RECORD = 8192, /* bytes of the longest record, with room to spare: 128 lanes of 10 bytes of address and 32 of data are 5,376 */
    WF_TRACE_BLOCK = 131072, /* the most that a block of zstd holds; a multiple of 32 */
    WF_LINES_BLOCK = 65536   /* bytes of lines that are written at a time */
};

/* Where a record comes from. */
typedef struct {
    uint64_t cta; /* thread block or core: x + y 2^32 + z 2^48 of a CUDA block */
    uint32_t warp;
    uint64_t pc;      /* 0: not known */
    uint32_t mask[4]; /* lane i is active: bit i % 32 of mask[i / 32]; 0 above the lanes */
    int linked;       /* 1: a part of the last instruction of its warp, in a trace with instructions; pc and class are its too */
} wf_trace_place;

typedef struct {
    int file; /* wf_trace_file */
    int number;
} wf_trace_register;

/* A file that appears whole. It has no buffer, which a forked child would write once more at its end. */
typedef struct {
    FILE *file;
    char *path, *part; /* part NULL: path itself is written */
    int reason;        /* errno of the first failure; 0: none */
    long process;      /* that opened it */
} wf_writer_file;

typedef struct {
    wf_writer_file out;
    int lanes, instructions;
    /* What a record is coded relative to */
    int any;
    uint64_t cta, records;
    uint32_t warp;
    uint64_t pc[WF_TRACE_CONTEXTS];
    /* The record that is being made, the block of the frame, and its checksum (XXH64): four sums over stripes of 32 bytes */
    size_t made, held;
    uint64_t total, sum[4];
    unsigned char record[WF_TRACE_RECORD], block[WF_TRACE_BLOCK];
} wf_trace_writer;

typedef struct {
    wf_writer_file out;
    size_t bytes, held; /* of a line; of the block */
    unsigned char block[WF_LINES_BLOCK];
} wf_lines_writer;

/* ---- Files ---- */

enum { WF_WRITER_NAMES = 1000 }; /* that are tried for the file beside PATH: those of other writers of this process, and of dead ones */

static inline int wf_writer_failed(wf_writer_file *o)
{
    if (o->reason == 0)
        o->reason = errno != 0 ? errno : EIO;
    errno = o->reason;
    return WF_WRITER_FILE;
}

static inline int wf_writer_in_place(const char *path)
{
    struct stat s;

    return strncmp(path, "/dev/std", 8) == 0 || strncmp(path, "/dev/fd/", 8) == 0 || (stat(path, &s) == 0 && !S_ISREG(s.st_mode));
}

/* Opens PATH itself, or a new file beside it: "x" follows no link and takes no file that is there. */
static inline FILE *wf_writer_create(wf_writer_file *o, size_t room)
{
    FILE *file = NULL;

    if (o->part == NULL)
        return fopen(o->path, "wb");
    if (access(o->path, F_OK) == 0) {
        errno = EEXIST;
        return NULL;
    }
    errno = EEXIST;
    for (int i = 0; file == NULL && errno == EEXIST && i < WF_WRITER_NAMES; i++) {
        snprintf(o->part, room, "%s.%ld-%d.part", o->path, o->process, i);
        file = fopen(o->part, "wbx");
    }
    return file;
}

static inline int wf_writer_open(wf_writer_file *o, const char *path)
{
    size_t n = strlen(path) + 1, room = n + 40;

    o->reason = 0;
    o->part = NULL;
    o->process = getpid();
    o->path = (char *)malloc(n + room);
    if (o->path == NULL)
        return WF_WRITER_MEMORY;
    memcpy(o->path, path, n);
    if (!wf_writer_in_place(path))
        o->part = o->path + n;
    errno = 0;
    o->file = wf_writer_create(o, room);
    if (o->file != NULL) {
        setvbuf(o->file, NULL, _IONBF, 0);
        return WF_WRITER_OK;
    }
    wf_writer_failed(o);
    free(o->path);
    errno = o->reason;
    return WF_WRITER_FILE;
}

/* Is this the process that opened it? */
static inline int wf_writer_is_ours(const wf_writer_file *o)
{
    return o->process == getpid();
}

static inline int wf_writer_put(wf_writer_file *o, const void *data, size_t n)
{
    errno = 0;
    if (o->reason != 0 || (n > 0 && fwrite(data, 1, n, o->file) != n))
        return wf_writer_failed(o);
    return WF_WRITER_OK;
}

/* Gives PART the name PATH, which nothing may have. A file system without links cannot do it in one step. */
static inline int wf_writer_name(const wf_writer_file *o)
{
    if (link(o->part, o->path) == 0)
        return unlink(o->part);
    if (errno == EEXIST || access(o->path, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(o->part, o->path);
}

static inline int wf_writer_close(wf_writer_file *o)
{
    int error = o->reason != 0 ? wf_writer_failed(o) : WF_WRITER_OK;

    if (!wf_writer_is_ours(o)) {
        fclose(o->file);
        free(o->path);
        return WF_WRITER_VALUE;
    }
    errno = 0;
    if (fclose(o->file) != 0)
        error = wf_writer_failed(o);
    if (error == WF_WRITER_OK && o->part != NULL && wf_writer_name(o) != 0)
        error = wf_writer_failed(o);
    if (error != WF_WRITER_OK && o->part != NULL)
        remove(o->part);
    free(o->path);
    errno = o->reason;
    return error;
}

/* ---- The frame: blocks of zstd that are not compressed, and the checksum of their bytes ---- */

#define WF_XXH_1 0x9e3779b185ebca87u
#define WF_XXH_2 0xc2b2ae3d27d4eb4fu
#define WF_XXH_3 0x165667b19e3779f9u
#define WF_XXH_4 0x85ebca77c2b2ae63u
#define WF_XXH_5 0x27d4eb2f165667c5u

static inline uint64_t wf_xxh_turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t wf_xxh_round(uint64_t sum, uint64_t word)
{
    return wf_xxh_turn(sum + word * WF_XXH_2, 31) * WF_XXH_1;
}

static inline uint64_t wf_xxh_word(const unsigned char *p, int bytes)
{
    uint64_t word = 0;

    for (int i = 0; i < bytes; i++)
        word |= (uint64_t)p[i] << (8 * i);
    return word;
}

/* Adds the whole stripes of the block to the sums and returns the bytes behind them. */
static inline const unsigned char *wf_xxh_stripes(wf_trace_writer *w)
{
    const unsigned char *p = w->block;

    for (; w->block + w->held - p >= 32; p += 32)
        for (int i = 0; i < 4; i++)
            w->sum[i] = wf_xxh_round(w->sum[i], wf_xxh_word(p + 8 * i, 8));
    return p;
}

/* The checksum, when the last block has been added up to p. */
static inline uint64_t wf_xxh_end(const wf_trace_writer *w, const unsigned char *p)
{
    const unsigned char *end = w->block + w->held;
    uint64_t h = WF_XXH_5;

    if (w->total >= 32) {
        h = wf_xxh_turn(w->sum[0], 1) + wf_xxh_turn(w->sum[1], 7) + wf_xxh_turn(w->sum[2], 12) + wf_xxh_turn(w->sum[3], 18);
        for (int i = 0; i < 4; i++)
            h = (h ^ wf_xxh_round(0, w->sum[i])) * WF_XXH_1 + WF_XXH_4;
    }
    h += w->total;
    for (; end - p >= 8; p += 8)
        h = wf_xxh_turn(h ^ wf_xxh_round(0, wf_xxh_word(p, 8)), 27) * WF_XXH_1 + WF_XXH_4;
    for (; end - p >= 4; p += 4)
        h = wf_xxh_turn(h ^ wf_xxh_word(p, 4) * WF_XXH_1, 23) * WF_XXH_2 + WF_XXH_3;
    for (; p < end; p++)
        h = wf_xxh_turn(h ^ *p * WF_XXH_5, 11) * WF_XXH_1;
    h = (h ^ h >> 33) * WF_XXH_2;
    h = (h ^ h >> 29) * WF_XXH_3;
    return h ^ h >> 32;
}

/* Writes the block that is held. The head of a block: bit 0 the last one, bits 2..1 0 for plain bytes, then its size. */
static inline int wf_trace_block(wf_trace_writer *w, int last)
{
    size_t size = w->held << 3 | (size_t)last;
    unsigned char head[3] = {(unsigned char)size, (unsigned char)(size >> 8), (unsigned char)(size >> 16)};
    int error = wf_writer_put(&w->out, head, sizeof head);

    return error != WF_WRITER_OK ? error : wf_writer_put(&w->out, w->block, w->held);
}

/* Adds the record that was made to the frame. */
static inline int wf_trace_end_record(wf_trace_writer *w)
{
    const unsigned char *from = w->record;
    int error = w->out.reason != 0 ? wf_writer_failed(&w->out) : WF_WRITER_OK;

    while (w->made > 0 && error == WF_WRITER_OK) {
        size_t room = WF_TRACE_BLOCK - w->held, n = w->made < room ? w->made : room;
        memcpy(w->block + w->held, from, n);
        w->held += n;
        w->total += n;
        w->made -= n;
        from += n;
        if (w->held == WF_TRACE_BLOCK) {
            wf_xxh_stripes(w);
            error = wf_trace_block(w, 0);
            w->held = 0;
        }
    }
    w->made = 0;
    return error;
}

/* ---- Parts of a record ---- */

static inline void wf_trace_byte(wf_trace_writer *w, unsigned byte)
{
    w->record[w->made++] = (unsigned char)byte;
}

static inline void wf_trace_number(wf_trace_writer *w, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        wf_trace_byte(w, (unsigned)(n & 0x7f) | 0x80);
    wf_trace_byte(w, (unsigned)n);
}

/* to - from modulo 2^bits, 0, -1, 1, -2 .. as 0, 1, 2, 3 .. */
static inline uint64_t wf_trace_difference(uint64_t to, uint64_t from, int bits)
{
    uint64_t d = to - from;

    if (bits == 32)
        d = (d & 0xffffffffu) | (d & 0x80000000u ? 0xffffffff00000000u : 0);
    return d << 1 ^ (0 - (d >> 63));
}

static inline int wf_trace_length(uint64_t n)
{
    int bytes = 1;

    while (n >>= 7)
        bytes++;
    return bytes;
}

/* A packed list: all equal, in equal steps, differences, or words where these are no longer. */
static inline void wf_trace_list(wf_trace_writer *w, const uint64_t *value, int n, int bits)
{
    uint64_t step = n > 1 ? wf_trace_difference(value[1], value[0], bits) : 0;
    int steady = 1, length = n > 0 ? wf_trace_length(value[0]) : 0;

    if (n == 0)
        return;
    for (int i = 1; i < n; i++) {
        uint64_t d = wf_trace_difference(value[i], value[i - 1], bits);
        steady &= d == step;
        length += wf_trace_length(d);
    }
    if (!steady && bits == 32 && length >= 4 * n) {
        wf_trace_byte(w, 3);
        for (int i = 0; i < 4 * n; i++)
            wf_trace_byte(w, (unsigned)(value[i / 4] >> (8 * (i % 4))) & 0xff);
        return;
    }
    wf_trace_byte(w, steady ? step != 0 : 2);
    wf_trace_number(w, value[0]);
    if (steady && step != 0)
        wf_trace_number(w, step);
    for (int i = 1; i < n && !steady; i++)
        wf_trace_number(w, wf_trace_difference(value[i], value[i - 1], bits));
}

static inline int wf_trace_text(wf_trace_writer *w, const char *text)
{
    size_t n = strlen(text);

    for (wf_trace_number(w, n); n > 0; n--) {
        wf_trace_byte(w, (unsigned char)*text++);
        if (w->made == WF_TRACE_RECORD)
            wf_trace_end_record(w);
    }
    return wf_trace_end_record(w);
}

static inline int wf_trace_active(const wf_trace_place *at, int lane)
{
    return (int)(at->mask[lane / 32] >> (lane % 32) & 1);
}

static inline int wf_trace_active_lanes(const wf_trace_writer *w, const wf_trace_place *at)
{
    int n = 0;

    for (int i = 0; i < w->lanes; i++)
        n += wf_trace_active(at, i);
    return n;
}

static inline int wf_trace_is_place(const wf_trace_writer *w, const wf_trace_place *at)
{
    if (w == NULL || at == NULL || (at->linked && !w->instructions) || !wf_writer_is_ours(&w->out))
        return 0;
    for (int i = w->lanes; i < WF_TRACE_LANES; i++)
        if (wf_trace_active(at, i))
            return 0;
    return 1;
}

static inline int wf_trace_is_register(int file, int number)
{
    return file >= WF_TRACE_X && file <= WF_TRACE_R && number >= 0 && number < (file == WF_TRACE_R ? 255 : 32);
}

static inline int wf_trace_is_class(const wf_trace_writer *w, int op)
{
    return op >= WF_TRACE_ALU && op <= (w->instructions ? WF_TRACE_CONTROL : WF_TRACE_OTHER);
}

/* The head: kind (0 write, 1 read, 2 load, 3 store, 4 instruction), class or space, `flags` of traces with instructions, place. */
static inline void wf_trace_head(wf_trace_writer *w, const wf_trace_place *at, unsigned kind, unsigned sub, unsigned flags)
{
    uint64_t *pc = &w->pc[at->warp % WF_TRACE_CONTEXTS];
    unsigned same = w->any && at->cta == w->cta && at->warp == w->warp, full = wf_trace_active_lanes(w, at) == w->lanes;

    if (w->instructions) {
        wf_trace_byte(w, kind | same << 3 | full << 4 | flags);
        wf_trace_byte(w, sub);
    } else {
        wf_trace_byte(w, kind | same << 2 | full << 3 | sub << 4);
    }
    if (!same) {
        wf_trace_number(w, at->cta);
        wf_trace_number(w, at->warp);
    }
    wf_trace_number(w, wf_trace_difference(at->pc, *pc, 64));
    for (int i = 0; i < w->lanes && !full; i += 8)
        wf_trace_byte(w, at->mask[i / 32] >> (i % 32) & 0xff);
    w->any = 1;
    w->cta = at->cta;
    w->warp = at->warp;
    w->records++;
    *pc = at->pc;
}

enum { WF_TRACE_LINKED = 1 << 5, WF_TRACE_WRITTEN = 1 << 6 }; /* flags of heads */

static inline int wf_trace_values(wf_trace_writer *w, const wf_trace_place *at, unsigned kind, int op, int file, int number,
                                  const uint32_t *value)
{
    uint64_t list[WF_TRACE_LANES];

    if (!wf_trace_is_place(w, at) || !wf_trace_is_class(w, op) || !wf_trace_is_register(file, number) || value == NULL)
        return WF_WRITER_VALUE;
    wf_trace_head(w, at, kind, (unsigned)op, at->linked ? WF_TRACE_LINKED : 0);
    wf_trace_byte(w, (unsigned)file);
    wf_trace_byte(w, (unsigned)number);
    for (int i = 0; i < w->lanes; i++)
        list[i] = value[i];
    wf_trace_list(w, list, w->lanes, 32);
    return wf_trace_end_record(w);
}

static inline int wf_trace_access(wf_trace_writer *w, const wf_trace_place *at, unsigned kind, int space, int size, const uint64_t *address,
                                  const uint32_t *data)
{
    uint64_t list[WF_TRACE_LANES];
    int words = data != NULL ? (size + 3) / 4 : 0, n;

    if (!wf_trace_is_place(w, at) || space < WF_TRACE_STACK || space > WF_TRACE_ELSEWHERE || size < 1 || size > WF_TRACE_BYTES ||
        address == NULL)
        return WF_WRITER_VALUE;
    wf_trace_head(w, at, kind, (unsigned)space, at->linked ? WF_TRACE_LINKED : 0);
    wf_trace_byte(w, (unsigned)size - 1);
    wf_trace_byte(w, (unsigned)words);
    n = 0;
    for (int i = 0; i < w->lanes; i++)
        if (wf_trace_active(at, i))
            list[n++] = address[i];
    wf_trace_list(w, list, n, 64);
    for (int k = 0; k < words; k++) {
        n = 0;
        for (int i = 0; i < w->lanes; i++)
            if (wf_trace_active(at, i))
                list[n++] = data[i * words + k];
        wf_trace_list(w, list, n, 32);
    }
    return wf_trace_end_record(w);
}

static inline int wf_trace_is_operands(int count, const wf_trace_register *list, int most)
{
    if (count < WF_TRACE_UNKNOWN || count > most || (count > 0 && list == NULL))
        return 0;
    for (int i = 0; i < count; i++)
        if (!wf_trace_is_register(list[i].file, list[i].number) || (list[i].file == WF_TRACE_X && list[i].number == 0))
            return 0;
    return 1;
}

static inline void wf_trace_operands(wf_trace_writer *w, int count, const wf_trace_register *list)
{
    wf_trace_byte(w, (unsigned)count & 0xff);
    for (int i = 0; i < count; i++) {
        wf_trace_byte(w, (unsigned)list[i].file);
        wf_trace_byte(w, (unsigned)list[i].number);
    }
}

/* ---- Traces ---- */

/* Begins a trace of warps of `lanes` lanes: a power of two from 4 to 128. `instructions`: 1 if it may have records of instructions.
 * `source` says where the values come from, `licence` under which licence they are; "" for none. */
static inline int wf_trace_open(wf_trace_writer **writer, const char *path, int lanes, int instructions, const char *source,
                                const char *licence)
{
    unsigned char head[18] = {0x89, 'W', 'F', 'T', '\r', '\n', 0x1a, '\n', 0, 0, 0, 0, 0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x38};
    wf_trace_writer *w;
    int error;

    if (writer == NULL)
        return WF_WRITER_VALUE;
    *writer = NULL;
    if (path == NULL || lanes < WF_TRACE_MIN_LANES || lanes > WF_TRACE_LANES || (lanes & (lanes - 1)) != 0 || source == NULL ||
        licence == NULL || strlen(source) > WF_TRACE_TEXT || strlen(licence) > WF_TRACE_TEXT)
        return WF_WRITER_VALUE;
    w = (wf_trace_writer *)calloc(1, sizeof *w);
    if (w == NULL)
        return WF_WRITER_MEMORY;
    error = wf_writer_open(&w->out, path);
    if (error != WF_WRITER_OK) {
        free(w);
        return error;
    }
    w->lanes = lanes;
    w->instructions = instructions != 0;
    w->sum[0] = WF_XXH_1 + WF_XXH_2;
    w->sum[1] = WF_XXH_2;
    w->sum[3] = 0 - WF_XXH_1;
    /* Version and lanes; then a frame with a checksum, and blocks of up to 128 KiB */
    head[8] = (unsigned char)(1 + w->instructions);
    head[10] = (unsigned char)lanes;
    wf_writer_put(&w->out, head, sizeof head);
    wf_trace_number(w, (uint64_t)lanes);
    wf_trace_text(w, source);
    wf_trace_text(w, licence);
    *writer = w;
    return WF_WRITER_OK;
}

/* A register write, by an instruction of class op (wf_trace_class), of a register of this file (wf_trace_file). value[i] is lane i of the
 * register after it. Lanes that are not active keep their old value. */
static inline int wf_trace_write(wf_trace_writer *w, const wf_trace_place *at, int op, int file, int number, const uint32_t *value)
{
    return wf_trace_values(w, at, 0, op, file, number, value);
}

/* A register that was read. Its mask is full, or, if it is linked, that of its instruction. */
static inline int wf_trace_read(wf_trace_writer *w, const wf_trace_place *at, int op, int file, int number, const uint32_t *value)
{
    if (!wf_trace_is_place(w, at) || (!at->linked && wf_trace_active_lanes(w, at) < w->lanes))
        return WF_WRITER_VALUE;
    return wf_trace_values(w, at, 1, op, file, number, value);
}

/* A load or store of `size` bytes a lane (1 to 32) in this space (wf_trace_space). address[i] is lane i's. Its data are (size + 3) / 4
 * words: word k of lane i is data[i * words + k]. data NULL: they are not known. What stands at inactive lanes does not matter. */
static inline int wf_trace_load(wf_trace_writer *w, const wf_trace_place *at, int space, int size, const uint64_t *address,
                                const uint32_t *data)
{
    return wf_trace_access(w, at, 2, space, size, address, data);
}

static inline int wf_trace_store(wf_trace_writer *w, const wf_trace_place *at, int space, int size, const uint64_t *address,
                                 const uint32_t *data)
{
    return wf_trace_access(w, at, 3, space, size, address, data);
}

/* An executed instruction, of a trace that may have them. The records that belong to it follow, with at->linked, before its warp's next
 * instruction. Up to 8 sources and 4 destinations, or WF_TRACE_UNKNOWN; x0 is none. `written`: the value of each destination follows as a
 * linked write. A reader refuses linked records that contradict their instruction (docs/forms.md); they are not checked here. */
static inline int wf_trace_instruction(wf_trace_writer *w, const wf_trace_place *at, int op, int sources, const wf_trace_register *source,
                                       int destinations, const wf_trace_register *destination, int written)
{
    if (!wf_trace_is_place(w, at) || !w->instructions || at->linked || !wf_trace_is_class(w, op) ||
        !wf_trace_is_operands(sources, source, WF_TRACE_SOURCES) ||
        !wf_trace_is_operands(destinations, destination, WF_TRACE_DESTINATIONS) || (written && destinations <= 0))
        return WF_WRITER_VALUE;
    for (int i = 0; i < destinations; i++)
        for (int j = 0; j < i; j++)
            if (destination[i].file == destination[j].file && destination[i].number == destination[j].number)
                return WF_WRITER_VALUE;
    wf_trace_head(w, at, 4, (unsigned)op, written ? WF_TRACE_WRITTEN : 0);
    wf_trace_operands(w, sources, source);
    wf_trace_operands(w, destinations, destination);
    return wf_trace_end_record(w);
}

/* Completes the file, gives it its name, and frees the writer. */
static inline int wf_trace_close(wf_trace_writer *w)
{
    unsigned char checksum[4];
    uint64_t h;
    int error;

    if (w == NULL)
        return WF_WRITER_VALUE;
    if (wf_writer_is_ours(&w->out)) {
        wf_trace_byte(w, 0x80);
        wf_trace_number(w, w->records);
        wf_trace_end_record(w);
        h = wf_xxh_end(w, wf_xxh_stripes(w));
        for (int i = 0; i < 4; i++)
            checksum[i] = (unsigned char)(h >> (8 * i));
        wf_trace_block(w, 1);
        wf_writer_put(&w->out, checksum, sizeof checksum);
    }
    error = wf_writer_close(&w->out);
    free(w);
    return error;
}

/* ---- Raw cache lines: what `warpfold stats --raw`, `encode --raw` and `encode --image` take ---- */

/* Begins a file of lines of 32, 64 or 128 bytes. */
static inline int wf_lines_open(wf_lines_writer **writer, const char *path, int bytes)
{
    wf_lines_writer *w;
    int error;

    if (writer == NULL)
        return WF_WRITER_VALUE;
    *writer = NULL;
    if (path == NULL || (bytes != 32 && bytes != 64 && bytes != 128))
        return WF_WRITER_VALUE;
    w = (wf_lines_writer *)malloc(sizeof *w);
    if (w == NULL)
        return WF_WRITER_MEMORY;
    w->bytes = (size_t)bytes;
    w->held = 0;
    error = wf_writer_open(&w->out, path);
    if (error == WF_WRITER_OK)
        *writer = w;
    else
        free(w);
    return error;
}

/* Writes the lines that are held. */
static inline int wf_lines_block(wf_lines_writer *w)
{
    size_t n = w->held;

    w->held = 0;
    return wf_writer_put(&w->out, w->block, n);
}

/* A line, as its bytes are in memory. */
static inline int wf_lines_write(wf_lines_writer *w, const void *line)
{
    if (w == NULL || line == NULL || !wf_writer_is_ours(&w->out))
        return WF_WRITER_VALUE;
    if (w->out.reason != 0)
        return wf_writer_failed(&w->out);
    memcpy(w->block + w->held, line, w->bytes);
    w->held += w->bytes;
    return w->held < WF_LINES_BLOCK ? WF_WRITER_OK : wf_lines_block(w);
}

/* Completes the file, gives it its name, and frees the writer. */
static inline int wf_lines_close(wf_lines_writer *w)
{
    int error;

    if (w == NULL)
        return WF_WRITER_VALUE;
    if (wf_writer_is_ours(&w->out))
        wf_lines_block(w);
    error = wf_writer_close(&w->out);
    free(w);
    return error;
}

#undef WF_XXH_1
#undef WF_XXH_2
#undef WF_XXH_3
#undef WF_XXH_4
#undef WF_XXH_5

#endif
