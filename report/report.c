/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - writes the report of one or several designs: which sections the page has, which files are made and which are never
 * overwritten. The sections are the files report_*.c. */
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "report_charts.h"
#include "report_compare.h"
#include "report_html.h"

/* The sections of the page in their order, and which designs have them. */
static const struct {
    const char *id, *name; /* for the line of contents; NULL: the first section, which needs no link */
    void (*add)(text *t, const report_data *r);
    bool registers, lines, block;
} sections[] = {
    {NULL, NULL, section_headline, true, true, true},
    {"units", "Units", section_diagram, true, true, true},
    {"map", "Codes", section_map, true, true, false},
    {"area", "Area", section_area, true, true, true},
    {"timing", "Timing", section_timing, true, true, true},
    {"wiring", "Wiring", section_wiring, false, false, true},
    {"compression", "Compression", section_compression, true, false, false},
    {"distance", "Distance", section_bins, true, false, false},
    {"vectors", "Vectors", section_vectors, true, false, false},
    {"instructions", "Instructions", section_instructions, true, false, false},
    {"lines", "Lines", section_lines, false, true, false},
    {"cosim", "Co-simulation", section_cosim, true, true, true},
    {"energy", "Energy", section_energy, true, false, false},
    {"paper", "Published", section_papers, true, true, true},
    {"results", "Libraries", section_results, true, true, true},
    {"assumptions", "Assumptions", section_assumptions, true, true, true},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static void page(text *t, const report_data *r)
{
    text contents = {0}, body = {0}, width = {0};
    design_width_text(&r->d, &width);
    char *title = format_new("%s: %s, %s", r->d.name, r->d.unit->name, width.data);
    for (int i = 0; i < SECTIONS; i++) {
        size_t before = body.len;
        if (!r->d.codec ? sections[i].block : r->d.unit->line ? sections[i].lines : sections[i].registers)
            sections[i].add(&body, r);
        if (body.len > before && sections[i].id)
            text_printf(&contents, "<a href=\"#%s\">%s</a>\n", sections[i].id, sections[i].name);
    }
    html_open(t, title, NULL);
    html_para(t, "lead", "%c%s. Source: %s.", toupper((unsigned char)r->d.unit->title[0]), r->d.unit->title + 1, r->d.unit->source);
    html_warnings(t, r, NULL);
    text_printf(t, "<nav aria-label=\"Sections\">%s</nav>\n", contents.data);
    text_add(t, body.data, body.len);
    html_close(t);
}

/* ---- what is overwritten ---- */

static bool is_csv(const char *path)
{
    return file_begins(path, report_csv_head);
}

static bool is_figures(const char *path)
{
    return file_begins(path, report_json_head);
}

/* A folder that is missing is made. */
static void check_file(const char *path, bool (*ours)(const char *path), output_rule rule)
{
    rule.ours = ours;
    output_check_made(path, &rule);
}

static void check_figures(const char *dir, output_rule rule)
{
    char *json = path_join(dir, REPORT_JSON), *csv = path_join(dir, REPORT_CSV);
    check_file(json, is_figures, rule);
    check_file(csv, is_csv, rule);
}

void report_check(const design *d, const char *dir, const report_options *options)
{
    char *path = path_join(dir, REPORT_PAGE);
    const output_rule rule = {.force = options->force};
    check_figures(dir, rule);
    check_file(path, html_is_page, rule);
    if (options->svg)
        report_plots_check(options->svg, d, d->name, rule);
}

/* The files that the report of these folders is made from. */
static output_rule rule_of(const report_options *options, const report_data *r, int n)
{
    const char **inputs = NULL;
    int count = 0;
    for (int i = 0; i < n; i++) {
        inputs = grow(inputs, (size_t)(count + 1 + STEPS + r[i].result_count) * sizeof *inputs);
        inputs[count++] = path_join(r[i].dir, "manifest.json");
        for (int step = 0; step < STEPS; step++)
            inputs[count++] = path_join(r[i].dir, report_steps[step].file);
        for (int k = 0; k < r[i].result_count; k++)
            inputs[count++] = r[i].results[k].result_file;
    }
    return (output_rule){.force = options->force, .inputs = inputs, .input_count = count};
}

/* Dies (2) if the page that `out` names is another file that this report writes. */
static void check_apart(const char *out, const char *const *dirs, int n)
{
    static const char *const names[] = {REPORT_JSON, REPORT_CSV, REPORT_PAGE};
    char *folder = format_new("%.*s.", (int)(path_base(out) - out), out);
    struct stat a, b;
    for (int i = 0; i < n && stat(folder, &a) == 0; i++)
        for (int k = 0; k < (n > 1 ? 3 : 2); k++)
            if (strcmp(path_base(out), names[k]) == 0 && stat(dirs[i], &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
                die_usage("%s is a file of the report of %s alone; give another name for the page", out, dirs[i]);
}

static void write_page(const char *path, const text *t)
{
    dir_make_for(path);
    file_write(path, t->data, t->len);
    printf("report: %s\n", path);
}

/* compare.html beside the first folder. */
static char *default_compare(const char *dir)
{
    size_t len = strlen(dir);
    while (len > 1 && dir[len - 1] == '/')
        len--;
    char *trimmed = format_new("%.*s", (int)len, dir);
    const char *base = path_base(trimmed);
    char *path = strcmp(base, ".") == 0 || strcmp(base, "..") == 0 ? format_new("%s/../compare.html", trimmed)
                                                                   : format_new("%.*scompare.html", (int)(base - trimmed), trimmed);
    return path;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The path of a folder from another one. Both exist. */
static char *seen_from(const char *from, const char *to)
{
    char *a = path_real(from), *b = path_real(to);
    if (a == NULL || b == NULL)
        die("cannot find %s: %s", a ? to : from, strerror(errno));
    size_t same = 0;
    for (size_t i = 0; i == 0 || (a[i - 1] && a[i - 1] == b[i - 1]); i++)
        if ((a[i] == '/' || a[i] == '\0') && (b[i] == '/' || b[i] == '\0'))
            same = i;
    text t = {0};
    text_add(&t, "", 0);
    for (const char *s = a + same; *s; s++)
        if (*s == '/' && s[1])
            text_puts(&t, "../");
    text_puts(&t, b[same] == '/' ? b + same + 1 : b + same);
    return t.data;
}

/* The folders that a page is made of, as paths from the folder of the page, in a fixed order. */
static char *folders_of(const char *page, const char *const *dirs, int n)
{
    char **names = zalloc((size_t)n * sizeof *names);
    char *base = format_new("%.*s", (int)(path_base(page) - page), page);
    for (int i = 0; i < n; i++)
        names[i] = seen_from(*base ? base : ".", dirs[i]);
    qsort(names, (size_t)n, sizeof *names, by_text);
    text t = {0};
    for (int i = 0; i < n; i++)
        text_printf(&t, "%s%s", i ? ", " : "", names[i]);
    return t.data;
}

/* Dies (2) if the page exists and is one of other folders. For a page that the user did not name. */
static void check_same_folders(const char *page, const char *const *dirs, int n)
{
    char *old = file_read(page, NULL), *was = old ? html_folders(old) : NULL;
    if (old) {
        char *now = folders_of(page, dirs, n);
        text escaped = {0};
        svg_escape(&escaped, now);
        if (was == NULL || strcmp(was, escaped.data) != 0)
            die_usage("%s compares other folders (%s); --force overwrites it, --out gives another name", page, was ? was : "unknown");
    }
}

/* The plots of all pages. Dies (2) if one of them cannot be written. */
static void find_plots(plot_files *plots, const char *dir, const report_data *r, int n, output_rule rule)
{
    for (int i = 0; i < n; i++)
        report_plots(plots, &r[i], compare_name(r, n, i));
    if (n > 1)
        compare_plots(plots, r, n);
    for (int i = 0; i < plots->count; i++)
        plot_files_check(dir, plots->files[i].name, rule);
}

void report_run(const report_options *options, const char *const *dirs, int n)
{
    report_data *r = zalloc((size_t)n * sizeof *r);
    char **pages = zalloc((size_t)n * sizeof *pages);
    char *compare = n < 2 ? NULL : options->out ? format_new("%s", options->out) : default_compare(dirs[0]);
    /* Everything is read and checked before anything is written. */
    for (int i = 0; i < n; i++)
        report_load(&r[i], dirs[i]);
    output_rule rule = rule_of(options, r, n);
    for (int i = 0; i < n; i++) {
        pages[i] = n == 1 && options->out ? format_new("%s", options->out) : path_join(dirs[i], REPORT_PAGE);
        check_figures(dirs[i], rule);
        check_file(pages[i], html_is_page, rule);
    }
    if (options->out)
        check_apart(options->out, dirs, n);
    if (compare)
        check_file(compare, html_is_page, rule);
    if (compare && !options->out && !options->force)
        check_same_folders(compare, dirs, n);
    plot_files plots = {0};
    if (options->svg)
        find_plots(&plots, options->svg, r, n, rule);
    if (n == 1 && r->result_count > 0)
        compare_terminal(r->results, r->result_count);
    else
        compare_terminal(r, n);
    for (int i = 0; i < n; i++) {
        text t = {0};
        report_save_metrics(&r[i]);
        page(&t, &r[i]);
        write_page(pages[i], &t);
    }
    if (compare) {
        text t = {0};
        dir_make_for(compare);
        char *folders = folders_of(compare, dirs, n);
        compare_page(&t, r, n, folders);
        write_page(compare, &t);
    }
    if (options->svg)
        plot_files_write(options->svg, &plots);
}

void report_published(const char *const *dirs, int n)
{
    report_data *r = zalloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++)
        report_load(&r[i], dirs[i]);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            printf("\n");
        report_print_published(&r[i]);
    }
}

void report_keys(const char *const *files, int n)
{
    int unknown = 0;
    if (n == 0) {
        text t = {0};
        keys_text(&t);
        fputs(t.data, stdout);
    }
    for (int i = 0; i < n; i++) {
        metrics m = {0};
        char *fault = metrics_read(&m, files[i]);
        if (fault)
            die_usage("report: cannot read %s: %s; a file of figures is expected, such as DIR/metrics.json", files[i],
                      dir_exists(files[i]) ? "is a folder" : fault);
        for (const metric *x = m.first; x; x = x->hh.next) {
            const key_info *k = key_find(x->key);
            if (k)
                printf("%-44s %-8s %-5s %s\n", x->key, k->unit, key_better_text(k), k->meaning);
            else
                note("%s: \"%s\" is no figure of this program", files[i], x->key);
            unknown += k == NULL;
        }
    }
    if (unknown)
        die("%d unknown figure%s", unknown, unknown == 1 ? "" : "s");
}
