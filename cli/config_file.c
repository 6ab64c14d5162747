/* SPDX-License-Identifier: Apache-2.0 */
#include "config_file.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

typedef struct {
    config_file *config;
    FILE *file;
} source;

static bool is_unit_key(const char *key)
{
    return strcmp(key, "unit") == 0 || strcmp(key, "codec") == 0 || strcmp(key, "block") == 0;
}

static int take_pair(void *user, const char *section, const char *key, const char *value)
{
    source *s = user;
    config_file *c = s->config;
    if (*section == '\0')
        die_usage("%s:%d: %s stands before [design]", c->path, c->line, key);
    if (strcmp(section, "design") != 0)
        die_usage("%s:%d: section [%s]; there is only [design]", c->path, c->line, section);
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->pairs[i].key, key) == 0)
            die_usage("%s:%d: %s is given twice", c->path, c->line, key);
    if (is_unit_key(key) && c->unit.key)
        die_usage("%s:%d: %s %s, and %s %s before; a design is of one unit", c->path, c->line, key, value, c->unit.key, c->unit.value);
    config_pair pair = {format_new("%s", key), format_new("%s", value), format_new("%s:%d: %s", c->path, c->line, key)};
    if (is_unit_key(key)) {
        c->unit = pair;
        return 1;
    }
    c->pairs = grow(c->pairs, (size_t)(c->count + 1) * sizeof *c->pairs);
    c->pairs[c->count++] = pair;
    return 1;
}

/* Reads a line for inih. Removes the indent, with which inih would add the line to the value before it. Refuses a long line, which inih
 * would cut in two, and any other section, which inih would skip if it had no keys. */
static char *read_line(char *line, int size, void *user)
{
    source *s = user;
    config_file *c = s->config;
    if (fgets(line, size, s->file) == NULL)
        return NULL;
    c->line++;
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] != '\n' && !feof(s->file))
        die_usage("%s:%d: a line of more than %d characters", c->path, c->line, size - 2);
    size_t indent = 0;
    while (isspace((unsigned char)line[indent]))
        indent++;
    memmove(line, line + indent, n - indent + 1);
    if (*line == '[' && strncmp(line, "[design]", 8) != 0)
        die_usage("%s:%d: section %.*s; there is only [design]", c->path, c->line, (int)strcspn(line, "\r\n"), line);
    return line;
}

void config_file_read(config_file *c, const char *path)
{
    *c = (config_file){.path = path};
    if (dir_exists(path))
        die_usage("%s is a folder; --config takes a file", path);
    source s = {c, fopen(path, "r")};
    if (s.file == NULL)
        die_usage("cannot read %s: %s", path, strerror(errno));
    int bad = ini_parse_stream(read_line, &s, take_pair, &s);
    fclose(s.file);
    if (bad != 0)
        die_usage("%s:%d: expected \"key = value\", [design] or a comment", path, bad);
}

static void free_pair(config_pair *p)
{
    free(p->key);
    free(p->value);
    free(p->where);
}

void config_file_free(config_file *c)
{
    for (int i = 0; i < c->count; i++)
        free_pair(&c->pairs[i]);
    free_pair(&c->unit);
    free(c->pairs);
}
