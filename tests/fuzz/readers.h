/* SPDX-License-Identifier: Apache-2.0
 *
 * readers.h - every reader of files from elsewhere, by name, and what it may do: accept the input, or die with exit code 1 or 2 and one
 * plain line on standard error. */
#ifndef WF_FUZZ_READERS_H
#define WF_FUZZ_READERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    int cost; /* of an input; 1: of a cheap one */
    /* Reads the input: its bytes, and the file that holds them. */
    void (*read)(const char *path, const unsigned char *data, size_t len);
} reader;

/* Ends with a NULL name. */
extern const reader readers[];

/* Once: the folder in which the readers work. The file holds the input of the moment. */
void readers_begin(const char *dir, int input_file);
/* Gives an input to a reader. False if it is refused. Aborts, after it says why, if the reader does not keep its promise. */
bool readers_run(const reader *r, const unsigned char *data, size_t len);
/* What the reader said of the last input. */
const char *readers_said(void);

#endif
