/* SPDX-License-Identifier: Apache-2.0
 *
 * unit_drawing.c - draws a unit as boxes from the top to the bottom. The boxes are placed first, and then each `draw_` adds its kind of
 * line: inputs, outputs, ranks. */
#include "unit_drawing.h"

enum {
    WIDTH = 496,
    IN_TEXT = 112,
    IN_RANK = 127,
    CARRIED = 146, /* the lane of what is carried along */
    LEFT = 172,
    RIGHT = 324, /* the boxes' edges */
    OUT_RANK = 358,
    OUT_TEXT = 384,
    TOP = 46,
    BOX = 58,
    GAP = 34,
    ROW = 30,  /* a port */
    BAR = 18,  /* a rank */
    LANE = 8,  /* between wires that pass a step */
    EXIT = 12, /* between wires that leave a step below its ranks */
};

/* Where things are in a box: its text and what comes in, ranks, what leaves. Without ranks text and what leaves share their place. */
typedef struct {
    double y, height;
    double head, bars, tail, tail_height;
} box;

static int ports_of(const drawing_port *p, int n, int step)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += p[i].bits > 0 && p[i].step == step;
    return count;
}

/* Ports with a row of their own, and how many of them stand before port `index`. */
static int rows_before(const drawing_port *p, int index)
{
    int count = 0;
    for (int i = 0; i < index; i++)
        count += p[i].bits > 0 && p[i].step >= 0;
    return count;
}

static double longer(double a, double b)
{
    return a > b ? a : b;
}

/* The first box is as high as the list of inputs beside it, with what is carried along; the last one has the outputs beside it. */
static void place_boxes(const unit_drawing *u, box *boxes)
{
    double y = TOP;
    for (int s = 0; s < u->step_count; s++) {
        box *b = &boxes[s];
        bool last = s == u->step_count - 1;
        int inside = u->ranks[2 * s + 1].count, before = s > 0 ? u->ranks[2 * s].count : 0;
        if (s > 0)
            y += GAP + (before > 1 ? (before - 1) * BAR : 0);
        b->y = y;
        b->head = s == 0 ? longer(BOX, ROW * (rows_before(u->in, u->in_count) + 1)) : BOX;
        b->tail_height = last ? ROW * rows_before(u->out, u->out_count) : EXIT * ports_of(u->out, u->out_count, s);
        b->bars = y + b->head;
        if (inside == 0) {
            b->height = b->head = b->tail_height = longer(b->head, b->tail_height);
            b->tail = y;
        } else {
            b->tail = b->bars + inside * BAR;
            b->height = b->tail + b->tail_height + 6 - y;
        }
        y += b->height;
    }
}

static void draw_port(text *t, double x, double y, char anchor, const char *name, int bits)
{
    svg_text(t, x, y - 1, anchor, "port", "%s", name);
    svg_text(t, x, y + 11, anchor, "width", bits == 1 ? "%d bit" : "%d bits", bits);
}

static const char *wire_of(int bits)
{
    return bits > 32 ? "bus" : "wire";
}

/* The inputs of the first step go straight in. Those of later steps go down in lanes beside the boxes. Returns the row below. */
static double draw_inputs(text *t, const unit_drawing *u, const box *boxes)
{
    int rows = rows_before(u->in, u->in_count) + 1, lane = 0, met[DRAWING_STEPS] = {0};
    for (int i = 0; i < u->in_count; i++) {
        const drawing_port *p = &u->in[i];
        if (p->bits == 0 || p->step < 0)
            continue;
        double y = boxes[0].y + boxes[0].head * (rows_before(u->in, i) + 0.5) / rows;
        draw_port(t, IN_TEXT, y, 'e', p->name, p->bits);
        if (p->step == 0) {
            svg_arrow(t, IN_TEXT + 6, y, LEFT, y, wire_of(p->bits));
            continue;
        }
        const box *b = &boxes[p->step];
        double x = LEFT - 10 - LANE * lane++;
        double to = b->y + b->head * (met[p->step]++ + 0.5) / ports_of(u->in, u->in_count, p->step);
        svg_line(t, IN_TEXT + 6, y, x, y, wire_of(p->bits));
        svg_line(t, x, y, x, to, wire_of(p->bits));
        svg_arrow(t, x, to, LEFT, to, wire_of(p->bits));
    }
    return boxes[0].y + boxes[0].head * (rows - 0.5) / rows;
}

/* The outputs of the last step go straight out. Those of earlier steps go down in lanes, the first one outside. */
static void draw_outputs(text *t, const unit_drawing *u, const box *boxes)
{
    const box *last = &boxes[u->step_count - 1];
    int rows = rows_before(u->out, u->out_count), lanes = rows - ports_of(u->out, u->out_count, u->step_count - 1),
        met[DRAWING_STEPS] = {0};
    for (int i = 0; i < u->out_count; i++) {
        const drawing_port *p = &u->out[i];
        if (p->bits == 0 || p->step < 0)
            continue;
        const char *wire = wire_of(p->bits);
        double x = RIGHT, y = last->tail + last->tail_height * (rows_before(u->out, i) + 0.5) / rows;
        if (p->step < u->step_count - 1) {
            const box *b = &boxes[p->step];
            double from = b->tail + b->tail_height * (met[p->step]++ + 0.5) / ports_of(u->out, u->out_count, p->step);
            x = RIGHT + 2 + LANE * lanes--;
            svg_line(t, RIGHT, from, x, from, wire);
            svg_line(t, x, from, x, y, wire);
        }
        svg_arrow(t, x, y, OUT_TEXT - 6, y, wire);
        draw_port(t, OUT_TEXT, y, 's', p->name, p->bits);
    }
}

/* The names of the ranks at a place: "join,last". */
static text names_of(const drawing_ranks *r)
{
    text names = {0};
    for (int k = 0; k < r->count; k++)
        text_printf(&names, "%s%s", k ? "," : "", r->names[k]);
    return names;
}

/* Draws the ranks at a place as upright bars from y to `end`, with their names at `label`. */
static void draw_upright(text *t, const drawing_ranks *r, double x, double y, double end, double label)
{
    for (int k = 0; k < r->count; k++)
        svg_rect(t, x - 3 + 9 * k, y, 6, end - y, 1, "rank");
    if (r->count == 0)
        return;
    svg_text(t, x + 4.5 * (r->count - 1), label, 'm', "rank-label", "%s", names_of(r).data);
}

/* Draws the ranks at a place across all that goes down, the first one around y. */
static void draw_across(text *t, const unit_drawing *u, const drawing_ranks *r, double y)
{
    int lanes = rows_before(u->out, u->out_count) - ports_of(u->out, u->out_count, u->step_count - 1);
    for (int k = 0; k < r->count; k++) {
        svg_rect(t, CARRIED - 8, y - 3 + BAR * k, RIGHT + 10 + LANE * lanes - (CARRIED - 8), 6, 1, "rank");
        svg_text(t, CARRIED - 14, y + 4 + BAR * k, 'e', "rank-label", "%s", r->names[k]);
    }
}

/* "2 register ranks: operands at the inputs, verdict before Pack." */
static void describe(const unit_drawing *u, text *desc)
{
    int ranks = 0;
    for (int p = 0; p <= 2 * u->step_count; p++)
        ranks += u->ranks[p].count;
    text_printf(desc, "Data flow from the inputs on the left through %d step%s to the outputs on the right; %d register rank%s",
                u->step_count, u->step_count == 1 ? "" : "s", ranks, ranks == 1 ? "" : "s");
    const char *mark = ": ";
    for (int p = 0; p <= 2 * u->step_count; p++) {
        if (u->ranks[p].count == 0)
            continue;
        text_printf(desc, "%s%s ", mark, names_of(&u->ranks[p]).data);
        if (p == 0 || p == 2 * u->step_count)
            text_puts(desc, p == 0 ? "at the inputs" : "at the outputs");
        else
            text_printf(desc, "%s %s", p % 2 ? "in" : "before", u->steps[2 * (p / 2)]);
        mark = ", ";
    }
    text_puts(desc, ".");
}

void unit_draw(text *t, const unit_drawing *u)
{
    box boxes[DRAWING_STEPS] = {{0}};
    place_boxes(u, boxes);
    const box *last = &boxes[u->step_count - 1];
    const double middle = (LEFT + RIGHT) / 2.0, bottom = last->y + last->height, along = bottom + 16;
    text desc = {0};
    describe(u, &desc);
    svg_begin(t, WIDTH, along + 42, "diagram", u->title, desc.data);
    if (u->step_count > 1) /* a single step is named as the unit */
        svg_text(t, middle, 14, 'm', "unit-name", "%s", u->title);

    bool any = false;
    for (int s = 0; s < u->step_count; s++) {
        const box *b = &boxes[s];
        svg_rect(t, LEFT, b->y, RIGHT - LEFT, b->height, 5, "box");
        svg_text(t, middle, b->y + b->head / 2 - 4, 'm', "step", "%s", u->steps[2 * s]);
        svg_text(t, middle, b->y + b->head / 2 + 14, 'm', "does", "%s", u->steps[2 * s + 1]);
        if (s > 0)
            svg_arrow(t, middle, boxes[s - 1].y + boxes[s - 1].height, middle, b->y, "bus");
    }
    double row = draw_inputs(t, u, boxes);
    draw_outputs(t, u, boxes);

    int carried = 0;
    for (int i = 0; i < u->in_count; i++)
        carried += u->in[i].step < 0 ? u->in[i].bits : 0;
    draw_port(t, IN_TEXT, row, 'e', u->along_in, carried);
    svg_line(t, IN_TEXT + 6, row, CARRIED, row, "wire");
    svg_line(t, CARRIED, row, CARRIED, along, "wire");
    svg_arrow(t, CARRIED, along, OUT_TEXT - 6, along, "wire");
    draw_port(t, OUT_TEXT, along, 's', u->along_out, carried);

    for (int p = 0; p <= 2 * u->step_count; p++) {
        const drawing_ranks *r = &u->ranks[p];
        const box *b = &boxes[p / 2];
        any |= r->count > 0;
        if (p == 0)
            draw_upright(t, r, IN_RANK, TOP - 4, row + 10, TOP - 10);
        else if (p == 2 * u->step_count)
            draw_upright(t, r, OUT_RANK, last->tail, along + 10, along + 26);
        else if (p % 2)
            draw_across(t, u, r, b->bars + BAR / 2.0);
        else
            draw_across(t, u, r, b->y - GAP / 2.0 - BAR * (r->count - 1) - 2);
    }
    if (!any)
        svg_text(t, middle, along + 26, 'm', "rank-label", "no registers: combinational");
    svg_end(t);
}
