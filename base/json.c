/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "msg.h"

static void *need(size_t size)
{
    void *p = malloc(size);
    if (p == NULL)
        die("out of memory (%zu bytes asked for)", size);
    return p;
}

cJSON *json_parse(const char *data, size_t len, int *line)
{
    cJSON_InitHooks(&(cJSON_Hooks){need, free});
    const char *end = data;
    cJSON *root = cJSON_ParseWithLengthOpts(data, len + 1, &end, true);
    if (root || line == NULL)
        return root;
    /* Of a text that ends too early it is the last line that has something */
    if (*end == '\0')
        while (end > data && isspace((unsigned char)end[-1]))
            end--;
    for (*line = 1; data < end; data++)
        *line += *data == '\n';
    return NULL;
}
