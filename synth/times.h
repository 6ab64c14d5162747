/* SPDX-License-Identifier: Apache-2.0
 *
 * times.h - the times of the logic of each module within the whole, as OpenSTA tells them. */
#ifndef WF_SYNTH_TIMES_H
#define WF_SYNTH_TIMES_H

#include "delays.h"
#include "modular.h"

/* The times of a module's logic. */
typedef struct {
    net_times *all, *by_net; /* inputs, then outputs */
    int inputs, outputs;
} module_times;

/* Nothing is known of the nets of the module's logic. */
void times_open(module_times *t, const modular_module *m);
/* Takes the times of all modules anew, from the lines "@ port {MODULE} PORT ARRIVAL REQUIRED LOAD" of boundary.tcl and, of the whole, "@ net NET ..". The worst of
 * several instances counts. */
void times_read(const modular *n, module_times *times, const char *output);
/* The times of a net; NULL: it is none of the logic. */
net_times *times_find(const module_times *t, const char *net);

#endif
