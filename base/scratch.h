/* SPDX-License-Identifier: Apache-2.0
 *
 * scratch.h - files and folders that are removed if the program ends, dies or is interrupted before scratch_keep. */
#ifndef WF_SCRATCH_H
#define WF_SCRATCH_H

void scratch_add(const char *path);
void scratch_keep(const char *path);
/* A new empty folder below TMPDIR, registered as scratch. Those of killed programs are removed. */
char *scratch_dir(void);
/* The same beside PATH, for what is to become PATH; the folders above it are made. */
char *scratch_beside(const char *path);

#endif
