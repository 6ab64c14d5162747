/* SPDX-License-Identifier: Apache-2.0
 *
 * power_count.h - the energy of a netlist from its nets in every cycle, by class of the activation, and the activity of each net.
 *
 * A net has one value a cycle: that at which it settles. Glitches are not seen. A toggle of cycle t belongs to the activation that was
 * taken t - s, where s, the net's stage, is the fewest register ranks between it and an input. So the same activation gets the toggles
 * of each stage in the cycle in which it is there. */
#ifndef WF_POWER_COUNT_H
#define WF_POWER_COUNT_H

#include <stdint.h>

#include "liberty_power.h"
#include "netlist.h"

enum { POWER_CLASSES = WF_MAX_CLASSES + 1, POWER_IDLE = WF_MAX_CLASSES }; /* classes of activations, and cycles without one */

/* In J, sums over the cycles of a class. */
typedef struct {
    double internal, switching;
    double clock;                   /* of both kinds, at clock pins and on nets of the clock */
    unsigned long long activations; /* of POWER_IDLE: cycles */
} power_sum;

typedef struct {
    power_sum class[POWER_CLASSES];
    power_sum active;                   /* all cycles up to the last value, whatever is in them; `activations`: cycles */
    power_sum closed;                   /* what `active` would have more if no clock gate were ever closed */
    double leakage, leakage_any;        /* in W: by the states of those cycles; whatever the state */
    unsigned long long *toggles, *ones; /* of each net in those cycles */
} power_result;

/* What the evaluation needs of a unit. */
typedef struct {
    const netlist *n;
    const liberty *lib;
    const power_cell *cells; /* by index of the library's cell */
    const double *slew[2];   /* s, of the rising and falling edge of each net */
    const double *load;      /* F, of each net */
    const char *early;       /* input port that comes a cycle before the others; NULL: none */
    int interval;            /* cycles that an activation keeps the input busy */
} power_unit;

typedef struct power_count power_count;

power_count *power_count_new(const power_unit *u);
/* One cycle: bit i of the words is net i. `took`: class of what the unit takes in this cycle; -1: nothing. */
void power_count_cycle(power_count *p, const uint32_t *low, const uint32_t *high, int took, bool reset, bool paused);
/* The sums. */
power_result power_count_end(power_count *p);
/* The stages of the nets; `clocks`: which nets carry a clock. */
int *power_stages(const netlist *n, const char *early, bool **clocks);

#endif
