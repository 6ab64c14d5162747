/* SPDX-License-Identifier: Apache-2.0
 *
 * name.h - names that end up in Verilog, C and JSON: of units, parameters, ports, activities. */
#ifndef WF_NAME_H
#define WF_NAME_H

#include <string.h>

#include "fault.h"

enum { LONGEST_NAME = 31 };

/* What names consist of. The first `initials` letters may begin one. */
typedef struct {
    const char *letters;
    int initials;
    const char *rule;
} alphabet;
static const alphabet lower_case = {"abcdefghijklmnopqrstuvwxyz0123456789_", 26, "lower-case letters, digits and '_'"};
static const alphabet any_case = {"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", 52, "letters, digits and '_'"};

/* `where` the name stands, and `what` it is of. */
static inline bool name_is_wrong(const char *where, const char *what, const char *name, const alphabet *a, char *why)
{
    if (name && *name && memchr(a->letters, *name, (size_t)a->initials) && strspn(name, a->letters) == strlen(name) &&
        strlen(name) <= LONGEST_NAME)
        return false;
    return fault(why, "%s: \"%s\" is no name of %s: %s, a letter first, %d at most", where, name ? name : "", what, a->rule, LONGEST_NAME);
}

#endif
