/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold report DIR... - the results, as figures and as a page. */
#include <stdbool.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../report/report.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_KEYS = 0x2000, KEY_PUBLISHED, KEY_SVG };

typedef struct {
    report_options options;
    const char **dirs;
    int count;
    bool keys, published;
} arguments;

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0, "write the page to FILE (default: DIR/report.html; compare.html beside the first of several)", 0},
    {"svg", KEY_SVG, "FOLDER", 0, "write each plot as a file that stands alone, FOLDER/NAME.svg, and its numbers, FOLDER/NAME.csv", 0},
    {"force", 'F', NULL, 0, "overwrite what warpfold report did not write", 0},
    {"published", KEY_PUBLISHED, NULL, 0, "print the published figures of each design's unit beside its own, and write nothing", 0},
    {"keys", KEY_KEYS, NULL, 0, "list the keys of all figures with their units and meanings; with FILE...: those in these files", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case 'o':
        if (*arg == '\0')
            die_usage("report: --out: an empty name; give the name of a page, such as compare.html");
        a->options.out = arg;
        return 0;
    case KEY_SVG: a->options.svg = arg; return 0;
    case 'F': a->options.force = true; return 0;
    case KEY_KEYS: a->keys = true; return 0;
    case KEY_PUBLISHED: a->published = true; return 0;
    case ARGP_KEY_ARG:
        a->dirs = grow_one(a->dirs, (size_t)a->count, sizeof *a->dirs);
        a->dirs[a->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->count == 0 && !a->keys)
            die_usage("report: which design? give the folders that warpfold gen made, such as build/NAME");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int cmd_report(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "DIR...\n--published DIR...\n--keys [FILE...]",
        .doc = "Write metrics.json, metrics.csv and report.html into each DIR from the results of the steps, and print a short table. "
               "With several folders also write one page that compares them, with a column for each.",
    };
    arguments a = {0};
    arguments_parse(&argp, argc, argv, &a);
    if (a.keys)
        report_keys(a.dirs, a.count);
    else if (a.published)
        report_published(a.dirs, a.count);
    else
        report_run(&a.options, a.dirs, a.count);
    return 0;
}
