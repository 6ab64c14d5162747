/* SPDX-License-Identifier: Apache-2.0 */
#include "closure.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

/* A module's file is found by its name in the text of another one. */
typedef struct {
    const char *dir;
    file_list all;
    char **code; /* of each file; NULL: no file of RTL */
    bool *in;
} closure;

/* The text of a file without comments. */
static char *read_code(const char *dir, const char *name)
{
    char *path = path_join(dir, name), *s = file_read(path, NULL), *to = s;
    if (s == NULL)
        die("cannot read %s: %s", path, strerror(errno));
    for (const char *c = s; *c;) {
        if (starts_with(c, "//"))
            c += strcspn(c, "\n");
        else
            *to++ = *c++;
    }
    *to = '\0';
    return s;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is `word` (length n) the module of this file? */
static bool is_module(const char *path, const char *word, size_t n)
{
    const char *name = path_base(path);
    return strncmp(name, word, n) == 0 && strcmp(name + n, ".v") == 0;
}

/* Takes the file of a module, and those of all that its text names. */
static void take(closure *c, const char *word, size_t n)
{
    for (int i = 0; i < c->all.count; i++) {
        if (c->code[i] == NULL || c->in[i] || !is_module(c->all.items[i].path, word, n))
            continue;
        c->in[i] = true;
        for (const char *s = c->code[i]; *s;) {
            size_t length = 0;
            while (is_word(s[length]))
                length++;
            if (length > 0)
                take(c, s, length);
            s += length ? length : 1;
        }
    }
}

static void find(closure *c, const char *dir, const char *top)
{
    *c = (closure){.dir = dir};
    manifest_files(dir, &c->all);
    c->code = zalloc((size_t)c->all.count * sizeof *c->code);
    c->in = zalloc((size_t)c->all.count * sizeof *c->in);
    for (int i = 0; i < c->all.count; i++)
        if (strcmp(c->all.items[i].kind, "rtl") == 0 && ends_with(c->all.items[i].path, ".v"))
            c->code[i] = read_code(dir, c->all.items[i].path);
    if (top)
        take(c, top, strlen(top));
}

void closure_files(const char *dir, const char *top, file_list *files)
{
    closure c;
    find(&c, dir, top);
    for (int i = 0; i < c.all.count; i++)
        if (top == NULL ? c.code[i] != NULL : c.in[i])
            file_list_add(files, c.all.items[i].path, c.all.items[i].kind, c.code[i], strlen(c.code[i]));
}

void closure_text(const char *dir, const char *top, text *out)
{
    closure c;
    find(&c, dir, top);
    for (int i = 0; i < c.all.count; i++)
        if (c.in[i])
            text_printf(out, "%s\n%s\n", c.all.items[i].path, c.code[i]);
}
