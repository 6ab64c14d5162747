/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - files, whole or not at all; with the folders and the scratch files that their users need. */
#ifndef WF_FILE_H
#define WF_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "folder.h"
#include "scratch.h"

/* Whole file, NUL-terminated; NULL with errno if it cannot be read. */
char *file_read(const char *path, size_t *len);
/* Writes to PATH.tmp and renames, so that PATH is the old one or the new one; dies (1) if it cannot. */
void file_write(const char *path, const void *data, size_t len);
bool file_exists(const char *path);
/* Files built into the program (rtl_templates/..., synth/..., sim/...); NULL if there is none of that name. */
typedef struct {
    const char *name;
    const char *data;
    size_t len;
} asset;
const asset *asset_find(const char *name);
extern const asset assets[]; /* ends with a NULL name */

#endif
