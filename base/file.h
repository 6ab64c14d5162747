/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - reads and writes whole files. Includes the folders and scratch files that its users need. */
#ifndef WF_FILE_H
#define WF_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "folder.h"
#include "scratch.h"

/* The whole file, NUL-terminated; NULL with errno if it cannot be read. Dies (1) if it is the machine that cannot. */
char *file_read(const char *path, size_t *len);
/* The same, but dies (1) if there is a file that cannot be read: an unreadable file is not taken for none. */
char *file_read_any(const char *path, size_t *len);
/* Does the file begin with this? false if it cannot be read. */
bool file_begins(const char *path, const char *head);
/* All of it or nothing (output.h); dies (1) if it cannot. */
void file_write(const char *path, const void *data, size_t len);
bool file_exists(const char *path);
/* A file that is built into the program (rtl_templates/..., synth/..., sim/...). */
typedef struct {
    const char *name;
    const char *data;
    size_t len;
} asset;
const asset *asset_find(const char *name);
extern const asset assets[]; /* ends with a NULL name */

#endif
