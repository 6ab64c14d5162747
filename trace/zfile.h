/* SPDX-License-Identifier: Apache-2.0
 *
 * zfile.h - writing one of the project's binary files: a small plain head, then one zstd stream with its checksum. The
 * file appears under its name when it is complete, never before. */
#ifndef WF_ZFILE_H
#define WF_ZFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zfile zfile;

/* Opens PATH.tmp. Dies (2) if PATH is there and does not begin with `magic`: what is not ours is not overwritten.
 * compressed false: plain bytes all through. */
zfile *zfile_create(const char *path, const char *magic, bool compressed);
/* For files of any size, before anything is written: compressed fast instead of well. */
void zfile_fast(zfile *z);
/* The plain head, once, first. */
void zfile_begin(zfile *z, const void *head, size_t len);
void zfile_write(zfile *z, const void *data, size_t len);
/* Completes the file and gives it its name; its size in bytes. Dies (1) if that fails. */
uint64_t zfile_close(zfile *z);

#endif
