/* SPDX-License-Identifier: Apache-2.0
 *
 * slurm.h - a sweep as a job array of Slurm: each element does a share of the tasks, and a last job, after all of them, writes the
 * results. */
#ifndef WF_SWEEP_SLURM_H
#define WF_SWEEP_SLURM_H

#include <stdbool.h>

typedef struct {
    const char *file, *out, *svg, *cache; /* of the sweep; svg NULL: no plots as files */
    const char *name;
    int tasks; /* at least 1 */
    int jobs;  /* elements at a time; 0: as many as Slurm likes */
    bool force;
    const char *const *changes;
    int change_count;
} slurm_sweep;

/* Dies (2) if the scripts cannot be written: the folder, or what is there. */
void slurm_check(const slurm_sweep *s);
/* Writes OUT/slurm/array.sh and collect.sh, and submits them. */
void slurm_write(const slurm_sweep *s);
void slurm_submit(const slurm_sweep *s);

#endif
