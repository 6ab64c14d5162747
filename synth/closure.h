/* SPDX-License-Identifier: Apache-2.0
 *
 * closure.h - the emitted files of a module and of all modules in it. */
#ifndef WF_CLOSURE_H
#define WF_CLOSURE_H

#include "../gen/manifest.h"

/* Those of module `top` of the design in folder dir; NULL: of all modules. A file's name is its module's. */
void closure_files(const char *dir, const char *top, file_list *files);
/* Their texts without comments. */
void closure_text(const char *dir, const char *top, text *out);

#endif
