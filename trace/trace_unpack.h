/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_unpack.h - compressed bytes to plain ones, step by step: zstd, gzip and xz, each also as several streams one behind the other.
 * Memory stays below 130 MiB, whatever the file says. */
#ifndef WF_TRACE_UNPACK_H
#define WF_TRACE_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { UNPACK_ZSTD, UNPACK_GZIP, UNPACK_XZ, UNPACK_FORMS } unpack_form;
extern const char *const unpack_names[UNPACK_FORMS]; /* "zstd", "gzip", "xz" */

typedef struct unpack unpack;

/* The form by the first bytes of a file; UNPACK_FORMS: none of these. */
unpack_form unpack_form_of(const unsigned char *head, size_t len);
/* What a file in a form that is not read is, and how to unpack it, as the rest of a message; NULL: it is none of those known. */
const char *unpack_unread(const unsigned char *head, size_t len);

unpack *unpack_new(unpack_form form);
void unpack_free(unpack *u);
unpack_form unpack_form_in(const unpack *u);
/* Takes up to `len` bytes and makes up to `room`; tells how many. `last`: nothing follows these bytes. NULL, or what is wrong. */
const char *unpack_step(unpack *u, const unsigned char *in, size_t len, bool last, size_t *taken, unsigned char *out, size_t room,
                        size_t *made);
/* Do the bytes so far end with a whole stream? */
bool unpack_is_whole(const unpack *u);

#endif
