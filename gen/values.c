/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <string.h>

void value_add(text *out, const char *values, int i)
{
    while (i-- > 0)
        values += strcspn(values, "|") + 1;
    text_add(out, values, strcspn(values, "|"));
}
