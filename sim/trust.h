/* SPDX-License-Identifier: Apache-2.0
 *
 * trust.h - folders of compiled code that this user built. A design folder may come from anybody, and a library that is loaded runs. */
#ifndef WF_TRUST_H
#define WF_TRUST_H

#include <stdbool.h>

/* Does the folder hold just what was in it at a folder_trust before? It may have moved since. */
bool folder_trusted(const char *dir);
/* Remembers its content, as a hash in the cache (../base/cache.h); where there is none nothing is remembered. */
void folder_trust(const char *dir);

#endif
