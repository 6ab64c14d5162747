/* SPDX-License-Identifier: Apache-2.0
 *
 * power_count.c - energies of a netlist, 64 cycles at a time. A word has a bit a cycle; a set of cycles is a word, and what depends on a
 * net alone is found once before. */
#include "power_count.h"

#include <math.h>
#include <string.h>

/* Nets are looked at in blocks of 64 cycles, a word a net: bit i is cycle i of the block. */
typedef unsigned long long word;
enum { BLOCK = 64, ACTIVE = POWER_CLASSES, MASKS };

/* Of a pin in a block: its value in either half of a cycle, and where it rises and falls. A clock pin does both in a cycle with a pulse; all
 * other pins change while the clock is high or low alike. */
typedef struct {
    word low, high, rise, fall;
} waves;

typedef struct {
    double rise, fall; /* J, of a group of a cell */
} energies;

struct power_count {
    const power_unit *u;
    int *stage, first_stage, stages;
    bool *clocks;
    energies **energy;                         /* by cell of the netlist, by group */
    int words;                                 /* of a cycle */
    uint32_t *low, *high;                      /* of the cycles of the block that is being filled */
    word *now, *pulse, *filled, *filled_pulse; /* by net: of the block that is evaluated, and of the one after it */
    word *before;                              /* by net: bit 0 is its value in the cycle before the block */
    int8_t *took;                              /* of all cycles: class, NOTHING or IGNORED */
    unsigned long long cycles;
    word active[2];      /* cycles of the two blocks that count as active */
    bool closed;         /* evaluated are the pulses that clock gates keep away, and nothing else */
    word (*mask)[MASKS]; /* by stage, by class: cycles of the block */
    power_result r;
};

enum { NOTHING = -1, IGNORED = -2, MOST_PINS = 64 };

/* ---- what does not change from cycle to cycle ---- */

/* Does the output fall where this input rises? */
static bool is_inverting(const liberty_cell *cell, int input, int output)
{
    const char *inputs[6];
    int count = 0, at = -1;
    unsigned long long truth;
    for (int p = 0; p < cell->pin_count; p++)
        if (cell->pins[p].input) {
            if (count == 6)
                return false;
            at = p == input ? count : at;
            inputs[count++] = cell->pins[p].name;
        }
    if (at < 0 || cell->pins[output].function == NULL || !boolean_truth(cell->pins[output].function, inputs, count, &truth))
        return false;
    bool rises = false, falls = false;
    for (unsigned i = 0; i < 1u << count; i++)
        if (!(i >> at & 1)) {
            unsigned from = truth >> i & 1, to = truth >> (i | 1u << at) & 1;
            rises |= !from && to;
            falls |= from && !to;
        }
    return falls && !rises;
}

/* The energies of the groups of a cell at its slews and loads. */
static energies *cell_energies(const power_unit *u, const netlist_cell *c)
{
    const power_cell *tables = &u->cells[c->cell - u->lib->cells];
    energies *e = zalloc((size_t)(tables->internal_count + 1) * sizeof *e);
    for (int g = 0; g < tables->internal_count; g++) {
        const power_internal *group = &tables->internal[g];
        int from = c->nets[group->related >= 0 ? group->related : group->pin], to = c->nets[group->pin];
        bool output = c->cell->pins[group->pin].output;
        bool inverts = output && group->related >= 0 && is_inverting(c->cell, group->related, group->pin);
        double rising = from >= 0 ? u->slew[0][from] : 0, falling = from >= 0 ? u->slew[1][from] : 0,
               load = output && to >= 0 ? u->load[to] : 0;
        e[g].rise = power_energy(&group->rise, inverts ? falling : rising, load);
        e[g].fall = power_energy(&group->fall, inverts ? rising : falling, load);
    }
    return e;
}

power_count *power_count_new(const power_unit *u)
{
    power_count *p = zalloc(sizeof *p);
    size_t nets = (size_t)u->n->net_count + 32;
    p->u = u;
    p->stage = power_stages(u->n, u->early, &p->clocks);
    p->words = (u->n->net_count + 31) / 32;
    int last = 0;
    for (int i = 0; i < u->n->net_count; i++) {
        p->first_stage = p->stage[i] < p->first_stage ? p->stage[i] : p->first_stage;
        last = p->stage[i] > last ? p->stage[i] : last;
    }
    p->stages = last - p->first_stage + 1;
    p->mask = zalloc((size_t)p->stages * sizeof *p->mask);
    p->energy = zalloc((size_t)(u->n->cell_count + 1) * sizeof *p->energy);
    for (int i = 0; i < u->n->cell_count; i++)
        if (u->n->cells[i].cell && u->n->cells[i].cell->pin_count <= MOST_PINS)
            p->energy[i] = cell_energies(u, &u->n->cells[i]);
    p->low = zalloc((size_t)p->words * BLOCK * sizeof *p->low);
    p->high = zalloc((size_t)p->words * BLOCK * sizeof *p->high);
    p->now = zalloc(nets * sizeof *p->now);
    p->pulse = zalloc(nets * sizeof *p->pulse);
    p->filled = zalloc(nets * sizeof *p->filled);
    p->filled_pulse = zalloc(nets * sizeof *p->filled_pulse);
    p->before = zalloc(nets * sizeof *p->before);
    p->r.toggles = zalloc(nets * sizeof *p->r.toggles);
    p->r.ones = zalloc(nets * sizeof *p->r.ones);
    return p;
}

/* ---- one block ---- */

/* The class of what was taken in a cycle, or keeps the unit busy in it. */
static int class_at(const power_count *p, long long cycle)
{
    if (cycle < 0 || (unsigned long long)cycle >= p->cycles)
        return IGNORED;
    for (int back = 0; back < p->u->interval && back <= cycle && p->took[cycle] == NOTHING; back++)
        if (p->took[cycle - back] >= 0)
            return p->took[cycle - back];
    return p->took[cycle] == NOTHING ? POWER_IDLE : p->took[cycle];
}

static void find_masks(power_count *p, unsigned long long start, int count)
{
    memset(p->mask, 0, (size_t)p->stages * sizeof *p->mask);
    for (int s = 0; s < p->stages; s++) {
        for (int i = 0; i < count; i++) {
            int class = class_at(p, (long long)start + i - (s + p->first_stage));
            if (class >= 0)
                p->mask[s][class] |= (word)1 << i;
        }
        p->mask[s][ACTIVE] = p->active[0];
    }
}

static int ones(word w)
{
    return __builtin_popcountll(w);
}

static power_sum *sum_of(power_count *p, int class)
{
    return class == ACTIVE ? &p->r.active : &p->r.class[class];
}

enum { INTERNAL, SWITCHING, CLOCK, CLOCK_INTERNAL };

static void add(power_sum *s, int kind, double joules)
{
    if (kind == INTERNAL || kind == CLOCK_INTERNAL)
        s->internal += joules;
    if (kind == SWITCHING || kind == CLOCK)
        s->switching += joules;
    if (kind == CLOCK || kind == CLOCK_INTERNAL)
        s->clock += joules;
}

/* Adds an energy for each of these cycles to the sums of what is in the stage then. */
static void spend(power_count *p, word cycles, int stage, double joules, int kind)
{
    const word *mask = p->mask[stage - p->first_stage];
    if (cycles == 0 || joules == 0)
        return;
    if (p->closed) {
        add(&p->r.closed, kind, joules * ones(cycles & p->active[0]));
        return;
    }
    for (int class = 0; class < MASKS; class ++)
        if (cycles & mask[class])
            add(sum_of(p, class), kind, joules * ones(cycles & mask[class]));
}

static waves pin_waves(const power_count *p, int net)
{
    if (net < 0)
        return (waves){.low = net == NET_ONE ? ~(word)0 : 0, .high = net == NET_ONE ? ~(word)0 : 0};
    word pulse = p->pulse[net], v = p->now[net], was = v << 1 | p->before[net];
    if (p->clocks[net] && p->closed)
        return (waves){.low = 0, .high = ~(word)0, .rise = ~pulse, .fall = ~pulse};
    if (p->clocks[net])
        return (waves){.low = 0, .high = pulse, .rise = pulse, .fall = pulse};
    if (p->closed)
        return (waves){.low = v, .high = v};
    return (waves){.low = v, .high = v, .rise = v & ~was, .fall = ~v & was};
}

/* Transitions of an input, or of an output of which no table names the cause. */
static void spend_input(power_count *p, const power_internal *g, const energies *e, word rise, word fall, const word *low, const word *high,
                        int stage, bool clock)
{
    word when_low = g->when.len ? boolean_value(&g->when, low) : ~(word)0,
         when_high = g->when.len ? boolean_value(&g->when, high) : ~(word)0;
    int kind = clock ? CLOCK_INTERNAL : INTERNAL;
    double part = clock ? 1 : 0.5;
    spend(p, rise & when_high, stage, e->rise * part, kind);
    spend(p, fall & when_high, stage, e->fall * part, kind);
    if (!clock) {
        spend(p, rise & when_low, stage, e->rise * part, kind);
        spend(p, fall & when_low, stage, e->fall * part, kind);
    }
}

/* Transitions of an output that several groups may tell of. Each takes the energy of the group whose input toggled and whose condition
 * holds; the mean of them, if there are several; the mean of all, if there is none. */
static void spend_output(power_count *p, const energies *e, bool rising, const int *groups, const word *match, int count, word events,
                         int stage, int kind)
{
    word once = 0, many = 0;
    double all = 0;
    for (int i = 0; i < count; i++) {
        word m = events & match[i];
        many |= once & m;
        once |= m;
        all += (rising ? e[groups[i]].rise : e[groups[i]].fall) / count;
    }
    for (int i = 0; i < count; i++)
        spend(p, events & match[i] & ~many, stage, rising ? e[groups[i]].rise : e[groups[i]].fall, kind);
    spend(p, events & ~once, stage, all, kind);
    for (word left = events & many; left; left &= left - 1) {
        word bit = left & -left;
        double sum = 0;
        int matching = 0;
        for (int i = 0; i < count; i++)
            if (match[i] & bit) {
                sum += rising ? e[groups[i]].rise : e[groups[i]].fall;
                matching++;
            }
        spend(p, bit, stage, sum / matching, kind);
    }
}

typedef struct {
    const netlist_cell *c;
    const power_cell *tables;
    const energies *e;
    waves pin[MOST_PINS];
    word low[MOST_PINS], high[MOST_PINS];
    int stage_in; /* of its data */
} cell_block;

static void count_output(power_count *p, const cell_block *b, int pin)
{
    enum { MOST_GROUPS = 256 };
    int net = b->c->nets[pin], groups[MOST_GROUPS];
    word match[MOST_GROUPS];
    bool clock = p->clocks[net];
    for (int rail = 0; rail < POWER_MOST_RAILS; rail++) {
        int count = 0;
        for (int g = 0; g < b->tables->internal_count && count < MOST_GROUPS; g++) {
            const power_internal *group = &b->tables->internal[g];
            if (group->pin != pin || group->rail != rail)
                continue;
            int from = group->related;
            bool by_clock = from < 0 || (b->c->nets[from] >= 0 && p->clocks[b->c->nets[from]]);
            word when = group->when.len ? boolean_value(&group->when, clock ? b->high : b->low) : ~(word)0;
            groups[count] = g;
            match[count++] = when & (by_clock ? ~(word)0 : b->pin[from].rise | b->pin[from].fall);
        }
        if (count == 0)
            continue;
        int kind = clock ? CLOCK_INTERNAL : INTERNAL;
        spend_output(p, b->e, true, groups, match, count, b->pin[pin].rise, p->stage[net], kind);
        spend_output(p, b->e, false, groups, match, count, b->pin[pin].fall, p->stage[net], kind);
    }
}

static void count_leakage(power_count *p, const cell_block *b)
{
    const power_cell *t = b->tables;
    double other = isnan(t->watts) ? 0 : t->watts, sum = 0, given = 0;
    bool has_other = false;
    for (int half = 0; half < 2; half++) {
        const word *state = half ? b->high : b->low;
        word covered = 0;
        given = 0;
        for (int l = 0; l < t->leakage_count; l++)
            if (t->leakage[l].when.len > 0) {
                word when = boolean_value(&t->leakage[l].when, state) & p->active[0];
                covered |= when;
                sum += 0.5 * ones(when) * t->leakage[l].watts;
            } else {
                given += t->leakage[l].watts;
                has_other = true;
            }
        sum += 0.5 * ones(p->active[0] & ~covered) * (has_other ? given : other);
    }
    p->r.leakage += sum;
}

static void count_cell(power_count *p, int i)
{
    cell_block b = {.c = &p->u->n->cells[i], .e = p->energy[i]};
    const liberty_cell *cell = b.c->cell;
    b.tables = &p->u->cells[cell - p->u->lib->cells];
    bool found = false;
    for (int k = 0; k < cell->pin_count; k++) {
        int net = b.c->nets[k];
        b.pin[k] = pin_waves(p, net);
        b.low[k] = b.pin[k].low;
        b.high[k] = b.pin[k].high;
        if (cell->pins[k].input && net >= 0 && !p->clocks[net] && (!found || p->stage[net] < b.stage_in)) {
            b.stage_in = p->stage[net];
            found = true;
        }
    }
    for (int g = 0; g < b.tables->internal_count; g++) {
        const power_internal *group = &b.tables->internal[g];
        int net = b.c->nets[group->pin];
        if (!cell->pins[group->pin].input || net < 0)
            continue;
        bool clock = p->clocks[net];
        spend_input(p, group, &b.e[g], b.pin[group->pin].rise, b.pin[group->pin].fall, b.low, b.high,
                    clock && found ? b.stage_in : p->stage[net], clock);
    }
    for (int k = 0; k < cell->pin_count; k++)
        if (cell->pins[k].output && b.c->nets[k] >= 0)
            count_output(p, &b, k);
    if (!p->closed)
        count_leakage(p, &b);
}

/* Charging and discharging the loads of nets that a cell drives. What drives the inputs pays for theirs. */
static void count_net(power_count *p, int net)
{
    const power_unit *u = p->u;
    double joules = 0.5 * u->load[net] * u->lib->volts * u->lib->volts;
    waves w = pin_waves(p, net);
    if (u->n->nets[net].driver < 0)
        return;
    if (p->clocks[net])
        spend(p, w.rise, p->stage[net], 2 * joules, CLOCK);
    else
        spend(p, w.rise | w.fall, p->stage[net], joules, SWITCHING);
}

static void count_activity(power_count *p, int net)
{
    waves w = pin_waves(p, net);
    p->r.toggles[net] += (unsigned long long)ones((w.rise | w.fall) & p->active[0]) * (p->clocks[net] ? 2 : 1);
    p->r.ones[net] += (unsigned long long)ones(w.low & p->active[0]);
}

/* Does a clock stand in an active cycle of the block? */
static bool stands(const power_count *p, int net)
{
    return net >= 0 && p->clocks[net] && (~p->pulse[net] & p->active[0]);
}

/* The pulses that clock gates keep away. */
static void count_closed(power_count *p)
{
    p->closed = true;
    for (int i = 0; i < p->u->n->cell_count; i++) {
        const netlist_cell *c = &p->u->n->cells[i];
        bool any = false;
        for (int k = 0; p->energy[i] && k < c->cell->pin_count; k++)
            any |= stands(p, c->nets[k]);
        if (any)
            count_cell(p, i);
    }
    for (int net = 0; net < p->u->n->net_count; net++)
        if (stands(p, net))
            count_net(p, net);
    p->closed = false;
}

static void count_block(power_count *p, unsigned long long start, int count)
{
    find_masks(p, start, count);
    p->r.class[POWER_IDLE].activations += (unsigned)ones(p->mask[-p->first_stage][POWER_IDLE]);
    for (int i = 0; i < p->u->n->cell_count; i++)
        if (p->energy[i])
            count_cell(p, i);
    for (int net = 0; net < p->u->n->net_count; net++) {
        count_net(p, net);
        count_activity(p, net);
    }
    count_closed(p);
    for (int net = 0; net < p->u->n->net_count; net++)
        p->before[net] = p->now[net] >> 63;
}

/* ---- cycles ---- */

/* The columns of the cycles that came, as a word a net. */
static void gather(const power_count *p, const uint32_t *cycles, word *nets)
{
    memset(nets, 0, (size_t)p->words * 32 * sizeof *nets);
    for (int i = 0; i < BLOCK; i++)
        for (int w = 0; w < p->words; w++)
            for (uint32_t left = cycles[i * p->words + w]; left; left &= left - 1)
                nets[w * 32 + __builtin_ctz(left)] |= (word)1 << i;
}

/* The block before the one that is full is evaluated: by now it is known what the unit takes soon after it. */
static void turn(power_count *p)
{
    unsigned long long blocks = p->cycles / BLOCK;
    if (blocks >= 2)
        count_block(p, (blocks - 2) * BLOCK, BLOCK);
    word *now = p->now, *pulse = p->pulse;
    gather(p, p->low, p->filled);
    gather(p, p->high, p->filled_pulse);
    p->now = p->filled, p->filled = now;
    p->pulse = p->filled_pulse, p->filled_pulse = pulse;
    p->active[0] = p->active[1];
    p->active[1] = 0;
}

void power_count_cycle(power_count *p, const uint32_t *low, const uint32_t *high, int took, bool reset, bool paused)
{
    int i = (int)(p->cycles % BLOCK);
    if (p->cycles % 4096 == 0)
        p->took = grow(p->took, p->cycles + 4096);
    p->took[p->cycles++] = (int8_t)(reset ? IGNORED : took);
    memcpy(p->low + (size_t)i * (size_t)p->words, low, (size_t)p->words * sizeof *low);
    memcpy(p->high + (size_t)i * (size_t)p->words, high, (size_t)p->words * sizeof *high);
    if (!reset && !paused) {
        p->active[1] |= (word)1 << i;
        p->r.active.activations++;
    }
    if (!reset && took >= 0)
        p->r.class[took].activations++;
    if (i == BLOCK - 1)
        turn(p);
}

power_result power_count_end(power_count *p)
{
    /* The last cycles do not fill a block. Idle ones, of which there are many, are left out. */
    unsigned long long blocks = p->cycles / BLOCK;
    if (blocks >= 1)
        count_block(p, (blocks - 1) * BLOCK, BLOCK);
    power_result r = p->r;
    r.leakage /= r.active.activations ? (double)r.active.activations : 1;
    for (int i = 0; i < p->u->n->cell_count; i++) {
        if (p->u->n->cells[i].cell)
            r.leakage_any += power_leakage_any(&p->u->cells[p->u->n->cells[i].cell - p->u->lib->cells]);
    }
    return r;
}
