/* SPDX-License-Identifier: Apache-2.0 */
#include "emit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/lock.h"
#include "../base/msg.h"
#include "emission.h"

/* Does dir hold this very design already? Dies if it holds anything else. */
static bool held_already(const design *d, const char *dir)
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
    if (strcmp(old, now.data) != 0)
        die_usage("%s holds another design (%s); give another folder, or remove it first", dir, old);
    free(path);
    free(old);
    text_free(&now);
    return true;
}

/* RTL that somebody edited is not reverted without a word. */
static void keep_edited(const char *dir, bool force)
{
    char *file = force ? NULL : manifest_edited(dir);
    if (file)
        die_usage("%s/%s is not what `warpfold gen` wrote and is not overwritten; --force writes it again", dir, file);
    free(file);
}

void emit_design(const design *d, const char *out, bool force)
{
    char *dir = format_new("%s", out);
    for (size_t n = strlen(dir); n > 1 && dir[n - 1] == '/'; n--)
        dir[n - 1] = '\0';
    bool again = held_already(d, dir);
    char *target = again ? format_new("%s", dir) : scratch_beside(dir);
    if (again) {
        dir_lock(dir);
        keep_edited(dir, force);
    }
    emission e = {.design = d, .dir = target};
    emit_rtl(&e);
    emit_benches(&e);
    emit_sv(&e);
    emit_checks(&e);
    emit_lists(&e);
    emit_sheet(&e);
    char *path = path_join(target, "manifest.json");
    manifest_write(d, &e.files, path);
    if (!again && rename(target, dir) != 0)
        die("cannot make %s: %s", dir, strerror(errno));
    if (!again)
        scratch_keep(target);
    dir_lock(dir);
    free(path);
    free(target);
    free(dir);
    file_list_free(&e.files);
    for (int i = 0; i < e.child_count; i++)
        free(e.children[i].module);
    free(e.children);
}
