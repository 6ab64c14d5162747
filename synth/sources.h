/* SPDX-License-Identifier: Apache-2.0
 *
 * sources.h - names and lines of the RTL for nets of a mapped netlist. ABC drops both. A net gets the name of an RTL net that has the same
 * value, or the inverse, in a few thousand vectors. */
#ifndef WF_SYNTH_SOURCES_H
#define WF_SYNTH_SOURCES_H

#include "netlist.h"

typedef struct {
    char *name;    /* of the RTL net; NULL: it has none there, or no RTL net has the value */
    char *place;   /* "FILE:LINE" of the expression that makes it, or of the net; NULL: unknown */
    bool inverted; /* the net is the inverse of the RTL's */
} source;

/* One item for each net of the netlist. Dies (1) if Yosys fails. */
source *sources_find(const synth_unit *u, const netlist *n);

#endif
