/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_power.h - what a Liberty file tells of the power of its cells: leakage by state, and the energy inside a cell at each transition
 * of a pin, by the slew of the input that causes it and the load on the output. */
#ifndef WF_LIBERTY_POWER_H
#define WF_LIBERTY_POWER_H

#include "liberty.h"
#include "liberty_tree.h"

/* Energies in J: value[s * loads + l] at slew[s] (s) and load[l] (F). One point where it does not depend on one of them. */
typedef struct {
    int slews, loads;
    double *slew, *load, *value;
} power_table;

/* The energy of the transitions of a pin. Of an output it is that of those which input `related` causes. */
typedef struct {
    int pin, related;       /* of the cell's pins; related -1: none is named */
    boolean when;           /* of the cell's pins; no program: always */
    int rail;               /* energies of one transition from several supply pins add up: which of them */
    power_table rise, fall; /* of `pin` */
} power_internal;

typedef struct {
    double watts;
    boolean when; /* no program: what is given for no state */
    double
        likelihood; /* of `when`, if the inputs in it are independent, data 1 half of the time and a clock a quarter of it, as OpenSTA says */
} power_leakage;

typedef struct {
    power_internal *internal;
    int internal_count;
    power_leakage *leakage;
    int leakage_count;
    double watts; /* cell_leakage_power; NAN: not given */
} power_cell;

enum { POWER_MOST_RAILS = 8 };

/* Of the cells that are used, by their index. Dies (2) if the file cannot be taken. */
power_cell *power_cells_read(const liberty *lib, const char *path, const bool *used);
/* Bilinear in the table, and beyond its ends as at them. */
double power_energy(const power_table *t, double slew, double load);
/* The leakage of a cell whatever its state: cell_leakage_power, or the mean of its states (power_leakage.likelihood). */
double power_leakage_any(const power_cell *c);
/* The library as OpenSTA 2.0.17 must see it to find the power at the activity of each pin (liberty_pins.c). */
void power_library_text(const liberty *lib, const char *path, const bool *used, text *out);

/* Is a group's related_pg_pin a ground pin? What leaves there has come in at a supply pin, and counts there. */
bool power_of_ground(const lib_node *cell, const lib_node *group);
/* Shared with liberty_pins.c: the file's text with the used cells alone, its tree, and the cell of a node of it (NULL: it is none). */
void power_used_text(const liberty *lib, const char *path, const bool *used, text *out);
lib_node *power_used_tree(const char *path, const text *t);
const liberty_cell *power_cell_at(const liberty *lib, const lib_node *node);

#endif
