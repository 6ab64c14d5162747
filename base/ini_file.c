/* SPDX-License-Identifier: Apache-2.0 */
#include "ini_file.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <string.h>

#include "file.h"
#include "msg.h"
#include "text.h"

static int take_pair(void *user, const char *section, const char *key, const char *value)
{
    ini_file *f = user;
    f->actions->pair(f->user, f, section, key, value);
    return 1;
}

/* Tells of a section as soon as its line comes: inih does not if it has no keys. */
static void take_section(const ini_file *f, const char *line)
{
    const char *close = strchr(line, ']');
    if (close == NULL)
        die_usage("%s:%d: a section without its ]", f->path, f->line);
    char *name = format_new("%.*s", (int)(close - line) - 1, line + 1);
    f->actions->section(f->user, f, name);
}

/* Reads a line for inih. Removes the indent, with which inih would add the line to the value before it. Refuses what inih would take for
 * something else: a long line, which it would cut in two; a NUL, which would end it. */
static char *read_line(char *line, int size, void *user)
{
    ini_file *f = user;
    if (f->at == f->end)
        return NULL;
    f->line++;
    const char *newline = memchr(f->at, '\n', (size_t)(f->end - f->at)), *end = newline ? newline : f->end;
    if (memchr(f->at, '\0', (size_t)(end - f->at)))
        die_usage("%s:%d: a NUL byte in a text file", f->path, f->line);
    if (end - f->at > size - 2)
        die_usage("%s:%d: a line of more than %d characters", f->path, f->line, size - 2);
    while (f->at < end && isspace((unsigned char)*f->at))
        f->at++;
    size_t n = (size_t)(end - f->at);
    memcpy(line, f->at, n);
    strcpy(line + n, "\n");
    f->at = newline ? newline + 1 : end;
    if (*line == '[')
        take_section(f, line);
    return line;
}

void ini_text_read(const char *name, const char *data, size_t len, const ini_actions *actions, void *user)
{
    ini_file f = {name, 0, actions, user, data, data + len};
    int bad = ini_parse_stream(read_line, &f, take_pair, &f);
    if (bad != 0)
        die_usage("%s:%d: expected %s", name, bad, actions->expected);
}

void ini_file_read(const char *path, const char *option, const ini_actions *actions, void *user)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order: some editors begin a file with it */
    size_t len;
    if (dir_exists(path))
        die_usage("%s is a folder; %s takes a file", path, option);
    char *data = file_read(path, &len);
    if (data == NULL)
        die_usage("cannot read %s: %s", path, strerror(errno));
    size_t skipped = starts_with(data, mark) ? strlen(mark) : 0;
    ini_text_read(path, data + skipped, len - skipped, actions, user);
    arena_free(data);
}
