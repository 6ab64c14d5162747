/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold sweep FILE -o DIR - gen, synth and stats of many designs, and what is best among them. docs/sweep.md tells of the file. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/cache.h"
#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../base/proc.h"
#include "../base/workers.h"
#include "../report/report_html.h"
#include "../sweep/rows_plots.h"
#include "../sweep/schedule.h"
#include "../sweep/slurm.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_CACHE = 0x2000, KEY_SET, OF_SHARE, KEY_COLLECT, KEY_LIST, KEY_SLURM, KEY_DRY, KEY_TASK, KEY_KEY, KEY_SVG };
enum { MOST_CHANGES = 64 };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "the folder of the results: report.html, points.csv, sweep.json", 0},
    {"jobs", 'j', "N", 0, "tasks at a time (default: as many as make's job server grants, or else one for each core)", 0},
    {"cache", KEY_CACHE, "DIR", 0, "where results are kept (default: ~/.cache/warpfold/sweep)", 0},
    {"set", KEY_SET, "KEY=VALUES", ARGUMENT_REPEATS, "these values of a key in place of those of the file, in all sets; may be repeated",
     0},
    {"svg", KEY_SVG, "FOLDER", 0, "write each plot as a file that stands alone, FOLDER/NAME.svg, and its numbers, FOLDER/NAME.csv", 0},
    {"force", 'F', NULL, 0, "overwrite what warpfold sweep did not write", 0},
    {"list", KEY_LIST, NULL, 0, "list the points, and do nothing", 0},
    {"slurm", KEY_SLURM, NULL, 0, "run it as a Slurm job array: write DIR/slurm/array.sh and collect.sh and submit them", 0},
    {"dry-run", KEY_DRY, NULL, 0, "with --slurm: do not submit them", 0},
    {"share", OF_SHARE, "K/N", 0, "only each Nth task from the Kth on, and no results: for several machines with one cache", 0},
    {"collect", KEY_COLLECT, NULL, 0, "only write the results, of what the cache has", 0},
    {"task", KEY_TASK, "POINT:PART", OPTION_HIDDEN, "", 0},
    {"key", KEY_KEY, "HASH", OPTION_HIDDEN, "", 0},
    {0},
};

typedef struct {
    const char *file, *out, *svg, *cache, *task, *key;
    const char *changes[MOST_CHANGES];
    int change_count, jobs, share, shares;
    bool force, list, slurm, dry, collect;
} arguments;

static void take_share(arguments *a, const char *arg)
{
    char *k = format_new("%.*s", (int)strcspn(arg, "/"), arg);
    const char *n = strchr(arg, '/');
    long long share, shares;
    if (!n || !parse_int(n + 1, 1, 1000000, &shares) || !parse_int(k, 1, shares, &share))
        die_usage("sweep: --share %s: K/N is expected, as in 1/4", arg);
    a->share = (int)share;
    a->shares = (int)shares;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case 'o': a->out = arg; break;
    case 'j': a->jobs = (int)argument_whole("--jobs", arg, 1, WORKERS_MOST); break;
    case 'F': a->force = true; break;
    case KEY_SVG: a->svg = arg; break;
    case KEY_CACHE: a->cache = arg; break;
    case KEY_SET:
        if (a->change_count == MOST_CHANGES)
            die_usage("sweep: more than %d times --set", MOST_CHANGES);
        a->changes[a->change_count++] = arg;
        break;
    case OF_SHARE: take_share(a, arg); break;
    case KEY_COLLECT: a->collect = true; break;
    case KEY_LIST: a->list = true; break;
    case KEY_SLURM: a->slurm = true; break;
    case KEY_DRY: a->dry = true; break;
    case KEY_TASK: a->task = arg; break;
    case KEY_KEY: a->key = arg; break;
    case ARGP_KEY_ARG:
        if (a->file)
            die_usage("sweep: one file at a time (%s and %s given)", a->file, arg);
        a->file = arg;
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void check_arguments(const arguments *a)
{
    if (a->file == NULL)
        die_usage("sweep: no file; give the INI file of a sweep (docs/sweep.md)");
    if (a->list || a->task)
        return;
    if (a->shares && (a->out || a->svg || a->collect || a->slurm))
        die_usage("sweep: --share makes no results: leave %s out", a->out ? "-o" : a->svg ? "--svg" : a->collect ? "--collect" : "--slurm");
    if (!a->shares && a->out == NULL)
        die_usage("sweep: no output folder; give -o DIR");
    if (a->slurm && a->collect)
        die_usage("sweep: --slurm and --collect exclude each other");
    if (a->dry && !a->slurm)
        die_usage("sweep: --dry-run goes with --slurm");
}

/* The cache that was named, or the user's, or else one in the output folder. */
static char *cache_of(const arguments *a)
{
    if (a->cache)
        return format_new("%s", a->cache);
    char *own = cache_path("sweep");
    if (own == NULL && a->out == NULL)
        die_usage("sweep: there is no folder for a cache; give --cache DIR");
    return own ? own : path_join(a->out, "cache");
}

/* ---- results ---- */

enum { RESULTS = 3 };
static bool is_csv(const char *path)
{
    return file_begins(path, rows_csv_head);
}

static bool is_json(const char *path)
{
    return file_begins(path, rows_json_head);
}

/* The page of a report or a study is another one. */
static bool is_page(const char *path)
{
    char *page = html_is_page(path) ? file_read(path, NULL) : NULL;
    return page && strstr(page, rows_page_title);
}

static const struct {
    const char *name;
    void (*make)(const sweep_rows *all, text *t);
    bool (*ours)(const char *path);
} results[RESULTS] = {{"points.csv", rows_csv, is_csv}, {"sweep.json", rows_json, is_json}, {"report.html", rows_page, is_page}};

static void check_results(const arguments *a, const sweep_plan *plan)
{
    output_rule rule = {.force = a->force, .inputs = &a->file, .input_count = 1};
    for (int i = 0; i < RESULTS; i++) {
        char *path = path_join(a->out, results[i].name);
        rule.ours = results[i].ours;
        output_check_made(path, &rule);
    }
    if (a->svg)
        rows_check_files(a->svg, plan, rule);
}

static void print_fronts(const sweep_rows *all)
{
    for (int g = 0; g < all->group_count; g++) {
        printf("%s\n", all->groups[g]);
        for (int f = 0; f < ROW_ALL; f++) {
            const char *between = "";
            bool any = false;
            for (int i = 0; i < all->count; i++)
                any |= all->rows[i].group == g && all->rows[i].front[f];
            if (!any)
                continue;
            printf("  front %-13s points ", row_fronts[f].name);
            for (int i = 0; i < all->count; i++)
                if (all->rows[i].group == g && all->rows[i].front[f]) {
                    printf("%s%d", between, all->rows[i].number);
                    between = ", ";
                }
            printf("\n");
        }
    }
}

/* Returns how many points failed. */
static int write_results(const arguments *a, const sweep_plan *plan, const sweep_tasks *tasks, const store *s)
{
    sweep_rows all;
    rows_load(&all, plan, tasks, s);
    for (int i = 0; i < RESULTS; i++) {
        text t = {0};
        char *path = path_join(a->out, results[i].name);
        results[i].make(&all, &t);
        file_write(path, t.data, t.len);
    }
    for (int i = 0; i < all.count; i++)
        if (all.rows[i].status == ROW_SKIPPED)
            printf("point %d (set %s: %s) is skipped: %s\n", i + 1, all.rows[i].p->set, all.rows[i].p->given, all.rows[i].reason);
    print_fronts(&all);
    int failed = rows_count(&all, ROW_FAILED), unrun = rows_count(&all, ROW_UNRUN);
    printf("%s: %d points: %d done, %d failed, %d skipped", plan->name, all.count, rows_count(&all, ROW_DONE), failed,
           rows_count(&all, ROW_SKIPPED));
    if (unrun)
        printf(", %d not run", unrun);
    if (all.doubles)
        printf("; %d more were the same as others", all.doubles);
    printf("\nreport: %s/report.html\n", a->out);
    if (a->svg) {
        plot_files plots = {0};
        rows_add_files(&plots, &all);
        plot_files_write(a->svg, &plots);
    }
    return failed + unrun;
}

/* ---- what it does ---- */

static void list(const sweep_plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        const sweep_point *p = &plan->points[i];
        printf("%4d  [%s] %s%s%s\n", i + 1, p->set, p->given, p->fault ? ": skipped: " : "", p->fault ? p->fault : "");
    }
    printf("%d points", plan->count);
    printf(plan->doubles ? "; %d more are the same as others\n" : "\n", plan->doubles);
}

/* One task, in a process of its own. */
static void do_task(const arguments *a, const sweep_plan *plan, const store *s)
{
    char *point = format_new("%.*s", (int)strcspn(a->task, ":"), a->task);
    const char *part = strchr(a->task, ':');
    long long n;
    if (!part || !parse_int(point, 1, plan->count, &n) || plan->points[n - 1].fault || !a->key || strlen(a->key) != HASH_DIGITS)
        die("the sweep's file has changed since the sweep began");
    if (!task_make(plan, (int)n - 1, part + 1, a->key, s))
        puts(TASK_WAS_DONE);
}

/* The folder of logs of tasks that fail. */
static char *logs_of(const arguments *a, const store *s)
{
    return a->out ? path_join(a->out, "log") : format_new("%s/log-%d-%d", s->dir, a->share, (int)getpid());
}

/* "12-enc.log" */
static bool is_log(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '-' && ends_with(name, ".log");
}

/* Logs of an earlier run. What else is in the folder is not ours. */
static void remove_logs(const char *logs)
{
    DIR *d = opendir(logs);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (is_log(e->d_name)) {
            char *path = path_join(logs, e->d_name);
            unlink(path);
        }
    if (d)
        closedir(d);
    rmdir(logs);
}

/* Does what the cache lacks, in this and other processes. */
static bool run(const arguments *a, const sweep_plan *plan, const sweep_tasks *tasks, const store *s)
{
    char *logs = logs_of(a, s);
    remove_logs(logs);
    schedule_result r = schedule_run(
        plan, tasks, s,
        &(schedule_options){
            .jobs = a->jobs, .share = a->share, .shares = a->shares, .logs = logs, .changes = a->changes, .change_count = a->change_count});
    printf("%s: %d tasks: %d made, %d from the cache, %d failed; %.1f s\n", plan->name, r.made + r.cached + r.failed, r.made, r.cached,
           r.failed, r.seconds);
    return r.failed == 0;
}

static void submit(const arguments *a, const sweep_plan *plan, const sweep_tasks *tasks, const store *s)
{
    slurm_sweep job = {.file = a->file,
                       .out = a->out,
                       .svg = a->svg,
                       .cache = s->dir,
                       .name = plan->name,
                       .tasks = tasks->count,
                       .jobs = a->jobs,
                       .force = a->force,
                       .changes = a->changes,
                       .change_count = a->change_count};
    slurm_check(&job);
    if (!a->dry)
        tool_path("sbatch");
    slurm_write(&job);
    if (a->dry) {
        printf("Slurm: %s/slurm has array.sh for %d tasks, and collect.sh\n", a->out, tasks->count);
    } else {
        dir_unlock(a->out); /* the jobs may begin at once */
        slurm_submit(&job);
    }
}

/* A file without a design is a mistake; what is wrong with its first point stands for all. */
static void check_points(const arguments *a, const sweep_plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].fault == NULL)
            return;
    die_usage("sweep: no point of %s is a design; of the first: %s", a->file, plan->points[0].fault);
}

/* Everything but the list. True: all is done. */
static bool work(const arguments *a, const sweep_plan *plan)
{
    sweep_tasks tasks = {0};
    store s;
    bool good = true;
    if (a->out)
        check_results(a, plan);
    char *cache = cache_of(a);
    store_open(&s, cache);
    if (!a->task)
        tasks_find(&tasks, plan);
    if (a->out && !a->task) {
        dir_make(a->out);
        dir_lock(a->out);
    }
    if (a->task)
        do_task(a, plan, &s);
    else if (a->slurm)
        submit(a, plan, &tasks, &s);
    else
        good = a->collect || run(a, plan, &tasks, &s);
    if (a->out && !a->task && !a->slurm)
        good = write_results(a, plan, &tasks, &s) == 0;
    store_close(&s);
    return good;
}

int cmd_sweep(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FILE",
        .doc = "Measure many designs, the combinations of the values that an INI file names: synthesis, and the ratio on traces. Every "
               "result is "
               "kept in a cache, so a sweep that was interrupted goes on where it was. Writes a page with Pareto fronts, and tables.",
    };
    arguments a = {0};
    sweep_plan plan;
    arguments_parse(&argp, argc, argv, &a);
    check_arguments(&a);
    sweep_read(&plan, a.file, a.changes, a.change_count);
    bool good = true;
    for (int i = 0; i < plan.note_count && !a.task; i++)
        note("sweep: %s", plan.notes[i]);
    if (a.list) {
        list(&plan);
    } else {
        check_points(&a, &plan);
        good = work(&a, &plan);
    }
    return good ? 0 : 1;
}
