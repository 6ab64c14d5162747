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
    const char **classes; /* of the line, by each design */
    unsigned long long line;
};

line_csv *line_csv_open(const char *path, const design *d, int n, char *const *names)
{
    line_csv *t = zalloc(sizeof *t);

    *t = (line_csv){.out = output_open(path), .designs = d, .n = n, .classes = zalloc((size_t)n * sizeof *t->classes)};
    fprintf(output_file(t->out), "line,offset");
    for (int i = 0; i < n; i++)
        fprintf(output_file(t->out), ",%s", names[i]);
    for (int i = 0; i < n; i++)
        fprintf(output_file(t->out), ",%s class", names[i]);
    fprintf(output_file(t->out), "\n");
    return t;
}

void line_csv_row(line_csv *t, const uint32_t *line)
{
    wf_code code;

    fprintf(output_file(t->out), "%llu,%llu", t->line, t->line * (unsigned long long)t->designs->config.line_bytes);
    for (int i = 0; i < t->n; i++) {
        const design *d = &t->designs[i];
        wf_encode(d->codec, &d->config, &(wf_input){.block = line}, &code);
        fprintf(output_file(t->out), ",%d", (wf_size(d->codec, &d->config, &code) + 7) / 8);
        t->classes[i] = d->codec->class_names[wf_classify(d->codec, &d->config, &code)];
    }
    for (int i = 0; i < t->n; i++)
        fprintf(output_file(t->out), ",%s", t->classes[i]);
    fprintf(output_file(t->out), "\n");
    t->line++;
}

void line_csv_close(line_csv *t)
{
    output_close(t->out);
    arena_free(t->classes);
    arena_free(t);
}
