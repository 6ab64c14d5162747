/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet.h - the sections of a design's data sheet, NAME.md. */
#ifndef WF_SHEET_H
#define WF_SHEET_H

#include "emission.h"

/* Text in a cell of a table: | and < get their Markdown forms. */
void sheet_cell(text *out, const char *s);
/* "1 bank", "8 banks" */
void sheet_count(text *out, int n, const char *what);
/* The cells of one row, NULL at the end; empty cells are "". */
void sheet_row(text *out, ...);

/* The sections. */
void sheet_modules(const emission *e, text *out);
void sheet_code(const design *d, text *out); /* of a codec: tag, classes, payload; of its members too */
void sheet_use(const design *d, text *out);  /* timing, handshake, rules */

#endif
