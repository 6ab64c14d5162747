/* SPDX-License-Identifier: Apache-2.0
 *
 * library_node.h - libraries whose node is known (libraries.def). */
#ifndef WF_LIBRARY_NODE_H
#define WF_LIBRARY_NODE_H

#include "../base/metrics.h"

typedef struct {
    const char *prefix; /* of the Liberty file's name or the library's own */
    int node_nm;
    double volts;
} library_node;

/* By its file's name or its own (either may be NULL); NULL: its node is not known. */
const library_node *library_node_of(const char *path, const char *name);
/* The library of a synthesis with these figures. */
const library_node *library_node_of_run(const metrics *m);

#endif
