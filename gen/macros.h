/* SPDX-License-Identifier: Apache-2.0
 *
 * macros.h - the macros of a design that its templates may use (docs/adding.md, "Templates"). */
#ifndef WF_MACROS_H
#define WF_MACROS_H

#include "design.h"
#include "template.h"

/* What units and systems share, rtl_templates/cells/wf_NAME.v, and a template may instantiate by the macro WF_NAME. */
enum { CELLS = 28 };
extern const char *const cell_names[CELLS];

/* "WF_" NAME TAIL in capitals. */
char *macro_name(const char *name, const char *tail);
/* What follows the name of a unit's modules in the name of a part: "_enc_fifo", or "_any" of the whole unit. */
char *part_tail(const wf_part *part);
/* Sets all macros of a design. Its modules are PREFIX_enc and PREFIX_dec, or PREFIX. */
void macros_set(const design *d, const char *prefix, macro_table *m);
/* Sets what the templates of a parent may know of a child, under this name: the names of its modules, its parameters and its sizes; of a codec
 * also what it is called and which ports it has. `d`: the child's design. */
void macros_set_child(macro_table *m, const char *name, const design *d, const char *module);
/* The same of a child that the configuration does not have: the names of its modules have no value, so that `ifdef tells. */
void macros_set_no_child(macro_table *m, const char *name);

#endif
