/* SPDX-License-Identifier: Apache-2.0
 *
 * The report: well-formed, the same bytes twice, complete, honest about what has not run. Works in a scratch folder on
 * hand-written step files. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../base/file.h"
#include "../base/metrics.h"
#include "../base/text.h"
#include "../gen/manifest.h"
#include "../synth/report.h"
#include "../synth/svg.h"

static char *top;

static char *in_top(const char *name)
{
    return path_join(top, name);
}

/* A folder as `warpfold gen` leaves it, without the Verilog; malloc'd name. */
static char *make_design(const char *name, int lanes, const char *key, const char *value)
{
    design d;
    file_list none = {.count = 0};
    char *dir = in_top(name), *manifest = path_join(dir, "manifest.json");
    dir_remove(dir);
    design_init(&d, wf_find_codec("warpbdi"), lanes);
    d.isolate = 1;   /* raw accesses leave the units at rest: what the energies below count with */
    if (key)
        design_set(&d, key, value, "test");
    design_check(&d);
    dir_make(dir);
    manifest_write(&d, &none, manifest);
    free(manifest);
    return dir;
}

static void save(metrics *m, const char *dir, const char *file)
{
    char *path = path_join(dir, file);
    metrics_save(m, path);
    free(path);
    metrics_free(m);
    *m = (metrics){0};
}

static void add_cosim(const char *dir)
{
    metrics m = {0};
    metrics_set(&m, 1000, "cosim__verilator__vectors");
    metrics_set(&m, 0, "cosim__verilator__mismatches");
    metrics_set(&m, 20, "cosim__icarus__vectors");
    metrics_set(&m, 0, "cosim__icarus__mismatches");
    metrics_set(&m, 400, "cosim__verilator__class__<4,1>__vectors");
    metrics_set(&m, 1, "cosim__seed");
    save(&m, dir, "cosim.json");
}

static void add_synth(const char *dir, const char *library)
{
    static const char *const units[] = {"enc", "dec"};
    metrics m = {0};
    metrics_set_text(&m, library, "run__liberty");
    metrics_set(&m, 1, "run__clock_ns");
    for (int i = 0; i < 2; i++) {
        metrics_set(&m, 5000, "%s__area_um2", units[i]);
        metrics_set(&m, 7000, "%s__total_area_um2", units[i]);
        metrics_set(&m, 0.75, "%s__delay_ns", units[i]);
        metrics_set(&m, i ? -0.25 : 0.2, "%s__slack_ns", units[i]);
        metrics_set(&m, i ? -0.25 : 0.2, "%s__stage1__slack_ns", units[i]);
        metrics_set(&m, i ? 4 : 6, "%s__energy_pj", units[i]);
        metrics_set(&m, 3000, "%s__part__low_half__area_um2", units[i]);
        metrics_set_text(&m, "block_i[3] -> a & b < c -> \"tag\"", "%s__path", units[i]);
    }
    save(&m, dir, "synth.json");
}

/* 10 values of 8 banks: 2 divergent and raw, 8 of one bank, so 2.4 banks a value; one dummy move. */
static void add_trace(const char *dir)
{
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    metrics_set(&m, 3.25, "trace__ratio");
    metrics_set(&m, 10, "trace__sample__writes");
    metrics_set(&m, 2, "trace__sample__divergent");
    metrics_set(&m, 1, "trace__sample__moves");
    metrics_set(&m, 2.4, "trace__sample__units_per_write");
    metrics_set(&m, 2, "trace__sample__class__raw");
    metrics_set(&m, 8, "trace__sample__class__<4,0>");
    metrics_set(&m, 8, "trace__sample__bin__nondiv__zero");
    save(&m, dir, "trace.json");
}

/* Runs the report with its standard output thrown away; the exit code if it dies, 0 otherwise. */
static int run(const char *const *dirs, int n, const char *out)
{
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        report_run(dirs, n, out);
        exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static char *page_of(const char *dir, const char *file)
{
    char *path = path_join(dir, file), *data = file_read(path, NULL);
    assert_non_null(data);
    free(path);
    return data;
}

/* ---- well-formedness: every tag closed in order, attributes quoted, no bare & ---- */

static bool is_open_ended(const char *tag)
{
    return strncmp(tag, "!DOCTYPE", 8) == 0 || tag[strlen(tag) - 1] == '/';
}

static void assert_well_formed(const char *html)
{
    char *stack[64];
    int depth = 0;
    for (const char *s = html; *s; s++) {
        if (*s == '&')
            assert_true(strcspn(s, ";") <= 6);
        if (*s != '<')
            continue;
        const char *end = strchr(s, '>');
        assert_non_null(end);
        char *tag = format_new("%.*s", (int)(end - s - 1), s + 1);
        int quotes = 0;
        for (const char *q = tag; *q; q++)
            quotes += *q == '"';
        assert_int_equal(quotes % 2, 0);
        assert_null(strchr(tag, '<'));
        if (*tag == '/') {
            assert_true(depth > 0);
            assert_string_equal(stack[--depth], tag + 1);
            free(stack[depth]);
        } else if (!is_open_ended(tag)) {
            assert_true(depth < 64);
            stack[depth++] = format_new("%.*s", (int)strcspn(tag, " \n"), tag);
        }
        free(tag);
        s = end;
    }
    assert_int_equal(depth, 0);
}

static void assert_self_contained(const char *html)
{
    static const char *const never[] = {"http:", "https:", "<script", "<link", "@import", "url(", "file:",
                                        ">nan<", "\"nan\"", "nan %", "-nan", "inf<"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        assert_null(strstr(html, never[i]));
    assert_null(strstr(html, top));
}

static void every_width_gives_a_well_formed_page(void **state)
{
    (void)state;
    for (int lanes = WF_MIN_LANES; lanes <= WF_MAX_LANES; lanes *= 2) {
        char *dir = make_design("width", lanes, "layout", lanes % 3 ? "packed" : "planes");
        add_cosim(dir);
        add_synth(dir, "nangate45_typ.lib");
        add_trace(dir);
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        char *html = page_of(dir, "report.html");
        assert_well_formed(html);
        assert_self_contained(html);
        free(html);
        free(dir);
    }
}

static void the_same_input_gives_the_same_bytes(void **state)
{
    (void)state;
    static const char *const files[] = {"report.html", "metrics.json", "metrics.csv"};
    char *dir = make_design("twice", 32, NULL, NULL), *first[3];
    add_cosim(dir);
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    for (int pass = 0; pass < 2; pass++) {
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        for (int i = 0; i < 3; i++) {
            char *data = page_of(dir, files[i]);
            if (pass == 0) {
                first[i] = data;
                continue;
            }
            assert_string_equal(first[i], data);
            free(first[i]);
            free(data);
        }
    }
    free(dir);
}

static void metrics_hold_the_steps_and_what_follows(void **state)
{
    (void)state;
    char *dir = make_design("keys", 32, NULL, NULL), *json = path_join(dir, "metrics.json");
    add_cosim(dir);
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    metrics m = {0};
    assert_true(metrics_load(&m, json));
    assert_string_equal(metrics_get_text(&m, "run__codec"), "warpbdi");
    assert_string_equal(metrics_get_text(&m, "run__liberty"), "nangate45_typ.lib");
    assert_true(metrics_get(&m, "run__lanes") == 32);
    assert_true(metrics_get(&m, "size__units") == 8);
    assert_true(metrics_get(&m, "cosim__icarus__vectors") == 20);
    assert_true(metrics_get(&m, "trace__ratio") == 3.25);
    /* Two encoders and four decoders, as the paper has. */
    assert_true(metrics_get(&m, "published__area_um2") == 30000);
    assert_true(fabs(metrics_get(&m, "array__fmax_ghz") - 1 / 1.25) < 1e-5);
    /* 16.6 pJ a bank: 5.6 banks saved an access; less 0.8 * 6 a write, 2 * 0.8 * 4 its reads, and 0.1 of a move,
     * which is a decoding, one bank read and eight written; over three accesses. */
    double saved = 16.6 * 5.6 - (0.8 * 6 + 2 * 0.8 * 4 + 0.1 * (4 + 9 * 16.6)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__sample__saved_pj") - saved) < 1e-3);
    metrics_free(&m);

    char *csv = page_of(dir, "metrics.csv");
    assert_non_null(strstr(csv, "key,value\n"));
    assert_non_null(strstr(csv, "\nenc__energy_pj,6\n"));
    assert_non_null(strstr(csv, "\n\"cosim__verilator__class__<4,1>__vectors\",400\n"));
    free(csv);
    free(json);
    free(dir);
}

static void a_step_that_has_not_run_is_named(void **state)
{
    (void)state;
    char *dir = make_design("bare", 16, NULL, NULL);
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    char *html = page_of(dir, "report.html");
    assert_well_formed(html);
    assert_non_null(strstr(html, "warpfold cosim DIR"));
    assert_non_null(strstr(html, "warpfold synth DIR"));
    assert_non_null(strstr(html, "warpfold stats --codec warpbdi --lanes 16"));
    assert_null(strstr(html, "class=\"tile good\""));
    free(html);
    free(dir);
}

static void another_node_gives_no_ratio(void **state)
{
    (void)state;
    static const char *const libraries[] = {"osu018_stdcells.lib", "mine.lib"};
    for (int i = 0; i < 2; i++) {
        char *dir = make_design("node", 32, NULL, NULL);
        add_synth(dir, libraries[i]);
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        char *html = page_of(dir, "report.html");
        assert_non_null(strstr(html, i ? "the node of mine.lib is not known" : "180 nm library here, 45 nm there"));
        free(html);
        free(dir);
    }
}

static void several_designs_share_a_page(void **state)
{
    (void)state;
    char *a = make_design("one", 32, "name", "first"), *b = make_design("two", 64, "name", "second");
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "osu018_stdcells.lib");
    assert_int_equal(run((const char *const[]){a, b}, 2, NULL), 0);
    char *html = page_of(top, "compare.html");
    assert_well_formed(html);
    assert_self_contained(html);
    assert_non_null(strstr(html, ">first</th>"));
    assert_non_null(strstr(html, ">second</th>"));
    assert_non_null(strstr(html, "different libraries"));
    free(html);
    free(a);
    free(b);
}

static void a_foreign_file_is_not_overwritten(void **state)
{
    (void)state;
    char *dir = make_design("mine", 32, NULL, NULL), *out = in_top("thesis.html");
    file_write(out, "my own", 6);
    assert_int_equal(run((const char *const[]){dir}, 1, out), 2);
    char *data = file_read(out, NULL);
    assert_string_equal(data, "my own");
    assert_int_equal(run((const char *const[]){dir}, 1, top), 2);
    char *json = path_join(dir, "metrics.json");
    assert_false(file_exists(json));
    free(json);
    free(data);
    free(out);
    free(dir);
}

static void a_folder_without_a_design_is_refused(void **state)
{
    (void)state;
    assert_int_equal(run((const char *const[]){top}, 1, NULL), 2);
}

static void bars_stay_within_their_cell(void **state)
{
    (void)state;
    text t = {0};
    svg_part parts[] = {{60, "k1", "a<b"}, {NAN, "k2", NULL}, {-1, "k3", NULL}, {70, "k4", NULL}};
    svg_bar(&t, parts, 4, 100, 500, "x & y");
    assert_well_formed(t.data);
    assert_non_null(strstr(t.data, "x=\"600.0\" width=\"400.0\""));
    assert_non_null(strstr(t.data, "M1000.0 0V16"));
    assert_non_null(strstr(t.data, "a&lt;b"));
    assert_null(strstr(t.data, "k2"));
    assert_null(strstr(t.data, "k3"));
    text_free(&t);
}

int main(void)
{
    top = scratch_dir();
    scratch_keep(top);      /* the children that `run` starts must leave it when they end */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_gives_a_well_formed_page),
        cmocka_unit_test(the_same_input_gives_the_same_bytes),
        cmocka_unit_test(metrics_hold_the_steps_and_what_follows),
        cmocka_unit_test(a_step_that_has_not_run_is_named),
        cmocka_unit_test(another_node_gives_no_ratio),
        cmocka_unit_test(several_designs_share_a_page),
        cmocka_unit_test(a_foreign_file_is_not_overwritten),
        cmocka_unit_test(a_folder_without_a_design_is_refused),
        cmocka_unit_test(bars_stay_within_their_cell),
    };
    int failed = cmocka_run_group_tests_name("report", tests, NULL, NULL);
    dir_remove(top);
    return failed;
}
