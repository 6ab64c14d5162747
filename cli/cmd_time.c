/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold time --trace FILE ... - traces on a machine, in cycles. */
#include <stdio.h>

#include "../base/msg.h"
#include "../report/time_result.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_TRACE = 0x2000, KEY_MACHINE, KEY_LIST };

typedef struct {
    const char **files;
    int count;
    const char *machine;
    bool list;
} arguments;

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "the trace that the machine runs; may come several times", 1},
    {"machine", KEY_MACHINE, "NAME", 0, "one of the machines that --list names, or the path of a file (default gtx480)", 1},
    {"list", KEY_LIST, NULL, 0, "print the parameters of all machines, or of --machine, and end", 1},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case KEY_TRACE:
        a->files = grow_one(a->files, (size_t)a->count, sizeof *a->files);
        a->files[a->count++] = arg;
        break;
    case KEY_MACHINE: a->machine = arg; break;
    case KEY_LIST: a->list = true; break;
    case ARGP_KEY_ARG: die_usage("time: \"%s\" is no flag; traces are given as --trace FILE", arg);
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void list(const char *name)
{
    machine all[16];
    int count = 0;
    if (name)
        machine_read(&all[count++], name);
    for (int k = 0; !name && machine_name(k); k++)
        machine_read(&all[count++], machine_name(k));
    machine_print(all, count);
}

int cmd_time(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Run traces on a machine of streaming multiprocessors and their memory: cycles, what issue slots did, caches, DRAM.",
    };
    arguments a = {0};
    machine m;

    arguments_parse(&argp, argc, argv, &a);
    if (a.list) {
        list(a.machine);
        return 0;
    }
    if (a.count == 0)
        die_usage("time: no trace; give --trace FILE");
    machine_read(&m, a.machine ? a.machine : "gtx480");
    for (int k = 0; k < a.count; k++) {
        feed_survey s;
        timing_result r;
        feed_survey_read(&s, a.files[k]);
        timing_run(&r, &m, &s);
        if (k > 0)
            printf("\n");
        time_print(&r, &m, &s);
        timing_result_free(&r);
        feed_survey_free(&s);
    }
    return 0;
}
