/* SPDX-License-Identifier: Apache-2.0
 *
 * hash.h - SHA-256. */
#ifndef WF_HASH_H
#define WF_HASH_H

#include <stddef.h>

enum { HASH_DIGITS = 64 };

/* In hexadecimal, NUL-terminated. */
void hash_hex(const void *data, size_t len, char hex[HASH_DIGITS + 1]);
/* Of a file's contents, which are read once. Dies (2) if they cannot be. */
const char *hash_file(const char *path);
/* Of the program itself: whatever changes in it may change a figure. */
const char *hash_program(void);

#endif
