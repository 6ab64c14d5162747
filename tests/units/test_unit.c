/* SPDX-License-Identifier: Apache-2.0
 *
 * What is wrong with a unit in any configuration: a unit that is right, and each way to spoil it with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../gen/design.h"

enum { A, B, C, PARAMS };
enum { CHILDREN = 2, PARTS = 3 };

/* A codec of cache lines and what it is made of, which each case then spoils. */
static wf_param param[PARAMS + 1];
static wf_codec codec;
static wf_child child[CHILDREN + 1];
static wf_part part[PARTS + 1];
static wf_stepped stepped;
static wf_unit unit, inner;
static const char *names[WF_MAX_CLASSES + 2];

/* Functions that are there and never called. */
static wf_status any_sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    (void)c, (void)s, (void)why;
    return WF_OK;
}

static wf_status any_streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)c, (void)s, (void)why;
    return WF_OK;
}

static void any_eval(const wf_config *c, const uint32_t *in, uint32_t *out)
{
    (void)c, (void)in, (void)out;
}

static void make(void)
{
    const wf_codec *right = wf_find_unit("fpc")->codec;
    static const wf_param table[] = {[A] = {"a", "", WF_PARAM_INT, "2..5", 3, "WF_A"},
                                     [B] = {"b-2", "", WF_PARAM_CHOICE, "on|off", 1, "WF_B_2"},
                                     [C] = {"c", "", WF_PARAM_LIST, "x|y|z", 0x31, "WF_C"},
                                     {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};
    memcpy(param, table, sizeof table);
    codec = (wf_codec){.sizes = any_sizes,
                       .encode = right->encode,
                       .decode = right->decode,
                       .size = right->size,
                       .classify = right->classify,
                       .measure = right->measure,
                       .fault = right->fault,
                       .class_names = names};
    names[0] = "raw", names[1] = NULL;
    inner = (wf_unit){.name = "inner", .title = "", .source = "", .params = param + PARAMS, .streams = any_streams, .eval = any_eval};
    child[0] = (wf_child){"one", &inner, NULL, NULL, NULL, NULL}, child[1] = (wf_child){"two", &inner, NULL, NULL, NULL, NULL};
    part[0] = (wf_part){"enc", "fold", WF_ALWAYS}, part[1] = (wf_part){"dec", "fold", {WF_IF(B, 0), WF_IF(A, 5)}};
    part[2] = (wf_part){NULL, "both", {WF_IF(A, 2)}};
    stepped = (wf_stepped){NULL, NULL, NULL, NULL, NULL};
    unit = (wf_unit){
        .name = "toy", .title = "", .source = "", .line = true, .params = param, .children = child, .parts = part, .codec = &codec};
}

/* Says it, and makes the unit again. */
static void expect(const char *want)
{
    char why[WF_WHY] = "";
    assert_int_equal(wf_unit_error(&unit, NULL), *want != '\0');
    wf_unit_error(&unit, why);
    assert_string_equal(why, want);
    make();
}

static void units_of_the_registry_are_right(void **state)
{
    (void)state;
    assert_null(design_units_fault());
    make();
    expect("");
    unit.codec = NULL, unit.streams = any_streams, unit.eval = any_eval, unit.parts = NULL;
    expect("");
    assert_true(wf_is_line_codec(3) && strcmp(wf_unit_at(3)->name, "linebdi") == 0 && !wf_is_line_codec(0) &&
                !wf_is_line_codec(wf_unit_count()));
}

static void names_are_names(void **state)
{
    (void)state;
    static const char *const none[] = {NULL, "", "2toy", "Toy", "to-y", "to y", "_toy", "toy\""};
    make();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char line[128];
        snprintf(line, sizeof line,
                 "units.def: \"%s\" is no name of a unit: lower-case letters, digits and '_', a letter first, 31 at most",
                 none[i] ? none[i] : "");
        unit.name = none[i];
        expect(line);
    }
    unit.title = NULL;
    expect("toy: a unit has a title, a source and a table of parameters");
    unit.params = NULL;
    expect("toy: a unit has a title, a source and a table of parameters");
    child[1].name = "Two";
    expect("toy: \"Two\" is no name of a unit in it: lower-case letters, digits and '_', a letter first, 31 at most");
    child[1].name = "one";
    expect("toy: two units in it are named one");
}

static void parameters_have_names_values_and_a_default(void **state)
{
    (void)state;
    static const struct {
        int p;
        wf_param_kind kind;
        const char *values;
    } none[] = {{A, WF_PARAM_INT, "5..2"},
                {A, WF_PARAM_INT, "2.."},
                {A, WF_PARAM_INT, "2|x"},
                {A, WF_PARAM_INT, ""},
                {A, WF_PARAM_INT, "2|4|2"},
                {B, WF_PARAM_CHOICE, "on|"},
                {B, WF_PARAM_CHOICE, "|off"},
                {B, WF_PARAM_CHOICE, "on|off|on"},
                {B, WF_PARAM_CHOICE, "on|o f"},
                {B, WF_PARAM_CHOICE, "a,b|c"},
                {C, WF_PARAM_SET, "x|x"},
                {C, WF_PARAM_LIST, "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p"},
                {C, WF_PARAM_SET, "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w|x|y|z|A|B|C|D|E"}};
    make();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "toy: the values \"%s\" of %s are none: \"2..32\" or \"1|2|4\", of a choice names, of a list 15 at most, no two the same",
                 none[i].values, param[none[i].p].name);
        param[none[i].p].kind = none[i].kind, param[none[i].p].values = none[i].values;
        expect(line);
    }
    param[A].name = "a_b";
    expect("toy: \"a_b\" is no name of a parameter: lower-case letters, digits and '-', a letter first, 31 at most");
    param[A].name = "a-name-of-more-than-31-characters";
    expect("toy: \"a-name-of-more-than-31-characters\" is no name of a parameter: lower-case letters, digits and '-', a letter first, 31 "
           "at most");
    param[C].macro = NULL;
    expect("toy: the macro of c does not begin with WF_");
    param[C].macro = "C";
    expect("toy: the macro of c does not begin with WF_");
    param[C].macro = "WF_c";
    expect("toy: \"c\" is no name of a macro, behind WF_: upper-case letters, digits and '_', a letter first, 31 at most");
    param[C].name = "a";
    expect("toy: two parameters are named a");
    param[C].macro = "WF_A";
    expect("toy: a and c have one macro, WF_A");
    param[A].initial = 6;
    expect("toy: the default of a is none of its values, 2..5");
    param[B].initial = 2;
    expect("toy: the default of b-2 is none of its values, on|off");
    param[C].initial = 0;
    expect("toy: the default of c is none of its values, x|y|z");
}

static int any_default(const wf_config *c, int p)
{
    (void)c, (void)p;
    return 3;
}

static void a_derived_default_has_a_function(void **state)
{
    (void)state;
    make();
    param[A].initial = WF_DERIVED, unit.derived = any_default;
    expect("");
    param[A].initial = WF_DERIVED;
    expect("toy: the default of a is derived: it must be a number or a choice, and the unit must have `derived`");
    param[C].initial = WF_DERIVED, unit.derived = any_default;
    expect("toy: the default of c is derived: it must be a number or a choice, and the unit must have `derived`");
}

static void what_only_a_model_has_is_a_parameter_with_a_default(void **state)
{
    (void)state;
    make();
    unit.modelled = "c|a";
    expect("");
    unit.modelled = "a|q";
    expect("toy: modelled \"a|q\" are not all parameters whose default is no derived one");
    unit.modelled = "a", param[A].initial = WF_DERIVED, unit.derived = any_default;
    expect("toy: modelled \"a\" are not all parameters whose default is no derived one");
}

static void a_unit_has_one_model(void **state)
{
    (void)state;
    make();
    codec.classify = NULL;
    expect("toy: a codec has sizes, encode, decode, size, classify and class_names");
    names[0] = NULL;
    expect("toy: a codec has sizes, encode, decode, size, classify and class_names");
    codec.measure = NULL;
    expect("toy: a codec of cache lines has measure and fault");
    unit.warps = true;
    expect("toy: a codec takes lanes or a line, not both");
    codec.measure = NULL, codec.fault = NULL, unit.line = false;
    expect("");
    for (int i = 0; i <= WF_MAX_CLASSES; i++)
        names[i] = "x";
    expect("toy has 17 classes, and 16 are the most");
    for (int i = 0; i <= WF_MAX_PATTERNS; i++)
        names[i] = "x";
    static const char *const one[] = {"raw", NULL};
    codec.pattern_names = names, codec.class_names = one;
    expect("toy has 17 patterns, and 16 are the most");
    unit.codec = NULL;
    expect("toy: a unit is a codec; or it has streams and one model, eval or stepped");
    unit.codec = NULL, unit.streams = any_streams;
    expect("toy: a unit is a codec; or it has streams and one model, eval or stepped");
    unit.codec = NULL, unit.streams = any_streams, unit.eval = any_eval, unit.stepped = &stepped;
    expect("toy: a unit is a codec; or it has streams and one model, eval or stepped");
    unit.codec = NULL, unit.streams = any_streams, unit.stepped = &stepped;
    expect("toy: a stepped model has state_size, reset, outputs and clock");
}

static void a_unit_is_not_in_itself(void **state)
{
    (void)state;
    wf_child again[] = {{"again", &unit, NULL, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL, NULL}};
    make();
    child[1].unit = &unit;
    expect("toy: it is in itself, or units in it are nested deeper than 8");
    inner.children = again;
    expect("toy: it is in itself, or units in it are nested deeper than 8");
    again[0].unit = &inner; /* a circle beside it */
    inner.children = again;
    expect("toy: it is in itself, or units in it are nested deeper than 8");
}

static void parts_are_of_modules_and_parameters_that_are(void **state)
{
    (void)state;
    make();
    part[1].name = "fo ld";
    expect("toy: \"fo ld\" is no name of a part: lower-case letters, digits and '_', a letter first, 31 at most");
    part[1].module = "decoder";
    expect("toy: the part fold is of \"decoder\"; a codec's may be of enc or dec");
    unit.codec = NULL, unit.streams = any_streams, unit.eval = any_eval;
    expect("toy: the part fold is of \"enc\"; a codec's may be of enc or dec");
    part[1].when[1].number = PARAMS + 1;
    expect("toy: the part fold is used by the value of parameter number 3, and there are 3");
    part[1].when[0].number = -4;
    expect("toy: the part fold is used by the value of parameter number -5, and there are 3");
    part[1].when[0].value = 2;
    expect("toy: the part fold is used where b-2 is number 2, which it cannot be");
}

/* A key of a design, or words of a system, that another thing has or nothing. */
static void keys_and_words_name_one_thing(void **state)
{
    (void)state;
    static const char *const keys[] = {"lanes", "line", "name", "unit", "config", "encs", "enc-stages", "dec-cuts"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char line[128];
        make();
        param[B].name = keys[i];
        snprintf(line, sizeof line, "toy: its parameter %s has the name of a key that every codec of cache lines has", keys[i]);
        assert_string_equal(design_unit_fault(&unit), line);
    }
    static const struct {
        const char *codec, *baseline, *gated, *expected;
    } of[] = {
        {"fpc", "a=5 b-2=on", "", NULL},
        {"none", NULL, NULL, "toy: its codec \"none\" is none; `warpfold list` shows the codecs"},
        {"wcrf", NULL, NULL, "toy: its codec \"wcrf\" is none; `warpfold list` shows the codecs"},
        {NULL, "a=7", NULL, "toy: its baseline: 7 for a of toy: accepted is 2..5"},
        {NULL, "a", NULL, "toy: its baseline: \"a\" has no value: NAME=VALUE is expected"},
        {NULL, "a=5", "gate=on", "toy: its gated: toy has no parameter \"gate\"; `warpfold list toy` shows what there is"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_system system = {.kind = WF_DATAPATH, .codec = of[i].codec, .baseline = of[i].baseline, .gated = of[i].gated};
        make();
        unit.codec = NULL, unit.streams = any_streams, unit.eval = any_eval, unit.parts = NULL, unit.system = &system;
        char *fault = design_unit_fault(&unit);
        if (of[i].expected)
            assert_string_equal(fault, of[i].expected);
        else
            assert_null(fault);
    }
    static const struct {
        const char *beside, *by_bytes, *expected;
    } forms[] = {
        {"b-2", "b-2=on a=5", NULL},
        {"by b-2", NULL, NULL},
        {"b-2|d", NULL, "toy: its beside \"d\" is no choice of it; `warpfold list toy` shows its parameters"},
        {"a", NULL, "toy: its beside \"a\" is no choice of it; `warpfold list toy` shows its parameters"},
        {NULL, "b-2=up", "toy: its by_bytes: up for b-2 of toy: accepted is on|off"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        make();
        unit.beside = forms[i].beside, codec.by_bytes = forms[i].by_bytes;
        char *fault = design_unit_fault(&unit);
        if (forms[i].expected)
            assert_string_equal(fault, forms[i].expected);
        else
            assert_null(fault);
    }
    make();
    unit.name = NULL;
    assert_string_equal(design_unit_fault(&unit),
                        "units.def: \"\" is no name of a unit: lower-case letters, digits and '_', a letter first, 31 at most");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_the_registry_are_right),
        cmocka_unit_test(names_are_names),
        cmocka_unit_test(parameters_have_names_values_and_a_default),
        cmocka_unit_test(a_derived_default_has_a_function),
        cmocka_unit_test(what_only_a_model_has_is_a_parameter_with_a_default),
        cmocka_unit_test(a_unit_has_one_model),
        cmocka_unit_test(a_unit_is_not_in_itself),
        cmocka_unit_test(parts_are_of_modules_and_parameters_that_are),
        cmocka_unit_test(keys_and_words_name_one_thing),
    };
    return cmocka_run_group_tests_name("unit", tests, NULL, NULL);
}
