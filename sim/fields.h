/* SPDX-License-Identifier: Apache-2.0
 *
 * fields.h - fields, streams and parameters of a unit by their names, for all that drives or watches one. */
#ifndef WF_FIELDS_H
#define WF_FIELDS_H

#include "../gen/design.h"

/* The first word of a field among the fields of a stream; -1: it has no field of this name. */
int field_at(const wf_stream *w, const char *name);
/* Its bits; 0: it has no field of this name. */
int field_bits(const wf_stream *w, const char *name);
/* Copies `bits` bits of `from` to v, from bit `at` on. */
void field_put(uint32_t *v, int at, const uint32_t *from, int bits);

/* The stream of this name of a unit that is no codec; NULL: it has none. */
const wf_stream *unit_stream(const design *d, const char *name);
/* True if it is a cache with streams to a memory behind it: request, response, miss and fill. */
bool unit_asks_memory(const design *d);
/* The value of a parameter of the unit; 1 if it has none of this name. */
uint32_t unit_parameter(const design *d, const char *name);
/* True if the value of a choice is this one. */
bool unit_chooses(const design *d, const char *name, const char *value);

#endif
