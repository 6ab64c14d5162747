/* SPDX-License-Identifier: Apache-2.0
 *
 * macro_table.h - the WF_ macros of a template and their values. */
#ifndef WF_MACRO_TABLE_H
#define WF_MACRO_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *name;  /* WF_..., without the backtick */
    char *value; /* NULL: not defined */
    bool used;   /* template_expand has put its value into a text */
} macro;

typedef struct {
    macro *items;
    int count;
} macro_table;

void macro_set(macro_table *m, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
void macro_set_flag(macro_table *m, const char *name, bool defined);
bool macro_is_set(const macro_table *m, const char *name);
bool macro_is_used(const macro_table *m, const char *name);
/* The macro whose name is the n characters at `name`; NULL: there is none. */
macro *macro_find(const macro_table *m, const char *name, size_t n);

#endif
