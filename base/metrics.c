/* SPDX-License-Identifier: Apache-2.0 */
#include "metrics.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "msg.h"
#include "text.h"

static char *make_key(const char *format, va_list args)
{
    char key[256];
    int n = vsnprintf(key, sizeof key, format, args);
    if (n < 0 || (size_t)n >= sizeof key)
        die("metric name too long: %s", format);
    return format_new("%s", key);
}

static metric *find(const metrics *m, const char *key)
{
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->items[i].key, key) == 0)
            return &m->items[i];
    return NULL;
}

/* The item of a key, made if it is new; takes the key over. */
static metric *item(metrics *m, char *key)
{
    metric *old = find(m, key);
    if (old) {
        free(key);
        free(old->string);
        old->string = NULL;
        return old;
    }
    if (m->count == m->cap) {
        m->cap = m->cap ? 2 * m->cap : 64;
        m->items = grow(m->items, m->cap * sizeof *m->items);
    }
    m->items[m->count] = (metric){.key = key};
    return &m->items[m->count++];
}

void metrics_set(metrics *m, double value, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    item(m, make_key(key_format, args))->number = value;
    va_end(args);
}

void metrics_set_text(metrics *m, const char *value, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    item(m, make_key(key_format, args))->string = format_new("%s", value);
    va_end(args);
}

double metrics_get(const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    char *key = make_key(key_format, args);
    va_end(args);
    const metric *found = find(m, key);
    free(key);
    return found && found->string == NULL ? found->number : (double)NAN;
}

const char *metrics_get_text(const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    char *key = make_key(key_format, args);
    va_end(args);
    const metric *found = find(m, key);
    free(key);
    return found ? found->string : NULL;
}

void metrics_merge(metrics *m, const metrics *from)
{
    for (size_t i = 0; i < from->count; i++) {
        const metric *x = &from->items[i];
        if (x->string)
            metrics_set_text(m, x->string, "%s", x->key);
        else
            metrics_set(m, x->number, "%s", x->key);
    }
}

bool metrics_load(metrics *m, const char *path)
{
    size_t len;
    char *data = file_read(path, &len);
    if (data == NULL)
        return false;
    cJSON *root = cJSON_ParseWithLength(data, len);
    free(data);
    if (!cJSON_IsObject(root))
        die("%s: not a JSON object of figures; delete it and run the step that makes it again", path);
    const cJSON *x;
    cJSON_ArrayForEach(x, root) {
        if (cJSON_IsNumber(x))
            metrics_set(m, x->valuedouble, "%s", x->string);
        else if (cJSON_IsString(x))
            metrics_set_text(m, x->valuestring, "%s", x->string);
        else if (!cJSON_IsNull(x))
            die("%s: \"%s\" is neither a number nor a text", path, x->string);
    }
    cJSON_Delete(root);
    return true;
}

/* A JSON string literal. */
static void add_quoted(text *t, const char *s)
{
    text_puts(t, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            text_printf(t, "\\%c", c);
        else if (c < 0x20)
            text_printf(t, "\\u%04x", c);
        else
            text_add(t, s, 1);
    }
    text_puts(t, "\"");
}

void metrics_save(const metrics *m, const char *path)
{
    text t = {0};
    text_puts(&t, "{\n");
    for (size_t i = 0; i < m->count; i++) {
        const metric *x = &m->items[i];
        text_puts(&t, "  ");
        add_quoted(&t, x->key);
        text_puts(&t, ": ");
        if (x->string)
            add_quoted(&t, x->string);
        else if (!isfinite(x->number))
            text_puts(&t, "null");
        else if (fabs(x->number) < 1e15 && floor(x->number) == x->number)
            text_printf(&t, "%.0f", x->number);
        else
            text_printf(&t, "%.6g", x->number);
        text_puts(&t, i + 1 < m->count ? ",\n" : "\n");
    }
    text_puts(&t, "}\n");
    file_write(path, t.data, t.len);
    text_free(&t);
}

void metrics_free(metrics *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->items[i].key);
        free(m->items[i].string);
    }
    free(m->items);
    *m = (metrics){0};
}
