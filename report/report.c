/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "report_html.h"

/* The page's sections in their order, and the designs that have them. */
static const struct {
    const char *id, *name;      /* of the line of contents; NULL: the first section, which needs no jump */
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
    {"lines", "Lines", section_lines, false, true, false},
    {"cosim", "Co-simulation", section_cosim, true, true, true},
    {"energy", "Energy", section_energy, true, false, false},
    {"paper", "Published", section_papers, true, true, true},
    {"assumptions", "Assumptions", section_assumptions, true, true, true},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static void page(text *t, const report_data *r)
{
    text contents = {0}, body = {0}, width = {0};
    design_width_text(&r->d, &width);
    char *title = format_new("%s: %s, %s", r->d.name, r->d.unit->name, width.data);
    text_free(&width);
    for (int i = 0; i < SECTIONS; i++) {
        size_t before = body.len;
        if (!r->d.codec ? sections[i].block : r->d.unit->line ? sections[i].lines : sections[i].registers)
            sections[i].add(&body, r);
        if (body.len > before && sections[i].id)
            text_printf(&contents, "<a href=\"#%s\">%s</a>\n", sections[i].id, sections[i].name);
    }
    html_open(t, title);
    html_para(t, "lead", "%c%s. Source: %s.", toupper((unsigned char)r->d.unit->title[0]), r->d.unit->title + 1, r->d.unit->source);
    text_printf(t, "<nav aria-label=\"Sections\">%s</nav>\n", contents.data);
    text_add(t, body.data, body.len);
    html_close(t);
    text_free(&contents);
    text_free(&body);
    free(title);
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
