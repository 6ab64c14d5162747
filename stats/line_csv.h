/* SPDX-License-Identifier: Apache-2.0
 *
 * line_csv.h - a table of the lines of a file: a row a line, with the bytes and the class of its code by each codec. */
#ifndef WF_LINE_CSV_H
#define WF_LINE_CSV_H

#include <stdint.h>

#include "../gen/design.h"

/* Writes PATH: the names of the columns, then a row for each line. Its columns are line; offset, the byte of the file with which it begins;
 * for each of the n designs the bytes of its code, without padding and without the tag beside it; then for each design the class. */
typedef struct line_csv line_csv;
line_csv *line_csv_open(const char *path, const design *d, int n, char *const *names);
void line_csv_row(line_csv *t, const uint32_t *line);
void line_csv_close(line_csv *t);

#endif
