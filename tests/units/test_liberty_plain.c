/* SPDX-License-Identifier: Apache-2.0
 *
 * Liberty as it is found: what is written of it for tools that read less, line for line, and which cells are left out. */
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

static int lines(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

/* What is written of a library with this in it. It has as many lines, and what is written of it again is the same. */
static char *written(const char *inside)
{
    char *error = NULL, *source = format_new("library (l) {\n%s\n}", inside);
    text once = {0}, twice = {0};
    if (!liberty_plain(source, strlen(source), &once, &error))
        fail_msg("%s: %s", inside, error);
    if (lines(once.data) != lines(source) + 1)
        fail_msg("%s: %d lines became %d: %s", inside, lines(source) + 1, lines(once.data), once.data);
    assert_true(liberty_plain(once.data, once.len, &twice, &error));
    twice.data[--twice.len] = '\0';
    assert_string_equal(once.data, twice.data);
    return once.data;
}

static void values_that_tools_do_not_read_are_quoted(void **state)
{
    (void)state;
    static const struct {
        const char *found, *plain;
    } cases[] = {
        {"area : 1.5;", " area : 1.5;"},
        {"a : -1e-3 ;", " a : -1e-3;"},
        {"a : 1.5e+03 ;", " a : 1.5e+03;"},
        {"time_unit : 1ns;", " time_unit : 1ns;"},
        {"revision : 1.0.17;", " revision : 1.0.17;"},
        {"revision : .1.x;", " revision : \".1.x\";"},
        {"a : b-c.d_e;", " a : b-c.d_e;"},
        {"a : high:low;", " a : \"high:low\";"},
        {"power_down_function : !vdd+gnd;", " power_down_function : \"!vdd+gnd\";"},
        {"function : (A B)' ;", " function : \"(A B)'\";"},
        {"function : A + \\\n B;", " function : \"A +  B\";"},
        {"function : A'", " function : \"A'\";"},
        {"a : \"b\" c;", " a : \"b c\";"},
        {"a : ;", " a : \"\";"},
        {"a : +inf;", " a : \"+inf\";"},
        {"voltage_map (vdd!, 1.55);", " voltage_map (\"vdd!\", 1.55);"},
        {"a (b:c, (d e) \"f\"g)", " a (\"b:c\", \"(d e)\" \"f\" g);"},
        {"define(x, cell, string);", " define (x, cell, string);"},
        {"index_1 (1e+3, 2.0)", " index_1 (1e+3, 2.0);"},
        {"values (\"1, 2\", \\\n  \"3, 4\");", " values (\"1, 2\"\\\n, \"3, 4\");"},
        {"values (\"1,\n2\");", " values (\"1,\\\n2\");"},
        {"a : \"say \\\"so\\\"\";", " a : \"say 'so'\";"},
        {"a : \"C:\\x\\\";", " a : \"C:x\";"},
        {"a : \"http://b/*c*/\";", " a : \"http:/b*c*/\";"},
        {"g (\"a:b\") { m : x:y ; }", " g (\"a:b\") { m : \"x:y\"; }"},
        {"g () { }", " g () { }"},
        {"a : b; // c", " a : b;"},
        {"a : b // c\nd : e /* f\n */ ;", " a : b;\n d : e;"},
        {"a : http://b;", " a : \"http:/b\";"},
        {"/* x { */ a (/* y ) */ b);", " a (b);"},
        {"a : b; \r\n c : \"d\\\r\ne\"; \f", " a : b;\n c : \"d\\\ne\";"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *out = written(cases[i].found), *expected = format_new("library (l) {\n%s\n", cases[i].plain);
        if (strncmp(out, expected, strlen(expected)) != 0 && !starts_with(out, format_new("library (l) {\n%s", cases[i].plain)))
            fail_msg("%s became %s", cases[i].found, out);
    }
}

static void what_no_tool_knows_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(written("_a : 1; 2b (c) {\n d : e;\n} f = 5; g : 1;"), "library (l) {\n\n\n g : 1;\n }\n");
    assert_string_equal(written("cell (A) { area : 1; x-y (1, 2); area2 : 3; }"),
                        "library (l) {\n cell (A) { area : 1; area2 : 3; }\n }\n");
}

static void a_list_of_pins_is_a_group_for_each(void **state)
{
    (void)state;
    char *out = written(
        "cell (C) { pin (A, \"B\") { direction : input; timing () {\n values (\"1\", \\\n \"2\"); }\n } pin (Y) { direction : output } }");
    assert_string_equal(out,
                        "library (l) {\n cell (C) { pin (A) { direction : input; timing () {\n values (\"1\"\\\n, \"2\"); }\n }"
                        " pin (\"B\") { direction : input; timing () { values (\"1\", \"2\"); } } pin (Y) { direction : output; } }\n }\n");
    liberty lib;
    char *error = NULL;
    assert_true(liberty_parse(&lib, out, strlen(out), &error));
    assert_int_equal(lib.cells[0].inputs, 2);
    assert_non_null(liberty_find_pin(&lib.cells[0], "A"));
    assert_non_null(liberty_find_pin(&lib.cells[0], "B"));
}

static void a_table_for_either_edge_is_one_for_each(void **state)
{
    (void)state;
    assert_string_equal(written("internal_power () { when : \"D\"; power /* a */ (T) {\n values (\"1\", \\\n \"2\"); }\n power : on; }"),
                        "library (l) {\n internal_power () { when : \"D\"; rise_power (T) {\n values (\"1\"\\\n, \"2\"); }"
                        " fall_power (T) { values (\"1\", \"2\"); }\n power : on; }\n }\n");
    assert_string_equal(written("pin (A, B) { power (T) { v (1); } }"),
                        "library (l) {\n pin (A) { rise_power (T) { v (1); } fall_power (T) { v (1); } }"
                        " pin (B) { rise_power (T) { v (1); } fall_power (T) { v (1); } }\n }\n");
}

/* What stands before the library's closing brace. */
static void conditions(const char *inside, const char *expected)
{
    char *out = written(inside), *end = strrchr(out, '}'), *from = end;
    while (from > out && from[-1] != '\n')
        from--;
    char *found = format_new("%.*s", (int)(end - from), from);
    if (strcmp(found, expected) != 0)
        fail_msg("%s became %s", inside, found);
}

static void operating_conditions_are_those_of_the_nominal_voltage(void **state)
{
    (void)state;
    conditions("nom_voltage : 1.8; nom_process : 1; nom_temperature : 25;\n operating_conditions (x) { voltage : 1.6; }",
               " operating_conditions (wf_nominal) { process : 1; temperature : 25; voltage : 1.8; } default_operating_conditions : "
               "\"wf_nominal\"; ");
    conditions("nom_voltage : 1.8; operating_conditions (x) { voltage : 1.6; }\n default_operating_conditions : x;", " ");
    conditions("nom_voltage : 1.8; default_operating_conditions : \"x\"; operating_conditions (\"x\") { voltage : 1.6; }",
               " default_operating_conditions : \"x\"; ");
    conditions("nom_voltage : \"1.8\"; default_operating_conditions : none;",
               " operating_conditions (wf_nominal) { voltage : 1.8; } default_operating_conditions : \"wf_nominal\"; ");
    conditions("nom_voltage : 1.8; nom_process : 0(9; nom_temperature : \"25C\";",
               " operating_conditions (wf_nominal) { voltage : 1.8; } default_operating_conditions : \"wf_nominal\"; ");
    conditions("nom_voltage : 0(9;", " ");
    conditions("cell (c) { nom_voltage : 1.8; operating_conditions (x) { } }", " ");
}

static void what_cannot_be_written_is_refused_with_its_line(void **state)
{
    (void)state;
    char *nested = format_new("library (l) {%0200d", 0), deep[500] = "library (l) {\n";
    for (int i = 0; i < 100; i++)
        strcat(deep, "a(){");
    const struct {
        const char *source, *said;
    } cases[] = {
        {"", "line 1: not a Liberty file"},
        {"// a\n module m; endmodule", "line 2: not a Liberty file"},
        {"library (l) {\n include_file (x.lib);\n}", "line 2: include_file: "},
        {"library (l) {\n} library (m) { }", "line 2: text behind the library's closing brace; one library a file"},
        {"library (l) {\n cell (c) { timing () { = } } }", "line 2: expected a Liberty statement"},
        {"library (l) {\n cell (c) {\n area : 1;\n", "line 2: the group that begins here has no closing brace"},
        {"library (l) {\n a (b", "line 2: an opening parenthesis is not closed"},
        {"library (l) {\n a (b {}", "line 2: an opening parenthesis is not closed"},
        {"library (l) {\n a : \"b", "line 2: a quoted string has no end"},
        {"library (l) { a\n : b\n c }", "line 3: a name without a value"},
        {"library (l) {\n a : \"b\" c () {\n}\n}", "line 2: a brace in a value (is a semicolon missing?)"},
        {"library (l) { pin (A, B) {\n pin (C, D) { } } }", "line 2: a list of pins in a list of pins"},
        {nested, "line 1: a name without a value"},
        {deep, "line 2: groups are nested too deep"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text t = {0};
        char *error = NULL;
        assert_false(liberty_plain(cases[i].source, strlen(cases[i].source), &t, &error));
        if (strstr(error, cases[i].said) != error)
            fail_msg("case %zu said: %s", i, error);
    }
    text t = {0};
    char *error = NULL;
    assert_false(liberty_plain("library (l) {\0}", 15, &t, &error));
    assert_non_null(strstr(error, "a byte in it is 0"));
}

static void no_prefix_of_a_library_is_taken_for_one(void **state)
{
    (void)state;
    static const char whole[] = "library (l) { a : \"b\\\nc\"; cell (c) { pin (A, B) { d : e /* f */ } } // g\n }";
    for (size_t n = 0; n < strlen(whole); n++) {
        text t = {0};
        char *error = NULL;
        if (liberty_plain(whole, n, &t, &error))
            fail_msg("the first %zu bytes were taken", n);
    }
}

#define PINS "pin (CK) { direction : input; } pin (D) { direction : input; } pin (R) { direction : input; } "
#define GATE(name, function, timing)                                                                                                    \
    "cell (" name ") { area : 1; pin (A) { direction : input; } pin (B) { direction : input; } pin (Y) { direction : output; " function \
    " " timing " } }\n"

static const char mixed[] =
    "library (l) {\n"
    "cell (keep) { ff (M, MN) { clocked_on : CK; next_state : D; } latch (S, SN) { enable : R; data_in : M; } " PINS
    "pin (Q) { direction : output; function : \"M\"; } }\n"
    "cell (two) { ff (M, MN) { clocked_on : CK; next_state : D; } ff (S, SN) { clocked_on : CK; next_state : R; } " PINS
    "pin (Q) { direction : output; function : \"M\"; } pin (P) { direction : output; function : \"S\"; } }\n"
    "cell (both) { latch (M, MN) { enable : R; data_in : D; } ff (S, SN) { clocked_on : CK; next_state : D; } " PINS
    "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (set) { latch (S, SN) { preset : D; clear : R; } " PINS "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (other) { ff (S, SN) { clocked_on : CK; next_state : D; } " PINS "pin (Q) { direction : output; function : \"T\"; } }\n"
    "cell (odd) { ff (S, SN) { clocked_on : CK; next_state : \"D * X\"; } " PINS "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (one) { ff (S) { clocked_on : CK; next_state : D; } " PINS "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (good) { ff (S, SN) { clocked_on : CK; next_state : D; clear : \"!R\"; } " PINS
    "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (open) { latch (S, SN) { enable : CK; data_in : D; } " PINS "pin (Q) { direction : output; function : \"S\"; } }\n"
    "cell (gate) { clock_gating_integrated_cell : latch_posedge; latch (S, SN) { enable : \"!CK\"; data_in : X; } " PINS
    "pin (Q) { direction : output; function : \"CK S\"; } }\n" GATE("timed", "function : \"A B\";", "timing () { related_pin : \"A B\"; }")
        GATE("part", "function : \"A B\";", "timing () { related_pin : \"A\"; }") GATE("none", "function : \"A B\";", "")
            GATE("fewer", "function : \"A\";", "timing () { related_pin : A; }")
                GATE("wrong", "function : \"A C\";", "timing () { related_pin : \"A C\"; }") GATE("tie", "function : \"1\";", "") "}\n";

static void cells_that_no_tool_can_take_are_not_used(void **state)
{
    (void)state;
    liberty lib, kept;
    char *error = NULL;
    static const struct {
        const char *cell;
        liberty_kind kind;
        bool used;  /* not dont_use */
        bool timed; /* for ABC */
    } cases[] = {
        {"keep", CELL_OTHER, false, true},     {"two", CELL_OTHER, false, true},   {"both", CELL_OTHER, false, true},
        {"set", CELL_OTHER, false, true},      {"other", CELL_OTHER, false, true}, {"odd", CELL_OTHER, false, true},
        {"one", CELL_OTHER, false, true},      {"good", CELL_FLOP, true, true},    {"open", CELL_LATCH, true, true},
        {"gate", CELL_CLOCK_GATE, true, true}, {"timed", CELL_LOGIC, true, true},  {"part", CELL_LOGIC, true, false},
        {"none", CELL_LOGIC, true, false},     {"fewer", CELL_LOGIC, true, true},  {"wrong", CELL_OTHER, false, false},
        {"tie", CELL_LOGIC, true, true},
    };
    assert_true(liberty_parse(&lib, mixed, strlen(mixed), &error));
    text t = {0};
    liberty_usable(&lib, mixed, strlen(mixed), &t);
    assert_true(liberty_parse(&kept, t.data, t.len, &error));
    text_free(&t);
    liberty_functions(&lib, NULL, NULL, &t);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const liberty_cell *c = liberty_find(&lib, cases[i].cell);
        char *line = format_new("cell (%s)", cases[i].cell);
        if (c->kind != cases[i].kind || c->dont_use == cases[i].used || c->untimed == cases[i].timed)
            fail_msg("%s: kind %d, dont_use %d, untimed %d", c->name, (int)c->kind, c->dont_use, c->untimed);
        if ((liberty_find(&kept, c->name) != NULL) != (cases[i].used && cases[i].timed))
            fail_msg("%s for ABC", c->name);
        if (cases[i].kind == CELL_OTHER && strstr(t.data, line))
            fail_msg("%s for Yosys", c->name);
    }
    assert_null(liberty_find_pin(liberty_find(&lib, "gate"), "Q")->function);
}

static void read_liberty(const char *path)
{
    liberty lib;
    liberty_read(&lib, path);
}

/* A file is refused with the line of the user's text, whoever finds what is wrong. */
static void the_line_is_the_users(void **state)
{
    (void)state;
    static const struct {
        const char *source, *said;
    } cases[] = {
        {"library (l) {\n/*\n*/ cell (c) {\n include_file (x); } }", "line 4: include_file"},
        {"library (l) { // x\n\n cell (a$b) { } }", "line 3: the name (\"a$b\") of a cell"},
        {"library (l) {\n a (\n b,\n c) ; pin (A, B) {\n }\n cell (\"a b\") { } }", "line 6: the name (\"a b\") of a cell"},
        {"library (l) {\n a : \"b\n\n c\"; cell (d) { pin (e,\n \"f g\") { } } }", "line 5: the name (\"f g\") of a pin"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/warpfold-plain-XXXXXX";
        int fd = mkstemp(path);
        assert_true(fd >= 0 && write(fd, cases[i].source, strlen(cases[i].source)) == (ssize_t)strlen(cases[i].source));
        close(fd);
        outcome o = outcome_of(read_liberty, path);
        unlink(path);
        assert_int_equal(o.code, 2);
        if (strstr(o.said, cases[i].said) == NULL)
            fail_msg("case %zu said: %s", i, o.said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_tools_do_not_read_are_quoted),
        cmocka_unit_test(what_no_tool_knows_is_left_out),
        cmocka_unit_test(a_list_of_pins_is_a_group_for_each),
        cmocka_unit_test(a_table_for_either_edge_is_one_for_each),
        cmocka_unit_test(operating_conditions_are_those_of_the_nominal_voltage),
        cmocka_unit_test(what_cannot_be_written_is_refused_with_its_line),
        cmocka_unit_test(no_prefix_of_a_library_is_taken_for_one),
        cmocka_unit_test(cells_that_no_tool_can_take_are_not_used),
        cmocka_unit_test(the_line_is_the_users),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
