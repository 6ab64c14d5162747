/* SPDX-License-Identifier: Apache-2.0
 *
 * design_parts.h - what the files of design.h share, and nobody else: design.c has the kinds, the defaults and the check of the whole,
 * design_set.c keys and values from text, design_params.c parameters, design_cuts.c cuts, design_text.c texts, design_units.c
 * what is wrong with units. */
#ifndef WF_DESIGN_PARTS_H
#define WF_DESIGN_PARTS_H

#include "../cmodel/param.h"
#include "design.h"
#include "values.h"

enum { REGISTER_STAGES = 4 }; /* the most ranks of a codec of warp registers */

/* The place of an option's value. */
int *design_option_place(design *d, const design_option *o);
/* "base, select": those of a unit, or those of a child that a user can set. */
void design_list_params(const wf_unit *unit, const wf_child *child, text *out);
/* True if registers drive all outputs of the encoder or the decoder, or none: so it is with the cuts of every number of ranks. */
bool design_registered(const design *d, bool enc);
/* Decides the ranks and cuts of the encoder or the decoder. Returns what is wrong, or NULL. */
char *design_decide_cuts(design *d, bool enc);
/* Visits the cuts of the encoder or the decoder, if they are not those of the number of ranks. A design with a fault may have none. */
void design_visit_cuts(const design *d, bool enc, design_option_visit *visit, void *user);

#endif
