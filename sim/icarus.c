/* SPDX-License-Identifier: Apache-2.0
 *
 * icarus.c - the bench in Icarus: the golden model writes the cycles to a file, sim/bench_replay.v plays it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "run.h"

enum { MAX_ARGS = 256 };

/* A vector in hexadecimal, most significant digit first; a digit whose bits are all free is `other`. */
static void put_hex(FILE *f, const uint32_t *v, const uint32_t *fixed, int words, char other)
{
    static const char digits[] = "0123456789abcdef";
    char line[8];
    for (int i = words - 1; i >= 0; i--) {
        for (int n = 0; n < 8; n++) {
            int shift = 28 - 4 * n;
            line[n] = (fixed[i] >> shift & 15) == 0 ? other : digits[v[i] >> shift & 15];
        }
        fwrite(line, 1, 8, f);
    }
}

/* What is left to count before all bits of a count change. */
enum { NEAR = 3 };

/* The counts in the model's outputs as the Verilog has them if they begin near their carries. A netlist begins them at 0. */
static void move_counts(const cosim_job *job, uint32_t *want)
{
    const bench_module *m = &bench_layout_in(job->bench)->module[0];
    for (int s = 0; s < m->streams.count && job->sim == SIM_ICARUS; s++) {
        const wf_stream *w = &m->streams.stream[s];
        for (int k = 0; k < w->counts; k++)
            want[m->out_at + m->out[s] + field_words(w) - k] -= NEAR;
    }
}

/* Writes all cycles of the job to a file. */
static void write_cycles(cosim_job *job, const char *path)
{
    const bench_layout *l = bench_layout_in(job->bench);
    FILE *f = fopen(path, "w");
    if (f == NULL)
        die("cannot write %s: %s", path, strerror(errno));
    uint32_t *known = zalloc(sizeof *known * (size_t)l->in_words);
    for (int drain = 0; drain < DRAIN_CYCLES; drain += cosim_done(job)) {
        const bench_cycle *io = bench_next(job->bench);
        for (int i = 0; i < l->in_words; i++)
            known[i] = ~(io->x[i] | (job->sim == SIM_ICARUS ? io->idle[i] : 0)); /* a netlist may spread an x that the RTL keeps out */
        const char *wrong = bench_watch(job->bench, io->want);
        if (wrong)
            cosim_complain_spec(job, wrong);
        move_counts(job, io->want);
        fprintf(f, "%d ", !io->reset);
        put_hex(f, io->in, known, l->in_words, 'x');
        fputc(' ', f);
        put_hex(f, io->want, io->care, l->out_words, 'z');
        fputc('\n', f);
        job->cycles++;
    }
    arena_free(known);
    if (ferror(f) | fclose(f))
        die("cannot write %s: %s", path, strerror(errno));
}

static void compile(const cosim_job *job, const char *cwd, const char *log)
{
    char *link = path_join(cwd, "design"), *real = path_real(job->dir);
    if (real == NULL || symlink(real, link) != 0)
        die("cannot link to %s: %s", job->dir, strerror(errno));
    char *top = format_new("%s_%s_replay", job->design->name, bench_name(job->kind)), *counts = design_count_reset(job->design);
    const char *argv[MAX_ARGS] = {tool_path("iverilog"), "-g2005", "-o", "replay.vvp", "-s", top};
    int argc = 6;
    if (job->sim == SIM_ICARUS)
        argv[argc++] = format_new("-D%s=-32'd%d", counts, NEAR);
    cosim_add_files(job, cwd, "design", argv, &argc, MAX_ARGS - 1);
    argv[argc] = NULL;
    run_tool_ok(argv, cwd, log);
    cosim_free_files(argv, 6, argc);
    arena_free(real);
    arena_free(link);
}

/* Reads what the replay printed: the counts, and the first mismatch. */
static void read_result(cosim_job *job, const char *log)
{
    char *out = file_read(log, NULL);
    const char *counts = out ? strstr(out, "CYCLES ") : NULL, *first = out ? strstr(out, "MISMATCH ") : NULL;
    unsigned long long cycles, mismatches, cycle;
    int word;
    uint32_t got, want;
    const char *assertion = out ? strstr(out, "ASSERT ") : NULL;
    if (assertion) {
        job->mismatches++;
        text_printf(&job->complaint, "an assertion in the Verilog does not hold: %.*s", (int)strcspn(assertion + 7, "\n"), assertion + 7);
        arena_free(out);
        return;
    }
    if (counts == NULL || sscanf(counts, "CYCLES %llu MISMATCHES %llu", &cycles, &mismatches) != 2)
        die("the Icarus bench ended without a result (log: %s)", log);
    if (cycles != job->cycles)
        die("the Icarus bench read %llu of %llu cycles", cycles, job->cycles);
    if (mismatches && first && sscanf(first, "MISMATCH %llu %d", &cycle, &word) == 2) {
        bool known = sscanf(first, "MISMATCH %*u %*d %x %x", &got, &want) == 2;
        cosim_complain(job, cycle, word, known ? got : 0, known ? want : 0);
        if (!known) { /* x in the output, z in the expected value */
            first += strspn(first, "MISATCH 0123456789");
            job->complaint.len = (size_t)(strrchr(job->complaint.data, ':') - job->complaint.data);
            text_printf(&job->complaint, ": %.*s in Icarus", (int)strcspn(first, "\n"), first);
        }
    }
    job->mismatches = mismatches > job->mismatches ? mismatches : job->mismatches;
    arena_free(out);
}

void icarus_run(cosim_job *job)
{
    char *dir = scratch_dir();
    char *vectors = path_join(dir, "vectors"),
         *log = format_new("%s/tb/icarus%s.log", job->dir, job->kind == BENCH_UNIT ? "" : bench_name(job->kind) + 5);
    work_begin("%s, build", job->title);
    compile(job, dir, log);
    work_end();
    progress(job->title, 0, 0);
    double start = clock_seconds();
    write_cycles(job, vectors);
    const char *argv[] = {tool_path("vvp"), "-n", "replay.vvp", "+vectors=vectors", NULL};
    run_tool_ok(argv, dir, log);
    job->seconds = clock_seconds() - start;
    read_result(job, log);
    arena_free(vectors);
    arena_free(log);
    dir_remove(dir);
    scratch_keep(dir);
    arena_free(dir);
}
