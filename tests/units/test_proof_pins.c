/* SPDX-License-Identifier: Apache-2.0
 *
 * Before a netlist is compared with its RTL both have the same pins: flip-flops that ABC has removed are not compared, all others are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../synth/proof_pins.h"

/* `a_ff` stays, `b_ff[1]` and `c_ff1` are gone. */
static const char rtl[] = ".model m\n.inputs clk i a_ff.Q b[1]_ff.Q c_ff1.Q\n.outputs o a_ff.C a_ff.D b[1]_ff.C b[1]_ff.D c_ff1.D\n"
                          ".names i a_ff.D\n1 1\n.end\n",
                  netlist[] = ".model m\n.inputs clk i a_ff.Q\n.outputs o a_ff.C a_ff.D\n.names i a_ff.D\n1 1\n.end\n";

static void pins_of_flops_that_are_gone(void **state)
{
    (void)state;
    text gold = {0}, gate = {0};
    assert_true(proof_pins(rtl, netlist, &gold, &gate));
    assert_string_equal(gold.data,
                        ".model m\n.inputs clk i a_ff.Q b[1]_ff.Q c_ff1.Q\n.outputs o a_ff.C a_ff.D\n.names i a_ff.D\n1 1\n.end\n");
    assert_string_equal(gate.data,
                        ".model m\n.inputs clk i a_ff.Q b[1]_ff.Q c_ff1.Q\n.outputs o a_ff.C a_ff.D\n.names i a_ff.D\n1 1\n.end\n");
}

/* Of two copies the RTL has kept the second and the netlist the first. What is no copy stays. */
static void a_copy_has_the_name_of_the_rtl(void **state)
{
    (void)state;
    static const char one[] =
        ".model m\n.inputs i g[12].h[0].q[1]_ff.Q p[1]_ff.Q\n.outputs g[12].h[0].q[1]_ff.C g[12].h[0].q[1]_ff.D p[1]_ff.D\n"
        ".names i g[12].h[0].q[1]_ff.D\n1 1\n.end\n",
                      other[] =
                          ".model m\n.inputs i g[3].h[0].q[1]_ff.Q p[2]_ff.Q\n.outputs g[3].h[0].q[1]_ff.C g[3].h[0].q[1]_ff.D p[2]_ff.D\n"
                          ".names i g[3].h[0].q[1]_ff.D\n1 1\n.end\n";
    text gold = {0}, gate = {0};
    assert_true(proof_pins(one, other, &gold, &gate));
    assert_string_equal(gold.data,
                        ".model m\n.inputs i g[12].h[0].q[1]_ff.Q p[1]_ff.Q\n.outputs g[12].h[0].q[1]_ff.C g[12].h[0].q[1]_ff.D\n"
                        ".names i g[12].h[0].q[1]_ff.D\n1 1\n.end\n");
    assert_string_equal(gate.data,
                        ".model m\n.inputs i g[12].h[0].q[1]_ff.Q p[2]_ff.Q p[1]_ff.Q\n.outputs g[12].h[0].q[1]_ff.C g[12].h[0].q[1]_ff.D "
                        "p[2]_ff.D\n.names i g[12].h[0].q[1]_ff.D\n1 1\n.end\n");
}

/* Another input, or a flip-flop that the netlist alone has, stays a difference. */
static void other_pins_stay(void **state)
{
    (void)state;
    text gold = {0}, gate = {0};
    assert_false(proof_pins(rtl, rtl, &gold, &gate));
    assert_false(proof_pins(netlist, rtl, &gold, &gate));
    assert_false(proof_pins(".model m\n.inputs clk i j\n.outputs o\n.end\n", ".model m\n.inputs clk i\n.outputs o\n.end\n", &gold, &gate));
    assert_null(gold.data);
    assert_null(gate.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pins_of_flops_that_are_gone), cmocka_unit_test(a_copy_has_the_name_of_the_rtl),
                                       cmocka_unit_test(other_pins_stay)};
    return cmocka_run_group_tests_name("proof_pins", tests, NULL, NULL);
}
