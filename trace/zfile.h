/* SPDX-License-Identifier: Apache-2.0
 *
 * zfile.h - writes one of the project's binary files: a small plain head, then one zstd stream with its checksum. The file gets
 * its name when it is complete, never before. */
#ifndef WF_ZFILE_H
#define WF_ZFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zfile zfile;

/* Opens an output (../base/output.h). If `compressed` is false, the whole file is plain bytes. */
zfile *zfile_create(const char *path, bool compressed);
/* Compresses fast instead of well, for files of any size. Call it before anything is written. */
void zfile_fast(zfile *z);
/* Writes the plain head: once, before all else. */
void zfile_begin(zfile *z, const void *head, size_t len);
void zfile_write(zfile *z, const void *data, size_t len);
/* The bytes behind the head so far, before they are compressed. */
uint64_t zfile_unpacked(const zfile *z);
/* Completes the file, gives it its name, and returns its size in bytes. Dies (1) if that fails. */
uint64_t zfile_close(zfile *z);

#endif
