/* SPDX-License-Identifier: Apache-2.0
 *
 * report_html.c - the parts of a page: numbers in words, head and foot, tables, bars and colours. All of them add to a text; what comes
 * from a file is escaped here. */
#include "report_html.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

/* The first bytes of every page. */
static const char signature[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                                "<meta name=\"generator\" content=\"warpfold report\"/>\n";

bool html_is_page(const char *path)
{
    return file_begins(path, signature);
}

/* ---- numbers ---- */

static int significant(double value)
{
    double v = fabs(value);
    if (v == floor(v) && v < 1e9)
        return 0;
    return v >= 99.95 ? 0 : v >= 9.995 ? 1 : v >= 0.9995 ? 2 : v >= 0.0995 ? 3 : 4;
}

void format_number(text *t, double value, int decimals)
{
    if (!isfinite(value)) {
        text_puts(t, "–");
        return;
    }
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals == AUTO ? significant(value) : decimals, fabs(value));
    if (value < 0 && strspn(digits, "0.") < strlen(digits))
        text_puts(t, "−");
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && whole > 4 && (whole - i) % 3 == 0)
            text_puts(t, "\u202f"); /* narrow no-break space */
        text_add(t, &digits[i], 1);
    }
}

char *number_new(double value, int decimals)
{
    text t = {0};
    format_number(&t, value, decimals);
    return t.data;
}

/* ---- page ---- */

static const char folders_tag[] = "<meta name=\"warpfold-folders\" content=\"";

void html_open(text *t, const char *title, const char *folders)
{
    static const char *const sheets[] = {"report/report.css", "report/plot.css"};
    text_puts(t, signature);
    if (folders) {
        text_puts(t, folders_tag);
        svg_escape(t, folders);
        text_puts(t, "\"/>\n");
    }
    text_puts(t, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                 "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    svg_escape(t, title);
    text_puts(t, "</title>\n<style>\n");
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        const asset *style = asset_find(sheets[i]);
        if (style)
            text_add(t, style->data, style->len);
    }
    text_puts(t, "</style>\n</head>\n<body>\n<main>\n<h1>");
    svg_escape(t, title);
    text_puts(t, "</h1>\n");
}

char *html_folders(const char *page)
{
    const char *at = strstr(page, folders_tag);
    if (at == NULL)
        return NULL;
    at += strlen(folders_tag);
    return format_new("%.*s", (int)strcspn(at, "\""), at);
}

static void html_end(text *t)
{
    text_puts(t, "</main>\n</body>\n</html>\n");
}

void html_close(text *t)
{
    text_printf(t,
                "<footer>Made by <code>warpfold report</code> %s from the files in this folder; the same figures are in "
                "<code>metrics.json</code> and <code>metrics.csv</code>.</footer>\n",
                WF_VERSION);
    html_end(t);
}

void html_close_study(text *t, const char *name)
{
    text_printf(t, "<footer>Made by <code>warpfold study %s</code> %s; the same figures are in <code>%s.json</code>.</footer>\n", name,
                WF_VERSION, name);
    html_end(t);
}

void html_close_by(text *t, const char *command)
{
    text_printf(t, "<footer>Made by <code>warpfold %s</code> %s.</footer>\n", command, WF_VERSION);
    html_end(t);
}

void html_section(text *t, const char *id, const char *heading)
{
    text_printf(t, "<section id=\"%s\">\n<h2>", id);
    svg_escape(t, heading);
    text_puts(t, "</h2>\n");
}

void html_section_end(text *t)
{
    text_puts(t, "</section>\n");
}

void html_para(text *t, const char *class, const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_printf(t, "<p class=\"%s\">", class);
    svg_escape(t, line);
    text_puts(t, "</p>\n");
}

void html_table(text *t, const char *caption, const char *columns)
{
    /* The span keeps a caption within the screen where the table itself is wider and scrolls. */
    text_puts(t, "<div class=\"scroll\"><table>\n<caption><span>");
    svg_escape(t, caption);
    text_puts(t, "</span></caption>\n<thead><tr>");
    for (const char *c = columns; *c;) {
        size_t n = strcspn(c, "|");
        bool number = *c == '#';
        char *head = format_new("%.*s", (int)(n - number), c + number);
        text_puts(t, number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
        svg_escape(t, head);
        text_puts(t, "</th>");
        c += n;
        if (*c == '|' && *++c == '\0') /* the last column has no name: bars */
            text_puts(t, "<td></td>");
    }
    text_puts(t, "</tr></thead>\n<tbody>\n");
}

void html_table_end(text *t)
{
    text_puts(t, "</tbody></table></div>\n");
}

void html_row(text *t, const char *head)
{
    text_puts(t, "<tr><th scope=\"row\">");
    svg_escape(t, head);
    text_puts(t, "</th>");
}

void html_row_end(text *t)
{
    text_puts(t, "</tr>\n");
}

void html_cell(text *t, const char *s)
{
    text_puts(t, "<td>");
    svg_escape(t, s ? s : "–");
    text_puts(t, "</td>");
}

void html_cell_number(text *t, double value, int decimals)
{
    text_puts(t, "<td class=\"n\">");
    format_number(t, value, decimals);
    text_puts(t, "</td>");
}

void html_warnings(text *t, const report_data *r, const char *name)
{
    for (int i = 0; i < STEPS; i++)
        if (r->failed[i])
            html_para(t, "warn", "%s%s%s failed: %s.", name ? name : "", name ? ": " : "", report_steps[i].what, r->failed[i]);
    const char *file = metrics_get_text(&r->m, KEY_RUN_EDITED);
    if (file)
        html_para(t, "warn", "%s%s%s is not what warpfold gen wrote. The figures may be those of other RTL than this design's.",
                  name ? name : "", name ? ": " : "", file);
}

bool html_not_run(text *t, const report_data *r, int step)
{
    if (r->ran[step])
        return false;
    char *command = report_command(r, step, "DIR");
    text_printf(t, "<p class=\"missing\">%s: not run. Run <code>", report_steps[step].what);
    svg_escape(t, command);
    text_puts(t, "</code> (DIR is this folder), then <code>warpfold report DIR</code>.</p>\n");
    return true;
}

const char *html_sim(const char *key)
{
    static const char *const names[][2] = {{"verilator", "Verilator"}, {"icarus", "Icarus"}, {"gates", "Icarus on gates"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], key) == 0)
            return names[i][1];
    return key;
}

/* ---- colours ---- */

const char *html_colour(int index)
{
    static const char *const names[] = {"k0", "k1",      "k2",      "k3",      "k4",      "k5",      "k6",      "k7",
                                        "k8", "k1 pale", "k2 pale", "k3 pale", "k4 pale", "k5 pale", "k6 pale", "k7 pale"};
    enum { N = sizeof names / sizeof names[0] };
    return names[index <= 0 ? 0 : (index - 1) % (N - 1) + 1];
}

void html_legend_item(text *t, const char *colour, const char *label)
{
    text_printf(t,
                "<li><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect width=\"10\" height=\"10\" "
                "class=\"%s\"/>"
                "</svg>",
                colour);
    svg_escape(t, label);
    text_puts(t, "</li>\n");
}
