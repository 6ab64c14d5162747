/* SPDX-License-Identifier: Apache-2.0
 *
 * template.h - makes Verilog of a template: its WF_ macros, conditions, loops and includes (docs/adding.md, "Templates"). */
#ifndef WF_TEMPLATE_H
#define WF_TEMPLATE_H

#include "../base/file.h"
#include "../base/text.h"
#include "macro_table.h"

/* Adds `source` to out, with every `WF_NAME replaced by its value, `ifdef, `ifndef, `else and `endif of WF_ names evaluated, the lines between
 * `WF_FOR and `WF_END repeated, and `WF_INCLUDE replaced by a file. Dies (2) with file and line on an unknown name, or if something is open
 * that nothing closes. */
void template_expand(const asset *source, macro_table *m, text *out);
/* Dies as template_expand does on directives that are none, whatever the macros are. */
void template_check(const asset *source);

#endif
