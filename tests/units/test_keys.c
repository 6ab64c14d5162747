/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of figures: it knows every key and no other, tables refer to it correctly, and docs/keys.md shows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/msg.h"
#include "../../base/text.h"
#include "../../machine/machine_file.h"
#include "../../report/report_compare.h"
#include "../../stats/study.h"

static const struct {
    const char *pattern, *places, *unit, *meaning;
} lines[] = {
#define KEY(identifier, pattern, places, unit, better, meaning) {pattern, places, unit, meaning},
#include "../../base/keys.def"
};
enum { LINES = sizeof lines / sizeof lines[0] };

static const char *const place_names[] = {
#define KEY_PLACE(name, values, meaning) name,
#include "../../base/keys.def"
};
enum { PLACES = sizeof place_names / sizeof place_names[0] };

static void assert_of(const char *key, const char *pattern)
{
    const key_info *k = key_find(key);
    if (k == NULL || strcmp(k->pattern, pattern) != 0)
        fail_msg("%s is taken for %s", key, k ? k->pattern : "nothing");
}

static void a_key_is_found_by_its_form(void **state)
{
    (void)state;
    assert_of("enc__area_um2", KEY_UNIT_AREA);
    assert_of("crossbar__area_um2", KEY_UNIT_AREA);
    assert_of("pair__area_um2", KEY_PAIR_AREA);
    assert_of("enc__stage12__slack_ns", KEY_UNIT_STAGE_SLACK);
    assert_of("dec__part__low__area_um2", KEY_UNIT_PART_AREA);
    assert_of("run__param__linebdi.base", KEY_RUN_PARAM);
    assert_of("cosim__icarus__vectors", KEY_COSIM_VECTORS);
    assert_of("cosim__icarus__wrapper__vectors", KEY_COSIM_VECTORS);
    assert_of("cosim__gates__class__divergent scalar__vectors", KEY_COSIM_CLASS);
    assert_of("trace__writes", KEY_WRITES);
    assert_of("trace__sort_t16__writes", KEY_WRITES);
    assert_of("trace__a___writes", KEY_WRITES);
    assert_of("trace__writes__writes", KEY_WRITES);
    assert_of("trace__sort_t16__class__<4,0>", KEY_CLASS);
    assert_of("trace__sort_t16__fits__<4,0>", KEY_FITS);
    assert_of("trace__t__merged__div__ratio", KEY_MERGED_RATIO);
    assert_of("trace__t__loads__ratio_bursts", KEY_RATIO_BURSTS);
    assert_of("raw__f_bin__fpc__ratio_bursts", KEY_RATIO_BURSTS);
    assert_of("trace__t__cpack__stores__ratio", KEY_RATIO);
    assert_of("trace__accesses__loads", KEY_ACCESSES);
    assert_of("raw__count", KEY_TRACE_COUNT);
    assert_of("energy__t__saved_pj", KEY_ENERGY_TRACE_SAVED);
    assert_of("energy__saved_pj", KEY_ENERGY_SAVED);
}

static void a_key_that_is_misspelt_is_not_found(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "enc",
        "enc__aera_um2",
        "enk__area_um2",
        "enc__area_um22",
        "encs__area_um2",
        "enc__stage__slack_ns",
        "__area_um2",
        "cosim__seed",
        "cosim__questa__vectors",
        "cosim__icarus__arrays__vectors",
        "cosim__icarus____vectors",
        "trace",
        "trace__",
        "trace____writes",
        "trace__a__b__writes",
        "trace__t__bin__both__zero",
        "trace__t__vector__registers__strange",
        "raw__t__writes",
        "trace__t__fits__",
        "trace__t__vectr__x__ratio",
        "trace__t__lods__ratio",
        "trace__accesses__lods",
        "energy__raw_access",
        "run__param__",
        "size__units__units",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (key_find(bad[i]))
            fail_msg("\"%s\" is taken for %s", bad[i], key_find(bad[i])->pattern);
}

/* Counts the words of a list, which blanks separate. Each must be the name of a place. */
static int count_places(const char *names)
{
    int n = 0;
    for (; *names; n++) {
        size_t len = strcspn(names, " ");
        bool known = false;
        for (int i = 0; i < PLACES; i++)
            known |= strlen(place_names[i]) == len && strncmp(place_names[i], names, len) == 0;
        assert_true(known);
        names += len + (names[len] == ' ');
    }
    return n;
}

static int count_conversions(const char *pattern)
{
    int n = 0;
    for (; (pattern = strchr(pattern, '%')) != NULL; pattern += 2, n++)
        assert_true(pattern[1] == 's' || pattern[1] == 'd');
    return n;
}

static void every_line_names_its_places(void **state)
{
    (void)state;
    assert_true(LINES > 100);
    for (int i = 0; i < LINES; i++) {
        assert_int_equal(count_conversions(lines[i].pattern), count_places(lines[i].places));
        assert_true(*lines[i].meaning);
        assert_null(strchr(lines[i].unit, '%') && strcmp(lines[i].unit, "%") != 0 ? lines[i].unit : NULL);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(lines[i].pattern, lines[k].pattern);
    }
}

/* A reference of a table makes a key of its own pattern, with as many parts as that has. `module`: of whose figures it is; NULL: none. */
static void assert_ref(const key_ref *ref, const char *module)
{
    key_ref own = *ref;
    int parts = 0;
    if (module) {
        assert_null(own.part[1]);
        own.part[1] = module;
    }
    while (parts < 2 && own.part[1 + parts])
        parts++;
    assert_int_equal(count_conversions(own.part[0]), parts);
    if (own.part[2] && strcmp(own.part[2], COMPARE_METADATA) == 0)
        own.part[2] = "metacache";
    char *key = key_new(&own);
    assert_of(key, ref->part[0]);
    assert_non_null(key_of_ref(ref));
}

static void assert_row(const compare_row *w)
{
    const char *module = w->module == COMPARE_DESIGN ? NULL : module_role_name((module_role)w->module);
    assert_ref(&w->key, w->module == MODULE_UNIT ? "compare" : module);
}

static void assert_terms(const study *s, const study_term *terms)
{
    for (int i = 0; i < STUDY_MAX_TERMS && terms[i].key; i++) {
        char *key = format_new("trace__%s", terms[i].key);
        if (key_find(key) == NULL || terms[i].run >= STUDY_MAX_RUNS || s->runs[terms[i].run] == NULL)
            fail_msg("study %s: %s is no figure of a run", s->name, key);
    }
}

static int column_of(const study *s, const char *id)
{
    for (int c = 0; c < study_columns(s); c++)
        if (strcmp(s->columns[c].id, id) == 0)
            return c;
    return -1;
}

/* A run in time begins with the name of a machine of the program. */
static void assert_machine(const char *run)
{
    char *name = format_new("%.*s", (int)strcspn(run, " "), run);
    int n = 0;
    while (machine_name(n) && strcmp(machine_name(n), name) != 0)
        n++;
    assert_non_null(machine_name(n));
    arena_free(name);
}

static void studies_are_of_keys_and_units(void **state)
{
    (void)state;
    int n = 0;
    for (const study *s = studies; s->name; s++, n++) {
        assert_ptr_equal(study_find(s->name), s);
        for (int i = 0; i < STUDY_MAX_RUNS && s->runs[i]; i++) {
            char *unit = format_new("%.*s", (int)strcspn(s->runs[i], " "), s->runs[i]);
            if (starts_with(s->runs[i], STUDY_TIME))
                assert_machine(s->runs[i] + strlen(STUDY_TIME));
            else
                assert_true(strcmp(unit, STUDY_SHAPE) == 0 || wf_find_unit(unit) != NULL);
            arena_free(unit);
        }
        assert_in_range(study_bars(s), 1, STUDY_MAX_BARS);
        for (int c = 0; c < study_columns(s); c++) {
            const study_column *k = &s->columns[c];
            assert_int_equal(column_of(s, k->id), c); /* no two of one name */
            assert_in_range(k->bar + 1, 0, study_bars(s));
            assert_true(k->kind == STUDY_REGISTERS ? s->registers.key != NULL : k->terms[0].key != NULL);
            assert_true(k->kind != STUDY_PERCENT || k->over[0].key != NULL);
            assert_terms(s, k->terms);
            assert_terms(s, k->over);
        }
        assert_terms(s, s->private_accesses);
        for (const study_point *p = s->points; p < s->points + STUDY_MAX_POINTS && p->kernel; p++)
            assert_in_range(column_of(s, p->column), 0, STUDY_MAX_COLUMNS);
    }
    assert_true(n > 10);
}

static void tables_refer_to_keys(void **state)
{
    (void)state;
    int n = 0;
    for (const compare_row *w = compare_rows; w->label; w++, n++)
        assert_row(w);
    for (const report_figure *f = report_figures; f->of; f++, n++) {
        assert_non_null(wf_find_unit(f->of));
        assert_ref(&f->key, NULL);
    }
    for (const report_relation *p = report_relations; p->unit; p++, n++) {
        assert_non_null(wf_find_unit(p->unit));
        assert_non_null(wf_find_unit(p->other));
        assert_ref(&p->key, NULL);
    }
    for (const report_remark *x = report_remarks; x->unit; x++, n++)
        assert_ref(&x->key, NULL);
    assert_true(n > 100);
}

/* The text between the marks is what `warpfold report --keys` prints. */
static void the_page_has_the_list(void **state)
{
    (void)state;
    static const char open[] = "<!-- keys -->\n\n", close[] = "\n<!-- end of keys -->";
    char *page = file_read("docs/keys.md", NULL);
    assert_non_null(page);
    char *from = strstr(page, open), *to = strstr(page, close);
    assert_true(from && to && from < to);
    *to = '\0';
    text list = {0};
    keys_text(&list);
    if (strcmp(from + strlen(open), list.data) != 0)
        fail_msg("docs/keys.md is not as base/keys.def is: make keys");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_found_by_its_form),    cmocka_unit_test(a_key_that_is_misspelt_is_not_found),
        cmocka_unit_test(every_line_names_its_places),   cmocka_unit_test(tables_refer_to_keys),
        cmocka_unit_test(studies_are_of_keys_and_units), cmocka_unit_test(the_page_has_the_list),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
