/* SPDX-License-Identifier: Apache-2.0
 *
 * verilator.c - the bench in Verilator: the Verilated design is a shared library, the golden model runs beside it. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "run.h"

enum { MAX_ARGS = 48 };

typedef struct {
    void *library;
    void *(*create)(const char *wave);
    void (*ports)(void *dut, uint32_t *ports[4]);
    void (*eval)(void *dut, int clk, int rst_n);
    void (*destroy)(void *dut);
} dut_library;

/* Writes a file unless it holds just that already, so that nothing is compiled twice. */
static void refresh(const char *path, const char *data, size_t len)
{
    size_t old_len;
    char *old = file_read(path, &old_len);
    if (old == NULL || old_len != len || memcmp(old, data, len) != 0)
        file_write(path, data, len);
    free(old);
}

/* Verilates and compiles the bench into DIR/tb/OBJ/bench.so, and returns that path. */
static char *build(const cosim_job *job)
{
    const design *d = job->design;
    const char *verilator = tool_path("verilator");
    char *top = realpath(job->dir, NULL);
    if (top == NULL)
        die("no folder %s", job->dir);
    char *object = format_new("%s/tb/verilator_%s%s%s", top, job->array ? "array" : "unit",
                              job->options->wave ? "_wave" : "", job->options->rtl ? "_other" : "");
    dir_make(object);
    char *shim = path_join(object, "shim.cpp"), *log = path_join(object, "build.log");
    const asset *source = asset_find("sim/shim.cpp");
    refresh(shim, source->data, source->len);
    char *so = path_join(object, "bench.so");
    const char *argv[MAX_ARGS] = {verilator, "--cc", "--exe", "--build", "-j", "2", "-O3", "--x-assign",
                                  "fast", "--x-initial", "fast", "--noassert", "-CFLAGS", "-O2 -fPIC -fno-gnu-unique",
                                  "-MAKEFLAGS", "OPT_FAST=-O3", "-LDFLAGS", "-shared", "--prefix", "Vbench", "-Wno-fatal", "-Wno-DECLFILENAME"};
    int argc = 0;
    while (argv[argc])
        argc++;
    argv[argc++] = "--top-module";
    argv[argc++] = format_new("%s_bench", d->name);
    argv[argc++] = job->array ? "-GARRAY=1" : "-GARRAY=0";
    argv[argc++] = "-Mdir";
    argv[argc++] = object;
    argv[argc++] = "-o";
    argv[argc++] = so;
    if (job->options->wave)
        argv[argc++] = "--trace-fst";
    /* make runs in the object folder: what it depends on is named from the root. */
    cosim_options options = *job->options;
    cosim_job absolute = *job;
    absolute.dir = top;
    absolute.options = &options;
    if (options.rtl && (options.rtl = realpath(options.rtl, NULL)) == NULL)
        die("no folder %s", job->options->rtl);
    cosim_add_files(&absolute, argv, &argc, MAX_ARGS - 2);
    argv[argc++] = shim;
    argv[argc] = NULL;
    run_tool_ok(argv, NULL, log);
    free(shim);
    free(log);
    free(object);
    free(top);
    return so;
}

static void *symbol(void *library, const char *name)
{
    void *s = dlsym(library, name);
    if (s == NULL)
        die("the Verilated bench lacks %s", name);
    return s;
}

static dut_library load(const char *path)
{
    dut_library l = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (l.library == NULL)
        die("cannot load the Verilated bench: %s", dlerror());
    *(void **)&l.create = symbol(l.library, "dut_new");
    *(void **)&l.ports = symbol(l.library, "dut_ports");
    *(void **)&l.eval = symbol(l.library, "dut_eval");
    *(void **)&l.destroy = symbol(l.library, "dut_delete");
    return l;
}

/* One port in a save file. */
static void save_port(text *t, const design *d, const char *unit, const char *port, int bits)
{
    text_printf(t, "%s\nTOP.%s_bench.%s.%s", bits == 1 ? "@28" : "@22", d->name, unit, port);
    if (bits > 1)
        text_printf(t, "[%d:0]", bits - 1);
    text_puts(t, "\n");
}

static void save_units(text *t, const design *d)
{
    const wf_sizes *s = &d->sizes;
    const struct {
        const char *unit, *port;
        int bits;
    } rows[] = {
        {"enc", "valid_i", 1}, {"enc", "user_i", d->user_bits}, {"enc", "raw_only_i", 1}, {"enc", "mask_i", s->mask_bits},
        {"enc", "block_i", s->block_bits}, {"enc", "valid_o", 1}, {"enc", "user_o", d->user_bits},
        {"enc", "tag_o", s->tag_bits}, {"enc", "units_o", s->units}, {"enc", "wen_o", s->wen_bits},
        {"enc", "payload_o", s->payload_bits}, {"dec", "valid_i", 1}, {"dec", "user_i", d->user_bits},
        {"dec", "tag_i", s->tag_bits}, {"dec", "payload_i", s->payload_bits}, {"dec", "valid_o", 1},
        {"dec", "user_o", d->user_bits}, {"dec", "block_o", s->block_bits},
    };
    const char *unit = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].bits == 0)
            continue;
        if (strcmp(unit, rows[i].unit) != 0)
            text_printf(t, "@200\n-%s\n", unit = rows[i].unit);
        save_port(t, d, unit[0] == 'e' ? "gen_units.enc" : "gen_units.dec", rows[i].port, rows[i].bits);
    }
}

static void save_block(text *t, const design *d)
{
    text_printf(t, "@200\n-%s\n", d->room);
    for (int i = 0; i < d->ports.inputs + d->ports.outputs; i++) {
        if (i == 0 || i == d->ports.inputs)
            save_port(t, d, "unit", i ? "valid_o" : "valid_i", 1);
        save_port(t, d, "unit", d->ports.port[i].name, d->ports.port[i].bits);
    }
}

/* A GTKWave save file that shows the units' ports in the order of the data flow. */
static void write_save_file(const cosim_job *job, const char *path, const char *wave)
{
    const design *d = job->design;
    text t = {0};
    text_printf(&t, "[dumpfile] \"%s\"\n[timestart] 0\n*-4.0 0\n@28\nTOP.%s_bench.clk_i\nTOP.%s_bench.rst_ni\n",
                path_base(wave), d->name, d->name);
    if (d->codec)
        save_units(&t, d);
    else
        save_block(&t, d);
    file_write(path, t.data, t.len);
    text_free(&t);
}

void verilator_run(cosim_job *job)
{
    progress("building with Verilator", 0, 0);
    char *path = build(job);
    dut_library lib = load(path);
    char *wave = NULL;
    if (job->options->wave && !job->array) {
        char *save = format_new("%s/tb/wave.gtkw", job->dir);
        wave = format_new("%s/tb/wave.fst", job->dir);
        write_save_file(job, save, wave);
        printf("waveform: gtkwave %s\n", save);
        free(save);
    }
    uint32_t *ports[4];
    void *dut = lib.create(wave);
    lib.ports(dut, ports);
    bench *b = job->bench;
    bench_words w = bench_words_of(job->design);
    int encs = bench_encs(b), decs = bench_ports(b);
    const design *d = job->design;
    bool clocked = d->stages > 0 || d->enc_stages > 0 || d->dec_stages > 0 || (job->array && d->dec_ports > d->decs);
    double start = clock_seconds();
    /* A few more cycles than vectors bring out what is under way. */
    for (int drain = 0; drain < 2 * WF_MAX_STAGES && job->mismatches < 4; drain += bench_encoded(b) >= job->vectors) {
        const bench_cycle *io = bench_next(b);
        memcpy(ports[0], io->enc_i, sizeof(uint32_t) * (size_t)(encs * w.enc_i));
        memcpy(ports[2], io->dec_i, sizeof(uint32_t) * (size_t)(decs * w.dec_i));
        lib.eval(dut, 0, !io->reset);
        int bad = bench_compare(ports[1], io->enc_want, io->enc_care, encs * w.enc_o);
        if (bad >= 0)
            cosim_complain(job, "enc", bad, ports[1][bad], io->enc_want[bad]);
        bad = bench_compare(ports[3], io->dec_want, io->dec_care, decs * w.dec_o);
        if (bad >= 0)
            cosim_complain(job, "dec", bad, ports[3][bad], io->dec_want[bad]);
        if (clocked)
            lib.eval(dut, 1, !io->reset);
        if (++job->cycles % 4096 == 0)
            progress(job->array ? "Verilator, array" : "Verilator, unit", bench_encoded(b), job->vectors);
    }
    job->seconds = clock_seconds() - start;
    lib.destroy(dut);
    dlclose(lib.library);
    free(wave);
    free(path);
}
