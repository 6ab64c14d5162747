/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_json.h"

#include <math.h>
#include <string.h>

#include "../base/json.h"

/* A double holds every whole number of fewer digits. */
enum { LONG_DIGITS = 16 };

/* Behind the string that begins at s; a backslash takes the next character with it. */
static const char *behind_string(const char *s)
{
    for (s++; *s != '\0' && *s != '"'; s++)
        s += *s == '\\' && s[1] != '\0';
    return s + (*s == '"');
}

/* How many digits the whole number at s has; 0 if it is one with a sign, a point or an exponent, or the end of one. */
static size_t whole_digits(const char *line, const char *s)
{
    size_t n = strspn(s, "0123456789");

    return s > line && strchr("+-.eE0123456789", s[-1]) != NULL ? 0 : strchr(".eE", s[n]) != NULL && s[n] != '\0' ? 0 : n;
}

/* The line with each long whole number in quotes. */
static void quote_long_numbers(text *to, const char *line, size_t len)
{
    const char *from = line;

    for (const char *s = line; s < line + len;) {
        if (*s == '"') {
            s = behind_string(s);
            continue;
        }
        size_t digits = strspn(s, "0123456789");
        if (digits >= LONG_DIGITS && whole_digits(line, s) > 0) {
            text_add(to, from, (size_t)(s - from));
            text_puts(to, "\"");
            text_add(to, s, digits);
            text_puts(to, "\"");
            from = s + digits;
        }
        s += digits > 0 ? digits : 1;
    }
    text_add(to, from, (size_t)(line + len - from));
}

cJSON *json_line(text *room, const char *line, size_t len)
{
    room->len = 0;
    quote_long_numbers(room, line, len);
    return json_parse(room->data, room->len, NULL);
}

bool json_u64(const cJSON *item, uint64_t *value)
{
    if (cJSON_IsString(item)) {
        const char *p = item->valuestring;
        return take_number(&p, 0, UINT64_MAX, value) && *p == '\0';
    }
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= 9007199254740992.0) ||
        item->valuedouble != floor(item->valuedouble))
        return false;
    *value = (uint64_t)item->valuedouble;
    return true;
}
