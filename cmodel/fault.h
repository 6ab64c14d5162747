/* SPDX-License-Identifier: Apache-2.0
 *
 * fault.h - how a function says what is wrong. */
#ifndef WF_FAULT_H
#define WF_FAULT_H

#include <stdarg.h>
#include <stdio.h>

#include "warpfold.h"

/* Fills in a reason (WF_WHY characters, or NULL) and returns true, so that functions that look for one thing each are joined by ||. */
__attribute__((format(printf, 2, 3))) static inline bool fault(char *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (why)
        vsnprintf(why, WF_WHY, format, args);
    va_end(args);
    return true;
}

/* True if there is no unit, as wf_find_unit may say. */
static inline bool no_unit(const wf_unit *unit, char *why)
{
    return unit == NULL && fault(why, "no such unit; wf_unit_at has those that there are");
}

#endif
