/* SPDX-License-Identifier: Apache-2.0
 *
 * time_key.h - the key `time` of a sweep, whose values are machines: what goes with it. */
#ifndef WF_SWEEP_TIME_KEY_H
#define WF_SWEEP_TIME_KEY_H

#include "sweep_file.h"

/* Dies (2) if a set with this key has a unit that is no register file, or no trace, or if a machine is wrong or compresses lines. */
void time_key_check(const sweep_set *s, const sweep_key *k);
/* Why this machine does not run a design of so many lanes, with so many traces of its width; NULL: it does. */
char *time_key_fault(const char *value, int lanes, int traces);
/* "gtx480" of a machine's name or file. */
char *time_key_machine(const char *value);

#endif
