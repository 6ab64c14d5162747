/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_assist_bounds.c - the specification of assist, fed by hand: held warps, rooms, flushes, bounds, kills, windows, counts, what is told by mistake, and
 * resets. It accepts each at its edge, and complains of what is behind that. */
#include "hand_assist.h"

/* ---- held ---- */

static void a_parent_is_held_from_the_next_cycle_on(void **state)
{
    (void)state;
    hand *h = small();
    accepts(triggers(h, HIGH, 1, 10));
    h->held = 2;
    complains(holds(h), "held: bit 1 is 1, but no trigger of high priority of that warp is under way");
    h->held = 0;
    cycles(h, 1);
    complains(holds(h), "held: bit 1 is 0, but a trigger of high priority of that warp is under way");
    h->held = 2;
    accepts(holds(h));
    accepts(triggers(h, LOW, 3, 20));
    cycles(h, 1);
    accepts(holds(h));
    hand_free(h);
}

static void ends_in_this_cycle(hand *h, of i)
{
    accepts(deploys(h, i, 0, 2, 0));
    accepts(issues(h, i.instance));
    cycles(h, 1);
    accepts(deploys(h, i, 2, 1, LAST));
    accepts(retires(h, i.instance));
    cycles(h, 1);
    accepts(ends(h, i, 0));
}

static void a_parent_is_held_till_the_last_done(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    ends_in_this_cycle(h, a);
    h->held = 0;
    complains(holds(h), "held: bit 1 is 0");
    h->held = 2;
    cycles(h, 1);
    complains(holds(h), "held: bit 1 is 1");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    ends_in_this_cycle(h, a);
    accepts(triggers(h, HIGH, 1, 11)); /* one more in the cycle of `done` */
    cycles(h, 1);
    h->held = 0;
    complains(holds(h), "held: bit 1 is 0");
    hand_free(h);
}

/* ---- room ---- */

static void no_more_leave_than_have_room(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 2, 0));
    cycles(h, 1);
    complains(deploys(h, a, 2, 1, LAST), "more than 2 of its instructions are in its parent's part");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 2, 0));
    accepts(issues(h, 3));
    complains(deploys(h, a, 2, 1, LAST), "more than 2 of its instructions are in its parent's part"); /* it counts from the next cycle on */
    hand_free(h);
}

static void a_flush_comes_two_cycles_before(void **state)
{
    (void)state;
    hand *h = kernel(QUIET " part=flush");
    complains(flushes(h, 1), "flush: of warp 1, but no trigger of high priority of it is under way");
    comes(h, HIGH, 1, 10);
    complains(deploys(h, a, 0, 2, 0), "its first instruction leaves, but `flush` did not tell of its warp");
    hand_free(h);

    h = kernel(QUIET " part=flush");
    comes(h, HIGH, 1, 10);
    accepts(flushes(h, 1));
    complains(flushes(h, 1), "`flush` tells of its warp twice");
    cycles(h, 1);
    cycles_with(h, 3, AT_DEPLOY);
    complains(deploys(h, a, 0, 2, 0), "its first instruction is offered less than two cycles after `flush` told of its warp");
    hand_free(h);

    h = kernel(QUIET " part=flush");
    comes(h, HIGH, 1, 10);
    accepts(flushes(h, 1));
    cycles(h, 2);
    cycles_with(h, 3, AT_DEPLOY);
    accepts(deploys(h, a, 0, 2, 0));
    hand_free(h);
}

/* ---- bounds ---- */

/* A row of another warp is held for long, and taken. */
static const of other = {2, 2, 0, 12};

static void another_is_held(hand *h)
{
    cycles_with(h, 1000, AT_DEPLOY);
    accepts(deploys(h, other, 0, 2, 0));
    cycles(h, 1);
}

static void the_first_instruction_comes_in_time(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    cycles(h, FIRST_BOUND - 1);
    accepts(deploys(h, a, 0, 2, 0));
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    cycles(h, FIRST_BOUND);
    complains(deploys(h, a, 0, 2, 0), "its first instruction is not offered within 16 cycles in which it was due");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    cycles(h, FIRST_BOUND);
    complains(over(h), "its first instruction is not offered within 16 cycles in which it was due");
    hand_free(h);

    h = small();
    comes(h, HIGH, 2, 12);
    comes(h, HIGH, 1, 10);
    another_is_held(h);   /* of these the last cycle counts */
    accepts(kills(h, 3)); /* but if a kill waits */
    cycles(h, 1 + FIRST_BOUND);
    complains(over(h), "its first instruction is not offered");
    hand_free(h);
}

/* Three are due; with four none is. */
static void more_than_entries_of_their_own_are_not_due(void **state)
{
    (void)state;
    hand *h = small();
    for (uint32_t n = 0; n < 4; n++)
        comes(h, HIGH, n, n);
    cycles(h, 1000);
    accepts(kills(h, 0));
    cycles(h, 1);
    h->held &= ~(uint64_t)1;
    cycles(h, FIRST_BOUND - 4);
    complains((cycles(h, 2), over(h)), "warp 1, routine 0, taken in cycle 21: its first instruction is not offered");
    hand_free(h);
}

/* A kill may wait while `idle` is held: whether it did, the cycle behind tells. */
static void cycles_in_which_a_kill_waits_do_not_count(void **state)
{
    (void)state;
    hand *h = small();
    accepts(triggers(h, LOW, 2, 20));
    cycles(h, 1);
    comes(h, HIGH, 1, 10);
    cycles_with(h, 1000, AT_IDLE);
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    accepts(kills(h, 3));
    cycles(h, FIRST_BOUND + 1);
    complains(over(h), "its first instruction is not offered");
    hand_free(h);

    h = small();
    accepts(triggers(h, LOW, 2, 20));
    cycles(h, 1);
    comes(h, HIGH, 1, 10);
    cycles_with(h, 1000, AT_IDLE);
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    complains(over(h), "its first instruction is not offered");
    hand_free(h);

    h = small();
    accepts(triggers(h, LOW, 2, 20));
    cycles(h, 1);
    comes(h, HIGH, 1, 10);
    cycles_with(h, 1000, AT_IDLE);
    complains(deploys(h, a, 0, 2, 0), "its first instruction is not offered"); /* what is new tells it, too */
    hand_free(h);
}

static void the_next_instruction_comes_in_time(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 2, 0));
    cycles(h, 1000); /* it has no room */
    accepts(issues(h, 3));
    cycles(h, 1);
    cycles(h, NEXT_BOUND - 1);
    accepts(deploys(h, a, 2, 1, LAST));
    cycles(h, 1000); /* it had its last one */
    accepts(retires(h, 3));
    cycles(h, 1);
    cycles(h, DONE_BOUND - 1);
    accepts(ends(h, a, 0));
    cycles(h, 1);
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 2, 0));
    accepts(issues(h, 3));
    cycles(h, 1);
    cycles(h, NEXT_BOUND);
    complains(over(h), "its next instruction is not offered within 10 cycles in which it had room");
    hand_free(h);
}

static void done_comes_in_time(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        hand *h = small();
        comes(h, HIGH, 2, 12);
        comes(h, HIGH, 1, 10);
        accepts(deploys(h, a, 0, 2, 0));
        accepts(issues(h, 3));
        cycles(h, 1);
        accepts(deploys(h, a, 2, 1, LAST));
        accepts(retires(h, 3));
        cycles(h, 1);
        another_is_held(h); /* the last of these counts */
        cycles(h, DONE_BOUND - 2 + late);
        accepts(ends(h, a, 0));
        if (late)
            complains(over(h), "`done` does not tell of it within 8 cycles of its retire");
        else
            cycles(h, 1);
        hand_free(h);
    }
}

/* Low priority has no bound, but nothing of it is lost. */
static void low_priority_comes_some_time(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, LOW, 2, 20);
    accepts(idles(h, x, 4, 0));
    cycles_with(h, 1, 0);
    cycles_with(h, 10000, AT_IDLE);
    accepts(idles(h, x, 5, BRANCH));
    cycles(h, 10000); /* it waits for the SM */
    accepts(resumes(h, 0, 4));
    cycles(h, 4000);
    const char *wrong = NULL;
    for (int n = 0; n < 200 && !wrong; n++)
        wrong = over(h);
    complains(wrong,
              "low priority trigger of event 1, warp 2, routine 1, taken in cycle 20: its next instruction is not offered within 4096");
    hand_free(h);

    h = small();
    comes(h, LOW, 2, 20);
    cycles(h, 4000);
    wrong = NULL;
    for (int n = 0; n < 200 && !wrong; n++)
        wrong = over(h);
    complains(wrong, "its first instruction is not offered within 4096");
    hand_free(h);
}

/* ---- kills ---- */

static void a_kill_is_taken_while_nothing_is_offered(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    accepts(kills(h, 1));
    complains(over_with(h, AT_DEPLOY), "kill: it is taken while `deploy` offers an instruction");
    hand_free(h);

    h = small();
    comes(h, LOW, 2, 20);
    accepts(idles(h, x, 4, 0));
    accepts(kills(h, 1));
    complains(over(h), "kill: it is taken while `idle` offers an instruction");
    hand_free(h);

    h = small();
    accepts(kills(h, 1));
    cycles(h, 1);
    accepts(kills(h, 2));
    complains(over(h), "kill: it is taken in the first cycle in which it can be there");
    hand_free(h);
}

static void a_kill_takes_all_of_its_warp(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    comes(h, HIGH, 2, 12);
    accepts(deploys(h, a, 0, 2, 0));
    cycles(h, 1);
    accepts(triggers(h, HIGH, 1, 11)); /* in the cycle of the kill: it is new */
    accepts(kills(h, 1));
    cycles(h, 1);
    complains(ends(h, a, 0), "done: of instance 3, but no trigger has had an instruction there");
    complains(deploys(h, a, 2, 1, LAST), "deploy: data_o is not that of the trigger");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    comes(h, HIGH, 2, 12);
    accepts(triggers(h, HIGH, 1, 11));
    accepts(kills(h, 1));
    cycles(h, 1);
    accepts(deploys(h, b, 0, 2, 0));
    cycles(h, 1);
    accepts(deploys(h, (of){2, 2, 0, 12}, 0, 2, 0)); /* of another warp */
    cycles(h, 1);
    hand_free(h);
}

static void what_is_offered_stays(void **state)
{
    (void)state;
    hand *h = small();
    comes(h, HIGH, 1, 10);
    cycles_with(h, 3, AT_DEPLOY);
    complains(over(h), "deploy: what was offered is offered no more, and was not taken");
    hand_free(h);
}

/* ---- windows ---- */

static void used(hand *h, uint32_t slots)
{
    accepts(takes(h, BUSY, &slots));
}

/* A window has 16 slots, of which 8 may be used. */
static void low_priority_is_throttled_behind_a_busy_window(void **state)
{
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        hand *h = small(); /* cycle 20 */
        comes(h, LOW, 2, 20);
        cycles(h, 11);
        for (uint32_t n = 0; n < 16; n++) {
            used(h, n < 8 + more);
            cycles(h, 1);
        }
        accepts(idles(h, x, 4, 0));
        cycles(h, 1);
        accepts(idles(h, x, 5, BRANCH));
        accepts(resumes(h, 0, 4));
        cycles(h, 1);
        if (more)
            complains(over_with(h, AT_IDLE), "idle: low priority is throttled, but more is offered than the 2 instructions");
        else
            cycles_with(h, 1, AT_IDLE);
        hand_free(h);
    }
}

static void low_priority_leaves_in_an_idle_slot_alone(void **state)
{
    (void)state;
    for (uint32_t slots = 0; slots < 2; slots++) { /* of one */
        hand *h = small();
        comes(h, LOW, 2, 20);
        cycles(h, 11);
        used(h, slots);
        if (slots) {
            accepts(idles(h, x, 4, 0));
            complains(over(h), "idle: an instruction is taken in a cycle in which 1 slots are used, all there are");
        } else {
            accepts(idles(h, x, 4, 0));
            cycles(h, 1);
        }
        hand_free(h);
    }
}

/* ---- counts ---- */

static const char *shows(hand *h, const char *name, uint32_t value)
{
    uint32_t f[MOST_FIELDS] = {0};
    put(h, STATE, f, name, value);
    return gives(h, STATE, f);
}

/* All counts are 0 but these. */
typedef struct {
    const char *name;
    uint32_t value;
} shown;

static const char *shows_all(hand *h, const shown *all, int count)
{
    uint32_t f[MOST_FIELDS] = {0};
    for (int i = 0; i < count; i++)
        put(h, STATE, f, all[i].name, all[i].value);
    return gives(h, STATE, f);
}

#define SHOWS(h, ...) shows_all(h, (const shown[]){__VA_ARGS__}, (int)(sizeof((const shown[]){__VA_ARGS__}) / sizeof(shown)))

static void what_happens_counts_three_cycles_later(void **state)
{
    (void)state;
    hand *h = hand_of(SMALL);
    for (int n = 0; n < 3; n++) {
        if (n == 0)
            accepts(kills(h, 1));
        accepts(shows(h, "kills", 0));
        cycles(h, 1);
    }
    complains(shows(h, "kills", 1), "state: empty_kills is 0; from 1 to 1 are right");
    complains(SHOWS(h, {"kills", 2}, {"empty_kills", 1}), "state: kills is 2; from 1 to 1 are right");
    h->c->spec->reset(h->c->state);
    accepts(kills(h, 1));
    complains(over(h), "state: it is not valid");
    hand_free(h);

    h = hand_of(SMALL);
    accepts(kills(h, 1));
    accepts(shows(h, "kills", 0));
    cycles(h, 1);
    complains(shows(h, "kills", 1), "state: kills is 1; from 0 to 0 are right");
    complains(shows(h, "kills", 0), "state: kills is 0, and was 1 before");
    hand_free(h);
}

/* What a kill took may have been chosen: what is shown then tells. */
static void what_a_kill_took_may_count(void **state)
{
    (void)state;
    hand *h = hand_of(SMALL);
    for (uint32_t i = 0; i < 2; i++) {
        accepts(stores(h, 0, i, i == 0 ? FIRST : LAST));
        accepts(shows(h, "kills", 0));
        cycles(h, 1);
    }
    maps(h, HIGH, 0, 1, 0);
    accepts(shows(h, "kills", 0));
    cycles(h, 1);
    accepts(triggers(h, HIGH, 1, 10));
    accepts(shows(h, "kills", 0));
    cycles(h, 1);
    h->held = 2;
    accepts(shows(h, "kills", 0));
    cycles(h, 1);
    accepts(kills(h, 1));
    accepts(shows(h, "kills", 0));
    cycles(h, 1);
    h->held = 0;
    accepts(SHOWS(h, {"triggers", 1}));
    cycles(h, 1);
    accepts(SHOWS(h, {"triggers", 1}));
    cycles(h, 1);
    complains(SHOWS(h, {"triggers", 1}, {"kills", 1}, {"started", 2}), "state: started is 2; from 0 to 1 are right");
    hand_free(h);
}

/* ---- what is told by mistake ---- */

static void what_changes_nothing(void **state)
{
    (void)state;
    hand *h = small();
    accepts(issues(h, 0));
    accepts(retires(h, 1));
    accepts(resumes(h, 2, 4)); /* of entries that are free */
    accepts(triggers(h, LOW, 2, 20));
    cycles(h, 1);
    accepts(issues(h, 0)); /* low priority has no part */
    complains(retires(h, 0), "the bench gave retire of instance 0, which it may be, before an instruction has left");
    accepts(retires(h, 1)); /* low priority has no such entry */
    accepts(idles(h, x, 4, 0));
    cycles(h, 1);
    complains(resumes(h, 0, 4), "the bench gave resume of an instruction that may be staged and has not left");
    accepts(idles(h, x, 5, BRANCH));
    accepts(retires(h, 0)); /* it stops */
    cycles(h, 1);
    accepts(resumes(h, 0, 6));
    cycles(h, 1);
    accepts(idles(h, x, 6, LAST));
    accepts(resumes(h, 0, 4)); /* it had its last one */
    cycles(h, 1);
    complains(idles(h, x, 4, 0), "an instruction leaves behind its last one");
    complains(ends(h, x, 0), "`done` tells of it before its retire");
    hand_free(h);

    h = small();
    comes(h, HIGH, 1, 10);
    accepts(deploys(h, a, 0, 1, 0));
    accepts(issues(h, 3));
    cycles(h, 1);
    complains(issues(h, 3), "the bench gave issued of an instruction that may be staged and has not left");
    hand_free(h);
}

/* ---- resets ---- */

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    hand *h = small();
    spares(h, 5);
    cycles(h, 1);
    comes(h, HIGH, 1, 10);
    h->c->spec->reset(h->c->state);
    h->held = 0;
    cycles(h, 2 * FIRST_BOUND);
    accepts(triggers(h, HIGH, 1, 11));
    cycles(h, 1);
    accepts(drops(h, HIGH, 1, 1, 11)); /* no event has a routine */
    maps(h, HIGH, 0, 1, 5);
    cycles(h, 1);
    accepts(triggers(h, HIGH, 1, 11));
    cycles(h, 1);
    accepts(drops(h, HIGH, 1, 2, 11)); /* no routine begins */
    accepts(stores(h, 0, 0, FIRST));
    cycles(h, 1);
    accepts(triggers(h, HIGH, 1, 11));
    cycles(h, 1);
    accepts(drops(h, HIGH, 1, 3, 11)); /* no registers are to spare */
    spares(h, 5);
    cycles(h, 1);
    comes(h, HIGH, 1, 11);
    complains(deploys(h, b, 0, 2, 0), "the bench loaded nothing at address 1, which it reached");
    hand_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parent_is_held_from_the_next_cycle_on),
        cmocka_unit_test(a_parent_is_held_till_the_last_done),
        cmocka_unit_test(no_more_leave_than_have_room),
        cmocka_unit_test(a_flush_comes_two_cycles_before),
        cmocka_unit_test(the_first_instruction_comes_in_time),
        cmocka_unit_test(more_than_entries_of_their_own_are_not_due),
        cmocka_unit_test(cycles_in_which_a_kill_waits_do_not_count),
        cmocka_unit_test(the_next_instruction_comes_in_time),
        cmocka_unit_test(done_comes_in_time),
        cmocka_unit_test(low_priority_comes_some_time),
        cmocka_unit_test(a_kill_is_taken_while_nothing_is_offered),
        cmocka_unit_test(a_kill_takes_all_of_its_warp),
        cmocka_unit_test(what_is_offered_stays),
        cmocka_unit_test(low_priority_is_throttled_behind_a_busy_window),
        cmocka_unit_test(low_priority_leaves_in_an_idle_slot_alone),
        cmocka_unit_test(what_happens_counts_three_cycles_later),
        cmocka_unit_test(what_a_kill_took_may_count),
        cmocka_unit_test(what_changes_nothing),
        cmocka_unit_test(a_reset_forgets_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
