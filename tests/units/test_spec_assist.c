/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_assist.c - the specification of assist, fed by hand: it accepts the examples of docs/assist.md, and what becomes of triggers and instructions, and
 * complains of all else. test_spec_assist_bounds.c has what is held, rooms, bounds, kills and counts, test_spec_assist_faults.c traffic. */
#include "hand_assist.h"

/* ---- the examples of the page ---- */

static void one_trigger_and_one_like_it(void **state)
{
    (void)state;
    hand *h = hand_of("counts=off");
    of first = {15, 5, 3, 1}, second = {15, 5, 3, 2};
    for (uint32_t i = 8; i < 11; i++) {
        accepts(stores(h, 3, i, i == 8 ? FIRST : i == 10 ? LAST : 0));
        cycles(h, 1);
    }
    maps(h, 1, 3, 1, 0);
    cycles(h, 1);
    accepts(triggers(h, 1, 5, 1)); /* 100 */
    cycles(h, 1);
    h->held = 1 << 5;
    accepts(triggers(h, 1, 5, 2));
    cycles(h, 5);
    accepts(deploys(h, first, 8, 2, 0)); /* 106 */
    cycles(h, 2);
    accepts(issues(h, 15));
    cycles(h, 1);
    accepts(issues(h, 15));
    cycles(h, 2);
    accepts(deploys(h, first, 10, 1, LAST)); /* 111 */
    cycles(h, 9);
    accepts(retires(h, 15)); /* 120 */
    cycles(h, 2);
    accepts(ends(h, first, 0));
    cycles(h, 5);
    accepts(deploys(h, second, 8, 2, 0)); /* 127 */
    cycles(h, 1);
    accepts(issues(h, 15));
    cycles(h, 3);
    accepts(deploys(h, second, 10, 1, LAST));
    cycles(h, 9);
    accepts(retires(h, 15)); /* 140 */
    cycles(h, 2);
    accepts(ends(h, second, 0));
    cycles(h, 1);
    h->held = 0;
    cycles(h, 10);
    hand_free(h);
}

static void low_priority(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, LOW, 2, 20); /* 100 */
    cycles(h, 5);
    cycles_with(h, 4, AT_IDLE); /* 106 */
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    accepts(idles(h, x, 5, BRANCH));
    cycles(h, 4);
    accepts(resumes(h, 0, 4)); /* 115 */
    cycles(h, 3);
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    hand_free(h);
}

static void a_kill_waits_for_what_is_offered(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    cycles(h, 4);
    cycles_with(h, 3, AT_DEPLOY); /* 200 */
    accepts(deploys(h, a, 0, 2, 0));
    cycles(h, 1);
    accepts(kills(h, 1)); /* 204 */
    cycles(h, 1);
    h->held = 0;
    cycles(h, 100);
    complains(deploys(h, a, 2, 1, LAST), "instance 3, warp 1, routine 0, but no such trigger of high priority is under way");
    hand_free(h);
}

/* ---- triggers and drops ---- */

static void what_is_wrong_is_dropped_in_the_next_cycle(void **state)
{
    (void)state;
    hand *h = hand_of(QUIET);
    accepts(triggers(h, 1, 2, 5));
    complains(drops(h, 1, 2, 1, 5), "dropped: no trigger was taken in the cycle before");
    cycles(h, 1);
    complains(drops(h, 0, 2, 1, 5), "dropped: cause_o is not that of the trigger");
    complains(drops(h, 1, 3, 1, 5), "dropped: warp_o is not that of the trigger");
    complains(drops(h, 1, 2, 1, 4), "dropped: data_o is not that of the trigger");
    complains(drops(h, 1, 2, 2, 5), "dropped: reason_o is 2, expected 1");
    accepts(drops(h, 1, 2, 1, 5));
    complains(drops(h, 1, 2, 1, 5), "dropped: no trigger was taken in the cycle before");
    accepts(triggers(h, 1, 2, 5));
    cycles(h, 1);
    complains(over(h), "trigger of event 1, warp 2: it is not dropped, expected reason 1");
    hand_free(h);
}

/* The first of the reasons holds, as it was at the start of the cycle. */
static void reasons_have_an_order(void **state)
{
    (void)state;
    hand *h = hand_of(QUIET);
    accepts(triggers(h, 0, 1, 0));
    maps(h, 0, 2, 1, 3);
    cycles(h, 1);
    accepts(drops(h, 0, 1, 1, 0)); /* the map came too late */
    accepts(triggers(h, 0, 1, 0));
    accepts(stores(h, 2, 0, FIRST));
    cycles(h, 1);
    accepts(drops(h, 0, 1, 2, 0)); /* so did the routine */
    accepts(triggers(h, 0, 1, 0));
    spares(h, 3);
    cycles(h, 1);
    accepts(drops(h, 0, 1, 3, 0)); /* and the registers */
    accepts(triggers(h, 0, 1, 0));
    spares(h, 2);
    cycles(h, 1);
    h->held = 2;
    complains(drops(h, 0, 1, 3, 0), "high priority trigger of event 0, warp 1, routine 2, taken in cycle 3: it is dropped, with reason 3");
    complains(drops(h, 0, 1, 0, 0), "it is dropped, with reason 0");
    cycles(h, 1);
    accepts(triggers(h, 0, 1, 0));
    cycles(h, 1);
    accepts(drops(h, 0, 1, 3, 0));
    cycles(h, 1);
    hand_free(h);
}

/* One place and one entry is for low priority. */
static void low_priority_is_dropped_if_it_is_full(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, LOW, 0, 1);
    complains(drops(h, LOW, 0, 0, 1),
              "low priority trigger of event 1, warp 0, routine 1, taken in cycle 20: it is dropped, with reason 0");
    accepts(triggers(h, LOW, 1, 2)); /* the first may have its entry */
    cycles(h, 1);
    cycles(h, 1);
    accepts(triggers(h, LOW, 2, 3)); /* one of both has the place */
    cycles(h, 1);
    complains(over(h), "taken in cycle 23: it is not dropped, but no place is free that low priority may use");
    hand_free(h);

    h = small();
    comes(h, LOW, 0, 1);
    accepts(triggers(h, LOW, 0, 2)); /* behind it: the place is its own */
    cycles(h, 1);
    accepts(triggers(h, LOW, 1, 3));
    cycles(h, 1);
    accepts(drops(h, LOW, 1, 0, 3));
    cycles(h, 1);
    hand_free(h);
}

/* Three places are above the one of low priority: the fourth of high priority may have it. */
static void high_priority_may_take_the_place_of_low(void **state)
{
    (void)state;
    hand *h = small();
    for (uint32_t n = 0; n < 3; n++)
        comes(h, HIGH, n, n);
    accepts(triggers(h, LOW, 0, 9));
    cycles(h, 1);
    complains(drops(h, LOW, 0, 0, 9), "it is dropped, with reason 0");
    hand_free(h);

    h = small();
    for (uint32_t n = 0; n < 4; n++)
        comes(h, HIGH, n, n);
    accepts(triggers(h, LOW, 0, 9));
    cycles(h, 1);
    accepts(drops(h, LOW, 0, 0, 9));
    hand_free(h);
}

static void no_more_are_taken_than_there_are_places(void **state)
{
    (void)state;
    hand *h = small();
    for (uint32_t n = 0; n < 5; n++)
        comes(h, HIGH, 1, n); /* the first may have an entry */
    complains(triggers(h, HIGH, 1, 5), "trigger: it is taken, but no place is free");
    hand_free(h);
}

static void the_store_is_taken_while_nothing_is_under_way(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    complains(stores(h, 0, 0, FIRST), "taken in cycle 20: it is under way, but `store` is taken");
    hand_free(h);
}

/* ---- instructions ---- */

static void instructions_leave_in_order(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    complains(deploys(h, a, 0, 0, 0), "deploy: count_o is 0, from 1 to 2 are right");
    complains(deploys(h, a, 0, 3, 0), "deploy: count_o is 3, from 1 to 2 are right");
    accepts(deploys(h, a, 0, 1, 0));
    cycles(h, 1);
    complains(deploys(h, a, 0, 1, 0), "deploy: address_o is 0, expected 1");
    complains(deploys(h, a, 1, 2, LAST), "instructions of two rows leave together");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 2, 0));
    accepts(issues(h, 3));
    cycles(h, 1);
    complains(deploys(h, a, 2, 1, 0), "deploy: last_o is 0 behind 3 instructions");
    complains(deploys(h, a, 3, 1, 0), "an instruction leaves behind its last one");
    hand_free(h);

    h = small();
    comes(h, LOOPS, 1, 30);
    complains(deploys(h, loop, 0, 1, 0), "deploy: address_o is 0, expected 8");
    hand_free(h);
}

/* The routine begins at 8: behind 15 comes 0. The sixteenth is cut, and its last. */
static void what_never_ends_is_cut(void **state)
{
    (void)state;
    hand *h = hand_of(QUIET);
    for (uint32_t i = 0; i < WORDS; i++) {
        accepts(stores(h, 3, i, i == 8 ? FIRST : 0));
        cycles(h, 1);
    }
    maps(h, LOOPS, 3, 1, 0);
    cycles(h, 1);
    comes(h, LOOPS, 1, 30);
    for (uint32_t n = 0; n < 14; n += 2) {
        accepts(deploys(h, loop, (8 + n) % WORDS, 2, 0));
        accepts(issues(h, 3));
        cycles(h, 1);
        accepts(issues(h, 3));
        cycles(h, 1);
    }
    accepts(deploys(h, loop, 6, 1, 0));
    cycles(h, 1);
    complains(deploys(h, loop, 7, 1, 0), "deploy: last_o is 0 behind 16 instructions");
    accepts(retires(h, 3));
    cycles(h, 1);
    complains(ends(h, loop, 0), "done: cut_o is 0 behind 16 instructions");
    hand_free(h);
}

static void behind_a_branch_comes_what_resume_says(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, LOW, 2, 20);
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    accepts(idles(h, x, 5, BRANCH));
    cycles(h, 1);
    complains(idles(h, x, 6, LAST), "an instruction leaves behind its branch, before `resume`");
    accepts(resumes(h, 0, 2));
    complains(idles(h, x, 2, LAST), "an instruction leaves behind its branch, before `resume`"); /* it counts from the next cycle on */
    cycles(h, 1);
    complains(idles(h, x, 6, LAST), "idle: address_o is 6, expected 2");
    accepts(idles(h, x, 2, LAST));
    hand_free(h);
}

static void priority_says_where_they_leave(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    complains(idles(h, a, 0, 0), "no such trigger of low priority is under way");
    accepts(deploys(h, a, 0, 1, 0));
    cycles(h, 1);
    complains(idles(h, a, 1, 0), "its instructions leave at `idle`");
    comes(h, LOW, 2, 20);
    complains(idles(h, (of){1, 2, 1, 20}, 4, 0), "it has entry 1; low priority may use those below 1");
    complains(deploys(h, (of){2, 2, 1, 20}, 4, 1, 0), "no such trigger of high priority is under way");
    hand_free(h);
}

/* ---- those that are like each other ---- */

static void the_next_one_leaves_after_done(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    comes(h, HIGH, 1, 11);
    complains(deploys(h, b, 0, 2, 0), "deploy: data_o is not that of the trigger"); /* the later one first */
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    comes(h, HIGH, 1, 11);
    accepts(deploys(h, a, 0, 2, 0));
    accepts(issues(h, 3));
    cycles(h, 1);
    complains(deploys(h, (of){2, 1, 0, 11}, 0, 2, 0), "it is instance 3 and under way, but one like it leaves as instance 2");
    complains(ends(h, a, 0), "`done` tells of it before its last instruction has left");
    accepts(deploys(h, a, 2, 1, LAST));
    complains(ends(h, a, 0), "`done` tells of it before its retire");
    accepts(retires(h, 3));
    complains(ends(h, a, 0), "`done` tells of it before its retire");
    cycles(h, 1);
    complains(ends(h, b, 0), "done: data_o is not that of the trigger");
    complains(ends(h, a, 0), "done: of instance 3, but no trigger has had an instruction there"); /* once */
    complains(deploys(h, (of){2, 1, 0, 11}, 0, 2, 0), "it is instance 3 and under way");          /* after it */
    cycles(h, 1);
    accepts(deploys(h, b, 0, 2, 0));
    cycles(h, 1);
    hand_free(h);
}

/* Of low priority those of another routine are not like it, nor is one of high priority. */
static void what_is_not_like_it_does_not_wait(void **state)
{
    (void)state;
    hand *h = kernel("warps=4 routines=4 events=4 store=16 bits=16 entries=4 waiting=4 low=3 width=2 live=1 data=8 counts=off");
    comes(h, LOW, 1, 1);
    maps(h, 2, 0, 0, 0);
    cycles(h, 1);
    comes(h, LOOPS, 1, 2);
    accepts(triggers(h, 2, 1, 3));
    cycles(h, 1);
    accepts(idles(h, (of){0, 1, 1, 1}, 4, 0));
    cycles(h, 1);
    accepts(idles(h, (of){1, 1, 0, 3}, 0, 0));
    accepts(deploys(h, (of){3, 1, 3, 2}, 8, 2, 0));
    cycles(h, 1);
    hand_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_trigger_and_one_like_it),
        cmocka_unit_test(low_priority),
        cmocka_unit_test(a_kill_waits_for_what_is_offered),
        cmocka_unit_test(what_is_wrong_is_dropped_in_the_next_cycle),
        cmocka_unit_test(reasons_have_an_order),
        cmocka_unit_test(low_priority_is_dropped_if_it_is_full),
        cmocka_unit_test(high_priority_may_take_the_place_of_low),
        cmocka_unit_test(no_more_are_taken_than_there_are_places),
        cmocka_unit_test(the_store_is_taken_while_nothing_is_under_way),
        cmocka_unit_test(instructions_leave_in_order),
        cmocka_unit_test(what_never_ends_is_cut),
        cmocka_unit_test(behind_a_branch_comes_what_resume_says),
        cmocka_unit_test(priority_says_where_they_leave),
        cmocka_unit_test(the_next_one_leaves_after_done),
        cmocka_unit_test(what_is_not_like_it_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
