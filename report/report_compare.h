/* SPDX-License-Identifier: Apache-2.0
 *
 * report_compare.h - what the page of several designs and the table on the terminal share: rows, and when figures are of one kind. */
#ifndef WF_REPORT_COMPARE_H
#define WF_REPORT_COMPARE_H

#include "report_html.h"

/* A row of figures. Unit and direction are the key's. */
typedef struct {
    const char *group; /* a heading before this row; NULL: still the same */
    const char *label;
    key_ref key; /* COMPARE_BLOCK: the design's unit that is no codec */
    int decimals;
    int step;   /* whose figure it is, COMPARE_DESIGN: the manifest's */
    bool brief; /* on the terminal too */
} compare_row;

#define COMPARE_BLOCK "@"
enum { COMPARE_DESIGN = -1 };
extern const compare_row compare_rows[]; /* ends with a NULL label */

/* A fact of the designs: a text each, NULL where a design has no such thing. */
typedef struct {
    char *label;
    char **text;
} compare_fact;
/* Unit, width, parameters, options and what was edited: all that tells two designs apart. Ends with a NULL label; free with
 * compare_facts_free. */
compare_fact *compare_facts(const report_data *r, int n);
void compare_facts_free(compare_fact *facts, int n);
/* What the i-th design is called: its name, its folder's where another has the same, its number where those are the same. malloc'd. */
char *compare_name(const report_data *r, int n, int i);

/* What the designs are measured with must agree before one figure is set against another. */
typedef struct {
    bool library, clock, traces, array;
} compare_grounds;
compare_grounds compare_grounds_of(const report_data *r, int n);
/* The designs' figures of this row are of one kind. */
bool compare_fair(const report_data *r, int n, const compare_row *w, const compare_grounds *g);

/* A row's figure of a design: NAN and NULL where it has none. */
double compare_number(const report_data *r, const compare_row *w);
const char *compare_text(const report_data *r, const compare_row *w);
/* Some design has it. */
bool compare_known(const report_data *r, int n, const compare_row *w);
/* The i-th design's figure over the first's; NAN if that says nothing. */
double compare_ratio(const report_data *r, int i, const compare_row *w);
/* Why a dash stands, and why there is no ratio: each reason once, in words. Ends with NULL; free with names_free. */
char **compare_notes(const report_data *r, int n);

/* The designs of the two units that a relation holds between, the first of each; false if one is missing. */
bool compare_pair(const report_data *r, int n, const report_relation *p, int *unit, int *other);
/* Ours over theirs of a relation; NAN with the reason if the two designs are not measured alike. */
double compare_relation(const report_data *r, const report_relation *p, int unit, int other, const char **why);

#endif
