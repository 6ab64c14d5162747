/* SPDX-License-Identifier: Apache-2.0
 *
 * cmocka.h - as much of cmocka as tests/units/test_many.c uses, for processors for which Debian has no library of it. A test that fails ends the program. */
#ifndef WF_OWN_CMOCKA_H
#define WF_OWN_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define fail_msg(...) (printf("not ok 1 - "), printf(__VA_ARGS__), printf("\n"), exit(1))
#define assert_true(x) ((x) ? (void)0 : fail_msg("%s:%d: %s", __FILE__, __LINE__, #x))
#define assert_int_equal(a, b) assert_true((a) == (b))
#define assert_null(x) assert_true((x) == NULL)
#define assert_non_null(x) assert_true((x) != NULL)
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};
#define cmocka_unit_test(test) \
    {                          \
#test, test            \
    }
#define cmocka_run_group_tests_name(group, tests, setup, teardown) run_all(tests, sizeof(tests) / sizeof *(tests))

static inline int run_all(const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        tests[i].run(&state);
        printf("# %s\n", tests[i].name);
    }
    return 0;
}

#endif
