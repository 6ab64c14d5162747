/* SPDX-License-Identifier: Apache-2.0
 *
 * beside.h - the variants of a design that figures of it are shown beside: the other values of the parameter that its unit names. */
#ifndef WF_BESIDE_H
#define WF_BESIDE_H

#include "design.h"

/* The i-th variant of a checked design, from 0, checked too. Its name, "base firstnz", is left in *name. Returns false if there
 * is none; *name is NULL then. A value that the unit does not take with the other parameters is passed over, and a parameter of a child that
 * is not in use. */
bool design_beside(const design *d, int i, design *variant, char **name);
/* The design's own value of that parameter, "base first"; NULL: it has none, or it is not in use. */
char *design_beside_own(const design *d);

#endif
