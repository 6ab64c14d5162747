/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold encode --unit CODEC [...] IN -o OUT.wfc, warpfold decode IN.wfc -o OUT.wft - a golden model as a filter. With
 * a line codec, encode --raw FILE takes any file; with --image it writes the memory that holds the lines. */
#include <errno.h>
#include <stdio.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

#include "../base/msg.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../gen/beside.h"
#include "../memory/image_layout.h"
#include "../memory/line_code.h"
#include "../memory/line_file.h"
#include "../memory/line_image.h"
#include "../stats/line_stats.h"
#include "../trace/code_file.h"
#include "arguments.h"
#include "commands.h"
#include "stats_lines.h"
#include "trace_design.h"

enum { KEY_RAW = 0x2000, KEY_IMAGE };

static const char kinds[] = "code file (.wfc) or " IMAGE_KIND;

typedef struct {
    design_args design;
    bool takes_design, raw, image, force;
    const char *command, *in, *out, *codec;
} arguments;

static const struct argp_option encode_options[] = {
    {"output", 'o', "FILE", 0, "the code file to write (.wfc), or the image (.wfi)", 0},
    {"force", 'F', NULL, 0, "overwrite the output", 0},
    {"raw", KEY_RAW, NULL, 0, "the input is any file, not a trace; it is cut into cache lines (line codecs)", 0},
    {"image", KEY_IMAGE, NULL, 0, "the same, and write memory: each line in its slot, then the burst counts (--tag head)", 0},
    {0},
};
static const struct argp_option decode_options[] = {
    {"output", 'o', "FILE", 0, "the trace to write: .wft (own form) or .wtx (text); lines: the file to write", 0},
    {"force", 'F', NULL, 0, "overwrite the output", 0},
    {"codec", 'c', "CODEC", 0, "refuse codes of another codec", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    if (key == ARGP_KEY_INIT && a->takes_design) {
        state->child_inputs[0] = &a->design;
    } else if (key == 'o') {
        a->out = arg;
    } else if (key == 'F') {
        a->force = true;
    } else if (key == KEY_RAW) {
        a->raw = true;
    } else if (key == KEY_IMAGE) {
        a->image = true;
    } else if (key == 'c') {
        a->codec = arg;
    } else if (key == ARGP_KEY_ARG && a->in == NULL) {
        a->in = arg;
    } else if (key == ARGP_KEY_ARG) {
        die_usage("%s: one input is expected, \"%s\" is the second", a->command, arg);
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void need_names(const arguments *a, const char *ending)
{
    if (a->in == NULL)
        die_usage("%s: no input; give one file", a->command);
    if (a->out == NULL)
        die_usage("%s: no output; give -o FILE%s", a->command, ending);
}

/* The input comes first: who has it wrong does not care that the output is there. A pipe is not opened, since it opens once. */
static void check_files(const arguments *a, const char *expected)
{
    if (access(a->in, R_OK) != 0)
        die_reading(errno, "%s: cannot open the %s", a->in, expected);
    output_check(a->out, &(output_rule){a->force, NULL, &a->in, 1});
}

static void print_bytes(uint64_t bytes, uint64_t unpacked)
{
    printf(", %llu bytes", (unsigned long long)bytes);
    if (unpacked > 0)
        printf(" (zstd packs %llu)", (unsigned long long)unpacked);
}

static void summary(const char *out, const code_file_figures *f)
{
    printf("%s: %llu register values", out, (unsigned long long)f->registers);
    if (f->memory > 0)
        printf(", %llu memory accesses passed through", (unsigned long long)f->memory);
    if (f->instructions > 0)
        printf(", %llu instructions passed through", (unsigned long long)f->instructions);
    print_bytes(f->bytes, f->unpacked);
    if (f->registers > 0 && f->unit_bits == 0)
        printf("; no unit used");
    else if (f->registers > 0)
        printf("; ratio by units %.3f", f->raw_bits / f->unit_bits);
    if (f->registers > 0)
        printf(", ratio with tag %.3f", f->raw_bits / (f->unit_bits + f->tag_bits));
    putchar('\n');
}

/* Ends the line. A codec that chooses has a line of its own that says how. */
static void end_line(const design *d)
{
    char *choice = design_choice(d);

    putchar('\n');
    if (choice != NULL)
        printf("%s\n", choice);
}

static void line_summary(const char *out, const design *d, const line_file_figures *f)
{
    printf("%s: %llu lines of %d bytes", out, (unsigned long long)f->lines, d->config.line_bytes);
    if (f->rest > 0)
        printf(" and %llu bytes more", (unsigned long long)f->rest);
    print_bytes(f->bytes, f->unpacked);
    if (f->lines > 0)
        printf("; ratio by bursts %.3f, with tag %.3f", f->raw_bits / f->unit_bits, f->raw_bits / (f->unit_bits + f->tag_bits));
    printf(", %s, encodings %s", design_form(d), d->sizes.head_bits > 0 ? "in the heads of the lines" : "beside the lines");
    end_line(d);
}

static void image_summary(const char *out, const design *d, const line_image_figures *f)
{
    double raw = (double)d->sizes.block_bits * (double)f->lines, used = 8.0 * WF_BURST_BYTES * (double)f->bursts;

    printf("%s: %llu lines of %d bytes, %llu bytes", out, (unsigned long long)f->lines, d->config.line_bytes, (unsigned long long)f->bytes);
    if (f->lines > 0)
        printf("; ratio by bursts %.3f, with the counts %.3f", raw / used, raw / (used + 2.0 * (double)f->lines));
    printf(", %s", design_form(d));
    end_line(d);
}

static int encode_image(const arguments *a)
{
    line_image_figures figures;
    design d;

    design_from_args(&d, &a->design);
    line_image_need(&d);
    check_files(a, "input");
    line_image_encode(&d, a->in, a->out, &figures);
    image_summary(a->out, &d, &figures);
    return 0;
}

static int decode_image(const arguments *a)
{
    line_image_figures figures;
    design d;

    line_image_decode(&d, a->in, a->out, a->codec, &figures);
    image_summary(a->out, &d, &figures);
    return 0;
}

static int encode_lines(const arguments *a)
{
    line_file_figures figures;
    design d;

    design_from_args(&d, &a->design);
    line_codec_need(&d, "--raw");
    check_files(a, "input");
    line_file_encode(&d, a->in, a->out, &figures);
    line_summary(a->out, &d, &figures);
    return 0;
}

static int decode_lines(const arguments *a, input *in)
{
    line_file_figures figures;
    design d;

    line_file_decode(&d, in, a->out, a->codec, &figures);
    line_summary(a->out, &d, &figures);
    return 0;
}

/* Of a trace only the registers are encoded. */
static noreturn void refuse_lines(void)
{
    text names[2] = {{0}, {0}};

    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        text *t = &names[unit->line];
        if (unit->codec)
            text_printf(t, "%s%s", t->len ? ", " : "", unit->name);
    }
    die_usage("encode: a trace's registers are encoded by %s; codecs of cache lines (%s) encode any file, with --raw", names[0].data,
              names[1].data);
}

int cmd_encode(int argc, char **argv)
{
    const struct argp_child children[] = {{design_argp(argc, argv), 0, "Design:", 1}, {0}};
    const struct argp argp = {encode_options,
                              parse,
                              "IN",
                              "Encode a trace's register values with a golden model. Without --lanes the trace is read at its own "
                              "warp width. With --raw or --image encode any file as cache lines.",
                              children,
                              NULL,
                              NULL};
    arguments a = {.takes_design = true, .command = "encode"};
    code_file_figures figures;
    design d;

    arguments_parse(&argp, argc, argv, &a);
    const char *ending = a.image ? ".wfi" : ".wfc";
    if (a.out && !ends_with(a.out, ending))
        die_usage("%s: a name that ends in %s is expected", a.out, ending);
    need_names(&a, ending);
    if (a.raw && a.image)
        die_usage("encode: --raw and --image exclude each other: a code file (.wfc) or an image (.wfi)");
    if (a.image)
        return encode_image(&a);
    if (a.raw)
        return encode_lines(&a);
    if (stats_wants_lines(&a.design))
        refuse_lines();
    trace *t = trace_open(a.in);
    design_for_trace(&d, &a.design, t);
    check_files(&a, "input");
    code_file_encode(&d, t, a.out, &figures);
    summary(a.out, &figures);
    return 0;
}

int cmd_decode(int argc, char **argv)
{
    const struct argp argp = {
        decode_options,
        parse,
        "IN",
        "Decode a file of codes (.wfc) or an image of memory (.wfi) back to the trace, or to the file, that it was made of.",
        NULL,
        NULL,
        NULL};
    arguments a = {.command = "decode"};
    code_file_figures figures;
    design d;

    arguments_parse(&argp, argc, argv, &a);
    need_names(&a, "");
    check_files(&a, ends_with(a.in, ".wfi") ? "memory image" : kinds);
    if (image_is(a.in) || ends_with(a.in, ".wfi"))
        return decode_image(&a);
    input *in = input_open_as(a.in, kinds);
    if (line_file_is(in))
        return decode_lines(&a, in);
    code_file_decode(&d, in, a.out, a.codec, &figures);
    summary(a.out, &figures);
    return 0;
}
