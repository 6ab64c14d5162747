/* SPDX-License-Identifier: Apache-2.0
 *
 * kept.h - what tools have made, in the user's cache, under the hash of all that made it. */
#ifndef WF_SYNTH_KEPT_H
#define WF_SYNTH_KEPT_H

#include "job.h"

/* The path of what a tool makes with these commands of files of the working folder (ended by NULL): KIND-HASH. NULL: there is no place for it. */
char *kept_path(const synth_job *job, const char *kind, const char *tool, const char *commands, const char *const *inputs);
/* Takes it as a file of the working folder, if it is there. */
bool kept_take(const synth_job *job, const char *path, const char *name);
/* Keeps a file of the working folder. */
void kept_add(const synth_job *job, const char *path, const char *name);
/* Removes what was not taken for longest of a kind, until what stays has at most so many bytes. */
void kept_trim(const char *kind, long long most);

#endif
