/* SPDX-License-Identifier: Apache-2.0
 *
 * study.c - the studies: the rows of kernels, their means, and which traces a study takes. NAN is what is not known. */
#include "study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "study_figures.h"
#include "trace_stats.h"

const study studies[] = {
#define STUDY(...) {__VA_ARGS__},
#include "docs/papers/studies.def"
    {.name = NULL},
};

const study *study_find(const char *name)
{
    for (const study *s = studies; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

bool study_in_time(const study *s)
{
    for (int i = 0; i < STUDY_MAX_RUNS && s->runs[i]; i++)
        if (starts_with(s->runs[i], STUDY_TIME))
            return true;
    return false;
}

int study_columns(const study *s)
{
    int n = 0;
    while (n < STUDY_MAX_COLUMNS && s->columns[n].id)
        n++;
    return n;
}

int study_bars(const study *s)
{
    int n = 0;
    while (n < STUDY_MAX_BARS && s->bars[n])
        n++;
    return n;
}

bool study_has_curves(const study *s)
{
    for (int c = 0; c < study_columns(s); c++)
        if (s->columns[c].curve)
            return true;
    return false;
}

double study_published(const study_column *c)
{
    return c->published > 0 ? c->published : (double)NAN;
}

/* ---- rows ---- */

/* Removes "_LETTER" and digits at the end of a name. Returns the number, -1: there is none. */
static int take_suffix(char *name, char letter)
{
    size_t len = strlen(name), at = len;
    long long number;

    while (at > 0 && strchr("0123456789", name[at - 1]))
        at--;
    if (at == len || at < 3 || name[at - 1] != letter || name[at - 2] != '_' || !parse_int(name + at, 0, 1000, &number))
        return -1;
    name[at - 2] = '\0';
    return (int)number;
}

/* A trace of a study. */
typedef struct {
    char kernel[64];
    bool limited; /* its name says that it has fewer registers */
    study_figures f;
    double registers, private_accesses;
} sample;

/* The file's name without -tL. */
static void name_trace(char name[64], const char *path, int lanes)
{
    char own[64];

    trace_stem(path, name, sizeof own);
    snprintf(own, sizeof own, "%s", name);
    if (take_suffix(own, 't') == lanes)
        snprintf(name, sizeof own, "%s", own);
}

static void name_sample(sample *x, const study *s, const char *path, int lanes)
{
    name_trace(x->kernel, path, lanes);
    x->limited = s->registers.key && take_suffix(x->kernel, 'r') >= 0;
}

/* The trace without a limit, or that with the most registers. */
static const sample *pick_default(const sample *const *of, int n)
{
    const sample *best = of[0];

    for (int i = 1; i < n; i++)
        if (best->limited && (!of[i]->limited || of[i]->registers > best->registers))
            best = of[i];
    return best;
}

static const sample *pick_base(const sample *const *of, int n)
{
    const sample *best = pick_default(of, n);
    const double most = fmax(0, best->private_accesses);

    for (int i = 0; i < n; i++)
        if (of[i]->registers < best->registers && !(of[i]->private_accesses > most))
            best = of[i];
    return best;
}

static const sample *pick_nearest(const sample *const *of, int n, double registers)
{
    const sample *best = of[0];

    for (int i = 1; i < n; i++) {
        double gain = fabs(best->registers - registers) - fabs(of[i]->registers - registers);
        if (gain > 0 || (gain == 0 && of[i]->registers < best->registers))
            best = of[i];
    }
    return best;
}

static const sample *pick(study_pick which, const sample *const *of, int n)
{
    switch (which) {
    case PICK_BASE: return pick_base(of, n);
    case PICK_THREE_QUARTERS: return pick_nearest(of, n, 0.75 * pick_base(of, n)->registers);
    case PICK_HALF: return pick_nearest(of, n, 0.5 * pick_base(of, n)->registers);
    case PICK_LEAST: return pick_nearest(of, n, 0);
    default: return pick_default(of, n);
    }
}

/* A figure of the limits that were tried needs more than one trace. */
static bool is_told(study_pick which, int n)
{
    return n > 1 || which == PICK_DEFAULT || which == PICK_HALF;
}

static study_row *add_row(study_result *r, const char *name)
{
    r->rows = grow_one(r->rows, (size_t)r->count, sizeof *r->rows);
    study_row *row = &r->rows[r->count++];
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* A row of the first sample and, in a study of registers, those of the same kernel behind it, which are marked as done. */
static void count_row(study_result *r, const sample *samples, int count, int first, bool *done)
{
    const study *s = r->s;
    const sample **of = zalloc((size_t)count * sizeof *of);
    int n = 0;

    for (int i = first; i < count; i++)
        if (i == first || (s->registers.key && !done[i] && strcmp(samples[i].kernel, samples[first].kernel) == 0)) {
            of[n++] = &samples[i];
            done[i] = true;
        }
    study_row *row = add_row(r, samples[first].kernel);
    for (int c = 0; c < study_columns(s); c++) {
        study_pick which = s->columns[c].pick;
        row->values[c] = is_told(which, n) ? study_figures_value(&pick(which, of, n)->f, s, &s->columns[c]) : (double)NAN;
    }
}

static int by_kernel_and_registers(const void *a, const void *b)
{
    const study_trace *x = a, *y = b;
    int order = strcmp(x->kernel, y->kernel);
    return order ? order : (x->registers > y->registers) - (x->registers < y->registers);
}

static void keep_traces(study_result *r, const sample *samples, int count)
{
    r->of_traces = zalloc((size_t)count * sizeof *r->of_traces);
    r->trace_count = count;
    for (int i = 0; i < count; i++) {
        study_trace *to = &r->of_traces[i];
        snprintf(to->kernel, sizeof to->kernel, "%s", samples[i].kernel);
        to->registers = samples[i].registers;
        for (int c = 0; c < study_columns(r->s); c++)
            to->values[c] = study_figures_value(&samples[i].f, r->s, &r->s->columns[c]);
    }
    qsort(r->of_traces, (size_t)count, sizeof *r->of_traces, by_kernel_and_registers);
}

static bool is_own(const study *s, const char *kernel)
{
    char *word = format_new(" %s ", kernel);
    bool is = s->benchmarks && strstr(s->benchmarks, word) != NULL;

    return is;
}

/* The mean of the rows that have a figure; of the source's own benchmarks, of which there must be two. */
static void count_mean(const study_result *r, bool own, study_row *mean)
{
    for (int c = 0; c < study_columns(r->s); c++) {
        double all = 0;
        int n = 0;
        for (int i = 0; i < r->count; i++)
            if (isfinite(r->rows[i].values[c]) && (!own || is_own(r->s, r->rows[i].name))) {
                all += r->rows[i].values[c];
                n++;
            }
        mean->values[c] = n > own ? all / n : (double)NAN;
    }
}

void study_means(study_result *r)
{
    count_mean(r, false, &r->mean);
    count_mean(r, true, &r->own);
}

/* What a kernel asks of a multiprocessor has no sum, nor have cycles of different programs. */
static bool has_sum(const study *s)
{
    return s->registers.key == NULL && strcmp(s->runs[0], STUDY_SHAPE) != 0 && !study_in_time(s);
}

/* Of all traces together. */
static void count_all(study_result *r, const study_runs *runs)
{
    const study_figures f = study_figures_of(r->s, runs, runs->count);

    for (int c = 0; c < study_columns(r->s); c++)
        r->all.values[c] = has_sum(r->s) ? study_figures_value(&f, r->s, &r->s->columns[c]) : (double)NAN;
}

/* A trace is read once a run. */
static trace *open_file(const char *path)
{
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        die_usage("%s is a pipe or a device; a study reads traces several times: a file is expected", path);
    return trace_open(path);
}

static void check_trace(const study *s, const char *path, int *lanes)
{
    trace *t = open_file(path);
    int own = trace_lanes(t);

    if (s->lanes > 0 && own != s->lanes)
        die_usage("%s: a trace of %d lanes; study %s needs %d", path, own, s->name, s->lanes);
    if (*lanes == 0)
        *lanes = own;
    if (own != *lanes)
        die_usage("%s: a trace of %d lanes, and the first one has %d; all traces of a study have one width", path, own, *lanes);
    trace_close(t);
}

static void check_figures(const study *s, const char *path, int lanes, const study_figures *f)
{
    if (f->runs[0]->first == NULL)
        die_usage("%s: a trace of %d lanes; no %s is of this width, which the study %s counts with", path, lanes, s->runs[0], s->name);
    if (s->instructions && !study_in_time(s) && !(metrics_get(f->runs[0], KEY_INSTRUCTIONS, "trace") > 0))
        die_usage(
            "%s has no instructions, which the study %s counts; the traces of warpfold trace, among others, have them (docs/traces.md)",
            path, s->name);
}

void study_check_names(const char *const *paths, int count)
{
    char(*names)[64] = zalloc((size_t)count * sizeof *names);
    trace *t = open_file(paths[0]);

    for (int i = 0; i < count; i++) {
        name_trace(names[i], paths[i], trace_lanes(t));
        for (int k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                die_usage("study: %s and %s have one name, %s; a study counts each trace once, under a name of its own", paths[k], paths[i],
                          names[i]);
    }
    trace_close(t);
}

const char *study_misfit(const study *s, const char *const *paths, int count)
{
    const char *why = NULL;

    for (int i = 0; i < count && why == NULL; i++) {
        trace *t = open_file(paths[i]);
        if (s->lanes > 0 && trace_lanes(t) != s->lanes)
            why = "it is of another warp width";
        else if (s->instructions && !trace_has_instructions(t))
            why = "it needs traces with instructions";
        trace_close(t);
    }
    return why;
}

void study_count(study_result *r, const study *s, study_runs *runs)
{
    const int count = runs->count;
    sample *samples = zalloc((size_t)count * sizeof *samples);
    bool *done = zalloc((size_t)count * sizeof *done);

    *r = (study_result){.s = s, .traces = count, .mean.name = "mean", .own.name = "mean of its own", .all.name = "all together"};
    for (int i = 0; i < count; i++)
        check_trace(s, runs->paths[i], &runs->lanes);
    r->lanes = runs->lanes;
    study_runs_count(runs, s, has_sum(s));
    for (int i = 0; i < count; i++) {
        sample *x = &samples[i];
        name_sample(x, s, runs->paths[i], r->lanes);
        x->f = study_figures_of(s, runs, i);
        check_figures(s, runs->paths[i], r->lanes, &x->f);
        if (s->registers.key) {
            x->registers = study_figures_term(&x->f, &s->registers);
            x->private_accesses = study_figures_sum(&x->f, s->private_accesses);
        }
    }
    for (int i = 0; i < count; i++)
        if (!done[i])
            count_row(r, samples, count, i, done);
    if (study_has_curves(s))
        keep_traces(r, samples, count);
    study_means(r);
    count_all(r, runs);
}

bool study_has(const study_result *r, const study_row *row)
{
    for (int c = 0; c < study_columns(r->s); c++)
        if (isfinite(row->values[c]))
            return true;
    return false;
}

bool study_has_gaps(const study_result *r)
{
    for (int i = 0; i < r->count; i++)
        for (int c = 0; c < study_columns(r->s); c++)
            if (!isfinite(r->rows[i].values[c]))
                return true;
    return false;
}

/* ---- figures ---- */

void study_put_values(const study_result *r, metrics *out)
{
    const study *s = r->s;

    for (int i = 0; i < r->count; i++)
        for (int c = 0; c < study_columns(s); c++)
            metrics_set_known(out, r->rows[i].values[c], KEY_STUDY_VALUE, r->rows[i].name, s->columns[c].id);
    for (int c = 0; c < study_columns(s); c++) {
        metrics_set_known(out, r->mean.values[c], KEY_STUDY_MEAN, s->columns[c].id);
        metrics_set_known(out, r->own.values[c], KEY_STUDY_OWN, s->columns[c].id);
        metrics_set_known(out, r->all.values[c], KEY_STUDY_ALL, s->columns[c].id);
        metrics_set_known(out, study_published(&s->columns[c]), KEY_STUDY_PUBLISHED, s->columns[c].id);
        for (int n = 0; n < r->spread_count; n++)
            metrics_set_known(out, r->spread[n].values[c], KEY_STUDY_SPREAD, n + 1, s->columns[c].id);
    }
    for (const study_point *p = s->points; p < s->points + STUDY_MAX_POINTS && p->kernel; p++)
        metrics_set(out, p->value, KEY_STUDY_POINT, p->kernel, p->column);
}
