/* SPDX-License-Identifier: Apache-2.0
 *
 * report_library.h - the nodes of libraries (libraries.def). */
#ifndef WF_REPORT_LIBRARY_H
#define WF_REPORT_LIBRARY_H

#include "../base/metrics.h"

/* A library whose node is known: libraries.def. */
typedef struct {
    const char *prefix; /* of the Liberty file's name or the library's own */
    int node_nm;
    double volts;
} report_library;

/* The library of a synthesis, by its file's name or its own; NULL: its node is not known here. */
const report_library *report_library_of(const metrics *m);

#endif
