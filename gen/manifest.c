/* SPDX-License-Identifier: Apache-2.0
 *
 * manifest.c - writes manifest.json and reads it back: the design, its sizes and ports, the files with their hashes. What is read is
 * checked as if a stranger had written it. */
#include "manifest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/file.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/msg.h"

enum { FORMAT = 3 };

static void add_file(file_list *l, const char *path, const char *kind, size_t bytes, const char *sha256)
{
    l->items = grow_one(l->items, (size_t)l->count, sizeof *l->items);
    l->items[l->count].path = format_new("%s", path);
    l->items[l->count].kind = format_new("%s", kind);
    l->items[l->count].bytes = bytes;
    snprintf(l->items[l->count++].sha256, 65, "%s", sha256);
}

void file_list_add(file_list *l, const char *path, const char *kind, const void *data, size_t len)
{
    char sha256[65];
    hash_hex(data, len, sha256);
    add_file(l, path, kind, len, sha256);
}

static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    text t = {0};
    design_value_text(param, value, &t);
    cJSON_AddStringToObject(user, name, t.data);
}

static void add_number(cJSON *j, const char *name, int value)
{
    text t = {0};
    text_printf(&t, "%d", value);
    cJSON_AddStringToObject(j, name, t.data);
}

static void add_option(void *user, const char *name, const char *value, const char *help)
{
    (void)help;
    cJSON_AddStringToObject(user, name, value);
}

static void add_width(void *user, const char *key, int value)
{
    add_number(user, key, value);
}

static void add_design(cJSON *root, const design *d)
{
    cJSON *j = cJSON_AddObjectToObject(root, "design");
    cJSON_AddStringToObject(j, "unit", d->unit->name);
    cJSON_AddStringToObject(j, "name", d->name);
    design_each_width(d, add_width, j);
    design_each_param(d, add_param, j);
    design_each_option(d, add_option, j);
}

static void add_port(void *user, const char *port, int bits, bool output)
{
    cJSON **sides = user;
    cJSON_AddNumberToObject(sides[output], port, bits);
}

static void add_ports(cJSON *root, const design *d)
{
    cJSON *j = cJSON_AddObjectToObject(root, "ports");
    cJSON *sides[2] = {cJSON_AddObjectToObject(j, "inputs"), cJSON_AddObjectToObject(j, "outputs")};
    design_each_port(d, add_port, sides);
    cJSON_AddNumberToObject(j, "latency", d->stages);
}

/* The names of all cuts of the encoder or the decoder, and of those that are on. */
static void add_cuts(cJSON *j, const design *d, bool enc)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    text on = {0};
    if (!cuts)
        return;
    design_cuts_text(cuts, design_cuts_on(d, enc), &on);
    cJSON_AddStringToObject(j, enc ? "enc_cuts" : "dec_cuts", cuts->names);
    cJSON_AddStringToObject(j, enc ? "enc_cuts_on" : "dec_cuts_on", on.data);
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
    cJSON_AddBoolToObject(j, "enc_ready", design_has_ready(d, true) || d->stall || d->wrapper);
    cJSON_AddNumberToObject(j, "dec_latency", design_latency(d, false));
    cJSON_AddNumberToObject(j, "dec_interval", s->interval_dec);
    cJSON_AddBoolToObject(j, "dec_ready", design_has_ready(d, false) || d->stall || d->wrapper);
    add_cuts(j, d, true);
    add_cuts(j, d, false);
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
    cJSON_free(json);
    cJSON_Delete(root);
}

/* Why a manifest cannot be read. */
static char *read_fault(const char *path, int why)
{
    char *dir = format_new("%.*s", (int)(path_base(path) - path), path);
    char *fault = why == ENOTDIR    ? format_new("it is a file")
                  : why != ENOENT   ? format_new("manifest.json: %s", strerror(why))
                  : dir_exists(dir) ? format_new("no manifest.json")
                                    : format_new("no such folder");
    return fault;
}

/* The parsed manifest; NULL with *fault, if there is none that this program wrote. *format: its version. */
static cJSON *read_manifest(const char *path, int *format, char **fault)
{
    size_t len;
    char *data = file_read(path, &len);
    if (data == NULL) {
        *fault = read_fault(path, errno);
        return NULL;
    }
    int line;
    cJSON *root = json_parse(data, len, &line);
    if (root == NULL) {
        *fault = format_new("manifest.json:%d: broken JSON", line);
        return NULL;
    }
    const cJSON *tool = cJSON_GetObjectItem(root, "tool"), *number = cJSON_GetObjectItem(root, "format");
    if (cJSON_IsString(tool) && strcmp(tool->valuestring, "warpfold") == 0 && cJSON_IsNumber(number)) {
        *format = number->valueint;
        return root;
    }
    cJSON_Delete(root);
    *fault = format_new("manifest.json is of another program");
    return NULL;
}

/* Tools get these names: they lead nowhere else and mean nothing to a shell or a script. */
static bool is_plain(const char *name)
{
    return *name != '-' && *name != '/' && !strstr(name, "..") && text_is_plain(name);
}

/* Dies (2) if the name in the folder is a link: what it leads to is none of ours to read or write. */
static void refuse_link(const char *dir, const char *name)
{
    struct stat s;
    char *path = path_join(dir, name);
    if (lstat(path, &s) == 0 && S_ISLNK(s.st_mode))
        die_usage("%s is a link; make the design again with `warpfold gen`", path);
}

void manifest_files(const char *dir, file_list *files)
{
    int format;
    char *path = path_join(dir, "manifest.json"), *fault = NULL;
    cJSON *root = read_manifest(path, &format, &fault);
    const cJSON *f;
    cJSON_ArrayForEach (f, cJSON_GetObjectItem(root, "files")) {
        const cJSON *name = cJSON_GetObjectItem(f, "path"), *kind = cJSON_GetObjectItem(f, "kind"), *sha = cJSON_GetObjectItem(f, "sha256");
        double bytes = cJSON_GetNumberValue(cJSON_GetObjectItem(f, "bytes"));
        if (!cJSON_IsString(name) || !cJSON_IsString(kind) || !cJSON_IsString(sha) || !(bytes >= 0 && bytes < 1e15))
            die_usage("%s: a file without path, kind, size or hash; make the design again with `warpfold gen`", path);
        if (!is_plain(name->valuestring))
            die_usage("%s: \"%s\" is no name of a file that gen writes; make the design again with `warpfold gen`", path,
                      name->valuestring);
        refuse_link(dir, name->valuestring);
        add_file(files, name->valuestring, kind->valuestring, (size_t)bytes, sha->valuestring);
    }
    if (files->count == 0)
        die_usage("%s: %s; make the design again with `warpfold gen`", path, fault ? fault : "it lists no files");
    cJSON_Delete(root);
}

char *manifest_missing(const char *dir)
{
    file_list files = {.count = 0};
    char *found = NULL;
    manifest_files(dir, &files);
    for (int i = 0; i < files.count && !found; i++) {
        const char *name = files.items[i].path;
        char *path = path_join(dir, name), *folder = format_new("%.*s", (int)strcspn(name, "/"), name), *above = path_join(dir, folder);
        if (!file_exists(path))
            found = format_new("%s", dir_exists(above) ? name : folder);
    }
    return found;
}

static void check_missing(const char *dir)
{
    char *file = manifest_missing(dir);
    if (file)
        die_usage("%s/%s is missing; `warpfold gen` makes it again (%s/manifest.json has the command)", dir, file, dir);
}

char *manifest_edited(const char *dir)
{
    file_list files = {.count = 0};
    char *found = NULL;
    manifest_files(dir, &files);
    for (int i = 0; i < files.count && !found; i++) {
        char now[65] = "", *path = path_join(dir, files.items[i].path);
        size_t len = 0;
        char *data = strcmp(files.items[i].kind, "rtl") == 0 ? file_read_any(path, &len) : NULL;
        if (data)
            hash_hex(data, len, now);
        if (data && strcmp(now, files.items[i].sha256) != 0)
            found = format_new("%s", files.items[i].path);
    }
    return found;
}

void manifest_check_edited(const char *dir, bool edited)
{
    check_missing(dir);
    char *file = manifest_edited(dir);
    if (file && !edited)
        die_usage("%s/%s is not what `warpfold gen` wrote; --edited accepts it", dir, file);
    if (file)
        note("%s/%s is not what `warpfold gen` wrote", dir, file);
}

char *manifest_command(const char *path)
{
    int format;
    char *fault = NULL;
    cJSON *root = read_manifest(path, &format, &fault);
    const cJSON *command = cJSON_GetObjectItem(root, "command");
    char *copy = root ? format_new("%s", format == FORMAT && cJSON_IsString(command) ? command->valuestring : "") : NULL;
    cJSON_Delete(root);
    return copy;
}

void manifest_design(const char *dir, manifest_visit *visit, void *user)
{
    char *path = path_join(dir, "manifest.json"), *fault = NULL;
    int format = 0;
    cJSON *root = read_manifest(path, &format, &fault);
    const cJSON *j = cJSON_GetObjectItem(root, "design"), *unit = cJSON_GetObjectItem(j, "unit"), *x;
    if (root && format != FORMAT)
        die_usage(
            "%s was made by another version of warpfold (manifest %d, this one takes %d); remove it and make it again with `warpfold gen`",
            dir, format, FORMAT);
    if (!cJSON_IsObject(j) || !cJSON_IsString(unit))
        die_usage("%s is no folder of a design (%s); make one with `warpfold gen`", dir, fault ? fault : "manifest.json names no unit");
    visit(user, "unit", unit->valuestring, path);
    cJSON_ArrayForEach (x, j) {
        if (!cJSON_IsString(x))
            die_usage("%s: the value of \"%s\" is not a text", path, x->string);
        if (x != unit)
            visit(user, x->string, x->valuestring, path);
    }
    cJSON_Delete(root);
}

static void set_pair(void *user, const char *key, const char *value, const char *path)
{
    if (strcmp(key, "unit") == 0)
        design_init_named(user, value, path);
    else
        design_set(user, key, value, path);
}

void design_load(design *d, const char *dir)
{
    manifest_design(dir, set_pair, d);
    static const char *const folders[] = {"rtl", "sv", "tb", "syn", "synth", "example"};
    for (int i = 0; i < (int)(sizeof folders / sizeof *folders); i++)
        refuse_link(dir, folders[i]);
    design_check(d);
}
