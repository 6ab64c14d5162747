/* SPDX-License-Identifier: Apache-2.0 */
#include "emit.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "manifest.h"
#include "template.h"

static int words(int bits)
{
    return (bits + 31) / 32;
}

int port_words(const wf_ports *p, bool outputs)
{
    int n = 0;
    for (int i = outputs ? p->inputs : 0; i < p->inputs + (outputs ? p->outputs : 0); i++)
        n += words(p->port[i].bits);
    return n;
}

/* Verilator gives a port of more than 64 bits as an array of words, which is what the benches expect. */
static int at_least_3(int n)
{
    return n < 3 ? 3 : n;
}

bench_words bench_words_of(const design *d)
{
    if (d->block)
        return (bench_words){.enc_i = at_least_3(1 + port_words(&d->ports, false)),
                             .enc_o = at_least_3(1 + port_words(&d->ports, true)), .dec_i = 3, .dec_o = 3};
    const wf_sizes *s = &d->sizes;
    bench_words w = {
        .user = words(d->user_bits),
        .mask = words(s->mask_bits),
        .tag = words(s->tag_bits),
        .block = words(s->block_bits),
        .payload = words(s->payload_bits),
        .units = words(s->units),
        .wen = words(s->wen_bits),
    };
    w.enc_i = 1 + w.user + w.mask + w.block + w.tag;
    w.enc_o = 1 + w.user + w.tag + w.payload + w.units + w.wen;
    w.dec_i = 1 + w.user + w.tag + w.payload;
    w.dec_o = 1 + w.user + w.block;
    return w;
}

/* Blocks that the room instantiates. */
static const char *const *used_blocks(const design *d)
{
    static const char *const none[] = {NULL};
    return d->codec && d->codec->blocks ? d->codec->blocks : none;
}

static const char *const *members(const design *d)
{
    static const char *const none[] = {NULL};
    return d->codec && d->codec->members ? d->codec->members : none;
}

static bool shared(const design *d)
{
    return d->dec_ports > d->decs;
}

/* The macro that carries a parameter. */
static void set_param_macro(macro_table *m, const wf_param *param, int v)
{
    if (macro_is_set(m, param->macro))
        return;     /* a block's parameter that the room has too */
    if (param->kind != WF_PARAM_SET) {
        macro_set(m, param->macro, "%d", v);
        return;
    }
    int bits = 1;
    for (const char *c = param->values; *c; c++)
        bits += *c == '|';
    text value = {0};
    text_printf(&value, "%d'b", bits);
    for (int b = bits - 1; b >= 0; b--)
        text_printf(&value, "%d", v >> b & 1);
    macro_set(m, param->macro, "%s", value.data);
    text_free(&value);
}

/* A block's connections in its bench: each port at the words that the records give it; and the bits of the output record that no
 * port drives. */
static void set_connections(const design *d, macro_table *m)
{
    text ports = {0}, pads = {0};
    int pad_bits = 0, end = bench_words_of(d).enc_o;
    for (int side = 0, i = 0; side < 2; side++)
        for (int word = 1; i < d->ports.inputs + side * d->ports.outputs; i++) {
            const wf_port *p = &d->ports.port[i];
            int last = 32 * word + p->bits - 1, next = word + words(p->bits);
            bool final = i == d->ports.inputs + d->ports.outputs - 1;
            int filled = 32 * (final ? end : next);
            text_printf(&ports, "%s.%s(%s[%d:%d])", i ? ", " : "", p->name, side ? "out" : "in", last, 32 * word);
            if (side && last + 1 < filled) {
                text_printf(&pads, "%sout[%d:%d]", pads.len ? ", " : "", filled - 1, last + 1);
                pad_bits += filled - last - 1;
            }
            word = next;
        }
    macro_set(m, "WF_BLOCK_PORTS", "%s", ports.data);
    macro_set(m, "WF_BLOCK_PADS", "%s", pads.data ? pads.data : "");
    macro_set(m, "WF_BLOCK_PAD_BITS", "%d", pad_bits);
    macro_set_flag(m, "WF_WITH_BLOCK_PADS", pad_bits > 0);
    text_free(&ports);
    text_free(&pads);
}

/* A room with active masks, or a block in a configuration that has the port. */
static bool takes_mask(const design *d)
{
    for (int i = 0; i < d->ports.inputs; i++)
        if (strcmp(d->ports.port[i].name, "mask_i") == 0)
            return true;
    return d->sizes.mask_bits > 0;
}

/* Module names of the blocks: WF_CROSSBAR and, of the slice that stands for it in synthesis, WF_CROSSBAR_SLICE. */
static void set_block_names(const design *d, macro_table *m)
{
    for (size_t i = 0; i < wf_block_count(); i++) {
        const char *name = wf_block_at(i)->name;
        char *module = format_new("WF_%s", name);
        for (char *c = module + 3; *c; c++)
            *c = (char)toupper((unsigned char)*c);
        char *slice = format_new("%s_SLICE", module);
        macro_set(m, module, "%s_%s", d->name, name);
        macro_set(m, slice, "%s_%s_slice", d->name, name);
        free(module);
        free(slice);
    }
}

/* Module names of the rooms that a room instantiates: WF_FPC_ENC, ... */
static void set_member_names(const design *d, macro_table *m)
{
    static const char *const halves[][2] = {{"ENC", "enc"}, {"DEC", "dec"}};
    for (size_t i = 0; i < wf_codec_count(); i++)
        for (int h = 0; h < 2; h++) {
            char *module = format_new("WF_%s_%s", wf_codec_at(i)->name, halves[h][0]);
            for (char *c = module + 3; *c; c++)
                *c = (char)toupper((unsigned char)*c);
            macro_set(m, module, "%s_%s_%s", d->name, wf_codec_at(i)->name, halves[h][1]);
            free(module);
        }
}

/* Everything that a template may name. */
static void set_macros(const design *d, macro_table *m)
{
    static const char *const modules[][2] = {
        {"WF_RANK", "rank"},   {"WF_CUT", "cut"},   {"WF_ENC", "enc"},   {"WF_DEC", "dec"},
        {"WF_ENCS", "encs"},   {"WF_DECS", "decs"}, {"WF_MOVE", "move"},
        {"WF_FIFO", "fifo"},   {"WF_ENC_STREAM", "enc_stream"}, {"WF_DEC_STREAM", "dec_stream"},
        {"WF_BENCH", "bench"}, {"WF_REPLAY", "replay"},
    };
    const wf_sizes *s = &d->sizes;
    bench_words w = bench_words_of(d);
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        macro_set(m, modules[i][0], "%s_%s", d->name, modules[i][1]);
    if (d->line)
        macro_set(m, "WF_LINE", "%d", design_line(d));
    else
        macro_set(m, "WF_LANES", "%d", d->config.lanes);
    set_block_names(d, m);
    set_member_names(d, m);
    for (int p = 0; d->params[p].name; p++)
        set_param_macro(m, &d->params[p], d->config.param[p]);
    for (const char *const *b = used_blocks(d); *b; b++)
        for (const wf_param *p = wf_find_block(*b)->params; p->name; p++)
            set_param_macro(m, p, p->initial);
    for (const char *const *r = members(d); *r; r++)
        for (const wf_param *p = wf_find_codec(*r)->params; p->name; p++)
            set_param_macro(m, p, p->initial);
    macro_set_flag(m, "WF_WITH_MEMBER_ENC_CLOCK", d->enc_stages > 1);
    macro_set_flag(m, "WF_WITH_MEMBER_DEC_CLOCK", d->dec_stages > 1);
    if (d->block) {
        macro_set(m, "WF_BLOCK", "%s_%s", d->name, d->room);
        set_connections(d, m);
    }
    macro_set(m, "WF_STAGES", "%d", d->stages);
    macro_set_flag(m, "WF_WITH_BLOCK_CLOCK", d->stages > 0);
    macro_set(m, "WF_ISOLATE", "%d", d->isolate);
    macro_set(m, "WF_ENC_STAGES", "%d", d->enc_stages);
    macro_set(m, "WF_DEC_STAGES", "%d", d->dec_stages);
    macro_set(m, "WF_EARLY_TAG", "%d", d->early_tag);
    macro_set(m, "WF_USER_BITS", "%d", d->user_bits);
    macro_set(m, "WF_BLOCK_BITS", "%d", s->block_bits);
    macro_set(m, "WF_MASK_BITS", "%d", s->mask_bits);
    macro_set(m, "WF_TAG_BITS", "%d", s->tag_bits);
    macro_set(m, "WF_CODE_BITS", "%d", s->code_bits);
    macro_set(m, "WF_RAW_BIT", "%d", s->raw_bit);
    macro_set(m, "WF_PAYLOAD_BITS", "%d", s->payload_bits);
    macro_set(m, "WF_UNITS", "%d", s->units);
    macro_set(m, "WF_WEN_BITS", "%d", s->wen_bits);
    macro_set(m, "WF_ENCS_COUNT", "%d", d->block ? 1 : d->encs);
    macro_set(m, "WF_DECS_COUNT", "%d", d->block ? 1 : d->decs);
    macro_set(m, "WF_DEC_PORTS", "%d", d->block ? 1 : d->dec_ports);
    macro_set_flag(m, "WF_WITH_MASK", takes_mask(d));
    macro_set_flag(m, "WF_WITH_ENC_CLOCK", d->enc_stages > 0);
    macro_set_flag(m, "WF_WITH_DEC_CLOCK", d->dec_stages > 0);
    macro_set_flag(m, "WF_WITH_ENC_READY", s->interval_enc > 1);
    macro_set_flag(m, "WF_WITH_DEC_READY", s->interval_dec > 1);
    macro_set_flag(m, "WF_WITH_SHARED_DECS", shared(d));
    macro_set(m, "WF_WORDS_USER", "%d", w.user);
    macro_set(m, "WF_WORDS_MASK", "%d", w.mask);
    macro_set(m, "WF_WORDS_TAG", "%d", w.tag);
    macro_set(m, "WF_WORDS_BLOCK", "%d", w.block);
    macro_set(m, "WF_WORDS_PAYLOAD", "%d", w.payload);
    macro_set(m, "WF_WORDS_UNITS", "%d", w.units);
    macro_set(m, "WF_WORDS_WEN", "%d", w.wen);
    macro_set(m, "WF_WORDS_ENC_I", "%d", w.enc_i);
    macro_set(m, "WF_WORDS_ENC_O", "%d", w.enc_o);
    macro_set(m, "WF_WORDS_DEC_I", "%d", w.dec_i);
    macro_set(m, "WF_WORDS_DEC_O", "%d", w.dec_o);
}

/* The folder being filled. */
typedef struct {
    const design *design;
    const macro_table *macros;
    const char *dir;
    file_list files;
} emission;

static void put(emission *e, const char *path, const char *kind, const text *content)
{
    char *full = path_join(e->dir, path);
    dir_make_for(full);
    file_write(full, content->data, content->len);
    free(full);
    file_list_add(&e->files, path, kind, content->data, content->len);
}

/* A template to DIR/folder/NAME_suffix.v. */
static void put_template(emission *e, const char *folder, const char *suffix, const char *kind, const char *template)
{
    const asset *source = asset_find(template);
    if (source == NULL)
        die("%s is not built into this program; units.def names a room without it", template);
    text out = {0}, command = {0};
    design_command(e->design, &command);
    text_printf(&out, "// Generated by warpfold %s; this command makes the file again:\n// %s\n", WF_VERSION,
                command.data);
    template_expand(source, e->macros, &out);
    char *path = format_new("%s/%s_%s.v", folder, e->design->name, suffix);
    put(e, path, kind, &out);
    free(path);
    text_free(&out);
    text_free(&command);
}

static void put_room(emission *e, const char *half)
{
    char *template = format_new("rtl_templates/%s_%s.v", e->design->room, half);
    put_template(e, "rtl", half, "rtl", template);
    free(template);
}

/* A unit of a room that the design's room instantiates, under its own name and one rank short of the whole's, which is the
 * last. Names are looked up from the first on, so that these go over the whole's. */
static void put_member(emission *e, const char *room, const char *half, int stages)
{
    const macro_table *whole = e->macros;
    macro_table own = {.count = 0};
    char *template = format_new("rtl_templates/%s_%s.v", room, half), *suffix = format_new("%s_%s", room, half);
    bool enc = strcmp(half, "enc") == 0;
    stages = stages > 1 ? stages - 1 : 0;
    macro_set(&own, enc ? "WF_ENC" : "WF_DEC", "%s_%s", e->design->name, suffix);
    macro_set(&own, enc ? "WF_ENC_STAGES" : "WF_DEC_STAGES", "%d", stages);
    macro_set_flag(&own, enc ? "WF_WITH_ENC_CLOCK" : "WF_WITH_DEC_CLOCK", stages > 0);
    set_macros(e->design, &own);
    e->macros = &own;
    put_template(e, "rtl", suffix, "rtl", template);
    e->macros = whole;
    macro_free(&own);
    free(template);
    free(suffix);
}

/* A block, and the slice of it where there is one. */
static void put_block(emission *e, const char *name)
{
    char *template = format_new("rtl_templates/%s.v", name), *slice = format_new("rtl_templates/%s_slice.v", name);
    char *suffix = format_new("%s_slice", name);
    put_template(e, "rtl", name, "rtl", template);
    if (asset_find(slice))
        put_template(e, "rtl", suffix, "rtl", slice);
    free(template);
    free(slice);
    free(suffix);
}

static void put_block_design(emission *e)
{
    if (e->design->stages > 0)
        put_template(e, "rtl", "rank", "rtl", "rtl_templates/cells/wf_rank.v");
    put_template(e, "rtl", "cut", "rtl", "rtl_templates/cells/wf_cut.v");
    put_block(e, e->design->room);
    put_template(e, "tb", "bench", "tb", "sim/bench_block.v");
}

static void put_codec_design(emission *e)
{
    const design *d = e->design;
    if (d->enc_stages > 0 || d->dec_stages > 0)
        put_template(e, "rtl", "rank", "rtl", "rtl_templates/cells/wf_rank.v");
    put_template(e, "rtl", "cut", "rtl", "rtl_templates/cells/wf_cut.v");
    for (const char *const *b = used_blocks(d); *b; b++)
        put_block(e, *b);
    for (const char *const *r = members(d); *r; r++) {
        put_member(e, *r, "enc", d->enc_stages);
        put_member(e, *r, "dec", d->dec_stages);
    }
    put_room(e, "enc");
    put_room(e, "dec");
    put_template(e, "rtl", "encs", "rtl", "rtl_templates/cells/wf_encs.v");
    put_template(e, "rtl", "decs", "rtl", shared(d) ? "rtl_templates/cells/wf_decs_shared.v" : "rtl_templates/cells/wf_decs.v");
    if (d->sizes.mask_bits > 0)
        put_template(e, "rtl", "move", "rtl", "rtl_templates/cells/move.v");
    if (d->wrapper) {
        put_template(e, "rtl", "fifo", "rtl", "rtl_templates/cells/wf_fifo.v");
        put_template(e, "rtl", "enc_stream", "rtl", "rtl_templates/cells/wf_enc_stream.v");
        put_template(e, "rtl", "dec_stream", "rtl", "rtl_templates/cells/wf_dec_stream.v");
    }
    put_template(e, "tb", "bench", "tb", "sim/bench_top.v");
}

static void put_verilog(emission *e)
{
    if (e->design->codec)
        put_codec_design(e);
    else
        put_block_design(e);
    put_template(e, "tb", "replay", "tb", "sim/bench_replay.v");
}

/* rtl/NAME.f: what `verilator -f` and `iverilog -c` take, paths from DIR/rtl. */
static void put_file_list(emission *e)
{
    text t = {0};
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, "rtl") == 0)
            text_printf(&t, "%s\n", path_base(e->files.items[i].path));
    char *path = format_new("rtl/%s.f", e->design->name);
    put(e, path, "list", &t);
    free(path);
    text_free(&t);
}

static void put_core(emission *e)
{
    const design *d = e->design;
    text t = {0};
    text_printf(&t, "CAPI=2:\nname: \"::%s:%s\"\ndescription: \"%s, ", d->name, WF_VERSION, d->title);
    design_width_text(d, &t);
    text_puts(&t, "\"\nfilesets:\n  rtl:\n    files:\n");
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, "rtl") == 0)
            text_printf(&t, "      - %s\n", e->files.items[i].path);
    text_printf(&t, "    file_type: verilogSource\n  constraints:\n    files:\n      - syn/%s.sdc: {file_type: SDC}\n",
                d->name);
    char *top = format_new("%s_%s", d->name, d->codec ? "encs" : d->room);
    text_puts(&t, "targets:\n  default: &default\n    filesets: [rtl]\n");
    if (d->codec)
        text_printf(&t, "    toplevel: [%s, %s_decs]\n", top, d->name);
    else
        text_printf(&t, "    toplevel: %s\n", top);
    text_printf(&t, "  lint:\n    <<: *default\n    default_tool: verilator\n    toplevel: %s\n"
                    "    tools:\n      verilator:\n        mode: lint-only\n        verilator_options: [-Wall]\n",
                top);
    free(top);
    char *path = format_new("%s.core", d->name);
    put(e, path, "core", &t);
    free(path);
    text_free(&t);
}

/* syn/NAME.sdc: the period is the user's; everything arrives at 0 and is wanted at the edge. */
static void put_constraints(emission *e)
{
    text t = {0};
    text_puts(&t, "# Constraints of either unit. Set the period (ns) before sourcing: set wf_period 0.714\n"
                  "if {![info exists wf_period]} { set wf_period 1.0 }\n");
    text_puts(&t, "if {[llength [get_ports -quiet clk_i]] > 0} {\n"
                  "    create_clock -name clk -period $wf_period [get_ports clk_i]\n"
                  "    set_false_path -from [get_ports rst_ni]\n"
                  "} else {\n"
                  "    create_clock -name clk -period $wf_period\n"
                  "}\n"
                  "set_input_delay 0 -clock clk [all_inputs -no_clocks]\n"
                  "set_output_delay 0 -clock clk [all_outputs]\n");
    char *path = format_new("syn/%s.sdc", e->design->name);
    put(e, path, "sdc", &t);
    free(path);
    text_free(&t);
}

/* Does dir hold this very design already? Dies if it holds anything else. */
static bool held_already(const design *d, const char *dir)
{
    if (file_exists(dir))
        die_usage("%s is a file; give a folder that is new or empty", dir);
    if (!dir_exists(dir) || dir_empty(dir))
        return false;
    char *path = path_join(dir, "manifest.json");
    char *old = manifest_command(path);
    text now = {0};
    design_command(d, &now);
    if (old == NULL)
        die_usage("%s is not empty; give a folder that is new or empty", dir);
    if (strcmp(old, now.data) != 0)
        die_usage("%s holds another design (%s); give another folder, or remove it first", dir, old);
    free(path);
    free(old);
    text_free(&now);
    return true;
}

void emit_design(const design *d, const char *out)
{
    char *dir = format_new("%s", out);
    for (size_t n = strlen(dir); n > 1 && dir[n - 1] == '/'; n--)
        dir[n - 1] = '\0';
    bool again = held_already(d, dir);
    char *target = again ? format_new("%s", dir) : format_new("%s.partial", dir);
    if (!again) {
        if (dir_exists(target))
            die_usage("%s is in the way; remove it", target);
        dir_make(target);
        scratch_add(target);
    }
    macro_table macros = {.count = 0};
    set_macros(d, &macros);
    emission e = {.design = d, .macros = &macros, .dir = target};
    put_verilog(&e);
    put_file_list(&e);
    put_core(&e);
    put_constraints(&e);
    char *path = path_join(target, "manifest.json");
    manifest_write(d, &e.files, path);
    if (!again && rename(target, dir) != 0)
        die("cannot make %s: %s", dir, strerror(errno));
    scratch_keep(target);
    free(path);
    free(target);
    free(dir);
    file_list_free(&e.files);
    macro_free(&macros);
}
