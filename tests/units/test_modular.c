/* SPDX-License-Identifier: Apache-2.0
 *
 * A netlist of modules is taken apart and put together again; times of its logic become lines and cells for ABC, and the cells go again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../synth/rtlil.h"
#include "../../synth/times.h"
#include "endings.h"

/* A whole with a module u, and in that a flip-flop, an AND of which one input comes from it, a wire and a constant. */
static const char netlist[] = "# of Yosys\n"
                              ".model top\n.inputs clk_i a[0] a[1]\n.outputs y z\n"
                              ".subckt $paramod\\unit_u clk_i=clk_i d_i[0]=a[0] d_i[1]=a[1] q_o=y z_o=z\n.cname gen[0].u\n.end\n\n"
                              ".model $paramod\\unit_u\n.inputs clk_i d_i[0] \\\n d_i[1]\n.outputs q_o z_o\n"
                              ".names $false\n.names $true\n1\n"
                              ".names d_i[0] g.q g.d\n11 1\n.names g.q q_o\n1 1\n"
                              ".subckt DFF CK=clk_i D=g.d Q=g.q SE=$false\n.cname g.q_ff\n"
                              ".subckt DFF CK=clk_i D=d_i[1] Q=z_o SE=$true\n.end\n";

static void take_apart(modular *n)
{
    *n = (modular){NULL, 0};
    modular_read(n, format_new("%s", netlist));
    assert_int_equal(n->count, 2);
}

static void assert_names(const blif_names *l, const char *expected)
{
    text t = {0};
    text_add(&t, "", 0);
    for (size_t i = 0; i < l->count; i++)
        text_printf(&t, "%s%s", i ? " " : "", l->data[i]);
    assert_string_equal(t.data, expected);
}

static void logic_is_taken_out_of_a_module(void **state)
{
    (void)state;
    modular n;
    take_apart(&n);
    assert_null(n.modules[0].source);
    assert_names(&n.modules[1].logic[0], "d_i[0] g.q");
    assert_names(&n.modules[1].logic[1], "$false $true g.d q_o");
    assert_string_equal(n.modules[1].source, ".model logic\n.inputs d_i[0] g.q\n.outputs $false $true g.d q_o\n"
                                             ".names $n1\n.names $n1 $false\n1 1\n.names $n2\n1\n.names $n2 $true\n1 1\n"
                                             ".names g.q d_i[0] $n3\n11 1\n.names $n3 g.d\n1 1\n.names g.q q_o\n1 1\n.end\n");
    assert_ptr_equal(modular_find(&n, "$paramod\\unit_u"), &n.modules[1]);
    assert_ptr_equal(modular_find(&n, "$paramod\\\\unit_u"), &n.modules[1]);
    assert_null(modular_find(&n, "$paramod\\unit"));
}

static const char mapped[] = "# ABC\n.model logic\n.inputs d_i[0] \\\n g.q\n.outputs $false $true g.d q_o\n.default_input_arrival 0 0\n"
                             ".gate _const0_ z=$false\n.names $true\n 1\n.gate AND2  A=d_i[0] B=g.q Y=g.d\n.names g.q q_o\n1 1\n.end\n";

static void mapped_logic_stands_in_its_place(void **state)
{
    (void)state;
    modular n;
    text v = {0}, gates = {0};
    take_apart(&n);
    modular_map(&n.modules[1], format_new("%s", mapped));
    modular_gates(&n.modules[1], &gates);
    assert_string_equal(gates.data, ".model logic\n.inputs d_i[0] g.q\n.outputs $false $true g.d q_o\n.gate AND2  A=d_i[0] B=g.q Y=g.d\n"
                                    ".gate _const0_ z=$false\n.gate _const1_ z=$true\n.names g.q q_o\n1 1\n.end\n");
    modular_write(&n, &v);
    assert_string_equal(
        v.data, "module \\top (clk_i, a, y, z);\n  input clk_i;\n  input [1:0] a;\n  output y;\n  output z;\n"
                "  \\$paramod\\unit_u \\gen[0].u  (.clk_i(clk_i), .d_i({a[1], a[0]}), .q_o(y), .z_o(z));\nendmodule\n"
                "module \\$paramod\\unit_u (clk_i, d_i, q_o, z_o);\n  input clk_i;\n  input [1:0] d_i;\n  output q_o;\n  output z_o;\n"
                "  \\DFF \\g.q_ff  (.CK(clk_i), .D(\\g.d ), .Q(\\g.q ), .SE(\\$false ));\n"
                "  \\DFF c1 (.CK(clk_i), .D(d_i[1]), .Q(z_o), .SE(\\$true ));\n"
                "  \\AND2 g0 (.A(d_i[0]), .B(\\g.q ), .Y(\\g.d ));\n"
                "  wf_zero k0 (.Y(\\$false ));\n  wf_one k2 (.Y(\\$true ));\n  assign q_o = \\g.q ;\nendmodule\n");
}

/* A late input, an output that is needed early and one with a load. A period of 32 ns: a step is 1 ns. */
static void times_become_cells_that_go_again(void **state)
{
    (void)state;
    modular n;
    text lines = {0}, model = {0}, again = {0};
    const synth_job job = {.clock_ns = 32, .fo4_ns = 1, .lib = {.load_ff = 3, .time_ns = 1, .cap_ff = 1}};
    const delays_clock clock = {2, 31};
    net_times times[] = {{.net = "d_i[0]", .arrival = 7, .required = NAN, .load_ff = NAN},
                         {.net = "g.q", .arrival = 1, .required = NAN, .load_ff = NAN},
                         {.net = "$true", .arrival = NAN, .required = 3, .load_ff = 9},
                         {.net = "g.d", .arrival = NAN, .required = 21, .load_ff = 13}};
    take_apart(&n);
    modular_map(&n.modules[1], format_new("%s", mapped));
    delays_lines(&job, &clock, times, 2, 2, &lines);
    assert_string_equal(lines.data, ".default_input_arrival 0 0\n.default_output_required 29000 29000\n.input_arrival d_i[0] 5000 5000\n"
                                    ".output_required $true 1000 1000\n.output_required g.d 19000 19000\n");
    delays_insert(&job, &clock, times, 2, 2, &n.modules[1].gates, &model);
    assert_string_equal(model.data,
                        ".model logic\n.inputs d_i[0] g.q\n.outputs g.d g.d~load g.d~early\n.gate AND2  A=d_i[0]~late B=g.q Y=g.d\n"
                        ".gate wf_delay5 A=d_i[0] B=d_i[0] C=d_i[0] D=d_i[0] E=d_i[0] Y=d_i[0]~late\n"
                        ".gate wf_delay100 A=g.d B=g.d C=g.d D=g.d E=g.d Y=g.d~load\n"
                        ".gate wf_delay10 A=g.d B=g.d C=g.d D=g.d E=g.d Y=g.d~early\n.end\n");
    modular_map(&n.modules[1], model.data);
    modular_gates(&n.modules[1], &again);
    assert_string_equal(strstr(again.data, ".gate"),
                        ".gate AND2 A=d_i[0] B=g.q Y=g.d\n.gate _const0_ z=$false\n.gate _const1_ z=$true\n.names g.q q_o\n1 1\n.end\n");
}

/* Of two instances of a module the later input, the earlier output and the larger load count. */
static void the_worst_instance_counts(void **state)
{
    (void)state;
    modular n;
    module_times times[2];
    take_apart(&n);
    for (int i = 0; i < 2; i++)
        times_open(&times[i], &n.modules[i]);
    times_read(&n, times,
               "@ slack -1\n@ port {$paramod\\\\unit_u} d_i[0] 0.5 0.9 7\n@ port {$paramod\\\\unit_u} d_i[0] 0.7 0.8 5\n"
               "@ port {$paramod\\\\unit_u} q_o 0.1 0.6 2\n@ port {$paramod\\\\unit_u} q_o 0.2 0.4 3\n@ port {other} q_o 9 0 99\n@ net g.q "
               "8 8 8\n");
    const net_times *in = times_find(&times[1], "d_i[0]"), *out = times_find(&times[1], "q_o"), *own = times_find(&times[1], "g.q");
    assert_true(in->arrival == 0.7 && in->required == 0.8 && in->load_ff == 7);
    assert_true(out->arrival == 0.2 && out->required == 0.4 && out->load_ff == 3);
    assert_true(isnan(own->arrival) && isnan(own->required) && isnan(own->load_ff));
    assert_null(times_find(&times[1], "clk_i"));
    times_read(&n, times, "");
    assert_true(isnan(in->arrival) && isnan(out->required));
}

/* All of the cells have other functions, and each is its input A where its inputs are equal. */
static void cells_that_delay_are_no_others(void **state)
{
    (void)state;
    static const char *const pins[] = {"A", "B", "C", "D", "E"};
    const synth_job job = {.clock_ns = 1, .fo4_ns = 0.1, .lib = {.load_ff = 3, .time_ns = 1, .cap_ff = 1}};
    unsigned long long seen[200];
    int count = 0;
    text t = {0};
    delays_library(&job, "library (l) {\n}\n", &t);
    for (const char *at = strstr(t.data, "function : \""); at; at = strstr(at + 1, "function : \"")) {
        at += strlen("function : \"");
        assert_true(boolean_truth(format_new("%.*s", (int)strcspn(at, "\""), at), pins, 5, &seen[count]));
        assert_true((seen[count] >> 31 & 1) == 1 && (seen[count] & 1) == 0);
        for (int i = 0; i < count; i++)
            assert_true(seen[i] != seen[count]);
        count++;
    }
    assert_int_equal(count, 125);
}

/* Yosys counts names over the whole; here each design counts anew, and has what it needs alone. The number in a module's name is its own. */
static void modules_become_designs(void **state)
{
    (void)state;
    static const char source[] = "# Generated by Yosys\nautoidx 90\n"
                                 "attribute \\hdlname \"\\\\leaf\"\nattribute \\src \"leaf.v:1\"\nmodule $paramod$12a\\leaf\n"
                                 "  attribute \\src \"leaf.v:2\"\n  wire input 1 \\a_i\n  wire $not$leaf.v:3$40_Y\n"
                                 "  wire width 2 output 2 \\b_o\n  cell $not $not$leaf.v:3$40\n    connect \\A \\a_i\n"
                                 "    connect \\Y $not$leaf.v:3$40_Y\n  end\nend\n"
                                 "module \\other\nend\n"
                                 "module \\mid\n  wire input 1 \\a_i\n  cell $paramod$12a\\leaf \\leaf\n  end\nend\n"
                                 "module \\top\n  wire input 1 \\a_i\n  cell \\mid \\one\n  end\n  cell \\mid \\two\n  end\nend\n";
    rtlil_design *designs;
    assert_int_equal(rtlil_split(source, "top", &designs), 2);
    assert_string_equal(designs[0].name, "top");
    assert_string_equal(designs[0].text,
                        "attribute \\top 1\nmodule \\top\n  wire input 1 \\a_i\n  cell \\mid \\one\n  end\n  cell \\mid \\two\n"
                        "  end\nend\nattribute \\blackbox 1\nattribute \\keep 1\nmodule \\mid\n  wire input 1 \\a_i\nend\n");
    assert_string_equal(designs[1].name, "mid");
    assert_string_equal(designs[1].text,
                        "attribute \\top 1\nmodule \\mid\n  wire input 1 \\a_i\n  cell $paramod$12a\\leaf \\leaf\n  end\nend\n"
                        "attribute \\hdlname \"\\\\leaf\"\nmodule $paramod$12a\\leaf\n  wire input 1 \\a_i\n  wire $not$leaf.v:3$1_Y\n"
                        "  wire width 2 output 2 \\b_o\n  cell $not $not$leaf.v:3$1\n    connect \\A \\a_i\n"
                        "    connect \\Y $not$leaf.v:3$1_Y\n  end\nend\n");
    assert_int_equal(rtlil_split(source, "none", &designs), 0);
}

static void read_latch(const char *path)
{
    (void)path;
    modular n = {NULL, 0};
    modular_read(&n, format_new(".model m\n.inputs a\n.outputs b\n.latch a b re c 2\n.end\n"));
}

static void a_cell_without_a_type_is_refused(void **state)
{
    (void)state;
    outcome o = outcome_of(read_latch, "");
    assert_int_equal(o.code, 1);
    assert_non_null(strstr(o.said, "yosys left a cell in m"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logic_is_taken_out_of_a_module),   cmocka_unit_test(mapped_logic_stands_in_its_place),
        cmocka_unit_test(times_become_cells_that_go_again), cmocka_unit_test(cells_that_delay_are_no_others),
        cmocka_unit_test(a_cell_without_a_type_is_refused), cmocka_unit_test(the_worst_instance_counts),
        cmocka_unit_test(modules_become_designs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
