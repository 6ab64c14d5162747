/* SPDX-License-Identifier: Apache-2.0
 *
 * report_html.h - the pieces of the page. Every section is one function that adds itself to the page's text. */
#ifndef WF_REPORT_HTML_H
#define WF_REPORT_HTML_H

#include "report_data.h"
#include "svg.h"

/* The first bytes of every page of ours: what may be overwritten. */
extern const char html_signature[];

#define AUTO (-1) /* decimals: three significant digits, none at 100 and above */

/* A number for people: thousands apart, a dash if it is not known. */
void format_number(text *t, double value, int decimals);
char *number_new(double value, int decimals); /* malloc'd */

/* Up to <main> and the heading. `folders`: what a page of several designs was made of, or NULL. */
void html_open(text *t, const char *title, const char *folders);
/* That of a page; malloc'd, NULL if it says none. */
char *html_folders(const char *page);
void html_close(text *t);
void html_section(text *t, const char *id, const char *heading);
void html_section_end(text *t);
void html_para(text *t, const char *class, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Caption and column heads; `columns` separated by '|', a leading '#' makes a column one of numbers. */
void html_table(text *t, const char *caption, const char *columns);
void html_table_end(text *t);
void html_row(text *t, const char *head); /* opens a row with its heading cell */
void html_row_end(text *t);
void html_cell(text *t, const char *s);
void html_cell_number(text *t, double value, int decimals);
/* A warning if the RTL is not what gen wrote; `name` of the design where there are several, or NULL. */
void html_edited(text *t, const report_data *r, const char *name);
/* "not run" with the command. True if the step has not run. */
bool html_not_run(text *t, const report_data *r, int step);

/* A simulator as people write it. */
const char *html_sim(const char *key);
/* A colour class by rank: 0 is raw (grey). */
const char *html_colour(int index);
/* One entry of a legend; the list opens and closes around them. */
void html_legend_item(text *t, const char *colour, const char *label);

/* Sections. One that has nothing to say of this design adds nothing. */
void section_headline(text *t, const report_data *r);
void section_diagram(text *t, const report_data *r);
void section_map(text *t, const report_data *r);
void section_area(text *t, const report_data *r);
void section_timing(text *t, const report_data *r);
void section_wiring(text *t, const report_data *r);
void section_compression(text *t, const report_data *r);
void section_bins(text *t, const report_data *r);
void section_vectors(text *t, const report_data *r);
void section_lines(text *t, const report_data *r);
void section_cosim(text *t, const report_data *r);
void section_energy(text *t, const report_data *r);
void section_papers(text *t, const report_data *r);
void section_assumptions(text *t, const report_data *r);

/* Figures side by side, one column a design: the page of several, which says what it was made of, and the terminal. */
void compare_page(text *t, const report_data *r, int n, const char *folders);
void compare_terminal(const report_data *r, int n);

#endif
