/* SPDX-License-Identifier: Apache-2.0
 *
 * test_plots.c - plots as files: a drawing stands alone, its CSV has the numbers that it shows, these are the figures of metrics.json, and
 * nothing of others is overwritten. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../report/bar_chart.h"
#include "../../report/curve_grid.h"
#include "../../report/scatter.h"
#include "report_folders.h"

static int occurrences(const char *s, const char *what)
{
    int n = 0;
    for (; (s = strstr(s, what)) != NULL; s += strlen(what))
        n++;
    return n;
}

/* It is a file of XML that refers to nothing but its own parts, and each of its numbers has a mark that tells it. */
static void assert_stands_alone(const char *svg, const char *csv)
{
    static const char *const never[] = {"var(", "url(", "href", "src=", "@import", "@media", "<script", "nan", "inf\"", "-0.0\""};
    const char *root = strstr(svg, "<svg ");
    assert_true(starts_with(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- "));
    assert_true(starts_with(root, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""));
    assert_int_equal(occurrences(svg, "http"), 1);
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (strstr(root, never[i]))
            fail_msg("\"%s\" in %s", never[i], svg);
    assert_well_formed(root);
    assert_true(strstr(root, "<style>") < strstr(root, "</style>"));
    assert_non_null(strstr(root, "font-family=\"Helvetica"));
    assert_int_equal(occurrences(root, "<title>") - 1, occurrences(csv, "\n") - 1);
}

static plot_file only(const plot_files *p)
{
    assert_int_equal(p->count, 1);
    assert_stands_alone(p->files->svg.data, p->files->csv.data);
    return p->files[0];
}

/* ---- curves ---- */

static void a_grid_has_a_dot_a_number_and_a_line_a_curve(void **state)
{
    (void)state;
    curve_grid g = {.title = "Traffic",
                    .x_axis = "registers",
                    .y_axis = "blocks",
                    .plot = "kernel",
                    .x = "registers",
                    .curve = "cache",
                    .value = "blocks",
                    .curves = {"48K", "<32K>"},
                    .curve_count = 2,
                    .decimals = 1};
    plot_files files = {0};
    grid_add(&g, "cfd", &(grid_point){10, {4, 2}});
    grid_add(&g, "cfd", &(grid_point){20, {1, (double)NAN}});
    grid_add(&g, "lbm", &(grid_point){10, {0, 0}});
    grid_add(&g, "a & b", &(grid_point){10, {0.5, 0.25}});
    grid_add(&g, "sad", &(grid_point){10, {1, 1}});
    grid_add_files(&files, "curves", &g);
    plot_file f = only(&files);
    assert_int_equal(g.plot_count, 4);
    assert_string_equal(f.csv.data,
                        "kernel,cache,registers,blocks\ncfd,48K,10,4\ncfd,48K,20,1\ncfd,<32K>,10,2\nlbm,48K,10,0\nlbm,<32K>,10,0\n"
                        "a & b,48K,10,0.5\na & b,<32K>,10,0.25\nsad,48K,10,1\nsad,<32K>,10,1\n");
    assert_int_equal(occurrences(f.svg.data, "class=\"curve "), 2 * 4 + 2); /* two plots have each, and the foot */
    assert_int_equal(occurrences(f.svg.data, "<circle "), 9);
    assert_non_null(strstr(f.svg.data, "cfd, 48K, 20: 1.0"));
    assert_non_null(strstr(f.svg.data, "viewBox=\"0 0 720 406\"")); /* two rows of plots, 22 above and 48 below */
}

/* The more of y the higher, the more of x the further right; 0 is at the foot of each plot. */
static void a_grid_has_its_own_scale_in_each_plot(void **state)
{
    (void)state;
    curve_grid g = {
        .title = "t", .x_axis = "x", .y_axis = "y", .plot = "p", .x = "x", .curve = "c", .value = "v", .curves = {"c"}, .curve_count = 1};
    plot_files files = {0};
    double x[4], y[4];
    grid_add(&g, "small", &(grid_point){1, {0}});
    grid_add(&g, "small", &(grid_point){2, {10}});
    grid_add(&g, "large", &(grid_point){1, {0}});
    grid_add(&g, "large", &(grid_point){2, {1000}});
    grid_add_files(&files, "scales", &g);
    const char *at = only(&files).svg.data;
    for (int i = 0; i < 4; i++) {
        at = strstr(at + 1, "<circle cx=");
        assert_int_equal(sscanf(at, "<circle cx=\"%lf\" cy=\"%lf\"", &x[i], &y[i]), 2);
    }
    assert_true(x[1] > x[0] && y[1] < y[0]);
    assert_true(y[0] == y[2] && y[1] == y[3]);
    assert_true(fabs(x[2] - x[0] - (x[3] - x[1])) < 0.15 && x[2] > x[1]);
}

/* ---- charts ---- */

/* Where the nth bar begins and how long it is. */
static void bar_of(const char *svg, int n, double *x, double *width)
{
    const char *at = strstr(svg, "<rect ");
    for (; n > 0; n--)
        at = strstr(at + 1, "<rect ");
    assert_int_equal(sscanf(at, "<rect x=\"%lf\" y=\"%*f\" width=\"%lf\"", x, width), 2);
}

static void a_chart_and_its_csv_have_the_same_numbers(void **state)
{
    (void)state;
    bar_chart c = {.title = "Of <each> & all",
                   .axis = "length (mm)",
                   .row = "trace",
                   .bar = "side",
                   .part = "part",
                   .value = "length_mm",
                   .bars = {"left", "right"},
                   .sums = true,
                   .mark = "limit",
                   .mark_value = "limit_mm"};
    plot_files files = {0};
    double x, width;
    chart_add_part(&c, "a", "k1", 0, 1);
    chart_add_part(&c, "b, c", "k2", 0, 1);
    chart_add_part(&c, "d", "k3", 1, 1);
    chart_row *row = chart_add_row(&c, "one");
    row->mark = 35;
    row->values[0] = 10;
    row->values[1] = 20;
    row->values[2] = -10;
    row = chart_add_row(&c, "two");
    row->values[0] = 0;
    row->values[2] = 40;
    row = chart_add_sum(&c, "one", "mean");
    row->values[2] = 15;
    chart_add_files(&files, "of-all", &c);
    plot_file f = only(&files);
    assert_string_equal(f.csv.data, "trace,kind,side,part,length_mm,limit_mm\n"
                                    "one,trace,left,a,10,35\n"
                                    "one,trace,left,\"b, c\",20,35\n"
                                    "one,trace,right,d,-10,35\n"
                                    "two,trace,left,a,0,\n"
                                    "two,trace,right,d,40,\n"
                                    "one,mean,right,d,15,\n");
    /* From -10 to 40 in 5 steps of 10, between 118 and 700 */
    const double zero = 118 + 582 / 5.0;
    static const double values[][2] = {{0, 10}, {10, 20}, {-10, 10}, {0, 0}, {0, 40}, {0, 15}};
    for (int i = 0; i < 6; i++) {
        bar_of(f.svg.data, i, &x, &width);
        assert_true(fabs(x - (zero + values[i][0] * 11.64)) < 0.1);
        assert_true(fabs(width - values[i][1] * 11.64) < 0.1);
    }
    assert_non_null(strstr(f.svg.data, "<title>Of &lt;each&gt; &amp; all</title>"));
    assert_non_null(strstr(f.svg.data, "the bars of a row, from above: left, right"));
    assert_non_null(strstr(f.svg.data, ">limit</text>"));
    assert_non_null(strstr(f.svg.data, "class=\"mark\""));
}

static void counts_are_drawn_as_shares(void **state)
{
    (void)state;
    bar_chart c = {
        .title = "Codes", .axis = "% of the values", .row = "trace", .part = "code", .value = "values", .unit = " %", .shares = true};
    plot_files files = {0};
    double x, width;
    for (int p = 0; p < 3; p++)
        chart_add_part(&c, (const char *[]){"zero", "one", "raw"}[p], "k1", 0, 1);
    chart_row *row = chart_add_row(&c, "t");
    row->values[0] = 1;
    row->values[2] = 2;
    row = chart_add_row(&c, "nothing");
    row->values[0] = row->values[1] = row->values[2] = 0;
    chart_add_files(&files, "codes", &c);
    plot_file f = only(&files);
    assert_string_equal(f.csv.data, "trace,code,values,share_percent\nt,zero,1,33.3333\nt,raw,2,66.6667\n");
    bar_of(f.svg.data, 1, &x, &width);
    assert_true(fabs(x - (118 + 194)) < 0.1 && fabs(width - 388) < 0.1);
    assert_non_null(strstr(f.svg.data, "<title>t, raw: 66.7 %</title>"));
}

static void what_is_not_told_of_a_whole_has_no_colour(void **state)
{
    (void)state;
    bar_chart c = {.title = "t", .axis = "%", .row = "kernel", .part = "part", .value = "percent", .whole = true};
    text drawing = {0}, csv = {0};
    double x, width;
    chart_add_part(&c, "a", "k1", 0, 0);
    chart_add_part(&c, "b", "k2", 0, 0);
    chart_add_row(&c, "k")->values[1] = 40;
    chart_add_row(&c, "silent");
    chart_draw(&drawing, &c);
    chart_csv(&csv, &c);
    assert_string_equal(csv.data, "kernel,part,percent\nk,b,40\n");
    assert_non_null(strstr(drawing.data, "class=\"track\"><title>k, not told: 60"));
    assert_null(strstr(drawing.data, "silent, not told"));
    bar_of(drawing.data, 1, &x, &width);
    assert_true(fabs(x - (118 + 0.6 * 582)) < 0.1 && fabs(width - 0.4 * 582) < 0.1);
}

static void long_names_and_legends_stay_within_the_drawing(void **state)
{
    (void)state;
    bar_chart c = {.title = "t", .axis = "n", .row = "kernel", .part = "part", .value = "n"};
    text t = {0};
    double w, h, x, y;
    for (int p = 0; p < 15; p++)
        chart_add_part(&c, format_new("a part of a long name %d", p), "k1", 0, 0);
    chart_add_row(&c, "a_kernel_with_a_name_that_is_much_longer_than_the_drawing_has_room_for")->values[0] = 1;
    chart_draw(&t, &c);
    assert_int_equal(sscanf(strstr(t.data, "viewBox"), "viewBox=\"0 0 %lf %lf", &w, &h), 2);
    for (const char *s = t.data; (s = strstr(s, "<text ")) != NULL; s++) {
        char words[128];
        assert_int_equal(sscanf(s, "<text x=\"%lf\" y=\"%lf\"", &x, &y), 2);
        assert_int_equal(sscanf(strchr(s, '>'), ">%127[^<]", words), 1);
        double length = text_letters(words) * 7;
        assert_true(y <= h - 3);
        if (strstr(s, "text-anchor=\"end\"") && strstr(s, "text-anchor=\"end\"") < strchr(s, '>'))
            assert_true(x - length >= 0);
        else if (memchr(s, '>', strcspn(s, ">") + 1) && strstr(s, "anchor") != NULL && strstr(s, "anchor") < strchr(s, '>'))
            assert_true(x - length / 2 >= 0 && x + length / 2 <= w);
        else
            assert_true(x + length <= w);
    }
}

/* ---- what a file may hold ---- */

static void text_that_is_no_utf_8_is_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {{"a\xff"
                  "b",
                  "a\ufffdb"},
                 {"\xc3", "\ufffd"},                     /* cut off */
                 {"\xc3(", "\ufffd("},                   /* no second byte */
                 {"\xc0\xaf", "\ufffd\ufffd"},           /* longer than it need be */
                 {"\xed\xa0\x80", "\ufffd\ufffd\ufffd"}, /* a half of a pair */
                 {"\xef\xbf\xbf", "\ufffd\ufffd\ufffd"}, /* what XML does not take */
                 {"\xf5\x80\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
                 {"µm² … \xf0\x9f\x98\x80", "µm² … \xf0\x9f\x98\x80"},
                 {"\x01<&\">\n", " &lt;&amp;&quot;&gt; "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text t = {0};
        svg_escape(&t, cases[i].in);
        assert_string_equal(t.data, cases[i].out);
    }
}

static void names_are_of_letters_and_digits(void **state)
{
    (void)state;
    assert_string_equal(plot_name("%s-%s", "my regs/../x", "area"), "my-regs-x-area");
    assert_string_equal(plot_name("a--%d_b ", 3), "a-3-b");
    assert_string_equal(plot_column("share of register writes, %"), "share_of_register_writes_percent");
    assert_string_equal(plot_column("% of the energy"), "percent_of_the_energy");
    plot_files files = {0};
    bar_chart c = {.title = "t", .axis = "n", .row = "r", .value = "n"};
    chart_add_part(&c, "p", "k1", 0, 0);
    chart_add_row(&c, "x")->values[0] = 1;
    chart_add_files(&files, "same", &c);
    chart_add_files(&files, "same", &c);
    assert_string_equal(files.files[1].name, "same-2");
    assert_non_null(strstr(files.files[1].svg.data, "same-2.csv"));
}

/* ---- scatters ---- */

static void a_scatter_has_a_line_a_point(void **state)
{
    (void)state;
    scatter_point points[] = {
        {.x = 4, .y = 2, .name = "big, good", .facts = (const char *const[]){"8", NULL}, .label = "big", .tip = "big", .target = "p1"},
        {.x = 1, .y = 1.5, .name = "small", .facts = (const char *const[]){"4", NULL}, .tip = "small", .target = "p2"},
        {.x = 2, .y = 1, .name = "bad", .facts = (const char *const[]){"", NULL}, .tip = "bad", .target = "p3", .out = true}};
    scatter s = {.title = "t",
                 .about = "a",
                 .x_axis = "x",
                 .y_axis = "y",
                 .what = "design",
                 .x = "area_um2",
                 .y = "ratio",
                 .in = "meets_clock",
                 .facts = (const char *const[]){"lanes", NULL},
                 .points = points,
                 .count = 3,
                 .joined = true};
    plot_files files = {0};
    text page = {0};
    scatter_front(points, 3, true);
    scatter_add_files(&files, "front", &s);
    assert_string_equal(only(&files).csv.data, "design,lanes,area_um2,ratio,meets_clock,on_front\n"
                                               "small,4,1,1.5,1,1\n"
                                               "bad,,2,1,0,0\n"
                                               "\"big, good\",8,4,2,1,1\n");
    scatter_draw(&page, &s);
    assert_non_null(strstr(page.data, "<a href=\"#p3\"><circle"));
    s.joined = false;
    files = (plot_files){0};
    scatter_add_files(&files, "front", &s);
    assert_non_null(strstr(only(&files).csv.data, "small,4,1,1.5,1,\n"));
}

/* ---- of a report ---- */

static char *plot_in(const char *dir, const char *file)
{
    char *data = file_read(path_join(dir, file), NULL);
    if (data == NULL)
        fail_msg("no %s in %s", file, dir);
    return data;
}

/* The files of a plot. Returns the CSV. */
static char *csv_in(const char *dir, const char *name)
{
    char *svg = plot_in(dir, format_new("%s.svg", name)), *csv = plot_in(dir, format_new("%s.csv", name));
    assert_stands_alone(svg, csv);
    assert_non_null(strstr(svg, format_new("its numbers are in %s.csv", name)));
    return csv;
}

/* The last number but `behind` of the line that begins so. */
static double number_of(const char *csv, const char *line, int behind)
{
    const char *at = strstr(csv, format_new("\n%s,", line));
    if (at == NULL)
        fail_msg("no line %s in\n%s", line, csv);
    const char *end = strchr(at + 1, '\n');
    for (;; behind--) {
        const char *comma = end;
        while (*--comma != ',') {
        }
        if (behind == 0)
            return atof(comma + 1);
        end = comma;
    }
}

static int run_plots(const char *const *dirs, int n, const char *svg, bool force)
{
    asked.svg = svg;
    asked.force = force;
    int code = run(dirs, n, NULL);
    asked.svg = NULL;
    asked.force = false;
    return code;
}

static void the_plots_of_a_report_are_its_figures(void **state)
{
    (void)state;
    char *dir = make_design("plotted", 32, NULL, NULL), *svg = in_top("figures");
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    metrics cosim = {0};
    metrics_set(&cosim, 500, "cosim__verilator__vectors");
    metrics_set(&cosim, 123, "cosim__verilator__class__<4,1>__vectors");
    metrics_set(&cosim, 0, "cosim__verilator__class__raw__vectors");
    save(&cosim, dir, "cosim.json");
    dir_remove(svg);
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 0);
    metrics m = metrics_of(dir);

    char *csv = csv_in(svg, "warpbdi32-codes");
    assert_true(starts_with(csv, "trace,code,values,share_percent\n"));
    assert_true(number_of(csv, "sample,\"<4,0>\"", 1) == metrics_get(&m, "trace__sample__class__<4,0>"));
    assert_true(number_of(csv, "sample,raw", 1) == 2 && number_of(csv, "sample,raw", 0) == 20);
    csv = csv_in(svg, "warpbdi32-area");
    assert_true(starts_with(csv, "unit,part,area_um2\n"));
    assert_true(number_of(csv, "Encoder,logic", 0) == metrics_get(&m, "enc__area_um2"));
    csv = csv_in(svg, "warpbdi32-parts");
    assert_true(number_of(csv, "Encoder: low half,Encoder", 0) == metrics_get(&m, "enc__part__low_half__area_um2"));
    csv = csv_in(svg, "warpbdi32-stages");
    assert_true(starts_with(csv, "stage,unit,delay_ns,clock_ns\n"));
    assert_true(number_of(csv, "\"Decoder, stage 1\",Decoder", 1) == 1 - metrics_get(&m, "dec__stage1__slack_ns"));
    assert_true(number_of(csv, "\"Decoder, stage 1\",Decoder", 0) == metrics_get(&m, "run__clock_ns"));
    csv = csv_in(svg, "warpbdi32-distance");
    assert_true(number_of(csv, "sample,not divergent,zero: all lanes equal", 1) == metrics_get(&m, "trace__sample__bin__nondiv__zero"));
    csv = csv_in(svg, "warpbdi32-ratio");
    assert_true(number_of(csv, "all,all,by units", 0) == metrics_get(&m, "trace__ratio"));
    csv = csv_in(svg, "warpbdi32-energy");
    assert_true(starts_with(csv, "trace,part,energy_pj,raw_storage_pj\n"));
    double base = number_of(csv, "sample,\"encoder, decoder\"", 0), units = number_of(csv, "sample,\"encoder, decoder\"", 1),
           stored = number_of(csv, "sample,\"storage accesses, dummy moves too\"", 1);
    assert_true(fabs(base - stored - units - metrics_get(&m, "energy__sample__saved_pj")) < 0.01);
    csv = csv_in(svg, "warpbdi32-cosim-codes");
    assert_string_equal(csv, "code,vectors\nraw,0\n\"<4,1>\",123\n");
    assert_int_equal(access(path_join(svg, "warpbdi32-vectors.svg"), F_OK), -1); /* nothing tells of them */
    assert_int_equal(access(path_join(svg, "warpbdi32-curve-enc.svg"), F_OK), -1);

    /* The same again, with a curve: the other files have the same bytes. */
    char *before = plot_in(svg, "warpbdi32-stages.svg");
    metrics s = {0};
    assert_true(metrics_load(&s, path_join(dir, "synth.json")));
    for (int i = 1; i <= 3; i++) {
        metrics_set(&s, i * 0.5, "enc__curve%d__delay_ns", i);
        metrics_set(&s, 9000 - 1000.5 * i, "enc__curve%d__total_area_um2", i);
    }
    save(&s, dir, "synth.json");
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 0);
    assert_string_equal(plot_in(svg, "warpbdi32-stages.svg"), before);
    csv = plot_in(svg, "warpbdi32-curve-enc.csv");
    assert_string_equal(csv, "netlist,delay_ns,area_um2\n1,0.5,7999.5\n2,1,6999\n3,1.5,5998.5\n");
    assert_int_equal(occurrences(plot_in(svg, "warpbdi32-curve-enc.svg"), "<circle "), 3);
}

static void each_design_of_several_has_plots_of_its_own(void **state)
{
    (void)state;
    char *a = make_design("here", 32, NULL, NULL), *b = make_design("there", 32, NULL, NULL), *svg = in_top("both");
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "nangate45_typ.lib");
    for (int i = 0; i < 2; i++) {
        metrics m = {0};
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 10, "trace__sample__writes");
        metrics_set(&m, 2 + i, "trace__ratio_units_tag");
        save(&m, i ? b : a, "trace.json");
    }
    dir_remove(svg);
    assert_int_equal(run_plots((const char *const[]){a, b}, 2, svg, false), 0);
    char *csv = csv_in(svg, "compare-front");
    metrics m = metrics_of(a);
    assert_true(starts_with(csv, "design,area_um2,ratio_units_tag,on_front\n"));
    assert_true(number_of(csv, "here", 2) == metrics_get(&m, "pair__total_area_um2"));
    assert_true(number_of(csv, "here", 1) == 2 && number_of(csv, "there", 1) == 3 && number_of(csv, "there", 0) == 1);
    csv_in(svg, "here-area");
    csv_in(svg, "there-area");
}

static void lines_and_vectors_have_their_plots(void **state)
{
    (void)state;
    char *dir = make_folder("vectors", "affine", NULL, 32, NULL), *svg = in_top("vector-figures");
    add_affine_trace(dir);
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 0);
    char *csv = csv_in(svg, "affine32-vectors");
    /* Loads and stores of the stack together */
    assert_true(number_of(csv, "sample,trace,private memory,affine", 1) == 2 + 6);
    assert_true(number_of(csv, "sample,trace,private memory,affine", 0) == 40);

    dir = make_folder("lines", "fpc", NULL, 128, NULL);
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    for (int all = 0; all < 2; all++) {
        const char *scope = all ? "trace" : "trace__sample";
        metrics_set(&m, 128, "%s__line", scope);
        metrics_set(&m, 10, "%s__lines", scope);
        metrics_set(&m, 10, "%s__accesses", scope);
        metrics_set(&m, 1.5, "%s__ratio_bursts", scope);
        for (int i = 1; i <= 4; i++)
            metrics_set(&m, i, "%s__bursts__%d", scope, i);
        metrics_set(&m, 10, "%s__class__raw", scope);
    }
    save(&m, dir, "trace.json");
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 0);
    csv = csv_in(svg, "fpc128-bursts");
    assert_true(number_of(csv, "sample,trace,3 bursts", 1) == 3 && number_of(csv, "all,all,1 burst", 0) == 10);
    assert_true(number_of(csv_in(svg, "fpc128-ratio"), "sample,trace,by bursts", 0) == 1.5);
    assert_true(number_of(csv_in(svg, "fpc128-codes"), "sample,trace,raw", 0) == 100);
}

/* ---- the folder ---- */

static void put(const char *path, const char *what)
{
    file_write(path, what, strlen(what));
}

static void assert_refused(const char *dir, const char *svg, const char *why)
{
    dir_remove(path_join(dir, "metrics.json"));
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 2);
    if (asked.end.lines != 1 || strstr(asked.end.said, why) == NULL)
        fail_msg("expected one line with \"%s\", found %s", why, asked.end.said);
    assert_int_equal(access(path_join(dir, "metrics.json"), F_OK), -1); /* nothing was written */
}

static void nothing_of_others_is_overwritten(void **state)
{
    (void)state;
    char *dir = make_design("mine", 32, NULL, NULL), *svg = in_top("shared"), *own = path_join(svg, "warpbdi32-area.svg"),
         *numbers = path_join(svg, "warpbdi32-area.csv");
    add_synth(dir, "nangate45_typ.lib");
    dir_remove(svg);
    dir_make(svg);
    put(path_join(svg, "notes.txt"), "mine");
    put(own, "<svg/>");
    assert_refused(dir, svg, "warpbdi32-area.svg is there already and is not overwritten; --force overwrites it");
    assert_string_equal(plot_in(svg, "warpbdi32-area.svg"), "<svg/>");
    assert_int_equal(access(numbers, F_OK), -1);
    dir_remove(own);
    put(numbers, "unit,part,area_um2\n");
    assert_refused(dir, svg, "warpbdi32-area.csv is there already"); /* no plot of ours beside it */
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, true), 0);
    csv_in(svg, "warpbdi32-area");
    put(numbers, "old");
    assert_int_equal(run_plots((const char *const[]){dir}, 1, svg, false), 0); /* now there is one */
    csv_in(svg, "warpbdi32-area");
    assert_string_equal(plot_in(svg, "notes.txt"), "mine");

    char *file = in_top("a-file"), *deep = in_top("new/deep/figures"), *loose = in_top("loose");
    put(file, "text");
    assert_refused(dir, file, "a-file is a file; give a folder");
    assert_refused(dir, path_join(file, "below"), "a-file is a file; give a folder");
    assert_int_equal(symlink("nowhere", loose), 0);
    assert_refused(dir, loose, "loose is a link to nothing; give a folder");
    assert_refused(dir, "", "--svg: an empty name");
    assert_int_equal(run_plots((const char *const[]){dir}, 1, deep, false), 0);
    csv_in(deep, "warpbdi32-area");
}

/* What comes while the command runs is not overwritten either. */
static void write_late(const char *dir)
{
    plot_files files = {0};
    bar_chart c = {.title = "t", .axis = "n", .row = "r", .value = "n"};
    chart_add_part(&c, "p", "k1", 0, 0);
    chart_add_row(&c, "x")->values[0] = 1;
    chart_add_files(&files, "late", &c);
    plot_files_check(dir, "late", (output_rule){.force = asked.force});
    dir_make(dir);
    FILE *f = fopen(path_join(dir, "late.csv"), "w");
    fputs("mine", f);
    fclose(f);
    plot_files_write(dir, &files);
}

static void what_comes_meanwhile_stays(void **state)
{
    (void)state;
    char *dir = in_top("late");
    outcome o = outcome_of(write_late, dir);
    assert_int_equal(o.code, 1);
    assert_non_null(strstr(o.said, "late.csv came while this command ran and is not overwritten"));
    assert_string_equal(plot_in(dir, "late.csv"), "mine");
}

static int remove_top(void **state)
{
    (void)state;
    dir_remove(top);
    return 0;
}

int main(void)
{
    top = scratch_dir();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_and_its_csv_have_the_same_numbers),
        cmocka_unit_test(counts_are_drawn_as_shares),
        cmocka_unit_test(what_is_not_told_of_a_whole_has_no_colour),
        cmocka_unit_test(long_names_and_legends_stay_within_the_drawing),
        cmocka_unit_test(text_that_is_no_utf_8_is_replaced),
        cmocka_unit_test(names_are_of_letters_and_digits),
        cmocka_unit_test(a_scatter_has_a_line_a_point),
        cmocka_unit_test(a_grid_has_a_dot_a_number_and_a_line_a_curve),
        cmocka_unit_test(a_grid_has_its_own_scale_in_each_plot),
        cmocka_unit_test(the_plots_of_a_report_are_its_figures),
        cmocka_unit_test(each_design_of_several_has_plots_of_its_own),
        cmocka_unit_test(lines_and_vectors_have_their_plots),
        cmocka_unit_test(nothing_of_others_is_overwritten),
        cmocka_unit_test(what_comes_meanwhile_stays),
    };
    return cmocka_run_group_tests_name("plots", tests, NULL, remove_top);
}
