/* SPDX-License-Identifier: Apache-2.0
 *
 * Templates: loops, conditions and includes, alone and inside one another, and each way to write them wrongly. A template is given as text;
 * its file is said to be beside those of wcrf, whose head it may include. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../gen/template.h"
#include "endings.h"

#define FILE_NAME "rtl_templates/wcrf/made.v"

/* Expands a template with ISSUES 3, NONE 0, WITH_ON defined, WITH_OFF not, and MODULE a name. */
static char *expand(const char *template)
{
    const asset source = {FILE_NAME, template, strlen(template)};
    macro_table m = {.count = 0};
    text out = {0};
    macro_set(&m, "WF_ISSUES", "%d", 3);
    macro_set(&m, "WF_TWO", "%d", 2);
    macro_set(&m, "WF_NONE", "%d", 0);
    macro_set(&m, "WF_MODULE", "unit");
    macro_set_flag(&m, "WF_WITH_ON", true);
    macro_set_flag(&m, "WF_WITH_OFF", false);
    macro_set(&m, "WF_MEMBER_0_ENC", "ab_enc");
    macro_set(&m, "WF_MEMBER_1_ENC", "cd_enc");
    macro_set_flag(&m, "WF_WITH_MEMBER_0_SIZE", false);
    macro_set_flag(&m, "WF_WITH_MEMBER_1_SIZE", true);
    text_puts(&out, "");
    template_expand(&source, &m, &out);
    return out.data;
}

static void gives(const char *template, const char *expected)
{
    char *got = expand(template);
    assert_string_equal(got, expected);
}

static void a_loop_repeats_its_lines(void **state)
{
    (void)state;
    gives("a\n`WF_FOR k ISSUES\nissue`{k}_valid_i, // of `{k}\n  x[`{k}*W +: W]\n`WF_END\nb\n",
          "a\nissue0_valid_i, // of 0\n  x[0*W +: W]\nissue1_valid_i, // of 1\n  x[1*W +: W]\nissue2_valid_i, // of 2\n  x[2*W +: W]\nb\n");
    gives("`WF_FOR k NONE\n`{k} `WF_ISSUES\n`WF_END\nb\n", "b\n");
    gives("    `WF_FOR  word  TWO\n`WF_MODULE`{word}\n    `WF_END\n", "unit0\nunit1\n");
}

static void loops_stand_in_loops(void **state)
{
    (void)state;
    gives("`WF_FOR k TWO\n`WF_FOR kk ISSUES\np`{k}_`{kk}\n`WF_END\nq`{k}\n`WF_END\n", "p0_0\np0_1\np0_2\nq0\np1_0\np1_1\np1_2\nq1\n");
    gives("`WF_FOR k TWO\n`WF_MEMBER_`{k}_ENC a`{k}\n`ifdef WF_WITH_MEMBER_`{k}_SIZE\n`{k}\n`endif\n`WF_END\n",
          "ab_enc a0\ncd_enc a1\n1\n");
    gives("`WF_FOR k TWO\n`WF_FOR j NONE\np`{j}\n`WF_END\n`WF_END\n`WF_FOR k TWO\n`{k}\n`WF_END\n", "0\n1\n");
}

static void loops_and_conditions_stand_in_one_another(void **state)
{
    (void)state;
    gives("`WF_FOR k TWO\n`ifdef WF_WITH_OFF\noff`{k}\n`else\non`{k}\n`endif\n`WF_END\n", "on0\non1\n");
    gives("`ifdef WF_WITH_OFF\n`WF_FOR k TWO\noff`{k}\n`WF_END\n`else\n`WF_FOR k TWO\non`{k}\n`WF_END\n`endif\n", "on0\non1\n");
    gives("`ifdef FORMAL\n`WF_FOR k TWO\nf`{k}\n`WF_END\n`endif\n", "`ifdef FORMAL\nf0\nf1\n`endif\n");
    gives("`ifdef WF_WITH_OFF\n`WF_FOR k NOTHING\n`ifdef WF_NOTHING\n`endif\n`WF_END\n`endif\n", "");
}

static void an_include_that_is_dropped_is_not_read(void **state)
{
    (void)state;
    const asset *head = asset_find("rtl_templates/wcrf/wcrf_head.vh");
    assert_non_null(head);
    assert_non_null(strstr(head->data, "parameter LANES"));
    gives("`ifdef WF_WITH_OFF\n`WF_INCLUDE wcrf_head.vh\n`endif\n", "");
}

static void refuse(const char *template)
{
    arena_free(expand(template));
}

static void what_is_open_is_refused(void **state)
{
    (void)state;
    expect_refused(refuse, "a\n`WF_FOR k ISSUES\nb\n", FILE_NAME ":2: `WF_FOR without `WF_END");
    expect_refused(refuse, "a\n`WF_END\n", FILE_NAME ":2: `WF_END without a `WF_FOR");
    expect_refused(refuse, "a\n`ifdef WF_WITH_ON\nb\n", FILE_NAME ":2: condition without `endif");
    expect_refused(refuse, "`endif\n", FILE_NAME ":1: `endif without a condition");
    expect_refused(refuse, "`WF_FOR k TWO\n`ifdef WF_WITH_ON\n`WF_END\n`endif\n", FILE_NAME ":3: `WF_END inside the condition of line 2");
    expect_refused(refuse, "`ifdef WF_WITH_ON\n`WF_FOR k TWO\n`endif\n`WF_END\n", FILE_NAME ":3: `endif inside the `WF_FOR of line 2");
    expect_refused(refuse, "`ifdef WF_WITH_ON\n`WF_FOR k TWO\n`else\n`WF_END\n`endif\n",
                   FILE_NAME ":3: `else inside the `WF_FOR of line 2");
}

/* As a part is that a configuration does not use: without macros. */
static void check_alone(const char *template)
{
    const asset source = {FILE_NAME, template, strlen(template)};
    template_check(&source);
}

static void what_is_not_used_is_checked_too(void **state)
{
    (void)state;
    check_alone("`WF_FOR k NOTHING\n`ifdef WF_NOTHING_`{k} // it is\n`WF_INCLUDE none.vh\n`else\n`WF_NOTHING\n`endif\n`WF_END\n");
    expect_refused(check_alone, "a\n`WF_FOR k NOTHING\nb\n", FILE_NAME ":2: `WF_FOR without `WF_END");
    expect_refused(check_alone, "`ifdef WF_NOTHING\n`else\n", FILE_NAME ":1: condition without `endif");
    expect_refused(check_alone, "`WF_FOR k NOTHING\n`endif\n", FILE_NAME ":2: `endif inside the `WF_FOR of line 1");
}

static void words_that_would_be_lost_are_refused(void **state)
{
    (void)state;
    gives("`ifdef WF_WITH_OFF // never\na\n`else // always\nb\n`endif // so\n", "b\n");
    gives("`ifdef FORMAL x\n`elsif OTHER\n`endif y\n", "`ifdef FORMAL x\n`elsif OTHER\n`endif y\n");
    expect_refused(refuse, "`ifdef WF_WITH_ON x\n`endif\n", FILE_NAME ":1: \"x\" behind the words of `ifdef");
    expect_refused(refuse, "`ifndef WF_WITH_ON\n`else x\n`endif\n", FILE_NAME ":2: \"x\" behind the words of `else");
    expect_refused(refuse, "`ifndef WF_WITH_ON\n`endif WF_WITH_ON\n", FILE_NAME ":2: \"WF_WITH_ON\" behind the words of `endif");
    expect_refused(refuse, "`WF_FOR k ISSUES + 1\n`WF_END\n", FILE_NAME ":1: \"+\" behind the words of `WF_FOR");
    expect_refused(refuse, "`WF_FOR k ISSUES\n`WF_END k\n", FILE_NAME ":2: \"k\" behind the words of `WF_END");
    expect_refused(refuse, "`WF_INCLUDE wcrf_head.vh x\n", FILE_NAME ":1: \"x\" behind the words of `WF_INCLUDE");
    expect_refused(refuse, "`ifdef WF_WITH_ON\n`else\n`else\n`endif\n", FILE_NAME ":3: a second `else of the condition of line 1");
    expect_refused(refuse, "`ifdef WF_WITH_OFF\n`elsif WF_WITH_ON\n`endif\n", FILE_NAME ":2: `elsif of a condition on a macro WF_...");
    expect_refused(refuse, "`ifdef FORMAL\n`elsif WF_WITH_ON\n`endif\n", FILE_NAME ":2: `elsif of a condition on a macro WF_...");
}

static void a_macro_of_two_things(const char *path)
{
    (void)path;
    macro_table m = {.count = 0};
    macro_set(&m, "WF_LANES", "%d", 32);
    macro_set_flag(&m, "WF_LANES", false);
}

static void macros_have_one_value(void **state)
{
    (void)state;
    expect_refused(a_macro_of_two_things, "", "two macros of a design are `WF_LANES");
}

static void a_loop_over_no_number_is_refused(void **state)
{
    (void)state;
    expect_refused(refuse, "`WF_FOR k ISSUSE\n`WF_END\n", FILE_NAME ":1: `WF_FOR over ISSUSE, and there is no macro `WF_ISSUSE");
    expect_refused(refuse, "`WF_FOR k MODULE\n`WF_END\n",
                   FILE_NAME ":1: `WF_FOR over MODULE, and `WF_MODULE is no number from 0 to 65536 here");
    expect_refused(refuse, "`WF_FOR k WITH_OFF\n`WF_END\n",
                   FILE_NAME ":1: `WF_FOR over WITH_OFF, and `WF_WITH_OFF is no number from 0 to 65536 here");
    expect_refused(refuse, "`WF_FOR ISSUES\n`WF_END\n", FILE_NAME ":1: `WF_FOR needs an index and a macro");
    expect_refused(refuse, "`WF_FOR k TWO\n`WF_FOR k TWO\n`WF_END\n`WF_END\n", FILE_NAME ":2: `WF_FOR k inside another one");
}

static void what_has_no_value_is_refused(void **state)
{
    (void)state;
    expect_refused(refuse, "`WF_FOR k TWO\n`WF_END\na`{k}\n", FILE_NAME ":3: `{k} is the index of no loop here");
    expect_refused(refuse, "`WF_FOR k TWO\na\na`{j}\n`WF_END\n", FILE_NAME ":3: `{j} is the index of no loop here");
    expect_refused(refuse, "a `WF_NOTHING\n", FILE_NAME ":1: unknown macro `WF_NOTHING");
    expect_refused(refuse, "`WF_WITH_OFF\n", FILE_NAME ":1: macro `WF_WITH_OFF has no value here");
    expect_refused(refuse, "`WF_INCLUDE none.vh\n", FILE_NAME ":1: `WF_INCLUDE, and there is no template rtl_templates/wcrf/none.vh");
    expect_refused(refuse, "`WF_INCLUDE wcrf_head.vh\n", "rtl_templates/wcrf/wcrf_head.vh:1: unknown macro `WF_LANES");
    expect_refused(refuse, "`WF_INCLUDE none/none.vh\n", FILE_NAME ":1: `WF_INCLUDE, and there is no template rtl_templates/none/none.vh");
    expect_refused(refuse, "`WF_INCLUDE avc/avc_head.vh\n", "rtl_templates/avc/avc_head.vh:1: unknown macro `WF_LANES");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_repeats_its_lines),
        cmocka_unit_test(loops_stand_in_loops),
        cmocka_unit_test(loops_and_conditions_stand_in_one_another),
        cmocka_unit_test(an_include_that_is_dropped_is_not_read),
        cmocka_unit_test(what_is_open_is_refused),
        cmocka_unit_test(what_is_not_used_is_checked_too),
        cmocka_unit_test(words_that_would_be_lost_are_refused),
        cmocka_unit_test(macros_have_one_value),
        cmocka_unit_test(a_loop_over_no_number_is_refused),
        cmocka_unit_test(what_has_no_value_is_refused),
    };
    return cmocka_run_group_tests_name("template", tests, NULL, NULL);
}
