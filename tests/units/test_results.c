/* SPDX-License-Identifier: Apache-2.0
 *
 * test_results.c - one folder keeps the figures of several libraries and clocks: where each is kept, what is left alone, and how the report shows
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "../../synth/results.h"
#include "report_folders.h"

static metrics run_of(const char *liberty, double clock, const char *hash, double area)
{
    metrics m = {0};
    metrics_set_text(&m, liberty, "run__liberty");
    metrics_set_text(&m, hash, "%s", KEY_RUN_LIBRARY_HASH);
    metrics_set(&m, clock, "run__clock_ns");
    for (int i = 0; i < 2; i++) {
        const char *unit = i ? "dec" : "enc";
        metrics_set(&m, area, "%s__area_um2", unit);
        metrics_set(&m, area, "%s__total_area_um2", unit);
        metrics_set(&m, 0.5, "%s__delay_ns", unit);
        metrics_set(&m, 4, "%s__energy_pj", unit);
    }
    return m;
}

/* Keeps it; returns the name of its file. */
static char *keep(const char *dir, metrics m)
{
    char *path = results_place(dir, &m);
    metrics_save(&m, path);
    return results_name(path);
}

static void each_library_and_clock_has_a_file(void **state)
{
    (void)state;
    char *dir = make_design("kept", 32, NULL, NULL);
    assert_null(results_list(dir)[0]);
    assert_string_equal(keep(dir, run_of("b.lib", 10, "b1", 1)), "b-10ns");
    assert_string_equal(keep(dir, run_of("b.lib", 2.5, "b1", 2)), "b-2.5ns");
    assert_string_equal(keep(dir, run_of("a_tt.lib.zst", 3, "a1", 3)), "a_tt-3ns");
    assert_string_equal(keep(dir, run_of("b.lib", 10, "b1", 4)), "b-10ns"); /* the last run counts */
    static const char *const expected[] = {"a_tt-3ns", "b-2.5ns", "b-10ns"};
    char **paths = results_list(dir);
    for (int i = 0; i < 3; i++)
        assert_string_equal(results_name(paths[i]), expected[i]);
    assert_null(paths[3]);
    metrics m = {0};
    assert_true(metrics_load(&m, paths[2]));
    assert_true(metrics_get(&m, "enc__area_um2") == 4);
}

static void files_of_others_are_left_alone(void **state)
{
    (void)state;
    char *dir = make_design("others", 32, NULL, NULL), *folder = path_join(dir, "synth");
    static const char *const texts[] = {"my own notes\n", "{\n  \"mine\": 1\n}\n"};
    dir_make(folder);
    file_write(path_join(folder, "b-10ns.json"), texts[0], strlen(texts[0]));
    file_write(path_join(folder, "b-10ns-2.json"), texts[1], strlen(texts[1]));
    assert_string_equal(keep(dir, run_of("b.lib", 10, "b1", 1)), "b-10ns-3");
    assert_string_equal(keep(dir, run_of("b.lib", 10, "b2", 2)), "b-10ns-4"); /* another file of this name */
    assert_string_equal(keep(dir, run_of("b.lib", 10, "b1", 3)), "b-10ns-3");
    assert_string_equal(file_read(path_join(folder, "b-10ns.json"), NULL), texts[0]);
    assert_string_equal(file_read(path_join(folder, "b-10ns-2.json"), NULL), texts[1]);
    char **paths = results_list(dir);
    assert_string_equal(results_name(paths[0]), "b-10ns-3");
    assert_string_equal(results_name(paths[1]), "b-10ns-4");
    assert_null(paths[2]);
}

/* The place of a text behind another one. */
static const char *behind(const char *from, const char *s)
{
    const char *at = strstr(from, s);
    if (at == NULL)
        fail_msg("no %s", s);
    return at;
}

static void the_report_shows_them_with_what_differs_first(void **state)
{
    (void)state;
    char *dir = make_design("shown", 32, NULL, NULL), *html;
    add_trace(dir);
    add_synth(dir, "osu018_stdcells.lib");
    keep(dir, run_of("osu018_stdcells.lib", 4, "o", 9000));
    html = report_page(dir);
    assert_null(strstr(html, "Libraries and clocks")); /* of one there is nothing to compare */
    metrics last = run_of("osu018_stdcells.lib", 4, "o", 9000);
    save(&last, dir, "synth.json");
    keep(dir, run_of("nangate45_typ.lib", 1, "n", 500));
    html = report_page(dir);
    assert_well_formed(html);
    assert_self_contained(html);
    const char *at = behind(html, "<h2>Libraries and clocks</h2>");
    at = behind(at, ">nangate45_typ-1ns</th>");
    at = behind(at, ">osu018_stdcells-4ns</th>");
    /* What differs: the library, its node, the clock, the areas. The tag and the parameters are the same. */
    const char *library = behind(at, ">library</th><td class=\"n\">nangate45_typ.lib</td><td class=\"n\">osu018_stdcells.lib</td>");
    const char *logic = behind(library, ">logic</th>"), *same = behind(at, "<th scope=\"row\">modes</th>"), *tag = behind(at, ">tag</th>");
    assert_true(library < logic && logic < same && same < tag);
    behind(at, "The other sections are of the last synthesis, osu018_stdcells-4ns.");
    behind(at, "different libraries");
    /* The net saving is of our units in the library of the storage's node alone. */
    const char *saving = behind(at, ">net saving an access</th>");
    assert_true(behind(saving, ">84.6<") < behind(saving, "<td class=\"n\">–</td>") && behind(saving, "–") < behind(saving, "</tr>"));
    metrics m = metrics_of(dir);
    assert_true(metrics_get(&m, "enc__area_um2") == 9000);
    assert_true(isnan(metrics_get(&m, "energy__saved_pj")));
}

static void figures_of_another_design_are_left_out(void **state)
{
    (void)state;
    char *dir = make_design("mixed", 32, NULL, NULL);
    metrics other = run_of("b.lib", 1, "b", 1);
    add_synth(dir, "osu018_stdcells.lib");
    keep(dir, run_of("a.lib", 1, "a", 1));
    metrics_set_text(&other, "4-2", "run__param__modes");
    keep(dir, other);
    assert_null(strstr(report_page(dir), "Libraries and clocks"));
}

static const char *inputs_of;

static void forced(const char *out)
{
    report_run(&(report_options){.out = out, .force = true}, &inputs_of, 1);
}

/* No flag makes the page overwrite one of them. */
static void they_are_inputs_of_the_report(void **state)
{
    (void)state;
    char *dir = make_design("inputs", 32, NULL, NULL), *path = path_join(dir, "synth/a-1ns.json");
    keep(dir, run_of("a.lib", 1, "a", 1));
    keep(dir, run_of("b.lib", 1, "b", 1));
    inputs_of = dir;
    expect_refused(forced, path, "a-1ns.json is an input");
}

int main(void)
{
    top = scratch_dir();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_library_and_clock_has_a_file),
        cmocka_unit_test(files_of_others_are_left_alone),
        cmocka_unit_test(the_report_shows_them_with_what_differs_first),
        cmocka_unit_test(figures_of_another_design_are_left_out),
        cmocka_unit_test(they_are_inputs_of_the_report),
    };
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
