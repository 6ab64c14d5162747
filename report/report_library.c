/* SPDX-License-Identifier: Apache-2.0 */
#include "report_library.h"

#include <stddef.h>

#include "../base/file.h"
#include "../base/text.h"

static const report_library libraries[] = {
#define LIBRARY_NODE(prefix, node, volts) {prefix, node, volts},
#include "libraries.def"
    {0},
};

const report_library *report_library_of(const metrics *m)
{
    const char *file = metrics_get_text(m, KEY_RUN_LIBERTY), *name = metrics_get_text(m, KEY_RUN_LIBRARY);

    for (const report_library *l = libraries; l->prefix; l++)
        if ((file && starts_with(path_base(file), l->prefix)) || (name && starts_with(name, l->prefix)))
            return l;
    return NULL;
}
