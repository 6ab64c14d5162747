/* SPDX-License-Identifier: Apache-2.0
 *
 * curve.h - area against delay: which of the netlists of a search are worth having. Nothing is interpolated. */
#ifndef WF_SYNTH_CURVE_H
#define WF_SYNTH_CURVE_H

typedef struct curve_point {
    double delay, area; /* ns, of the slowest stage; um2 of logic */
    int from;           /* whose netlist: the caller's number */
    char *recipe;
} curve_point;

/* Keeps those points that no other beats, in delay or in area, and of those at most `most`, the fastest and the smallest always. The fastest
 * comes first. Returns how many are left. */
int curve_front(curve_point *points, int count, int most);

#endif
