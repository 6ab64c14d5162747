/* SPDX-License-Identifier: Apache-2.0
 *
 * beside.h - the forms of a design: what it is called where ratios of several designs stand side by side, and its variants there. Both come
 * from the parameters that its unit names (wf_unit.beside). */
#ifndef WF_BESIDE_H
#define WF_BESIDE_H

#include "design.h"

/* "UNIT VALUE (CHILD VALUE)": the unit and the values of these parameters, but of children that are not in use. */
char *design_form(const design *d);
/* Does that tell the value of this parameter? */
bool design_form_tells(const design *d, const char *param);
/* How a codec that chooses among children, which a LIST of it names, does it: "FORM: of FORM and FORM the code of ..."; NULL: it does not
 * choose. */
char *design_choice(const design *d);
/* The i-th variant of a checked design, from 0, checked too: with another value of one of these parameters, the first one's values first. What
 * it changes, "base firstnz", is left in *change. Returns false if there is none; *change is NULL then. A value that the unit does not
 * take with the other parameters is passed over, and a parameter of a child that is not in use. */
bool design_beside(const design *d, int i, design *variant, char **change);
/* What is wrong with the words of a unit (wf_unit.beside, wf_codec.by_bytes): they name no choice of its own. NULL: nothing. */
char *design_beside_fault(const wf_unit *unit);

#endif
