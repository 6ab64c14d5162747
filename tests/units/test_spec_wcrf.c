/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_wcrf.c - the specification of wcrf, fed by hand and by a plain register file: it accepts what docs/wcrf.md promises and complains
 * of everything else. */
#include "plain_file.h"

/* Two warps of four registers, two clusters: register r of warp w is in cluster (r + w) mod 2, and a warp has two rows. */
#define SMALL "warps=2 registers=4 clusters=2 rows=4 issues=2 writes=2 collectors=2 slots=2 decompressors=2"
enum { ISSUE0, ISSUE1, WRITE0, WRITE1, RELEASE, OPERANDS0, OPERANDS1, STORED0, STORED1, STATE };
enum { NONE = -1, ROWS = 2, BOUND = 16 * (2 + 1) * (3 * 2 * 2 + 1) + 16 * 10 };

static checker *small(const char *more)
{
    char *settings = format_new(SMALL " %s", more);
    return checker_new("wcrf", LANES, settings, BENCH_UNIT, 0);
}

/* A value: `base` in lane 0 and one more in each lane after it, or zero. */
static void fill(uint32_t *v, uint32_t base)
{
    for (uint32_t i = 0; i < LANES; i++)
        v[i] = base ? base + i : 0;
}

static void took(checker *c, int stream, const uint32_t *fields)
{
    accepts(c->spec->took(c->state, stream, fields));
}

static void cycles(checker *c, int n)
{
    while (n-- > 0)
        accepts(c->spec->cycle(c->state, 0));
}

static void issues(checker *c, int port, uint32_t user, uint32_t warp, int source0, int source1, int source2)
{
    uint32_t used = (uint32_t)((source0 >= 0) | (source1 >= 0) << 1 | (source2 >= 0) << 2);
    took(c, ISSUE0 + port,
         (uint32_t[]){warp, (uint32_t)source0 & 3, (uint32_t)source1 & 3, (uint32_t)source2 & 3, used, 0, 0, 0x5a ^ (user & 1), user});
}

static void writes(checker *c, int port, uint32_t user, uint32_t warp, uint32_t reg, uint32_t mask, uint32_t base)
{
    uint32_t fields[12] = {warp, reg, mask};
    fill(fields + 3, base);
    fields[11] = user;
    took(c, WRITE0 + port, fields);
}

static void releases(checker *c, uint32_t warp)
{
    took(c, RELEASE, &warp);
}

static const char *stored(checker *c, int cluster, uint32_t user)
{
    return c->spec->gave(c->state, STORED0 + cluster, &user);
}

static const char *leaves_with(checker *c, int port, uint32_t user, const uint32_t *value0, const uint32_t *value1, const uint32_t *value2)
{
    uint32_t fields[3 * LANES + 2];
    memcpy(fields, value0, sizeof *fields * LANES);
    memcpy(fields + LANES, value1, sizeof *fields * LANES);
    memcpy(fields + 2 * LANES, value2, sizeof *fields * LANES);
    fields[3 * LANES] = 0x5a ^ (user & 1);
    fields[3 * LANES + 1] = user;
    return c->spec->gave(c->state, OPERANDS0 + port, fields);
}

static const char *leaves(checker *c, int port, uint32_t user, uint32_t base0, uint32_t base1, uint32_t base2)
{
    uint32_t v[3][LANES];
    fill(v[0], base0), fill(v[1], base1), fill(v[2], base2);
    return leaves_with(c, port, user, v[0], v[1], v[2]);
}

static const uint32_t zero[LANES];

/* A write that is stored at once: it is over after two cycles. */
static void holds(checker *c, uint32_t user, uint32_t warp, uint32_t reg, uint32_t base)
{
    writes(c, 0, user, warp, reg, ALL, base);
    cycles(c, 2);
    accepts(stored(c, (int)((warp + reg) % 2), user));
    cycles(c, 1);
}

/* ---- operands ---- */

static void operands_are_what_was_stored(void **state)
{
    (void)state;
    checker *c = small("");
    issues(c, 0, 1, 0, 0, 1, 2); /* never written */
    cycles(c, 3);
    accepts(leaves(c, 0, 1, 0, 0, 0));
    holds(c, 2, 0, 0, 100);
    holds(c, 3, 0, 1, 200);
    holds(c, 4, 1, 0, 300); /* of another warp */
    issues(c, 0, 5, 0, 0, 1, 0);
    issues(c, 1, 5, 1, 0, NONE, 1);
    cycles(c, 3);
    accepts(leaves(c, 1, 5, 300, 0, 0));
    accepts(leaves(c, 0, 5, 100, 200, 100));
    checker_free(c);
}

static void an_instruction_leaves_once_at_its_port(void **state)
{
    (void)state;
    checker *c = small("");
    complains(leaves(c, 0, 7, 0, 0, 0), "operands0 gives user 0x7, but no such instruction of its port is under way");
    issues(c, 0, 7, 0, 0, NONE, NONE);
    complains(leaves(c, 1, 7, 0, 0, 0), "operands1 gives user 0x7, but no such instruction of its port is under way; it came at port 0");
    accepts(leaves(c, 0, 7, 0, 0, 0));
    complains(leaves(c, 0, 7, 0, 0, 0), "one has left: does it leave twice?");
    checker_free(c);
}

static void instructions_of_a_port_may_overtake_each_other(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 1, 0, 0, 100);
    issues(c, 0, 2, 0, 0, NONE, NONE);
    issues(c, 0, 3, 0, 1, NONE, NONE);
    accepts(leaves(c, 0, 3, 0, 0, 0));
    accepts(leaves(c, 0, 2, 100, 0, 0));
    checker_free(c);
}

/* At least seven cycles after its acceptance, decoder included; in cycle 0, 1, 2, .. from the first acceptance on. */
static void without_collectors_operands_have_their_order_and_time(void **state)
{
    (void)state;
    for (int what = 0; what < 5; what++) {
        checker *c = checker_new("wcrf", LANES, "warps=2 registers=4 clusters=2 rows=4 issues=2 collect=fixed", BENCH_UNIT, 0);
        issues(c, 0, 1, 0, 0, NONE, NONE);
        issues(c, 1, 2, 0, NONE, NONE, NONE);
        cycles(c, 1);
        issues(c, 0, 3, 0, NONE, NONE, NONE);
        cycles(c, what == 0 ? 5 : 6);
        if (what == 0) {
            complains(leaves(c, 0, 1, 0, 0, 0), "user 0x1: it leaves 6 cycles after its acceptance; it must be at least 7");
        } else if (what == 1) {
            complains(leaves(c, 0, 3, 0, 0, 0), "user 0x3: it leaves before the older one of user 0x1");
        } else if (what == 2) {
            cycles(c, 1);
            complains(leaves(c, 1, 2, 0, 0, 0), "user 0x2: it leaves 8 cycles after its acceptance; it reads nothing, so it must be 7");
        } else {
            accepts(leaves(c, 1, 2, 0, 0, 0));
            complains(leaves(c, 1, 2, 0, 0, 0), "does it leave twice?");
            cycles(c, 2);
            accepts(leaves(c, 0, 1, 0, 0, 0)); /* its cluster was busy */
            cycles(c, what == 3 ? 1 : 2);
            if (what == 3)
                accepts(leaves(c, 0, 3, 0, 0, 0));
            else
                complains(leaves(c, 0, 3, 0, 0, 0), "it reads nothing, so it must be 9");
        }
        checker_free(c);
    }
}

static void mask_and_sources_belong_to_the_instruction(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 1, 0, 0, 100);
    holds(c, 2, 0, 1, 200);
    for (int wrong = 0; wrong < 5; wrong++) {
        uint32_t fields[3 * LANES + 2] = {0};
        fill(fields, 100), fill(fields + LANES, 200);
        fields[3 * LANES] = 0x5a, fields[3 * LANES + 1] = 4;
        issues(c, 0, 4, 0, 0, 1, NONE);
        switch (wrong) {
        case 0: fields[3 * LANES] ^= 0x80; break;
        case 1: fill(fields, 200), fill(fields + LANES, 100); break;
        case 2: fields[2 * LANES + 3] = 1; break;
        case 3: fields[7]++; break;
        default: break;
        }
        const char *of[] = {"instruction of user 0x4: mask_o is not its mask",
                            "value0, register 0 of warp 0, must not have lane 0 = 0xc8; it is the value of source 1",
                            "value2, of a source that is not used, is not 0", "value0, register 0 of warp 0, must not have lane 7 = 0x6c"};
        const char *complaint = c->spec->gave(c->state, OPERANDS0, fields);
        if (wrong < 4)
            complains(complaint, of[wrong]);
        else
            accepts(complaint);
    }
    checker_free(c);
}

/* ---- the interlock ---- */

static void a_read_waits_for_older_writes(void **state)
{
    (void)state;
    checker *c = small("");
    for (int seen = 0; seen < 3; seen++) {
        holds(c, 1, 0, 0, 100);
        writes(c, 0, 2, 0, 0, ALL, 200);
        cycles(c, 1);
        issues(c, 0, 3, 0, 0, NONE, NONE);
        cycles(c, 1);
        if (seen == 0) {
            complains(leaves(c, 0, 3, 100, 0, 0), "it left before the write of user 0x2 to register 0 of warp 0 was stored");
            accepts(stored(c, 0, 2));
            continue;
        }
        accepts(stored(c, 0, 2));
        cycles(c, 2);
        if (seen == 1)
            complains(leaves(c, 0, 3, 100, 0, 0), "it is stale: the register changed before the instruction");
        else
            accepts(leaves(c, 0, 3, 200, 0, 0));
    }
    checker_free(c);
}

/* The value of the newest older write, whole: not that of one before it, nor of one that came later. */
static void a_read_may_have_an_older_write_before_it_is_told(void **state)
{
    (void)state;
    static const uint32_t seen[] = {300, 100, 200, 400};
    for (int k = 0; k < 5; k++) {
        checker *c = small(k == 4 ? "forward=off" : "");
        holds(c, 1, 0, 0, 100);
        writes(c, 0, 2, 0, 0, ALL, 200);
        cycles(c, 1);
        writes(c, 0, 3, 0, 0, ALL, 300);
        cycles(c, 1);
        issues(c, 0, 4, 0, 0, NONE, NONE);
        cycles(c, 1);
        writes(c, 0, 5, 0, 0, ALL, 400);
        cycles(c, 1);
        accepts(stored(c, 0, 2));
        cycles(c, 1);
        if (k == 0)
            accepts(leaves(c, 0, 4, seen[k], 0, 0));
        else
            complains(leaves(c, 0, 4, seen[k % 4], 0, 0), "it left before the write of user 0x3 to register 0 of warp 0 was stored");
        checker_free(c);
    }
}

static void a_write_of_the_same_cycle_or_later_may_be_seen(void **state)
{
    (void)state;
    checker *c = small("");
    for (uint32_t seen = 100; seen <= 400; seen += 100) {
        holds(c, 1, 0, 0, 100);
        writes(c, 0, 2, 0, 0, ALL, 200); /* the bench tells instructions first; the specification does not rely on it */
        issues(c, 0, 3, 0, 0, 0, NONE);
        cycles(c, 1);
        writes(c, 0, 4, 0, 0, ALL, 300);
        cycles(c, 2);
        accepts(stored(c, 0, 2));
        cycles(c, 1);
        if (seen == 400)
            complains(leaves(c, 0, 3, 300, 200, 0), "it has a write that is not stored");
        accepts(stored(c, 0, 4));
        if (seen == 400)
            continue;
        cycles(c, 2);
        accepts(leaves(c, 0, 3, seen, 400 - seen, 0)); /* two sources may see different writes */
    }
    checker_free(c);
}

static void every_write_is_seen_whole(void **state)
{
    (void)state;
    checker *c = small("");
    uint32_t torn[LANES];
    holds(c, 1, 0, 0, 100);
    for (int wrong = 0; wrong < 2; wrong++) {
        issues(c, 0, 3, 0, 0, NONE, NONE);
        cycles(c, 1);
        writes(c, 0, 2, 0, 0, ALL, 200);
        cycles(c, 2);
        accepts(stored(c, 0, 2));
        cycles(c, 1);
        fill(torn, 200);
        torn[6] = wrong ? 106 : 206;
        if (wrong)
            complains(leaves_with(c, 0, 3, torn, zero, zero), "must not have lane 6 = 0x6a; its lanes are of several writes");
        else
            accepts(leaves_with(c, 0, 3, torn, zero, zero));
        holds(c, 4, 0, 0, 100);
    }
    checker_free(c);
}

static void without_interlock_a_read_has_what_is_stored(void **state)
{
    (void)state;
    checker *c = small("interlock=off");
    holds(c, 1, 0, 0, 100);
    writes(c, 0, 2, 0, 0, ALL, 200);
    cycles(c, 1);
    issues(c, 0, 3, 0, 0, NONE, NONE);
    issues(c, 1, 3, 0, 0, NONE, NONE);
    cycles(c, 2);
    accepts(stored(c, 0, 2));
    issues(c, 0, 4, 0, 0, NONE, NONE);
    cycles(c, 2);
    accepts(leaves(c, 0, 3, 100, 0, 0));
    accepts(leaves(c, 1, 3, 200, 0, 0));
    complains(leaves(c, 0, 4, 100, 0, 0), "it is stale");
    checker_free(c);
}

/* ---- writes ---- */

static void a_write_is_told_once_in_its_cluster(void **state)
{
    (void)state;
    checker *c = small("");
    complains(stored(c, 0, 1), "stored0 tells user 0x1, but no such write is under way");
    writes(c, 0, 1, 0, 0, ALL, 100);
    writes(c, 1, 2, 0, 2, ALL, 200);
    cycles(c, 2);
    complains(stored(c, 1, 1), "stored1 tells user 0x1, but the write of user 0x1 to register 0 of warp 0 must be told at stored0");
    complains(stored(c, 0, 3), "stored0 tells user 0x3, but no such write is under way");
    accepts(stored(c, 0, 1));
    complains(stored(c, 0, 1), "one was stored: is it told twice?");
    accepts(stored(c, 0, 2));
    checker_free(c);
}

static void writes_of_one_register_keep_their_order(void **state)
{
    (void)state;
    checker *c = small("");
    for (int wrong = 0; wrong < 2; wrong++) {
        writes(c, 0, 1, 0, 0, ALL, 100); /* the lower port is older */
        writes(c, 1, 2, 0, 0, ALL, 200);
        cycles(c, 1);
        writes(c, 0, 3, 0, 2, ALL, 300);
        cycles(c, 2);
        accepts(stored(c, 0, 3)); /* of another register: it may overtake */
        if (wrong) {
            complains(stored(c, 0, 2), "write of user 0x2 to register 0 of warp 0: stored before the older one of user 0x1");
            break;
        }
        accepts(stored(c, 0, 1));
        accepts(stored(c, 0, 2));
        issues(c, 0, 4, 0, 0, 2, NONE);
        accepts(leaves(c, 0, 4, 200, 300, 0));
    }
    checker_free(c);
}

static void a_write_changes_the_lanes_of_its_mask(void **state)
{
    (void)state;
    checker *c = small("");
    static const uint32_t sparse[LANES] = {100, 0, 102}, both[LANES] = {100, 201, 202};
    writes(c, 0, 1, 0, 0, 0x05, 100);
    writes(c, 1, 2, 0, 0, 0x06, 200);
    cycles(c, 2);
    accepts(stored(c, 0, 1));
    issues(c, 0, 3, 0, 0, NONE, NONE); /* accepted a cycle after the second write */
    issues(c, 1, 3, 0, 0, NONE, NONE);
    cycles(c, 1);
    accepts(stored(c, 0, 2));
    cycles(c, 1);
    accepts(leaves_with(c, 0, 3, both, zero, zero));
    complains(leaves_with(c, 1, 3, sparse, zero, zero), "must not have lane 1 = 0");
    writes(c, 0, 4, 0, 0, 0, 300); /* no lane */
    cycles(c, 1);
    accepts(stored(c, 0, 4));
    issues(c, 0, 5, 0, 0, NONE, NONE);
    accepts(leaves_with(c, 0, 5, both, zero, zero));
    issues(c, 0, 5, 0, 0, NONE, NONE);
    complains(leaves(c, 0, 5, 300, 0, 0), "must not have lane 0 = 0x12c");
    checker_free(c);
}

/* ---- releases ---- */

static void a_released_register_is_zero_after_the_window(void **state)
{
    (void)state;
    checker *c = small("");
    for (int wrong = 0; wrong < 2; wrong++) {
        holds(c, 1, 0, 0, 100);
        holds(c, 2, 1, 0, 200);
        releases(c, 0);
        cycles(c, ROWS + 1);
        issues(c, 0, 3, 0, 0, NONE, NONE);
        issues(c, 1, 3, 1, 0, NONE, NONE); /* the other warp keeps its registers */
        cycles(c, 2);
        accepts(leaves(c, 1, 3, 200, 0, 0));
        if (wrong)
            complains(leaves(c, 0, 3, 100, 0, 0), "it is stale: the register changed before the instruction");
        else
            accepts(leaves(c, 0, 3, 0, 0, 0));
    }
    checker_free(c);
}

static void a_register_is_not_zero_without_a_release(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 1, 0, 0, 100);
    issues(c, 0, 2, 0, 0, NONE, NONE);
    issues(c, 1, 2, 0, 0, NONE, NONE);
    cycles(c, 2);
    complains(leaves(c, 0, 2, 0, 0, 0), "it is zero, as after a release, but there was none");
    accepts(leaves(c, 1, 2, 100, 0, 0));
    issues(c, 0, 3, 0, 0, NONE, NONE);
    cycles(c, 2);
    releases(c, 0); /* it takes effect later */
    complains(leaves(c, 0, 3, 0, 0, 0), "it is zero, as after a release, but there was none");
    checker_free(c);
}

static void a_read_under_way_may_come_before_or_after_a_release(void **state)
{
    (void)state;
    checker *c = small("");
    for (int after = 0; after < 2; after++) {
        holds(c, 1, 0, 0, 100);
        issues(c, 0, 2, 0, 0, NONE, NONE);
        releases(c, 0);
        cycles(c, ROWS);
        issues(c, 1, 2, 0, 0, NONE, NONE); /* in the last cycle */
        cycles(c, 3);
        accepts(leaves(c, 0, 2, after ? 0 : 100, 0, 0));
        accepts(leaves(c, 1, 2, after ? 0 : 100, 0, 0));
    }
    checker_free(c);
}

static void a_write_under_way_may_come_before_or_after_a_release(void **state)
{
    (void)state;
    checker *c = small("");
    uint32_t older[LANES];
    static const uint32_t after[LANES] = {200};
    fill(older, 100);
    older[0] = 200;
    for (int seen = 0; seen < 4; seen++) {
        holds(c, 1, 0, 0, 100);
        writes(c, 0, 2, 0, 0, 1, 200);
        releases(c, 0);
        cycles(c, 2);
        accepts(stored(c, 0, 2)); /* it was stored in the first cycle of two */
        cycles(c, ROWS);
        issues(c, 0, 3, 0, 0, NONE, NONE);
        switch (seen) {
        case 0: accepts(leaves(c, 0, 3, 0, 0, 0)); break;
        case 1: accepts(leaves_with(c, 0, 3, after, zero, zero)); break;
        case 2: complains(leaves_with(c, 0, 3, older, zero, zero), "it is stale"); break;
        default: complains(leaves(c, 0, 3, 100, 0, 0), "it is stale"); break;
        }
    }
    c->spec->reset(c->state);
    holds(c, 1, 0, 0, 100);
    writes(c, 0, 2, 0, 0, 1, 200);
    releases(c, 0);
    cycles(c, ROWS + 2);
    accepts(stored(c, 0, 2)); /* stored after the last one: the write is not lost */
    issues(c, 0, 3, 0, 0, NONE, NONE);
    issues(c, 1, 3, 0, 0, NONE, NONE);
    complains(leaves(c, 0, 3, 0, 0, 0), "must not have lane 0 = 0");
    accepts(leaves_with(c, 1, 3, after, zero, zero));
    checker_free(c);
}

static void one_release_at_a_time(void **state)
{
    (void)state;
    checker *c = small("");
    uint32_t warp = 1;
    releases(c, 0);
    cycles(c, ROWS);
    complains(c->spec->took(c->state, RELEASE, &warp), "a release was taken while another is under way");
    cycles(c, 1);
    releases(c, 1);
    checker_free(c);
}

/* ---- bounds, resets, user, state ---- */

static void a_late_write_is_noticed(void **state)
{
    (void)state;
    checker *c = small("");
    for (int late = 0; late < 2; late++) {
        writes(c, 0, 1, 0, 0, ALL, 100);
        cycles(c, BOUND + 1);
        if (late)
            complains(c->spec->cycle(c->state, 0), "write of user 0x1 to register 0 of warp 0: not stored within 784 cycles");
        else
            accepts(stored(c, 0, 1));
    }
    c->spec->reset(c->state);
    writes(c, 0, 1, 0, 0, ALL, 100);
    for (int n = 0; n < BOUND + 1; n++)
        accepts(c->spec->cycle(c->state, 1u << OPERANDS0));
    complains(c->spec->cycle(c->state, 1u << OPERANDS0), "not stored within"); /* a write does not wait for operands */
    checker_free(c);
}

static void a_late_instruction_is_noticed(void **state)
{
    (void)state;
    checker *c = small("");
    for (int late = 0; late < 2; late++) {
        issues(c, 1, 1, 0, 0, NONE, NONE);
        for (int n = 0; n < BOUND; n++) {
            accepts(c->spec->cycle(c->state, 1u << OPERANDS0));
            accepts(c->spec->cycle(c->state, 1u << OPERANDS1)); /* does not count */
        }
        if (late)
            complains(c->spec->cycle(c->state, 1u << OPERANDS0),
                      "instruction of user 0x1, issue port 1: its operands did not come within 784 cycles");
        else
            accepts(leaves(c, 1, 1, 0, 0, 0));
    }
    checker_free(c);
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 1, 0, 0, 100);
    writes(c, 0, 2, 0, 0, ALL, 200);
    issues(c, 0, 3, 0, 0, NONE, NONE);
    releases(c, 0);
    c->spec->reset(c->state);
    cycles(c, 2 * BOUND);
    complains(stored(c, 0, 2), "no such write is under way");
    complains(leaves(c, 0, 3, 100, 0, 0), "no such instruction of its port is under way");
    issues(c, 0, 4, 0, 0, NONE, NONE);
    complains(leaves(c, 0, 4, 100, 0, 0), "must not have lane 0 = 0x64");
    issues(c, 0, 4, 0, 0, NONE, NONE);
    accepts(leaves(c, 0, 4, 0, 0, 0));
    releases(c, 1);
    checker_free(c);
}

/* With one bit two instructions, and two writes, may look alike: any that fits will do, but no other. */
static void a_narrow_user_leaves_open_which_it_was(void **state)
{
    (void)state;
    checker *c = small("user=1");
    holds(c, 0, 0, 0, 100);
    holds(c, 0, 0, 2, 200);
    issues(c, 0, 1, 0, 0, NONE, NONE);
    issues(c, 0, 1, 0, 2, NONE, NONE);
    accepts(leaves(c, 0, 1, 200, 0, 0));
    accepts(leaves(c, 0, 1, 100, 0, 0));
    complains(leaves(c, 0, 1, 100, 0, 0), "no such instruction");
    issues(c, 0, 1, 0, 0, NONE, NONE);
    issues(c, 0, 1, 0, 2, NONE, NONE);
    complains(leaves(c, 0, 1, 300, 0, 0), "must not have lane 0 = 0x12c");
    c->spec->reset(c->state);

    writes(c, 0, 0, 0, 0, ALL, 300);
    writes(c, 1, 0, 0, 2, ALL, 400);
    cycles(c, 1);
    issues(c, 0, 0, 0, 0, 2, NONE);
    cycles(c, 1);
    accepts(stored(c, 0, 0));
    accepts(leaves(c, 0, 0, 300, 400, 0));
    cycles(c, 1);
    accepts(stored(c, 0, 0));
    complains(stored(c, 0, 0), "no such write is under way");
    holds(c, 0, 0, 0, 500); /* certain again */
    issues(c, 0, 0, 0, 0, NONE, NONE);
    complains(leaves(c, 0, 0, 300, 0, 0), "must not have lane 0 = 0x12c");
    checker_free(c);
}

static const char *shows(checker *c, uint32_t on, uint32_t waking, uint32_t bank_writes, uint32_t encodes, uint32_t moves)
{
    return c->spec->gave(c->state, STATE, (uint32_t[]){on, waking, 0, bank_writes, encodes, 0, moves, 0, 0});
}

static void counts_and_banks_agree_with_what_moved(void **state)
{
    (void)state;
    checker *c = small("");
    accepts(shows(c, 0, 0, 0, 0, 0));
    writes(c, 0, 1, 0, 0, ALL, 100);
    cycles(c, 1);
    accepts(shows(c, 1, 2, 0, 0, 0));
    complains(shows(c, 1, 3, 0, 0, 0), "a bank is on and waking at once");
    complains(shows(c, 1, 2, 0, 2, 0), "encodes is 2, but 1 full writes were accepted and 0 stored");
    complains(shows(c, 1, 2, 0, 1, 0), "encodes goes back from 2 to 1");
    accepts(stored(c, 0, 1));
    accepts(shows(c, 1, 2, 0, 1, 0));
    cycles(c, 2);
    accepts(shows(c, 1, 2, 0, 1, 0)); /* it counts three cycles later */
    cycles(c, 1);
    complains(shows(c, 1, 2, 0, 1, 0), "bank_writes is 0, but 1 writes with an active lane were stored");
    accepts(shows(c, 1, 2, 1, 1, 0));
    complains(shows(c, 1, 2, 1, 0, 0), "encodes");
    checker_free(c);
    c = small("compress=off gate=off");
    accepts(shows(c, 0xf, 0, 0, 0, 0));
    complains(shows(c, 0x7, 0, 0, 0, 0), "a bank is not on");
    complains(shows(c, 0xf, 0, 0, 0, 1), "encodes, decodes and moves must be 0 without compression");
    checker_free(c);
}

/* ---- packets ---- */

static void packet(checker *c, int port, uint32_t user, uint32_t reg, uint32_t mask, uint32_t base, uint32_t last)
{
    uint32_t fields[13] = {0, reg, mask};
    fill(fields + 3, base);
    fields[11] = last, fields[12] = user;
    took(c, WRITE0 + port, fields);
}

static const char *shows_evictions(checker *c, uint32_t evictions)
{
    return c->spec->gave(c->state, STATE, (uint32_t[]){0xf, 0, 0, 100, 0, 0, 0, 0, 0, evictions});
}

/* A result of r0 in two packets, which have lane 3 both. */
static void a_result_is_written_whole(void **state)
{
    (void)state;
    enum { RIGHT, FIRST_ALONE, LAST_ALONE, OLDER_LANE, BOTH_OLDER, MISTAKES };
    for (int k = 0; k < MISTAKES; k++) {
        checker *c = small("merge=1 compress=off gate=off");
        uint32_t v[LANES];
        packet(c, 0, 1, 0, 0x0f, 100, 0);
        cycles(c, 1);
        packet(c, 0, 2, 0, 0xf8, 200, 1);
        cycles(c, 1);
        issues(c, 0, 3, 0, 0, NONE, NONE);
        cycles(c, 1);
        accepts(stored(c, 0, 2));
        for (uint32_t i = 0; i < LANES; i++)
            v[i] = i < 3 + (uint32_t)(k == OLDER_LANE || k == BOTH_OLDER) ? 100 + i : 200 + i;
        for (uint32_t i = 0; i < LANES; i++)
            v[i] = (k == FIRST_ALONE && i > 3) || (k == LAST_ALONE && i < 3) ? 0 : k == BOTH_OLDER ? 100 + i : v[i];
        if (k == RIGHT)
            accepts(leaves_with(c, 0, 3, v, zero, zero));
        else
            complains(leaves_with(c, 0, 3, v, zero, zero), "value0, register 0 of warp 0, must not have lane");
        checker_free(c);
    }
}

static void an_open_result_is_not_there(void **state)
{
    (void)state;
    checker *c = small("merge=1 compress=off gate=off");
    packet(c, 0, 1, 0, 0x0f, 100, 0);
    cycles(c, 1);
    complains(stored(c, 0, 1), "no such write is under way");
    issues(c, 0, 2, 0, 0, NONE, NONE);
    issues(c, 1, 3, 0, 0, NONE, NONE);
    cycles(c, BOUND); /* it may stay open for ever */
    complains(leaves_with(c, 1, 3, (uint32_t[LANES]){100, 101, 102, 103}, zero, zero), "value0, register 0 of warp 0, must not have lane");
    accepts(leaves(c, 0, 2, 0, 0, 0));
    packet(c, 1, 4, 0, 0xf0, 200, 1); /* another port has results of its own */
    cycles(c, 1);
    accepts(stored(c, 0, 4));
    issues(c, 0, 5, 0, 0, NONE, NONE);
    accepts(leaves_with(c, 0, 5, (uint32_t[LANES]){0, 0, 0, 0, 204, 205, 206, 207}, zero, zero));
    c->spec->reset(c->state); /* and a reset forgets it */
    packet(c, 0, 6, 0, 0xf0, 200, 1);
    cycles(c, 1);
    issues(c, 0, 7, 0, 0, NONE, NONE);
    accepts(stored(c, 0, 6));
    accepts(leaves_with(c, 0, 7, (uint32_t[LANES]){0, 0, 0, 0, 204, 205, 206, 207}, zero, zero));
    checker_free(c);
}

static void the_oldest_result_is_evicted_and_counted(void **state)
{
    (void)state;
    checker *c = small("merge=2 compress=off gate=off");
    packet(c, 0, 1, 0, 0x01, 100, 0);
    packet(c, 0, 2, 2, 0x01, 200, 0);
    packet(c, 0, 3, 0, 0x02, 100, 0); /* it is the oldest all the same */
    cycles(c, 1);
    packet(c, 0, 4, 1, ALL, 300, 1); /* needs no entry */
    cycles(c, 1);
    accepts(stored(c, 1, 4));
    packet(c, 0, 5, 1, 0x01, 300, 0); /* evicts r0 */
    cycles(c, 1);
    complains(stored(c, 0, 2), "no such write is under way");
    accepts(shows_evictions(c, 0));
    cycles(c, 1);
    complains(shows_evictions(c, 1), "evictions is 1, but 0 results were evicted");
    cycles(c, 1);
    accepts(shows_evictions(c, 1));
    complains(shows_evictions(c, 0), "evictions goes back from 1 to 0");
    cycles(c, BOUND - 2);
    complains(c->spec->cycle(c->state, 0), "write of user 0x3 to register 0 of warp 0: not stored within");
    accepts(stored(c, 0, 3));
    checker_free(c);
}

/* ---- a plain register file under the bench's traffic ---- */

static const char *const shapes[] = {
    SMALL " forward=off",
    SMALL,
    SMALL " interlock=off",
    "",
    "warps=1 registers=1 clusters=1 rows=2 issues=1 writes=4 slots=8 decompressors=1 user=64",
    "warps=3 registers=7 clusters=8 rows=4 issues=4 writes=1 slots=32 collectors=3 user=33",
    "warps=2 registers=33 clusters=1 rows=128 issues=1 collectors=16 decompressors=1",
};

static void a_plain_register_file_passes(void **state)
{
    (void)state;
    static const char *const narrow[] = {SMALL " user=1", "user=2 warps=2 registers=4", "user=1 interlock=off issues=4 writes=4"};
    enum { SHAPES = sizeof shapes / sizeof *shapes, NARROW = sizeof narrow / sizeof *narrow };
    for (uint64_t k = 0; k < SHAPES + NARROW; k++) {
        plain_file *f = plain_new("wcrf", k < SHAPES ? shapes[k] : narrow[k - SHAPES], k);
        for (int n = 0; n < 6000; n++)
            accepts(plain_cycle(f));
        assert_true(f->moved > 2000);
        plain_free(f);
    }
}

/* Each fault once in the middle of that traffic: a complaint comes, at the latest when an answer is late. */
static void each_fault_of_a_register_file_is_noticed(void **state)
{
    (void)state;
    for (fault what = FLIPS_A_BIT; what < FAULTS_OF_ANY; what++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            bool early = what == READS_EARLY;
            bool older = what == FORWARDS_AN_OLDER_ONE;
            bool elsewhere = what == TELLS_AT_ANOTHER; /* there is more than one */
            const char *shape = early || elsewhere ? shapes[0] : older ? shapes[1] : shapes[seed % (sizeof shapes / sizeof *shapes)];
            plain_file *f = plain_new("wcrf", shape, 100 * what + seed);
            f->fault = what;
            mistake_is_noticed(f, plain_cycle, &f->done, (int)what, seed);
            plain_free(f);
        }
}

/* ---- what a register file promises that tells no more ---- */

extern const specification spec_register_file;

/* wcrf promises all of it, so its streams will do. */
static checker *any_file(void)
{
    checker *c = small("");
    c->spec->close(c->state);
    c->spec = &spec_register_file;
    c->state = c->spec->open(&c->d, c->module);
    return c;
}

static void any_stream_may_tell_that_a_write_is_stored(void **state)
{
    (void)state;
    checker *c = any_file();
    writes(c, 0, 1, 0, 0, ALL, 100);
    writes(c, 0, 2, 0, 0, ALL, 200);
    cycles(c, 1);
    complains(stored(c, 1, 2), "write of user 0x2 to register 0 of warp 0: stored before the older one of user 0x1");
    accepts(stored(c, 1, 1));
    complains(stored(c, 0, 1), "but no such write is under way; one was stored: is it told twice?");
    c->spec->reset(c->state);
    writes(c, 0, 3, 0, 1, ALL, 300);
    cycles(c, 1);
    accepts(stored(c, 0, 3));
    issues(c, 0, 4, 0, 1, NONE, NONE);
    accepts(leaves(c, 0, 4, 300, 0, 0));
    issues(c, 0, 5, 0, 1, NONE, NONE);
    complains(leaves(c, 0, 5, 301, 0, 0), "must not have lane 0 = 0x12d");
    checker_free(c);
}

/* Four registers a warp. */
static void a_release_has_a_cycle_for_each_register(void **state)
{
    (void)state;
    checker *c = any_file();
    for (int after = 0; after < 2; after++) {
        holds(c, 1, 0, 0, 100);
        releases(c, 0);
        cycles(c, 4 + after);
        issues(c, 0, 2, 0, 0, NONE, NONE);
        cycles(c, 2);
        if (after)
            complains(leaves(c, 0, 2, 100, 0, 0), "it is stale: the register changed before the instruction");
        else
            accepts(leaves(c, 0, 2, 100, 0, 0));
    }
    checker_free(c);
}

static void answers_of_any_file_come_in_time(void **state)
{
    (void)state;
    checker *c = any_file();
    writes(c, 0, 1, 0, 0, ALL, 100);
    cycles(c, 1024 + 1);
    complains(c->spec->cycle(c->state, 0), "not stored within 1024 cycles");
    c->spec->reset(c->state);
    issues(c, 0, 1, 0, 0, NONE, NONE);
    cycles(c, 1024);
    complains(c->spec->cycle(c->state, 0), "its operands did not come within 1024 cycles");
    checker_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_are_what_was_stored),
        cmocka_unit_test(an_instruction_leaves_once_at_its_port),
        cmocka_unit_test(instructions_of_a_port_may_overtake_each_other),
        cmocka_unit_test(without_collectors_operands_have_their_order_and_time),
        cmocka_unit_test(mask_and_sources_belong_to_the_instruction),
        cmocka_unit_test(a_read_waits_for_older_writes),
        cmocka_unit_test(a_read_may_have_an_older_write_before_it_is_told),
        cmocka_unit_test(a_write_of_the_same_cycle_or_later_may_be_seen),
        cmocka_unit_test(every_write_is_seen_whole),
        cmocka_unit_test(without_interlock_a_read_has_what_is_stored),
        cmocka_unit_test(a_write_is_told_once_in_its_cluster),
        cmocka_unit_test(writes_of_one_register_keep_their_order),
        cmocka_unit_test(a_write_changes_the_lanes_of_its_mask),
        cmocka_unit_test(a_released_register_is_zero_after_the_window),
        cmocka_unit_test(a_register_is_not_zero_without_a_release),
        cmocka_unit_test(a_read_under_way_may_come_before_or_after_a_release),
        cmocka_unit_test(a_write_under_way_may_come_before_or_after_a_release),
        cmocka_unit_test(one_release_at_a_time),
        cmocka_unit_test(a_late_write_is_noticed),
        cmocka_unit_test(a_late_instruction_is_noticed),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(a_narrow_user_leaves_open_which_it_was),
        cmocka_unit_test(counts_and_banks_agree_with_what_moved),
        cmocka_unit_test(a_result_is_written_whole),
        cmocka_unit_test(an_open_result_is_not_there),
        cmocka_unit_test(the_oldest_result_is_evicted_and_counted),
        cmocka_unit_test(a_plain_register_file_passes),
        cmocka_unit_test(each_fault_of_a_register_file_is_noticed),
        cmocka_unit_test(any_stream_may_tell_that_a_write_is_stored),
        cmocka_unit_test(a_release_has_a_cycle_for_each_register),
        cmocka_unit_test(answers_of_any_file_come_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
