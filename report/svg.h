/* SPDX-License-Identifier: Apache-2.0
 *
 * svg.h - small inline drawings. The page's style sheet gives the colours by class, so one drawing serves light, dark and paper, and a file of its
 * own. Coordinates are user units, y downwards. Every drawing has a title for those who cannot see it. */
#ifndef WF_SVG_H
#define WF_SVG_H

#include "../base/text.h"

/* Adds text, with the characters that mean something in HTML as entities, and others for what is no UTF-8 or may not stand in XML. */
void svg_escape(text *t, const char *s);
/* A text of at most so many letters. */
char *svg_shortened(const char *s, int most);

/* Begins a drawing of w x h units, which the page scales. `desc` may be NULL. */
void svg_begin(text *t, double w, double h, const char *class, const char *title, const char *desc);
void svg_end(text *t);
void svg_rect(text *t, double x, double y, double w, double h, double radius, const char *class);
void svg_line(text *t, double x1, double y1, double x2, double y2, const char *class);
/* A line with an arrow head at its end (horizontal or vertical). */
void svg_arrow(text *t, double x1, double y1, double x2, double y2, const char *class);
/* anchor: 's'tart, 'm'iddle or 'e'nd. */
void svg_text(text *t, double x, double y, char anchor, const char *class, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* One part of a bar. */
typedef struct {
    double value;
    const char *class; /* colour */
    const char *label; /* shown on pointing, with the value */
} svg_part;

/* A bar in a table cell: the parts one after another, on a scale of 0..max over the width of the cell. A mark (NAN: none) is a
 * line across it. Parts that are not finite or not positive are left out. True: the parts are longer than the cell; two slanted lines say that
 * the bar is broken off. */
bool svg_bar(text *t, const svg_part *parts, int n, double max, double mark, const char *title);

#endif
