/* SPDX-License-Identifier: Apache-2.0
 *
 * report_html.h - the parts of the page. Every section is one function that adds to the text of the page. */
#ifndef WF_REPORT_HTML_H
#define WF_REPORT_HTML_H

#include "bar_chart.h"
#include "report_data.h"
#include "svg.h"

/* Is this file a page that this program wrote? Only such pages are overwritten. */
bool html_is_page(const char *path);

#define AUTO (-1) /* decimals: three significant digits, none at 100 and above */

/* A number for people: with separated thousands, or a dash if it is not known. */
void format_number(text *t, double value, int decimals);
char *number_new(double value, int decimals);

/* Writes the page up to <main> and the heading. `folders`: those that a page of several designs is made of, or NULL. */
void html_open(text *t, const char *title, const char *folders);
/* The folders that a page is made of; NULL if it names none. */
char *html_folders(const char *page);
void html_close(text *t);
/* The end of the page of a study. */
void html_close_study(text *t, const char *name);
/* The end of the page that a subcommand makes. */
void html_close_by(text *t, const char *command);
void html_section(text *t, const char *id, const char *heading);
void html_section_end(text *t);
void html_para(text *t, const char *class, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Opens a table. `columns` are its column heads, separated by '|'; a leading '#' marks a column of numbers. */
void html_table(text *t, const char *caption, const char *columns);
void html_table_end(text *t);
void html_row(text *t, const char *head); /* opens a row with its heading cell */
void html_row_end(text *t);
void html_cell(text *t, const char *s);
void html_cell_number(text *t, double value, int decimals);
/* Warnings of steps that failed and of RTL that gen did not write; `name` of the design where there are several, or NULL. */
void html_warnings(text *t, const report_data *r, const char *name);
/* If the step has not run: says so, with the command that runs it, and returns true. */
bool html_not_run(text *t, const report_data *r, int step);

/* The name of a simulator as people write it. */
const char *html_sim(const char *key);
/* A colour class by rank: 0 is raw (grey). */
const char *html_colour(int index);
/* One entry of a legend; the list opens and closes around them. */
void html_legend_item(text *t, const char *colour, const char *label);

/* A chart as a table with a cell a bar, each over its whole cell, and a legend. */
void html_chart_table(text *t, const bar_chart *c);
void html_chart_legend(text *t, const bar_chart *c);
/* One bar of it, on a scale to `most`: in a cell, or alone. True: it is longer, and broken off. */
void html_chart_cell(text *t, const bar_chart *c, const chart_row *row, int bar, double most);
bool html_chart_bar(text *t, const bar_chart *c, const chart_row *row, int bar, double most);

/* Area against delay of the units whose curve was measured. */
void curve_plots(text *t, const report_data *r);
/* The same netlists in other corners; with estimated wires. Nothing where synthesis was not asked for them. */
void corner_table(text *t, const report_data *r);
void wires_table(text *t, const report_data *r);
/* Tables of the longest path of each stage, which open on a click; nothing if they are not known. */
void path_tables(text *t, const report_data *r);

/* Sections. A section that has nothing for this design adds nothing. */
void section_headline(text *t, const report_data *r);
void section_diagram(text *t, const report_data *r);
void section_map(text *t, const report_data *r);
void section_area(text *t, const report_data *r);
void section_timing(text *t, const report_data *r);
/* Of section_timing: energy by code, if it was measured. */
void power_tables(text *t, const report_data *r);
void section_wiring(text *t, const report_data *r);
void section_compression(text *t, const report_data *r);
void section_bins(text *t, const report_data *r);
void section_vectors(text *t, const report_data *r);
void section_instructions(text *t, const report_data *r);
void section_lines(text *t, const report_data *r);
/* Within it: the caches that hold compressed lines, if there are any. */
void compressed_caches_tables(text *t, const report_data *r, char **traces);
void section_cosim(text *t, const report_data *r);
void section_energy(text *t, const report_data *r);
void section_papers(text *t, const report_data *r);
void section_results(text *t, const report_data *r);
void section_assumptions(text *t, const report_data *r);

/* Several designs, one column for each: the page, which names the folders that it is made of, and the table on the terminal. */
void compare_page(text *t, const report_data *r, int n, const char *folders);
void compare_terminal(const report_data *r, int n);

#endif
