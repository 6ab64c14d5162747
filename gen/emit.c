/* SPDX-License-Identifier: Apache-2.0 */
#include "emit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "../cmodel/param.h"
#include "emission.h"

/* Moves what this program made in dir to the first of DIR.old, DIR.old2 ... that is free. */
static void set_aside(const char *dir)
{
    dir_lock(dir);
    char *old = format_new("%s.old", dir);
    for (int i = 2; access(old, F_OK) == 0; i++)
        old = format_new("%s.old%d", dir, i);
    if (rename(dir, old) != 0)
        die("cannot rename %s to %s: %s", dir, old, strerror(errno));
    note("%s was another design or of another version; it is %s now", dir, old);
}

/* Does dir hold this very design already? Another one, or one of another version, is set aside, or dies; all else dies. */
static bool held_already(const design *d, const char *dir, bool aside)
{
    if (file_exists(dir))
        die_usage("%s is a file; give a folder that is new or empty", dir);
    if (!dir_exists(dir) || dir_empty(dir))
        return false;
    char *path = path_join(dir, "manifest.json");
    char *old = manifest_command(path);
    text now = {0};
    design_command(d, &now);
    if (old == NULL)
        die_usage("%s is not empty; give a folder that is new or empty", dir);
    bool same = strcmp(old, now.data) == 0;
    if (!same && !aside)
        die_usage("%s holds %s%s; --set-aside renames it, or give another folder", dir,
                  *old ? "another design: " : "a design of another version of warpfold", old);
    if (!same)
        set_aside(dir);
    return same;
}

/* Removes what an earlier run wrote and this one has not: the program may have changed in between. */
static void remove_stale(const char *dir, const file_list *before, const file_list *now)
{
    for (int i = 0; i < before->count; i++) {
        const char *old = before->items[i].path;
        bool stays = false;
        for (int k = 0; k < now->count; k++)
            stays |= strcmp(now->items[k].path, old) == 0;
        char *path = path_join(dir, old);
        if (!stays && unlink(path) != 0 && errno != ENOENT)
            die("cannot remove %s: %s", path, strerror(errno));
    }
}

/* RTL that somebody edited is not reverted without a word. */
static void keep_edited(const char *dir, bool force)
{
    char *file = force ? NULL : manifest_edited(dir);
    if (file)
        die_usage("%s/%s is not what `warpfold gen` wrote and is not overwritten; --force writes it again", dir, file);
}

/* What only a model has has no Verilog. */
static void check_emitted(const design *d)
{
    for (int p = 0; d->unit->modelled && d->unit->params[p].name; p++) {
        const wf_param *param = &d->unit->params[p];
        text is = {0}, initial = {0};
        if (param_index(d->unit->modelled, param->name, strlen(param->name)) < 0 || d->config.param[p] == param->initial)
            continue;
        design_value_text(param, d->config.param[p], &is);
        design_value_text(param, param->initial, &initial);
        die_usage("%s: --%s %s is of the model alone, which replay --with takes; Verilog has %s", d->unit->name, param->name, is.data,
                  initial.data);
    }
}

void emit_design(const design *d, const char *out, bool force, bool aside)
{
    check_emitted(d);
    char *dir = format_new("%s", out);
    for (size_t n = strlen(dir); n > 1 && dir[n - 1] == '/'; n--)
        dir[n - 1] = '\0';
    bool again = held_already(d, dir, aside);
    file_list before = {.count = 0};
    char *target = again ? format_new("%s", dir) : scratch_beside(dir);
    if (again) {
        dir_lock(dir);
        keep_edited(dir, force);
        manifest_files(dir, &before);
    }
    emission e = {.design = d, .dir = target};
    emit_rtl(&e);
    emit_benches(&e);
    emit_example(&e);
    emit_sv(&e);
    emit_checks(&e);
    emit_lists(&e);
    emit_constraints(&e);
    emit_power(&e);
    emit_sheet(&e);
    char *path = path_join(target, "manifest.json");
    manifest_write(d, &e.files, path);
    remove_stale(target, &before, &e.files);
    if (!again && rename(target, dir) != 0)
        die("cannot make %s: %s", dir, strerror(errno));
    if (!again)
        scratch_keep(target);
    dir_lock(dir);
}
