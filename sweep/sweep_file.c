/* SPDX-License-Identifier: Apache-2.0
 *
 * sweep_file.c - reads the file of a sweep: sections, keys, lists of values; and settings of the command line in their place. What the
 * keys mean is for plan.c. */
#include "sweep_file.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/folder.h"
#include "../base/ini_file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../machine/machine_file.h"

typedef struct {
    sweep_file *file;
    sweep_set *at; /* the section that the present line is in; NULL: none has come */
    char *folder;  /* of the file */
} reading;

/* One value more. A key may be copied, so a list that is full stays as it is, and a longer one takes its place. */
static void add_value(sweep_key *k, char *value)
{
    if ((k->count & (k->count - 1)) == 0) {
        char **longer = zalloc((k->count ? 2 * (size_t)k->count : 1) * sizeof *longer);
        for (int i = 0; i < k->count; i++)
            longer[i] = k->values[i];
        k->values = longer;
    }
    k->values[k->count++] = value;
}

bool sweep_is_path(const char *key, const char *value)
{
    return strcmp(key, "liberty") == 0 || strcmp(key, "trace") == 0 || (strcmp(key, SWEEP_TIME) == 0 && machine_is_path(value));
}

/* A path of the file is relative to its folder. */
static char *resolved(const char *key, const char *folder, char *value)
{
    if (!sweep_is_path(key, value) || *value == '/' || strcmp(value, SWEEP_DEFAULT) == 0 || *folder == '\0')
        return value;
    return path_join(folder, value);
}

/* Values stand apart by blanks; a comma before a blank does not count. What is in quotes is one value; what is behind a # that begins a word, none. */
static void add_values(sweep_key *k, const char *list, const char *folder)
{
    for (const char *c = list + strspn(list, " \t"); *c && *c != '#'; c += strspn(c, " \t")) {
        const char *end;
        char *value;
        if (*c == '"') {
            end = strchr(c + 1, '"');
            if (end == NULL)
                die_usage("%s: a quote that does not end", k->where);
            value = format_new("%.*s", (int)(end - c) - 1, c + 1);
            end++;
            end += *end == ',';
        } else {
            size_t n = strcspn(c, " \t");
            end = c + n;
            value = format_new("%.*s", (int)(n - (n > 1 && c[n - 1] == ',')), c);
        }
        add_value(k, resolved(k->key, folder, value));
        c = end;
    }
    if (k->count == 0)
        die_usage("%s: no value; give one or more, with blanks between them", k->where);
}

static sweep_key *find(const sweep_set *s, const char *key)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->keys[i].key, key) == 0)
            return &s->keys[i];
    return NULL;
}

const sweep_key *sweep_set_find(const sweep_set *s, const char *key)
{
    return find(s, key);
}

static sweep_key *add_key(sweep_set *s, sweep_key key)
{
    s->keys = grow_one(s->keys, (size_t)s->count, sizeof *s->keys);
    s->keys[s->count] = key;
    return &s->keys[s->count++];
}

static void take_section(void *user, const ini_file *f, const char *name)
{
    reading *r = user;
    if (strcmp(name, "sweep") == 0) {
        r->at = &r->file->common;
        return;
    }
    const char *own = starts_with(name, "set ") ? name + strlen("set ") : "";
    own += strspn(own, " \t");
    if (*own == '\0')
        die_usage("%s:%d: section [%s]; accepted are [sweep] and [set NAME]", f->path, f->line, name);
    sweep_file *s = r->file;
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->sets[i].name, own) == 0)
            die_usage("%s:%d: a second [set %s]; the first is in line %d", f->path, f->line, own, s->sets[i].line);
    s->sets = grow_one(s->sets, (size_t)s->count, sizeof *s->sets);
    s->sets[s->count] = (sweep_set){.name = format_new("%s", own), .line = f->line};
    r->at = &s->sets[s->count++];
}

static void take_pair(void *user, const ini_file *f, const char *section, const char *key, const char *value)
{
    (void)section;
    reading *r = user;
    if (r->at == NULL)
        die_usage("%s:%d: %s stands before [sweep] or [set NAME]", f->path, f->line, key);
    if (strcmp(key, "name") == 0) {
        if (r->at != &r->file->common)
            die_usage("%s:%d: name in [set %s]; it names the sweep, and stands in [sweep]", f->path, f->line, r->at->name);
        r->file->name = format_new("%s", value);
        return;
    }
    sweep_key *k = find(r->at, key);
    if (k == NULL)
        k = add_key(r->at, (sweep_key){.key = format_new("%s", key), .where = format_new("%s:%d: %s", f->path, f->line, key)});
    add_values(k, value, r->folder); /* a key that comes again adds to its list: lines are short */
}

/* "KEY=VALUES" of the command line. Paths are relative to the folder that we are in. */
static void change(sweep_file *f, const char *words)
{
    size_t n = strcspn(words, "=");
    if (n == 0 || words[n] == '\0')
        die_usage("--set %s: KEY=VALUES is expected", words);
    sweep_key k = (sweep_key){.key = format_new("%.*s", (int)n, words), .where = format_new("--set %.*s", (int)n, words)};
    if (strcmp(k.key, "name") == 0) {
        f->name = format_new("%s", words + n + 1);
        return;
    }
    add_values(&k, words + n + 1, "");
    for (int i = -1; i < f->count; i++) {
        sweep_set *s = i < 0 ? &f->common : &f->sets[i];
        sweep_key *old = find(s, k.key);
        if (old)
            *old = k;
        else if (i < 0)
            add_key(s, k);
    }
}

/* The keys of [sweep] come before those of the set. */
static void inherit(sweep_set *s, const sweep_set *common)
{
    sweep_set whole = {.name = s->name, .line = s->line};
    for (int i = 0; i < common->count; i++)
        if (find(s, common->keys[i].key) == NULL)
            add_key(&whole, common->keys[i]);
    for (int i = 0; i < s->count; i++)
        add_key(&whole, s->keys[i]);
    *s = whole;
}

void sweep_file_read(sweep_file *f, const char *path, const char *const *changes, int change_count)
{
    static const ini_actions actions = {take_section, take_pair, "\"key = values\", [sweep], [set NAME] or a comment"};
    const char *base = path_base(path);
    struct stat is;
    if (stat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode))
        die_usage("%s is no file; a sweep's runs read it again", path);
    *f = (sweep_file){.path = path};
    f->name = format_new("%.*s", ends_with(base, ".ini") ? (int)strlen(base) - 4 : (int)strlen(base), base);
    reading r = {.file = f, .folder = format_new("%.*s", base > path ? (int)(base - path) - 1 + (base - path == 1) : 0, path)};
    ini_file_read(path, "sweep", &actions, &r);
    if (f->count == 0)
        die_usage("%s: no section [set NAME]; the keys of a set of points stand below it", path);
    for (int i = 0; i < change_count; i++)
        change(f, changes[i]);
    for (int i = 0; i < f->count; i++)
        inherit(&f->sets[i], &f->common);
}
