/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* "a[2]" before "a[10]": by name, then by the number between the brackets. */
static int by_bit(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    size_t n = strcspn(x, "["), m = strcspn(y, "[");
    int order = strncmp(x, y, n < m ? n : m);
    if (order || n != m)
        return order ? order : (n > m) - (n < m);
    long i = x[n] ? strtol(x + n + 1, NULL, 10) : -1, k = y[m] ? strtol(y + m + 1, NULL, 10) : -1;
    return i != k ? (i > k) - (i < k) : strcmp(x, y);
}

/* One logical line ".inputs a b c". Yosys may have split it with backslashes. */
static void sort_line(char *line, text *out)
{
    char **names = NULL, *save = NULL;
    size_t count = 0;
    text_puts(out, strtok_r(line, " \\\n", &save));
    for (char *word; (word = strtok_r(NULL, " \\\n", &save)) != NULL;) {
        names = grow(names, (count + 1) * sizeof *names);
        names[count++] = word;
    }
    if (count > 0)
        qsort(names, count, sizeof *names, by_bit);
    for (size_t i = 0; i < count; i++)
        text_printf(out, " %s", names[i]);
    text_puts(out, "\n");
    free(names);
}

void blif_sort(const char *blif, text *out)
{
    for (const char *line = blif; *line;) {
        size_t len = strcspn(line, "\n");
        bool ports = starts_with(line, ".inputs") || starts_with(line, ".outputs");
        while (ports && len > 0 && line[len - 1] == '\\' && line[len])
            len += 1 + strcspn(line + len + 1, "\n");
        if (ports) {
            char *copy = format_new("%.*s", (int)len, line);
            sort_line(copy, out);
            free(copy);
        } else {
            text_add(out, line, len);
            text_puts(out, "\n");
        }
        line += len + (line[len] == '\n');
    }
}
