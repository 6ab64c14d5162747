/* SPDX-License-Identifier: Apache-2.0
 *
 * identity.h - whose figures some figures are. */
#ifndef WF_GEN_IDENTITY_H
#define WF_GEN_IDENTITY_H

#include "../base/metrics.h"
#include "design.h"

/* Puts the unit of a design, its lanes, or bytes of a line, and its parameters with its figures. */
void identity_put(const design *d, metrics *m);
/* What differs, as "of CODEC with 4 lanes", if figures say that they are not of this codec with so many lanes. NULL: nothing, or they say
 * nothing of it. */
char *identity_differs(const metrics *m, const char *codec, int lanes);
/* Removes the parameters from figures that do not depend on all of them. */
void identity_drop_params(metrics *m);
/* The first parameter that differs from this design's, as "modes 4-0, not 4-0,4-1", of figures that have it. NULL: none. */
char *identity_param_differs(const metrics *m, const design *d);

#endif
