/* SPDX-License-Identifier: Apache-2.0
 *
 * plan.h - the points of a sweep. The file has a section [sweep], whose keys are those of all sets, and sections [set NAME]. A set is each
 * combination of the values of its keys. Keys are flags of `gen` and `synth`, `trace`, and `time`. docs/sweep.md tells all of it. */
#ifndef WF_SWEEP_PLAN_H
#define WF_SWEEP_PLAN_H

#include "../gen/design.h"
#include "../synth/synth.h"
#include "sweep_file.h"

typedef struct {
    const char *set; /* that it comes from */
    char *fault;     /* why it is no design; NULL: it is one. What follows is then as far as it was read */
    design d;
    synth_options synth;
    const char **traces; /* those of its width */
    int trace_count;
    const char *machine; /* that runs them, of the step `time`; NULL: none */
    char *given;         /* the keys and values of the file that it has: "lanes 32, modes 4-0" */
} sweep_point;

typedef struct {
    const char *path; /* of the file */
    const char *name; /* of the sweep */
    sweep_point *points;
    int count;
    int doubles;  /* points that are the same as one before, which are left out */
    char **notes; /* what the user should know of the file: a trace that no point takes, a library without power */
    int note_count;
    sweep_file file;
} sweep_plan;

/* Reads a file. `changes`: "KEY=VALUES", each in place of that key in all sets. Dies (2) of a line that is wrong, a key that no unit of
 * its set has, a library or trace that cannot be read. A combination that is no design is a point with a fault. */
void sweep_read(sweep_plan *p, const char *path, const char *const *changes, int change_count);

/* What a point is: every knob with its value, as on the command line. */
void sweep_knobs(const sweep_point *p, metrics *out);
/* "osu018_stdcells" of a library. */
char *sweep_library_name(const synth_options *o);
/* "0.15 fF/µm, 70 % filled" of estimated wires; NULL: none. */
char *sweep_wires(const synth_options *o);

#endif
