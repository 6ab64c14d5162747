/* SPDX-License-Identifier: Apache-2.0 */
#include "line_cache.h"

void line_cache_text(const char *name, const line_cache_config *config, text *out)
{
    bool kilo = config->bytes % 1024 == 0;

    if (config->bytes == 0)
        text_printf(out, "no %s", name);
    else
        text_printf(out, "%s of %d %s, %d way%s, write-%s", name, kilo ? config->bytes / 1024 : config->bytes, kilo ? "KB" : "bytes",
                    config->ways, config->ways == 1 ? "" : "s", config->back ? "back" : "through");
}
