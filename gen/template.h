/* SPDX-License-Identifier: Apache-2.0
 *
 * template.h - resolves the WF_ macros of a Verilog template and keeps its columns. */
#ifndef WF_TEMPLATE_H
#define WF_TEMPLATE_H

#include "../base/file.h"
#include "../base/text.h"

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
void macro_free(macro_table *m);

/* Adds `source` to out, with every `WF_NAME replaced by its value, and `ifdef, `ifndef, `else and `endif of WF_ names evaluated. Dies (1)
 * with file and line on an unknown name or an unbalanced condition. */
void template_expand(const asset *source, macro_table *m, text *out);

#endif
