/* SPDX-License-Identifier: Apache-2.0 */
#include "macro_table.h"

#include <stdarg.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

/* Templates see one macro of a name: a second one would stand behind the first unseen. */
static void add(macro_table *m, const char *name, char *value)
{
    if (macro_is_set(m, name))
        die_usage("two macros of a design are `%s: a parameter, a part or a unit in it has the name of what every design has", name);
    m->items = grow_one(m->items, (size_t)m->count, sizeof *m->items);
    m->items[m->count++] = (macro){format_new("%s", name), value, false};
}

void macro_set(macro_table *m, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *value = vformat_new(format, args);
    va_end(args);
    add(m, name, value);
}

void macro_set_flag(macro_table *m, const char *name, bool defined)
{
    add(m, name, defined ? format_new("%s", "") : NULL);
}

macro *macro_find(const macro_table *m, const char *name, size_t n)
{
    for (macro *i = m->items; i < m->items + m->count; i++)
        if (strlen(i->name) == n && memcmp(i->name, name, n) == 0)
            return i;
    return NULL;
}

bool macro_is_set(const macro_table *m, const char *name)
{
    return macro_find(m, name, strlen(name)) != NULL;
}

bool macro_is_used(const macro_table *m, const char *name)
{
    const macro *found = macro_find(m, name, strlen(name));
    return found && found->used;
}
