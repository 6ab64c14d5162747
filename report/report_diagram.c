/* SPDX-License-Identifier: Apache-2.0
 *
 * The units as drawings: ports with their widths, the named steps of the data path, the register ranks, and the array. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "report_html.h"
#include "unit_drawing.h"

/* A codec that chooses among codecs. */
static bool chooses(const design *d)
{
    return d->unit->children && d->unit->children->unit->codec;
}

/* How many steps a codec's drawing has. */
static int step_count(bool enc)
{
    return enc ? 3 : 2;
}

/* The place of rank k of n, from 1, in a unit whose cuts have no names. The last one is at the outputs. The others are inside the step of
 * the members, if the codec chooses among codecs; else they are spread. */
static int place_of_rank(const design *d, bool enc, int k, int n)
{
    int end = 2 * step_count(enc);
    return k == n ? end : chooses(d) ? (enc ? 1 : 3) : end * k / n;
}

static void add_rank(drawing_ranks *r, char *name)
{
    r->names[r->count++] = name;
}

/* Fills in the ranks of a drawing. */
static void place_ranks(const design *d, bool enc, drawing_ranks *ranks)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    int n = enc ? d->enc_stages : d->dec_stages;
    for (int c = 0; cuts && c <= wf_last_cut(cuts); c++) {
        text name = {0};
        if ((design_cuts_on(d, enc) >> c & 1) == 0)
            continue;
        design_cuts_text(cuts, 1u << c, &name);
        add_rank(&ranks[cuts->place[c]], name.data);
    }
    for (int k = 1; !cuts && k <= n; k++)
        add_rank(&ranks[place_of_rank(d, enc, k, n)], format_new("rank %d", k));
}

static void draw_encoder(text *t, const design *d)
{
    static const char *const choose[] = {"Classify", "which codes fit", "Select", "the smallest one", "Pack", "into storage units"};
    static const char *const words[] = {"Classify", "chunks or words", "Select", "the smallest code", "Pack", "into bursts"};
    static const char *const all[] = {"Classify", "every member", "Select", "the best code", "Pack", "its bursts"};
    const char *const *steps = d->codec->enc_steps ? d->codec->enc_steps : chooses(d) ? all : d->unit->line ? words : choose;
    const drawing_port in[] = {
        {"block_i", d->sizes.block_bits, 0},
        /* Codecs that encode divergent writes need the mask in the first step. */
        {d->early_mask ? "mask_i, early" : "mask_i", d->sizes.mask_bits, d->codec->divergent ? 0 : 1},
        {"raw_only_i", 1, 1},
        {"valid_i", 1, -1},
        {"user_i", d->user_bits, -1},
    };
    const drawing_port out[] = {
        {"tag_o", d->sizes.tag_bits, 1},
        {"units_o", d->sizes.units, 1},
        {"payload_o", d->sizes.payload_bits, 2},
        {"wen_o", d->sizes.wen_bits, 2},
    };
    unit_drawing u = {.title = d->sizes.interval_enc > 1 ? "Encoder, iterating" : "Encoder",
                      .steps = steps,
                      .step_count = step_count(true),
                      .in = in,
                      .out = out,
                      .in_count = 5,
                      .out_count = 4,
                      .along_in = "valid_i, user_i",
                      .along_out = "valid_o, user_o"};
    place_ranks(d, true, u.ranks);
    unit_draw(t, &u);
}

static void draw_decoder(text *t, const design *d)
{
    static const char *const find[] = {"Unpack", "find each lane's part", "Rebuild", "restore the block"};
    static const char *const words[] = {"Unpack", "find each word's part", "Rebuild", "restore the line"};
    static const char *const all[] = {"Unpack", "the member's tag", "Rebuild", "members, one chosen"};
    const char *const *steps = d->codec->dec_steps ? d->codec->dec_steps : chooses(d) ? all : d->unit->line ? words : find;
    const drawing_port in[] = {
        {d->early_tag ? "tag_i, early" : "tag_i", d->sizes.tag_bits, 0},
        {"payload_i", d->sizes.payload_bits, 0},
        {"valid_i", 1, -1},
        {"user_i", d->user_bits, -1},
    };
    const drawing_port out[] = {{"block_o", d->sizes.block_bits, 1}};
    unit_drawing u = {.title = d->sizes.interval_dec > 1 ? "Decoder, iterating" : "Decoder",
                      .steps = steps,
                      .step_count = step_count(false),
                      .in = in,
                      .out = out,
                      .in_count = 4,
                      .out_count = 1,
                      .along_in = "valid_i, user_i",
                      .along_out = "valid_o, user_o"};
    place_ranks(d, false, u.ranks);
    unit_draw(t, &u);
}

/* Ports of a block, inputs and outputs. */
typedef struct {
    drawing_port side[2][WF_MAX_STREAMS * WF_MAX_FIELDS + 1];
    int count[2];
} block_ports;

static void add_port(void *user, const char *name, int bits, bool out)
{
    block_ports *p = user;
    p->side[out][p->count[out]++] = (drawing_port){format_new("%s", name), bits, 0};
}

/* A stream that has a name, with all of its fields, is drawn as one port. */
static void add_streams(block_ports *p, const wf_streams *streams)
{
    for (const wf_stream *s = streams->stream; s < streams->stream + streams->count; s++) {
        int bits = 0;
        for (const wf_field *f = s->field; f < s->field + s->count; f++)
            bits += f->bits;
        add_port(p, s->name, bits, s->output);
    }
}

static void draw_block(text *t, const design *d)
{
    block_ports p = {.count = {0}};
    bool named = design_named(d);
    if (named)
        add_streams(&p, &d->streams);
    else
        design_each_port(d, add_port, &p);
    drawing_port *in = p.side[0], *out = p.side[1];
    int ins = p.count[0], outs = p.count[1];
    in[ins++] = (drawing_port){named ? "valid" : "valid_i", 1, -1};
    char *title = format_new("%c%s", toupper((unsigned char)d->unit->name[0]), d->unit->name + 1),
         *lanes = d->unit->line ? format_new("lines of %d bytes", d->config.line_bytes) : format_new("%d lanes", d->config.lanes);
    const char *const steps[] = {title, lanes};
    unit_drawing u = {.title = title,
                      .steps = steps,
                      .step_count = 1,
                      .in = in,
                      .out = out,
                      .in_count = ins,
                      .out_count = outs,
                      .ranks = {[2] = {d->stages, {"rank 1"}}}, /* of a block: none or one */
                      .along_in = named ? "valid" : "valid_i",
                      .along_out = named ? "valid, ready" : "valid_o"};
    unit_draw(t, &u);
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
    svg_arrow(t, 104, 52, 148, 52, "bus");
    svg_rect(t, 150, 30, 100, 44, 5, "box store");
    svg_text(t, 200, 49, 'm', "step", "Storage");
    svg_text(t, 200, 65, 'm', "does", "%d %s%s", d->sizes.units, unit, d->sizes.units == 1 ? "" : "s");
    svg_arrow(t, 252, 52, 292, 52, "bus");
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
    html_para(t, "note", "Parameters: %s.%s Outputs mean something where %s is 1.", params.data ? params.data : "none",
              d->stages ? " The thick bar is the register rank." : "", design_named(d) ? "their valid" : "valid_o");
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
              "A thick bar is a register rank, with the name of its cut in the module. It crosses all that passes it: a rank at the inputs "
              "or at the outputs stands upright, one between two steps or inside a step lies.%s The storage itself is not part of the "
              "units.%s%s%s%s",
              !d->unit->cuts && !chooses(d) && (d->enc_stages > 1 || d->dec_stages > 1)
                  ? " Only the last rank's place is known; the others are spread."
                  : "",
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
