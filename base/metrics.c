/* SPDX-License-Identifier: Apache-2.0
 *
 * metrics.c - records of keys and values: set and asked by a format and its values, merged, read from and written to JSON. Every function
 * goes by way of `item` or `find`; a number that is not known is NAN. A file's null is such a number, and none is written. */
#include "metrics.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "json.h"
#include "msg.h"
#include "text.h"

enum { LONGEST_KEY = 255 };

static void make_key(char key[LONGEST_KEY + 1], const char *format, va_list args)
{
    int n = vsnprintf(key, LONGEST_KEY + 1, format, args);
    if (n < 0 || n > LONGEST_KEY)
        die("metric name too long: %s", format);
}

static metric *find(const metrics *m, const char *format, va_list args)
{
    char key[LONGEST_KEY + 1];
    metric *x;
    make_key(key, format, args);
    HASH_FIND_STR(m->first, key, x);
    return x;
}

static bool is_known(const metric *x)
{
    return x->string || isfinite(x->number);
}

/* The item of a key, which is added if it is new. */
static metric *item(metrics *m, const char *format, va_list args)
{
    char key[LONGEST_KEY + 1];
    metric *x;
    make_key(key, format, args);
    HASH_FIND_STR(m->first, key, x);
    if (x == NULL) {
        x = zalloc(sizeof *x);
        x->key = format_new("%s", key);
        HASH_ADD_KEYPTR(hh, m->first, x->key, strlen(x->key), x);
    }
    x->string = NULL;
    return x;
}

void metrics_set(metrics *m, double value, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    item(m, key_format, args)->number = value;
    va_end(args);
}

void metrics_set_known(metrics *m, double value, const char *key_format, ...)
{
    if (!isfinite(value))
        return;
    va_list args;
    va_start(args, key_format);
    item(m, key_format, args)->number = value;
    va_end(args);
}

void metrics_set_text(metrics *m, const char *value, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    item(m, key_format, args)->string = format_new("%s", value);
    va_end(args);
}

bool metrics_unknown(const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    const metric *found = find(m, key_format, args);
    va_end(args);
    return found && !is_known(found);
}

double metrics_get(const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    const metric *found = find(m, key_format, args);
    va_end(args);
    return found && found->string == NULL ? found->number : (double)NAN;
}

const char *metrics_get_text(const metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    const metric *found = find(m, key_format, args);
    va_end(args);
    return found ? found->string : NULL;
}

size_t metrics_count(const metrics *m)
{
    return HASH_COUNT(m->first);
}

void metrics_remove(metrics *m, const char *key_format, ...)
{
    va_list args;
    va_start(args, key_format);
    metric *found = find(m, key_format, args);
    va_end(args);
    if (found)
        HASH_DEL(m->first, found);
}

void metrics_remove_all(metrics *m, const char *prefix)
{
    metric *x, *next;
    HASH_ITER (hh, m->first, x, next)
        if (starts_with(x->key, prefix))
            HASH_DEL(m->first, x);
}

void metrics_merge(metrics *m, const metrics *from)
{
    for (const metric *x = from->first; x; x = x->hh.next) {
        if (x->string)
            metrics_set_text(m, x->string, "%s", x->key);
        else
            metrics_set(m, x->number, "%s", x->key);
    }
}

bool metrics_is_file(const char *path, const char *key)
{
    size_t len;
    char *data = file_read(path, &len);
    cJSON *root = data ? json_parse(data, len, NULL) : NULL;
    bool ours = cJSON_IsObject(root) && cJSON_HasObjectItem(root, key);
    for (const cJSON *x = ours ? root->child : NULL; x; x = x->next)
        ours = ours && key_find(x->string);
    cJSON_Delete(root);
    return ours;
}

char *metrics_parse(metrics *m, const char *data, size_t len)
{
    char *fault = NULL;
    int line;
    cJSON *root = json_parse(data, len, &line);
    if (root == NULL)
        fault = format_new("broken JSON in line %d", line);
    else if (!cJSON_IsObject(root))
        fault = format_new("not a JSON object of figures");
    const cJSON *x;
    cJSON_ArrayForEach (x, root) {
        if (fault)
            break;
        if (cJSON_IsNumber(x))
            metrics_set(m, x->valuedouble, "%s", x->string);
        else if (cJSON_IsString(x))
            metrics_set_text(m, x->valuestring, "%s", x->string);
        else if (cJSON_IsNull(x))
            metrics_set(m, (double)NAN, "%s", x->string);
        else
            fault = format_new("\"%s\" is neither a number nor a text", x->string);
    }
    cJSON_Delete(root);
    return fault;
}

char *metrics_read(metrics *m, const char *path)
{
    size_t len;
    char *data = file_read(path, &len);
    if (data == NULL)
        return format_new("%s", strerror(errno));
    return metrics_parse(m, data, len);
}

bool metrics_load(metrics *m, const char *path)
{
    if (access(path, F_OK) != 0)
        return false;
    char *fault = metrics_read(m, path);
    if (fault)
        die_usage("%s: %s; delete it and run the step that makes it again", path, fault);
    return true;
}

static void put(text *t, cJSON *value)
{
    char *json = cJSON_PrintUnformatted(value);
    if (json == NULL)
        die("out of memory");
    text_puts(t, json);
    cJSON_free(json);
    cJSON_Delete(value);
}

/* cJSON writes 15 digits of a number unless it is given the text. */
static cJSON *number(double value)
{
    char digits[32];
    bool whole = fabs(value) < 1e15 && floor(value) == value;
    snprintf(digits, sizeof digits, whole ? "%.0f" : "%.6g", value);
    return cJSON_CreateRaw(digits);
}

void metrics_text(const metrics *m, text *t)
{
    const char *before = "{\n  ";
    for (const metric *x = m->first; x; x = x->hh.next) {
        if (!is_known(x))
            continue;
        text_puts(t, before);
        put(t, cJSON_CreateString(x->key));
        text_puts(t, ": ");
        put(t, x->string ? cJSON_CreateString(x->string) : number(x->number));
        before = ",\n  ";
    }
    text_puts(t, *before == ',' ? "\n}\n" : "{\n}\n");
}

void metrics_save(const metrics *m, const char *path)
{
    text t = {0};
    metrics_text(m, &t);
    file_write(path, t.data, t.len);
}

void metrics_free(metrics *m)
{
    metric *x, *next;
    HASH_ITER (hh, m->first, x, next) {
        HASH_DEL(m->first, x);
        arena_free(x->key);
        arena_free(x->string);
        arena_free(x);
    }
}
