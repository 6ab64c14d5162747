/* SPDX-License-Identifier: Apache-2.0
 *
 * raw_lines.h - any file as a stream of cache lines. Bytes 0 .. N-1 are line 0; byte 0 is the least significant. Last bytes
 * that do not fill a line are the rest. Memory does not grow with the file. A terminal sees the progress. */
#ifndef WF_RAW_LINES_H
#define WF_RAW_LINES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct raw_lines raw_lines;

/* Does the path name standard input? It is "-" then. */
bool raw_lines_is_stdin(const char *path);
/* `bytes` of a line. Dies (2) if the file cannot be read. */
raw_lines *raw_lines_open(const char *path, int bytes);
/* Reads the next whole line into bytes / 4 words; false after the last. */
bool raw_lines_next(raw_lines *r, uint32_t *line);
/* After the last line: the rest. Returns its bytes, fewer than a line has. */
int raw_lines_rest(const raw_lines *r, const unsigned char **rest);
/* The path, or what it stands for. */
const char *raw_lines_path(const raw_lines *r);
/* Lines so far. */
uint64_t raw_lines_count(const raw_lines *r);
void raw_lines_close(raw_lines *r);

#endif
