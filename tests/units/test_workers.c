/* SPDX-License-Identifier: Apache-2.0
 *
 * Items in processes of their own: their order, what they say, and how one that fails ends the program. Items wait for each other by a pipe, never
 * for a clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/text.h"
#include "../../base/workers.h"
#include "endings.h"

typedef struct {
    int pipe[2];
    int waits, wakes; /* an item that waits for another one; -1: none */
    int count, changed;
    char told[4096]; /* what was taken */
} scene;

static void wait_for_it(const scene *s)
{
    char c;
    if (read(s->pipe[0], &c, 1) != 1)
        _exit(9);
}

static void wake(const scene *s)
{
    if (write(s->pipe[1], "w", 1) != 1)
        _exit(9);
}

static void work(void *own, int i, FILE *out)
{
    scene *s = own;
    if (i == s->waits)
        wait_for_it(s);
    s->changed++;
    fprintf(out, "%d,", i * i);
    dprintf(STDERR_FILENO, "item %d\n", i);
    if (i == s->wakes)
        wake(s);
}

static void take(void *own, int i, char *wrote)
{
    scene *s = own;
    size_t len = strlen(s->told);
    snprintf(s->told + len, sizeof s->told - len, "%d:%s", i, wrote);
}

static scene played;

static void play(const char *jobs)
{
    const workers_job job = {.what = "items", .work = work, .take = take, .own = &played};
    workers_run(&job, played.count, atoi(jobs));
}

static outcome play_scene(int count, int waits, int wakes, const char *jobs)
{
    played = (scene){.count = count, .waits = waits, .wakes = wakes};
    assert_int_equal(pipe2(played.pipe, O_CLOEXEC), 0);
    outcome o = outcome_of(play, jobs);
    close(played.pipe[0]);
    close(played.pipe[1]);
    return o;
}

static void results_and_words_come_in_the_order_of_the_items(void **state)
{
    (void)state;
    static const char *const jobs[] = {"2", "3", "8"};
    for (int i = 0; i < 3; i++) {
        outcome o = play_scene(4, 0, 3, jobs[i]);
        assert_int_equal(o.code, 0);
        assert_string_equal(o.said, "item 0\nitem 1\nitem 2\nitem 3\n");
        assert_string_equal(played.told, "0:0,1:1,2:4,3:9,");
    }
}

static void one_at_a_time_is_the_same(void **state)
{
    (void)state;
    outcome o = play_scene(3, 2, 0, "1");
    assert_int_equal(o.code, 0);
    assert_string_equal(played.told, "0:0,1:1,2:4,");
}

static void what_an_item_changes_is_its_own(void **state)
{
    (void)state;
    play_scene(5, -1, -1, "2");
    assert_int_equal(played.changed, 0);
}

static void no_item_is_no_work(void **state)
{
    (void)state;
    outcome o = play_scene(0, -1, -1, "2");
    assert_int_equal(o.code, 0);
    assert_string_equal(played.told, "");
}

/* The first item ends last: what the others wrote is kept, with few files open. */
static void many_items_take_few_files(void **state)
{
    (void)state;
    struct rlimit before;
    getrlimit(RLIMIT_NOFILE, &before);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){32, before.rlim_max});
    outcome o = play_scene(100, 0, 99, "2");
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(o.code, 0);
    assert_int_equal(o.lines, 100);
}

/* ---- items that fail ---- */

/* "CODES": the exit code of each item, k: by a signal. */
static const char *codes;

static void fail_as_told(void *own, int i, FILE *out)
{
    (void)own;
    (void)out;
    if (codes[i] == 'k')
        raise(SIGKILL);
    if (codes[i] != '0')
        dprintf(STDERR_FILENO, "item %d has failed\n", i);
    _exit(codes[i] - '0');
}

static void play_failing(const char *jobs)
{
    const workers_job job = {.what = "items", .work = fail_as_told, .take = take, .own = &played};
    workers_run(&job, (int)strlen(codes), atoi(jobs));
}

static void expect_failure(const char *of, int code, const char *said)
{
    static const char *const jobs[] = {"1", "2", "8"};
    for (int i = 0; i < 3; i++) {
        played = (scene){.count = 0};
        codes = of;
        outcome o = outcome_of(play_failing, jobs[i]);
        assert_int_equal(o.code, code);
        assert_string_equal(o.said, said);
    }
}

static void the_first_that_fails_ends_the_program(void **state)
{
    (void)state;
    expect_failure("0021", 2, "item 2 has failed\n");
    expect_failure("0120", 1, "item 1 has failed\n");
    expect_failure("000k", 1, "warpfold: items: a process of ours was ended by signal 9\n");
}

/* ---- our own end ---- */

/* Tells that it is there, and waits for what never comes. */
static void wait_for_ever(void *own, int i, FILE *out)
{
    const scene *s = own;
    (void)i;
    (void)out;
    wake(s);
    for (;;)
        pause();
}

/* The item alone holds the pipe's end: it is closed when the item is gone. */
static void no_item_outlives_us(void **state)
{
    (void)state;
    scene s = {.count = 1};
    const workers_job job = {.what = "items", .work = wait_for_ever, .take = take, .own = &s};
    char c;
    assert_int_equal(pipe2(s.pipe, O_CLOEXEC), 0);
    pid_t us = fork();
    if (us == 0) {
        workers_run(&job, 1, 1);
        _exit(0);
    }
    close(s.pipe[1]);
    assert_int_equal(read(s.pipe[0], &c, 1), 1);
    kill(us, SIGKILL);
    waitpid(us, NULL, 0);
    struct pollfd end = {.fd = s.pipe[0], .events = POLLIN};
    assert_int_equal(poll(&end, 1, 60000), 1);
    assert_int_equal(read(s.pipe[0], &c, 1), 0);
    close(s.pipe[0]);
}

/* ---- make's job server ---- */

/* Two at a time need a token, which is back at the end. */
static void a_token_for_each_but_the_first(void **state)
{
    (void)state;
    int server[2];
    char c = 0;
    assert_int_equal(pipe2(server, O_CLOEXEC), 0);
    assert_int_equal(write(server[1], "t", 1), 1);
    setenv("MAKEFLAGS", format_new(" -j2 --jobserver-auth=%d,%d", server[0], server[1]), 1);
    outcome o = play_scene(6, 0, 1, "0");
    unsetenv("MAKEFLAGS");
    assert_int_equal(o.code, 0);
    assert_int_equal(o.lines, 6);
    fcntl(server[0], F_SETFL, O_NONBLOCK);
    assert_int_equal(read(server[0], &c, 1), 1);
    assert_int_equal(c, 't');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_and_words_come_in_the_order_of_the_items),
        cmocka_unit_test(one_at_a_time_is_the_same),
        cmocka_unit_test(what_an_item_changes_is_its_own),
        cmocka_unit_test(no_item_is_no_work),
        cmocka_unit_test(many_items_take_few_files),
        cmocka_unit_test(the_first_that_fails_ends_the_program),
        cmocka_unit_test(no_item_outlives_us),
        cmocka_unit_test(a_token_for_each_but_the_first),
    };
    return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
