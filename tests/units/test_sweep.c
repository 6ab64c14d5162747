/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweeps: the points of a file, what is refused, Pareto fronts, tasks that points share, entries of the cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

#include "../../base/file.h"
#include "../../base/random.h"
#include "../../report/pareto.h"
#include "../../report/scatter.h"
#include "../../sweep/rows.h"
#include "../../synth/liberty.h"
#include "endings.h"
#include "own_folder.h"

static char *sweep_ini(const char *content)
{
    char *path = path_join(dir, "sweep.ini");
    file_write(path, content, strlen(content));
    return path;
}

static sweep_plan plan_of(const char *content, const char *const *changes, int count)
{
    sweep_plan p;
    sweep_read(&p, sweep_ini(content), changes, count);
    return p;
}

static void read_file(const char *content)
{
    plan_of(content, NULL, 0);
}

/* Exit code 2 and one line that says it. */
static void assert_refused(const char *content, const char *why)
{
    outcome o = outcome_of(read_file, content);
    if (o.code != 2 || o.lines != 1 || strstr(o.said, why) == NULL)
        fail_msg("code %d, %d lines, \"%s\"; expected code 2 and \"%s\"", o.code, o.lines, o.said, why);
}

/* ---- points ---- */

static void a_set_is_each_combination_the_last_key_fastest(void **state)
{
    (void)state;
    sweep_plan p = plan_of("[set a]\nunit = warpbdi\nlanes = 4, 8\nmodes = 4-0 4-0,4-1\n", NULL, 0);
    static const struct {
        int lanes;
        const char *modes;
    } expected[] = {{4, "4-0"}, {4, "4-0,4-1"}, {8, "4-0"}, {8, "4-0,4-1"}};
    assert_int_equal(p.count, 4);
    assert_int_equal(p.doubles, 0);
    assert_string_equal(p.name, "sweep");
    for (int i = 0; i < 4; i++) {
        char *modes = design_param(&p.points[i].d, "modes");
        assert_null(p.points[i].fault);
        assert_int_equal(p.points[i].d.config.lanes, expected[i].lanes);
        assert_string_equal(modes, expected[i].modes);
        assert_string_equal(p.points[i].set, "a");
    }
}

static void sets_have_the_keys_of_sweep_unless_they_have_their_own(void **state)
{
    (void)state;
    sweep_plan p = plan_of(
        "[sweep]\nname = two words\nlanes = 4\neffort = 0\n[set a]\nunit = bytewise\n[set b]\nunit = warpbdi\nlanes = 8 16\neffort = 2\n",
        NULL, 0);
    assert_string_equal(p.name, "two words");
    assert_int_equal(p.count, 3);
    static const int lanes[] = {4, 8, 16}, effort[] = {0, 2, 2};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(p.points[i].d.config.lanes, lanes[i]);
        assert_int_equal(p.points[i].synth.effort, effort[i]);
    }
}

static void a_key_that_comes_again_adds_to_its_list(void **state)
{
    (void)state;
    assert_int_equal(plan_of("[set a]\nunit = bytewise\nlanes = 4\nlanes = 8 16\n", NULL, 0).count, 3);
}

static void set_on_the_command_line_takes_the_place_of_a_key(void **state)
{
    (void)state;
    const char *const changes[] = {"lanes=8", "clock-ns=2 3", "name=other"};
    sweep_plan p = plan_of("[sweep]\nclock-ns = 9\n[set a]\nunit = bytewise\nlanes = 4 16\n", changes, 3);
    assert_int_equal(p.count, 2);
    assert_string_equal(p.name, "other");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(p.points[i].d.config.lanes, 8);
        assert_true(p.points[i].synth.clock_ns == 2 + i);
    }
}

static void default_leaves_a_flag_out(void **state)
{
    (void)state;
    sweep_plan p = plan_of("[set a]\nunit = bytewise\nlanes = 4\nclock-ns = default 2\nenc-stages = default\n", NULL, 0);
    assert_int_equal(p.count, 2);
    assert_true(p.points[0].synth.clock_ns == 0);
    assert_true(p.points[1].synth.clock_ns == 2);
}

static void equal_points_are_one(void **state)
{
    (void)state;
    sweep_plan p = plan_of("[set a]\nunit = warpbdi\nlanes = 4 4 8\n[set b]\nunit = warpbdi\nlanes = 8\nenc-stages = 2 1\n", NULL, 0);
    assert_int_equal(p.count, 3); /* warpbdi has 2 ranks by default */
    assert_int_equal(p.doubles, 2);
    assert_int_equal(p.points[2].d.enc_stages, 1);
}

static void an_impossible_combination_is_a_point_with_its_fault(void **state)
{
    (void)state;
    /* Another library has this driving cell, the default one has not */
    char *file = liberty_default(), *other = path_join(dir, "other.lib"), *lib = file_read(file, NULL), *cell = strstr(lib, "(BUFX2)");
    assert_non_null(cell);
    cell[5] = '9';
    file_write(other, lib, strlen(lib));
    sweep_plan p =
        plan_of("[set a]\nunit = warpbdi bytewise\nlanes = 4 7\nmodes = 4-0\nearly-tag = 0 1\ndec-stages = 0\n[set b]\nunit = bytewise\n"
                "lanes = 4\nliberty = other.lib default\ndriver = BUFX9\n",
                NULL, 0);
    static const char *const why[] = {
        NULL,      "clocked decoder", "7 lanes", "7 lanes", "no parameter \"modes\"", "no parameter \"modes\"",
        "7 lanes", "7 lanes",         NULL,      "BUFX9"};
    assert_int_equal(p.count, 10);
    for (int i = 0; i < 10; i++) {
        if (why[i] == NULL)
            assert_null(p.points[i].fault);
        else if (p.points[i].fault == NULL || strstr(p.points[i].fault, why[i]) == NULL)
            fail_msg("point %d: \"%s\", expected \"%s\"", i + 1, p.points[i].fault ? p.points[i].fault : "(good)", why[i]);
    }
}

static void what_is_no_sweep_is_refused(void **state)
{
    (void)state;
    assert_refused("", "no section [set NAME]");
    assert_refused("[sweep]\nlanes = 4\n", "no section [set NAME]");
    assert_refused("lanes = 4\n", "sweep.ini:1: lanes stands before");
    assert_refused("[design]\nlanes = 4\n", "sweep.ini:1: section [design]; accepted are [sweep] and [set NAME]");
    assert_refused("[set ]\nunit = warpbdi\n", "sweep.ini:1: section [set ]");
    assert_refused("[set a]\nunit = warpbdi\n[set a]\nunit = warpbdi\n", "sweep.ini:3: a second [set a]");
    assert_refused("[set a]\nlanes = 4\n", "sweep.ini:1: [set a] names no unit");
    assert_refused("[set a]\nunit = zip\n", "no unit \"zip\"");
    assert_refused("[set a]\nunit = warpbdi\nlanse = 4\n", "sweep.ini:3: lanse: no unit of [set a] has a parameter \"lanse\"");
    assert_refused("[set a]\nunit = warpbdi\nlanes =\n", "sweep.ini:3: lanes: no value");
    assert_refused("[set a]\nunit = \"warpbdi\n", "a quote that does not end");
    assert_refused("[set a]\nunit = warpbdi\nname = x\n", "it names the sweep");
    assert_refused("[set a]\nunit = warpbdi\nlanes\n", "sweep.ini:3: expected");
    assert_refused("[set a]\nunit = warpbdi\nliberty = none.lib\n", "none.lib");
    assert_refused("[set a]\nunit = warpbdi\ntrace = none.wft\n", "sweep.ini:3: trace: cannot read");
    assert_refused("[set a]\nunit = warpbdi\ndriver = NOCELL\n", "sweep.ini:3: driver: the driving cell NOCELL is not in");
}

static void paths_are_relative_to_the_file_and_may_have_blanks(void **state)
{
    (void)state;
    char *trace = path_join(dir, "a trace-t4.wtx");
    static const char content[] = "# warptrace-text 2\n# lanes 4\nw 0 0 10 alu x1 f 1 1 1 1\n";
    file_write(trace, content, strlen(content));
    sweep_plan p = plan_of("[set a]\nunit = warpbdi\nlanes = 4 8\ntrace = \"a trace-t4.wtx\"\n", NULL, 0);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.points[0].trace_count, 1);
    assert_string_equal(p.points[0].traces[0], trace);
    assert_int_equal(p.points[1].trace_count, 0); /* it has other lanes */
}

/* ---- tasks ---- */

static void points_share_the_tasks_that_are_the_same(void **state)
{
    (void)state;
    sweep_tasks t;
    sweep_plan p =
        plan_of("[set a]\nunit = warpbdi\nlanes = 4\nbank = 32\nenc-stages = 0 1\ndec-stages = 0 1 2\nencs = 1 2\n[set b]\nunit = warpbdi\n"
                "lanes = 7\n",
                NULL, 0);
    tasks_find(&t, &p);
    assert_int_equal(p.count, 13);
    assert_int_equal(t.count, 2 + 3 + 1); /* encoders, decoders, the move decision */
    assert_int_equal(t.of[12][0], -1);
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
            assert_in_range(t.of[i][k], 0, t.count - 1);
    for (int i = 0; i < t.count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(t.all[i].key, t.all[k].key);
}

static void a_key_changes_with_what_makes_the_result(void **state)
{
    (void)state;
    sweep_tasks t;
    sweep_plan p = plan_of(
        "[set a]\nunit = warpbdi\nlanes = 4\nbank = 32\nmodule = move\nclock-ns = 2 3\neffort = 0 1\nload-ff = 5 6\nclock-gate = auto off\n"
        "driver = BUFX2 BUFX4\n",
        NULL, 0);
    tasks_find(&t, &p);
    assert_int_equal(p.count, 32);
    assert_int_equal(t.count, 32);
}

/* ---- the cache ---- */

static void open_and_close(const char *path)
{
    store s;
    store_open(&s, path);
    store_close(&s);
}

static void an_entry_is_read_back_and_a_damaged_one_is_none(void **state)
{
    (void)state;
    store s;
    metrics m = {0}, back = {0};
    char key[HASH_DIGITS + 1], *cache = path_join(dir, "cache");
    hash_hex("x", 1, key);
    store_open(&s, cache);
    metrics_set(&m, 1.5, KEY_UNIT_AREA, "enc");
    metrics_set_text(&m, "a, \"b\"", KEY_UNIT_RECIPE, "enc");
    assert_false(store_has(&s, key));
    store_lock(&s, key);
    store_save(&s, key, &m);
    assert_true(store_load(&s, key, &back));
    assert_true(metrics_get(&back, KEY_UNIT_AREA, "enc") == 1.5);
    assert_string_equal(metrics_get_text(&back, KEY_UNIT_RECIPE, "enc"), "a, \"b\"");

    size_t len;
    char *path = format_new("%s/%.2s/%s", s.dir, key, key), *data = file_read(path, &len);
    int told = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);         /* it says each time that the entry is damaged */
    for (size_t at = 0; at < len; at++) { /* each byte changed, and each length cut */
        data[at] ^= 1;
        file_write(path, data, len);
        assert_false(store_has(&s, key));
        data[at] ^= 1;
        file_write(path, data, at);
        assert_false(store_has(&s, key));
    }
    dup2(told, STDERR_FILENO);
    close(told);
    close(nowhere);
    file_write(path, data, len);
    assert_true(store_has(&s, key));
    store_close(&s);
}

/* A pipe would be waited for, a link leads elsewhere. */
static void what_is_no_plain_file_is_no_entry(void **state)
{
    (void)state;
    alarm(600);
    store s;
    metrics m = {0};
    char key[HASH_DIGITS + 1], *cache = path_join(dir, "pipes"), *elsewhere = path_join(dir, "elsewhere");
    hash_hex("y", 1, key);
    store_open(&s, cache);
    char *above = format_new("%s/%.2s", s.dir, key), *path = path_join(above, key), *part = format_new("%s.part", path),
         *failed = format_new("%s.failed", path), *lock = path_join(s.dir, "lock");
    dir_make(above);
    file_write(elsewhere, "mine", 4);
    assert_int_equal(mkfifo(path, 0600) | mkfifo(failed, 0600) | symlink(elsewhere, part), 0);
    assert_false(store_has(&s, key));
    assert_null(store_why(&s, key));
    store_fail(&s, key, "no reason");
    assert_string_equal(store_why(&s, key), "no reason");
    metrics_set(&m, 1.5, KEY_UNIT_AREA, "enc");
    store_save(&s, key, &m);
    assert_true(store_has(&s, key));
    assert_string_equal(file_read(elsewhere, NULL), "mine");
    store_close(&s);
    assert_int_equal(unlink(lock) | mkfifo(lock, 0600), 0);
    assert_int_equal(outcome_of(open_and_close, cache).code, 1);
    alarm(0);
}

/* ---- results ---- */

/* The cells of a line of CSV, and where the next line begins. */
static int cells(const char **at)
{
    int count = 1;
    bool quoted = false;
    for (; **at && (quoted || **at != '\n'); ++*at) {
        quoted ^= **at == '"';
        count += **at == ',' && !quoted;
    }
    *at += **at == '\n';
    return count;
}

/* Three points: one done, one that its task has failed, one that is no design. */
static void results_have_a_row_a_point(void **state)
{
    (void)state;
    store s;
    sweep_tasks t;
    sweep_rows rows;
    metrics m = {0};
    text csv = {0}, json = {0}, page = {0};
    char *cache = path_join(dir, "results");
    sweep_plan p =
        plan_of("[set \"a,b\"]\nunit = warpbdi\nlanes = 4\nbank = 32\nmodule = move\nclock-ns = 1 2\n[set c]\nunit = warpbdi\nlanes = 7\n",
                NULL, 0);
    tasks_find(&t, &p);
    assert_int_equal(t.count, 2);
    store_open(&s, cache);
    metrics_set(&m, 12.5, KEY_UNIT_TOTAL_AREA, "move");
    metrics_set(&m, 0.5, KEY_UNIT_DELAY, "move");
    metrics_set(&m, 0.25, KEY_UNIT_SLACK, "move");
    metrics_set_text(&m, "a, \"b\"", KEY_UNIT_RECIPE, "move");
    store_save(&s, t.all[0].key, &m);
    store_fail(&s, t.all[1].key, "killed, by \"somebody\"");
    rows_load(&rows, &p, &t, &s);
    assert_int_equal(rows.count, 3);
    static const row_status status[] = {ROW_DONE, ROW_FAILED, ROW_SKIPPED};
    for (int i = 0; i < 3; i++)
        assert_int_equal(rows.rows[i].status, status[i]);
    assert_string_equal(rows.rows[1].reason, "move: killed, by \"somebody\"");
    assert_true(rows.rows[0].figure[ROW_AREA] == 12.5 && rows.rows[0].figure[ROW_DELAY] == 0.5 && isnan(rows.rows[1].figure[ROW_AREA]));
    assert_true(rows.rows[0].front[0] && !rows.rows[1].front[0] && !rows.rows[2].front[0]);

    rows_csv(&rows, &csv);
    assert_true(starts_with(csv.data, rows_csv_head));
    const char *at = csv.data;
    int columns = cells(&at);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cells(&at), columns);
    assert_int_equal(*at, '\0');

    rows_json(&rows, &json);
    assert_true(starts_with(json.data, rows_json_head));
    cJSON *root = cJSON_Parse(json.data);
    const cJSON *points = cJSON_GetObjectItem(root, "points"), *first = cJSON_GetArrayItem(points, 0);
    assert_int_equal(cJSON_GetArraySize(points), 3);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(first, "status")), "done");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(first, "knobs"), "lanes")), "4");
    assert_true(cJSON_GetNumberValue(cJSON_GetObjectItem(cJSON_GetObjectItem(first, "figures"), "move__total_area_um2")) == 12.5);
    cJSON_Delete(root);

    rows_page(&rows, &page);
    assert_non_null(strstr(page.data, rows_page_title));
    for (int i = 1; i <= 3; i++) {
        char *id = format_new("<tr id=\"p%d\"", i);
        assert_non_null(strstr(page.data, id));
    }
    store_close(&s);
}

/* ---- the step `time` ---- */

static const char *const a_trace[] = {"trace=workloads/traces/aes-t32.wft"};

static void a_machine_runs_designs_and_traces_of_its_width(void **state)
{
    (void)state;
    sweep_plan p = plan_of("[set a]\nunit = wcrf\nlanes = 32 16\ntime = gtx480 default\n", a_trace, 1);
    assert_int_equal(p.count, 4);
    assert_string_equal(p.points[0].machine, "gtx480");
    assert_int_equal(p.points[0].trace_count, 1);
    assert_null(p.points[1].machine);
    assert_int_equal(p.points[1].trace_count, 0);
    assert_non_null(strstr(p.points[2].fault, "the machine gtx480 has 32 lanes"));
    assert_null(p.points[3].fault);
    assert_refused("[set a]\nunit = warpbdi\ntime = gtx480\ntrace = a.wft\n", "warpbdi is no register file");
    assert_refused("[set a]\nunit = wcrf\ntime = gtx480\n", "there is nothing to run; expected trace = FILE ... in [set a]");
    assert_refused("[set a]\nunit = wcrf\ntime = gtx999\ntrace = a.wft\n", "no machine is named gtx999");
}

/* Three points, of which the last one is beaten: area and energy x time make a front, and a plot of the page. */
static void area_and_energy_times_time_make_a_front(void **state)
{
    (void)state;
    static const double area[] = {10, 20, 30}, edp[] = {5, 3, 4};
    store s;
    sweep_tasks t;
    sweep_rows rows;
    text page = {0};
    char *cache = path_join(dir, "timed");
    sweep_plan p = plan_of("[set a]\nunit = wcrf\nenc-latency = 1 2 3\ntime = gtx480\n", a_trace, 1);
    tasks_find(&t, &p);
    store_open(&s, cache);
    for (int i = 0; i < t.count; i++) {
        metrics m = {0};
        if (task_is_module(t.all[i].part))
            metrics_set(&m, area[t.all[i].point], KEY_BLOCK_WHOLE_TOTAL, "wcrf");
        else
            metrics_set(&m, edp[t.all[i].point], KEY_TIME_EDP, "trace");
        store_save(&s, t.all[i].key, &m);
    }
    rows_load(&rows, &p, &t, &s);
    int front = 0;
    while (strcmp(row_fronts[front].name, "area-edp") != 0)
        front++;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rows.rows[i].status, ROW_DONE);
        assert_true(rows.rows[i].figure[ROW_AREA] == area[i] && rows.rows[i].figure[ROW_EDP] == edp[i]);
        assert_int_equal(rows.rows[i].front[front], i < 2);
    }
    assert_non_null(strstr(rows.groups[0], ", on gtx480, trace aes"));
    rows_page(&rows, &page);
    assert_non_null(strstr(page.data, "<h3>Area and energy × time of the traces</h3>"));
    store_close(&s);
}

/* ---- fronts ---- */

/* Random points on a small grid, so that there are ties: a point is on the front if and only if a plain search finds nobody that beats it. */
static void a_front_is_what_nobody_beats(void **state)
{
    (void)state;
    enum { N = 40, K = 3 };
    static const bool more[K] = {false, true, false};
    rng r = {7};
    for (int round = 0; round < 200; round++) {
        double v[N * K];
        bool front[N];
        for (int i = 0; i < N * K; i++)
            v[i] = rng_below(&r, 31) == 0 ? (double)NAN : (double)rng_below(&r, 5);
        pareto_front(v, N, K, more, front);
        for (int i = 0; i < N; i++) {
            bool beaten = isnan(v[i * K]) || isnan(v[i * K + 1]) || isnan(v[i * K + 2]);
            for (int o = 0; o < N; o++) {
                const double *a = v + o * K, *b = v + i * K;
                if (a[0] <= b[0] && a[1] >= b[1] && a[2] <= b[2] && (a[0] < b[0] || a[1] > b[1] || a[2] < b[2]))
                    beaten = true;
            }
            assert_int_equal(front[i], !beaten);
        }
    }
}

static void equal_points_are_both_on_the_front(void **state)
{
    (void)state;
    const double v[] = {1, 2, 1, 2, 2, 2, 0, 1};
    const bool more[] = {false, true};
    bool front[4];
    pareto_front(v, 4, 2, more, front);
    assert_true(front[0] && front[1] && front[3]);
    assert_false(front[2]);
}

/* The plots and the files agree. */
static void a_plot_has_the_same_front(void **state)
{
    (void)state;
    enum { N = 30 };
    rng r = {3};
    for (int round = 0; round < 100; round++) {
        scatter_point points[N];
        double v[2 * N];
        bool front[N], more[2] = {false, round % 2};
        for (int i = 0; i < N; i++) {
            v[2 * i] = rng_below(&r, 6);
            v[2 * i + 1] = rng_below(&r, 6);
            points[i] = (scatter_point){.x = v[2 * i], .y = v[2 * i + 1], .id = i, .out = i % 7 == 0};
            if (points[i].out)
                v[2 * i] = NAN;
        }
        pareto_front(v, N, 2, more, front);
        scatter_front(points, N, more[1]);
        for (int i = 0; i < N; i++)
            assert_int_equal(points[i].front, front[points[i].id]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_is_each_combination_the_last_key_fastest),
        cmocka_unit_test(sets_have_the_keys_of_sweep_unless_they_have_their_own),
        cmocka_unit_test(a_key_that_comes_again_adds_to_its_list),
        cmocka_unit_test(set_on_the_command_line_takes_the_place_of_a_key),
        cmocka_unit_test(default_leaves_a_flag_out),
        cmocka_unit_test(equal_points_are_one),
        cmocka_unit_test(an_impossible_combination_is_a_point_with_its_fault),
        cmocka_unit_test(what_is_no_sweep_is_refused),
        cmocka_unit_test(paths_are_relative_to_the_file_and_may_have_blanks),
        cmocka_unit_test(points_share_the_tasks_that_are_the_same),
        cmocka_unit_test(a_key_changes_with_what_makes_the_result),
        cmocka_unit_test(an_entry_is_read_back_and_a_damaged_one_is_none),
        cmocka_unit_test(what_is_no_plain_file_is_no_entry),
        cmocka_unit_test(results_have_a_row_a_point),
        cmocka_unit_test(a_machine_runs_designs_and_traces_of_its_width),
        cmocka_unit_test(area_and_energy_times_time_make_a_front),
        cmocka_unit_test(a_front_is_what_nobody_beats),
        cmocka_unit_test(equal_points_are_both_on_the_front),
        cmocka_unit_test(a_plot_has_the_same_front),
    };
    return cmocka_run_group_tests_name("sweep", tests, own_folder_make, own_folder_remove);
}
