/* SPDX-License-Identifier: Apache-2.0
 *
 * Records of figures: their order, their look-ups, and the file to the byte. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/metrics.h"
#include "endings.h"

static char *path; /* in a scratch folder */

static void the_order_is_that_of_the_first_setting(void **state)
{
    (void)state;
    static const char *const keys[] = {"b", "a", "c", "d"};
    metrics m = {0}, more = {0};
    metrics_set(&m, 1, "b");
    metrics_set_text(&m, "two", "a");
    metrics_set(&m, 3, "%c", 'c');
    metrics_set(&m, 4, "gone");
    metrics_set(&m, 5, "a");
    metrics_set_text(&more, "six", "d");
    metrics_set(&more, 7, "b");
    metrics_remove(&m, "g%s", "one");
    metrics_remove(&m, "never there");
    metrics_merge(&m, &more);
    assert_int_equal(metrics_count(&m), 4);
    int i = 0;
    for (const metric *x = m.first; x; x = x->hh.next)
        assert_string_equal(x->key, keys[i++]);
    assert_int_equal(i, 4);
    assert_true(metrics_get(&m, "b") == 7);
    assert_true(metrics_get(&m, "a") == 5);
    assert_null(metrics_get_text(&m, "a"));
    assert_true(isnan(metrics_get(&m, "d")));
    assert_true(isnan(metrics_get(&m, "gone")));
}

static void a_thousand_keys_are_found(void **state)
{
    (void)state;
    metrics m = {0};
    for (int i = 0; i < 1000; i++)
        metrics_set(&m, i, "key__%d", i);
    for (int i = 0; i < 1000; i++)
        assert_true(metrics_get(&m, "key__%d", i) == i);
    assert_int_equal(metrics_count(&m), 1000);
}

static void a_file_has_a_key_a_line(void **state)
{
    (void)state;
    static const char expected[] = "{\n"
                                   "  \"whole\": 123456789012345,\n"
                                   "  \"digits\": 0.333333,\n"
                                   "  \"large\": 1.23457e+06,\n"
                                   "  \"huge\": 1e+15,\n"
                                   "  \"small\": -1e-07,\n"
                                   "  \"a \\\"key\\\"\": \"a\\\\b\\u0001 –\"\n"
                                   "}\n";
    metrics m = {0}, again = {0};
    metrics_set(&m, 123456789012345.0, "whole");
    metrics_set(&m, 1.0 / 3, "digits");
    metrics_set(&m, 1234567.5, "large");
    metrics_set(&m, 1e15, "huge");
    metrics_set(&m, -1e-7, "small");
    metrics_set(&m, NAN, "unknown");
    metrics_set_text(&m, "a\\b\x01 –", "a \"key\"");
    metrics_save(&m, path);
    char *data = file_read(path, NULL);
    assert_string_equal(data, expected);
    assert_true(metrics_load(&again, path));
    assert_true(metrics_get(&again, "large") == 1234570);
    assert_string_equal(metrics_get_text(&again, "a \"key\""), "a\\b\x01 –");
    assert_true(isnan(metrics_get(&again, "unknown")));
    assert_true(metrics_unknown(&m, "unknown"));
    assert_false(metrics_unknown(&again, "unknown") || metrics_unknown(&m, "whole") || metrics_unknown(&m, "a \"key\""));
    metrics_free(&m);
    metrics_save(&m, path);
    data = file_read(path, NULL);
    assert_string_equal(data, "{\n}\n");
    metrics_free(&again);
    unlink(path);
    assert_false(metrics_load(&again, path));
}

/* What another tool wrote: the key is there, its value is not. */
static void a_null_is_not_known(void **state)
{
    (void)state;
    static const char file[] = "{\"a\": null, \"b\": 2, \"c\": null}\n";
    metrics m = {0}, merged = {0};
    metrics_set(&merged, 1, "a");
    file_write(path, file, strlen(file));
    assert_true(metrics_load(&m, path));
    assert_true(isnan(metrics_get(&m, "a")) && metrics_get_text(&m, "a") == NULL && metrics_unknown(&m, "a"));
    assert_false(metrics_unknown(&m, "b") || metrics_unknown(&m, "none"));
    metrics_merge(&merged, &m); /* it takes the place of what was known */
    assert_true(metrics_unknown(&merged, "a"));
    metrics_save(&merged, path);
    assert_string_equal(file_read(path, NULL), "{\n  \"b\": 2\n}\n");
    metrics_set(&merged, 3, "a");
    assert_false(metrics_unknown(&merged, "a"));
    unlink(path);
}

static void load(const char *file)
{
    metrics m = {0};
    metrics_load(&m, file);
}

static void what_is_no_record_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "[1]", "{\"a\": 1", "{\"a\": [1]}", "{\"a\": true}", "{\"a\": 1} 2", "{\"a\": 1}\n\n}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        file_write(path, bad[i], strlen(bad[i]));
        assert_int_equal(outcome_of(load, path).code, 2);
    }
    file_write(path, "{\n\"a\": 1\n}\n}\n", 13);
    expect_refused(load, path, "line 4");
    file_write(path, "{\"a\": 1} \n\t \n", 13);
    assert_int_equal(outcome_of(load, path).code, 0);
    unlink(path);
}

int main(void)
{
    char *top = scratch_dir();
    path = path_join(top, "metrics.json");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_that_of_the_first_setting),
        cmocka_unit_test(a_thousand_keys_are_found),
        cmocka_unit_test(a_file_has_a_key_a_line),
        cmocka_unit_test(a_null_is_not_known),
        cmocka_unit_test(what_is_no_record_is_refused),
    };
    return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
