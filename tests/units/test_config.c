/* SPDX-License-Identifier: Apache-2.0
 *
 * What is wrong with a configuration: the values of every table, of children too; units made here that have more of something than there is
 * room for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../cmodel/streams.h"
#include "../../gen/beside.h"
#include "endings.h"

static int width_of(const wf_unit *unit)
{
    return unit->line ? 64 : 32;
}

static void refuse_value(const wf_unit *unit, int p, int value)
{
    wf_config c = wf_default_config(unit, width_of(unit));
    char why[WF_WHY], begin[64];
    c.param[p] = value;
    snprintf(begin, sizeof begin, "%s must ", unit->params[p].name);
    assert_true(wf_params_error(unit, &c, NULL));
    assert_true(wf_params_error(unit, &c, why));
    assert_true(wf_config_error(unit, &c, NULL));
    if (strncmp(why, begin, strlen(begin)) != 0)
        fail_msg("%s, %s = %d: %s", unit->name, unit->params[p].name, value, why);
}

static void a_value_that_no_table_has_is_refused(void **state)
{
    (void)state;
    int ranges = 0, lists = 0, choices = 0, sets = 0;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        for (int p = 0; unit->params[p].name; p++) {
            const wf_param *param = &unit->params[p];
            int first, last, values = 1;
            for (const char *v = param->values; *v; v++)
                values += *v == '|';
            if (param->kind == WF_PARAM_SET) {
                refuse_value(unit, p, 0);
                refuse_value(unit, p, 1 << values);
                sets++;
            } else if (param->kind == WF_PARAM_LIST) {
                refuse_value(unit, p, 0);
                refuse_value(unit, p, values + 1);
                refuse_value(unit, p, 0x11);
            } else if (param->kind == WF_PARAM_CHOICE) {
                refuse_value(unit, p, -1);
                refuse_value(unit, p, values);
                choices++;
            } else if (sscanf(param->values, "%d..%d", &first, &last) == 2) {
                refuse_value(unit, p, first - 1);
                refuse_value(unit, p, last + 1);
                ranges++;
            } else {
                refuse_value(unit, p, atoi(param->values) - 1);
                refuse_value(unit, p, 1000);
                lists++;
            }
        }
    }
    assert_true(ranges > 0 && lists > 0 && choices > 0 && sets > 0);
}

static void every_default_is_accepted(void **state)
{
    (void)state;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        wf_config c = wf_default_config(wf_unit_at(u), width_of(wf_unit_at(u)));
        char why[WF_WHY] = "";
        if (wf_unit_error(wf_unit_at(u), why) || wf_config_error(wf_unit_at(u), &c, why))
            fail_msg("%s: %s", wf_unit_at(u)->name, why);
    }
}

/* ---- Units that are made here ---- */

static const wf_param no_params[] = {{NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

static const wf_param made_params[] = {
    {"range", "", WF_PARAM_INT, "3..12", 4, "WF_RANGE"},
    {"list", "", WF_PARAM_INT, "1|2|8", 1, "WF_LIST"},
    {"choice", "", WF_PARAM_CHOICE, "off|on", 0, "WF_CHOICE"},
    {"set", "", WF_PARAM_SET, "red|green|blue", 1, "WF_SET"},
    {"one", "", WF_PARAM_INT, "7", 7, "WF_ONE"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

/* How many streams, and fields in the last one, the unit has; kinds of memories; the names of its cuts. */
static int stream_count, field_count, memory_count;
static wf_cuts made_cuts;

static wf_status made_streams(const wf_config *config, wf_streams *s, const char **why)
{
    (void)config;
    (void)why;
    static const char *const names[WF_MAX_STREAMS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
                                                      "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F"};
    *s = (wf_streams){.count = 0};
    for (int i = 0; i < stream_count; i++) {
        wf_stream one = {.name = i < WF_MAX_STREAMS ? names[i] : "more", .count = i == stream_count - 1 ? field_count : 1};
        for (int f = 0; f < one.count && f < WF_MAX_FIELDS; f++)
            one.field[f] = (wf_field){names[f], 8};
        add_stream(s, one);
    }
    return WF_OK;
}

static int made_memories(const wf_config *config, wf_memory memories[WF_MAX_MEMORIES])
{
    (void)config;
    memset(memories, 0, WF_MAX_MEMORIES * sizeof *memories);
    return memory_count;
}

static const wf_cuts *cuts_of_made(const wf_config *config, bool encoder)
{
    (void)config;
    (void)encoder;
    return &made_cuts;
}

static const wf_unit made = {.name = "made",
                             .title = "made",
                             .source = "",
                             .params = made_params,
                             .streams = made_streams,
                             .memories = made_memories,
                             .cuts = cuts_of_made};

static void says(const wf_unit *unit, const wf_config *c, const char *expected)
{
    char why[WF_WHY] = "";
    assert_int_equal(wf_config_error(unit, c, why), *expected != '\0');
    assert_string_equal(why, expected);
}

static void values_are_told_as_the_table_has_them(void **state)
{
    (void)state;
    static const struct {
        int p, value;
        const char *expected;
    } of[] = {
        {0, 2, "range must be 3 to 12"},
        {0, 13, "range must be 3 to 12"},
        {0, 12, ""},
        {1, 4, "list must be 1, 2 or 8"},
        {1, 8, ""},
        {2, 2, "choice must be off or on"},
        {2, -1, "choice must be off or on"},
        {3, 0, "set must name at least one of red, green, blue"},
        {3, 8, "set must name at least one of red, green, blue"},
        {3, 7, ""},
        {4, 6, "one must be 7"},
    };
    stream_count = field_count = memory_count = 1;
    made_cuts = (wf_cuts){.names = "out"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_default_config(&made, 32);
        c.param[of[i].p] = of[i].value;
        says(&made, &c, of[i].expected);
    }
    wf_config narrow = wf_default_config(&made, 2);
    says(&made, &narrow, "lanes must be a power of two from 4 to 128");
}

static void what_has_no_room_is_refused(void **state)
{
    (void)state;
    wf_config c = wf_default_config(&made, 32);
    stream_count = WF_MAX_STREAMS, field_count = WF_MAX_FIELDS, memory_count = WF_MAX_MEMORIES;
    made_cuts = (wf_cuts){.names = "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p"};
    says(&made, &c, "");
    stream_count = WF_MAX_STREAMS + 3;
    says(&made, &c, "made has 35 streams in this configuration, and 32 are the most");
    stream_count = 2, field_count = WF_MAX_FIELDS + 1;
    says(&made, &c, "made has 17 fields in its stream \"b\", and 16 are the most");
    field_count = 1, memory_count = WF_MAX_MEMORIES + 1;
    says(&made, &c, "made has 9 kinds of memories in this configuration, and 8 are the most");
    memory_count = 0, made_cuts.names = "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q";
    says(&made, &c, "made has 17 cuts in this configuration, and 16 are the most");
}

/* One stream or field of a unit that is right is another. */
static wf_streams spoilt;

static wf_status spoilt_streams(const wf_config *config, wf_streams *s, const char **why)
{
    (void)config, (void)why;
    *s = spoilt;
    return WF_OK;
}

static void streams_are_those_of_ports(void **state)
{
    (void)state;
    static const wf_unit unit = {.name = "made", .params = no_params, .streams = spoilt_streams};
    static const wf_streams right = {3,
                                     {{"in", .ready = true, .count = 2, .field = {{"data", 1}, {"mask", WF_MAX_FIELD_BITS}}},
                                      {"", .output = true, .count = 1, .field = {{"data", 8}}},
                                      {"", .count = 0}}};
    static const struct {
        int stream, field, bits; /* bits -1: as it is */
        const char *name, *expected;
    } of[] = {
        {0, 0, 0, "data", "made: the field data of its stream \"in\" has 0 bits in this configuration; 1 to 1048576 can be"},
        {0, 1, WF_MAX_FIELD_BITS + 1, "mask",
         "made: the field mask of its stream \"in\" has 1048577 bits in this configuration; 1 to 1048576 can be"},
        {0, 1, -5, "mask", "made: the field mask of its stream \"in\" has -5 bits in this configuration; 1 to 1048576 can be"},
        {0, 1, 8, "data", "made: two fields of its stream \"in\" are named data"},
        {0, 1, 8, NULL, "made: \"\" is no name of a field: letters, digits and '_', a letter first, 31 at most"},
        {1, 0, 8, "8bits", "made: \"8bits\" is no name of a field: letters, digits and '_', a letter first, 31 at most"},
        {1, 0, 8, "da-ta", "made: \"da-ta\" is no name of a field: letters, digits and '_', a letter first, 31 at most"},
    };
    wf_config c = wf_default_config(&unit, 32);
    spoilt = right, spoilt.count = 2;
    says(&unit, &c, "");
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        spoilt = right, spoilt.count = 2;
        spoilt.stream[of[i].stream].field[of[i].field] = (wf_field){of[i].name, of[i].bits};
        says(&unit, &c, of[i].expected);
    }
    spoilt = right;
    says(&unit, &c, "made: its input \"\" is behind an output; inputs come first");
    spoilt.stream[2].output = true;
    says(&unit, &c, "made: two of its streams are named \"\"");
    spoilt.stream[2].name = NULL;
    says(&unit, &c, "made: \"\" is no name of a stream: letters, digits and '_', a letter first, 31 at most");
    spoilt.stream[2].name = "a b";
    says(&unit, &c, "made: \"a b\" is no name of a stream: letters, digits and '_', a letter first, 31 at most");
    spoilt.stream[0].count = -1;
    says(&unit, &c, "made has -1 fields in its stream \"in\", and 16 are the most");
    spoilt.count = 0;
    says(&unit, &c, "made has no streams in this configuration");
}

static void counts_are_the_last_fields_of_an_output(void **state)
{
    (void)state;
    static const wf_stepped model = {.clock = NULL};
    static const wf_unit pure = {.name = "pure", .params = no_params, .streams = spoilt_streams},
                         unit = {.name = "made", .params = no_params, .streams = spoilt_streams, .stepped = &model};
    static const wf_streams right = {2,
                                     {{"in", .count = 1, .field = {{"data", 32}}},
                                      {"out", .output = true, .count = 3, .field = {{"on", 5}, {"a", 32}, {"b", 32}}, .counts = 2}}};
    wf_config c = wf_default_config(&unit, 32);
    spoilt = right;
    says(&unit, &c, "");
    says(&pure, &c, "pure: 2 fields of its stream \"out\" are counts; 0 to 3 can be, of an output of a stepped unit");
    spoilt.stream[1].counts = 3;
    says(&unit, &c, "made: the count on of its stream \"out\" has 5 bits; counts have 32");
    spoilt.stream[1].counts = 4;
    says(&unit, &c, "made: 4 fields of its stream \"out\" are counts; 0 to 3 can be, of an output of a stepped unit");
    spoilt.stream[1].counts = -1;
    says(&unit, &c, "made: -1 fields of its stream \"out\" are counts; 0 to 3 can be, of an output of a stepped unit");
    spoilt = right, spoilt.stream[0].counts = 1;
    says(&unit, &c, "made: 1 fields of its stream \"in\" are counts; 0 to 1 can be, of an output of a stepped unit");
}

/* A unit of units of units, each of which has the five parameters of `made`. */
/* clang-format off */
#define MADE(name) {name, &made, NULL, NULL, NULL, NULL}
#define FOUR(name) {name, &four, NULL, NULL, NULL, NULL}
#define END {NULL, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */
static const wf_child four_of_made[] = {MADE("a"), MADE("b"), MADE("c"), MADE("d"), END};
static const wf_unit four = {
    .name = "four", .title = "", .source = "", .params = no_params, .children = four_of_made, .streams = made_streams};
static const wf_child three_of_four[] = {FOUR("e"), FOUR("f"), FOUR("g"), END},
                      five_of_four[] = {FOUR("e"), FOUR("f"), FOUR("g"), FOUR("h"), FOUR("i"), END};
static const wf_unit sixty = {
    .name = "sixty", .title = "", .source = "", .params = no_params, .children = three_of_four, .streams = made_streams};
static const wf_unit hundred = {
    .name = "hundred", .title = "", .source = "", .params = no_params, .children = five_of_four, .streams = made_streams};

static void a_unit_of_units_has_room_for_its_parameters(void **state)
{
    (void)state;
    static const char expected[] = "hundred has 100 parameters, with those of the units in it, and 96 are the most";
    char why[WF_WHY];
    struct {
        wf_config c;
        int behind;
    } large = {.behind = 42};
    large.c = wf_default_config(&hundred, 32);
    assert_int_equal(large.behind, 42);
    assert_true(wf_unit_error(&hundred, NULL));
    assert_true(wf_unit_error(&hundred, why));
    assert_string_equal(why, expected);

    stream_count = field_count = 1;
    wf_config c = wf_default_config(&sixty, 32);
    assert_int_equal(c.param[59], 7);
    says(&sixty, &c, "");
    c.param[wf_child_params(&sixty, 1) + wf_child_params(&four, 2) + 2] = 9;
    says(&sixty, &c, "f.c.choice must be off or on");
}

/* The third parameter of its second child's first one. */
static void set_third(int *param)
{
    param[wf_child_params(&sixty, 1) + 2] = 1;
}

static void a_parent_may_have_other_defaults_for_its_children(void **state)
{
    (void)state;
    static const wf_unit other = {.name = "other",
                                  .title = "",
                                  .source = "",
                                  .params = no_params,
                                  .children = three_of_four,
                                  .defaults = set_third,
                                  .streams = made_streams};
    const wf_config plain = wf_default_config(&sixty, 32), c = wf_default_config(&other, 32);
    for (int p = 0; p < 60; p++)
        assert_int_equal(c.param[p], p == wf_child_params(&sixty, 1) + 2 ? 1 : plain.param[p]);
    assert_int_equal(plain.param[wf_child_params(&sixty, 1) + 2], 0);
}

/* ---- Defaults that follow from the rest ---- */

/* Its `sum` is lanes + `range`, `twice` 2 x `sum`, and 90 at most. */
enum { RANGE, SUM, TWICE };
static const wf_param derived_params[] = {
    [RANGE] = {"range", "", WF_PARAM_INT, "3..12", 4, "WF_RANGE"},
    [SUM] = {"sum", "", WF_PARAM_INT, "1..90", WF_DERIVED, "WF_SUM"},
    [TWICE] = {"twice", "", WF_PARAM_INT, "1..90", WF_DERIVED, "WF_TWICE"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static int derive_made(const wf_config *c, int param)
{
    int value = param == SUM ? c->lanes + c->param[RANGE] : 2 * c->param[SUM];
    return value < 90 ? value : 90;
}

static const wf_unit derived = {.name = "derived", .params = derived_params, .derived = derive_made, .streams = made_streams};

static void bind_range(const wf_config *whole, wf_config *own)
{
    own->param[RANGE] = whole->param[RANGE] + 5;
}

static const wf_child one_derived[] = {{"in", &derived, "range", bind_range, NULL, NULL}, END};
static const wf_unit derived_in_derived = {
    .name = "outer", .params = derived_params, .derived = derive_made, .children = one_derived, .streams = made_streams};
static const int inner = TWICE + 1; /* the first parameter of the child */

static void a_default_may_follow_from_the_rest(void **state)
{
    (void)state;
    stream_count = field_count = 1;
    wf_config c = wf_default_config(&derived, 16);
    assert_true(c.param[SUM] == 20 && c.param[TWICE] == 40);
    says(&derived, &c, "");

    c = wf_open_config(&derived, 16);
    assert_true(c.param[RANGE] == 4 && c.param[SUM] == WF_DERIVED && c.param[TWICE] == WF_DERIVED);
    c.lanes = 32, c.param[RANGE] = 7;
    wf_derive(&derived, &c);
    assert_true(c.param[SUM] == 39 && c.param[TWICE] == 78);
    c = wf_open_config(&derived, 16);
    c.param[SUM] = 3;
    wf_derive(&derived, &c);
    assert_true(c.param[SUM] == 3 && c.param[TWICE] == 6); /* what is set stays */
}

static void nothing_is_derived_from_what_is_wrong(void **state)
{
    (void)state;
    stream_count = field_count = 1;
    wf_config c = wf_open_config(&derived, 16);
    c.param[RANGE] = 13;
    wf_derive(&derived, &c);
    assert_true(c.param[SUM] == WF_DERIVED && c.param[TWICE] == WF_DERIVED);
    says(&derived, &c, "range must be 3 to 12");
    c = wf_default_config(&derived, 17);
    assert_int_equal(c.param[SUM], WF_DERIVED);
    says(&derived, &c, "lanes must be a power of two from 4 to 128");
    c = wf_open_config(&derived, 16);
    says(&derived, &c, "sum must be 1 to 90"); /* nobody called wf_derive */
}

static void a_child_has_derived_defaults_of_its_own(void **state)
{
    (void)state;
    stream_count = field_count = 1;
    wf_config c = wf_open_config(&derived_in_derived, 8);
    c.param[inner + TWICE] = 9;
    wf_derive(&derived_in_derived, &c);
    assert_true(c.param[SUM] == 12 && c.param[TWICE] == 24);
    assert_true(c.param[inner + SUM] == 17 && c.param[inner + TWICE] == 9); /* its range is 4 + 5 */
    says(&derived_in_derived, &c, "");
}

static void a_design_derives_what_nobody_gives(void **state)
{
    (void)state;
    design d;
    text flags = {0};
    stream_count = field_count = 1;
    design_init(&d, &derived_in_derived, 32);
    design_set_all(&d, "in.sum=20 range=3 lanes=8", "here");
    design_check(&d);
    design_flags_text(&d, &flags);
    assert_string_equal(flags.data, " --lanes 8 --range 3 --sum 11 --twice 22 --in.sum 20 --in.twice 40");
}

/* ---- A unit that takes lanes and a line ---- */

static const wf_unit of_warps = {.name = "warps", .params = made_params, .streams = made_streams};
static const wf_unit of_lines = {.name = "lines", .params = made_params, .streams = made_streams, .line = true};
static const wf_child one_of_each[] = {{"w", &of_warps, NULL, NULL, NULL, NULL}, {"l", &of_lines, NULL, NULL, NULL, NULL}, END};
static const wf_unit of_both = {
    .name = "both", .params = made_params, .streams = made_streams, .line = true, .warps = true, .children = one_of_each};

static void a_unit_may_take_lanes_and_a_line(void **state)
{
    (void)state;
    stream_count = field_count = 1;
    wf_config c = wf_default_config(&of_both, 16);
    assert_int_equal(c.lanes, 16);
    assert_int_equal(c.line_bytes, 128);
    says(&of_both, &c, "");
    wf_config w = wf_child_config(&of_both, &c, 0), l = wf_child_config(&of_both, &c, 1);
    assert_true(w.lanes == 16 && w.line_bytes == 0 && l.lanes == 0 && l.line_bytes == 128);
    c.line_bytes = 0;
    says(&of_both, &c, "line must be 32, 64 or 128 bytes");
    c = wf_default_config(&of_both, 3);
    says(&of_both, &c, "lanes must be a power of two from 4 to 128");
}

static void a_design_tells_both_widths(void **state)
{
    (void)state;
    design d;
    text width = {0}, flags = {0};
    stream_count = field_count = 1;
    design_init(&d, &of_both, 32);
    design_set(&d, "lanes", "8", "here");
    design_set(&d, "line", "64", "here");
    design_check(&d);
    assert_string_equal(d.name, "both8x64");
    design_width_text(&d, &width);
    assert_string_equal(width.data, "8 lanes, 64-byte line");
    design_flags_text(&d, &flags);
    assert_int_equal(strncmp(flags.data, " --lanes 8 --line 64 --range 4 ", 31), 0);
    char *fault = design_set_fault(&d, "line", "8", "here");
    assert_string_equal(fault, "here: 8 bytes a line: accepted are 32, 64 and 128");
    design_init(&d, &of_warps, 32);
    fault = design_set_fault(&d, "line", "64", "here");
    assert_string_equal(fault, "here: warps takes warp registers: --lanes 4, 8, 16, 32, 64 or 128");
}

/* What tables of ratios call a design, what stands beside it, and how it chose. */
static void forms_have_names(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *words, *form, *beside[3], *choice; /* choice: how its line begins */
    } cases[] = {
        {"fpc", "", "fpc segment", {"fpc word"}, NULL},
        {"fpc", "form=word tag=head", "fpc word", {"fpc segment"}, NULL},
        {"cpack", "form=fifo", "cpack fifo", {"cpack parallel"}, NULL},
        {"linebdi", "", "linebdi first", {"linebdi firstnz"}, NULL},
        {"linebdi", "zero-base=off", "linebdi first", {NULL}, NULL}, /* which firstnz needs */
        {"bpc", "form=pipeline", "bpc", {NULL}, NULL},               /* its forms have the same codes */
        {"warpbdi", "", "warpbdi", {NULL}, NULL},
        {"bestof",
         "",
         "bestof by bursts (linebdi first)",
         {"bestof by bytes (linebdi first)", "bestof by bursts (linebdi firstnz)"},
         "bestof by bursts (linebdi first): of linebdi first, fpc segment and cpack parallel the code of the fewest bursts; ties go to "},
        {"bestof",
         "members=cpack,fpc fpc.form=word choose=bytes",
         "bestof by bytes",
         {"bestof by bursts"},
         "bestof by bytes: of cpack parallel and fpc word the code of the fewest bytes; ties go to "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        design d, variant;
        char *change;
        int n = 0;
        design_init_named(&d, cases[i].unit, "test");
        design_set_all(&d, cases[i].words, "test");
        design_check(&d);
        assert_string_equal(design_form(&d), cases[i].form);
        for (; cases[i].beside[n]; n++) {
            assert_true(design_beside(&d, n, &variant, &change));
            assert_string_equal(design_form(&variant), cases[i].beside[n]);
        }
        assert_false(design_beside(&d, n, &variant, &change));
        assert_null(change);
        char *choice = design_choice(&d);
        assert_int_equal(choice != NULL, cases[i].choice != NULL);
        if (choice)
            assert_int_equal(strncmp(choice, cases[i].choice, strlen(cases[i].choice)), 0);
    }
    design d;
    design_init_named(&d, "bestof", "test");
    assert_true(design_form_tells(&d, "choose") && design_form_tells(&d, "linebdi.base") && !design_form_tells(&d, "fpc.form"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_that_no_table_has_is_refused),
        cmocka_unit_test(every_default_is_accepted),
        cmocka_unit_test(values_are_told_as_the_table_has_them),
        cmocka_unit_test(what_has_no_room_is_refused),
        cmocka_unit_test(streams_are_those_of_ports),
        cmocka_unit_test(counts_are_the_last_fields_of_an_output),
        cmocka_unit_test(a_unit_of_units_has_room_for_its_parameters),
        cmocka_unit_test(a_parent_may_have_other_defaults_for_its_children),
        cmocka_unit_test(a_default_may_follow_from_the_rest),
        cmocka_unit_test(nothing_is_derived_from_what_is_wrong),
        cmocka_unit_test(a_child_has_derived_defaults_of_its_own),
        cmocka_unit_test(a_design_derives_what_nobody_gives),
        cmocka_unit_test(a_unit_may_take_lanes_and_a_line),
        cmocka_unit_test(a_design_tells_both_widths),
        cmocka_unit_test(forms_have_names),
    };
    return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
