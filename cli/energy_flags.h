/* SPDX-License-Identifier: Apache-2.0
 *
 * energy_flags.h - the flags of energies: --bank-pj, .., --units, --reads-per-write. `stats`, `flow` and `replay` have them. */
#ifndef WF_ENERGY_FLAGS_H
#define WF_ENERGY_FLAGS_H

#include <argp.h>

#include "../gen/design.h"
#include "../stats/energy.h"

enum { ENERGY_FLAGS = 10 };

/* As they were given; NULL: not. */
typedef struct {
    const char *given[ENERGY_FLAGS], *units, *reads;
} energy_flags;

typedef enum {
    ENERGY_OF_ACCESSES, /* of accesses alone: no time passes, so nothing leaks */
    ENERGY_OF_CYCLES    /* of a register file or a cache that runs */
} energy_uses;

/* A child of a command's parser; its input is an energy_flags. A program asks for one use. */
const struct argp *energy_argp(energy_uses uses);
/* The first that was given, as "--bank-pj"; NULL: none. */
const char *energy_flags_given(const energy_flags *f);
/* The same of those that are about time: leakage, and the clock. */
const char *energy_flags_of_time(const energy_flags *f);
/* The same of those that are about storage: banks, wires, tags. */
const char *energy_flags_of_storage(const energy_flags *f);
/* Puts what was given in place of what is in the model: first the units of the file --units, then single values. Dies (2) on a bad value, in
 * the command's name, on a file without energies of units or with those of another codec or width, and on a tag's energy if
 * nothing that the system does takes it. */
void energy_flags_set(const energy_flags *f, const char *command, const design *d, energy_model *e);
/* The same of the reads of a value, --reads-per-write. */
void energy_flags_reads(const energy_flags *f, const char *command, double *reads);
/* Dies (2) as these two do, before anything is done, and says if units and storage are of different nodes. */
void energy_flags_check(const energy_flags *f, const char *command, const design *d);

#endif
