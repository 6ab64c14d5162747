/* SPDX-License-Identifier: Apache-2.0
 *
 * test_report_compare.c - the page of several designs: what differs stands there, the best are joined, and a foreign file is not overwritten. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../report/report_charts.h"
#include "report_folders.h"

static void two_codecs_stand_beside_what_is_published_of_both(void **state)
{
    (void)state;
    char *a = make_design("bdi", 32, NULL, NULL), *b = make_folder("byt", "bytewise", NULL, 32, NULL);
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "nangate45_typ.lib");
    add_trace(a);
    add_bytewise_trace(b);
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    assert_self_contained(html);
    assert_non_null(strstr(html, "One paper's comparison of both"));
    assert_non_null(strstr(html, "<td class=\"n\">0.52</td><td class=\"n\">1.00</td>"));
    assert_non_null(strstr(html, "2.17 against 2.13"));
    assert_non_null(strstr(html, "only the ratio by units + tag"));
    assert_null(strstr(html, "same traces: their"));
    /* Other traces, another clock: nothing is set against the first. */
    metrics m = {0};
    metrics_set(&m, 2, "trace__count");
    metrics_set(&m, 3, "trace__other__writes");
    metrics_set(&m, 2, "trace__ratio_units_tag");
    save(&m, b, "trace.json");
    metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
    metrics_set(&m, 2, "run__clock_ns");
    metrics_set(&m, 5000, "enc__area_um2");
    save(&m, b, "synth.json");
    html = compare((const char *const[]){a, b}, 2);
    assert_non_null(strstr(html, "not measured on the same traces"));
    assert_non_null(strstr(html, "mapped for different clocks"));
    assert_non_null(strstr(html, "not comparable: other traces"));
    assert_non_null(strstr(html, "not comparable: other clocks"));
}

static void three_codecs_share_a_page(void **state)
{
    (void)state;
    char *a = make_design("r1", 32, NULL, NULL), *b = make_folder("r2", "bytewise", NULL, 32, NULL),
         *c = make_folder("r3", "affine", NULL, 32, "vector", "16", "strides", "any", NULL);
    add_synth(c, "nangate45_typ.lib");
    add_affine_trace(c);
    char *html = compare((const char *const[]){a, b, c}, 3);
    assert_well_formed(html);
    assert_self_contained(html);
    static const char *const own[][2] = {{"vector", "16"}, {"strides", "any"}, {"word", "32"}};
    for (int i = 0; i < 3; i++) { /* two dashes, and what only affine has; bytewise has strides too */
        const char *second = i == 1 ? "none" : "–";
        char *row =
            format_new(">%s</th><td class=\"n\">–</td><td class=\"n\">%s</td><td class=\"n\">%s</td>", own[i][0], second, own[i][1]);
        assert_non_null(strstr(html, row));
    }
    assert_non_null(strstr(html, "only the ratio by units + tag"));
}

static void several_designs_share_a_page(void **state)
{
    (void)state;
    char *a = make_design("one", 32, "name", "first"), *b = make_design("two", 64, "name", "second");
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "osu018_stdcells.lib");
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    assert_self_contained(html);
    assert_non_null(strstr(html, ">first</th>"));
    assert_non_null(strstr(html, ">second</th>"));
    assert_non_null(strstr(html, "different libraries"));
}

/* Expects a row on the page of several designs: a label, and the text of each of two columns. */
static void assert_row(const char *html, const char *label, const char *first, const char *second)
{
    char *row = format_new(">%s</th><td class=\"n\">%s</td><td class=\"n\">%s</td>", label, first, second);
    if (strstr(html, row) == NULL)
        fail_msg("the page has no row %s", row);
}

static void designs_that_differ_show_it(void **state)
{
    (void)state;
    char *a = make_folder("small", NULL, "metacache", 128, "kbytes", "2", NULL),
         *b = make_folder("large", NULL, "metacache", 128, "kbytes", "16", "ways", "2", NULL);
    char *html = compare((const char *const[]){a, b}, 2);
    assert_row(html, "kbytes", "2", "16");
    assert_row(html, "ways", "4", "2");
    assert_row(html, "line", "128", "128");
    /* Options of the design, and parameters of a unit in it. */
    a = make_folder("plain", "bestof", NULL, 64, NULL);
    b = make_folder("other", "bestof", NULL, 64, "linebdi.base", "firstnz", "user", "9", "wrapper", "1", NULL);
    html = compare((const char *const[]){a, b}, 2);
    assert_row(html, "linebdi.base", "first", "firstnz");
    assert_row(html, "user", "16", "9");
    assert_row(html, "wrapper", "0", "1");
    /* A design of its own name in folders of one name: the columns are told apart all the same. */
    char *c = make_folder("x/same", "warpbdi", NULL, 8, NULL), *d = make_folder("y/same", "warpbdi", NULL, 8, "isolate", "0", NULL);
    char *page = in_top("same.html");
    assert_int_equal(run((const char *const[]){c, d}, 2, page), 0);
    html = file_read(page, NULL);
    assert_non_null(strstr(html, ">x/same</th>"));
    assert_non_null(strstr(html, ">y/same</th>"));
    assert_row(html, "isolate", "1", "0");
}

static int count_lines(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

static void a_page_of_other_folders_is_not_overwritten(void **state)
{
    (void)state;
    char *a = make_design("fa", 8, NULL, NULL), *b = make_design("fb", 16, NULL, NULL), *c = make_design("fc", 32, NULL, NULL);
    char *first = compare((const char *const[]){a, b}, 2), *path = in_top("compare.html"), *json = path_join(c, "metrics.json");
    assert_non_null(strstr(first, "content=\"fa, fb\""));
    /* Others: refused before anything is written, in one line. */
    assert_int_equal(run((const char *const[]){a, c}, 2, NULL), 2);
    const char *said = asked.end.said;
    char *now = page_of(top, "compare.html");
    assert_int_equal(count_lines(said), 1);
    assert_non_null(strstr(said, "compares other folders (fa, fb)"));
    assert_string_equal(first, now);
    assert_false(file_exists(json));
    /* The same, in another order too: made anew. */
    assert_int_equal(run((const char *const[]){b, a}, 2, NULL), 0);
    now = page_of(top, "compare.html");
    assert_string_not_equal(first, now);
    /* Named: replaced. What no report wrote: never. */
    assert_int_equal(run((const char *const[]){a, c}, 2, path), 0);
    now = page_of(top, "compare.html");
    assert_non_null(strstr(now, "content=\"fa, fc\""));
    file_write(path, "my own", 6);
    assert_int_equal(run((const char *const[]){a, c}, 2, NULL), 2);
    assert_int_equal(run((const char *const[]){a, c}, 2, path), 2);
    now = page_of(top, "compare.html");
    assert_string_equal(now, "my own");
    remove(path);
}

static void delays_of_pipelined_units_have_no_ratio(void **state)
{
    (void)state;
    char *a = make_folder("flat", "bytewise", NULL, 32, "enc-stages", "0", "dec-stages", "0", NULL),
         *b = make_folder("piped", "bytewise", NULL, 32, "enc-stages", "2", "dec-stages", "0", NULL);
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "nangate45_typ.lib");
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    const char *enc = strstr(html, ">Encoder</th>"), *dec = strstr(html, ">Decoder</th>");
    assert_true(enc && dec && enc < dec);
    const char *enc_delay = strstr(enc, ">delay</th>"), *dec_delay = strstr(dec, ">delay</th>");
    assert_true(enc_delay && enc_delay < dec && dec_delay);
    char *enc_row = format_new("%.*s", (int)strcspn(enc_delay, "\n"), enc_delay),
         *dec_row = format_new("%.*s", (int)strcspn(dec_delay, "\n"), dec_delay);
    assert_null(strstr(enc_row, "×"));
    assert_non_null(strstr(dec_row, "× 1.00"));
    assert_non_null(strstr(html, "No ratio of delays"));
    assert_non_null(strstr(html, "A dash at area × delay"));
    /* Beside the published figures: 0.67 ns. */
    metrics m = {0};
    for (int i = 0; i < 2; i++) {
        metrics_set(&m, 1.34, "enc__delay_ns");
        save(&m, i ? b : a, "synth.json");
    }
    html = report_page(a);
    assert_non_null(strstr(html, "<td class=\"n\">0.67</td><td class=\"n\">1.34</td><td>ns</td><td class=\"n\">2.00</td>"));
    assert_null(strstr(html, "with register ranks the delay"));
    html = report_page(b);
    assert_non_null(strstr(html, "<td class=\"n\">0.67</td><td class=\"n\">1.34</td><td>ns</td><td class=\"n\">–</td>"));
    assert_non_null(strstr(html, "not comparable: with register ranks the delay"));
    a = make_folder("paper", "affine", NULL, 32, "dec-stages", "1", NULL);
    add_synth(a, "nangate45_typ.lib");
    html = report_page(a);
    assert_non_null(strstr(html, "45 nm library here, 90 nm there"));
    assert_non_null(strstr(html, "not here: Trace statistics not run"));
}

static void rtl_that_was_edited_is_said(void **state)
{
    (void)state;
    char *dir = make_design("edited", 8, NULL, NULL), *rtl = path_join(dir, "rtl/unit.v"), *html;
    html = report_page(dir);
    assert_null(strstr(html, "is not what warpfold gen wrote"));
    assert_string_equal(asked.end.said, "");
    file_write(rtl, "module other; endmodule\n", 24);
    html = report_page(dir);
    assert_non_null(strstr(html, "rtl/unit.v is not what warpfold gen wrote"));
    assert_non_null(strstr(asked.end.said, "rtl/unit.v is not what `warpfold gen` wrote"));
    assert_int_equal(count_lines(asked.end.said), 1);
    metrics m = metrics_of(dir);
    assert_string_equal(metrics_get_text(&m, "run__edited"), "rtl/unit.v");
    char *other = make_design("whole", 8, NULL, NULL);
    html = compare((const char *const[]){dir, other}, 2);
    assert_row(html, "RTL edited", "rtl/unit.v", "–");
}

static void a_failed_step_is_shown_as_failed(void **state)
{
    (void)state;
    char *dir = make_design("failed", 8, NULL, NULL);
    metrics m = {0};
    metrics_set(&m, 1000, "cosim__icarus__vectors");
    metrics_set(&m, 7, "cosim__icarus__mismatches");
    metrics_set_text(&m, "icarus unit disagrees with the golden model", "cosim__failed");
    save(&m, dir, "cosim.json");
    metrics_set_text(&m, "it did not end", "synth__failed");
    save(&m, dir, "synth.json");
    char *html = report_page(dir);
    const char *said = asked.end.said;
    assert_non_null(strstr(html, "Co-simulation failed: icarus unit disagrees with the golden model."));
    assert_non_null(strstr(html, "Synthesis failed: it did not end."));
    assert_non_null(strstr(html, "class=\"tile bad\""));
    assert_null(strstr(html, "class=\"tile good\""));
    assert_null(strstr(html, "not run: warpfold synth"));
    assert_non_null(strstr(said, "Co-simulation failed: icarus unit disagrees"));
}

/* An encoder's area at an effort and an activity. */
static void add_measured(const char *dir, double area, double effort, const char *activity)
{
    metrics m = {0};
    metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
    metrics_set(&m, 1, "run__clock_ns");
    metrics_set(&m, effort, "run__effort");
    metrics_set_text(&m, activity, "run__activity");
    metrics_set(&m, area, "enc__area_um2");
    metrics_set(&m, area / 1000, "enc__energy_pj");
    save(&m, dir, "synth.json");
}

static int count_best(const char *a, const char *b)
{
    int count = 0;
    char *html = compare((const char *const[]){a, b}, 2);
    for (const char *x = html; (x = strstr(x, "class=\"n best\"")) != NULL; x++)
        count++;
    return count;
}

static void nothing_is_best_among_the_unlike(void **state)
{
    (void)state;
    char *a = make_design("liked", 32, NULL, NULL), *b = make_design("like", 32, "isolate", "1"),
         *wide = make_design("wide", 64, NULL, NULL);
    add_measured(a, 5000, 1, "assumed");
    add_measured(wide, 4000, 1, "assumed");
    add_measured(b, 4000, 1, "assumed");
    assert_int_equal(count_best(a, b), 2);
    add_measured(b, 4000, 1, "measured on the traces");
    assert_int_equal(count_best(a, b), 1);
    add_measured(b, 4000, 0, "assumed");
    assert_int_equal(count_best(a, b), 0);
    assert_int_equal(count_best(a, wide), 0);
    char *html = compare((const char *const[]){a, b, wide}, 3);
    assert_non_null(strstr(html, "different efforts"));
    assert_non_null(strstr(html, "different widths"));
}

/* A design of bytewise with these figures; 0: that step has not run. */
static char *add_point(const char *name, double area, double ratio)
{
    char *dir = make_folder(name, "bytewise", NULL, 32, "name", name, NULL);
    metrics m = {0};
    if (area > 0) {
        metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
        metrics_set(&m, 1, "run__clock_ns");
        metrics_set(&m, area - 1000, "enc__total_area_um2");
        metrics_set(&m, 1000, "dec__total_area_um2");
        save(&m, dir, "synth.json");
    }
    if (ratio > 0) {
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 10, "trace__sample__writes");
        metrics_set(&m, ratio, "trace__ratio_units_tag");
        save(&m, dir, "trace.json");
    }
    return dir;
}

static int count_of(const char *html, const char *part)
{
    int n = 0;
    for (const char *s = html; (s = strstr(s, part)) != NULL; s++)
        n++;
    return n;
}

static void the_best_of_several_designs_are_joined(void **state)
{
    (void)state;
    char *dirs[] = {add_point("low", 5000, 1.5),    add_point("beaten", 6000, 1.5), add_point("top", 9000, 2),
                    add_point("middle", 7000, 1.8), add_point("worse", 8000, 1.75), add_point("twin", 9000, 2),
                    add_point("untraced", 4000, 0), add_point("unmapped", 0, 3)};
    char *html = compare((const char *const *)dirs, 8), *again;
    assert_well_formed(html);
    assert_self_contained(html);
    assert_int_equal(count_of(html, "<circle "), 6);
    assert_int_equal(count_of(html, "class=\"dot on\""), 4);
    assert_int_equal(count_of(html, "class=\"front\""), 1);
    assert_int_equal(count_of(html, "class=\"name on\""), 3);
    assert_non_null(strstr(html, ">top, twin</text>"));
    assert_non_null(strstr(html, ">beaten</text>"));
    assert_non_null(strstr(html, "class=\"dot\"><title>worse: ratio 1.75, 8000 µm²</title>"));
    assert_non_null(strstr(html, "class=\"dot on\"><title>middle: ratio 1.80, 7000 µm²</title>"));
    assert_non_null(strstr(html, "registers (µm²)</text>"));
    assert_non_null(strstr(html, "compression ratio by units + tag (raw over stored)</text>"));
    assert_non_null(strstr(html, "from the smallest on: low (1.50, 5000 µm²), middle (1.80, 7000 µm²), top (2.00, 9000 µm²), twin ("));
    assert_non_null(strstr(html, "untraced is not in the plot: it has no figures of traces."));
    assert_non_null(strstr(html, "unmapped is not in the plot: it has no area of both units from synthesis."));
    again = compare((const char *const *)dirs, 8);
    assert_string_equal(html, again);
    /* One alone is no choice. */
    html = compare((const char *const *)&dirs[5], 3);
    assert_int_equal(count_of(html, "<circle "), 0);
    /* Other libraries: points, but no front. */
    add_synth(dirs[0], "other.lib");
    html = compare((const char *const *)dirs, 3);
    assert_int_equal(count_of(html, "<circle "), 3);
    assert_int_equal(count_of(html, "class=\"dot on\""), 0);
    assert_int_equal(count_of(html, "class=\"front\""), 0);
    assert_non_null(strstr(html, "No Pareto front"));
}

/* The first number behind a text; the text moves behind it. */
static double number_behind(const char **s, const char *text_before)
{
    *s = strstr(*s, text_before);
    assert_non_null(*s);
    *s += strlen(text_before);
    return strtod(*s, NULL);
}

static void points_stand_where_their_figures_are(void **state)
{
    (void)state;
    char *dirs[] = {add_point("small", 5000, 1.5), add_point("half", 7000, 1.75), add_point("large", 9000, 2)};
    char *html = compare((const char *const *)dirs, 3);
    const char *s = html;
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = number_behind(&s, "<circle cx=\"");
        y[i] = number_behind(&s, "cy=\"");
    }
    assert_true(x[0] < x[1] && x[1] < x[2] && y[0] > y[1] && y[1] > y[2]);
    assert_true(fabs(x[0] + x[2] - 2 * x[1]) < 0.3 && fabs(y[0] + y[2] - 2 * y[1]) < 0.3);
    /* Names do not cover each other: they are 14 high */
    s = html;
    double at[3];
    for (int i = 0; i < 3; i++) {
        char *name = format_new(" class=\"name on\" text-anchor=\"middle\">%s</text>", (const char *[]){"small", "half", "large"}[i]);
        const char *end = strstr(html, name);
        assert_non_null(end);
        while (strncmp(end, " y=\"", 4) != 0)
            end--;
        at[i] = strtod(end + 4, NULL);
    }
    assert_true(fabs(at[0] - at[1]) >= 14 && fabs(at[1] - at[2]) >= 14 && fabs(at[0] - at[2]) >= 14);
}

static void lines_have_a_plot_of_their_own(void **state)
{
    (void)state;
    char *dirs[] = {make_folder("fpc1", "fpc", NULL, 128, "name", "fpc1", NULL),
                    make_folder("fpc2", "fpc", NULL, 128, "name", "fpc2", NULL)};
    for (int i = 0; i < 2; i++) {
        metrics m = {0};
        add_synth(dirs[i], "nangate45_typ.lib");
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 128, "trace__line");
        metrics_set(&m, 1.5 + i, "trace__ratio_bursts_tag");
        save(&m, dirs[i], "trace.json");
    }
    char *html = compare((const char *const *)dirs, 2);
    assert_non_null(strstr(html, "compression ratio by bursts + tag (raw over stored)</text>"));
    assert_null(strstr(html, "by units + tag (raw over stored)</text>"));
    assert_int_equal(count_of(html, "class=\"dot on\""), 1);
}

/* A line of one burst takes one burst in any code: a plot of bursts would mean nothing, and that is said. */
static void bytes_count_where_a_line_is_one_burst(void **state)
{
    (void)state;
    char *dirs[] = {make_folder("one1", "fpc", NULL, 32, "name", "one1", NULL),
                    make_folder("one2", "bestof", NULL, 32, "name", "one2", NULL)};
    for (int i = 0; i < 2; i++) {
        metrics m = {0};
        add_synth(dirs[i], "nangate45_typ.lib");
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 32, "trace__line");
        metrics_set(&m, 1, "trace__ratio_bursts");
        metrics_set(&m, 1, "trace__ratio_bursts_tag");
        metrics_set(&m, 2.25, "trace__ratio_bytes");
        metrics_set(&m, 1.5 + i, "trace__ratio_bytes_tag");
        metrics_set(&m, 10, "trace__sample__accesses");
        metrics_set(&m, 10, "trace__sample__lines");
        metrics_set(&m, 10, "trace__sample__bursts__1");
        metrics_set(&m, 2.25, "trace__sample__ratio_bytes");
        save(&m, dirs[i], "trace.json");
    }
    char *html = compare((const char *const *)dirs, 2), *page;
    assert_non_null(strstr(html, "compression ratio by bytes + tag (raw over stored)</text>"));
    assert_null(strstr(html, "by bursts + tag (raw over stored)</text>"));
    assert_non_null(strstr(html, "by bursts it means nothing."));
    assert_non_null(strstr(html, "<td class=\"n\">fpc segment</td><td class=\"n\">bestof by bursts (linebdi first)</td>"));
    assert_int_equal(count_of(html, "class=\"dot on\""), 1);
    page = page_of(dirs[1], "report.html");
    assert_non_null(strstr(page, "A line of 32 bytes is one burst of DRAM, compressed or not: ratios by bursts mean nothing here"));
    assert_non_null(strstr(page, "<h3>Compression ratio, bytes</h3><p class=\"big\">2.25<"));
    assert_non_null(strstr(page, "; bestof by bursts (linebdi first)<"));
    assert_non_null(strstr(
        page, "Ratios are those of bestof by bursts (linebdi first): of linebdi first, fpc segment and cpack parallel the code of the "
              "fewest bursts; ties go to the one that is decoded faster"));
    assert_null(strstr(page, "Bursts of 32 bytes a line, as shares"));
    assert_non_null(strstr(page, "sample, by bytes: "));
    report_data r;
    bar_chart c;
    report_load(&r, dirs[0]);
    assert_true(line_ratio_chart(&c, &r));
    assert_int_equal(chart_bars(&c), 1);
    assert_string_equal(c.bars[0], "by bytes");
    assert_false(burst_chart(&c, &r));
    assert_null(strstr(page, "sample, by bursts: "));
}

static void every_bench_has_a_row(void **state)
{
    (void)state;
    char *dir = make_folder("benches", "warpbdi", NULL, 8, "wrapper", "1", NULL), *html;
    metrics m = {0};
    static const char *const sims[] = {"verilator", "icarus"}, *const benches[] = {"", "array__", "wrapper__"};
    for (int s = 0; s < 2; s++)
        for (int b = 0; b < 3; b++) {
            metrics_set(&m, 100 * s + 10 * b + 1, "cosim__%s__%svectors", sims[s], benches[b]);
            metrics_set(&m, s + b == 3 ? 5 : 0, "cosim__%s__%smismatches", sims[s], benches[b]);
        }
    metrics_set(&m, 777, "cosim__icarus__wrapper__specified");
    save(&m, dir, "cosim.json");
    html = report_page(dir);
    assert_non_null(strstr(html, ">Verilator, valid/ready wrappers</th><td class=\"n\">21</td>"));
    assert_non_null(strstr(html, ">Icarus, encoder and decoder</th><td class=\"n\">101</td>"));
    assert_non_null(strstr(html, ">Icarus, array</th><td class=\"n\">111</td>"));
    assert_non_null(strstr(html, ">Icarus, valid/ready wrappers</th><td class=\"n\">121</td><td class=\"n\">–</td><td class=\"n\">777</td>"
                                 "<td class=\"n bad\">5</td>"));
    /* All benches are in the sum. */
    assert_non_null(strstr(html, "<div class=\"tile bad\"><h3>Mismatches</h3><p class=\"big\">5<"));
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
}

static void a_folder_without_a_design_is_refused(void **state)
{
    (void)state;
    assert_int_equal(run((const char *const[]){top}, 1, NULL), 2);
}

/* A library and clock is a column; a file whose library is null is no column and no crash. */
static void a_kept_synthesis_of_no_library_is_left_out(void **state)
{
    (void)state;
    static const char unknown[] = "{\"run__liberty\": \"c.lib\", \"run__library_sha256\": null, \"run__clock_ns\": 3}\n";
    char *dir = make_design("kept", 32, NULL, NULL), *kept = path_join(dir, "synth"), *html;
    metrics m = {0};
    add_synth(dir, "a.lib");
    assert_true(metrics_load(&m, path_join(dir, "synth.json")));
    metrics_set_text(&m, "11", "run__library_sha256");
    metrics_save(&m, path_join(dir, "synth.json"));
    dir_make(kept);
    metrics_save(&m, path_join(kept, "a-1ns.json"));
    metrics_set(&m, 2, "run__clock_ns");
    metrics_save(&m, path_join(kept, "a-2ns.json"));
    file_write(path_join(kept, "c-3ns.json"), unknown, strlen(unknown));
    html = report_page(dir);
    assert_non_null(strstr(asked.end.said, "c-3ns.json is no file of figures of `warpfold synth`; it is left out"));
    assert_non_null(strstr(html, "a-1ns"));
    assert_non_null(strstr(html, "a-2ns"));
    assert_null(strstr(html, "c-3ns"));
}

int main(void)
{
    top = scratch_dir();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_codecs_stand_beside_what_is_published_of_both),
        cmocka_unit_test(three_codecs_share_a_page),
        cmocka_unit_test(several_designs_share_a_page),
        cmocka_unit_test(designs_that_differ_show_it),
        cmocka_unit_test(a_page_of_other_folders_is_not_overwritten),
        cmocka_unit_test(delays_of_pipelined_units_have_no_ratio),
        cmocka_unit_test(rtl_that_was_edited_is_said),
        cmocka_unit_test(the_best_of_several_designs_are_joined),
        cmocka_unit_test(points_stand_where_their_figures_are),
        cmocka_unit_test(lines_have_a_plot_of_their_own),
        cmocka_unit_test(a_kept_synthesis_of_no_library_is_left_out),
        cmocka_unit_test(bytes_count_where_a_line_is_one_burst),
        cmocka_unit_test(every_bench_has_a_row),
        cmocka_unit_test(a_foreign_file_is_not_overwritten),
        cmocka_unit_test(a_folder_without_a_design_is_refused),
        cmocka_unit_test(a_failed_step_is_shown_as_failed),
        cmocka_unit_test(nothing_is_best_among_the_unlike),
    };
    return cmocka_run_group_tests_name("report_compare", tests, NULL, NULL);
}
