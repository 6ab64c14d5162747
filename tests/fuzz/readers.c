/* SPDX-License-Identifier: Apache-2.0
 *
 * readers.c - runs each reader of foreign files on one input in its own process, and judges it: accepted, or refused with one plain
 * line, within bounds of time and memory. `exit` is caught, so that a reader that dies answers. */
#include "readers.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <zstd.h>

#include "../../base/file.h"
#include "../../base/metrics.h"
#include "../../base/msg.h"
#include "../../cli/options.h"
#include "../../gen/emit.h"
#include "../../gen/manifest.h"
#include "../../memory/image_layout.h"
#include "../../memory/line_file.h"
#include "../../memory/line_image.h"
#include "../../report/report.h"
#include "../../simt/machine.h"
#include "../../sweep/plan.h"
#include "../../synth/liberty.h"
#include "../../trace/allocate.h"
#include "../../trace/code_file.h"
#include "../../trace/launch_file.h"
#include "../../trace/trace.h"
#include "../../trace/trace_memory.h"
#include "../../trace/trace_pack.h"

/* Of one input: seconds of processor time, seconds in all, and growth of memory in KiB. Readers that died keep what they had, so growth
 * is of one input, not of many. */
enum { SECONDS = 10, WAIT = 60, GROWTH = 192 << 10 };
/* Descriptors that a reader that died leaves open lie below. */
enum { FIRST_FREE = 180, SAID = 1 << 14 };

static char *folder, *text_sink, *raw_sink, *design_dir, *manifest_dir;
static int input_fd;
static char said[SAID];
static FILE *errors;

/* ---- exit is an answer: --wrap=exit ---- */

static jmp_buf answer;
static bool asked;
static volatile int code;

noreturn void __real_exit(int status);
noreturn void __wrap_exit(int status);
noreturn void __wrap_exit(int status)
{
    if (!asked)
        __real_exit(status);
    code = status;
    longjmp(answer, 1);
}

/* ---- the readers ---- */

static void read_trace(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    static trace_record r;
    trace *t = trace_open(path);
    trace_writer *w = trace_writer_open(text_sink, trace_lanes(t), trace_version_of(t), trace_source(t), trace_licence(t));
    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_writer_close(w);
    trace_close(t);
}

/* The project's binary files are a head and one zstd stream with a checksum, which no mutation survives. So the input has the stream plain. */
static void pack(const unsigned char *data, size_t len)
{
    size_t head = len < PACK_HEAD_BYTES ? len : PACK_HEAD_BYTES, room = ZSTD_compressBound(len - head);
    unsigned char *packed = grow(NULL, head + room);
    ZSTD_CCtx *z = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    memcpy(packed, data, head);
    size_t n = ZSTD_compress2(z, packed + head, room, data + head, len - head);
    if (ZSTD_isError(n) || pwrite(input_fd, packed, head + n, 0) != (ssize_t)(head + n) || ftruncate(input_fd, (off_t)(head + n)) != 0)
        abort();
    ZSTD_freeCCtx(z);
}

static void read_packed_trace(const char *path, const unsigned char *data, size_t len)
{
    pack(data, len);
    read_trace(path, data, len);
}

static void read_launches(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    launch_file_read(path);
}

static void read_contents(const char *path, const unsigned char *data, size_t len)
{
    trace_range range;
    pack(data, len);
    trace_memory *m = trace_memory_open(path);
    while (trace_memory_next(m, INT32_MAX, &range))
        ;
    trace_memory_close(m);
}

/* Virtual registers get their numbers. */
static void read_virtual(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    static trace_record r;
    allocation *a = allocation_new(path);
    for (int pass = 0; pass < 2; pass++) {
        trace *t = trace_open_virtual(path);
        while (trace_next(t, &r))
            if (pass == 0)
                allocation_learn(a, &r);
            else
                allocation_rename(a, &r);
        trace_close(t);
        if (pass == 0)
            allocation_solve(a);
    }
}

static void read_codes(const char *path, const unsigned char *data, size_t len)
{
    design d;
    code_file_figures figures;
    pack(data, len);
    code_file_decode(&d, input_open(path), text_sink, NULL, &figures);
}

static void read_lines(const char *path, const unsigned char *data, size_t len)
{
    design d;
    line_file_figures figures;
    pack(data, len);
    input *in = input_open(path);
    if (line_file_is(in))
        line_file_decode(&d, in, raw_sink, NULL, &figures);
    else
        input_close(in);
}

/* An image ends with a description of fixed size, which no longer or shorter input would have in its place. So the input begins with it, without
 * its empty lines, up to an empty line. */
static void read_image(const char *path, const unsigned char *data, size_t len)
{
    unsigned char description[IMAGE_DESCRIPTION];
    design d;
    line_image_figures figures;
    const unsigned char *end = memmem(data, len, "\n\n", 2);
    size_t most = end ? (size_t)(end - data) : len, n = most < IMAGE_DESCRIPTION ? most : IMAGE_DESCRIPTION,
           rest = end ? len - most - 2 : 0;
    memset(description, '\n', IMAGE_DESCRIPTION);
    memcpy(description, data, n);
    if (pwrite(input_fd, data + len - rest, rest, 0) != (ssize_t)rest ||
        pwrite(input_fd, description, IMAGE_DESCRIPTION, (off_t)rest) != IMAGE_DESCRIPTION ||
        ftruncate(input_fd, (off_t)rest + IMAGE_DESCRIPTION) != 0)
        abort();
    line_image_decode(&d, path, raw_sink, NULL, &figures);
}

/* Any compressed file, as it is. */
static void read_zstd(const char *path, const unsigned char *data, size_t len)
{
    design d;
    code_file_figures codes;
    line_file_figures lines;
    if (len < PACK_MAGIC_BYTES || memcmp(data, WFC_MAGIC, PACK_MAGIC_BYTES) != 0) {
        read_trace(path, data, len);
        return;
    }
    input *in = input_open(path);
    if (line_file_is(in))
        line_file_decode(&d, in, raw_sink, NULL, &lines);
    else
        code_file_decode(&d, in, text_sink, NULL, &codes);
}

static void use_design(design *d)
{
    text t = {0};
    design_check(d);
    design_command(d, &t);
    design_width_text(d, &t);
}

static void read_ini(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    design d;
    design_args args = {0};
    config_file_read(&args.config, path);
    design_from_args(&d, &args);
    use_design(&d);
}

static void read_sweep(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    sweep_plan p;
    sweep_read(&p, path, NULL, 0);
    for (int i = 0; i < p.count; i++) {
        metrics knobs = {0};
        sweep_knobs(&p.points[i], &knobs);
    }
}

static void read_manifest(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    design d;
    file_list files = {.count = 0};
    arena_free(manifest_command(path));
    design_load(&d, manifest_dir);
    use_design(&d);
    manifest_files(manifest_dir, &files);
    arena_free(manifest_edited(manifest_dir));
}

static void read_metrics(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    metrics m = {0};
    metrics_is_file(path, "cosim__vectors");
    metrics_load(&m, path);
    metrics_save(&m, raw_sink);
    report_keys(&path, 1);
}

/* The input is all figures that a design's folder holds. */
static void read_figures(const char *path, const unsigned char *data, size_t len)
{
    (void)path, (void)data, (void)len;
    const char *dir = design_dir;
    report_run(&(report_options){.out = NULL}, &dir, 1);
}

static char *as_text(const unsigned char *data, size_t len)
{
    char *s = memcpy(grow(NULL, len + 1), data, len);
    s[len] = '\0';
    return s;
}

/* What is written for tools is what would be written of it again. */
static void read_liberty(const char *path, const unsigned char *data, size_t len)
{
    (void)data, (void)len;
    liberty lib;
    text t = {0}, again = {0};
    size_t plain;
    char *error = NULL, *source = liberty_text(path, &plain);
    if (!liberty_plain(source, plain, &again, &error) || again.len != plain + 1 || memcmp(again.data, source, plain) != 0)
        abort();
    liberty_read(&lib, path);
    liberty_functions(&lib, NULL, NULL, &t);
    liberty_usable(&lib, source, plain, &t);
}

/* A function, or several, a line each. */
static void read_boolean(const char *path, const unsigned char *data, size_t len)
{
    static const char *const inputs[] = {"A", "B", "C[0]", "D1", "EN", "f"};
    (void)path;
    unsigned long long truth;
    char *s = as_text(data, len), *save = NULL;
    for (char *line = strtok_r(s, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        boolean_truth(line, inputs, 1 + (int)(strlen(line) % 7 % 6), &truth);
}

static void read_keys(const char *path, const unsigned char *data, size_t len)
{
    (void)path;
    char *s = as_text(data, len), *save = NULL;
    char *line = strtok_r(s, "\n", &save);
    for (int i = 0; line && i < 40; i++, line = strtok_r(NULL, "\n", &save))
        key_find(line);
}

/* A program, and what it does. What it says itself is no message. */
static void read_elf(const char *path, const unsigned char *data, size_t len)
{
    static const char *const argv[] = {"program", "-x"};
    simt_config config = {.lanes = 8, .resident = 1, .stack = 256, .memory = 1 << 21, .limit = 20000, .argc = 2, .argv = argv};
    simt_program p;
    simt_machine m;
    FILE *said_before = stderr;
    (void)data, (void)len;
    char *wrong = simt_program_read(&p, path);
    if (wrong == NULL && (wrong = simt_machine_make(&m, &p, &config)) == NULL) {
        stderr = stdout;
        if (!simt_machine_run(&m))
            wrong = format_new("%s", m.wrong);
        stderr = said_before;
        simt_machine_free(&m);
    }
    if (wrong != NULL)
        die_usage("%s: %s", path, wrong);
    simt_program_free(&p);
}

const reader readers[] = {
    {"warptrace", 1, read_trace},
    {"ndjson", 1, read_trace},
    {"nvbit", 1, read_trace},
    {"simx", 1, read_trace},
    {"ports", 1, read_trace},
    {"wft", 1, read_packed_trace},
    {"codes", 4, read_codes},
    {"lines", 1, read_lines},
    {"launch", 1, read_launches},
    {"contents", 1, read_contents},
    {"virtual", 1, read_virtual},
    {"image", 1, read_image},
    {"zstd", 2, read_zstd},
    {"ini", 1, read_ini},
    {"sweep", 12, read_sweep},
    {"manifest", 1, read_manifest},
    {"metrics", 1, read_metrics},
    {"figures", 12, read_figures},
    {"liberty", 1, read_liberty},
    {"boolean", 1, read_boolean},
    {"keys", 2, read_keys},
    {"elf", 2, read_elf},
    {NULL, 0, NULL},
};

/* ---- one input ---- */

static void link_input(const char *dir, const char *name)
{
    char *path = path_join(dir, name), *to = format_new("/proc/self/fd/%d", input_fd);
    if (symlink(to, path) != 0)
        abort();
}

static char *sink(const char *name)
{
    char *path = path_join(folder, name);
    if (symlink("/dev/null", path) != 0)
        abort();
    return path;
}

void readers_begin(const char *dir, int input_file)
{
    folder = path_absolute(dir);
    input_fd = input_file;
    text_sink = sink("sink.wtx");
    raw_sink = sink("sink.bin");
    manifest_dir = path_join(folder, "manifest");
    dir_make(manifest_dir);
    link_input(manifest_dir, "manifest.json");
    design d;
    design_init_named(&d, wf_unit_at(0)->name, "fuzz");
    design_check(&d);
    design_dir = path_join(folder, "design");
    emit_design(&d, design_dir, true, false);
    static const char *const steps[] = {"cosim.json", "synth.json", "trace.json"};
    for (int i = 0; i < 3; i++)
        link_input(design_dir, steps[i]);
    if (freopen("/dev/null", "w", stdout) == NULL)
        abort();
    errors = fmemopen(said, sizeof said - 1, "w");
    stderr = errors; /* the sanitizers write to the descriptor */
}

static noreturn void broken(const reader *r, const char *what)
{
    dprintf(STDERR_FILENO, "%s: %s\n%s\n", r->name, what, said);
    abort();
}

/* Notes may stand before the message. */
static void check_answer(const reader *r)
{
    size_t n = strlen(said);
    if (n + 2 >= sizeof said)
        return;
    if (code != 1 && code != 2)
        broken(r, "it ends with an exit code that is neither 1 nor 2");
    if (strncmp(said, "warpfold: ", 10) != 0 || said[n - 1] != '\n')
        broken(r, "it ends without a message");
    if (strncmp(said + 10, "cannot write", 12) == 0)
        broken(r, "it cannot work here");
    for (size_t i = 0; i + 1 < n; i++) {
        if (said[i] == '\n' && strncmp(said + i + 1, "warpfold: ", 10) != 0)
            broken(r, "a message of it is more than one line");
        if (said[i] != '\n' && ((unsigned char)said[i] < ' ' || said[i] == 0x7f))
            broken(r, "a message of it has control characters");
    }
}

static long resident(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss;
}

/* A signal ends the process after so many seconds of its own, or in all; 0: never. Other processes may keep the machine busy. */
static void limit_time(int processor, unsigned all)
{
    struct itimerval t = {.it_value.tv_sec = processor};
    setitimer(ITIMER_PROF, &t, NULL);
    alarm(all);
}

bool readers_run(const reader *r, const unsigned char *data, size_t len)
{
    long before = resident();
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", input_fd);
    if (pwrite(input_fd, data, len, 0) != (ssize_t)len || ftruncate(input_fd, (off_t)len) != 0)
        abort();
    memset(said, 0, sizeof said);
    rewind(errors);
    limit_time(SECONDS, WAIT);
    asked = true;
    bool died = setjmp(answer) != 0;
    if (!died)
        r->read(path, data, len);
    asked = false;
    limit_time(0, 0);
    fflush(errors);
    if (died)
        check_answer(r);
    close_range(STDERR_FILENO + 1, FIRST_FREE, 0);
    if (resident() - before > GROWTH)
        broken(r, "it takes too much memory");
    return !died;
}

const char *readers_said(void)
{
    return said;
}
