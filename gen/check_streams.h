/* SPDX-License-Identifier: Apache-2.0
 *
 * check_streams.h - what the checker of a unit whose streams have names knows of each of them. */
#ifndef WF_CHECK_STREAMS_H
#define WF_CHECK_STREAMS_H

#include "layout.h"
#include "template.h"

/* Sets the macro of rtl_templates/sv/check_streams.sv: an instance of check_handshake.sv for each stream of the module. */
void check_streams_macros(const design *d, const bench_module *m, macro_table *macros);

#endif
