/* SPDX-License-Identifier: Apache-2.0 */
#include "fields.h"

#include <string.h>

/* The field of this name, and its first word; NULL: there is none. */
static const wf_field *find(const wf_stream *w, const char *name, int *word)
{
    *word = 0;
    for (const wf_field *f = w->field; f < w->field + w->count; *word += (f++->bits + 31) / 32)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

int field_at(const wf_stream *w, const char *name)
{
    int word;
    return find(w, name, &word) ? word : -1;
}

int field_bits(const wf_stream *w, const char *name)
{
    int word;
    const wf_field *f = find(w, name, &word);
    return f ? f->bits : 0;
}

void field_put(uint32_t *v, int at, const uint32_t *from, int bits)
{
    for (int i = 0; i < bits; i++) {
        uint32_t one = (uint32_t)1 << (at + i) % 32;
        v[(at + i) / 32] = (v[(at + i) / 32] & ~one) | ((from[i / 32] >> i % 32 & 1) ? one : 0);
    }
}

const wf_stream *unit_stream(const design *d, const char *name)
{
    for (const wf_stream *w = d->streams.stream; w < d->streams.stream + d->streams.count; w++)
        if (strcmp(w->name, name) == 0)
            return w;
    return NULL;
}

bool unit_asks_memory(const design *d)
{
    return wf_asks_memory(d->unit, &d->streams);
}

static const wf_param *parameter(const design *d, const char *name)
{
    for (const wf_param *p = d->unit->params; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

uint32_t unit_parameter(const design *d, const char *name)
{
    const wf_param *p = parameter(d, name);
    return p ? (uint32_t)d->config.param[p - d->unit->params] : 1;
}

bool unit_chooses(const design *d, const char *name, const char *value)
{
    const wf_param *p = parameter(d, name);
    const char *at = p ? p->values : NULL;
    for (int i = 0; at; i++) {
        size_t length = strcspn(at, "|");
        if (length == strlen(value) && strncmp(at, value, length) == 0)
            return d->config.param[p - d->unit->params] == i;
        at = at[length] ? at + length + 1 : NULL;
    }
    return false;
}
