/* SPDX-License-Identifier: Apache-2.0 */
#include "library_node.h"

#include <stddef.h>

#include "../base/file.h"
#include "../base/text.h"

static const library_node nodes[] = {
#define LIBRARY_NODE(prefix, node, volts) {prefix, node, volts},
#include "libraries.def"
    {0},
};

const library_node *library_node_of(const char *path, const char *name)
{
    for (const library_node *l = nodes; l->prefix; l++)
        if ((path && starts_with(path_base(path), l->prefix)) || (name && starts_with(name, l->prefix)))
            return l;
    return NULL;
}

const library_node *library_node_of_run(const metrics *m)
{
    const char *file = metrics_get_text(m, KEY_RUN_LIBERTY);
    return library_node_of(file ? file : metrics_get_text(m, KEY_POWER_LIBERTY), metrics_get_text(m, KEY_RUN_LIBRARY));
}
