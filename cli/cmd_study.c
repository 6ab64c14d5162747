/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold study NAME[,NAME..] FILE... - papers' studies of values, repeated on traces; with `all` every study that the traces fit. */
#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../base/workers.h"
#include "../report/study_report.h"
#include "../report/time_study.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_LIST = 0x2000, KEY_SVG, KEY_SPREAD };
#define EVERY "all"

typedef struct {
    const char *out, *svg;
    bool force, list, spread;
    int jobs; /* 0: not given */
    char **words;
    int count;
} arguments;

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "write the page, DIR/NAME.html, and its figures, DIR/NAME.json", 0},
    {"svg", KEY_SVG, "DIR", 0, "write the plot as a file that stands alone, DIR/NAME.svg, and its numbers, DIR/NAME.csv", 0},
    {"force", 'F', NULL, 0, "overwrite what warpfold study did not write", 0},
    {"jobs", 'j', "N", 0, "runs of traces at a time (default: as many as make's job server grants, or else one for each core)", 0},
    {"spread", KEY_SPREAD, NULL, 0, "of a study in time: the means with blocks in other orders and with other schedulers too", 0},
    {"list", KEY_LIST, NULL, 0, "list the studies", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    switch (key) {
    case 'o': a->out = arg; break;
    case KEY_SVG: a->svg = arg; break;
    case 'F': a->force = true; break;
    case 'j': a->jobs = (int)argument_whole("--jobs", arg, 1, WORKERS_MOST); break;
    case KEY_SPREAD: a->spread = true; break;
    case KEY_LIST: a->list = true; break;
    case ARGP_KEY_ARGS:
        a->words = state->argv + state->next;
        a->count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS: break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void print_list(void)
{
    for (const study *s = studies; s->name; s++)
        printf("%-16s %s%s\n%-16s %s\n", s->name, s->title,
               study_in_time(s)  ? "; in time"
               : s->instructions ? "; traces with instructions"
                                 : "",
               "", s->source);
}

static void check_words(const arguments *a)
{
    if (a->count == 0)
        die_usage("study: which? give a name, or all, and traces; `warpfold study --list` has the names");
    char *rest = format_new("%s", a->words[0]), *name;
    if (strcmp(rest, EVERY) != 0)
        while ((name = strsep(&rest, ",")) != NULL)
            if (study_find(name) == NULL)
                die_usage("study: no study \"%s\"; `warpfold study --list` has the names", name);
    if (a->count == 1)
        die_usage("study: no trace for %s; give one or more files", a->words[0]);
    if (a->out && *a->out == '\0')
        die_usage("study: --out: an empty name; give the name of a folder");
}

/* What a study would overwrite is looked at before its work. */
static void check_files(const arguments *a, const study *s, const study_runs *runs)
{
    const output_rule rule = {.force = a->force, .inputs = runs->paths, .input_count = runs->count};

    if (a->out)
        study_check(s, a->out, rule);
    if (a->svg)
        study_plots_check(s, a->svg, rule);
}

/* `heading` is told once the traces are counted, which may refuse them. The plots are written when all are done. */
static void run(const arguments *a, const study *s, const char *heading, plot_files *plots, study_runs *runs)
{
    study_result r;

    if (a->spread)
        time_study_spread(&r, s, runs);
    else
        study_count(&r, s, runs);
    printf("%s", heading);
    study_print(&r);
    fflush(stdout);
    if (a->out)
        study_write(&r, a->out);
    study_add_files(plots, s->name, &r);
}

/* All studies that fit the traces. */
static void run_all(const arguments *a, plot_files *plots, study_runs *runs)
{
    int ran = 0;

    for (const study *s = studies; s->name; s++)
        if (!study_in_time(s))
            check_files(a, s, runs);
    for (const study *s = studies; s->name; s++) {
        const char *why =
            study_in_time(s) ? "it runs the traces in time; it is asked for by its name" : study_misfit(s, runs->paths, runs->count);
        char *heading = format_new("%s%s: ", s == studies ? "" : "\n", s->name);
        if (why)
            printf("%sleft out, %s\n", heading, why);
        else
            run(a, s, heading, plots, runs);
        ran += why == NULL;
    }
    if (ran == 0)
        die_usage("study: no study is of such traces; `warpfold study NAME FILE...` tells why");
}

/* Those of a list, one after the other. Each name is told if there are more than one. */
static void run_named(const arguments *a, plot_files *plots, study_runs *runs)
{
    const char *names = a->words[0];
    char *rest = format_new("%s", names), *name;
    bool several = strchr(names, ',') != NULL;

    while ((name = strsep(&rest, ",")) != NULL) {
        const study *s = study_find(name);
        if (a->spread && !study_in_time(s))
            die_usage("study: --spread is of studies in time; %s counts values", s->name);
        check_files(a, s, runs);
    }
    rest = format_new("%s", names);
    for (bool first = true; (name = strsep(&rest, ",")) != NULL; first = false)
        run(a, study_find(name), several ? format_new("%s%s: ", first ? "" : "\n", name) : "", plots, runs);
}

int cmd_study(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "NAME[,NAME..] FILE...\nall FILE...\n--list",
        .doc = "Repeat papers' studies of values on traces: a row a trace, the mean, and what the paper publishes of its benchmarks. What "
               "several "
               "studies count alike is counted once. In studies "
               "of registers a row is a kernel: its traces are KERNEL-tL and, of fewer registers, KERNEL-rN-tL, as `make pressure` names "
               "them.",
    };
    arguments a = {0};

    arguments_parse(&argp, argc, argv, &a);
    if (a.list) {
        if (a.count > 0 || a.out || a.svg)
            die_usage("study: --list takes nothing beside it");
        print_list();
        return 0;
    }
    check_words(&a);
    time_study plain = {NULL};
    const study_timer timer = time_study_timer(&plain);
    study_runs runs = {.paths = (const char *const *)(a.words + 1), .count = a.count - 1, .timer = &timer, .jobs = a.jobs};
    study_check_names(runs.paths, runs.count);
    plot_files plots = {0};
    bool all = strcmp(a.words[0], EVERY) == 0;
    if (all && a.spread)
        die_usage("study: --spread is of studies in time; give the name of one");
    (all ? run_all : run_named)(&a, &plots, &runs);
    if (a.svg)
        plot_files_write(a.svg, &plots);
    return 0;
}
