/* SPDX-License-Identifier: Apache-2.0
 *
 * icarus.c - the bench in Icarus: the golden model writes the cycles to a file, sim/bench_replay.v plays it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../base/proc.h"
#include "run.h"

enum { MAX_ARGS = 32 };

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

/* All cycles of the job to a file. */
static void write_cycles(cosim_job *job, const char *path)
{
    bench *b = job->bench;
    bench_words w = bench_words_of(job->design);
    int encs = bench_encs(b), decs = bench_ports(b);
    int enc_i = encs * w.enc_i, dec_i = decs * w.dec_i;
    FILE *f = fopen(path, "w");
    if (f == NULL)
        die("cannot write %s", path);
    uint32_t *all = zalloc(sizeof *all * (size_t)enc_i), *known = zalloc(sizeof *known * (size_t)dec_i);
    memset(all, 0xff, sizeof *all * (size_t)enc_i);
    for (int drain = 0; drain < 2 * WF_MAX_STAGES; drain += bench_encoded(b) >= job->vectors) {
        const bench_cycle *io = bench_next(b);
        for (int i = 0; i < dec_i; i++)
            known[i] = ~io->dec_x[i];
        fprintf(f, "%d ", !io->reset);
        put_hex(f, io->enc_i, all, enc_i, 'x');
        fputc(' ', f);
        put_hex(f, io->dec_i, known, dec_i, 'x');
        fputc(' ', f);
        put_hex(f, io->enc_want, io->enc_care, encs * w.enc_o, 'z');
        fputc(' ', f);
        put_hex(f, io->dec_want, io->dec_care, decs * w.dec_o, 'z');
        fputc('\n', f);
        job->cycles++;
    }
    free(all);
    free(known);
    if (ferror(f) | fclose(f))
        die("cannot write %s", path);
}

static void compile(const cosim_job *job, const char *vvp, const char *log)
{
    const char *argv[MAX_ARGS] = {tool_path("iverilog"), "-g2005", "-o", vvp, "-s",
                                  format_new("%s_replay", job->design->name)};
    int argc = 6;
    if (job->array)
        argv[argc++] = format_new("-P%s_replay.ARRAY=1", job->design->name);
    cosim_add_files(job, argv, &argc, MAX_ARGS - 1);
    argv[argc] = NULL;
    run_tool_ok(argv, NULL, log);
}

/* Reads what the replay printed: the counts, and the first mismatch. */
static void read_result(cosim_job *job, const char *log)
{
    char *out = file_read(log, NULL);
    const char *counts = out ? strstr(out, "CYCLES ") : NULL;
    unsigned long long cycles, mismatches;
    if (counts == NULL || sscanf(counts, "CYCLES %llu MISMATCHES %llu", &cycles, &mismatches) != 2)
        die("the Icarus bench ended without a result (log: %s)", log);
    if (cycles != job->cycles)
        die("the Icarus bench read %llu of %llu cycles", cycles, job->cycles);
    job->mismatches = mismatches;
    const char *first = strstr(out, "MISMATCH cycle");
    if (mismatches && first)
        text_add(&job->complaint, first + 9, strcspn(first + 9, "\n"));
    free(out);
}

void icarus_run(cosim_job *job)
{
    progress(job->sim == SIM_GATES ? "Icarus, netlist" : "Icarus", 0, 0);
    char *dir = scratch_dir();
    char *vectors = path_join(dir, "vectors"), *vvp = path_join(dir, "replay.vvp"), *log = format_new("%s/tb/icarus%s.log", job->dir, job->array ? "_array" : "");
    compile(job, vvp, log);
    double start = clock_seconds();
    write_cycles(job, vectors);
    char *plus = format_new("+vectors=%s", vectors);
    const char *argv[] = {tool_path("vvp"), "-n", vvp, plus, NULL};
    run_tool_ok(argv, NULL, log);
    job->seconds = clock_seconds() - start;
    read_result(job, log);
    free(plus);
    free(vectors);
    free(vvp);
    free(log);
    dir_remove(dir);
    scratch_keep(dir);
    free(dir);
}
