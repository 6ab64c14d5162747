/* SPDX-License-Identifier: Apache-2.0
 *
 * former.c - what an earlier run left in the folder: its files, which a whole run removes, and its figures, of which a run of some modules
 * keeps those of the others if they were measured in the same way. */
#include "former.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "corners.h"
#include "figures.h"

static void remove_result(const char *syn, const char *unit, const char *suffix)
{
    char *name = format_new("%s%s", unit, suffix), *path = path_join(syn, name);
    unlink(path);
}

/* Removes what an earlier run left: logs, and what is published. */
void former_remove(const char *syn, const design_modules *modules)
{
    DIR *d = opendir(syn);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (ends_with(e->d_name, ".log"))
            remove_result(syn, e->d_name, "");
    if (d)
        closedir(d);
    for (int i = 0; i < modules->count; i++) {
        const char *name = modules->module[i].name;
        remove_result(syn, name, ".v");
        remove_result(syn, name, ".path.txt");
        remove_result(syn, name, ".stages.txt");
        remove_result(syn, name, ".paths.json");
    }
    remove_result(syn, "cells", ".v");
}

/* Are there figures of another module? */
static bool has_others(const metrics *m, const design_modules *modules)
{
    for (const metric *x = m->first; x; x = x->hh.next) {
        bool other = !starts_with(x->key, "run__") && !starts_with(x->key, "array__") && !starts_with(x->key, "synth__");
        for (int i = 0; i < modules->count; i++) {
            const char *name = modules->module[i].name;
            other = other && !(starts_with(x->key, name) && starts_with(x->key + strlen(name), "__"));
        }
        if (other)
            return true;
    }
    return false;
}

/* Figures of a unit that not every run has. */
static void remove_former(metrics *m, const char *unit)
{
    static const char *const kinds[] = {"curve", "corner__", "wires__", "stage"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *prefix = format_new("%s__%s", unit, kinds[i]);
        metrics_remove_all(m, prefix);
    }
}

bool former_drop(const synth_job *job, const char *library, const design_modules *modules, metrics *m)
{
    static const char *const keys[] = {KEY_RUN_LIBERTY, KEY_RUN_LIBRARY, KEY_RUN_LIBRARY_HASH, KEY_RUN_CLOCK, KEY_RUN_DRIVER,
                                       KEY_RUN_LOAD,    KEY_RUN_EFFORT,  KEY_RUN_CLOCK_GATE,   KEY_RUN_WIRE,  KEY_RUN_UTILISATION};
    metrics now = {0};
    bool differ = false;
    figures_of_run(job, library, "", &now);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *is = metrics_get_text(&now, "%s", keys[i]), *was = metrics_get_text(m, "%s", keys[i]);
        double new = metrics_get(&now, "%s", keys[i]), old = metrics_get(m, "%s", keys[i]);
        differ = differ || (is ? was == NULL || strcmp(is, was) != 0 : !(new == old) && !(isnan(new) && isnan(old)));
    }
    differ = differ || !corners_same(m, library, job->options);
    bool dropped = differ && has_others(m, modules);
    if (dropped)
        metrics_free(m);
    corners_remove(m);
    metrics_remove(m, KEY_RUN_WIRE);
    metrics_remove(m, KEY_RUN_UTILISATION);
    for (int i = 0; i < modules->count; i++)
        remove_former(m, modules->module[i].name);
    /* Sums over all modules */
    metrics_remove(m, KEY_ARRAY_AREA);
    metrics_remove(m, KEY_ARRAY_REG_AREA);
    metrics_remove(m, KEY_ARRAY_TOTAL);
    return dropped;
}
