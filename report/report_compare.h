/* SPDX-License-Identifier: Apache-2.0
 *
 * report_compare.h - what the page of several designs and the table on the terminal share: the rows, and which figures may be compared. */
#ifndef WF_REPORT_COMPARE_H
#define WF_REPORT_COMPARE_H

#include "plot_files.h"
#include "report_html.h"

/* A row of figures. Unit and direction are the key's. */
typedef struct {
    const char *group; /* a heading before this row; NULL: the same as before */
    const char *label;
    int module;  /* the role of the module whose figure it is; COMPARE_DESIGN: of none */
    key_ref key; /* its first place is the module's name, if there is one; COMPARE_METADATA: the unit that is the metadata cache */
    int decimals;
    int step;   /* the step that gives the figure; COMPARE_DESIGN: the manifest */
    bool brief; /* on the terminal too */
} compare_row;

#define COMPARE_METADATA "@metadata"
enum { COMPARE_DESIGN = -1 };
extern const compare_row compare_rows[]; /* ends with a NULL label */

/* A fact of the designs: a text for each, NULL if the design does not have it. */
typedef struct {
    char *label;
    char **text;
} compare_fact;
/* Unit, width, parameters, options and edited RTL: all that tells two designs apart. Ends with a NULL label. */
compare_fact *compare_facts(const report_data *r, int n);
/* What the i-th design is called: the kept synthesis that its figures are of; else its name; if another design has that name, the name of its folder; if these are the same too,
 * its number. */
char *compare_name(const report_data *r, int n, int i);

/* A row of a table with a column for each design: a fact or figures. */
typedef struct {
    const char *group; /* the heading that it stands below */
    const compare_fact *fact;
    const compare_row *row; /* one of the two is NULL */
    bool differs;           /* between the designs */
} compare_item;
/* All facts, and the rows that any of the designs has; `brief`: those of the terminal. Groups of which a row differs come first, and in a group
 * the rows that differ. Ends with a NULL group. */
compare_item *compare_items(const report_data *r, int n, bool brief);
/* The table on a page. */
void compare_table(text *t, const report_data *r, int n, const char *caption);

/* Whether the designs were measured alike. Only then are their figures compared. */
typedef struct {
    bool library, clock, traces, array;
    bool effort, activity, width; /* of the search; of the inputs, for power; lanes, or bytes of a line */
} compare_grounds;
compare_grounds compare_grounds_of(const report_data *r, int n);
/* True if one of the designs' figures of this row may be called the best: they were measured alike, and do the same work. */
bool compare_equal(const report_data *r, int n, const compare_row *w, const compare_grounds *g);

/* A row's figure of a design, as a number or a text; NAN or NULL if it has none. */
double compare_number(const report_data *r, const compare_row *w);
const char *compare_text(const report_data *r, const compare_row *w);
/* True if a design has it. */
bool compare_known(const report_data *r, int n, const compare_row *w);
/* The i-th design's figure over the first's; NAN if they cannot be compared. */
double compare_ratio(const report_data *r, int i, const compare_row *w);
/* In what the designs were not measured alike, and what follows, each in words. Ends with NULL. */
char **compare_warnings(const report_data *r, int n);
/* Why there is a dash or no ratio: each reason once, in words. Ends with NULL. */
char **compare_notes(const report_data *r, int n);

/* The plot of ratio against area, with its Pareto front; nothing where fewer than two designs have both. */
void compare_front(text *t, const report_data *r, int n);
/* The same as files. */
void compare_plots(plot_files *files, const report_data *r, int n);

/* Finds the first design of each of the two units of a relation; false if one is missing. */
bool compare_pair(const report_data *r, int n, const report_relation *p, int *unit, int *other);
/* The relation of our two designs; NAN and the reason if they were not measured alike. */
double compare_relation(const report_data *r, const report_relation *p, int unit, int other, const char **why);

#endif
