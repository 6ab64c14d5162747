/* SPDX-License-Identifier: Apache-2.0
 *
 * plot_files.c - a plot as a file that stands alone: what the page's style sheet says becomes a part of it, in the colours of paper. Then the
 * folder: which files are ours, and how they come there. */
#include "plot_files.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../cmodel/warpfold.h"

static const char signature[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- A plot of warpfold ";

/* ---- names ---- */

/* Letters and digits, with one sign between words. */
static char *words_of(const char *s, char between)
{
    text t = {0};
    text_add(&t, "", 0);
    for (; *s; s++)
        if (isalnum((unsigned char)*s))
            text_add(&t, s, 1);
        else if (t.len > 0 && t.data[t.len - 1] != between)
            text_add(&t, &between, 1);
    while (t.len > 0 && t.data[t.len - 1] == between)
        t.data[--t.len] = '\0';
    return t.data;
}

char *plot_name(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *name = vformat_new(format, args);
    va_end(args);
    return words_of(name, '-');
}

char *plot_column(const char *axis)
{
    text t = {0};
    for (const char *s = axis; *s; s++) {
        char small = (char)tolower((unsigned char)*s);
        if (*s == '%')
            text_puts(&t, " percent ");
        else
            text_add(&t, &small, 1);
    }
    return words_of(t.data, '_');
}

/* ---- a drawing that stands alone ---- */

static const char *sheet(const char *name)
{
    const asset *found = asset_find(name);
    if (found == NULL)
        die("%s is missing from the program", name);
    return found->data;
}

/* The value that a colour of the page has on paper. */
static void put_colour(text *t, const char *name, size_t len)
{
    char *wanted = format_new("%.*s: ", (int)len, name);
    const char *paper = strstr(sheet("report/report.css"), "@media print"), *found = paper ? strstr(paper, wanted) : NULL;
    if (found == NULL)
        die("the style sheet of pages has no %sfor paper", wanted);
    found += strlen(wanted);
    text_add(t, found, strcspn(found, ";"));
}

/* The style of plots, with the colours themselves in place of their names, which not every program knows that shows drawings. */
static void put_style(text *t)
{
    static const char begin[] = "var(";
    const char *at = strchr(sheet("report/plot.css"), '\n') + 1, *next; /* behind the licence, which is not the plot's */
    text_puts(t, "<style>\n");
    for (; (next = strstr(at, begin)) != NULL; at = strchr(next, ')') + 1) {
        text_add(t, at, (size_t)(next - at));
        next += strlen(begin);
        put_colour(t, next, strcspn(next, ")"));
    }
    text_printf(t, "%s</style>\n", at);
}

static void put_alone(text *t, const char *name, const char *drawing)
{
    static const char begin[] = "<svg ";
    const char *view = strstr(drawing, "viewBox="), *head = strchr(drawing, '\n'); /* its end: behind the title */
    double w, h;
    if (view == NULL || head == NULL || sscanf(view, "viewBox=\"0 0 %lf %lf", &w, &h) != 2)
        die("the drawing %s has no size", name);
    text_printf(t, "%s%s; its numbers are in %s.csv -->\n", signature, WF_VERSION, name);
    text_printf(t, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" ", w, h);
    text_puts(t, "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" ");
    text_add(t, drawing + strlen(begin), (size_t)(head + 1 - drawing) - strlen(begin));
    put_style(t);
    text_printf(t, "<path d=\"M0 0H%gV%gH0Z\" class=\"paper\"/>%s", w, h, head);
}

static bool is_there(const plot_files *p, const char *name)
{
    bool found = false;
    for (int i = 0; i < p->count; i++)
        found |= strcmp(p->files[i].name, name) == 0;
    return found;
}

void plot_files_add(plot_files *p, const char *name, const text *drawing, const text *csv)
{
    char *own = format_new("%s", name);
    if (strchr(csv->data, '\n') == csv->data + csv->len - 1)
        return;
    for (int i = 2; is_there(p, own); i++)
        own = format_new("%s-%d", name, i);
    p->files = grow_one(p->files, (size_t)p->count, sizeof *p->files);
    plot_file *f = &p->files[p->count++];
    *f = (plot_file){.name = own, .csv = *csv};
    put_alone(&f->svg, own, drawing->data);
}

/* ---- the folder ---- */

static char *file_of(const char *dir, const char *name, const char *end)
{
    char *file = format_new("%s.%s", name, end);
    return path_join(dir, file);
}

static bool is_plot(const char *path)
{
    return file_begins(path, signature);
}

/* Numbers are ours if the plot beside them is. */
static bool is_numbers(const char *path)
{
    return is_plot(format_new("%.*ssvg", (int)(strlen(path) - strlen("csv")), path));
}

void plot_files_check(const char *dir, const char *name, output_rule rule)
{
    if (*dir == '\0')
        die_usage("--svg: an empty name; give the name of a folder");
    rule.ours = is_plot;
    output_check_made(file_of(dir, name, "svg"), &rule);
    rule.ours = is_numbers;
    output_check_made(file_of(dir, name, "csv"), &rule);
}

static void write(const char *dir, const char *name, const char *end, const text *t)
{
    file_write(file_of(dir, name, end), t->data, t->len);
}

void plot_files_write(const char *dir, const plot_files *p)
{
    if (p->count == 0) {
        printf("plots: none, since there are no figures to draw\n");
        return;
    }
    dir_make(dir);
    for (const plot_file *f = p->files; f < p->files + p->count; f++) {
        write(dir, f->name, "svg", &f->svg);
        write(dir, f->name, "csv", &f->csv);
    }
    printf("plots: %d in %s, each as .svg and .csv\n", p->count, dir);
}
