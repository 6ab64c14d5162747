/* SPDX-License-Identifier: Apache-2.0
 *
 * keys.c - the list of keys.def: which of its patterns a key is an instance of, what the key is called in a table, and the list as text. A
 * pattern is matched from its front, each conversion with every text that it may stand for. */
#include "keys.h"

#include <ctype.h>
#include <string.h>

#define DOWN KEY_DOWN
#define NONE KEY_NONE
#define UP KEY_UP

/* A line of keys.def: a group has a heading alone. */
typedef struct {
    const char *heading;
    key_info key;
    size_t length; /* of the pattern */
} line;

static const line lines[] = {
#define KEY_GROUP(heading) {heading, {NULL, NULL, NULL, NONE, NULL}, 0},
#define KEY(identifier, pattern, places, unit, better, meaning) {NULL, {pattern, places, unit, better, meaning}, sizeof pattern - 1},
#include "keys.def"
};
/* LONGEST: metrics take no longer key, and the time of a match grows with its cube. */
enum { LINES = sizeof lines / sizeof lines[0], LONGEST = 255 };

static const struct {
    const char *name, *values, *meaning;
} places[] = {
#define KEY_PLACE(name, values, meaning) {name, values, meaning},
#include "keys.def"
};
enum { PLACES = sizeof places / sizeof places[0] };

static const char *const units[] = {
#define WF_UNIT(name) #name,
#include "../units.def"
#undef WF_UNIT
};

/* ---- a key against a pattern ---- */

static bool match(const char *pattern, const char *names, const char *key);

/* Matches the rest of a pattern after the conversion at `pattern`. The place of that conversion is the first of `names`. */
static bool match_rest(const char *pattern, const char *names, const char *key)
{
    names += strcspn(names, " ");
    return match(pattern + 2, names + strspn(names, " "), key);
}

static const char *values_of(const char *names)
{
    for (int i = 0; i < PLACES; i++)
        if (strlen(places[i].name) == strcspn(names, " ") && starts_with(names, places[i].name))
            return places[i].values;
    return "";
}

/* Matches one value, up to '|', and then the rest. */
static bool match_value(const char *value, const char *pattern, const char *names, const char *key)
{
    if (*value == '\0' || *value == '|')
        return match_rest(pattern, names, key);
    if (*value == '*') {
        for (size_t n = 1; key[n - 1] && !(n > 1 && key[n - 2] == '_' && key[n - 1] == '_'); n++)
            if (match_value(value + 1, pattern, names, key + n))
                return true;
        return false;
    }
    if (*value == '@') {
        for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
            if (starts_with(key, units[i]) && match_value(value + 1, pattern, names, key + strlen(units[i])))
                return true;
        return false;
    }
    if (*value == '+') {
        size_t n;
        for (const char *word = values_of("A"); (n = strcspn(word, "|")) > 0; word += n + (word[n] == '|'))
            if (strncmp(key, word, n) == 0 && match_value(value + 1, pattern, names, key + n))
                return true;
        return false;
    }
    return *key == *value && match_value(value + 1, pattern, names, key + 1);
}

static bool match(const char *pattern, const char *names, const char *key)
{
    if (*pattern != '%')
        return *pattern == *key && (*key == '\0' || match(pattern + 1, names, key + 1));
    if (pattern[1] == 'd') {
        size_t digits = strspn(key, "0123456789");
        return digits > 0 && match_rest(pattern, names, key + digits);
    }
    for (const char *value = values_of(names);; value++) {
        if (match_value(value, pattern, names, key))
            return true;
        value += strcspn(value, "|");
        if (*value == '\0')
            return false;
    }
}

/* Does the key end as the pattern does, behind its last conversion? Most patterns do not, and this is told at once. */
static bool has_end(const line *l, const char *key, size_t length)
{
    const char *pattern = l->key.pattern;
    for (size_t n = 1; n <= l->length; n++) {
        if (n < l->length && pattern[l->length - n - 1] == '%')
            return true;
        if (n > length || key[length - n] != pattern[l->length - n])
            return false;
    }
    return true;
}

/* If several patterns match, the longest is the most specific. */
const key_info *key_find(const char *key)
{
    const line *found = NULL;
    size_t length = strnlen(key, LONGEST + 1);
    if (length > LONGEST)
        return NULL;
    for (const line *l = lines; l < lines + LINES; l++)
        if (!l->heading && (found == NULL || l->length > found->length) && has_end(l, key, length) &&
            match(l->key.pattern, l->key.places, key))
            found = l;
    return found ? &found->key : NULL;
}

const key_info *key_of_ref(const key_ref *ref)
{
    for (int i = 0; i < LINES; i++)
        if (!lines[i].heading && strcmp(lines[i].key.pattern, ref->part[0]) == 0)
            return &lines[i].key;
    return NULL;
}

char *key_new(const key_ref *ref)
{
    return format_new(ref->part[0], ref->part[1], ref->part[2]);
}

const char *key_better_text(const key_info *info)
{
    return info->better == KEY_UP ? "up" : info->better == KEY_DOWN ? "down" : "";
}

/* ---- words ---- */

/* Is one of "a|b|c" the word? */
static bool is_value(const char *values, const char *word, size_t n)
{
    for (const char *v = values; *v != '\0'; v += *v == '|') {
        size_t m = strcspn(v, "|");
        if (m == n && memcmp(v, word, n) == 0)
            return true;
        v += m;
    }
    return false;
}

static bool is_unit(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i]) == n && memcmp(units[i], word, n) == 0)
            return true;
    return false;
}

/* Has this key the word behind "trace" or "raw"? */
static bool has_second(const key_info *k, const char *word, size_t n)
{
    const char *second = strstr(k->pattern, "__"), *names = k->places;

    if (second == NULL || !(starts_with(k->pattern, "trace__") || starts_with(names, "trace[__T]") || starts_with(names, "F")))
        return false;
    second += 2;
    if (*second != '%')
        return strlen(second) >= n && memcmp(second, word, n) == 0 && (second[n] == '\0' || second[n] == '%' || second[n] == '_') &&
               (second[n] != '_' || second[n + 1] == '_');
    if (k->pattern[0] == '%')
        names += strcspn(names, " ") + 1;
    return is_value(values_of(names), word, n);
}

bool key_is_word(const char *stem)
{
    const char *end = strstr(stem, "__");
    size_t n = end != NULL ? (size_t)(end - stem) : strlen(stem);

    for (int i = 0; i < LINES; i++)
        if (!lines[i].heading && has_second(&lines[i].key, stem, n))
            return true;
    return is_unit(stem, n) || is_value(values_of("A"), stem, n) || is_value("beside", stem, n);
}

/* ---- as text ---- */

/* A pattern with the names of its places. */
static void key_text(const key_info *k, text *out)
{
    const char *names = k->places;
    for (const char *p = k->pattern; *p; p++) {
        if (*p != '%') {
            text_add(out, p, 1);
            continue;
        }
        size_t n = strcspn(names, " ");
        text_add(out, names, n);
        names += n + strspn(names + n, " ");
        p++;
    }
}

void keys_text(text *out)
{
    text_puts(out, "| in a key | stands for |\n|---|---|\n");
    for (int i = 0; i < PLACES; i++)
        text_printf(out, "| `%s` | %s |\n", places[i].name, places[i].meaning);
    for (int i = 0; i < LINES; i++) {
        if (lines[i].heading) {
            text_printf(out, "\n**%s**\n\n| key | unit | better | what |\n|---|---|---|---|\n", lines[i].heading);
            continue;
        }
        text_puts(out, "| `");
        key_text(&lines[i].key, out);
        text_printf(out, "` | %s | %s | %s |\n", lines[i].key.unit, key_better_text(&lines[i].key), lines[i].key.meaning);
    }
}
