/* SPDX-License-Identifier: Apache-2.0
 *
 * ports_result.h - recordings of register-file ports through a register file: tables, a page, and flat JSON (docs/replay.md, "Recordings of ports"). */
#ifndef WF_PORTS_RESULT_H
#define WF_PORTS_RESULT_H

#include "../machine/ports_pairs.h"
#include "file_figures.h"

/* dir: of the design */
void ports_print(const ports_pairs *r, const char *dir);
void ports_put(const ports_pairs *r, metrics *out);
void ports_page(text *t, const ports_pairs *r);
/* The plots as files. ports_check_files dies (2) if one of such a run cannot be written there. */
void ports_add_files(plot_files *files, const ports_pairs *r);
void ports_check_files(const char *dir, const design *d, output_rule rule);

#endif
