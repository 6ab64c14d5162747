/* SPDX-License-Identifier: Apache-2.0
 *
 * config_file.h - the INI file of a design: one section [design] of the keys that are flags on the command line. */
#ifndef WF_CONFIG_FILE_H
#define WF_CONFIG_FILE_H

typedef struct {
    char *key, *value;
    char *where; /* "FILE:LINE: KEY" */
} config_pair;

typedef struct {
    const char *path;
    int line;           /* of the last line that was read */
    config_pair *pairs; /* in their order, without the unit's */
    int count;
    config_pair unit; /* unit, codec or block; key NULL: none of them */
} config_file;

/* Dies (2) on a file that cannot be read, a line that is no pair, another section than [design], or a key that is given twice. Keys
 * and values are checked by who takes them. */
void config_file_read(config_file *c, const char *path);
void config_file_free(config_file *c);

#endif
