/* SPDX-License-Identifier: Apache-2.0
 *
 * The ends of a critical path in RTL terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../synth/job.h"

static void check(const char *unit, int width, const char *pin, const char *expected)
{
    design d;
    text t = {0};
    design_init(&d, wf_find_unit(unit), width);
    design_check(&d);
    rtl_term(&d, pin, &t);
    assert_string_equal(t.data, expected);
    text_free(&t);
}

static void a_port_bit_is_named_by_what_it_belongs_to(void **state)
{
    (void)state;
    check("warpbdi", 32, "valid_i", "valid_i");
    check("warpbdi", 32, "mask_i[5]", "mask_i lane 5");
    check("warpbdi", 32, "block_i[37]", "block_i lane 1 bit 5");
    check("warpbdi", 32, "payload_o[37]", "payload_o byte 4 bit 5");
    check("warpbdi", 32, "data_o[37]", "data_o bit 37");
    check("fpc", 32, "block_i[37]", "block_i byte 4 bit 5");
    check("compare", 32, "lanes_o[37]", "lanes_o lane 37");
}

static void data_are_of_ports_where_a_unit_has_lanes(void **state)
{
    (void)state;
    check("crossbar", 4, "data_i[37]", "data_i port 0 byte 4 bit 5");
    check("metacache", 128, "data_o[126]", "data_o bit 126");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_port_bit_is_named_by_what_it_belongs_to),
        cmocka_unit_test(data_are_of_ports_where_a_unit_has_lanes),
    };
    return cmocka_run_group_tests_name("terms", tests, NULL, NULL);
}
