/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest.h"

#include <cjson/cJSON.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

enum { FORMAT = 1 };

void file_list_add(file_list *l, const char *path, const char *kind, const void *data, size_t len)
{
    if (l->count == (int)(sizeof l->items / sizeof *l->items))
        die("more files than a manifest holds");
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned digest_len;
    if (!EVP_Digest(data, len, digest, &digest_len, EVP_sha256(), NULL))
        die("cannot hash %s", path);
    l->items[l->count].path = format_new("%s", path);
    l->items[l->count].kind = format_new("%s", kind);
    l->items[l->count].bytes = len;
    for (unsigned i = 0; i < digest_len; i++)
        snprintf(l->items[l->count].sha256 + 2 * i, 3, "%02x", digest[i]);
    l->count++;
}

void file_list_free(file_list *l)
{
    for (int i = 0; i < l->count; i++) {
        free(l->items[i].path);
        free(l->items[i].kind);
    }
    l->count = 0;
}

static void add_design(cJSON *root, const design *d)
{
    cJSON *j = cJSON_AddObjectToObject(root, "design");
    cJSON_AddStringToObject(j, d->codec ? "codec" : "block", d->room);
    cJSON_AddStringToObject(j, "name", d->name);
    text t = {0};
    text_printf(&t, "%d", d->line ? design_line(d) : d->config.lanes);
    cJSON_AddStringToObject(j, d->line ? "line" : "lanes", t.data);
    for (int p = 0; d->params[p].name; p++) {
        t.len = 0;
        design_param_text(d, p, &t);
        cJSON_AddStringToObject(j, d->params[p].name, t.data);
    }
    for (const design_option *o = design_options_of(d); o->name; o++) {
        t.len = 0;
        text_printf(&t, "%d", *(const int *)((const char *)d + o->offset));
        cJSON_AddStringToObject(j, o->name, t.data);
    }
    text_free(&t);
}

static void add_ports(cJSON *root, const design *d)
{
    static const char *const sides[2] = {"inputs", "outputs"};
    cJSON *j = cJSON_AddObjectToObject(root, "ports");
    for (int side = 0, i = 0; side < 2; side++) {
        cJSON *list = cJSON_AddObjectToObject(j, sides[side]);
        for (; i < d->ports.inputs + side * d->ports.outputs; i++)
            cJSON_AddNumberToObject(list, d->ports.port[i].name, d->ports.port[i].bits);
    }
    cJSON_AddNumberToObject(j, "latency", d->stages);
}

static void add_sizes(cJSON *root, const design *d)
{
    const wf_sizes *s = &d->sizes;
    cJSON *j = cJSON_AddObjectToObject(root, "sizes");
    cJSON_AddNumberToObject(j, "block_bits", s->block_bits);
    cJSON_AddNumberToObject(j, "mask_bits", s->mask_bits);
    cJSON_AddNumberToObject(j, "tag_bits", s->tag_bits);
    cJSON_AddNumberToObject(j, "payload_bits", s->payload_bits);
    cJSON_AddItemToObject(j, "unit_bits", cJSON_CreateIntArray(s->unit_bits, s->units));
    cJSON_AddNumberToObject(j, "wen_bits", s->wen_bits);
    cJSON_AddNumberToObject(j, "enc_latency", design_latency(d, true));
    cJSON_AddNumberToObject(j, "enc_interval", s->interval_enc);
    cJSON_AddNumberToObject(j, "dec_latency", design_latency(d, false));
    cJSON_AddNumberToObject(j, "dec_interval", s->interval_dec);
}

void manifest_write(const design *d, const file_list *files, const char *path)
{
    cJSON *root = cJSON_CreateObject();
    text command = {0};
    design_command(d, &command);
    cJSON_AddStringToObject(root, "tool", "warpfold");
    cJSON_AddStringToObject(root, "version", WF_VERSION);
    cJSON_AddNumberToObject(root, "format", FORMAT);
    cJSON_AddStringToObject(root, "command", command.data);
    add_design(root, d);
    if (d->codec)
        add_sizes(root, d);
    else
        add_ports(root, d);
    cJSON *list = cJSON_AddArrayToObject(root, "files");
    for (int i = 0; i < files->count; i++) {
        cJSON *f = cJSON_CreateObject();
        cJSON_AddStringToObject(f, "path", files->items[i].path);
        cJSON_AddStringToObject(f, "kind", files->items[i].kind);
        cJSON_AddNumberToObject(f, "bytes", (double)files->items[i].bytes);
        cJSON_AddStringToObject(f, "sha256", files->items[i].sha256);
        cJSON_AddItemToArray(list, f);
    }
    char *json = cJSON_Print(root);
    text out = {0};
    text_printf(&out, "%s\n", json);
    file_write(path, out.data, out.len);
    text_free(&out);
    text_free(&command);
    free(json);
    cJSON_Delete(root);
}

/* The parsed manifest; NULL if there is none of this program and format. */
static cJSON *read_manifest(const char *path)
{
    size_t len;
    char *data = file_read(path, &len);
    if (data == NULL)
        return NULL;
    cJSON *root = cJSON_ParseWithLength(data, len);
    free(data);
    const cJSON *tool = cJSON_GetObjectItem(root, "tool"), *format = cJSON_GetObjectItem(root, "format");
    if (cJSON_IsString(tool) && strcmp(tool->valuestring, "warpfold") == 0 && cJSON_IsNumber(format) &&
        format->valueint == FORMAT)
        return root;
    cJSON_Delete(root);
    return NULL;
}

char *manifest_command(const char *path)
{
    cJSON *root = read_manifest(path);
    const cJSON *command = cJSON_GetObjectItem(root, "command");
    char *copy = cJSON_IsString(command) ? format_new("%s", command->valuestring) : NULL;
    cJSON_Delete(root);
    return copy;
}

void design_load(design *d, const char *dir)
{
    char *path = path_join(dir, "manifest.json");
    cJSON *root = read_manifest(path);
    const cJSON *j = cJSON_GetObjectItem(root, "design"), *codec = cJSON_GetObjectItem(j, "codec"),
                *block = cJSON_GetObjectItem(j, "block"), *chosen = codec ? codec : block;
    if (!cJSON_IsObject(j) || !cJSON_IsString(chosen))
        die_usage("%s is no folder of a design (no manifest.json of this version); make one with `warpfold gen`", dir);
    design_init_named(d, codec ? chosen->valuestring : NULL, codec ? NULL : chosen->valuestring, path);
    const cJSON *x;
    cJSON_ArrayForEach(x, j) {
        if (x == chosen)
            continue;
        if (!cJSON_IsString(x))
            die_usage("%s: the value of \"%s\" is not a text", path, x->string);
        design_set(d, x->string, x->valuestring, path);
    }
    design_check(d);
    cJSON_Delete(root);
    free(path);
}
