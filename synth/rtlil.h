/* SPDX-License-Identifier: Apache-2.0
 *
 * rtlil.h - a hierarchy that Yosys has elaborated, as RTLIL, taken apart: the top and each module directly in it become designs of their own, which Yosys then
 * works on side by side. */
#ifndef WF_SYNTH_RTLIL_H
#define WF_SYNTH_RTLIL_H

typedef struct {
    const char *name; /* of the module, without the \ of a name that is not made up */
    char *text;       /* RTLIL of the module, its top, and of what is in it; in that of the whole, the modules are black boxes */
} rtlil_design;

/* The top comes first, then the modules in it in the order of their instances. A design's text depends on its modules alone: what Yosys counts over the whole is
 * counted anew in each, and lines of the source are left out. Returns their number; 0: there is no such top. */
int rtlil_split(const char *source, const char *top, rtlil_design **out);

#endif
