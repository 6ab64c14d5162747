/* SPDX-License-Identifier: Apache-2.0
 *
 * manifest.h - manifest.json: the contents of a folder, and the command that makes it again. */
#ifndef WF_MANIFEST_H
#define WF_MANIFEST_H

#include "design.h"

typedef struct {
    char *path, *kind; /* below the design's folder */
    char sha256[65];
    size_t bytes;
} file_entry;

typedef struct {
    file_entry *items;
    int count;
} file_list;

void file_list_add(file_list *l, const char *path, const char *kind, const void *data, size_t len);

void manifest_write(const design *d, const file_list *files, const char *path);
/* The files that DIR/manifest.json lists, with their hashes. Dies (2) if there is none. */
void manifest_files(const char *dir, file_list *files);
/* The first folder or file of those that gen wrote that is not in DIR any more; NULL: none. */
char *manifest_missing(const char *dir);
/* The first RTL file in DIR that is there and not as gen wrote it; NULL if there is none. */
char *manifest_edited(const char *dir);
/* Dies (2) if a file is missing. RTL that is not what gen wrote is another design: dies (2) unless `edited`, which notes it. */
void manifest_check_edited(const char *dir, bool edited);
/* Tells of DIR/manifest.json what the design is: first the unit under the key "unit", then each width, parameter and option. `path` is the file's.
 * Dies (2) if this program did not write it, or in another version. */
typedef void manifest_visit(void *user, const char *key, const char *value, const char *path);
void manifest_design(const char *dir, manifest_visit *visit, void *user);
/* The command in a manifest; empty if another version wrote it; NULL if there is no manifest of this program. */
char *manifest_command(const char *path);

#endif
