/* SPDX-License-Identifier: Apache-2.0
 *
 * delays.c - times and loads of logic, for ABC: as lines of BLIF, and as cells that delay or load. */
#include "delays.h"

#include <math.h>
#include <string.h>

#include "../base/msg.h"

/* Cells: by number those that delay by so many steps, then those that load. The number of a cell chooses its function. */
enum { STEPS = 32, DELAYS = 96, LOADS = 30, MOST_BITS = 7 };

/* Behind the name of a net: behind its delay, before the end of a cycle, with its load. */
#define LATE "~late"
#define EARLY "~early"
#define LOADED "~load"

static double step_ps(const synth_job *job)
{
    return job->clock_ns * 1000 / STEPS;
}

/* Each load is 1.4 times that before. */
static double load_of(const synth_job *job, int k)
{
    return job->lib.load_ff * pow(2, k / 2.0);
}

bool delays_is_cell(const char *type)
{
    return starts_with(type, "wf_delay");
}

/* A function of A to E that is A if all of them are equal, another one for each number: bit i of it adds the product in which B to E are the
 * bits of i. */
static void put_function(int number, text *out)
{
    text_puts(out, "A&(B&C&D&E");
    for (int i = 0; i < MOST_BITS; i++)
        for (int pin = 0; pin < 4 && (number >> i & 1) != 0; pin++)
            text_printf(out, "%s%s%c", pin ? "&" : "|", i >> pin & 1 ? "" : "!", 'B' + pin);
    text_puts(out, ")");
}

static void put_table(const char *name, double at_none, double slope, double cap, text *out)
{
    text_printf(out, "%s (wf_delay) { index_1 (\"0,1\"); index_2 (\"0,%g\"); values (\"%g,%g\",\"%g,%g\"); } ", name, cap, at_none,
                at_none + cap * slope, at_none, at_none + cap * slope);
}

/* Behind a delay the net is driven as by a gate of twice the least size, of which FO4 tells the strength. Times and capacitances in the library's units. */
static void put_cell(const synth_job *job, int number, double ps, double load_ff, text *out)
{
    const liberty *lib = &job->lib;
    double cap = 100 * lib->load_ff / lib->cap_ff, fo4 = job->fo4_ns / lib->time_ns, slope = fo4 / (5 * lib->load_ff / lib->cap_ff);
    double delay = ps / 1000 / lib->time_ns;
    text_printf(out, "cell (wf_delay%d) {\narea : 1;\n", number);
    for (char pin = 'A'; pin <= 'E'; pin++)
        text_printf(out, "pin (%c) { direction : input; capacitance : %g; }\n", pin, pin == 'A' ? load_ff / lib->cap_ff : 0);
    text_puts(out, "pin (Y) { direction : output; function : \"");
    put_function(number, out);
    text_printf(out, "\"; max_capacitance : %g;\n", 10 * cap);
    for (char pin = 'A'; pin <= 'E'; pin++) {
        text_printf(out, "timing () { related_pin : \"%c\"; timing_sense : positive_unate; ", pin);
        put_table("cell_rise", delay, slope, cap, out);
        put_table("cell_fall", delay, slope, cap, out);
        put_table("rise_transition", fo4 / 2, slope, cap, out);
        put_table("fall_transition", fo4 / 2, slope, cap, out);
        text_puts(out, "}\n");
    }
    text_puts(out, "}\n}\n");
}

void delays_library(const synth_job *job, const char *library, text *out)
{
    const char *end = strrchr(library, '}');
    text_add(out, library, (size_t)(end - library));
    text_puts(out, "lu_table_template (wf_delay) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; "
                   "index_1 (\"0,1\"); index_2 (\"0,1\"); }\n");
    for (int n = 1; n < DELAYS; n++)
        put_cell(job, n, n * step_ps(job), 0, out);
    for (int k = 0; k < LOADS; k++)
        put_cell(job, DELAYS + k, 0, load_of(job, k), out);
    text_puts(out, end);
}

static int steps(const synth_job *job, double ns)
{
    double n = round(1000 * ns / step_ps(job));
    return isnan(n) || n < 1 ? 0 : n >= DELAYS ? DELAYS - 1 : (int)n;
}

/* Of what a path is late, each end of it in a module forgives so much, for other modules of the path work on it too. What no module can gain would
 * hide from ABC what it can: it takes the worst path for the measure of all. */
#define FORGIVEN 0.4

static double late_by(const net_times *t)
{
    return t->arrival > t->required ? FORGIVEN * (t->arrival - t->required) : 0;
}

static double arrival_of(const net_times *t)
{
    return t->arrival - late_by(t);
}

static double required_of(const net_times *t)
{
    return t->required + late_by(t);
}

/* Times count from `launch_ns` on, up to `capture_ns`: those of flip-flops need no cell. To ABC 0 is no required time. */
void delays_lines(const synth_job *job, const delays_clock *clock, const net_times *times, int inputs, int outputs, text *out)
{
    text_printf(out, ".default_input_arrival 0 0\n.default_output_required %.0f %.0f\n", 1000 * (clock->capture_ns - clock->launch_ns),
                1000 * (clock->capture_ns - clock->launch_ns));
    for (int i = 0; i < inputs + outputs; i++) {
        double arrival = step_ps(job) * steps(job, arrival_of(&times[i]) - clock->launch_ns);
        double required = step_ps(job) * fmax(1, steps(job, required_of(&times[i]) - clock->launch_ns));
        if (i < inputs && arrival > 0)
            text_printf(out, ".input_arrival %s %.0f %.0f\n", times[i].net, arrival, arrival);
        else if (i >= inputs && !isnan(times[i].required))
            text_printf(out, ".output_required %s %.0f %.0f\n", times[i].net, required, required);
    }
}

/* The cell that loads about as much; 0: none. */
static int load_cell(const synth_job *job, double ff)
{
    int k = 0;
    if (isnan(ff) || ff < load_of(job, 0))
        return 0;
    while (k + 1 < LOADS && load_of(job, k + 1) <= ff)
        k++;
    return DELAYS + k;
}

/* A cell from NET.MARK to NET.TO. */
static void put_gate(int number, const char *net, const char *mark, const char *to, text *out)
{
    text_printf(out, ".gate wf_delay%d", number);
    for (char pin = 'A'; pin <= 'E'; pin++)
        text_printf(out, " %c=%s%s", pin, net, mark);
    text_printf(out, " Y=%s%s\n", net, to);
}

/* The net that a gate "TYPE PIN=NET .." drives. */
static const char *driven(const char *gate)
{
    return strrchr(gate, '=') + 1;
}

static net_times *find(net_times *set, const char *net, size_t len)
{
    net_times *found;
    HASH_FIND(hh, set, net, len, found);
    return found;
}

/* A gate, its late inputs behind their delays. */
static void put_late(net_times *late, const char *gate, text *out)
{
    text_puts(out, ".gate ");
    for (const char *at = gate; *at;) {
        size_t n = strcspn(at, "="), net = at[n] ? strcspn(at + n + 1, " ") : 0;
        text_add(out, at, n + (at[n] ? 1 + net : 0));
        if (at[n] && find(late, at + n + 1, net))
            text_puts(out, LATE);
        at += n + (at[n] ? 1 + net : 0);
    }
    text_puts(out, "\n");
}

void delays_insert(const synth_job *job, const delays_clock *clock, net_times *times, int inputs, int outputs, const blif_names *gates,
                   text *out)
{
    net_times *late = NULL, *ends = NULL;
    text chains = {0};
    text_puts(out, ".model logic\n.inputs");
    for (net_times *t = times; t < times + inputs; t++) {
        int n = steps(job, arrival_of(t) - clock->launch_ns);
        text_printf(out, " %s", t->net);
        if (n > 0) {
            put_gate(n, t->net, "", LATE, &chains);
            HASH_ADD_KEYPTR(hh, late, t->net, strlen(t->net), t);
        }
    }
    for (net_times *t = times + inputs; t < times + inputs + outputs; t++)
        HASH_ADD_KEYPTR(hh, ends, t->net, strlen(t->net), t);
    text_puts(out, "\n.outputs");
    for (size_t i = 0; i < gates->count; i++) {
        const char *net = driven(gates->data[i]);
        const net_times *t = find(ends, net, strlen(net));
        if (t == NULL)
            continue;
        int n = steps(job, clock->capture_ns - required_of(t)), load = load_cell(job, t->load_ff);
        text_printf(out, " %s%s%s%s%s", net, load ? " " : "", load ? net : "", load ? LOADED : "", "");
        if (load)
            put_gate(load, net, "", LOADED, &chains);
        if (n > 0) {
            put_gate(n, net, "", EARLY, &chains);
            text_printf(out, " %s%s", net, EARLY);
        }
    }
    text_puts(out, "\n");
    for (size_t i = 0; i < gates->count; i++)
        put_late(late, gates->data[i], out);
    text_printf(out, "%s.end\n", chains.len ? chains.data : "");
    text_free(&chains);
    HASH_CLEAR(hh, late);
    HASH_CLEAR(hh, ends);
}
