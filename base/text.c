/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c - growing strings, and numbers from text. Each reader of a number takes all of its text or none of it. */
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "msg.h"

/* Makes space for `more` further characters and the NUL. */
static void reserve(text *t, size_t more)
{
    size_t need = t->len + more + 1;
    if (need <= t->cap)
        return;
    t->cap = need < 2 * t->cap ? 2 * t->cap : need < 64 ? 64 : need;
    t->data = grow(t->data, t->cap);
}

void text_add(text *t, const char *data, size_t len)
{
    reserve(t, len);
    memcpy(t->data + t->len, data, len);
    t->len += len;
    t->data[t->len] = '\0';
}

void text_puts(text *t, const char *s)
{
    text_add(t, s, strlen(s));
}

void text_vprintf(text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        die("cannot format \"%s\"", format);
    reserve(t, (size_t)n);
    vsnprintf(t->data + t->len, (size_t)n + 1, format, args);
    t->len += (size_t)n;
}

void text_printf(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

int text_letters(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

bool text_is_plain(const char *s)
{
    return s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+.,@/")] == '\0';
}

void text_put_word(text *t, const char *word)
{
    if (*word && text_is_plain(word)) {
        text_puts(t, word);
        return;
    }
    text_puts(t, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_puts(t, "'\\''");
        else
            text_add(t, word, 1);
    text_puts(t, "'");
}

/* Characters of the last line. */
static size_t last_line(const text *t)
{
    size_t from = t->len;
    while (from > 0 && t->data[from - 1] != '\n')
        from--;
    return t->len - from;
}

static void to_column(text *t, size_t at, bool new_line)
{
    text_puts(t, new_line ? "\n" : "");
    while (last_line(t) < at)
        text_puts(t, " ");
}

/* How much of the word stands on one line: all of it if `room` holds that, else up to the last '|' or ',' that it holds, if there is any. */
static size_t fitting(const char *word, size_t room)
{
    size_t len = strcspn(word, " "), part = len;
    for (size_t n = 1; n <= room && len > room; n++)
        if (word[n - 1] == '|' || word[n - 1] == ',')
            part = n;
    return part;
}

/* Does a word there need a blank before it? */
static bool behind_word(const text *t)
{
    return last_line(t) > 0 && t->data[t->len - 1] != ' ';
}

void text_fold(text *t, const char *s, size_t at, size_t width)
{
    to_column(t, at, behind_word(t) && last_line(t) >= at && last_line(t) + 1 + strlen(s) > width);
    while (*s) {
        size_t part = fitting(s, width > at ? width - at : 1);
        bool whole = part == strcspn(s, " ");
        if (behind_word(t) && last_line(t) + 1 + part > width)
            to_column(t, at, true);
        else if (behind_word(t))
            text_puts(t, " ");
        text_add(t, s, part);
        s += part + strspn(s + part, " ");
        if (!whole)
            to_column(t, at, true);
    }
}

void print_folded(const char *line)
{
    text t = {0};
    text_fold(&t, line, 0, (size_t)output_columns());
    printf("%s\n", t.data ? t.data : "");
}

void text_free(text *t)
{
    arena_free(t->data);
    *t = (text){0};
}

char *vformat_new(const char *format, va_list args)
{
    text t = {0};
    text_vprintf(&t, format, args);
    return t.data;
}

char *format_new(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *formatted = vformat_new(format, args);
    va_end(args);
    return formatted;
}

char *text_kept(const char *s)
{
    char *copy = strdup(s);
    if (copy == NULL)
        die("out of memory");
    return copy;
}

bool parse_int(const char *s, long long min, long long max, long long *value)
{
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, 10);
    if (!isdigit((unsigned char)s[*s == '-']) || *end != '\0' || errno != 0 || v < min || v > max)
        return false;
    *value = v;
    return true;
}

bool parse_size(const char *s, long long min, long long max, long long *value)
{
    static const char units[] = "KMG";
    size_t len = strlen(s);
    const char *unit = len > 0 ? strchr(units, s[len - 1]) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    text digits = {0};
    long long v;

    text_add(&digits, s, len - (unit != NULL));
    bool ok = parse_int(digits.data, 0, max >> shift, &v) && v << shift >= min;
    if (ok)
        *value = v << shift;
    return ok;
}

bool parse_double(const char *s, double *value)
{
    char *end;
    errno = 0;
    double v = strtod(s, &end);
    if (end == s || strpbrk(s, "xX") || *end != '\0' || errno != 0 || !isfinite(v))
        return false;
    *value = v;
    return true;
}

bool take_number(const char **p, int base, uint64_t max, uint64_t *value)
{
    bool prefix = base != 10 && (starts_with(*p, "0x") || starts_with(*p, "0X")), hex = base == 16 || prefix;
    unsigned char first = (unsigned char)(*p)[prefix ? 2 : 0];
    char *end;
    errno = 0;
    unsigned long long v = strtoull(*p, &end, hex ? 16 : 10);
    if (!(hex ? isxdigit(first) : isdigit(first)) || errno != 0 || v > max)
        return false;
    *p = end;
    *value = v;
    return true;
}

bool starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && strcmp(s + n - m, suffix) == 0;
}
