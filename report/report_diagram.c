/* SPDX-License-Identifier: Apache-2.0
 *
 * The units as blocks: ports with their widths, the named steps of the data path, the register ranks, and the array. */
#include "report_html.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A port; `step`: the box that it enters or leaves, -1: carried along beside the data path. */
typedef struct {
    const char *name;
    int bits;
    int step;
} port;

typedef struct {
    const char *title;
    const char *const *steps; /* names, then what each does */
    int step_count;
    const port *in, *out;
    int in_count, out_count;
    int ranks;
    const wf_cuts *cuts;              /* where the ranks may stand; NULL: they have no names */
    unsigned on;                      /* where they do stand */
    int box;                          /* height of a step */
    const char *along_in, *along_out; /* what is carried along */
} unit_drawing;

enum {
    WIDTH = 472,
    LEFT = 150,
    RIGHT = 306, /* the boxes' edges */
    OUT_RANK = 328,
    IN_TEXT = 118,
    OUT_TEXT = 358,
    BOX = 58,
    GAP = 34,
    TOP = 44
};

static int box_y(const unit_drawing *u, int step)
{
    return TOP + step * (u->box + GAP);
}

/* Where the arrow of a port meets its box. The ports of a step are spread evenly. */
static double port_y(const unit_drawing *u, const port *p, int n, int index)
{
    int before = 0, all = 0;
    for (int i = 0; i < n; i++)
        if (p[i].bits > 0 && p[i].step == p[index].step) {
            before += i < index;
            all++;
        }
    return box_y(u, p[index].step) + u->box * (before + 0.5) / all;
}

/* Rank `rank`, from 1, by the name of its cut if it has one. */
static void draw_rank_label(text *t, const unit_drawing *u, double x, double y, char anchor, int rank)
{
    text name = {0};
    int seen = 0;
    for (int c = 0; u->cuts && c <= wf_last_cut(u->cuts); c++)
        if (u->on >> c & 1 && ++seen == rank)
            design_cuts_text(u->cuts, 1u << c, &name);
    if (name.len == 0)
        text_printf(&name, "rank %d", rank);
    svg_text(t, x, y, anchor, "rank-label", "%s", name.data);
    text_free(&name);
}

/* True if the last rank stands at the outputs. */
static bool has_out_rank(const unit_drawing *u)
{
    return u->ranks > 0 && (!u->cuts || u->on >> wf_last_cut(u->cuts) & 1);
}

/* Draws the inner ranks at places between the boxes, from the last place backwards. */
static void draw_inner_ranks(text *t, const unit_drawing *u)
{
    int places = u->step_count; /* before box 0, before box 1, ... */
    int inner = u->ranks - has_out_rank(u);
    for (int k = 0; k < inner; k++) {
        /* 1: before the second box; more: towards the first and the last. */
        int place = inner == 1 ? 1 : places - inner + k;
        int share = 0;
        if (place < 0) {
            share = -place;
            place = 0;
        }
        double y = box_y(u, place) - GAP / 2.0 - share * 8 + (place == 0 ? 4 : 0);
        svg_rect(t, LEFT - 14, y - 3, RIGHT - LEFT + 24, 6, 1, "rank");
        draw_rank_label(t, u, LEFT - 20, y + 4, 'e', k + 1);
    }
}

static void draw_port(text *t, double x, double y, char anchor, const port *p)
{
    svg_text(t, x, y - 1, anchor, "port", "%s", p->name);
    svg_text(t, x, y + 11, anchor, "width", p->bits == 1 ? "%d bit" : "%d bits", p->bits);
}

static void draw_unit(text *t, const unit_drawing *u)
{
    int along = box_y(u, u->step_count) - 2; /* the lane of what is carried along */
    int height = along + 46;
    char desc[256];
    snprintf(desc, sizeof desc,
             "Data flows from the inputs on the left through %d step%s to the outputs on the right; %d "
             "register rank%s.",
             u->step_count, u->step_count == 1 ? "" : "s", u->ranks, u->ranks == 1 ? "" : "s");
    svg_begin(t, WIDTH, height, "diagram", u->title, desc);
    if (u->step_count > 1) /* a single step is named as the unit */
        svg_text(t, (LEFT + RIGHT) / 2.0, 14, 'm', "unit-name", "%s", u->title);

    for (int s = 0; s < u->step_count; s++) {
        double middle = box_y(u, s) + u->box / 2.0;
        svg_rect(t, LEFT, box_y(u, s), RIGHT - LEFT, u->box, 5, "box");
        svg_text(t, (LEFT + RIGHT) / 2.0, middle - 4, 'm', "step", "%s", u->steps[2 * s]);
        svg_text(t, (LEFT + RIGHT) / 2.0, middle + 14, 'm', "does", "%s", u->steps[2 * s + 1]);
        if (s + 1 < u->step_count)
            svg_arrow(t, (LEFT + RIGHT) / 2.0, box_y(u, s) + u->box, (LEFT + RIGHT) / 2.0, box_y(u, s + 1), "bus");
    }
    for (int i = 0; i < u->in_count; i++)
        if (u->in[i].bits > 0 && u->in[i].step >= 0) {
            double y = port_y(u, u->in, u->in_count, i);
            draw_port(t, IN_TEXT, y, 'e', &u->in[i]);
            svg_arrow(t, IN_TEXT + 6, y, LEFT, y, u->in[i].bits > 32 ? "bus" : "wire");
        }
    double top = along;
    for (int i = 0; i < u->out_count; i++)
        if (u->out[i].bits > 0 && u->out[i].step >= 0) {
            double y = port_y(u, u->out, u->out_count, i);
            top = y < top ? y : top;
            svg_arrow(t, RIGHT, y, OUT_TEXT - 6, y, u->out[i].bits > 32 ? "bus" : "wire");
            draw_port(t, OUT_TEXT, y, 's', &u->out[i]);
        }
    int y = along + 8, carried = 0;
    for (int i = 0; i < u->in_count; i++)
        carried += u->in[i].step < 0 ? u->in[i].bits : 0;
    svg_text(t, IN_TEXT, y + 3, 'e', "port", "%s", u->along_in);
    svg_text(t, OUT_TEXT, y + 3, 's', "port", "%s", u->along_out);
    svg_text(t, IN_TEXT, y + 15, 'e', "width", carried == 1 ? "%d bit" : "%d bits", carried);
    svg_arrow(t, IN_TEXT + 6, y, OUT_TEXT - 6, y, "wire");
    if (has_out_rank(u)) {
        svg_rect(t, OUT_RANK - 3, top - 14, 6, y - top + 26, 1, "rank");
        draw_rank_label(t, u, OUT_RANK, y + 26, 'm', u->ranks);
    } else if (u->ranks == 0) {
        svg_text(t, (LEFT + RIGHT) / 2.0, y + 26, 'm', "rank-label", "no registers: combinational");
    }
    draw_inner_ranks(t, u);
    svg_end(t);
}

/* A codec that chooses among codecs. */
static bool chooses(const design *d)
{
    return d->unit->children && d->unit->children->unit->codec;
}

static void draw_encoder(text *t, const design *d)
{
    static const char *const choose[] = {"Classify", "which codes fit", "Select", "the smallest one", "Pack", "into storage units"};
    static const char *const words[] = {"Classify", "chunks or words", "Select", "the smallest code", "Pack", "into bursts"};
    static const char *const all[] = {"Classify", "every member", "Select", "the smallest code", "Pack", "its bursts"};
    const char *const *steps = d->codec->enc_steps ? d->codec->enc_steps : chooses(d) ? all : d->unit->line ? words : choose;
    const port in[] = {
        {"block_i", d->sizes.block_bits, 0},
        /* Codecs that encode divergent writes need the mask in the first step. */
        {d->early_mask ? "mask_i, early" : "mask_i", d->sizes.mask_bits, d->codec->divergent ? 0 : 1},
        {"raw_only_i", 1, 1},
        {"valid_i", 1, -1},
        {"user_i", d->user_bits, -1},
    };
    const port out[] = {
        {"tag_o", d->sizes.tag_bits, 1},
        {"units_o", d->sizes.units, 1},
        {"payload_o", d->sizes.payload_bits, 2},
        {"wen_o", d->sizes.wen_bits, 2},
    };
    draw_unit(t, &(unit_drawing){d->sizes.interval_enc > 1 ? "Encoder, iterating" : "Encoder", steps, 3, in, out, 5, 4, d->enc_stages,
                                 design_cuts_of(d, true), design_cuts_on(d, true), BOX, "valid_i, user_i", "valid_o, user_o"});
}

static void draw_decoder(text *t, const design *d)
{
    static const char *const find[] = {"Unpack", "find each lane's part", "Rebuild", "restore the block"};
    static const char *const words[] = {"Unpack", "find each word's part", "Rebuild", "restore the line"};
    static const char *const all[] = {"Unpack", "the member's tag", "Rebuild", "every member, one chosen"};
    const char *const *steps = d->codec->dec_steps ? d->codec->dec_steps : chooses(d) ? all : d->unit->line ? words : find;
    const port in[] = {
        {d->early_tag ? "tag_i, early" : "tag_i", d->sizes.tag_bits, 0},
        {"payload_i", d->sizes.payload_bits, 0},
        {"valid_i", 1, -1},
        {"user_i", d->user_bits, -1},
    };
    const port out[] = {{"block_o", d->sizes.block_bits, 1}};
    draw_unit(t, &(unit_drawing){d->sizes.interval_dec > 1 ? "Decoder, iterating" : "Decoder", steps, 2, in, out, 4, 1, d->dec_stages,
                                 design_cuts_of(d, false), design_cuts_on(d, false), BOX, "valid_i, user_i", "valid_o, user_o"});
}

/* Ports of a block, inputs and outputs. */
typedef struct {
    port side[2][WF_MAX_STREAMS * WF_MAX_FIELDS + 1];
    int count[2];
} block_ports;

static void add_port(void *user, const char *name, int bits, bool output)
{
    block_ports *p = user;
    p->side[output][p->count[output]++] = (port){format_new("%s", name), bits, 0};
}

static void draw_block(text *t, const design *d)
{
    block_ports p = {.count = {0}};
    design_each_port(d, add_port, &p);
    port *in = p.side[0], *out = p.side[1];
    int ins = p.count[0], outs = p.count[1], most = ins > outs ? ins : outs;
    in[ins++] = (port){"valid_i", 1, -1};
    char *title = format_new("%c%s", toupper((unsigned char)d->unit->name[0]), d->unit->name + 1),
         *lanes = d->unit->line ? format_new("lines of %d bytes", d->config.line_bytes) : format_new("%d lanes", d->config.lanes);
    const char *const steps[] = {title, lanes};
    draw_unit(t, &(unit_drawing){title, steps, 1, in, out, ins, outs, d->stages, NULL, 0, most * 30 > BOX ? most * 30 : BOX, "valid_i",
                                 "valid_o"});
    free(title);
    free(lanes);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p.count[side]; i++)
            free((char *)p.side[side][i].name);
}

/* Draws a row of small boxes: at most eight, and the rest as a number. */
static void draw_bunch(text *t, double x, double y, int n, const char *name, const char *class)
{
    int shown = n > 8 ? 7 : n, wide = n < 4 ? n : 4;
    double left = x + (4 - wide) * 8.5;
    for (int i = 0; i < shown; i++)
        svg_rect(t, left + 17 * (i % 4), y + 17 * (i / 4), 14, 14, 2, class);
    if (shown < n)
        svg_text(t, x + 17 * 3 + 7, y + 17 + 11, 'm', "width", "+%d", n - shown);
    svg_text(t, x + 32.5, y + (n > 4 ? 50 : 33), 'm', "port", "%d %s%s", n, name, n == 1 ? "" : "s");
}

static void draw_array(text *t, const design *d)
{
    const char *unit = d->codec->unit_name;
    char desc[256];
    snprintf(desc, sizeof desc, "%d encoder%s to storage of %d %s%s a block, %d decoder%s %d read port%s.", d->encs,
             d->encs == 1 ? " writes" : "s write", d->sizes.units, unit, d->sizes.units == 1 ? "" : "s", d->decs,
             d->decs == 1 ? " serves" : "s serve", d->dec_ports, d->dec_ports == 1 ? "" : "s");
    svg_begin(t, 440, 112, "diagram wide", "The array", desc);
    svg_text(t, 220, 14, 'm', "unit-name", "Array");
    draw_bunch(t, 26, 44, d->encs, "encoder", "box enc");
    svg_arrow(t, 104, 52, 156, 52, "bus");
    svg_rect(t, 158, 30, 84, 44, 5, "box store");
    svg_text(t, 200, 49, 'm', "step", "Storage");
    svg_text(t, 200, 65, 'm', "does", "%d %s%s", d->sizes.units, unit, d->sizes.units == 1 ? "" : "s");
    svg_arrow(t, 244, 52, 292, 52, "bus");
    draw_bunch(t, 298, 44, d->decs, "decoder", "box dec");
    svg_arrow(t, 370, 52, 394, 52, "bus");
    svg_text(t, 398, 49, 's', "port", "%d", d->dec_ports);
    svg_text(t, 398, 61, 's', "width", d->dec_ports == 1 ? "port" : "ports");
    svg_end(t);
}

static void list_param(void *user, const char *name, const wf_param *param, int value)
{
    text *t = user;
    text_printf(t, "%s%s ", t->len ? ", " : "", name);
    design_value_text(param, value, t);
}

static void block_section(text *t, const design *d)
{
    html_section(t, "units", "The block");
    text_puts(t, "<figure>");
    draw_block(t, d);
    text_puts(t, "</figure>\n");
    text params = {0};
    design_each_param(d, list_param, &params);
    html_para(t, "note", "Parameters: %s.%s Outputs mean something where valid_o is 1.", params.data ? params.data : "none",
              d->stages ? " The thick bar is the register rank." : "");
    text_free(&params);
    html_section_end(t);
}

void section_diagram(text *t, const report_data *r)
{
    const design *d = &r->d;
    if (!d->codec) {
        block_section(t, d);
        return;
    }
    html_section(t, "units", "The units");
    text_puts(t, "<div class=\"pair\">\n<figure>");
    draw_encoder(t, d);
    text_puts(t, "</figure>\n<figure>");
    draw_decoder(t, d);
    draw_array(t, d);
    text_puts(t, "</figure>\n</div>\n");
    html_para(t, "note",
              "A thick bar is a register rank, with the name of its cut in the module; that of a cut inside a step is drawn at the nearest "
              "boundary. The storage itself is not part of the units.%s%s%s%s",
              d->dec_ports > d->decs ? " More read ports than decoders: round-robin arbitration with ready." : "",
              d->stall ? " ready_i holds the ranks." : "", d->wrapper ? " Valid/ready wrappers around each unit are generated too." : "",
              d->early_mask || d->early_tag ? " An early input comes a cycle before the others and waits in a register." : "");
    for (int enc = 1; enc >= 0; enc--) {
        int interval = enc ? d->sizes.interval_enc : d->sizes.interval_dec;
        if (interval > 1)
            html_para(t, "note", "The %s iterates: it takes a line every %d cycles, when ready_o is 1, and answers %d cycles later.",
                      enc ? "encoder" : "decoder", interval, design_latency(d, enc));
    }
    html_section_end(t);
}
