/* SPDX-License-Identifier: Apache-2.0
 *
 * timed_trace.h - a short trace, line by line, and a run of it on gtx480 with ideal fetch; or on a machine that compresses lines, with what memory holds. Include it after
 * cmocka.h. */
#ifndef WF_TESTS_TIMED_TRACE_H
#define WF_TESTS_TIMED_TRACE_H

#include <unistd.h>

#include "../../machine/mem_codec.h"
#include "../../machine/timing.h"
#include "../../trace/trace_memory.h"
#include "trace_files.h"

enum { LANES = 32, COPIED = 0x100000 };

/* ---- a trace ---- */

static text lines;
static int trace_of_lanes = LANES;

static inline void begin(void)
{
    lines = (text){0};
    text_printf(&lines, "# warptrace-text 3\n# lanes %d\n# source here\nc %x 65536\n", trace_of_lanes, COPIED);
}

static inline void launch(int blocks, int threads, int shared, int registers)
{
    text_printf(&lines, "l %d 1 1 %d 1 1 %d 0 %d 0 k\n", blocks, threads, shared, registers);
}

/* `count` adds, each of which reads what the one before it wrote; or which read nothing. */
static inline void adds(int block, int warp, int count, bool chain)
{
    for (int k = 0; k < count; k++) {
        char source[8] = "-";
        if (chain)
            snprintf(source, sizeof source, "R%d", k % 64);
        text_printf(&lines, "i %d %d %x alu ffffffff %s R%d? add int\n", block, warp, 8 * (k % 16), source, (k + 1) % 64);
    }
}

static inline void barrier(int block, int warp)
{
    text_printf(&lines, "i %d %d 80 barrier ffffffff - - ? ?\n", block, warp);
}

/* What the lanes access: lane k's address is `step` * k behind the first one's, and its data are k times `data`. */
typedef struct {
    int block, warp;
    const char *space;
    int size;         /* 0: 4 bytes */
    const char *mask; /* NULL: all of 32 lanes */
    unsigned address, step, data;
    bool silent; /* the trace does not tell the data */
} warp_access;

static inline void accesses(int pc, const warp_access *a, bool store)
{
    int size = a->size ? a->size : 4;
    text_printf(&lines, "+m %d %d %x %s %s %d %s", a->block, a->warp, pc, store ? "st" : "ld", a->space, size,
                a->mask ? a->mask : "ffffffff");
    for (int k = 0; k < trace_of_lanes; k++)
        text_printf(&lines, " %x", a->address + (unsigned)k * a->step);
    text_printf(&lines, " :");
    for (int k = 0; k < trace_of_lanes && !a->silent; k++)
        text_printf(&lines, " %0*x", size > 4 ? 2 * size : 1, (unsigned)k * a->data);
    text_printf(&lines, "\n");
}

/* A load whose address the one before it gave. */
static inline void load_access(const warp_access *a)
{
    text_printf(&lines, "i %d %d 88 load %s R1 R1? ? ?\n", a->block, a->warp, a->mask ? a->mask : "ffffffff");
    accesses(0x88, a, false);
}

static inline void store_access(const warp_access *a)
{
    text_printf(&lines, "i %d %d 90 store %s R1 - ? ?\n", a->block, a->warp, a->mask ? a->mask : "ffffffff");
    accesses(0x90, a, true);
}

static inline void load_of(int warp, const char *space, unsigned address, unsigned step)
{
    load_access(&(warp_access){.warp = warp, .space = space, .address = address, .step = step});
}

static inline void load(const char *space, unsigned address, unsigned step)
{
    load_of(0, space, address, step);
}

/* ---- a run of it, on gtx480 with ideal fetch and what `keys` says ---- */

static inline timing_result result_of(const char *keys)
{
    static machine m;
    static feed_survey s;
    timing_result r;
    machine_read(&m, put_string("m.ini", format_new("base = gtx480\n[fetch]\nideal = on\n%s", keys)));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    timing_run(&r, &m, &s, (timing_designs){0}, NULL);
    feed_survey_free(&s);
    return r;
}

/* ---- what memory holds ---- */

/* L2 of one line a part, so that all that is loaded comes from DRAM, and what is stored goes there; AWAY: the next line of a part. */
enum { AWAY = 6 * 2 * 256 };
static const char small_l2[] = "base = caba\n[fetch]\nideal = on\n[l2]\nsets = 1\nways = 1\nfill = off\n[compression]\nat = l2\n";

static inline trace_memory_writer *contents(bool rest_is_zero)
{
    char *path = path_join(dir, "t.wfm");
    unlink(path);
    return trace_memory_create(path, rest_is_zero, "test", "");
}

/* A line of these words, the host's before a launch. */
static inline void tell(trace_memory_writer *w, int launched, unsigned address, unsigned step)
{
    unsigned char bytes[128];
    for (unsigned k = 0; k < 32; k++)
        for (unsigned i = 0; i < 4; i++)
            bytes[4 * k + i] = (unsigned char)(k * step >> 8 * i);
    trace_memory_put(w, &(trace_range){launched, address, sizeof bytes, bytes});
}

static inline void run_compressed(timing_result *r)
{
    static machine m;
    static feed_survey s;
    static design d;
    machine_read(&m, put_string("m.ini", small_l2));
    feed_survey_read(&s, put_string("t.wtx", lines.data));
    codec_design(&d, NULL);
    timing_run(r, &m, &s, (timing_designs){0}, &(timing_lines){&d, path_join(dir, "t.wfm")});
    feed_survey_free(&s);
}

static mem_line_counts read_lines, written_lines;

static inline void run_and_count(void)
{
    timing_result r;
    run_compressed(&r);
    read_lines = r.memory.lines[0];
    written_lines = r.memory.lines[1];
    timing_result_free(&r);
}

static inline bool counted(const mem_line_counts *n, unsigned compressed, unsigned raw, unsigned unknown, unsigned bursts)
{
    return n->compressed == compressed && n->raw == raw && n->unknown == unknown && n->bursts == bursts;
}

#endif
