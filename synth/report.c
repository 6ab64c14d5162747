/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "report_html.h"

static void page(text *t, const report_data *r)
{
    static const struct {
        const char *id, *name;
    } contents[] = {
        {"units", "Units"}, {"map", "Codes"}, {"area", "Area"}, {"timing", "Timing"}, {"compression", "Compression"},
        {"distance", "Distance"}, {"cosim", "Co-simulation"}, {"energy", "Energy"}, {"paper", "Published"},
        {"assumptions", "Assumptions"},
    };
    char *title = format_new("%s: %s, %d lanes", r->d.name, r->d.codec->name, r->d.config.lanes);
    html_open(t, title);
    free(title);
    html_para(t, "lead", "%c%s. Source: %s.", r->d.codec->title[0] >= 'a' && r->d.codec->title[0] <= 'z'
              ? r->d.codec->title[0] - 'a' + 'A' : r->d.codec->title[0], r->d.codec->title + 1, r->d.codec->source);
    text_puts(t, "<nav aria-label=\"Sections\">");
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++)
        text_printf(t, "<a href=\"#%s\">%s</a>\n", contents[i].id, contents[i].name);
    text_puts(t, "</nav>\n");
    section_headline(t, r);
    section_diagram(t, r);
    section_map(t, r);
    section_area(t, r);
    section_timing(t, r);
    section_compression(t, r);
    section_bins(t, r);
    section_cosim(t, r);
    section_energy(t, r);
    section_papers(t, r);
    section_assumptions(t, r);
    html_close(t);
}

/* Dies (2) if something is at `path` that `warpfold report` did not write. */
static void check_ours(const char *path)
{
    if (dir_exists(path))
        die_usage("%s is a folder; --out takes the name of a page, such as compare.html", path);
    if (!file_exists(path))
        return;
    size_t len;
    char *old = file_read(path, &len);
    if (old == NULL || len < strlen(html_signature) || memcmp(old, html_signature, strlen(html_signature)) != 0)
        die_usage("%s exists and was not written by warpfold report; choose another name with --out", path);
    free(old);
}

static void write_page(const char *path, const text *t)
{
    dir_make_for(path);
    file_write(path, t->data, t->len);
    printf("report: %s\n", path);
}

/* compare.html beside the first folder; malloc'd. */
static char *default_compare(const char *dir)
{
    size_t len = strlen(dir);
    while (len > 1 && dir[len - 1] == '/')
        len--;
    char *trimmed = format_new("%.*s", (int)len, dir);
    const char *base = path_base(trimmed);
    char *path = strcmp(base, ".") == 0 || strcmp(base, "..") == 0
                     ? format_new("%s/../compare.html", trimmed)
                     : format_new("%.*scompare.html", (int)(base - trimmed), trimmed);
    free(trimmed);
    return path;
}

void report_run_with(const report_options *options, const char *const *dirs, int n)
{
    report_data *r = zalloc((size_t)n * sizeof *r);
    char **pages = zalloc((size_t)n * sizeof *pages);
    char *compare = n < 2 ? NULL : options->out ? format_new("%s", options->out) : default_compare(dirs[0]);
    /* Everything is read and checked before anything is written. */
    for (int i = 0; i < n; i++) {
        report_load(&r[i], dirs[i], options->reads);
        pages[i] = n == 1 && options->out ? format_new("%s", options->out) : path_join(dirs[i], "report.html");
        check_ours(pages[i]);
    }
    if (compare)
        check_ours(compare);
    compare_terminal(r, n);
    for (int i = 0; i < n; i++) {
        text t = {0};
        report_save_metrics(&r[i]);
        page(&t, &r[i]);
        write_page(pages[i], &t);
        text_free(&t);
    }
    if (compare) {
        text t = {0};
        compare_page(&t, r, n);
        write_page(compare, &t);
        text_free(&t);
    }
    for (int i = 0; i < n; i++) {
        report_free(&r[i]);
        free(pages[i]);
    }
    free(compare);
    free(pages);
    free(r);
}

void report_run(const char *const *dirs, int n, const char *out)
{
    report_run_with(&(report_options){out, REPORT_READS}, dirs, n);
}
