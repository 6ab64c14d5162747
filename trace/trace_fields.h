/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_fields.h - the fields of a line of text, one space apart. Each function reads the space and the field, and dies (2) with the
 * name of what it expected. */
#ifndef WF_TRACE_FIELDS_H
#define WF_TRACE_FIELDS_H

#include "trace_impl.h"

/* A line that is being parsed. */
typedef struct {
    const trace *t;
    const char *p;
} fields;

/* The space alone. */
void field_gap(fields *c, const char *what);
uint64_t field_hex(fields *c, int max_digits, const char *what);
uint64_t field_dec(fields *c, uint64_t max, const char *what);
/* A hexadecimal number of up to `count` words of 32 bits, least significant word first. */
void field_wide(fields *c, uint32_t *words, int count, const char *what);
/* The index of a name in a table that NULL ends. */
int field_name(fields *c, const char *const *names, const char *what);
/* The active mask of a record whose lanes are known. */
void field_mask(fields *c, trace_record *r);
/* Nothing follows. */
void field_end(const fields *c);

#endif
