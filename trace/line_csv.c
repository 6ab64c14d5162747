/* SPDX-License-Identifier: Apache-2.0 */
#include "line_csv.h"

#include <stdio.h>
#include <stdlib.h>

#include "../base/output.h"
#include "../base/text.h"

struct line_csv {
    output *out;
    const design *designs;
    int n;
    unsigned long long line;
};

line_csv *line_csv_open(const char *path, const design *d, int n, char *const *names)
{
    line_csv *t = zalloc(sizeof *t);

    *t = (line_csv){.out = output_open(path), .designs = d, .n = n};
    fprintf(output_file(t->out), "line,offset");
    for (int i = 0; i < n; i++)
        fprintf(output_file(t->out), ",%s", names[i]);
    fprintf(output_file(t->out), "\n");
    return t;
}

void line_csv_row(line_csv *t, const uint32_t *line)
{
    const wf_input in = {.block = line};

    fprintf(output_file(t->out), "%llu,%llu", t->line, t->line * (unsigned long long)t->designs->config.line_bytes);
    for (int i = 0; i < t->n; i++)
        fprintf(output_file(t->out), ",%d", (wf_measure(t->designs[i].codec, &t->designs[i].config, &in) + 7) / 8);
    fprintf(output_file(t->out), "\n");
    t->line++;
}

void line_csv_close(line_csv *t)
{
    output_close(t->out);
    free(t);
}
