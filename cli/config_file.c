/* SPDX-License-Identifier: Apache-2.0 */
#include "config_file.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

typedef struct {
    config_file *config;
    const char *at, *end;
    bool section; /* [design] has come */
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

/* Reads a line for inih. Removes the indent, with which inih would add the line to the value before it. Refuses what inih would take for
 * something else: a long line, which it would cut in two; a NUL, which would end it; any other section, which it would skip if it had no
 * keys. */
static char *read_line(char *line, int size, void *user)
{
    source *s = user;
    config_file *c = s->config;
    if (s->at == s->end)
        return NULL;
    c->line++;
    const char *newline = memchr(s->at, '\n', (size_t)(s->end - s->at)), *end = newline ? newline : s->end;
    if (memchr(s->at, '\0', (size_t)(end - s->at)))
        die_usage("%s:%d: a NUL byte in a text file", c->path, c->line);
    if (end - s->at > size - 2)
        die_usage("%s:%d: a line of more than %d characters", c->path, c->line, size - 2);
    while (s->at < end && isspace((unsigned char)*s->at))
        s->at++;
    size_t n = (size_t)(end - s->at);
    memcpy(line, s->at, n);
    strcpy(line + n, "\n");
    s->at = newline ? newline + 1 : end;
    bool design = starts_with(line, "[design]");
    if (*line == '[' && !design)
        die_usage("%s:%d: section %.*s; there is only [design]", c->path, c->line, (int)strcspn(line, "\r\n"), line);
    s->section |= design;
    return line;
}

void config_file_read(config_file *c, const char *path)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order: some editors begin a file with it */
    size_t len;
    *c = (config_file){.path = path};
    if (dir_exists(path))
        die_usage("%s is a folder; --config takes a file", path);
    char *data = file_read(path, &len);
    if (data == NULL)
        die_usage("cannot read %s: %s", path, strerror(errno));
    source s = {c, data + (starts_with(data, mark) ? strlen(mark) : 0), data + len, false};
    int bad = ini_parse_stream(read_line, &s, take_pair, &s);
    free(data);
    if (bad != 0)
        die_usage("%s:%d: expected \"key = value\", [design] or a comment", path, bad);
    if (!s.section)
        die_usage("%s: no section [design]; the keys of a design stand below it", path);
}
