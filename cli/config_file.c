/* SPDX-License-Identifier: Apache-2.0 */
#include "config_file.h"

#include <stdbool.h>
#include <string.h>

#include "../base/folder.h"
#include "../base/ini_file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../gen/manifest.h"

typedef struct {
    config_file *config;
    bool section; /* [design] has come */
} source;

static bool is_unit_key(const char *key)
{
    return strcmp(key, "unit") == 0 || strcmp(key, "codec") == 0 || strcmp(key, "block") == 0;
}

static void add_pair(config_file *c, const char *key, const char *value, char *where)
{
    config_pair pair = {format_new("%s", key), format_new("%s", value), where};
    if (is_unit_key(key)) {
        c->unit = pair;
        return;
    }
    c->pairs = grow_one(c->pairs, (size_t)c->count, sizeof *c->pairs);
    c->pairs[c->count++] = pair;
}

static void take_section(void *user, const ini_file *f, const char *name)
{
    source *s = user;
    if (strcmp(name, "design") != 0)
        die_usage("%s:%d: section [%s]; there is only [design]", f->path, f->line, name);
    s->section = true;
}

static void take_pair(void *user, const ini_file *f, const char *section, const char *key, const char *value)
{
    config_file *c = ((source *)user)->config;
    if (*section == '\0')
        die_usage("%s:%d: %s stands before [design]", f->path, f->line, key);
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->pairs[i].key, key) == 0)
            die_usage("%s:%d: %s is given twice", f->path, f->line, key);
    if (is_unit_key(key) && c->unit.key)
        die_usage("%s:%d: %s %s, and %s %s before; a design is of one unit", f->path, f->line, key, value, c->unit.key, c->unit.value);
    add_pair(c, key, value, format_new("%s:%d: %s", f->path, f->line, key));
}

static void take_manifest_pair(void *user, const char *key, const char *value, const char *path)
{
    add_pair(user, key, value, format_new("%s: %s", path, key));
}

void config_file_read(config_file *c, const char *path)
{
    static const ini_actions actions = {take_section, take_pair, "\"key = value\", [design] or a comment"};
    source s = {c, false};
    *c = (config_file){.path = path};
    if (dir_exists(path)) {
        manifest_design(path, take_manifest_pair, c);
        return;
    }
    ini_file_read(path, "--config", &actions, &s);
    if (!s.section)
        die_usage("%s: no section [design]; the keys of a design stand below it", path);
}
