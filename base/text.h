/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h - growing strings. */
#ifndef WF_TEXT_H
#define WF_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A growing string; {0} is an empty one. `data` is NUL-terminated once anything was added. */
typedef struct {
    char *data;
    size_t len, cap;
} text;

void text_add(text *t, const char *data, size_t len);
void text_puts(text *t, const char *s);
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(text *t, const char *format, va_list args);
void text_free(text *t);

/* malloc'd copy of a formatted string. */
char *format_new(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* realloc/calloc that die when memory is out. */
void *grow(void *p, size_t size);
void *zalloc(size_t size);
/* The whole of s as a decimal integer (or 0x...) within min..max. */
bool parse_int(const char *s, long long min, long long max, long long *value);
/* The whole of s as a finite number. */
bool parse_double(const char *s, double *value);
bool starts_with(const char *s, const char *prefix);
bool ends_with(const char *s, const char *suffix);

#endif
