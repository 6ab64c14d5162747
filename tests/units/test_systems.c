/* SPDX-License-Identifier: Apache-2.0
 *
 * test_systems.c - what a unit says of itself as a system (wf_system): units that are right, and made-up ones that are not, each with its line;
 * and counts of activities. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../gen/design.h"
#include "../../stats/activities.h"

static wf_streams of_toy; /* the streams of the unit that is made up */
static wf_file_shape toy_shape;

static wf_status toy_streams(const wf_config *config, wf_streams *streams, const char **why)
{
    (void)config, (void)why;
    *streams = of_toy;
    return WF_OK;
}

static void toy_count(const wf_config *config, const void *state, int activity, uint64_t *counts)
{
    (void)config, (void)state;
    *counts = (uint64_t)activity + 1;
}

static void toy_shape_of(const wf_config *config, wf_file_shape *shape)
{
    (void)config;
    *shape = toy_shape;
}

/* A unit that is right, which each case then spoils. */
typedef struct {
    wf_activity activities[WF_MAX_ACTIVITIES + 2];
    wf_system system;
    wf_stepped stepped;
    wf_unit unit;
} toy;

enum { LANES = 8 };
static const wf_param no_params[] = {{NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

/* The bits of a field of 4 warps of 4 registers. */
static int bits_of(const char *field)
{
    static const struct {
        const char *field;
        int bits;
    } other[] = {{"used", 3},           {"writes", 1}, {"values", 32 * LANES}, {"value0", 32 * LANES}, {"value1", 32 * LANES},
                 {"value2", 32 * LANES}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strcmp(other[i].field, field) == 0)
            return other[i].bits;
    return 8;
}

static void add_stream(const wf_kind_stream *need, int number)
{
    static char names[WF_MAX_STREAMS][16];
    wf_stream *s = &of_toy.stream[of_toy.count];
    char *name = names[of_toy.count++];
    snprintf(name, sizeof names[0], need->many ? "%s%d" : "%s", need->name ? need->name : need->output ? "out" : "in", number);
    *s = (wf_stream){.name = name, .output = need->output, .ready = need->ready};
    for (; s->count < WF_MAX_FIELDS && need->field[s->count]; s->count++)
        s->field[s->count] = (wf_field){need->field[s->count], bits_of(need->field[s->count])};
}

static void make(toy *t, wf_kind kind)
{
    int count;
    const wf_kind_stream *need = wf_kind_streams(kind, &count);
    of_toy = (wf_streams){0};
    for (int i = 0; i < count; i++)
        add_stream(&need[i], 0);
    toy_shape = (wf_file_shape){.warps = 4,
                                .registers = 4,
                                .issues = 1,
                                .writes = 1,
                                .stores = 1,
                                .clusters = 1,
                                .banks = 2,
                                .rows = 16,
                                .bank_bits = 128,
                                .user_bits = 8};
    *t = (toy){.activities = {{"reads", "banks read", WF_ENERGY_BANK_READ, NULL, false}, {"moves", "moves", WF_ENERGY_NONE, NULL, true}}};
    t->system = (wf_system){.kind = kind, .activities = t->activities, .count = toy_count};
    if (kind == WF_REGISTER_FILE)
        t->system.shape = toy_shape_of;
    t->unit = (wf_unit){.name = "toy", .params = no_params, .streams = toy_streams, .stepped = &t->stepped, .system = &t->system};
}

static void expect(const toy *t, const char *want)
{
    char line[WF_WHY] = "";
    wf_config config = {.lanes = LANES};
    assert_int_equal(wf_system_error(&t->unit, &config, line), want != NULL);
    assert_string_equal(line, want ? want : "");
}

static void what_is_right_has_no_error(void **state)
{
    (void)state;
    toy t;
    for (int kind = 0; kind < WF_KINDS; kind++) {
        make(&t, (wf_kind)kind);
        expect(&t, NULL);
    }
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        wf_config config = wf_default_config(unit, unit->line ? 128 : 32);
        char line[WF_WHY];
        assert_false(wf_system_error(unit, &config, line));
    }
    t.unit.system = NULL;
    expect(&t, NULL);
}

static void activities_have_an_energy_and_a_name_of_their_own(void **state)
{
    (void)state;
    toy t;
    make(&t, WF_DATAPATH);
    t.activities[1].energy = WF_ENERGY_UNTOLD;
    expect(&t, "toy: the activity moves has no energy of the list (wf_energy; WF_ENERGY_NONE if it takes none)");
    t.activities[1].energy = WF_ENERGIES;
    expect(&t, "toy: the activity moves has no energy of the list (wf_energy; WF_ENERGY_NONE if it takes none)");
    make(&t, WF_DATAPATH);
    t.activities[1].name = "reads";
    expect(&t, "toy: two activities are named reads");
    make(&t, WF_DATAPATH);
    t.activities[1].energy = WF_ENERGY_BANK_OFF;
    expect(&t, "toy: the activity moves counts banks, which only a register file has");
    make(&t, WF_DATAPATH);
    t.system.count = NULL;
    expect(&t, "toy: it has activities and no function that counts them");
    make(&t, WF_DATAPATH);
    t.activities[0].name = NULL;
    expect(&t, "toy: it has a function that counts activities, and none; the list ends at the first one without a name");
    make(&t, WF_DATAPATH);
    t.activities[1].name = "";
    expect(&t, "toy: \"\" is no name of an activity: letters, digits and '_', a letter first, 31 at most");
    make(&t, WF_DATAPATH);
    t.activities[1].name = "a \"b\"";
    expect(&t, "toy: \"a \"b\"\" is no name of an activity: letters, digits and '_', a letter first, 31 at most");
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
                                        "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y"};
    make(&t, WF_DATAPATH);
    for (int i = 0; i <= WF_MAX_ACTIVITIES; i++)
        t.activities[i] = (wf_activity){names[i], "", WF_ENERGY_NONE, NULL, false};
    expect(&t, "toy: 25 activities; at most 24 are counted");
    make(&t, WF_DATAPATH);
    for (int i = 0; i <= WF_MAX_ACTIVITY_PARTS; i++)
        t.activities[i] = (wf_activity){names[i], "", WF_ENERGY_NONE, names[i], false};
    expect(&t, "toy: 3 parts of activities; at most 2 are shown");
}

/* A cache with the four streams to a memory: words of 8 bits, lines of 16. */
static void make_asking(toy *t)
{
    static const wf_stream asking[] = {
        {"request", .ready = true, .count = 4, .field = {{"write", 1}, {"address", 8}, {"data", 8}, {"user", 8}}},
        {"response", .output = true, .ready = true, .count = 2, .field = {{"data", 8}, {"user", 8}}},
        {"miss", .output = true, .ready = true, .count = 3, .field = {{"write", 1}, {"address", 8}, {"data", 16}}},
        {"fill", .ready = true, .count = 2, .field = {{"address", 8}, {"data", 16}}},
    };
    make(t, WF_CACHE);
    of_toy = (wf_streams){.count = 4};
    memcpy(of_toy.stream, asking, sizeof asking);
}

static void a_cache_that_asks_a_memory_says_all_of_it(void **state)
{
    (void)state;
    toy t;
    make_asking(&t);
    expect(&t, NULL);
    of_toy.stream[0].field[0].name = "store";
    expect(&t, "toy: the stream request of a cache needs the field write");
    make_asking(&t);
    of_toy.stream[0].field[2].name = "value";
    expect(&t, "toy: the stream request of a cache needs the field data");
    make_asking(&t);
    of_toy.stream[1].count = 1;
    expect(&t, "toy: the stream response of a cache needs the field user");
    make_asking(&t);
    of_toy.stream[2].count = 2;
    expect(&t, "toy: the stream miss of a cache needs the field data");
    make_asking(&t);
    of_toy.stream[2].ready = false;
    expect(&t, "toy: the stream miss of a cache is with ready");
    make_asking(&t);
    of_toy.stream[3].ready = false;
    expect(&t, NULL); /* it may leave it out */
    make_asking(&t);
    of_toy.stream[3].field[1].bits = 20;
    expect(&t, "toy: a line of 20 bits (data of fill) is no number of words of 8 bits (data of request)");
    static const struct {
        int stream, field, bits;
        const char *expected;
    } widths[] = {
        {0, 2, 0, "toy: a line of 16 bits (data of fill) is no number of words of 0 bits (data of request)"},
        {0, 2, 32, "toy: a line of 16 bits (data of fill) is no number of words of 32 bits (data of request)"},
        {1, 0, 4, "toy: the field data of its stream response has 4 bits; it needs 8"},
        {2, 2, 32, "toy: the field data of its stream miss has 32 bits; it needs 16"},
        {0, 0, 2, "toy: the field write of its stream request has 2 bits; it needs 1"},
        {2, 0, 2, "toy: the field write of its stream miss has 2 bits; it needs 1"},
        {0, 1, 33, "toy: the field address of its stream request has 33 bits; it needs 1 to 32"},
        {2, 1, 0, "toy: the field address of its stream miss has 0 bits; it needs 1 to 32"},
        {3, 0, 9, "toy: the field address of its stream fill has 9 bits; it needs 8"},
        {0, 3, 65, "toy: the field user of its stream request has 65 bits; it needs 1 to 64"},
        {1, 1, 7, "toy: the field user of its stream response has 7 bits; it needs 8"},
    };
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        make_asking(&t);
        of_toy.stream[widths[i].stream].field[widths[i].field].bits = widths[i].bits;
        expect(&t, widths[i].expected);
    }
    make_asking(&t);
    of_toy.stream[2].name = "evicted"; /* another cache, with an environment of its own */
    expect(&t, NULL);
}

static void add_mask(int stream, int bits)
{
    of_toy.stream[stream].field[of_toy.stream[stream].count++] = (wf_field){"mask", bits};
}

/* Words of 8 bits, lines of 16: with a mask of 4 bits a part has 2 bits. */
static void masks_of_a_cache_have_a_bit_for_each_part(void **state)
{
    (void)state;
    enum { NO_MASK = -1 };
    static const struct {
        int request, response, miss;
        const char *expected; /* NULL: nothing */
    } of[] = {
        {4, NO_MASK, NO_MASK, NULL},
        {4, 4, 8, NULL},
        {1, 1, 2, NULL},
        {NO_MASK, NO_MASK, 2, NULL},
        {3, NO_MASK, NO_MASK, "toy: the mask of its stream request has 3 bits; a word of 8 bits has not so many parts"},
        {0, NO_MASK, NO_MASK, "toy: the mask of its stream request has 0 bits; a word of 8 bits has not so many parts"},
        {NO_MASK, 1, NO_MASK, "toy: its stream response has a mask, and request has none"},
        {4, 2, 8, "toy: the field mask of its stream response has 2 bits; it needs 4"},
        {4, 4, 4, "toy: the field mask of its stream miss has 4 bits; it needs 8"},
        {NO_MASK, NO_MASK, 1, "toy: the field mask of its stream miss has 1 bits; it needs 2"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const int bits[] = {of[i].request, of[i].response, of[i].miss};
        toy t;
        make_asking(&t);
        for (int s = 0; s < 3; s++)
            if (bits[s] != NO_MASK)
                add_mask(s, bits[s]);
        expect(&t, of[i].expected);
    }
}

static void a_flush_is_told_of_with_its_user(void **state)
{
    (void)state;
    static const char *const expected[] = {NULL,
                                           "toy: a cache needs the output flushed, and it has none",
                                           "toy: a cache needs the input flush, and it has none",
                                           "toy: the stream flush of a cache is with ready",
                                           "toy: the stream flushed of a cache is with ready",
                                           "toy: the stream flush of a cache needs the field user",
                                           "toy: the field user of its stream flushed has 6 bits; it needs 8",
                                           "toy: the field user of its stream flush has 7 bits; it needs 8"};
    toy t;
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        make_asking(&t);
        wf_stream *flush = &of_toy.stream[of_toy.count++], *flushed = &of_toy.stream[of_toy.count++];
        *flush = (wf_stream){"flush", .ready = true, .count = 1, .field = {{"user", 8}}};
        *flushed = (wf_stream){"flushed", .output = true, .ready = true, .count = 1, .field = {{"user", 8}}};
        if (k == 1 || k == 2)
            (k == 1 ? flushed : flush)->name = "other";
        if (k == 3 || k == 4)
            (k == 3 ? flush : flushed)->ready = false;
        if (k == 5)
            flush->count = 0;
        if (k == 6)
            flushed->field[0].bits = 6;
        if (k == 7)
            flush->field[0].bits = 7;
        expect(&t, expected[k]);
    }
}

static void a_file_is_as_wide_as_its_lanes_and_shape(void **state)
{
    (void)state;
    static const struct {
        int stream, field, bits;
        const char *expected; /* NULL: nothing */
    } of[] = {
        {WF_FILE_WRITE, WF_WRITE_VALUES, 32, "toy: the field values of its stream write0 has 32 bits; it needs 256"},
        {WF_FILE_WRITE, WF_WRITE_MASK, 4, "toy: the field mask of its stream write0 has 4 bits; it needs 8"},
        {WF_FILE_OPERANDS, WF_OPERANDS_VALUE + 2, 264, "toy: the field value2 of its stream operands0 has 264 bits; it needs 256"},
        {WF_FILE_ISSUE, WF_ISSUE_USED, 2, "toy: the field used of its stream issue0 has 2 bits; it needs 3"},
        {WF_FILE_ISSUE, WF_ISSUE_WRITES, 2, "toy: the field writes of its stream issue0 has 2 bits; it needs 1"},
        {WF_FILE_ISSUE, WF_ISSUE_USER, 9, "toy: the field user of its stream issue0 has 9 bits; it needs 8"},
        {WF_FILE_STORED, WF_STORED_USER, 7, "toy: the field user of its stream stored0 has 7 bits; it needs 8"},
        {WF_FILE_RELEASE, WF_RELEASE_WARP, 1, "toy: the field warp of its stream release has 1 bits; it needs 2 to 32"},
        {WF_FILE_ISSUE, WF_ISSUE_SOURCE + 1, 1, "toy: the field source1 of its stream issue0 has 1 bits; it needs 2 to 32"},
        {WF_FILE_WRITE, WF_WRITE_DEST, 33, "toy: the field dest of its stream write0 has 33 bits; it needs 2 to 32"},
        {WF_FILE_WRITE, WF_WRITE_DEST, 2, NULL},
        {WF_FILE_WRITE, WF_WRITE_WARP, 32, NULL},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        toy t;
        make(&t, WF_REGISTER_FILE);
        of_toy.stream[of[i].stream].field[of[i].field].bits = of[i].bits;
        expect(&t, of[i].expected);
    }
}

static void a_kind_has_its_streams(void **state)
{
    (void)state;
    toy t;
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_RELEASE].name = "releases";
    expect(&t, "toy: a register file needs the input release, and it has none");
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_STORED].name = "stored1";
    expect(&t, "toy: a register file needs the output stored0, and it has none");
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_ISSUE].field[WF_ISSUE_SOURCE + 2].name = "third";
    expect(&t, "toy: the stream issue0 of a register file needs the field source2");
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_WRITE].ready = false;
    expect(&t, "toy: the stream write0 of a register file is with ready");
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_OPERANDS].ready = false;
    expect(&t, NULL); /* they may leave it out */
    make(&t, WF_REGISTER_FILE);
    of_toy.stream[WF_FILE_STORED].output = false;
    expect(&t, "toy: the stream stored0 of a register file is an output");
    make(&t, WF_CACHE);
    of_toy.stream[0].field[0].name = "place";
    expect(&t, "toy: a cache needs an input with the field address, and it has none");
    make(&t, WF_CONTROLLER);
    of_toy.count = 1;
    expect(&t, "toy: a controller needs an output, and it has none");
    make(&t, WF_CACHE);
    t.unit.stepped = NULL;
    expect(&t, "toy: a system has streams and a stepped model");
    make(&t, WF_CACHE);
    t.system.kind = WF_KINDS;
    expect(&t, "toy: its kind is none of the list (wf_kind)");
}

static void a_shape_is_what_the_streams_are_and_can_be_driven(void **state)
{
    (void)state;
    toy t;
    make(&t, WF_REGISTER_FILE);
    toy_shape.issues = 2;
    expect(&t, "toy: its shape says 2 streams issue, and it has 1");
    make(&t, WF_REGISTER_FILE);
    int count;
    const wf_kind_stream *need = wf_kind_streams(WF_REGISTER_FILE, &count);
    for (int k = 1; k <= WF_FILE_PORTS; k++)
        add_stream(&need[WF_FILE_STORED], k);
    toy_shape.stores = WF_FILE_PORTS + 1;
    expect(&t, "toy: its shape says 17 stores a cycle; 1 to 16 can be driven");
    make(&t, WF_REGISTER_FILE);
    toy_shape.warps = WF_FILE_WARPS + 1;
    expect(&t, "toy: its shape says 65 warps; 1 to 64 can be driven");
    make(&t, WF_REGISTER_FILE);
    toy_shape.banks = WF_FILE_BANKS + 1;
    expect(&t, "toy: its shape says 1025 banks a cluster; 1 to 1024 can be driven");
    static const struct {
        size_t at;
        int value;
        const char *expected;
    } shapes[] = {
        {offsetof(wf_file_shape, clusters), 513, "toy: its shape says 1026 banks in all; 1 to 1024 can be driven"},
        {offsetof(wf_file_shape, clusters), -1, "toy: its shape says -1 clusters; 1 to 1024 can be driven"},
        {offsetof(wf_file_shape, registers), 0, "toy: its shape says 0 registers; 1 is the least"},
        {offsetof(wf_file_shape, rows), 0, "toy: its shape says 0 rows; 1 is the least"},
        {offsetof(wf_file_shape, bank_bits), 0, "toy: its shape says 0 bits of a bank; 1 is the least"},
        {offsetof(wf_file_shape, user_bits), 129, "toy: its shape says 129 bits of user; 1 to 128 can be driven"},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        make(&t, WF_REGISTER_FILE);
        memcpy((char *)&toy_shape + shapes[i].at, &shapes[i].value, sizeof(int));
        expect(&t, shapes[i].expected);
    }
    make(&t, WF_REGISTER_FILE);
    t.system.shape = NULL;
    expect(&t, "toy: a register file needs a shape");
    make(&t, WF_REGISTER_FILE);
    t.system.share = "odd";
    expect(&t, "toy: no function counts the registers that are odd");
}

/* A design of such a unit is none: so says every command. */
static void a_design_tells_it(void **state)
{
    (void)state;
    design d;
    design_init_named(&d, "merge", "test");
    wf_system system = *d.unit->system;
    wf_activity none[] = {{"packets", "", WF_ENERGY_UNTOLD, NULL, false}, {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false}};
    wf_unit unit = *d.unit;
    system.activities = none;
    unit.system = &system;
    d.unit = &unit;
    char *fault = design_fault(&d);
    assert_string_equal(fault, "merge: the activity packets has no energy of the list (wf_energy; WF_ENERGY_NONE if it takes none)");
}

/* Two parts, and what is in none. */
static void activities_add_up_to_energies(void **state)
{
    (void)state;
    toy t;
    make(&t, WF_DATAPATH);
    t.activities[0] = (wf_activity){"a", "", WF_ENERGY_BANK_READ, NULL, false};
    t.activities[1] = (wf_activity){"b", "", WF_ENERGY_BANK_WRITE, "second", false};
    t.activities[2] = (wf_activity){"c", "", WF_ENERGY_TAG, "first", false};
    t.activities[3] = (wf_activity){"d", "", WF_ENERGY_WIRES, NULL, false};
    t.activities[4] = (wf_activity){"e", "", WF_ENERGY_BANK_READ, NULL, false};
    t.activities[5] = (wf_activity){"f", "", WF_ENERGY_TAG, "second", false};
    t.activities[6] = (wf_activity){"g", "", WF_ENERGY_NONE, NULL, true};
    activities a;
    energy_activity e = {0};
    const energy_model model = {.bank_pj = 1, .wire_pj = 10, .activity = 0.5, .tag_pj = 100, .clock_ghz = 1};
    activities_read(&a, &t.system, &(wf_config){.lanes = 8}, NULL);
    assert_true(activities_taking(&a, WF_ENERGY_BANK_READ) == 1 + 5 && activities_banks(&a) == 1 + 5 + 2);
    activities_take(&a, &e);
    energy_spent s = energy_of(&model, &e);
    assert_true(s.banks == 6 && s.wires == 10 * (6 + 4) && s.tags == 0);
    assert_true(s.part[0] == 2 * 11 + 6 * 100 && s.part[1] == 3 * 100); /* second, which comes first; first */
    assert_true(energy_all(&s) == 6 + 100 + 622 + 300);
    activities_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_has_no_error),
        cmocka_unit_test(activities_have_an_energy_and_a_name_of_their_own),
        cmocka_unit_test(a_cache_that_asks_a_memory_says_all_of_it),
        cmocka_unit_test(masks_of_a_cache_have_a_bit_for_each_part),
        cmocka_unit_test(a_flush_is_told_of_with_its_user),
        cmocka_unit_test(a_file_is_as_wide_as_its_lanes_and_shape),
        cmocka_unit_test(a_kind_has_its_streams),
        cmocka_unit_test(a_shape_is_what_the_streams_are_and_can_be_driven),
        cmocka_unit_test(a_design_tells_it),
        cmocka_unit_test(activities_add_up_to_energies),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
