/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of a sweep: what a task's process leaves, and how it ended, say what became of it. A schedule starts its own program, which is
 * this test: here its tasks are played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>

#include "../../base/file.h"
#include "../../sweep/schedule.h"
#include "endings.h"
#include "own_folder.h"

/* ---- a task's process ---- */

static const char *flag_of(char **argv, const char *name)
{
    while (strcmp(*argv, name) != 0)
        argv++;
    return argv[1];
}

/* The part of a task says what its process does. */
static int play(char **argv)
{
    const char *part = strchr(flag_of(argv, "--task"), ':') + 1, *key = flag_of(argv, "--key");
    store s;
    metrics m = {0};
    metrics_set(&m, 1, "area");
    store_open(&s, flag_of(argv, "--cache"));
    if (strcmp(part, "nothing") != 0 && strcmp(part, "fails") != 0 && strcmp(part, "killed") != 0)
        store_save(&s, key, &m);
    if (strcmp(part, "late") == 0)
        puts(TASK_WAS_DONE);
    if (strcmp(part, "fails") == 0)
        fputs("warpfold: no such cell (log: here)\n", stderr);
    fflush(NULL);
    if (starts_with(part, "killed"))
        raise(SIGKILL);
    return strcmp(part, "fails") == 0;
}

/* ---- what becomes of tasks ---- */

typedef struct {
    schedule_result r;
    store s;
    sweep_task task[8];
    int count;
} trial_run;

static trial_run run_of(const char *cache, const char *const *parts)
{
    static const sweep_plan plan = {.path = "none.ini"};
    trial_run t = {0};
    for (; parts[t.count]; t.count++) {
        t.task[t.count] = (sweep_task){.part = parts[t.count]};
        hash_hex(parts[t.count], strlen(parts[t.count]), t.task[t.count].key);
    }
    const sweep_tasks tasks = {.all = t.task, .count = t.count};
    const schedule_options o = {.jobs = 2, .logs = path_join(dir, "logs")};
    store_open(&t.s, path_join(dir, cache));
    t.r = schedule_run(&plan, &tasks, &t.s, &o);
    return t;
}

static void expect(const char *part, int made, int cached, int failed, const char *why)
{
    const char *const parts[] = {part, NULL};
    const trial_run t = run_of(part, parts);
    assert_int_equal(t.r.made, made);
    assert_int_equal(t.r.cached, cached);
    assert_int_equal(t.r.failed, failed);
    const char *told = store_why(&t.s, t.task[0].key);
    if (why)
        assert_string_equal(told, why);
    else
        assert_null(told);
}

static void what_a_task_made_is_its_own(void **state)
{
    (void)state;
    expect("made", 1, 0, 0, NULL);
}

static void what_another_sweep_made_meanwhile_is_not(void **state)
{
    (void)state;
    expect("late", 0, 1, 0, NULL);
}

static void a_task_whose_figures_are_there_is_done_however_it_ended(void **state)
{
    (void)state;
    expect("killed late", 1, 0, 0, NULL);
}

static void a_task_without_figures_has_failed_however_it_ended(void **state)
{
    (void)state;
    expect("nothing", 0, 0, 1, "its result is not in the cache");
    expect("killed", 0, 0, 1, "killed by signal 9");
    expect("fails", 0, 0, 1, "no such cell");
}

static void one_that_fails_stops_no_other(void **state)
{
    (void)state;
    static const char *const parts[] = {"fails", "made", "nothing", "late", "killed", "made too", NULL};
    const trial_run first = run_of("all", parts);
    assert_int_equal(first.r.made, 2);
    assert_int_equal(first.r.cached, 1);
    assert_int_equal(first.r.failed, 3);
    const trial_run again = run_of("all", parts);
    assert_int_equal(again.r.made, 0);
    assert_int_equal(again.r.cached, 3);
    assert_int_equal(again.r.failed, 3);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "sweep") == 0)
        return play(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_task_made_is_its_own),
        cmocka_unit_test(what_another_sweep_made_meanwhile_is_not),
        cmocka_unit_test(a_task_whose_figures_are_there_is_done_however_it_ended),
        cmocka_unit_test(a_task_without_figures_has_failed_however_it_ended),
        cmocka_unit_test(one_that_fails_stops_no_other),
    };
    return cmocka_run_group_tests_name("schedule", tests, own_folder_make, own_folder_remove);
}
