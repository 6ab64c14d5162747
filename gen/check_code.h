/* SPDX-License-Identifier: Apache-2.0
 *
 * check_code.h - what the checker of an encoder knows of its codes. */
#ifndef WF_CHECK_CODE_H
#define WF_CHECK_CODE_H

#include "design.h"
#include "template.h"

/* Sets the macros of rtl_templates/sv/check.sv on codes. A module that is no encoder has none of these checks. */
void check_code_macros(const design *d, bool encoder, macro_table *m);

#endif
