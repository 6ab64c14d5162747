/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program calls of libwarpfold: each function that takes a configuration refuses one that the unit does not have, and then writes nothing.
 * Parameters set from text. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

enum { RECORD = 8192, GARBAGE = 0xa5 };
static const int bad_widths[] = {3, -4, 0, 2, 5, 24, 96, 129, 256, 1 << 20, INT_MAX, INT_MIN};
static const int bad_lines[] = {3, -4, 0, 16, 24, 48, 63, 96, 256, 1 << 20, INT_MAX, INT_MIN}; /* 4 and 16 are lanes */
enum { BAD = sizeof bad_widths / sizeof *bad_widths };

static wf_config default_of(const wf_unit *unit)
{
    return wf_default_config(unit, unit->line && !unit->warps ? 64 : 32);
}

static int params_of(const wf_unit *unit)
{
    int n = 0;
    while (unit->params[n].name)
        n++;
    return n;
}

/* Value number n around what a parameter takes: each name or number of its table, the ones beside them, and far ones. */
static int value_of(const wf_param *p, rng *r)
{
    static const int far[] = {INT_MIN, INT_MAX, -1, 0, 1, 1 << 20, 0x1000, -4};
    int first, last, names = 1, pick = (int)rng_below(r, 16);
    for (const char *v = p->values; *v; v++)
        names += *v == '|';
    if (pick == 0)
        return far[rng_below(r, sizeof far / sizeof *far)];
    if (p->kind == WF_PARAM_CHOICE)
        return (int)rng_below(r, (uint32_t)names + (pick == 1));
    if (p->kind == WF_PARAM_SET)
        return (int)(rng_below(r, (1u << names) + (pick == 1)) | (pick > 12 ? (1u << names) - 1 : 0));
    if (p->kind == WF_PARAM_LIST) {
        int list = 0;
        for (int place = (int)rng_below(r, 4); place >= 0; place--)
            list = list << 4 | (1 + (int)rng_below(r, (uint32_t)names + (pick == 1)));
        return pick == 2 ? list << 4 : list;
    }
    if (sscanf(p->values, "%d..%d", &first, &last) == 2)
        return first + (int)rng_below(r, (uint32_t)(last - first + 1)) + (pick == 1 ? last - first : 0);
    const char *v = p->values;
    for (int skip = (int)rng_below(r, (uint32_t)names); skip > 0; skip--)
        v = strchr(v, '|') + 1;
    return atoi(v) + (pick == 1) - (pick == 2);
}

static void vary(const wf_unit *unit, int *param, rng *r)
{
    for (int p = 0; unit->params[p].name; p++)
        if (rng_below(r, 2))
            param[p] = value_of(&unit->params[p], r);
    for (int k = 0; unit->children && unit->children[k].name; k++)
        if (rng_below(r, 2))
            vary(unit->children[k].unit, param + wf_child_params(unit, k), r);
}

/* What a fast form says of a configuration is what the tables and the unit's rules say. */
static void a_fast_form_takes_what_the_tables_take(void **state)
{
    (void)state;
    int told = 0;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        const wf_fast *fast = unit->codec ? unit->codec->fast : NULL;
        int taken = 0, refused = 0;
        rng r = {7};
        if (!fast || !fast->takes)
            continue;
        for (int n = 0; n < 6000; n++) {
            wf_config c = default_of(unit);
            int *width = unit->line ? &c.line_bytes : &c.lanes, widths[] = {4, 8, 16, 32, 64, 128};
            *width = rng_below(&r, 16) ? widths[rng_below(&r, 6)] : (unit->line ? bad_lines : bad_widths)[rng_below(&r, BAD)];
            vary(unit, c.param, &r);
            char why[WF_WHY] = "";
            bool wrong = wf_config_error(unit, &c, why);
            if (fast->takes(&c) == wrong)
                fail_msg("%s, configuration %d: %s", unit->name, n, wrong ? why : "no error");
            taken += !wrong;
            refused += wrong;
        }
        assert_true(taken > 300 && refused > 300);
        told++;
    }
    assert_true(told > 5);
}

/* ---- Each entry ---- */

static uint32_t in[RECORD], out[RECORD], care[RECORD];

static void mark_outputs(void)
{
    memset(out, GARBAGE, sizeof out);
    memset(care, GARBAGE, sizeof care);
}

static void expect_marked(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((const unsigned char *)bytes)[i], GARBAGE);
}

/* `of_member`: what is wrong is a parameter of a codec in the codec, which is asked for where it is used: encode asks all for this block. */
static void codec_refuses(const wf_unit *unit, const wf_config *c, bool of_member)
{
    static uint32_t block[WF_MAX_WORDS];
    static const uint32_t mask[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u}, tag[WF_TAG_WORDS] = {1};
    const uint32_t *const tags[] = {tag, tag};
    const wf_codec *codec = unit->codec;
    rng r = {3};
    wf_code code, given = {.tag = {0}, .units = {~0u}};
    wf_sizes sizes;
    wf_scalar scalar;
    for (int i = 0; i < WF_MAX_WORDS; i++)
        block[i] = rng_word(&r);
    wf_input input = {.block = block, .mask = mask}, raw = {.block = block, .mask = mask, .raw_only = true};
    memset(&code, GARBAGE, sizeof code);
    memset(&sizes, GARBAGE, sizeof sizes);
    mark_outputs();
    assert_int_equal(wf_encode(codec, c, &input, &code), WF_ERR_CONFIG);
    assert_int_equal(wf_encode(codec, c, &raw, &code), WF_ERR_CONFIG);
    assert_int_equal(wf_measure(codec, c, &input), -1);
    assert_int_equal(wf_measure(codec, c, &raw), -1);
    assert_int_equal(wf_size(codec, c, &given), -1);
    assert_int_equal(wf_classify(codec, c, &given), -1);
    assert_int_equal(wf_sizes_of(unit, c, &sizes, NULL), WF_ERR_CONFIG);
    assert_true(wf_merge(codec, c, mask, tag, tag, &code));
    memset(&scalar, GARBAGE, sizeof scalar);
    wf_judge(codec, c, mask, 2, tags, &scalar);
    assert_false(scalar.full || scalar.divergent || scalar.group || scalar.groups);
    for (int t = 0; t < 4 && !of_member; t++) {
        given.tag[0] = (uint32_t)t;
        assert_int_equal(wf_decode(codec, c, &given, out), WF_ERR_CONFIG);
    }
    expect_marked(&code, sizeof code);
    expect_marked(&sizes, sizeof sizes);
    expect_marked(out, sizeof out);
}

static void other_refuses(const wf_unit *unit, const wf_config *c)
{
    static wf_streams streams;
    wf_config good = default_of(unit);
    memset(&streams, GARBAGE, sizeof streams);
    mark_outputs();
    assert_int_equal(wf_streams_of(unit, c, &streams, NULL), WF_ERR_CONFIG);
    assert_int_equal(wf_eval(unit, c, in, out), WF_ERR_CONFIG);
    assert_int_equal(wf_state_size(unit, c), 0);
    assert_int_equal(wf_reset(unit, c, out), WF_ERR_CONFIG);
    if (unit->stepped) {
        size_t size = wf_state_size(unit, &good);
        unsigned char *of_good = malloc(size), *before = malloc(size);
        assert_true(size > 0 && of_good && before);
        assert_int_equal(wf_reset(unit, &good, of_good), WF_OK);
        memcpy(before, of_good, size);
        assert_int_equal(wf_outputs(unit, c, of_good, out, care), WF_ERR_CONFIG);
        assert_int_equal(wf_clock(unit, c, of_good, in), WF_ERR_CONFIG);
        assert_memory_equal(before, of_good, size);
        free(of_good);
        free(before);
    }
    for (int a = 0; unit->system && a < wf_activity_count(unit->system); a++)
        assert_int_equal(wf_activity_counts(unit->system, c, a), 0);
    assert_true(!unit->system || wf_system_error(unit, c, NULL));
    expect_marked(&streams, sizeof streams);
    expect_marked(out, sizeof out);
    expect_marked(care, sizeof care);
}

static void refuses(const wf_unit *unit, const wf_config *c, bool of_member)
{
    assert_true(wf_config_error(unit, c, NULL));
    if (unit->codec)
        codec_refuses(unit, c, of_member);
    else
        other_refuses(unit, c);
}

static void no_entry_takes_a_width_that_is_none(void **state)
{
    (void)state;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        for (int i = 0; i < BAD; i++) {
            wf_config c = default_of(unit), l = c;
            c.lanes = bad_widths[i];
            l.line_bytes = bad_lines[i];
            if (wf_takes_lanes(unit))
                refuses(unit, &c, false);
            if (unit->line)
                refuses(unit, &l, false);
            wf_config d = wf_default_config(unit, wf_takes_lanes(unit) ? bad_widths[i] : bad_lines[i]);
            refuses(unit, &d, false);
        }
    }
}

/* Values that no table has, of the unit's own parameters and of those of the units in it. */
static void no_entry_takes_a_value_that_is_none(void **state)
{
    (void)state;
    int tried = 0;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        static const int bad[] = {INT_MIN, -4, -1, 0, 1000, 1 << 20, INT_MAX};
        for (int p = 0; p < WF_MAX_PARAMS; p++)
            for (size_t v = 0; v < sizeof bad / sizeof *bad; v++) {
                wf_config c = default_of(unit);
                c.param[p] = bad[v];
                if (!wf_config_error(unit, &c, NULL))
                    continue;
                refuses(unit, &c, p >= params_of(unit));
                tried++;
            }
    }
    assert_true(tried > 300);
}

/* Each value stands in a table, and they do not go together. */
static void no_entry_takes_what_breaks_a_rule(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *set[7];
    } rules[] = {
        {"linebdi", {"zero-base", "off", "base", "firstnz"}},
        {"linebdi", {"select", "tag", "tag", "head"}},
        {"fpc", {"line", "32", "save", "burst"}},
        {"fpc", {"line", "32", "segments", "16"}},
        {"bytewise", {"lanes", "4", "groups", "8"}},
        {"bytewise", {"lanes", "8", "groups", "4", "strides", "any"}},
        {"affine", {"lanes", "8", "vector", "16"}},
        {"affine", {"word", "64", "bank", "32"}},
        {"bestof", {"line", "32", "save", "burst"}},
        {"compare", {"lanes", "4", "groups", "8"}},
        {"wcrf", {"rows", "2"}},
        {"metacache", {"address", "16", "kbytes", "32", "ways", "1"}},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const wf_unit *unit = wf_find_unit(rules[i].unit);
        wf_config c = default_of(unit);
        char why[WF_WHY];
        for (const char *const *set = rules[i].set; *set; set += 2)
            if (wf_set_param(unit, &c, set[0], set[1], why) != WF_OK)
                fail_msg("%s", why);
        assert_false(wf_params_error(unit, &c, NULL));
        refuses(unit, &c, false);
    }
}

static void a_kind_of_unit_has_its_own_entries(void **state)
{
    (void)state;
    const wf_unit *codec = wf_find_unit("fpc"), *pure = wf_find_unit("compare"), *stepped = wf_find_unit("merge");
    wf_config of_codec = default_of(codec), of_pure = default_of(pure), of_stepped = default_of(stepped);
    wf_sizes sizes;
    wf_streams streams;
    char why[WF_WHY];
    assert_int_equal(wf_sizes_of(codec, &of_codec, &sizes, NULL), WF_OK);
    assert_int_equal(sizes.block_bits, 512);
    assert_int_equal(wf_streams_of(codec, &of_codec, &streams, why), WF_ERR_CONFIG);
    assert_string_equal(why, "fpc is a codec; it has sizes");
    assert_int_equal(wf_streams_of(pure, &of_pure, &streams, NULL), WF_OK);
    assert_int_equal(streams.count, 2);
    assert_int_equal(wf_sizes_of(pure, &of_pure, &sizes, why), WF_ERR_CONFIG);
    assert_string_equal(why, "compare is no codec; it has streams");
    of_pure.lanes = 3;
    assert_int_equal(wf_streams_of(pure, &of_pure, &streams, why), WF_ERR_CONFIG);
    assert_string_equal(why, "lanes must be a power of two from 4 to 128");
    assert_int_equal(wf_eval(stepped, &of_stepped, in, out), WF_ERR_CONFIG);
    assert_int_equal(wf_state_size(pure, &of_pure), 0);
    assert_int_equal(wf_measure(wf_find_unit("warpbdi")->codec, &(wf_config){.lanes = 32, .param = {7, 0, 128}}, &(wf_input){0}), -1);
    assert_null(wf_find_unit("nothing"));
    assert_null(wf_unit_at(wf_unit_count()));
}

/* A child that there is not, and one of a parent with a value that its table does not have. */
static void a_child_of_what_is_no_configuration_is_none(void **state)
{
    (void)state;
    const wf_config none = {.lanes = 0};
    const wf_unit *unit = wf_find_unit("bytewise");
    wf_config c = default_of(unit), bad = c, child = wf_child_config(unit, &c, 0);
    assert_int_equal(child.lanes, 32);
    bad.param[0] = 0; /* groups: a child has so many lanes each */
    const struct {
        wf_config whole;
        int k;
    } cases[] = {{c, -1}, {c, 2}, {bad, 0}, {bad, 1}, {wf_default_config(unit, 3), 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        child = wf_child_config(unit, &cases[i].whole, cases[i].k);
        assert_memory_equal(&child, &none, sizeof none);
    }
}

/* ---- Results are those of the unit's own functions ---- */

static void a_pure_unit_gives_what_its_model_gives(void **state)
{
    (void)state;
    const wf_unit *unit = wf_find_unit("compare");
    wf_config c = default_of(unit);
    rng r = {5};
    static uint32_t own[RECORD];
    for (int i = 0; i < 64; i++)
        in[i] = rng_word(&r);
    assert_int_equal(wf_eval(unit, &c, in, out), WF_OK);
    memcpy(own, out, sizeof own);
    unit->eval(&c, in, own);
    assert_memory_equal(out, own, sizeof own);
}

static void a_stepped_unit_runs_as_its_model_runs(void **state)
{
    (void)state;
    static uint32_t want[RECORD], want_care[RECORD];
    const wf_unit *unit = wf_find_unit("merge");
    wf_config c = default_of(unit), other = c;
    size_t size = wf_state_size(unit, &c);
    void *whole = malloc(size), *own = calloc(1, unit->stepped->state_size(&c));
    rng r = {9};
    assert_true(size > unit->stepped->state_size(&c) && whole && own);
    assert_int_equal(wf_reset(unit, &c, whole), WF_OK);
    unit->stepped->reset(&c, own);
    for (int cycle = 0; cycle < 200; cycle++) {
        mark_outputs();
        memset(want, GARBAGE, sizeof want);
        memset(want_care, GARBAGE, sizeof want_care);
        assert_int_equal(wf_outputs(unit, &c, whole, out, care), WF_OK);
        unit->stepped->outputs(&c, own, want, want_care);
        assert_memory_equal(out, want, sizeof want);
        assert_memory_equal(care, want_care, sizeof want_care);
        memset(in, 0, sizeof in);
        in[0] = rng_below(&r, 2);
        in[3] = rng_word(&r);                   /* mask */
        in[4 + 32] = rng_below(&r, 2);          /* last */
        in[4 + 32 + 2] = (uint32_t)(cycle % 2); /* ready of the write */
        assert_int_equal(wf_clock(unit, &c, whole, in), WF_OK);
        unit->stepped->clock(&c, own, in);
    }
    other.param[0]--; /* another configuration that the unit has: the state is none of it */
    assert_false(wf_config_error(unit, &other, NULL));
    assert_int_equal(wf_clock(unit, &other, whole, in), WF_ERR_CONFIG);
    assert_int_equal(wf_outputs(unit, &other, whole, out, care), WF_ERR_CONFIG);
    assert_int_equal(wf_clock(wf_find_unit("metacache"), &c, whole, in), WF_ERR_CONFIG);
    free(whole);
    free(own);
}

/* ---- Parameters from text ---- */

static void expect_set(const char *name, const char *key, const char *value, int param, int want)
{
    const wf_unit *unit = wf_find_unit(name);
    wf_config c = default_of(unit), plain = c;
    char why[WF_WHY] = "";
    if (wf_set_param(unit, &c, key, value, why) != WF_OK)
        fail_msg("%s %s=%s: %s", name, key, value, why);
    assert_int_equal(c.param[param], want);
    c.param[param] = plain.param[param];
    assert_memory_equal(&c, &plain, sizeof c);
}

static void a_parameter_is_set_by_its_name(void **state)
{
    (void)state;
    const wf_unit *bestof = wf_find_unit("bestof"), *metacache = wf_find_unit("metacache");
    expect_set("fpc", "form", "word", 0, 0);
    expect_set("fpc", "segments", "16", 1, 16);
    expect_set("fpc", "patterns", "byte,zero", 3, 5);
    expect_set("wcrf", "rows", "1000", 3, 1000);
    expect_set("bestof", "members", "bpc,linebdi", 0, 4 | 1 << 4);
    expect_set("bestof", "linebdi.base", "firstnz", wf_child_params(bestof, 0) + 1, 1);
    expect_set("wcrf", "warpbdi.modes", "4-1", wf_child_params(wf_find_unit("wcrf"), 0), 2);
    wf_config c = wf_default_config(metacache, 128);
    assert_int_equal(wf_set_param(metacache, &c, "line", "64", NULL), WF_OK);
    assert_int_equal(c.line_bytes, 64);
    c = wf_default_config(wf_find_unit("affine"), 32);
    assert_int_equal(wf_set_param(wf_find_unit("affine"), &c, "lanes", "8", NULL), WF_OK);
    assert_int_equal(c.lanes, 8);
}

static void what_is_wrong_with_a_parameter_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *key, *value, *why;
    } wrong[] = {
        {"fpc", "form", "words", "words for form of fpc: accepted is word|segment"},
        {"fpc", "form", "", "(nothing) for form of fpc: accepted is word|segment"},
        {"fpc", "segments", "3", "3 for segments of fpc: accepted is 2|4|8|16"},
        {"fpc", "segments", "4x", "4x for segments of fpc: accepted is 2|4|8|16"},
        {"fpc", "segments", " 4", " 4 for segments of fpc: accepted is 2|4|8|16"},
        {"fpc", "segments", "4294967300", "4294967300 for segments of fpc: accepted is 2|4|8|16"},
        {"fpc", "segments", "99999999999999999999", "99999999999999999999 for segments of fpc: accepted is 2|4|8|16"},
        {"wcrf", "rows", "-2", "-2 for rows of wcrf: accepted is 2..1024"},
        {"fpc", "patterns", "zero,all",
         "\"all\" is not one of the patterns of fpc: any of zero|nibble|byte|half|upper|two-bytes|repeated, separated by commas"},
        {"fpc", "patterns", "zero,zero", "zero is given twice in the patterns of fpc"},
        {"fpc", "patterns", "", "an empty set of patterns: name at least one of zero|nibble|byte|half|upper|two-bytes|repeated"},
        {"fpc", "line", "48", "48 bytes a line: accepted are 32, 64 and 128"},
        {"warpbdi", "lanes", "3", "3 lanes: accepted are 4, 8, 16, 32, 64 and 128"},
        {"warpbdi", "line", "64", "warpbdi has no parameter \"line\"; there are lanes, modes, store, bank"},
        {"fpc", "size", "1", "fpc has no parameter \"size\"; there are line, form, segments, rate, patterns, save, tag"},
        {"bestof", "linebdi.save", "burst", "save of the linebdi in bestof is set by bestof itself"},
        {"bestof", "bdi.base", "first", "no unit \"bdi\" in bestof; there are linebdi, fpc, cpack, bpc"},
        {"bestof", "fpc.", "first", "the fpc in bestof has no parameter \"\" to set; there are form, segments, rate, patterns"},
        {"bestof", "base", "first",
         "bestof has no parameter \"base\"; there are line, members, choose, save, tag, and CHILD.PARAMETER of the units in it"},
        {"bytewise", "base", "first", "bytewise has no parameter \"base\"; there are lanes, groups, strides"},
        {"fpc", "bdi.base", "first", "no unit \"bdi\" in fpc; it has none in it"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const wf_unit *unit = wf_find_unit(wrong[i].unit);
        wf_config c = default_of(unit), before = c;
        char why[WF_WHY] = "";
        assert_int_equal(wf_set_param(unit, &c, wrong[i].key, wrong[i].value, why), WF_ERR_CONFIG);
        assert_string_equal(why, wrong[i].why);
        assert_int_equal(wf_set_param(unit, &c, wrong[i].key, wrong[i].value, NULL), WF_ERR_CONFIG);
        assert_memory_equal(&c, &before, sizeof c);
    }
}

static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    uint32_t block[WF_MAX_WORDS] = {0};
    char why[WF_WHY] = "";
    wf_code code = {.tag = {GARBAGE}};
    wf_scalar scalar;
    wf_sizes sizes;
    wf_streams streams;
    const wf_unit *unit = wf_find_unit("nosuch"), *registers = wf_find_unit("bytewise");
    wf_config none = wf_default_config(unit, 32), config = wf_default_config(registers, 32);
    wf_input unmasked = {.block = block};
    assert_null(wf_find_unit(NULL));
    assert_int_equal(wf_set_param(unit, &none, "lanes", "32", why), WF_ERR_CONFIG);
    assert_non_null(strstr(why, "no such unit"));
    assert_true(wf_config_error(unit, &none, why) && strstr(why, "no such unit"));
    assert_int_equal(wf_sizes_of(unit, &none, &sizes, why), WF_ERR_CONFIG);
    assert_int_equal(wf_streams_of(unit, &none, &streams, why), WF_ERR_CONFIG);
    assert_int_equal(wf_eval(unit, &none, block, block), WF_ERR_CONFIG);
    assert_int_equal(wf_state_size(unit, &none), 0);
    assert_int_equal(wf_reset(unit, &none, block), WF_ERR_CONFIG);
    assert_int_equal(wf_encode(NULL, &config, &unmasked, &code), WF_ERR_CONFIG);
    assert_int_equal(wf_encode(registers->codec, &config, &unmasked, &code), WF_ERR_CONFIG);
    assert_int_equal(wf_decode(NULL, &config, &code, block), WF_ERR_CONFIG);
    assert_int_equal(wf_measure(NULL, &config, &unmasked), -1);
    assert_int_equal(wf_size(NULL, &config, &code), -1);
    assert_int_equal(wf_classify(NULL, &config, &code), -1);
    assert_true(wf_merge(NULL, &config, block, block, block, &code));
    wf_judge(NULL, &config, block, 0, NULL, &scalar);
    assert_int_equal(scalar.groups, 0);
    assert_int_equal(code.tag[0], GARBAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fast_form_takes_what_the_tables_take), cmocka_unit_test(no_entry_takes_a_width_that_is_none),
        cmocka_unit_test(no_entry_takes_a_value_that_is_none),    cmocka_unit_test(no_entry_takes_what_breaks_a_rule),
        cmocka_unit_test(a_kind_of_unit_has_its_own_entries),     cmocka_unit_test(a_child_of_what_is_no_configuration_is_none),
        cmocka_unit_test(a_pure_unit_gives_what_its_model_gives), cmocka_unit_test(a_stepped_unit_runs_as_its_model_runs),
        cmocka_unit_test(a_parameter_is_set_by_its_name),         cmocka_unit_test(what_is_wrong_with_a_parameter_is_told),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests_name("entries", tests, NULL, NULL);
}
