/* SPDX-License-Identifier: Apache-2.0
 *
 * results.h - DIR/synth/LIBRARY-CLOCKns.json: the figures of the last run with each library and each clock. DIR/synth.json has those of the last run
 * of all, to which the netlists in DIR/syn belong. */
#ifndef WF_SYNTH_RESULTS_H
#define WF_SYNTH_RESULTS_H

#include "../base/metrics.h"

/* The file that figures of this library and clock are kept in: a new one, or that of an earlier run with the same library. A file of anybody else, or of
 * another library of this name, is left alone, and the name gets "-2", "-3" ... The folder is made. */
char *results_place(const char *dir, const metrics *run);
/* All files of design folder `dir`, the libraries by name, the clocks of one from the shortest on. Ends with NULL. Other files are left out, and a note
 * tells of them. */
char **results_list(const char *dir);
/* "LIBRARY-CLOCKns" */
char *results_name(const char *path);

#endif
