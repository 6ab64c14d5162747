/* SPDX-License-Identifier: Apache-2.0
 *
 * param.h - what a line of a unit's table of parameters says, and how many parameters a unit has. */
#ifndef WF_PARAM_H
#define WF_PARAM_H

#include "warpfold.h"

/* Parameters of a unit without its children's, and with them. */
int param_own(const wf_unit *unit);
int param_all(const wf_unit *unit);

/* wf_child_config of a parent's configuration that is known to be right. */
wf_config config_of_child(const wf_unit *unit, const wf_config *whole, int k);

/* How many names or numbers there are in "a|b|c". */
int param_count(const char *values);
/* The place in "a|b|c" of `name`, of n characters; -1: it is not there. */
int param_index(const char *values, const char *name, size_t n);
/* Does the parent set this parameter of its child? */
bool param_is_bound(const wf_child *child, const char *name);
/* True of a SET and of a LIST. */
bool param_takes_several(const wf_param *p);
bool param_accepts(const wf_param *p, int value);
/* "1 to 64"; of "a|b|c" "a, b or c", or of a set or list "a, b, c". */
void param_put_values(char *out, size_t size, const wf_param *p);
/* Are they a range, or names or numbers of which none is empty, none stands twice, and no more than the kind has room for? */
bool param_has_values(const wf_param *p);

#endif
