/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_assist_faults.c - the specification of assist beside a plain assist (plain_assist.h) in traffic: it accepts the right one, and notices each kind
 * of mistake, in the words that name it. */
#include "plain_assist_sm.h"

static plain *plain_new(int lanes, const char *settings, uint64_t seed)
{
    plain *p = zalloc(sizeof *p);
    p->c = checker_new("assist", lanes, settings, BENCH_UNIT, 0);
    p->rng = (rng){seed};
    p->s = streams_of(p->c);
    const design *d = &p->c->d;
    p->warps = unit_parameter(d, "warps");
    p->routines = unit_parameter(d, "routines");
    p->events = unit_parameter(d, "events");
    p->words = unit_parameter(d, "store");
    p->entries = unit_parameter(d, "entries");
    p->places = unit_parameter(d, "waiting");
    p->low = unit_parameter(d, "low");
    p->width = unit_parameter(d, "width");
    p->room = unit_parameter(d, "room");
    p->most = unit_parameter(d, "most");
    p->slots = unit_parameter(d, "slots");
    p->window = unit_parameter(d, "window");
    p->limit = p->slots * p->window * unit_parameter(d, "throttle") / 100;
    p->flushes = unit_chooses(d, "part", "flush");
    return p;
}

static void plain_free(plain *p)
{
    checker_free(p->c);
    arena_free(p);
}

static const struct {
    int lanes;
    const char *settings;
} shapes[] = {
    {4, "warps=4 routines=4 events=8 store=16 bits=16 entries=4 waiting=8 low=2 width=2 room=2 most=16 live=1 data=16 slots=2 window=16 "
        "throttle=60"},
    {4, "warps=6 routines=4 events=8 store=32 bits=40 entries=8 waiting=8 low=3 width=4 room=3 most=16 live=1 data=40 slots=1 window=32 "
        "throttle=50 part=flush"},
    {64, "warps=48 routines=8 events=16 store=64 bits=128 entries=16 waiting=16 low=4 width=1 room=1 most=32 live=8 data=128 slots=4 "
         "window=64 throttle=100"},
    {32, "warps=40 routines=4 events=4 store=64 entries=32 waiting=64 low=16 width=4 room=4 part=flush throttle=0 counts=off"},
    {32, "warps=1 routines=2 events=2 store=16 entries=4 waiting=4 low=1 width=2 room=1"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FAULTY_SHAPES = 2 };

static void a_plain_assist_passes(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < SHAPES; k++) {
        plain *p = plain_new(shapes[k].lanes, shapes[k].settings, k);
        for (int n = 0; n < 30000; n++)
            accepts(plain_cycle(p));
        bool bounded = k < FAULTY_SHAPES;
        assert_true(p->moved > 100000 && p->seen[STARTED] > 800 && p->seen[WAITED] > 200 && p->seen[KILLS] > 300 && p->drops[0] > 1000);
        assert_true(!bounded ||
                    (p->seen[CUT] > 100 && p->seen[THROTTLED] > 5000 && p->drops[1] > 20 && p->drops[2] > 20 && p->drops[3] > 20));
        plain_free(p);
    }
}

/* What is said of each, by a '|' where it shows in several ways; nothing where it may show in any. */
static const char *const said[MISSES_A_COUNT] = {
    [LOSES_A_HIGH_ONE] = "held: bit",
    [LOSES_A_LOW_ONE] = "waited is|no place is free|the bench gave|empty_kills is|first instruction is not offered within",
    [DROPS_A_HIGH_ONE] = "it is dropped, with reason 0",
    [DROPS_FULL_EARLY] = "it is dropped, with reason 0",
    [DROPS_FULL_LATE] = "it is not dropped, but no place is free that low priority may use",
    [DROPS_AND_SAYS_NOTHING] = "it is not dropped|no place is free",
    [DROPS_A_CYCLE_LATE] = "it is not dropped|it is dropped, with reason|dropped: ",
    [DROPS_ANOTHER_EVENT] = "dropped: cause_o is not that",
    [DROPS_ANOTHER_WARP] = "dropped: warp_o is not that",
    [DROPS_OTHER_DATA] = "dropped: data_o is not that",
    [DROPS_TWICE] = "dropped: no trigger was taken|dropped: |it is dropped, with reason",
    [GIVES_ANOTHER_REASON] = "dropped: reason_o is",
    [TRUSTS_ANY_EVENT] = "held: bit|expected reason 1|expected 1",
    [TRUSTS_ANY_ROUTINE] = "held: bit|expected reason 2|expected 2",
    [TRUSTS_ANY_REGISTERS] = "held: bit|expected reason 3|expected 3",
    [COUNTS_REGISTERS_FROM_ONE] = "reason 3|reason_o is 3",
    [MAPS_IN_THE_CYCLE] = "routine_o is|dropped|held: bit",
    [TAKES_WITHOUT_A_PLACE] = "trigger: it is taken, but no place is free|it is dropped, with reason 0",
    [TAKES_STORE_WHILE_BUSY] = "it is under way, but `store` is taken",
    [REPEATS_AN_INSTRUCTION] = "two rows|address_o is|its instruction is not that",
    [SKIPS_AN_INSTRUCTION] = "address_o is|its instruction is not that|two rows",
    [FLIPS_AN_INSTRUCTION] = "its instruction is not that at address",
    [FLIPS_AN_ADDRESS] = "address_o is",
    [LEAVES_NOISE_BEHIND] = "an instruction from count_o on is not 0",
    [COUNTS_TOO_FAR] = "count_o is",
    [GIVES_ANOTHER_MASK] = "mask_o is not that",
    [GIVES_ANOTHER_LIVE_IN] = "live_in_o is not that",
    [GIVES_ANOTHER_LIVE_OUT] = "live_out_o is not that",
    [GIVES_OTHER_DATA] = "data_o is not that",
    [GIVES_ANOTHER_WARP] = "warp_o is not that|no such trigger|mask_o is not|one like it leaves",
    [GIVES_ANOTHER_ROUTINE] = "routine_o is|no such trigger|mask_o is not|one like it leaves",
    [BEGINS_ELSEWHERE] = "address_o is",
    [STOPS_AT_THE_TOP] = "address_o is|two rows|its instruction is not that",
    [RUNS_OVER_A_BRANCH] = "branch_o is 0|behind its branch",
    [RUNS_OVER_A_LAST] = "last_o is 0|behind its last",
    [RUNS_INTO_A_ROW] = "two rows leave together",
    [RESUMES_ELSEWHERE] = "address_o is",
    [CUTS_EARLY] = "last_o is 1 behind|cut_o is 1",
    [CUTS_LATE] = "behind its last one|last_o is 0 behind",
    [CUTS_WHAT_ENDS] = "cut_o is 1 behind",
    [FORGETS_LAST] = "last_o is 0",
    [FORGETS_BRANCH] = "branch_o is 0",
    [LEAVES_LOW_AT_DEPLOY] = "leave at `deploy`|no such trigger of high|one like it leaves|deploy: ",
    [LEAVES_HIGH_AT_IDLE] = "low priority may use|low_instructions is|leave at `idle`|no such trigger of low|one like it leaves|address_o "
                            "is|idle: |in its parent's part",
    [USES_A_HIGH_ENTRY] = "low priority may use",
    [STARTS_TWO] = "one like it leaves|started is|tells of its warp twice",
    [STARTS_THE_LATER] = "is not that of the trigger|one like it leaves",
    [ENDS_BEFORE_RETIRE] = "before its retire",
    [ENDS_TWICE] = "no trigger has had an instruction there",
    [ENDS_ANOTHER_INSTANCE] = "done: of instance|`done` tells of it before|done: ",
    [ENDS_ANOTHER_WARP] = "done: warp_o",
    [ENDS_ANOTHER_ROUTINE] = "done: routine_o",
    [ENDS_OTHER_DATA] = "done: data_o",
    [ENDS_OTHER_CUT] = "done: cut_o",
    [HOLDS_LATE] = "held: bit",
    [HOLDS_LOW] = "held: bit",
    [HOLDS_WHAT_IS_DROPPED] = "held: bit",
    [LETS_GO_EARLY] = "held: bit",
    [LETS_GO_LATE] = "held: bit",
    [LETS_GO_WITH_ONE_BEHIND] = "held: bit",
    [HOLDS_AFTER_A_KILL] = "held: bit",
    [LETS_GO_OF_A_NEW_ONE] = "held: bit",
    [HOLDS_ANOTHER] = "held: bit",
    [EXCEEDS_ITS_ROOM] = "of its instructions are in its parent's part|high_instructions is",
    [TRUSTS_ANY_ISSUED] = "of its instructions are in its parent's part|high_instructions is",
    [FORGETS_AN_ISSUED] = "its next instruction is not offered within",
    [FORGETS_A_FLUSH] = "but `flush` did not tell",
    [FLUSHES_TWICE] = "`flush` tells of its warp twice|flush: of warp",
    [FLUSHES_LATE] = "less than two cycles after `flush`",
    [FLUSHES_LOW] = "flush: of warp|`flush` tells of its warp twice|less than two cycles",
    [NEVER_PICKS_ONE] = "instruction is not offered within",
    [NEVER_ENDS_ONE] = "`done` does not tell of it within",
    [NEVER_CHOOSES_ONE] = "first instruction is not offered within",
    [FORGETS_A_RESUME] = "its next instruction is not offered within",
    [NEVER_THROTTLES] = "idle: low priority is throttled",
    [WITHDRAWS_AN_OFFER] = "is offered no more, and was not taken",
    [OFFERS_ANOTHER] = "less than two cycles|address_o is|leaves|is not that|no such trigger",
    [KILLS_WHILE_IT_OFFERS] = "kill: it is taken while",
    [KILLS_AGAIN] = "kill: it is taken in the first cycle",
    [KILL_LEAVES_A_PLACE] = "",
    [KILL_LEAVES_AN_ENTRY] = "",
    [KILL_LEAVES_A_WORD] = "no such trigger|is not that|one like it leaves|instruction there",
    [KILLS_OTHERS_TOO] = "",
    [KILLS_A_NEW_ONE] = "",
    [TRUSTS_ANY_RESUME] = "",
    [TRUSTS_ANY_RETIRE] = "before its last instruction has left",
    [KEEPS_THE_MAP] = "",
    [KEEPS_ROUTINES] = "held: bit|expected reason 2|expected 2|dropped",
    [KEEPS_SPARE] = "held: bit|expected reason 3|expected 3|dropped",
    [KEEPS_TRIGGERS] = "",
    [KEEPS_COUNTS] = "state: ",
    [SHOWS_NOTHING_HELD] = "held: it is not valid",
};

static bool is_said(const char *complaint, const char *of)
{
    for (const char *at = of; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        char part[100];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, "|"), at);
        if (strstr(complaint, part))
            return true;
    }
    return false;
}

static void fault_is_told(int what, uint64_t seed)
{
    bool flushes = what >= FORGETS_A_FLUSH && what <= FLUSHES_LOW;
    uint64_t shape = flushes ? 1 : seed % FAULTY_SHAPES;
    plain *p = plain_new(shapes[shape].lanes, shapes[shape].settings, 100 * (uint64_t)what + seed);
    const char *wrong = NULL;
    char of[100];
    p->fault = what;
    for (int n = 0; n < 60000 && !wrong; n++) {
        wrong = plain_cycle(p);
        if (wrong && !p->done)
            fail_msg("fault %d, seed %d: complains before the fault: %s", what, (int)seed, wrong);
    }
    snprintf(of, sizeof of, "state: %s is", count_names[what < MISSES_A_COUNT ? 0 : (what - MISSES_A_COUNT) % COUNTS]);
    if (!p->done)
        fail_msg("fault %d, seed %d was not made", what, (int)seed);
    if (!wrong)
        fail_msg("fault %d, seed %d was not noticed", what, (int)seed);
    else if (!is_said(wrong, what < MISSES_A_COUNT ? said[what] : of))
        complains(wrong, what < MISSES_A_COUNT ? said[what] : of);
    plain_free(p);
}

static void each_fault_is_told(void **state)
{
    (void)state;
    for (int what = NO_FAULT + 1; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < FAULTY_SHAPES; seed++)
            fault_is_told(what, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_assist_passes),
        cmocka_unit_test(each_fault_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
