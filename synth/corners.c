/* SPDX-License-Identifier: Apache-2.0
 *
 * corners.c - times a run's netlists in other corners of the library: checks that the cells are the same, runs OpenSTA for each corner,
 * records and shows the figures. */
#include "corners.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

/* A unit in a corner. */
typedef struct {
    double slack, power_mw, leak_mw;
} corner_figures;

/* A corner: file 0 is the library that is mapped with. */
typedef struct {
    const char *path;
    char *name;
    corner_figures units[DESIGN_MODULES];
    double worst;
} corner;

/* A corner by its file: "osu018_slow.lib" is osu018_slow. malloc'd. */
static char *corner_name(const char *path)
{
    text t = {0};
    const char *base = path_base(path), *dot = strrchr(base, '.');
    size_t len = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    for (size_t i = 0; i < len; i++) {
        char c = isalnum((unsigned char)base[i]) ? (char)tolower((unsigned char)base[i]) : '_';
        if (c != '_' || (t.len > 0 && t.data[t.len - 1] != '_'))
            text_add(&t, &c, 1);
    }
    while (t.len > 0 && t.data[t.len - 1] == '_')
        t.data[--t.len] = '\0';
    text_puts(&t, t.len ? "" : "corner");
    return t.data;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The first cell of a library that a corner has not, or has with other pins or functions; NULL: there is none. */
static const char *other_cell(const liberty *lib, const liberty *other)
{
    for (int i = 0; i < lib->cell_count; i++) {
        const liberty_cell *a = &lib->cells[i], *b = liberty_find(other, a->name);
        bool same = b && a->pin_count == b->pin_count && same_text(a->state, b->state);
        for (int p = 0; same && p < a->pin_count; p++) {
            const liberty_pin *x = &a->pins[p], *y = liberty_find_pin(b, x->name);
            same = y && x->input == y->input && x->output == y->output && same_text(x->function, y->function);
        }
        if (!same && !a->dont_use)
            return a->name;
    }
    return NULL;
}

void corners_check(const liberty *lib, const char *path, const synth_options *o)
{
    const char *paths[SYNTH_MAX_CORNERS + 1] = {path};
    for (int i = 0; i < o->corner_count; i++) {
        liberty other;
        paths[i + 1] = o->corners[i];
        liberty_read(&other, o->corners[i]);
        const char *cell = other_cell(lib, &other);
        if (cell)
            die_usage("%s is no corner of %s: it has no cell %s with the same pins and functions; libraries of other cells take a run each",
                      path_base(o->corners[i]), path_base(path), cell);
    }
    for (int i = 0; i <= o->corner_count; i++)
        for (int k = 0; k < i; k++) {
            char *a = corner_name(paths[i]), *b = corner_name(paths[k]);
            if (strcmp(a, b) == 0)
                die_usage("--liberty: two corners would have the name %s; rename one of the files", a);
        }
}

/* The corner that a key of the list is of; NULL: it is another key. */
static const char *listed(const char *key)
{
    size_t before = strcspn(KEY_RUN_CORNER, "%");
    return strncmp(key, KEY_RUN_CORNER, before) == 0 ? key + before : NULL;
}

void corners_remove(metrics *m)
{
    for (const metric *x = m->first, *next; x; x = next) {
        next = x->hh.next;
        char *name = listed(x->key) ? format_new("%s", listed(x->key)) : NULL;
        if (name)
            metrics_remove(m, KEY_RUN_CORNER, name);
    }
}

bool corners_same(const metrics *m, const char *path, const synth_options *o)
{
    int had = 0;
    for (const metric *x = m->first; x; x = x->hh.next)
        had += listed(x->key) != NULL;
    if (had != (o->corner_count > 0 ? o->corner_count + 1 : 0))
        return false;
    for (int i = 0; had > 0 && i <= o->corner_count; i++) {
        const char *file = i > 0 ? o->corners[i - 1] : path;
        char *name = corner_name(file);
        const char *was = metrics_get_text(m, KEY_RUN_CORNER, name);
        if (was == NULL || strcmp(was, path_base(file)) != 0)
            return false;
    }
    return true;
}

void corners_prepare(const synth_job *job)
{
    for (int i = 0; i < job->options->corner_count; i++) {
        const char *path = job->options->corners[i];
        char *link = format_new("corner%d.lib", i + 1), *script = format_new("corner%d.tcl", i + 1),
             *read = format_new("read_liberty %s\n", link);
        size_t len;
        char *source = liberty_text(path, &len);
        work_write(job, link, &(text){.data = source, .len = len});
        work_write(job, script, &(text){.data = read, .len = strlen(read)});
        sta_read(job, script, link, path);
        arena_free(source);
    }
}

/* Runs OpenSTA with the library of one corner. */
static void measure(const synth_job *job, const synth_unit *units, int count, corner *c, int number)
{
    text list = {0};
    char *link = format_new("corner%d.lib", number), *script = format_new("corner%d.tcl", number),
         *log = format_new("corner%d.log", number);
    for (int i = 0; i < count; i++)
        if (!units[i].area_only)
            text_printf(&list, "%s %s ", units[i].name, units[i].top);
    script_write(job, "synth/corner.tcl", script, "LIBRARY", link, "UNITS", list.data, "ACTIVITY", ASSUMED_ACTIVITY, "DUTY", ASSUMED_DUTY,
                 NULL);
    char *output = sta_run(job, script, log);
    liberty lib;
    liberty_read(&lib, c->path);
    bool has_power = liberty_no_power(&lib) == NULL;
    for (int i = 0; i < count; i++) {
        if (units[i].area_only)
            continue;
        double internal, switching, leakage;
        char *slack_key = format_new("@ slack %s ", units[i].name), *power_key = format_new("@ power %s ", units[i].name);
        const char *slack = strstr(output, slack_key), *power = strstr(output, power_key);
        if (slack == NULL || power == NULL || sscanf(power + strlen(power_key), "%lf %lf %lf", &internal, &switching, &leakage) != 3)
            die("sta gave no figures of %s with %s (log: syn/%s)", units[i].top, path_base(c->path), log);
        slack += strlen(slack_key);
        c->units[i] = (corner_figures){starts_with(slack, "none") ? job->clock_ns : strtod(slack, NULL), NAN, NAN};
        if (has_power) {
            c->units[i].power_mw = (internal + switching) * 1e3;
            c->units[i].leak_mw = leakage * 1e3;
        }
    }
}

static int by_slack(const void *a, const void *b)
{
    const corner *x = a, *y = b;
    return x->worst != y->worst ? (x->worst > y->worst) - (x->worst < y->worst) : strcmp(x->name, y->name);
}

void corners_measure(const synth_job *job, const char *path, const synth_unit *units, int count, metrics *m)
{
    const synth_options *o = job->options;
    corner corners[SYNTH_MAX_CORNERS + 1] = {{.path = path}};
    for (int k = 0; k <= o->corner_count; k++) {
        corner *c = &corners[k];
        if (k > 0) {
            c->path = o->corners[k - 1];
            measure(job, units, count, c, k);
        }
        c->name = corner_name(c->path);
        c->worst = INFINITY;
        for (int i = 0; i < count; i++) {
            if (k == 0)
                c->units[i] = (corner_figures){units[i].slack, units[i].power_mw, units[i].leak_mw};
            if (!units[i].area_only)
                c->worst = fmin(c->worst, c->units[i].slack);
        }
    }
    qsort(corners, (size_t)o->corner_count + 1, sizeof *corners, by_slack);
    for (const corner *c = corners; c <= corners + o->corner_count; c++) {
        metrics_set_text(m, path_base(c->path), KEY_RUN_CORNER, c->name);
        for (int i = 0; i < count; i++) {
            if (units[i].area_only)
                continue;
            metrics_set(m, job->clock_ns - c->units[i].slack, KEY_CORNER_DELAY, units[i].name, c->name);
            metrics_set(m, c->units[i].slack, KEY_CORNER_SLACK, units[i].name, c->name);
            metrics_set_known(m, c->units[i].power_mw, KEY_CORNER_POWER, units[i].name, c->name);
            metrics_set_known(m, c->units[i].leak_mw, KEY_CORNER_LEAK, units[i].name, c->name);
        }
    }
}

/* Prints a unit in each corner. */
static int show_unit(const synth_job *job, const char *mapped, const synth_unit *u, const metrics *m)
{
    int missed = 0;
    for (const metric *x = m->first; x; x = x->hh.next) {
        const char *name = listed(x->key);
        if (name == NULL)
            continue;
        double slack = metrics_get(m, KEY_CORNER_SLACK, u->name, name), delay = metrics_get(m, KEY_CORNER_DELAY, u->name, name);
        double mw = metrics_get(m, KEY_CORNER_POWER, u->name, name);
        char *power = isnan(mw) ? format_new("no power: the library lacks its tables")
                                : format_new("%10.3g mW  leakage %.3g mW", mw, metrics_get(m, KEY_CORNER_LEAK, u->name, name));
        if (!job->options->quiet)
            printf("    %-4s %-32s %8.3f ns  slack %+.3f ns  %s%s\n", u->name, x->string, delay, slack, power,
                   strcmp(name, mapped) == 0 ? "  (mapped)" : "");
        if (slack < 0 && strcmp(name, mapped) != 0) {
            missed++;
            note("%s does not meet the clock of %.3f ns with %s: slack %.3f ns", u->top, job->clock_ns, x->string, slack);
        }
    }
    return missed;
}

int corners_show(const synth_job *job, const char *path, const synth_unit *units, int count, const metrics *m)
{
    int missed = 0;
    char *mapped = corner_name(path);
    if (!job->options->quiet)
        printf("  the same netlists in all corners, the worst first\n");
    for (int i = 0; i < count; i++)
        if (!units[i].area_only)
            missed += show_unit(job, mapped, &units[i], m);
    return missed;
}
