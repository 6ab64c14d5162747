/* SPDX-License-Identifier: Apache-2.0
 *
 * paths.h - the longest path of each stage of a unit, cell by cell, with the RTL's names and lines. */
#ifndef WF_SYNTH_PATHS_H
#define WF_SYNTH_PATHS_H

#include "netlist.h"

/* A stage: the logic before rank i + 1 or, behind all ranks, before the outputs. */
typedef struct path_stage {
    char *ends;       /* "mask_i lane 3 -> rank 1 (..) data_q bit 5"; NULL: the stage is not timed */
    int cells, named; /* cells on the path, and those whose net is one of the RTL */
} path_stage;

/* Reads what unit.tcl wrote of each stage that has ends, and counts its cells. Writes UNIT.stages.txt, for people, and UNIT.paths.json into the
 * working folder. */
void paths_write(const synth_unit *u, const netlist *n, path_stage *stages, int count);

#endif
