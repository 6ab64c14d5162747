/* SPDX-License-Identifier: Apache-2.0
 *
 * folder.h - folders and paths. */
#ifndef WF_FOLDER_H
#define WF_FOLDER_H

#include <stdbool.h>

bool dir_exists(const char *path);
bool dir_empty(const char *path);
/* mkdir -p; dies (1) if it cannot. */
void dir_make(const char *path);
/* mkdir -p of the folder that contains PATH. */
void dir_make_for(const char *path);
/* rm -r; silent if it is not there. */
void dir_remove(const char *path);
/* Gives FROM the name TO, if nothing has it: no other program comes in between. -1 with errno, EEXIST if something has it. */
int rename_new(const char *from, const char *to);
/* "a/b". */
char *path_join(const char *a, const char *b);
/* The path from the root. */
char *path_absolute(const char *path);
/* The same of what is there, without links; NULL with errno if it cannot be found. */
char *path_real(const char *path);
/* What follows the last slash. */
const char *path_base(const char *path);

#endif
