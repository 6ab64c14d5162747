/* SPDX-License-Identifier: Apache-2.0 */
#include "identity.h"

#include <math.h>
#include <string.h>

void identity_put(const design *d, metrics *m)
{
    metrics_set_text(m, d->unit->name, d->codec ? KEY_RUN_CODEC : KEY_RUN_BLOCK);
    if (d->unit->line)
        metrics_set(m, d->config.line_bytes, KEY_RUN_LINE);
    else
        metrics_set(m, d->config.lanes, KEY_RUN_LANES);
}

char *identity_differs(const metrics *m, const char *codec, int lanes)
{
    const char *of = metrics_get_text(m, KEY_RUN_CODEC);
    double wide = metrics_get(m, KEY_RUN_LANES);
    if (of && strcmp(of, codec) != 0)
        return format_new("of %s", of);
    return of && isfinite(wide) && wide != lanes ? format_new("of %s with %g lanes", of, wide) : NULL;
}
