/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h - growing strings, and numbers from text. Includes the memory that its users need. */
#ifndef WF_TEXT_H
#define WF_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* A growing string; {0} is an empty one. `data` is NULL until something is added, then NUL-terminated. */
typedef struct {
    char *data;
    size_t len, cap;
} text;

void text_add(text *t, const char *data, size_t len);
void text_puts(text *t, const char *s);
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(text *t, const char *format, va_list args);
/* How many characters a UTF-8 text has. */
int text_letters(const char *s);
/* Has it only characters without a meaning to a shell, make or a tool's script? */
bool text_is_plain(const char *s);
/* A word as a shell takes it: in quotes where it needs them. */
void text_put_word(text *t, const char *word);
/* Adds words from column `at` (from 0) of the last line on, folded at `width` columns: lines after the first begin at that column. If the line
 * is longer already, they stand a blank behind it if all of them have room there, else on a new line. A word that is longer than a line is broken
 * behind a '|' or a ','. */
void text_fold(text *t, const char *s, size_t at, size_t width);
/* Prints a line of prose, folded at the columns of standard output. */
void print_folded(const char *line);
void text_free(text *t);

/* A formatted string. */
char *format_new(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *vformat_new(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
/* A copy that is as old as the program: no job frees it. free() may. */
char *text_kept(const char *s);
/* Reads all of s as a decimal integer from min to max; zeros before it mean nothing. False if it is none. */
bool parse_int(const char *s, long long min, long long max, long long *value);
/* The same of a number of bytes from min >= 0 on; K, M or G behind it is 1024, 1024^2 or 1024^3 times. */
bool parse_size(const char *s, long long min, long long max, long long *value);
/* Reads all of s as a finite decimal number. False if it is none. */
bool parse_double(const char *s, double *value);
/* Reads the number at *p and moves *p behind it: decimal digits, or hexadecimal ones (base 16; base 0 after 0x), with no sign and no blank.
 * False if there are none, or if it is above max. */
bool take_number(const char **p, int base, uint64_t max, uint64_t *value);
bool starts_with(const char *s, const char *prefix);
bool ends_with(const char *s, const char *suffix);

#endif
