/* SPDX-License-Identifier: Apache-2.0
 *
 * hash.h - SHA-256. */
#ifndef WF_HASH_H
#define WF_HASH_H

#include <stddef.h>

enum { HASH_DIGITS = 64 };

/* In hexadecimal, NUL-terminated. */
void hash_hex(const void *data, size_t len, char hex[HASH_DIGITS + 1]);

#endif
