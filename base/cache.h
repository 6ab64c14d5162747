/* SPDX-License-Identifier: Apache-2.0
 *
 * cache.h - the user's own files that save work and may be lost: in $XDG_CACHE_HOME/warpfold or ~/.cache/warpfold. */
#ifndef WF_CACHE_H
#define WF_CACHE_H

/* The path of a file there. The folder is made, for the user alone. NULL: there is no place for it. */
char *cache_path(const char *name);

#endif
