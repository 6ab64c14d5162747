/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <string.h>

int value_index(const char *values, const char *word, size_t n)
{
    for (int i = 0;; i++) {
        size_t len = strcspn(values, "|");
        if (len == n && memcmp(values, word, n) == 0)
            return i;
        if (values[len] == '\0')
            return -1;
        values += len + 1;
    }
}

int value_count(const char *values)
{
    int n = 1;
    for (; *values; values++)
        n += *values == '|';
    return n;
}

void value_add(text *out, const char *values, int i)
{
    while (i-- > 0)
        values += strcspn(values, "|") + 1;
    text_add(out, values, strcspn(values, "|"));
}
