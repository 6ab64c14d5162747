/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold - value-compression hardware for GPUs: Verilog, co-simulation, synthesis, reports. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/folder.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../cmodel/warpfold.h"
#include "../gen/design.h"
#include "commands.h"

static const struct {
    const char *name, *help;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"list", "units and their parameters", cmd_list},
    {"gen", "a design's Verilog, file lists and manifest", cmd_gen},
    {"cosim", "simulate a design against the golden model", cmd_cosim},
    {"synth", "area, delay and power of a design", cmd_synth},
    {"power", "its power at the activity of traces, by code", cmd_power},
    {"report", "one report of what was run", cmd_report},
    {"flow", "gen, cosim, synth and report", cmd_flow},
    {"stats", "value similarity and compression figures of traces", cmd_stats},
    {"encode", "a trace to a file of codes", cmd_encode},
    {"decode", "a file of codes back to a trace", cmd_decode},
    {"convert", "traces from one form to another", cmd_convert},
    {"trace", "run kernels written in C and trace their warps", cmd_trace},
    {"study", "the papers' studies of values, on traces", cmd_study},
    {"replay", "the instructions of traces through a register file", cmd_replay},
    {"time", "traces on a machine of SMs and their memory, in cycles", cmd_time},
    {"sweep", "many designs, in parallel, and which of them are best", cmd_sweep},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *f)
{
    fputs("usage: warpfold COMMAND [OPTION...]\n\n", f);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(f, "  %-8s  %s\n", commands[i].name, commands[i].help);
    fputs("\nwarpfold COMMAND --help tells more; docs/ and warpfold(1) tell all.\n", f);
}

static int run(int argc, char **argv)
{
    char *fault = design_units_fault();
    if (fault)
        die_usage("%s", fault);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, argv[1]) == 0) {
            argv[1] = format_new("warpfold %s", commands[i].name);
            return commands[i].run(argc - 1, argv + 1);
        }
    die_usage("no command \"%s\"; `warpfold help` lists them", argv[1]);
}

/* What was printed must have arrived: a full disk is no success. Runs last, whoever calls exit. */
static void close_stdout(void)
{
    bool failed = ferror(stdout) != 0;
    if (fclose(stdout) == 0 && !failed)
        return;
    fprintf(stderr, "warpfold: cannot write standard output: %s\n", strerror(errno));
    _exit(1);
}

/* Tools run in folders of their own. */
static void settle_tmpdir(void)
{
    const char *given = getenv("TMPDIR");
    char *whole = given && *given ? path_absolute(given) : NULL;
    if (whole)
        setenv("TMPDIR", whole, 1);
}

int main(int argc, char **argv)
{
    atexit(close_stdout);
    settle_tmpdir();
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    const char *first = argv[1];
    if (strcmp(first, "--version") == 0) {
        printf("warpfold %s\n", WF_VERSION);
        return 0;
    }
    if (strcmp(first, "--help") != 0 && strcmp(first, "help") != 0 && strcmp(first, "-h") != 0)
        return run(argc, argv);
    if (argc == 2) {
        usage(stdout);
        return 0;
    }
    char help[] = "--help"; /* "help COMMAND ..." prints the same as "COMMAND ... --help" */
    memmove(argv + 1, argv + 2, (size_t)(argc - 2) * sizeof *argv);
    argv[argc - 1] = help;
    return run(argc, argv);
}
