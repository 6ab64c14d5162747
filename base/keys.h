/* SPDX-License-Identifier: Apache-2.0
 *
 * keys.h - the names of all figures, from keys.def. KEY_NAME is the format that metrics_set, metrics_get and the like take. So the
 * compiler finds a misspelt name and a missing argument. */
#ifndef WF_KEYS_H
#define WF_KEYS_H

#include "text.h"

#define KEY(identifier, pattern, places, unit, better, meaning) static const char KEY_##identifier[] __attribute__((unused)) = pattern;
#include "keys.def"

typedef enum { KEY_DOWN = -1, KEY_NONE, KEY_UP } key_better;

/* What is known of a figure. */
typedef struct {
    const char *pattern, *places;
    const char *unit;
    key_better better;
    const char *meaning;
} key_info;

/* What is known of a key such as "enc__area_um2". NULL: the program has no such figure. */
const key_info *key_find(const char *key);

/* Does the stem of a file begin with a word, up to "__", that follows "trace__" or "raw__" in a key of all files? Then keys of the file
 * could be such keys. */
bool key_is_word(const char *stem);

/* A key in a table: a pattern, and what fills its places, at most two. */
typedef struct {
    const char *part[3];
} key_ref;
/* clang-format off */
#define KEY_REF(...) {{__VA_ARGS__}}
/* clang-format on */
/* What is known of its pattern. */
const key_info *key_of_ref(const key_ref *ref);
/* The key as written. */
char *key_new(const key_ref *ref);

/* "up", "down" or "". */
const char *key_better_text(const key_info *info);
/* All of them as the tables of docs/keys.md. */
void keys_text(text *out);

#endif
