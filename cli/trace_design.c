/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_design.h"

#include <stdio.h>
#include <string.h>

static bool lanes_given(const design_args *args)
{
    for (int i = 0; i < args->count; i++)
        if (strcmp(args->items[i].key, "lanes") == 0)
            return true;
    for (int i = 0; i < args->config.count; i++)
        if (strcmp(args->config.pairs[i].key, "lanes") == 0)
            return true;
    return false;
}

void design_for_trace(design *d, const design_args *args, const trace *t)
{
    design_args own = *args;
    char lanes[16];

    if (!lanes_given(args) && own.count < (int)(sizeof own.items / sizeof own.items[0])) {
        snprintf(lanes, sizeof lanes, "%d", trace_lanes(t));
        own.trace = trace_path(t);
        own.items[own.count].key = "lanes";
        own.items[own.count++].value = lanes;
    }
    design_from_args(d, &own);
    design_need_codec(d, "a trace");
}
