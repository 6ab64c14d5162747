/* SPDX-License-Identifier: Apache-2.0
 *
 * template_line.h - one line of a template: its macros and its indices of loops. */
#ifndef WF_TEMPLATE_LINE_H
#define WF_TEMPLATE_LINE_H

#include "../base/text.h"
#include "macro_table.h"

/* Where a line stands, for messages. */
typedef struct {
    const char *file;
    int line;
} template_place;

/* The index of an open loop: `{k} has the value. */
typedef struct template_index {
    const char *name;
    size_t length; /* of the name */
    int value;
    const struct template_index *outer;
} template_index;

/* Adds the line from s to end with macros and indices replaced. What stands in a column stays in it, although the values of macros are shorter
 * or longer than their names; of indices no column knows. `loops`: the innermost one, or NULL. Dies (2) on an unknown name. */
void template_line(const char *s, const char *end, template_place at, macro_table *macros, const template_index *loops, text *out);
/* The macro whose name is at *s; moves *s behind it. Where the words up to an index are no macro, the index belongs to the name:
 * WF_MEMBER_`{k}_ENC. Dies (2) on an unknown name. */
macro *template_macro(const macro_table *macros, const char **s, const char *end, template_place at, const template_index *loops);

#endif
