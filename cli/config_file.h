/* SPDX-License-Identifier: Apache-2.0
 *
 * config_file.h - the INI file of a design: one section [design], whose keys are the flags of the command line; or the folder of a design that
 * gen has made, whose manifest has the same keys. */
#ifndef WF_CONFIG_FILE_H
#define WF_CONFIG_FILE_H

typedef struct {
    char *key, *value;
    char *where; /* "FILE:LINE: KEY"; of a folder "DIR/manifest.json: KEY" */
} config_pair;

typedef struct {
    const char *path;   /* NULL: none was read */
    config_pair *pairs; /* in their order, without the pair that names the unit */
    int count;
    config_pair unit; /* unit, codec or block; key NULL: none of them */
} config_file;

/* Reads a file or a folder. Dies (2) if it cannot be read, or if it has a line that is not a pair or is too long, a NUL, no section [design] or
 * another one, or a key twice; or if the folder is none of a design. The caller checks keys and values. */
void config_file_read(config_file *c, const char *path);

#endif
