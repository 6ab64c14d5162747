/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_simt TRACE.wft RUNS KERNEL.elf [ARGUMENTS]... - speed of the SIMT machine, one core: thread instructions of a program's kernels a second of
 * processor time, without a trace and with one, and those of its host; medians of runs. One line: millions of thread instructions, million a
 * second without and with a trace, million host instructions, million a second; then the name. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../base/clock.h"
#include "../../simt/machine.h"

enum { MOST_RUNS = 99 };

typedef struct {
    double kernels, host; /* seconds */
} times;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static simt_totals totals;

/* Runs the program; its own output is not wanted. */
static times run(int argc, char **argv, const char *out)
{
    simt_config config = {.lanes = 32, .resident = 8, .stack = 8192, .memory = 1 << 28, .limit = ~0ull, .argc = argc};
    config.most_blocks = 1 << 24;
    config.most_bytes = 1u << 31;
    simt_program program;
    simt_machine machine;
    char *wrong = simt_program_read(&program, argv[0]);

    config.argv = (const char *const *)argv;
    if (wrong == NULL && out != NULL)
        config.writer = trace_writer_open_fast(out, config.lanes, "", "");
    if (wrong == NULL)
        wrong = simt_machine_make(&machine, &program, &config);
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", argv[0], wrong);
        exit(1);
    }
    double start = clock_processor_seconds();
    if (!simt_machine_run(&machine) || machine.totals.status != 0) {
        fprintf(stderr, "%s: failed%s%s\n", argv[0], machine.wrong ? ": " : "", machine.wrong ? machine.wrong : "");
        exit(1);
    }
    double all = clock_processor_seconds() - start;
    if (out != NULL)
        trace_writer_close(config.writer);
    totals = machine.totals;
    simt_machine_free(&machine);
    simt_program_free(&program);
    return (times){totals.seconds, all - totals.seconds};
}

int main(int argc, char **argv)
{
    double plain[MOST_RUNS], traced[MOST_RUNS], host[MOST_RUNS];
    int runs = argc > 3 ? atoi(argv[2]) : 0, real = dup(STDOUT_FILENO), none = open("/dev/null", O_WRONLY);

    if (runs < 1 || runs > MOST_RUNS || real < 0 || none < 0 || dup2(none, STDOUT_FILENO) < 0) {
        fprintf(stderr, "usage: bench_simt TRACE.wft RUNS KERNEL.elf [ARGUMENTS]...\n");
        return 2;
    }
    for (int i = 0; i < runs; i++) {
        times t = run(argc - 3, argv + 3, NULL);
        plain[i] = t.kernels;
        host[i] = t.host;
        unlink(argv[1]);
        traced[i] = run(argc - 3, argv + 3, argv[1]).kernels;
    }
    qsort(plain, (size_t)runs, sizeof *plain, ascending);
    qsort(traced, (size_t)runs, sizeof *traced, ascending);
    qsort(host, (size_t)runs, sizeof *host, ascending);
    fflush(stdout);
    double threads = 1e-6 * (double)totals.threads, hosts = 1e-6 * (double)totals.host;
    dprintf(real, "%.1f %.1f %.1f %.1f %.1f %s\n", threads, threads / plain[runs / 2], threads / traced[runs / 2], hosts,
            hosts / host[runs / 2], argv[3]);
    return 0;
}
