/* SPDX-License-Identifier: Apache-2.0
 *
 * ini_file.h - INI files, line by line. */
#ifndef WF_INI_FILE_H
#define WF_INI_FILE_H

#include <stddef.h>

typedef struct ini_file ini_file;

/* What is done with the file. `line` is the present one. */
typedef struct {
    void (*section)(void *user, const ini_file *f, const char *name);
    void (*pair)(void *user, const ini_file *f, const char *section, const char *key, const char *value); /* section "": none has come */
    const char *expected; /* what a line is, for the message where one is nothing of it: "\"key = value\", [design] or a comment" */
} ini_actions;

struct ini_file {
    const char *path;
    int line;
    const ini_actions *actions;
    void *user;
    const char *at, *end;
};

/* Reads it to its end. `option`: what takes such a file, for the message where it is a folder. Dies (2) if it cannot be read, on a NUL
 * byte, a line that is too long, or one that is not expected. An indent means nothing. */
void ini_file_read(const char *path, const char *option, const ini_actions *actions, void *user);
/* The same of a text in memory, whose name stands in messages. */
void ini_text_read(const char *name, const char *data, size_t len, const ini_actions *actions, void *user);

#endif
