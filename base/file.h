/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - files and folders: whole or not at all. */
#ifndef WF_FILE_H
#define WF_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Whole file, NUL-terminated; NULL with errno if it cannot be read. */
char *file_read(const char *path, size_t *len);
/* Writes to PATH.tmp and renames, so that PATH is the old one or the new one; dies (1) if it cannot. */
void file_write(const char *path, const void *data, size_t len);
bool file_exists(const char *path);
bool dir_exists(const char *path);
bool dir_empty(const char *path);
/* mkdir -p; dies (1) if it cannot. */
void dir_make(const char *path);
/* rm -r; silent if it is not there. */
void dir_remove(const char *path);
/* mkdir -p of the folder that PATH lies in. */
void dir_make_for(const char *path);
/* malloc'd "a/b". */
char *path_join(const char *a, const char *b);
const char *path_base(const char *path);

/* A file or folder that is removed if the program dies or is interrupted before scratch_keep. */
void scratch_add(const char *path);
void scratch_keep(const char *path);
void scratch_clean(void);
/* A new empty folder below TMPDIR, registered as scratch; malloc'd name. */
char *scratch_dir(void);

/* Files built into the program (rtl_templates/..., synth/..., sim/...); NULL if there is none of that name. */
typedef struct {
    const char *name;
    const char *data;
    size_t len;
} asset;
const asset *asset_find(const char *name);
extern const asset assets[];    /* ends with a NULL name */

#endif
