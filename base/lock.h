/* SPDX-License-Identifier: Apache-2.0
 *
 * lock.h - one program at a time works in a folder. */
#ifndef WF_LOCK_H
#define WF_LOCK_H

/* Holds the folder until the program ends, however it ends; dies (1) where another holds it. Nothing is left in the folder. */
void dir_lock(const char *path);
/* Lets it go. */
void dir_unlock(const char *path);

#endif
