/* SPDX-License-Identifier: Apache-2.0
 *
 * The Liberty reader: what it finds in a small library that has the oddities of real ones, and how it refuses files that are not
 * Liberty. */
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
#include "../../synth/liberty.h"
#include "endings.h"

static const char small[] =
    "/* a comment { with a brace */\n"
    "library (\"small\") {\n"
    "  time_unit : \"1ps\";\n"
    "  capacitive_load_unit (1, ff);\n"
    "  leakage_power_unit : 1nW;\n"
    "  nom_voltage : 0.9;\n"
    "  define(extra, cell, string);\n"
    "  lu_table_template (t) { variable_1 : input_net_transition; index_1 (\"1, 2, \\\n  3\"); }\n"
    "  cell (zz_and_not_a_nand) { area : 1; pin (A) { direction : input; } pin (B) { direction : input; }\n"
    "    pin (Y) { direction : output; function : \"A B\"; timing () { related_pin : \"A B\"; } } }\n"
    "  cell (\"big\") { area : 4.0; pin (\"A1\") { direction : \"input\"; capacitance : 1; }\n"
    "    pin (A2) { direction : input } pin (ZN) { direction : output; function : \"!(A1 & A2)\";\n"
    "      timing () { related_pin : \"A1\"; } timing () { related_pin : A2; when : \"A1\"; } } }\n"
    "  cell (gate7) { area : 3 ; pin (A) { direction : input; capacitance : 1; } pin (B) { direction : input; }\n"
    "    pin (Y) { direction : output; function : \"(A' + B')\"; timing () { related_pin : \"A\"; }\n"
    "      timing () { related_pin : \"B\"; } } }\n"
    "  cell (unusable) { area : 0.5; dont_use : true; pin (A) { direction : input; } pin (B) { direction : input; }\n"
    "    pin (Y) { direction : output; function : \"(A B)'\"; timing () { related_pin : \"A B\"; } } }\n"
    "  cell (no_delays) { area : 0.5; pin (A) { direction : input; } pin (B) { direction : input; }\n"
    "    pin (Y) { direction : output; function : \"(A B)'\"; } }\n"
    "  cell (turn) { area : 2; pin (I) { direction : input; capacitance : 1.7; }\n"
    "    pin (O) { direction : output; max_capacitance : 10; function : \"!I\"; timing () { related_pin : \"I\"; } } }\n"
    "  cell (clkbuf_20) { area : 3; pin (I) { direction : input; capacitance : 1.7; }\n"
    "    pin (O) { direction : output; max_capacitance : 20; function : \"I\"; timing () { related_pin : \"I\"; } } }\n"
    "  cell (b10) { area : 3; pin (I) { direction : input; }\n"
    "    pin (O) { direction : output; max_capacitance : 10; function : \"I\"; timing () { related_pin : \"I\"; } } }\n"
    "  cell (b19) { area : 4; pin (I) { direction : input; }\n"
    "    pin (O) { direction : output; max_capacitance : 19; function : \"(I)\"; timing () { related_pin : \"I\"; } } }\n"
    "  cell (b40) { area : 6; pin (I) { direction : input; }\n"
    "    pin (O) { direction : output; max_capacitance : 40; function : \"I\"; timing () { related_pin : \"I\"; } } }\n"
    "  cell (scan) { area : 5; ff (IQ, IQN) { next_state : \"SE * SI + SE' D\"; clocked_on : CK; }\n"
    "    pin (D) { direction : input; } pin (SE) { direction : input; } pin (SI) { direction : input; }\n"
    "    pin (CK) { direction : input; clock : true; } pin (Q) { direction : output; function : IQ; } }\n"
    "  cell (reset) { area : 6; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; clear : \"!R\"; }\n"
    "    pin (D) { direction : input; } pin (R) { direction : input; } pin (CK) { direction : input; clock : true; }\n"
    "    pin (Q) { direction : output; function : \"IQ\"; } }\n"
    "  cell (negedge) { area : 5; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"!CK\"; }\n"
    "    pin (D) { direction : input; } pin (CK) { direction : input; }\n"
    "    pin (Q) { direction : output; function : \"IQ\"; } }\n"
    "  cell (plain) { area : 7; ff (IQ, IQN) { next_state : \"!D\"; clocked_on : \"CK\"; }\n"
    "    pin (D) { direction : input; } pin (CK) { direction : input; }\n"
    "    pin (QN) { direction : output; function : \"IQ\"; } }\n"
    "  cell (gated) { area : 8; dont_use : true; clock_gating_integrated_cell : \"latch_posedge\";\n"
    "    statetable (\"CK E\", \"IQ\") { table : \"L L : - : L , L H : - : H , H - : - : N \"; }\n"
    "    pin (IQ) { direction : internal; internal_node : IQ; }\n"
    "    pin (CK) { direction : input; clock_gate_clock_pin : true; }\n"
    "    pin (E) { direction : input; clock_gate_enable_pin : true; }\n"
    "    pin (GCK) { direction : output; clock_gate_out_pin : true; state_function : \"CK & IQ\"; } }\n"
    "}\n";

static const char latches[] =
    "library (latches) {\n"
    "  cell (clear) { area : 2; latch (IQ, IQN) { data_in : \"D\"; enable : \"G\"; clear : \"!R\"; } pin (D) { direction : input; }\n"
    "    pin (G) { direction : input; } pin (R) { direction : input; } pin (Q) { direction : output; function : \"IQ\"; } }\n"
    "  cell (turned) { area : 2; latch (IQ, IQN) { data_in : \"D\"; enable : \"G\"; } pin (D) { direction : input; }\n"
    "    pin (G) { direction : input; } pin (Q) { direction : output; function : \"IQN\"; } }\n"
    "  cell (low) { area : 5; latch (IQ, IQN) { data_in : \"D\"; enable : \"!GN\"; } pin (D) { direction : input; }\n"
    "    pin (GN) { direction : input; } pin (Q) { direction : output; function : \"IQ\"; } }\n"
    "  cell (twice) { area : 5; latch (IQ, IQN) { data_in : \"(!D)\"; enable : \"E\"; } pin (D) { direction : input; }\n"
    "    pin (E) { direction : input; } pin (Q) { direction : output; function : \"IQN\"; } }\n"
    "  cell (flop) { area : 1; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; } pin (D) { direction : input; }\n"
    "    pin (CK) { direction : input; } pin (Q) { direction : output; function : \"IQ\"; } }\n"
    "}\n";

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static void cells_are_found_by_function_and_not_by_name(void **state)
{
    (void)state;
    liberty lib;
    char *error = NULL;
    assert_true(liberty_parse(&lib, small, strlen(small), &error));
    assert_string_equal(lib.name, "small");
    assert_string_equal(liberty_name(&lib, lib.nand2), "gate7");
    assert_string_equal(liberty_name(&lib, lib.inverter), "turn");
    assert_string_equal(liberty_name(&lib, lib.driver), "b19");
    assert_string_equal(liberty_name(&lib, lib.flop), "plain");
    assert_string_equal(liberty_name(&lib, lib.clock_gate), "gated");
}

/* The smallest whose output is its data: `clear` has a third pin, `turned` shows the inverse. Of two of one area that which is open while 1. */
static void a_latch_is_found_with_its_pins(void **state)
{
    (void)state;
    liberty lib;
    char *error = NULL;
    assert_true(liberty_parse(&lib, latches, strlen(latches), &error));
    assert_string_equal(liberty_name(&lib, lib.latch), "twice");
    const liberty_latch *twice = &lib.cells[lib.latch].latch, *low = &liberty_find(&lib, "low")->latch;
    assert_string_equal(twice->enable, "E");
    assert_string_equal(twice->data, "D");
    assert_string_equal(twice->out, "Q");
    assert_false(twice->low);
    assert_string_equal(low->enable, "GN");
    assert_true(low->low);
    assert_null(liberty_find(&lib, "clear")->latch.enable);
    assert_null(liberty_find(&lib, "turned")->latch.enable);
    assert_null(liberty_find(&lib, "flop")->latch.enable);
}

static void units_and_capacitances_are_in_ns_and_ff(void **state)
{
    (void)state;
    liberty lib;
    char *error = NULL;
    assert_true(liberty_parse(&lib, small, strlen(small), &error));
    assert_true(near(lib.time_ns, 1e-3, 1e-12));
    assert_true(near(lib.cap_ff, 1, 1e-12));
    assert_true(near(lib.leak_w, 1e-9, 1e-18));
    assert_true(near(lib.volts, 0.9, 1e-12));
    assert_true(near(lib.load_ff, 3, 1e-12)); /* two inputs of 1.7 fF, one digit */
    const liberty_cell *turn = liberty_find(&lib, "turn");
    assert_non_null(turn);
    assert_true(near(liberty_find_pin(turn, "I")->cap_ff, 1.7, 1e-12));
    assert_null(liberty_find(&lib, "nothing"));
}

static void the_functional_copy_is_a_library_without_unusable_cells(void **state)
{
    (void)state;
    liberty lib, again;
    char *error = NULL;
    text t = {0};
    assert_true(liberty_parse(&lib, small, strlen(small), &error));
    liberty_functions(&lib, NULL, NULL, &t);
    assert_true(liberty_parse(&again, t.data, t.len, &error));
    assert_non_null(liberty_find(&again, "plain"));
    assert_non_null(liberty_find(&again, "gated"));
    assert_null(liberty_find(&again, "unusable"));
    assert_null(liberty_find(&again, "scan"));
    /* The inverting flop: its second state is what it stores. */
    assert_non_null(strstr(t.data, "ff (IQN,IQ) { next_state : \"D\"; clocked_on : \"CK\"; }"));
    text_free(&t);
    liberty_usable(&lib, small, strlen(small), &t);
    assert_true(liberty_parse(&again, t.data, t.len, &error));
    assert_int_equal(again.cell_count, lib.cell_count - 3);
}

static void functions_become_truth_tables(void **state)
{
    (void)state;
    static const char *const names[] = {"A", "B", "C"};
    static const struct {
        const char *function;
        unsigned long long truth;
    } cases[] = {
        {"A", 0xaa},     {"!A", 0x55},  {"A'", 0x55},           {"A''", 0xaa},      {"A B", 0x88},   {"A&B*C", 0x80}, {"A+B", 0xee},
        {"A | B", 0xee}, {"A^B", 0x66}, {"!(A ^ B ^ C)", 0x69}, {"(A B)'+C", 0xf7}, {"A+B C", 0xea}, {"!A B", 0x44},  {"\"(A & B)\"", 0x88},
        {"1", 0xff},     {"0", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned long long truth = 0;
        assert_true(boolean_truth(cases[i].function, names, 3, &truth));
        assert_int_equal(truth, cases[i].truth);
    }
    unsigned long long truth;
    assert_false(boolean_truth("A &", names, 3, &truth));
    assert_false(boolean_truth("A + D", names, 3, &truth));
    assert_false(boolean_truth("(A", names, 3, &truth));
    assert_false(boolean_truth("A) B", names, 3, &truth));
}

static void what_is_no_liberty_text_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *source, *said;
    } cases[] = {
        {"", "not a Liberty file"},
        {"module m; endmodule", "not a Liberty file"},
        {"library (l) { cell }", "without a value"},
        {"cell (a) { }", "not a Liberty file"},
        {"library (l) { }", "no cell"},
        {"library (l) {\n cell (a) { area : 1;\n", "line 2: the group that begins here has no closing brace"},
        {"library (l) {\n cell (a) { area : 1; }\n", "line 1: the group that begins here"},
        {"library (l) {\n cell (a", "is not closed"},
        {"library (l) {\n cell (a) { area : \"1", "has no end"},
        {"library (l) {\n cell (a) { timing () { x : 1; }", "no closing brace"},
        {"library (l) { = }", "expected a Liberty statement"},
        {"library (l) {\n cell (a) {\n area : 1 pin (b) {\n} } }", "line 3: a brace in a value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        liberty lib;
        char *error = NULL;
        assert_false(liberty_parse(&lib, cases[i].source, strlen(cases[i].source), &error));
        assert_non_null(error);
        if (strstr(error, cases[i].said) == NULL)
            fail_msg("case %zu said: %s", i, error);
    }
}

/* `head`, `count` times `again`, `tail` is refused with these words. */
static void is_refused(const char *head, const char *again, int count, const char *tail, const char *said)
{
    liberty lib;
    char *error = NULL;
    text t = {0};
    text_puts(&t, head);
    for (int i = 0; i < count; i++)
        text_puts(&t, again);
    text_puts(&t, tail);
    assert_false(liberty_parse(&lib, t.data, t.len, &error));
    assert_non_null(error);
    if (strstr(error, said) == NULL)
        fail_msg("said: %s", error);
}

static void nesting_is_limited_and_the_place_is_told(void **state)
{
    (void)state;
    is_refused("library (l) {\n", "a () {", 200000, "", "line 2, column 600: groups nested more than 100 deep");
    is_refused("library (l) {\n cell (c) { pin (Y) { direction : output;\n function : \"", "(", 500000, "",
               "line 3, column 114: parentheses nested more than 100 deep");
    is_refused("library (l) {\n cell (c) { pin (Y) { function : ", "(", 500000, "", "line 2, column 134: parentheses nested");
    static const char *const names[] = {"A"};
    unsigned long long truth = 0;
    text t = {0};
    for (int i = 0; i < 500000; i++)
        text_puts(&t, "(");
    assert_false(boolean_truth(t.data, names, 1, &truth));
    memset(t.data, '!', t.len);
    text_puts(&t, "A'");
    assert_true(boolean_truth(t.data, names, 1, &truth)); /* 500,000 times ! and one ' */
    assert_int_equal(truth, 1);
}

static void a_name_that_a_script_could_take_for_something_else_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"a;b",      "a$b",    "a[0]",       "a{b", "a}b", "\"a\\b\"", "\"a b\"", "a b",
                                      "\"a\nb\"", "a\\\nb", "\"a\"\"b\"", "-a",  "",    "*",        "a#b",     "a,b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *cell = format_new("library (l) {\n cell (%s) { area : 1; } }", bad[i]);
        char *pin = format_new("library (l) {\n cell (c) {\n pin (%s) { direction : input; } } }", bad[i]);
        is_refused(cell, "", 0, "", ") of a cell: letters, digits, _ . and - are accepted");
        is_refused(pin, "", 0, "", ") of a pin: letters, digits, _ . and - are accepted");
    }
    is_refused("library (l) {\n cell (x;y) { area : 1; } }", "", 0, "", "line 2: the name (x;y) of a cell");
}

static void no_prefix_of_a_library_is_taken_for_a_library(void **state)
{
    (void)state;
    for (size_t n = 0; n + 2 < strlen(small); n++) {
        liberty lib;
        char *error = NULL;
        if (liberty_parse(&lib, small, n, &error))
            fail_msg("the first %zu bytes were taken", n);
    }
}

static void read_liberty(const char *path)
{
    liberty lib;
    liberty_read(&lib, path);
}

/* Exit code of liberty_read on a file with this text; on a missing file for NULL. */
static int exit_code(const char *content, size_t len)
{
    char path[] = "/tmp/warpfold-liberty-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content ? content : "", len), len);
    close(fd);
    if (content == NULL)
        unlink(path);
    outcome o = outcome_of(read_liberty, path);
    unlink(path);
    return o.code;
}

static void bad_files_end_the_program_with_code_2(void **state)
{
    (void)state;
    static const char gzip[] = "\x1f\x8b\x08\x00 more";
    static const char poor[] = "library (l) { cell (a) { area : 1; pin (A) { direction : input; } } }";
    assert_int_equal(exit_code(NULL, 0), 2);
    assert_int_equal(exit_code(gzip, sizeof gzip), 2);
    assert_int_equal(exit_code(poor, strlen(poor)), 2);
    assert_int_equal(exit_code(small, strlen(small) / 2), 2);
    assert_int_equal(exit_code(small, strlen(small)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_found_by_function_and_not_by_name),
        cmocka_unit_test(a_latch_is_found_with_its_pins),
        cmocka_unit_test(units_and_capacitances_are_in_ns_and_ff),
        cmocka_unit_test(the_functional_copy_is_a_library_without_unusable_cells),
        cmocka_unit_test(functions_become_truth_tables),
        cmocka_unit_test(what_is_no_liberty_text_is_refused_with_its_line),
        cmocka_unit_test(nesting_is_limited_and_the_place_is_told),
        cmocka_unit_test(a_name_that_a_script_could_take_for_something_else_is_refused),
        cmocka_unit_test(no_prefix_of_a_library_is_taken_for_a_library),
        cmocka_unit_test(bad_files_end_the_program_with_code_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
