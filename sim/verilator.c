/* SPDX-License-Identifier: Apache-2.0
 *
 * verilator.c - the bench in Verilator. The Verilated design is a shared library, and the golden model runs in the same process. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "../gen/manifest.h"
#include "run.h"
#include "trust.h"
#include "verilog.h"

enum { MAX_ARGS = 256 };
/* The stack that a Verilated design may take: what is wide in it lies there whole. Linux leaves 128 MiB of addresses. */
enum { STACK_BYTES = 96 << 20 };

typedef struct {
    void *library;
    void *(*create)(void);
    void (*wave)(void *dut, const char *path);
    void (*ports)(void *dut, uint32_t *ports[2]);
    const uint32_t *(*nets)(void *dut);
    int (*eval)(void *dut, int clk, int rst_n);
    const char *(*said)(void);
    void (*destroy)(void *dut);
} dut_library;

/* Writes a file only if its content changes, so that nothing is compiled twice. */
static void refresh(const char *path, const char *data, size_t len)
{
    size_t old_len;
    char *old = file_read(path, &old_len);
    if (old == NULL || old_len != len || memcmp(old, data, len) != 0)
        file_write(path, data, len);
    arena_free(old);
}

/* One of sim/'s own files, in a folder. */
static void refresh_asset(const char *dir, const char *name)
{
    char *asset_name = path_join("sim", name), *path = path_join(dir, name);
    const asset *a = asset_find(asset_name);
    refresh(path, a->data, a->len);
    arena_free(path);
    arena_free(asset_name);
}

/* Where the bench is built: names in it are fixed and relative, so that no path of the user's reaches a shell or make. */
typedef struct {
    char *dir;
    const char *top; /* from there to the design's folder */
    bool is_temporary;
} workshop;

static bool has_waves(const cosim_job *job)
{
    return job->options->wave && job->kind == BENCH_UNIT;
}

/* A folder in DIR/tb, which the next run uses again. GNU make works in no folder whose path has spaces, and others of its characters have a
 * meaning there: then a temporary one. */
static workshop open_workshop(const cosim_job *job)
{
    char *real = path_real(job->dir);
    if (real == NULL)
        die("%s cannot be opened: %s", job->dir, strerror(errno));
    workshop w = {.top = "../..", .is_temporary = !text_is_plain(real)};
    if (w.is_temporary) {
        w.dir = scratch_dir();
        w.top = "design";
        if (!text_is_plain(w.dir))
            die("TMPDIR: make takes no folder whose path has characters such as spaces: %s", w.dir);
        char *link = path_join(w.dir, w.top);
        if (symlink(real, link) != 0)
            die("cannot link to %s: %s", real, strerror(errno));
        arena_free(link);
    } else {
        w.dir = format_new("%s/tb/verilator_%s%s%s%s%s", job->dir, bench_name(job->kind), has_waves(job) ? "_wave" : "",
                           job->options->checks ? "_checks" : "", job->options->rtl ? "_other" : "", job->nets ? "_nets" : "");
        if (!folder_trusted(w.dir))
            dir_remove(w.dir); /* not what we left there */
        dir_make(w.dir);
    }
    arena_free(real);
    return w;
}

/* What a later run uses again is remembered as ours. */
static void close_workshop(workshop *w)
{
    if (w->is_temporary) {
        dir_remove(w->dir);
        scratch_keep(w->dir);
    } else {
        folder_trust(w->dir);
    }
    arena_free(w->dir);
}

static void *symbol(void *library, const char *name)
{
    void *s = dlsym(library, name);
    if (s == NULL)
        die("the Verilated bench lacks %s", name);
    return s;
}

/* Lets the stack grow as far as it may, up to STACK_BYTES. */
static void deepen_stack(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_STACK, &r) != 0 || r.rlim_cur == RLIM_INFINITY || r.rlim_cur >= STACK_BYTES)
        return;
    r.rlim_cur = r.rlim_max == RLIM_INFINITY || r.rlim_max >= STACK_BYTES ? STACK_BYTES : r.rlim_max;
    setrlimit(RLIMIT_STACK, &r);
}

/* The very bytes that were built: the loader would read a name again, and expand $ in it. The descriptor stays open: if a library cannot be
 * unloaded, the loader would take the next of the same name for it. */
static dut_library load(const char *path)
{
    deepen_stack();
    size_t len;
    char *data = file_read(path, &len);
    int fd = memfd_create("bench", MFD_CLOEXEC);
    if (data == NULL || fd < 0 || write(fd, data, len) != (ssize_t)len)
        die("cannot load the Verilated bench %s: %s", path, strerror(errno));
    char *name = format_new("/proc/self/fd/%d", fd);
    dut_library l = {.library = dlopen(name, RTLD_NOW | RTLD_LOCAL)};
    arena_free(name);
    arena_free(data);
    if (l.library == NULL)
        die("cannot load the Verilated bench: %s", dlerror());
    *(void **)&l.create = symbol(l.library, "dut_new");
    *(void **)&l.wave = symbol(l.library, "dut_wave");
    *(void **)&l.ports = symbol(l.library, "dut_ports");
    *(void **)&l.nets = symbol(l.library, "dut_nets");
    *(void **)&l.eval = symbol(l.library, "dut_eval");
    *(void **)&l.said = symbol(l.library, "dut_said");
    *(void **)&l.destroy = symbol(l.library, "dut_delete");
    return l;
}

/* Verilates and compiles the bench, and loads it. Operands of up to 1024 words, which wide multiplexers have, become code a word, as short ones do:
 * else Verilator calls a function for each step, of which some go bit by bit. */
static dut_library build(const cosim_job *job)
{
#define ALL_FLAGS " -fPIC -fno-gnu-unique -DVL_USER_FINISH -DVL_PRINTF=dut_print -include shim.h"
    /* A netlist is some hundred thousand short statements in a few functions, which take minutes to optimise and seconds to run. */
    static const char rtl_flags[] = "-O2" ALL_FLAGS, netlist_flags[] = "-O0 -DWF_NETS" ALL_FLAGS;
    /* clang-format off */
    const char *argv[MAX_ARGS] = {
        tool_path("verilator"), "--cc", "--exe", "--build", "-j", "2", "-O3", job->options->checks ? "--assert" : "--noassert",
        "--x-assign", "fast", "--x-initial", "fast", "-Wno-fatal", "-Wno-DECLFILENAME",
        "--expand-limit", "1024",
        "-CFLAGS", job->nets ? netlist_flags : rtl_flags, "-LDFLAGS", "-shared", "-MAKEFLAGS", job->nets ? "OPT_FAST=-O0" : "OPT_FAST=-O3",
        "-MAKEFLAGS", "-f bench.mk VM_PARALLEL_BUILDS=1 VM_FAST=fast VM_SLOW=slow OPT_SLOW=-O0",
        "--prefix", "Vbench", "-Mdir", ".", "-o", "bench.so", "--top-module",
    };
    /* clang-format on */
    int argc = 0;
    while (argv[argc])
        argc++;
    char *top = job->nets ? format_new(NETS_TOP) : format_new("%s_%s", job->design->name, bench_name(job->kind));
    argv[argc++] = top;
    if (has_waves(job))
        argv[argc++] = "--trace-fst";
    workshop w = open_workshop(job);
    if (job->nets) {
        text source = {0};
        char *path = path_join(w.dir, NETS_TOP ".v");
        nets_verilog(job->nets, bench_layout_in(job->bench), job->design->name, &source);
        refresh(path, source.data, source.len);
        text_free(&source);
        arena_free(path);
        argv[argc++] = NETS_TOP ".v";
    }
    refresh_asset(w.dir, "shim.cpp");
    refresh_asset(w.dir, "shim.h");
    refresh_asset(w.dir, "bench.mk");
    char *so = path_join(w.dir, "bench.so"), *log = path_join(job->dir, "tb/verilator.log");
    int files = argc;
    cosim_add_files(job, w.dir, w.top, argv, &argc, MAX_ARGS - 1);
    argv[argc] = NULL;
    run_tool_ok(argv, w.dir, log);
    dut_library lib = load(so);
    cosim_free_files(argv, files, argc);
    close_workshop(&w);
    arena_free(top);
    arena_free(so);
    arena_free(log);
    return lib;
}

/* ---- Waveforms ---- */

/* What a waveform shows: DIR/tb/NAME.fst has the cycles from `from` up to, not including, `to`. */
typedef struct {
    const char *name, *title;
    unsigned long long from, to;
} window;

enum { BEFORE = 500, AFTER = 100, CYCLE_TIME = 10 }; /* cycles shown around a mismatch; sim/shim.cpp's time of a cycle */

/* A save file being written: the instance whose ports are next. */
typedef struct {
    text *out;
    const design *design;
    const char *instance;
} save_file;

/* One port in it. */
static void save_port(const save_file *s, const char *stream, const char *port, char way, int bits)
{
    text_printf(s->out, "%s\nTOP.%s_bench.%s.%s%s%s_%c", bits == 1 ? "@28" : "@22", s->design->name, s->instance, stream,
                *stream ? "_" : "", port, way);
    if (bits > 1)
        text_printf(s->out, "[%d:0]", bits - 1);
    text_puts(s->out, "\n");
}

static void save_stream(const save_file *s, const wf_stream *stream, bool bare)
{
    char way = stream->output ? 'o' : 'i', back = stream->output ? 'i' : 'o';
    if (!stream->output || !bare)
        save_port(s, stream->name, "valid", way, 1);
    if (stream->ready)
        save_port(s, stream->name, "ready", back, 1);
    for (int i = 0; i < stream->count; i++)
        save_port(s, stream->name, stream->field[i].name, way, stream->field[i].bits);
}

/* A GTKWave save file that shows the units' ports in the order of the data flow, with the marker at a cycle. */
static void write_save_file(const cosim_job *job, const window *w, const char *path, unsigned long long marker)
{
    const design *d = job->design;
    const bench_layout *l = bench_layout_in(job->bench);
    text t = {0};
    text_printf(&t, "[dumpfile] \"%s.fst\"\n[timestart] %llu\n*-4.0 %llu\n@28\nTOP.%s_bench.clk_i\nTOP.%s_bench.rst_ni\n", w->name,
                w->from * CYCLE_TIME, marker * CYCLE_TIME, d->name, d->name);
    for (const bench_module *m = l->module; m < l->module + l->count; m++) {
        save_file s = {&t, d, m->instance};
        text_printf(&t, "@200\n-%s\n", m->instance);
        for (int k = 0; k < m->streams.count; k++)
            save_stream(&s, &m->streams.stream[k], m->bare);
    }
    file_write(path, t.data, t.len);
    text_free(&t);
}

/* An empty place for a file of the waveform; a link there would lead elsewhere. */
static char *wave_file(const cosim_job *job, const char *name, const char *ending)
{
    char *path = format_new("%s/tb/%s%s", job->dir, name, ending);
    remove(path);
    return path;
}

/* Tells of a waveform that ends before cycle `end`. */
static void finish_wave(const cosim_job *job, const window *w, unsigned long long end, unsigned long long marker)
{
    char *save = wave_file(job, w->name, ".gtkw"), *tb = path_join(job->dir, "tb");
    text where = {0};
    write_save_file(job, w, save, marker);
    text_put_word(&where, tb);
    printf("%s of cycles %llu to %llu: cd %s && gtkwave %s.gtkw\n", w->title, w->from, end - 1, where.data, w->name);
    text_free(&where);
    arena_free(tb);
    arena_free(save);
}

/* ---- Runs ---- */

/* A design that is simulated. */
typedef struct {
    const dut_library *lib;
    void *it;
    uint32_t *ports[2];
    bool clocked; /* without waves nothing sees the falling edge, so the second half of a cycle is left out */
} dut;

static dut dut_create(const cosim_job *job, const dut_library *lib)
{
    const bench_layout *l = bench_layout_in(job->bench);
    dut d = {.lib = lib, .it = lib->create(), .clocked = has_waves(job) || job->options->checks};
    lib->ports(d.it, d.ports);
    for (int k = 0; k < l->count; k++)
        d.clocked |= l->module[k].clocked;
    return d;
}

/* The first half of a cycle: its inputs go in, and the outputs are compared. */
static const bench_cycle *drive(cosim_job *job, const dut *d)
{
    const bench_layout *l = bench_layout_in(job->bench);
    const bench_cycle *io = bench_next(job->bench);
    memcpy(d->ports[0], io->in, sizeof(uint32_t) * (size_t)l->in_words);
    d->lib->eval(d->it, 0, !io->reset);
    int bad = bench_compare(d->ports[1], io->want, io->care, l->out_words);
    if (bad >= 0)
        cosim_complain(job, job->cycles, bad, d->ports[1][bad], io->want[bad]);
    return io;
}

/* Drives one cycle and compares. False if the RTL stopped the simulation. */
static bool run_cycle(cosim_job *job, const dut *d)
{
    const bench_cycle *io = drive(job, d);
    const char *wrong = bench_watch(job->bench, d->ports[1]);
    if (wrong)
        cosim_complain_spec(job, wrong);
    if (d->clocked && d->lib->eval(d->it, 1, !io->reset)) {
        cosim_complain_rtl(job, d->lib->said());
        return false;
    }
    job->cycles++;
    return true;
}

/* All cycles, with the waveform of a window (NULL: none). A second run ends with its window, a first one after a few mismatches. */
static void simulate(cosim_job *job, const dut_library *lib, const window *w, bool second)
{
    char *wave = w ? wave_file(job, w->name, ".fst") : NULL;
    dut d = dut_create(job, lib);
    bool goes_on = true;
    for (int drain = 0; drain < DRAIN_CYCLES && goes_on; drain += cosim_done(job)) {
        if (w && job->cycles == w->from)
            lib->wave(d.it, wave);
        goes_on = run_cycle(job, &d) && (second ? job->cycles < w->to : job->mismatches < 4);
        if (w && job->cycles == w->to)
            lib->wave(d.it, NULL);
        if (job->cycles % 4096 == 0)
            cosim_progress(job);
    }
    lib->destroy(d.it);
    arena_free(wave);
}

/* The same run again, which ends soon after the mismatch. */
static void show_mismatch(const cosim_job *job, const dut_library *lib)
{
    const cosim_options *o = job->options;
    unsigned long long at = job->complaint_cycle;
    stimuli *s = stimuli_new(job->design, o->seed, o->traces, o->trace_count);
    cosim_job again = {.design = job->design,
                       .dir = job->dir,
                       .options = o,
                       .sim = job->sim,
                       .kind = job->kind,
                       .title = job->title,
                       .vectors = job->vectors,
                       .whole_life = job->whole_life};
    again.bench = bench_new(job->design, job->kind, s, o->seed);
    window w = {"mismatch", "waveform of the mismatch,", at > BEFORE ? at - BEFORE : 0, at + AFTER + 1};
    simulate(&again, lib, &w, true);
    progress_end();
    finish_wave(job, &w, again.cycles > at ? again.cycles : at + 1, at);
    bench_free(again.bench);
    stimuli_free(s);
    text_free(&again.complaint);
}

void verilator_run(cosim_job *job)
{
    work_begin("%s, build", job->title);
    dut_library lib = build(job);
    work_end();
    bool waves = has_waves(job);
    window first = {"wave", "waveform", 0, job->options->wave_cycles};
    if (waves) {
        arena_free(wave_file(job, "mismatch", ".fst"));
        arena_free(wave_file(job, "mismatch", ".gtkw"));
    }
    double start = clock_seconds();
    simulate(job, &lib, waves ? &first : NULL, false);
    job->seconds = clock_seconds() - start;
    progress_end();
    if (waves)
        finish_wave(job, &first, job->cycles < first.to ? job->cycles : first.to, 0);
    if (waves && job->mismatches)
        show_mismatch(job, &lib);
    dlclose(lib.library);
}

/* ---- Nets ---- */

/* Drives one cycle, compares, and shows the nets before and after the clock edge. `low` has room for them. */
static void show_nets(cosim_job *job, const dut *d, uint32_t *low, bool paused, nets_visit *visit, void *user)
{
    int took[BENCH_MODULES] = {0};
    const bench_layout *l = bench_layout_in(job->bench);
    const uint32_t *nets = d->lib->nets(d->it);
    const bench_cycle *io = drive(job, d);
    memcpy(low, nets, sizeof *low * (size_t)nets_words(job->nets));
    d->lib->eval(d->it, 1, !io->reset);
    for (int k = 0; k < l->count; k++)
        took[k] = bench_took(job->bench, k);
    visit(user, &(nets_cycle){.low = low, .high = nets, .took = took, .reset = io->reset, .paused = paused});
    job->cycles++;
}

void verilator_nets(cosim_job *job, unsigned long long idle, nets_visit *visit, void *user)
{
    work_begin("%s, build", job->title);
    dut_library lib = build(job);
    work_end();
    work_begin("%s, simulation", job->title);
    dut d = dut_create(job, &lib);
    uint32_t *low = zalloc(sizeof *low * (size_t)nets_words(job->nets));
    bool paused = false;
    for (unsigned long long left = idle; left > 0 && job->mismatches == 0; left -= paused) {
        paused = paused || cosim_done(job);
        if (paused)
            bench_pause(job->bench);
        show_nets(job, &d, low, paused, visit, user);
        if (job->cycles % 256 == 0)
            cosim_progress(job);
    }
    progress_end();
    work_end();
    arena_free(low);
    lib.destroy(d.it);
    dlclose(lib.library);
}

/* ---- A cycle at a time ---- */

struct verilog {
    dut_library lib;
    void *it;
    uint32_t *ports[2];
    int in_words;
    bool begun; /* the clock edge of the cycle before is still to come */
};

verilog *verilog_open(const design *d, const char *dir, bool edited)
{
    const cosim_options options = {.run[SIM_VERILATOR] = true};
    cosim_job job = {.design = d, .dir = dir, .options = &options, .sim = SIM_VERILATOR, .kind = BENCH_UNIT};
    verilog *v = zalloc(sizeof *v);

    cosim_check(d, dir, &options);
    manifest_check_edited(dir, edited);
    v->lib = build(&job);
    v->in_words = bench_layout_of(d, BENCH_UNIT).in_words;
    verilog_reset(v);
    return v;
}

void verilog_close(verilog *v)
{
    v->lib.destroy(v->it);
    dlclose(v->lib.library);
    arena_free(v);
}

static void edge(verilog *v, int reset)
{
    if (v->lib.eval(v->it, 1, !reset))
        die("the Verilog stopped: %s", v->lib.said());
}

void verilog_reset(verilog *v)
{
    if (v->it)
        v->lib.destroy(v->it);
    v->it = v->lib.create();
    v->lib.ports(v->it, v->ports);
    memset(v->ports[0], 0, sizeof(uint32_t) * (size_t)v->in_words);
    v->lib.eval(v->it, 0, 0);
    edge(v, 1);
    v->begun = false;
}

const uint32_t *verilog_cycle(verilog *v, const uint32_t *in)
{
    if (v->begun)
        edge(v, 0);
    v->begun = true;
    memcpy(v->ports[0], in, sizeof(uint32_t) * (size_t)v->in_words);
    v->lib.eval(v->it, 0, 1);
    return v->ports[1];
}
