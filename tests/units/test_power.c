/* SPDX-License-Identifier: Apache-2.0
 *
 * Power from toggles, worked by hand: an inverter, a flip-flop behind it and a NAND, with tables that were made up; and the reader of such
 * tables. Voltage 1 V, so that half of a load in fF is the energy of a toggle in fJ. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../sim/stimuli.h"
#include "../../synth/clock_energy.h"
#include "../../synth/power_count.h"

static const char source[] =
    "library (hand) {\n"
    "  time_unit : \"1ns\"; capacitive_load_unit (1, ff); leakage_power_unit : \"1nW\"; nom_voltage : 1.0;\n"
    "  power_lut_template (by_load) { variable_1 : total_output_net_capacitance; variable_2 : input_transition_time;\n"
    "    index_1 (\"10, 20\"); index_2 (\"1, 3\"); }\n"
    "  power_lut_template (by_slew) { variable_1 : input_transition_time; index_1 (\"1, 3\"); }\n"
    "  cell (INV) { area : 1; leakage_power () { when : \"A\"; value : 10; } leakage_power () { when : \"!A\"; value : 2; }\n"
    "    pin (A) { direction : input; } pin (Y) { direction : output; function : \"!A\";\n"
    "      internal_power () { related_pin : \"A\"; rise_power (by_slew) { values (\"3, 5\"); } fall_power (scalar) { values (\"4\"); } } "
    "} }\n"
    "  cell (FF) { area : 4; cell_leakage_power : 4; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; }\n"
    "    pin (D) { direction : input; }\n"
    "    pin (CK) { direction : input; clock : true; internal_power () { rise_power (scalar) { values (\"3\"); } fall_power (scalar) { "
    "values (\"1\"); } } }\n"
    "    pin (Q) { direction : output; function : \"IQ\";\n"
    "      internal_power () { related_pin : \"CK\"; power (scalar) { values (\"1\"); } } } }\n"
    "  cell (FF2) { area : 4; cell_leakage_power : 4; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"!CK\"; }\n"
    "    pin (D) { direction : input; } pin (CK) { direction : input;\n"
    "      internal_power () { when : \"D\"; rise_power (scalar) { values (\"-0.0\"); } } }\n"
    "    pin (Q) { direction : output; function : \"IQ\"; internal_power () { related_pin : \"CK\"; power (scalar) { values (\"1\"); } } } "
    "}\n"
    "  cell (NAND) { area : 1; cell_leakage_power : 1; pin (A) { direction : input; } pin (B) { direction : input; }\n"
    "    pin (Y) { direction : output; function : \"!(A B)\";\n"
    "      internal_power () { related_pin : \"A\"; power (scalar) { values (\"10\"); } }\n"
    "      internal_power () { related_pin : \"B\"; power (scalar) { values (\"30\"); } } } }\n"
    "  cell (TABLE) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : \"A\";\n"
    "      internal_power () { related_pin : \"A\"; related_pg_pin : VDD; when : \"A & !Y\";\n"
    "        rise_power (by_load) { values (\"1, 2\", \\\n \"5, 8\"); } fall_power (scalar) { values (\"-0.5\"); } }\n"
    "      internal_power () { related_pin : \"A\"; related_pg_pin : VSS; rise_power (scalar) { values (\"1\"); } } } }\n"
    "  cell (BUF) { area : 2; pin (A) { direction : input; capacitance : 1; } pin (Y) { direction : output; max_capacitance : 10; function "
    ": \"A\"; } }\n"
    "}\n";

static liberty lib;
static power_cell *cells;
static char path[] = "/tmp/test_power_XXXXXX";

static int read_library(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, source, sizeof source - 1) == (ssize_t)(sizeof source - 1));
    close(fd);
    char *error = NULL;
    size_t len;
    char *plain = liberty_text(path, &len);
    assert_true(liberty_parse(&lib, plain, len, &error));
    bool used[16];
    memset(used, true, sizeof used);
    cells = power_cells_read(&lib, path, used);
    return 0;
}

static int free_library(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

static const liberty_cell *cell(const char *name)
{
    return liberty_find(&lib, name);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Load is the first variable of this table. Its corners: 1 fJ (10 fF, 1 ns), 2 (10, 3), 5 (20, 1), 8 (20, 3). */
static void a_table_is_read_and_interpolated(void **state)
{
    (void)state;
    const power_cell *c = &cells[cell("TABLE") - lib.cells];
    assert_int_equal(c->internal_count, 2);
    const power_table *t = &c->internal[0].rise;
    assert_true(near(power_energy(t, 1e-9, 10e-15), 1e-15));
    assert_true(near(power_energy(t, 3e-9, 10e-15), 2e-15));
    assert_true(near(power_energy(t, 1e-9, 20e-15), 5e-15));
    assert_true(near(power_energy(t, 2e-9, 15e-15), 4e-15)); /* the middle */
    assert_true(near(power_energy(t, 5e-9, 10e-15), 3e-15)); /* beyond the end */
    assert_true(near(power_energy(t, 1e-9, 0), -3e-15));     /* before the start */
    assert_true(near(power_energy(&c->internal[0].fall, 1e-9, 0), -0.5e-15));
    assert_int_equal(c->internal[0].rail, 0);
    assert_int_equal(c->internal[1].rail, 1);
    assert_true(near(power_leakage_any(&cells[cell("INV") - lib.cells]), 6e-9));
    assert_true(near(power_leakage_any(&cells[cell("FF") - lib.cells]), 4e-9));
}

/* Nets of the netlist: clk_i 0, a 1, y 2 = !a, q 3 = y a cycle before, b 4, z 5 = !(a b). */
enum { CLK, A, Y, Q, B, Z, NETS };

static struct {
    netlist n;
    power_unit unit;
} made;
static double slew[2][NETS]; /* s, of rising and of falling edges; 0 unless a test says otherwise: then a rise of y takes 2 fJ */

static power_count *begin(const char *early)
{
    static int inv[2], ff[3], nand[3], port[3][1] = {{CLK}, {A}, {B}};
    static netlist_cell list[3];
    static struct netlist_net nets[NETS];
    static struct netlist_port ports[3];
    static double load[NETS] = {[Y] = 10e-15, [Q] = 20e-15, [Z] = 2e-15};
    const struct {
        const char *pin;
        int net;
    } of_inv[] = {{"A", A}, {"Y", Y}}, of_ff[] = {{"D", Y}, {"CK", CLK}, {"Q", Q}}, of_nand[] = {{"A", A}, {"B", B}, {"Y", Z}};
    for (int i = 0; i < 2; i++)
        inv[liberty_find_pin(cell("INV"), of_inv[i].pin) - cell("INV")->pins] = of_inv[i].net;
    for (int i = 0; i < 3; i++) {
        ff[liberty_find_pin(cell("FF"), of_ff[i].pin) - cell("FF")->pins] = of_ff[i].net;
        nand[liberty_find_pin(cell("NAND"), of_nand[i].pin) - cell("NAND")->pins] = of_nand[i].net;
    }
    list[0] = (netlist_cell){.name = "inv", .cell = cell("INV"), .nets = inv};
    list[1] = (netlist_cell){.name = "ff", .cell = cell("FF"), .nets = ff};
    list[2] = (netlist_cell){.name = "nand", .cell = cell("NAND"), .nets = nand};
    for (int i = 0; i < NETS; i++)
        nets[i].driver = i == Y ? 0 : i == Q ? 1 : i == Z ? 2 : -1;
    const char *names[] = {"clk_i", "a_i", "b_i"};
    for (int i = 0; i < 3; i++)
        ports[i] = (struct netlist_port){.name = names[i], .width = 1, .nets = port[i]};
    made.n = (netlist){.cells = list, .cell_count = 3, .nets = nets, .net_count = NETS, .ports = ports, .port_count = 3};
    made.unit =
        (power_unit){.n = &made.n, .lib = &lib, .cells = cells, .slew = {slew[0], slew[1]}, .load = load, .early = early, .interval = 1};
    return power_count_new(&made.unit);
}

/* Cycle 0 is a reset. From 1 to 100 each cycle has an activation, of class 1 in odd cycles and of class 0 in even ones. Then come idle
 * cycles. `a` toggles in odd cycles, `b` is 0, 1 or follows `a`. With a clock of odd cycles the flip-flop loads the same. */
enum { LOW, HIGH, AS_A };
enum { EACH_CYCLE, ODD_CYCLES };

static power_result run_clocked(bool a_moves, int b_is, int pulses)
{
    enum { VALUES = 100, CYCLES = 192 };
    power_count *p = begin(NULL);
    uint32_t before = 0;
    for (int t = 0; t < CYCLES; t++) {
        int last = t < VALUES ? t : VALUES;
        uint32_t a = a_moves ? (uint32_t)(last + 1) / 2 % 2 : 0, b = b_is == AS_A ? a : (uint32_t)b_is, y = !a, q = t > 0 ? before : 0;
        uint32_t clock = pulses == EACH_CYCLE || t % 2;
        uint32_t low = a << A | y << Y | q << Q | b << B | (uint32_t) !(a && b) << Z, high = low | clock << CLK;
        before = y;
        power_count_cycle(p, &low, &high, t >= 1 && t <= VALUES ? t % 2 : -1, t == 0, t > VALUES);
    }
    return power_count_end(p);
}

static power_result run(bool a_moves, int b_is)
{
    return run_clocked(a_moves, b_is, EACH_CYCLE);
}

/* y toggles 50 times: 25 rises of 2 fJ, 25 falls of 4 fJ, 50 times 5 fJ on the net. q toggles a cycle later, 50 times 1 and 10 fJ; it belongs
 * to the same activation. Each of 100 cycles has 3 + 1 fJ at the clock pin, each activation one of them. z does not toggle while b is 0. */
static void toggles_become_energies_of_the_activation_that_makes_them(void **state)
{
    (void)state;
    power_result r = run(true, LOW);
    assert_int_equal(r.class[0].activations, 50);
    assert_int_equal(r.class[1].activations, 50);
    assert_int_equal(r.active.activations, 100);
    assert_int_equal(r.toggles[A], 50);
    assert_int_equal(r.toggles[Y], 50);
    assert_int_equal(r.toggles[CLK], 200);
    assert_int_equal(r.toggles[Z], 0);
    assert_int_equal(r.ones[A], 50);
    assert_true(near(r.class[1].internal, (25 * 2 + 25 * 4 + 50 * 1 + 50 * 4) * 1e-15));
    assert_true(near(r.class[1].switching, (50 * 5 + 50 * 10) * 1e-15));
    assert_true(near(r.class[1].clock, 50 * 4 * 1e-15));
    assert_true(near(r.class[0].internal, 50 * 4 * 1e-15)); /* the clock alone */
    assert_true(r.class[0].switching == 0);
    assert_int_equal(r.class[POWER_IDLE].activations, 91);
    assert_true(near(r.class[POWER_IDLE].internal, 91 * 4 * 1e-15));
    assert_true(near(r.leakage, (6 + 4 + 1) * 1e-9));
    assert_true(near(r.leakage_any, (6 + 4 + 1) * 1e-9));
}

/* With b as a both inputs of the NAND toggle at once: the mean of 10 and 30 fJ, and 1 fJ on the net. */
static void two_causes_share_a_transition(void **state)
{
    (void)state;
    power_result one = run(true, LOW), both = run(true, AS_A);
    assert_int_equal(both.toggles[Z], 50);
    assert_true(near(both.class[1].internal - one.class[1].internal, 50 * 20 * 1e-15));
    assert_true(near(both.class[1].switching - one.class[1].switching, 50 * 1 * 1e-15));
}

/* With b at 1 the NAND inverts a: each of its transitions takes the 10 fJ of a's group, and 1 fJ on the net. */
static void one_cause_of_two_takes_its_own_energy(void **state)
{
    (void)state;
    power_result still = run(true, LOW), r = run(true, HIGH);
    assert_int_equal(r.toggles[Z], 50);
    assert_true(near(r.class[1].internal - still.class[1].internal, 50 * 10 * 1e-15));
    assert_true(near(r.class[1].switching - still.class[1].switching, 50 * 1 * 1e-15));
}

/* An output of an inverter rises where its input falls, so its rises take the falling edge's slew: 25 rises of 2 fJ and 1 fJ more for each ns. */
static void an_inverted_edge_has_the_slew_of_its_cause(void **state)
{
    (void)state;
    power_result sharp = run(true, LOW);
    slew[1][A] = 4e-9;
    power_result slow = run(true, LOW);
    slew[1][A] = 0, slew[0][A] = 4e-9;
    power_result other = run(true, LOW);
    slew[0][A] = 0;
    assert_true(near(slow.class[1].internal - sharp.class[1].internal, 25 * 4 * 1e-15));
    assert_true(near(other.class[1].internal, sharp.class[1].internal));
}

/* A stuck net: nothing but the clock is left, and leakage is that of one state. */
static void a_stuck_input_leaves_the_clock(void **state)
{
    (void)state;
    power_result r = run(false, LOW);
    assert_int_equal(r.toggles[A], 0);
    assert_int_equal(r.toggles[Y], 0);
    assert_true(near(r.class[1].internal, 50 * 4 * 1e-15));
    assert_true(r.class[1].switching == 0);
    assert_true(near(r.leakage, (2 + 4 + 1) * 1e-9));
}

/* A clock that stands in even cycles: their 3 + 1 fJ at its pin are what closed gates save. All else is as with a pulse in every cycle. */
static void a_clock_that_stands_takes_nothing(void **state)
{
    (void)state;
    power_result all = run(true, LOW), odd = run_clocked(true, LOW, ODD_CYCLES);
    assert_true(all.closed.internal == 0 && all.closed.switching == 0);
    assert_int_equal(odd.toggles[CLK], 100);
    assert_true(odd.class[0].internal == 0);
    assert_true(near(odd.class[1].internal, all.class[1].internal));
    assert_true(near(odd.closed.internal, 50 * 4 * 1e-15));
    assert_true(near(odd.closed.clock, 50 * 4 * 1e-15));
    assert_true(odd.closed.switching == 0); /* what drives the inputs pays for their loads */
    assert_true(near(odd.active.internal + odd.closed.internal, all.active.internal));
    assert_true(near(odd.leakage, all.leakage));
}

static void stages_are_ranks_from_the_inputs(void **state)
{
    (void)state;
    bool *clocks;
    begin(NULL);
    int *stage = power_stages(&made.n, NULL, &clocks);
    assert_int_equal(stage[A], 0);
    assert_int_equal(stage[Y], 0);
    assert_int_equal(stage[Q], 1);
    assert_true(clocks[CLK] && !clocks[Q] && !clocks[A]);
    stage = power_stages(&made.n, "a", &clocks); /* a_i comes a cycle before its activation */
    assert_int_equal(stage[A], -1);
    assert_int_equal(stage[Q], 0);
    assert_int_equal(stage[B], 0);
}

/* What OpenSTA gets: an output of a gate or a flip-flop is its own function, and tables are weighted. */
static void the_library_for_pins_carries_nothing(void **state)
{
    (void)state;
    bool used[16];
    memset(used, true, sizeof used);
    text t = {0};
    power_library_text(&lib, path, used, &t);
    assert_non_null(strstr(t.data, "pin (Y) { direction : output; function : \"Y\";"));
    assert_non_null(strstr(t.data, "pin (Q) { direction : output; function : \"Q\";"));
    assert_null(strstr(t.data, "function : \"IQ\""));
    assert_non_null(strstr(
        t.data,
        "related_pin : \"B\"; rise_power (scalar) { values (\"15\"); } fall_power (scalar) { values (\"15\"); }")); /* 30, of two inputs */
    assert_non_null(
        strstr(t.data, "rise_power (scalar) { values (\"1.5\"); }")); /* 3 at the clock pin, which rises in half of its toggles */
    assert_non_null(strstr(t.data, "when : \"A &1\""));
    assert_null(strstr(t.data, "!Y"));
}

/* Energies at a clock pin: any number that is not 0. FF2 has none there, and is clocked by what its state says. */
static void a_flip_flop_without_energy_at_its_clock_pin_is_named(void **state)
{
    (void)state;
    bool used[16] = {false};
    assert_null(clock_energy_lacks(&lib, path, used));
    used[liberty_find(&lib, "FF") - lib.cells] = used[liberty_find(&lib, "NAND") - lib.cells] = true;
    assert_null(clock_energy_lacks(&lib, path, used));
    used[liberty_find(&lib, "FF2") - lib.cells] = true;
    assert_string_equal(clock_energy_lacks(&lib, path, used), "FF2");
}

static void power_needs_a_voltage(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        bool has;
    } cases[] = {
        {"nom_voltage : 1;", true}, {"", false}, {"operating_conditions (x) { voltage : 1; } default_operating_conditions : x;", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        liberty small;
        char *error = NULL, *odd = format_new("library (l) { %s cell (c) { cell_leakage_power : 1; pin (A) { direction : input;\n"
                                              "internal_power () { power (scalar) { values (\"1\"); } } } } }",
                                              cases[i].head);
        assert_true(liberty_parse(&small, odd, strlen(odd), &error));
        assert_true((liberty_no_power(&small) == NULL) == cases[i].has);
    }
}

/* Makes a trace of `count` register values of 4 lanes: first, first + 1, .. in every lane. */
static char *make_trace(const char *name, int first, int count)
{
    char *file = format_new("%s/%s_%d.wtx", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", name, (int)getpid());
    text t = {0};
    text_puts(&t, "# warptrace-text 1\n# lanes 4\n");
    for (int i = 0; i < count; i++)
        text_printf(&t, "w 0 0 10 alu x1 f %x %x %x %x\n", first + i, first + i, first + i, first + i);
    file_write(file, t.data, t.len);
    return file;
}

/* 8 of 30 + 0 + 10 values are the first 6 of the first trace and the first 2 of the last; then these come again. 40 or more are all. */
static void each_trace_gives_its_share(void **state)
{
    (void)state;
    char *traces[] = {make_trace("long", 100, 30), make_trace("none", 0, 0), make_trace("short", 200, 10)};
    static const unsigned expected[] = {100, 101, 102, 103, 104, 105, 200, 201, 100, 101};
    design d;
    design_init(&d, wf_find_unit("warpbdi"), 4);
    design_check(&d);
    for (int whole = 0; whole < 2; whole++) {
        stimuli *s = stimuli_new(&d, 1, traces, 3);
        stimuli_share(s, whole ? 40 : 8);
        stimulus x;
        for (int i = 0; i < (whole ? 80 : 10); i++) {
            assert_true(stimuli_next_trace(s, &x));
            assert_int_equal(x.block[3], whole ? (unsigned)(i % 40 < 30 ? 100 + i % 40 : 170 + i % 40) : expected[i]);
        }
        stimuli_free(s);
    }
    for (int i = 0; i < 3; i++)
        unlink(traces[i]);
}

/* 130 of 1000 values: 64 from the first on, 64 from place 333 on, and 2 from 666 on; then these come again. */
static void a_share_is_spread_over_the_trace(void **state)
{
    (void)state;
    char *trace = make_trace("spread", 0, 1000);
    design d;
    design_init(&d, wf_find_unit("warpbdi"), 4);
    design_check(&d);
    stimuli *s = stimuli_new(&d, 1, &trace, 1);
    stimuli_share(s, 130);
    for (int i = 0; i < 260; i++) {
        stimulus x;
        int k = i % 130;
        assert_true(stimuli_next_trace(s, &x));
        assert_int_equal(x.block[0], k < 64 ? k : k < 128 ? 333 + k - 64 : 666 + k - 128);
    }
    stimuli_free(s);
    unlink(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_read_and_interpolated),
        cmocka_unit_test(toggles_become_energies_of_the_activation_that_makes_them),
        cmocka_unit_test(two_causes_share_a_transition),
        cmocka_unit_test(one_cause_of_two_takes_its_own_energy),
        cmocka_unit_test(an_inverted_edge_has_the_slew_of_its_cause),
        cmocka_unit_test(a_stuck_input_leaves_the_clock),
        cmocka_unit_test(a_clock_that_stands_takes_nothing),
        cmocka_unit_test(stages_are_ranks_from_the_inputs),
        cmocka_unit_test(the_library_for_pins_carries_nothing),
        cmocka_unit_test(a_flip_flop_without_energy_at_its_clock_pin_is_named),
        cmocka_unit_test(power_needs_a_voltage),
        cmocka_unit_test(each_trace_gives_its_share),
        cmocka_unit_test(a_share_is_spread_over_the_trace),
    };
    return cmocka_run_group_tests(tests, read_library, free_library);
}
