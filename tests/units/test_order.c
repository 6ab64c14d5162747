/* SPDX-License-Identifier: Apache-2.0
 *
 * The block order: the examples of docs/order.md cycle by cycle; its rate and its bound; and order in front of the register file wcrf, in a GPU
 * that runs random programs beside a plain shadow, which runs them in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

extern const wf_unit wf_unit_order, wf_unit_wcrf;

enum { MAX_ISSUES = 4, SOURCES = 3, NO_ID = 99 };
enum { OTHER, MEMORY, CONTROL, BOTH }; /* kinds */

typedef struct {
    uint32_t warp, source[SOURCES], used, dest, writes, mask, user, kind;
} instruction;

static const char *port_name(const char *stream, int k)
{
    static char names[16][24]; /* those of the last calls */
    static int next;
    char *name = names[next++ % 16];
    snprintf(name, sizeof names[0], "%s%d", stream, k);
    return name;
}

static machine order_new(int lanes, int warps, int registers, int issues, int entries, int user)
{
    wf_config c = wf_default_config(&wf_unit_order, lanes);
    *unit_param(&wf_unit_order, &c, "warps") = warps, *unit_param(&wf_unit_order, &c, "registers") = registers;
    *unit_param(&wf_unit_order, &c, "issues") = issues, *unit_param(&wf_unit_order, &c, "entries") = entries;
    *unit_param(&wf_unit_order, &c, "user") = user;
    return machine_new(&wf_unit_order, c);
}

static void put(machine *m, const char *stream, const instruction *x)
{
    *machine_valid(m, stream) = 1;
    *machine_field(m, stream, "warp") = x->warp;
    *machine_field(m, stream, "source0") = x->source[0];
    *machine_field(m, stream, "source1") = x->source[1];
    *machine_field(m, stream, "source2") = x->source[2];
    *machine_field(m, stream, "used") = x->used;
    *machine_field(m, stream, "dest") = x->dest;
    *machine_field(m, stream, "writes") = x->writes;
    *machine_field(m, stream, "mask") = x->mask;
    *machine_field(m, stream, "user") = x->user;
}

static void put_instruction(machine *m, int k, const instruction *x)
{
    put(m, port_name("instruction", k), x);
    *machine_field(m, port_name("instruction", k), "kind") = x->kind;
}

static void put_left(machine *m, int k, uint32_t id)
{
    *machine_valid(m, port_name("left", k)) = id != NO_ID;
    *machine_field(m, port_name("left", k), "id") = id != NO_ID ? id : 0;
}

/* The counts of all cycles but the last one: what `state` tells of them a cycle later, whatever comes then. */
static void counts_are(const machine *m, uint32_t instructions, uint32_t memory, uint32_t control, uint32_t war)
{
    machine next = machine_new(&wf_unit_order, m->c);
    memcpy(next.state, m->state, wf_unit_order.stepped->state_size(&m->c));
    wf_unit_order.stepped->clock(&m->c, next.state, m->in);
    wf_unit_order.stepped->outputs(&m->c, next.state, next.out, next.care);
    assert_true(*machine_valid(&next, "state"));
    assert_int_equal(*machine_field(&next, "state", "instructions"), instructions);
    assert_int_equal(*machine_field(&next, "state", "memory"), memory);
    assert_int_equal(*machine_field(&next, "state", "control"), control);
    assert_int_equal(*machine_field(&next, "state", "war"), war);
    machine_free(&next);
}

/* ---- Worked by hand: the tables of the page, a line a cycle ---- */

enum { NONE, SOME, WAITS }; /* at a port: none; one that is taken; one that is not */

/* What is at a port in a cycle. Of what is offered user and id, and of all that was given the fields. */
typedef struct {
    int comes;
    instruction in;
    int offers;
    uint32_t user, id, left;
} cell;

#define READS(w, d, s, u, k)     \
    {                            \
        w, {s}, 1, d, 1, 5, u, k \
    } /* r_d = r_s */

enum { USER_BITS = 8, MOST_USERS = 16 };

/* All of it with 4 lanes, 4 entries, 4 warps of 8 registers; after the last line. `cells`: of each line one a port. */
static machine follow(int issues, const cell *cells, size_t count)
{
    machine m = order_new(4, 4, 8, issues, 4, USER_BITS);
    instruction by_user[MOST_USERS];
    for (size_t n = 0; n < count; n++) {
        int k = (int)n % issues;
        const cell *l = &cells[n];
        const char *in = port_name("instruction", k), *out = port_name("issue", k);
        *machine_valid(&m, in) = 0;
        if (l->comes != NONE) {
            put_instruction(&m, k, &l->in);
            assert_int_equal(*machine_ready(&m, in), l->comes == SOME);
            by_user[l->in.user] = l->in;
        }
        assert_int_equal(*machine_valid(&m, out), l->offers != NONE);
        if (l->offers != NONE) {
            const instruction *x = &by_user[l->user];
            assert_int_equal(*machine_field(&m, out, "user"), l->user | l->id << USER_BITS);
            assert_int_equal(*machine_field(&m, out, "warp"), x->warp);
            assert_int_equal(*machine_field(&m, out, "source0"), x->source[0]);
            assert_int_equal(*machine_field(&m, out, "source1"), x->source[1]);
            assert_int_equal(*machine_field(&m, out, "source2"), x->source[2]);
            assert_int_equal(*machine_field(&m, out, "used"), x->used);
            assert_int_equal(*machine_field(&m, out, "dest"), x->dest);
            assert_int_equal(*machine_field(&m, out, "writes"), x->writes);
            assert_int_equal(*machine_field(&m, out, "mask"), x->mask);
        }
        *machine_ready(&m, out) = l->offers == SOME;
        put_left(&m, k, l->left);
        if (k == issues - 1)
            machine_step(&m);
    }
    return m;
}

static void nothing_must_wait(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 7, 1, OTHER), NONE, 0, 0, NO_ID},  {SOME, READS(0, 2, 7, 2, OTHER), SOME, 1, 0, NO_ID},
        {SOME, READS(0, 3, 7, 3, OTHER), SOME, 2, 1, NO_ID},  {SOME, READS(0, 4, 7, 4, OTHER), SOME, 3, 2, NO_ID},
        {WAITS, READS(0, 5, 7, 5, OTHER), SOME, 4, 3, NO_ID}, {WAITS, READS(0, 5, 7, 5, OTHER), NONE, 0, 0, 0},
        {SOME, READS(0, 5, 7, 5, OTHER), NONE, 0, 0, 1},      {NONE, {0}, SOME, 5, 0, NO_ID},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 5, 0, 0, 0);
    machine_free(&m);
}

static void memory_instructions_and_one_that_overtakes(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, MEMORY), NONE, 0, 0, NO_ID},
        {SOME, READS(0, 3, 4, 2, MEMORY), SOME, 1, 0, NO_ID},
        {SOME, READS(0, 5, 6, 3, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(1, 1, 2, 4, MEMORY), SOME, 3, 2, NO_ID},
        {NONE, {0}, SOME, 4, 3, NO_ID},
        {NONE, {0}, NONE, 0, 0, 2},
        {NONE, {0}, NONE, 0, 0, 0},
        {NONE, {0}, SOME, 2, 1, NO_ID},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 4, 1, 0, 0);
    machine_free(&m);
}

static void write_after_read(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(0, 2, 3, 2, OTHER), SOME, 1, 0, NO_ID},
        {SOME, READS(0, 4, 2, 3, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(1, 2, 3, 4, OTHER), SOME, 3, 2, NO_ID},
        {NONE, {0}, SOME, 4, 3, NO_ID},
        {NONE, {0}, NONE, 0, 0, 0},
        {SOME, READS(0, 2, 5, 5, OTHER), SOME, 2, 1, NO_ID},
        {NONE, {0}, NONE, 0, 0, 2},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 5, 0, 0, 2);
    assert_true(*machine_valid(&m, "issue0"));
    assert_int_equal(*machine_field(&m, "issue0", "user"), 5);
    machine_free(&m);
}

static void a_control_instruction(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, OTHER), NONE, 0, 0, NO_ID},
        {SOME, {0, {1, 2, 3}, 0, 4, 0, 15, 2, CONTROL}, SOME, 1, 0, NO_ID},
        {SOME, READS(0, 3, 4, 3, OTHER), NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, 0},
        {NONE, {0}, SOME, 2, 1, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, 1},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 3, 0, 2, 0);
    assert_int_equal(*machine_field(&m, "issue0", "user"), 3 | 2 << USER_BITS);
    machine_free(&m);
}

static void two_ports(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(0, 2, 3, 2, OTHER), NONE, 0, 0, NO_ID},
        {NONE, {0}, SOME, 1, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, 0},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
        {NONE, {0}, SOME, 2, 0, NO_ID},
    };
    machine m = follow(2, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 2, 0, 0, 1);
    machine_free(&m);
}

static void an_offer_that_is_not_taken(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(0, 3, 4, 2, OTHER), WAITS, 1, 0, NO_ID},
        {NONE, {0}, WAITS, 1, 0, NO_ID},
        {NONE, {0}, SOME, 1, 0, NO_ID},
        {NONE, {0}, SOME, 2, 1, NO_ID},
        {NONE, {0}, NONE, 0, 0, NO_ID},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 2, 0, 0, 0);
    machine_free(&m);
}

/* A younger one that can go does not take the place of an older one that is offered; an older one that can go now does not either. */
static void what_is_offered_stays(void **state)
{
    (void)state;
    static const cell cells[] = {
        {SOME, READS(0, 1, 2, 1, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(0, 2, 3, 2, OTHER), SOME, 1, 0, NO_ID}, /* waits for u1 */
        {SOME, READS(1, 1, 3, 3, OTHER), NONE, 0, 0, NO_ID},
        {SOME, READS(1, 4, 3, 4, OTHER), WAITS, 3, 2, NO_ID},
        {NONE, {0}, WAITS, 3, 2, 0}, /* u2 can go */
        {NONE, {0}, SOME, 3, 2, 3},  /* id 3 was not handed over: that changes nothing */
        {NONE, {0}, SOME, 2, 1, 1},  /* nor does id 1, which is handed over in this cycle */
        {SOME, READS(0, 3, 3, 5, CONTROL), SOME, 4, 3, NO_ID},
        {NONE, {0}, NONE, 0, 0, 1},
        {NONE, {0}, SOME, 5, 0, NO_ID},
    };
    machine m = follow(1, cells, sizeof cells / sizeof *cells);
    counts_are(&m, 5, 0, 1, 2);
    machine_free(&m);
}

/* ---- Each rule by itself: must b wait for a, in entries of all ports ---- */

/* Whether b is offered in the cycle after it was taken, when a is under way. Each at a port, a in a cycle before or in the same one. */
static bool goes_at_once(const instruction *a, int port_a, const instruction *b, int port_b, bool together)
{
    machine m = order_new(4, 4, 8, 4, 3, 8);
    put_instruction(&m, port_a, a);
    if (!together) {
        *machine_ready(&m, port_name("issue", port_a)) = 1;
        machine_step(&m);
        *machine_valid(&m, port_name("instruction", port_a)) = 0;
        machine_step(&m);
    }
    put_instruction(&m, port_b, b);
    machine_step(&m);
    const char *out = port_name("issue", port_b);
    bool goes = *machine_valid(&m, out) && *machine_field(&m, out, "mask") == b->mask;
    machine_step(&m);
    machine_step(&m); /* its counts */
    uint32_t waited = *machine_field(&m, "state", "memory") + *machine_field(&m, "state", "control") + *machine_field(&m, "state", "war");
    assert_int_equal(goes, waited == 0);
    machine_free(&m);
    return goes;
}

static void each_rule(void **state)
{
    (void)state;
    for (int ports = 0; ports < 16; ports++)
        for (int together = 0; together <= (ports / 4 < ports % 4); together++) {
            int pa = ports / 4, pb = ports % 4;
            for (uint32_t ka = 0; ka < 4; ka++)
                for (uint32_t kb = 0; kb < 4; kb++) {
                    instruction a = {1, {2, 3, 4}, 7, 5, 1, 1, 1, ka}, b = {1, {5, 2, 3}, 7, 6, 1, 2, 2, kb}, other = b;
                    other.warp = 3;
                    assert_int_equal(goes_at_once(&a, pa, &b, pb, together), ka < 2 && kb < 2 && !(ka && kb));
                    assert_true(goes_at_once(&a, pa, &other, pb, together));
                }
            for (uint32_t used = 0; used < 8; used++)
                for (uint32_t dest = 0; dest < 8; dest++) {
                    instruction a = {2, {2, 3, 4}, used, 5, 1, 1, 1, OTHER}, b = {2, {0}, 0, dest, 1, 2, 2, MEMORY}, none = b;
                    none.writes = 0;
                    assert_int_equal(goes_at_once(&a, pa, &b, pb, together), dest < 2 || dest > 4 || !(used >> (dest - 2) & 1));
                    assert_true(goes_at_once(&a, pa, &none, pb, together));
                }
        }
}

/* ---- Rate and bound ---- */

/* Instructions that need not wait leave `time` cycles after they are handed over. One a port and cycle, if there are time + 2 entries or more. */
static void full_rate(void **state)
{
    (void)state;
    for (int issues = 1; issues <= MAX_ISSUES; issues++)
        for (int time = 1; time <= 14; time += 13) {
            machine m = order_new(4, 4, 8, issues, time + 2, 16);
            uint32_t ids[MAX_ISSUES][200];
            for (int n = 0; n < 200; n++) {
                for (int k = 0; k < issues; k++) {
                    const char *out = port_name("issue", k);
                    instruction x = {(uint32_t)n % 4, {1, 2, 3}, 7, 4, 1, 15, (uint32_t)n, OTHER};
                    assert_true(*machine_ready(&m, port_name("instruction", k)));
                    assert_int_equal(*machine_valid(&m, out), n > 0);
                    if (n > 0) {
                        ids[k][n] = *machine_field(&m, out, "user") >> 16;
                        assert_int_equal(*machine_field(&m, out, "user") & 0xffff, n - 1);
                    }
                    put_instruction(&m, k, &x);
                    *machine_ready(&m, out) = 1;
                    put_left(&m, k, n > time ? ids[k][n - time] : NO_ID);
                }
                machine_step(&m);
            }
            counts_are(&m, (uint32_t)(199 * issues), 0, 0, 0);
            machine_free(&m);
        }
}

/* All entries of all ports are of control instructions of a warp: each waits for the one before. The last one is offered exactly at the bound. */
static void the_bound_is_met(void **state)
{
    (void)state;
    for (int issues = 1; issues <= MAX_ISSUES; issues++)
        for (int entries = 1; entries <= 16; entries += 5)
            for (int time = 1; time <= 7; time += 3) {
                machine m = order_new(4, 1, 8, issues, entries, 16);
                int all = issues * entries, given = 0, cycle = 0, last = 0;
                uint32_t leaving[MAX_ISSUES][64];
                memset(leaving, 0, sizeof leaving);
                for (int put = 0, offered_last = 0; !offered_last; cycle++) {
                    for (int k = 0; k < issues; k++) {
                        instruction x = {0, {0}, 0, 0, 0, 1, (uint32_t)put, CONTROL};
                        const char *in = port_name("instruction", k), *out = port_name("issue", k);
                        *machine_valid(&m, in) = 0;
                        if (put < all && *machine_ready(&m, in)) {
                            put_instruction(&m, k, &x);
                            last = ++put == all ? cycle : last;
                        }
                        *machine_ready(&m, out) = 1;
                        uint32_t *slot = &leaving[k][cycle % (time + 1)];
                        put_left(&m, k, *slot ? *slot - 1 : NO_ID);
                        *slot = 0;
                        if (*machine_valid(&m, out)) {
                            assert_int_equal(*machine_field(&m, out, "user") & 0xffff, given++);
                            leaving[k][(cycle + time) % (time + 1)] = 1 + (*machine_field(&m, out, "user") >> 16);
                            offered_last |= given == all;
                        }
                    }
                    machine_step(&m);
                }
                /* The first was offered in cycle 1, when the last was taken at the earliest */
                assert_int_equal(cycle - 1, (all - 1) * (time + 1) + 1);
                assert_true(cycle - 1 - last <= (all - 1) * (time + 1) + 1);
                machine_free(&m);
            }
}

/* ---- In front of wcrf ---- */

/* A GPU with wcrf, and with order in front of it or without. Each warp runs a random program. A scoreboard holds an instruction while a write
 * of one of its sources, or of its destination, is under way, and does not look at reads. What an instruction computes it computes of the
 * operands that it got. Beside it a plain shadow runs each instruction at once, in the order of the program. */
enum { LANES = 4, WARPS = 4, REGISTERS = 8, PORTS = 2, ENTRIES = 8, ID_BITS = 3, USER = 12, NUMBERS = 1 << USER, PROGRAM = 3000 };

typedef enum { AS_IT_IS, WITHOUT_ORDER, WITHOUT_KINDS, WITHOUT_READS, LEAVES_EARLY } breakage;

typedef struct {
    instruction x;
    uint32_t number; /* its place in the order of all programs */
    bool left, written;
    uint32_t due;                  /* the cycle in which its result is written, at the earliest */
    uint32_t want[SOURCES][LANES]; /* operands, by the shadow */
    uint32_t result[LANES];
} job;

typedef struct {
    machine order, file;
    breakage broken;
    rng r;
    uint32_t cycle, given, gone, written;
    job jobs[NUMBERS]; /* by the lowest bits of their numbers */
    uint32_t oldest;   /* all jobs before it are done */
    bool waits[PORTS]; /* an instruction is at the port */
    uint32_t at_port[PORTS];
    uint32_t busy[WARPS][REGISTERS]; /* writes under way, for the scoreboard */
    uint32_t shadow[WARPS][REGISTERS][LANES];
    uint32_t early_id[PORTS]; /* LEAVES_EARLY: what was handed over in the cycle before */
    uint32_t memory_wrong, control_wrong, values_wrong, overtaken;
} gpu;

static gpu *gpu_new(breakage broken, uint64_t seed)
{
    gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    wf_config c = wf_default_config(&wf_unit_wcrf, LANES);
    *unit_param(&wf_unit_wcrf, &c, "warps") = WARPS, *unit_param(&wf_unit_wcrf, &c, "registers") = REGISTERS;
    *unit_param(&wf_unit_wcrf, &c, "clusters") = 2, *unit_param(&wf_unit_wcrf, &c, "rows") = WARPS * REGISTERS / 2;
    *unit_param(&wf_unit_wcrf, &c, "bank") = 32, *unit_param(&wf_unit_wcrf, &c, "decompressors") = 1;
    *unit_param(&wf_unit_wcrf, &c, "issues") = PORTS, *unit_param(&wf_unit_wcrf, &c, "writes") = 1;
    *unit_param(&wf_unit_wcrf, &c, "compressors") = 1;
    *unit_param(&wf_unit_wcrf, &c, "gate") = 0, *unit_param(&wf_unit_wcrf, &c, "user") = USER + ID_BITS;
    g->file = machine_new(&wf_unit_wcrf, c);
    g->order = order_new(LANES, WARPS, REGISTERS, PORTS, ENTRIES, USER);
    g->broken = broken;
    g->r.state = seed;
    for (int k = 0; k < PORTS; k++)
        g->early_id[k] = NO_ID;
    return g;
}

static void gpu_free(gpu *g)
{
    machine_free(&g->order);
    machine_free(&g->file);
    free(g);
}

static job *job_of(gpu *g, uint32_t number)
{
    return &g->jobs[number % NUMBERS];
}

static void compute(const instruction *x, uint32_t number, const uint32_t of[SOURCES][LANES], uint32_t *result)
{
    for (int i = 0; i < LANES; i++)
        result[i] =
            number * 0x9e3779b9u + (number % 3 ? 0 : (uint32_t)i) + (of[0][i] & 0xff) + 3 * (of[1][i] & 0xff) + 5 * of[2][i] + x->used;
}

/* The next instruction of a program, or none. Some read many registers of one cluster, some none. */
static bool next_instruction(gpu *g, uint32_t warp, instruction *x)
{
    *x = (instruction){.warp = warp, .used = rng_below(&g->r, 3) ? 7 : rng_below(&g->r, 8), .mask = 15, .user = g->given % NUMBERS};
    uint32_t kind = rng_below(&g->r, 16);
    x->kind = kind < 4 ? MEMORY : kind == 4 ? CONTROL : OTHER;
    for (int s = 0; s < SOURCES; s++)
        x->source[s] = rng_below(&g->r, 4) ? (rng_below(&g->r, REGISTERS) & ~1u) | (warp & 1) : rng_below(&g->r, REGISTERS);
    x->dest = rng_below(&g->r, REGISTERS);
    x->writes = rng_below(&g->r, 8) != 0;
    for (int s = 0; s < SOURCES; s++)
        if ((x->used >> s & 1) && g->busy[warp][x->source[s]])
            return false;
    return !(x->writes && g->busy[warp][x->dest]);
}

/* It is given to a port: the scoreboard and the shadow take it. */
static void start(gpu *g, int port, const instruction *x)
{
    job *j = job_of(g, g->given);
    assert_true(g->given - g->oldest < NUMBERS);
    *j = (job){.x = *x, .number = g->given};
    for (int s = 0; s < SOURCES; s++)
        if (x->used >> s & 1)
            memcpy(j->want[s], g->shadow[x->warp][x->source[s]], sizeof j->want[s]);
    uint32_t result[LANES];
    compute(x, j->number, (const uint32_t(*)[LANES])j->want, result);
    if (x->writes) {
        memcpy(g->shadow[x->warp][x->dest], result, sizeof result);
        g->busy[x->warp][x->dest]++;
    }
    g->waits[port] = true;
    g->at_port[port] = g->given++;
}

/* A warp has one instruction at the ports; a second one only at a higher port, if the first is taken in this cycle. */
static bool may_start(const gpu *g, int port, uint32_t warp)
{
    const machine *m = g->broken == WITHOUT_ORDER ? &g->file : &g->order;
    const char *stream = g->broken == WITHOUT_ORDER ? "issue" : "instruction";
    for (int k = 0; k < PORTS; k++)
        if (g->waits[k] && g->jobs[g->at_port[k] % NUMBERS].x.warp == warp && !(k < port && *machine_ready(m, port_name(stream, k))))
            return false;
    return true;
}

static void left(gpu *g, int port)
{
    const char *stream = port_name("operands", port);
    static const char *const value[SOURCES] = {"value0", "value1", "value2"};
    job *j = job_of(g, *machine_field(&g->file, stream, "user") & (NUMBERS - 1));
    uint32_t got[SOURCES][LANES];
    assert_false(j->left);
    for (uint32_t n = g->oldest; n < j->number; n++) {
        const job *older = job_of(g, n);
        if (older->left || older->x.warp != j->x.warp)
            continue;
        g->overtaken++;
        g->memory_wrong += older->x.kind == MEMORY && j->x.kind == MEMORY;
        g->control_wrong += older->x.kind == CONTROL || j->x.kind == CONTROL;
    }
    for (int s = 0; s < SOURCES; s++)
        memcpy(got[s], machine_field(&g->file, stream, value[s]), sizeof got[s]);
    g->values_wrong += memcmp(got, j->want, sizeof got) != 0;
    compute(&j->x, j->number, (const uint32_t(*)[LANES])got, j->result);
    j->left = true;
    j->written = !j->x.writes;
    j->due = g->cycle + 1 + rng_below(&g->r, rng_below(&g->r, 4) ? 3 : 20);
    g->gone++;
}

/* One result that is due, any one. */
static void write_back(gpu *g)
{
    if (*machine_valid(&g->file, "write0"))
        return;
    for (uint32_t n = g->oldest; n < g->given; n++) {
        job *j = job_of(g, n);
        if (!j->left || j->written || j->due > g->cycle)
            continue;
        *machine_valid(&g->file, "write0") = 1;
        *machine_field(&g->file, "write0", "warp") = j->x.warp;
        *machine_field(&g->file, "write0", "dest") = j->x.dest;
        *machine_field(&g->file, "write0", "mask") = 15;
        memcpy(machine_field(&g->file, "write0", "values"), j->result, sizeof j->result);
        *machine_field(&g->file, "write0", "user") = j->number % NUMBERS;
        return;
    }
}

/* What comes to the port this cycle, through order or not. */
static void wire_issue(gpu *g, int port)
{
    const char *issue = port_name("issue", port), *in = port_name("instruction", port);
    if (g->broken == WITHOUT_ORDER) {
        *machine_valid(&g->file, issue) = 0;
        if (g->waits[port])
            put(&g->file, issue, &job_of(g, g->at_port[port])->x);
        return;
    }
    *machine_valid(&g->order, in) = 0;
    if (g->waits[port]) {
        instruction x = job_of(g, g->at_port[port])->x;
        x.kind = g->broken == WITHOUT_KINDS ? OTHER : x.kind;
        x.used = g->broken == WITHOUT_READS ? 0 : x.used;
        put_instruction(&g->order, port, &x);
    }
    const wf_stream *from = &g->order.s.stream[machine_stream(&g->order, issue)], *to = &g->file.s.stream[machine_stream(&g->file, issue)];
    int words = 1;
    assert_int_equal(from->count, to->count);
    for (int n = 0; n < from->count; n++) {
        assert_string_equal(from->field[n].name, to->field[n].name);
        assert_int_equal(from->field[n].bits, to->field[n].bits);
        words += words_for(from->field[n].bits);
    }
    memcpy(machine_valid(&g->file, issue), machine_valid(&g->order, issue), (size_t)words * sizeof(uint32_t));
    *machine_ready(&g->order, issue) = *machine_ready(&g->file, issue);
    if (g->broken == WITHOUT_READS && *machine_valid(&g->file, issue))
        *machine_field(&g->file, issue, "used") = job_of(g, *machine_field(&g->file, issue, "user") & (NUMBERS - 1))->x.used;
}

static void wire_left(gpu *g, int port)
{
    const char *operands = port_name("operands", port), *issue = port_name("issue", port);
    bool leaves = *machine_valid(&g->file, operands) && *machine_ready(&g->file, operands);
    uint32_t id = leaves ? *machine_field(&g->file, operands, "user") >> USER : NO_ID;
    if (g->broken == LEAVES_EARLY) {
        id = g->early_id[port];
        bool given = *machine_valid(&g->order, issue) && *machine_ready(&g->order, issue);
        g->early_id[port] = given ? *machine_field(&g->order, issue, "user") >> USER : NO_ID;
    }
    put_left(&g->order, port, id);
    if (leaves)
        left(g, port);
}

static void gpu_step(gpu *g)
{
    bool accepted[PORTS];
    for (int k = 0; k < PORTS; k++) {
        uint32_t warp = rng_below(&g->r, WARPS);
        instruction x;
        if (!g->waits[k] && g->given < PROGRAM && may_start(g, k, warp) && next_instruction(g, warp, &x))
            start(g, k, &x);
        *machine_ready(&g->file, port_name("operands", k)) = rng_below(&g->r, 4) != 0;
    }
    write_back(g);
    for (int k = 0; k < PORTS; k++) {
        wire_issue(g, k);
        wire_left(g, k);
        accepted[k] = g->waits[k] && (g->broken == WITHOUT_ORDER ? *machine_ready(&g->file, port_name("issue", k))
                                                                 : *machine_ready(&g->order, port_name("instruction", k)));
    }
    bool written = *machine_valid(&g->file, "write0") && *machine_ready(&g->file, "write0");
    job *j = job_of(g, *machine_field(&g->file, "write0", "user"));
    machine_step(&g->order);
    machine_step(&g->file);
    g->cycle++;
    for (int k = 0; k < PORTS; k++)
        g->waits[k] &= !accepted[k];
    if (written) {
        *machine_valid(&g->file, "write0") = 0;
        j->written = true;
        g->busy[j->x.warp][j->x.dest]--;
        g->written++;
    }
    while (g->oldest < g->given && job_of(g, g->oldest)->left && job_of(g, g->oldest)->written)
        g->oldest++;
}

static gpu *gpu_run(breakage broken, uint64_t seed)
{
    gpu *g = gpu_new(broken, seed);
    while (g->oldest < PROGRAM) {
        gpu_step(g);
        assert_true(g->cycle < 100 * PROGRAM);
    }
    assert_int_equal(g->gone, PROGRAM);
    return g;
}

static void programs_run_as_in_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        gpu *g = gpu_run(AS_IT_IS, seed);
        assert_int_equal(g->memory_wrong, 0);
        assert_int_equal(g->control_wrong, 0);
        assert_int_equal(g->values_wrong, 0);
        assert_true(g->overtaken > PROGRAM / 20); /* where they may, they do */
        assert_true(*machine_field(&g->order, "state", "memory") > 0 && *machine_field(&g->order, "state", "war") > 0);
        gpu_free(g);
    }
}

static void without_a_rule_they_do_not(void **state)
{
    (void)state;
    static const struct {
        breakage broken;
        bool memory, control, values;
    } of[] = {{WITHOUT_ORDER, true, true, true},
              {WITHOUT_KINDS, true, true, false},
              {WITHOUT_READS, false, false, true},
              {LEAVES_EARLY, true, true, true}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        uint32_t memory = 0, control = 0, values = 0;
        for (uint64_t seed = 1; seed <= 2; seed++) {
            gpu *g = gpu_run(of[i].broken, seed);
            memory += g->memory_wrong, control += g->control_wrong, values += g->values_wrong;
            gpu_free(g);
        }
        assert_int_equal(memory > 0, of[i].memory);
        assert_int_equal(control > 0, of[i].control);
        assert_int_equal(values > 0, of[i].values);
    }
}

/* ---- The rest ---- */

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    machine fresh = order_new(4, 4, 4, 2, 4, 8), used = order_new(4, 4, 4, 2, 4, 8);
    for (uint32_t n = 0; n < 20; n++) {
        instruction x = {n % 4, {n % 3, 1, 2}, n % 8, n % 4, 1, n % 16, n, n % 3};
        put_instruction(&used, 0, &x);
        put_instruction(&used, 1, &x);
        *machine_ready(&used, "issue0") = n % 2;
        machine_step(&used);
    }
    used.unit->stepped->reset(&used.c, used.state);
    assert_memory_equal(used.state, fresh.state, used.unit->stepped->state_size(&used.c));
    machine_free(&fresh);
    machine_free(&used);
}

static void streams_are_as_told(void **state)
{
    (void)state;
    static const char *const names[] = {"instruction0", "instruction1", "left0", "left1", "issue0", "issue1", "state"};
    static const char *const fields[] = {"warp", "source0", "source1", "source2", "used", "dest", "writes", "mask", "user", "kind"};
    static const int bits[] = {5, 5, 5, 5, 3, 5, 1, 32, 16, 2};
    wf_config c = wf_default_config(&wf_unit_order, 32);
    wf_streams s;
    assert_int_equal(wf_unit_order.streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 7);
    for (int i = 0; i < 7; i++) {
        assert_string_equal(s.stream[i].name, names[i]);
        assert_int_equal(s.stream[i].output, i > 3);
        assert_int_equal(s.stream[i].ready, i < 2 || i == 4 || i == 5);
        assert_int_equal(s.stream[i].count, i < 2 ? 10 : i < 4 ? 1 : i < 6 ? 9 : 4);
        for (int k = 0; k < s.stream[i].count && (i < 2 || i == 4 || i == 5); k++) {
            assert_string_equal(s.stream[i].field[k].name, fields[k]);
            assert_int_equal(s.stream[i].field[k].bits, bits[k] + (i > 3 && k == 8 ? 3 : 0));
        }
    }
    assert_int_equal(s.stream[2].field[0].bits, 3);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int value;
    } of[] = {{"warps", 0},  {"warps", 65},  {"registers", 0}, {"registers", 257}, {"issues", 0},
              {"issues", 5}, {"entries", 0}, {"entries", 17},  {"user", 0},        {"user", 125}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_default_config(&wf_unit_order, 32);
        char why[WF_WHY];
        *unit_param(&wf_unit_order, &c, of[i].name) = of[i].value;
        assert_true(wf_config_error(&wf_unit_order, &c, why));
        assert_non_null(strstr(why, of[i].name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_must_wait),
        cmocka_unit_test(memory_instructions_and_one_that_overtakes),
        cmocka_unit_test(write_after_read),
        cmocka_unit_test(a_control_instruction),
        cmocka_unit_test(two_ports),
        cmocka_unit_test(an_offer_that_is_not_taken),
        cmocka_unit_test(what_is_offered_stays),
        cmocka_unit_test(each_rule),
        cmocka_unit_test(full_rate),
        cmocka_unit_test(the_bound_is_met),
        cmocka_unit_test(programs_run_as_in_order),
        cmocka_unit_test(without_a_rule_they_do_not),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(streams_are_as_told),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
