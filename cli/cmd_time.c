/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold time [DIR] --trace FILE ... - traces on a machine, in cycles. */
#include <stdio.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../machine/mem_codec.h"
#include "../machine/replay_pairs.h"
#include "../report/time_result.h"
#include "../trace/trace_memory.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_TRACE = 0x2000, KEY_MACHINE, KEY_LIST, KEY_COMPRESS, KEY_CODEC, KEY_CONTENTS };

typedef struct {
    const char **files;
    int count;
    const char *dir, *machine;
    const char *compress, *codec, *contents;
    bool list;
} arguments;

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "FILE", ARGUMENT_REPEATS, "the trace that the machine runs; may come several times", 1},
    {"machine", KEY_MACHINE, "NAME", 0, "one of the machines that --list names, or the path of a file (default gtx480)", 1},
    {"compress", KEY_COMPRESS, "WHERE", 0,
     "memory: lines are compressed in DRAM; l2: up to L1; ideal: up to L1, at no cost in cycles; none (default: as the machine's file "
     "says)",
     2},
    {"codec", KEY_CODEC, "CODEC", 0,
     "what compresses the lines: a codec of lines, or the folder of a design (default: the first codec of lines)", 2},
    {"contents", KEY_CONTENTS, "FILE", 0, "what memory holds at each launch, of trace --contents (default: the trace's name with .wfm)", 2},
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
    case KEY_COMPRESS: a->compress = arg; break;
    case KEY_CODEC: a->codec = arg; break;
    case KEY_CONTENTS: a->contents = arg; break;
    case ARGP_KEY_ARG:
        if (a->dir)
            die_usage("time: one design at a time (%s and %s given); traces are given as --trace FILE", a->dir, arg);
        a->dir = arg;
        break;
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

/* The design with as many registers a warp as the trace has, or its plain form. */
static design fitted(const design *d, const feed_survey *s, bool base)
{
    design of;
    const replay_form form = {d->unit->system->fit ? s->registers : 0, NULL, base, false};
    char *fault = replay_design(&of, d, &form);
    if (fault)
        die_usage("%s: a register file for %d registers a warp: %s", s->path, s->registers, fault);
    return of;
}

static void run_plain(const feed_survey *s, const machine *m, const timing_lines *lines)
{
    timing_result r;
    timing_run(&r, m, s, NULL, lines);
    time_print(&r, m, s, NULL);
    timing_result_free(&r);
}

static void run_design(const feed_survey *s, const machine *m, const design *d, const timing_lines *lines)
{
    bool pair = d->unit->system->baseline != NULL;
    timing_result own, base = {0};
    design of = fitted(d, s, false), plain = fitted(d, s, true);
    timing_run(&own, m, s, &of, lines);
    if (pair)
        timing_run(&base, m, s, &plain, lines);
    time_print(&own, m, s, pair ? &base : NULL);
    const char *wrong = own.first_wrong ? own.first_wrong : base.first_wrong;
    if (wrong)
        die("%s: %s", s->path, wrong);
    timing_result_free(&own);
    timing_result_free(&base);
}

static bool compresses(const machine *m)
{
    return m->compress != MACHINE_PLAIN;
}

/* What --compress, --codec and --contents say of the machine and of its codec. */
static void set_lines(const arguments *a, machine *m, design *codec)
{
    const char *unused = a->codec ? "--codec" : a->contents ? "--contents" : NULL;
    if (a->compress)
        machine_set_compression(m, a->compress);
    else if (unused && !compresses(m))
        die_usage("time: %s compresses no lines, so there is no use for %s: give --compress too", m->name, unused);
    if (a->contents && a->count > 1)
        die_usage("time: --contents goes with one trace, and %d are given", a->count);
    if (compresses(m))
        codec_design(codec, a->codec);
}

/* The file of what a trace's memory holds. */
static const char *contents_of(const arguments *a, const machine *m, const char *file)
{
    const char *path = a->contents ? a->contents : trace_memory_beside(file);
    if (compresses(m) && !a->contents && !file_exists(path))
        die_usage("time: %s compresses lines, and there is no %s with what memory holds: give --contents FILE", m->name, path);
    return path;
}

int cmd_time(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[DIR]",
        .doc = "Run traces on a machine of streaming multiprocessors and their memory: cycles, what issue slots did, caches, DRAM. "
               "With the model of the register file in DIR in each of them, or a plain banked one.",
    };
    arguments a = {0};
    machine m;
    design d, codec;

    arguments_parse(&argp, argc, argv, &a);
    if (a.list) {
        list(a.machine);
        return 0;
    }
    if (a.count == 0)
        die_usage("time: no trace; give --trace FILE");
    machine_read(&m, a.machine ? a.machine : "gtx480");
    set_lines(&a, &m, &codec);
    if (a.dir) {
        design_load(&d, a.dir);
        if (!wf_is_kind(d.unit, WF_REGISTER_FILE))
            die_usage("%s is a design of %s, which is no register file", a.dir, d.unit->name);
    }
    for (int k = 0; k < a.count; k++) {
        feed_survey s;
        const timing_lines lines = {&codec, contents_of(&a, &m, a.files[k])};
        feed_survey_read(&s, a.files[k]);
        if (k > 0)
            printf("\n");
        if (a.dir)
            run_design(&s, &m, &d, compresses(&m) ? &lines : NULL);
        else
            run_plain(&s, &m, compresses(&m) ? &lines : NULL);
        feed_survey_free(&s);
    }
    return 0;
}
