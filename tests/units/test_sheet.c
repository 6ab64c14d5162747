/* SPDX-License-Identifier: Apache-2.0
 *
 * What a data sheet derives from the models: fields of the tag, an example of each class, the places of the bytes. And the ports of a module,
 * which are those of the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../cmodel/bits.h"
#include "../../gen/code_map.h"
#include "../../gen/ports.h"
#include "../../gen/samples.h"
#include "../../gen/tag.h"
#include "../../sim/stimuli.h"
#include "endings.h"

/* Calls check for every codec at two widths: with its defaults, and with each value of each number and choice. */
static int each_config(void (*check)(const wf_codec *codec, const wf_config *c, const wf_sizes *s))
{
    int checked = 0;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        for (int width = 32; unit->codec && width <= 64; width *= 2)
            for (int p = 0; unit->params[p].name; p++)
                for (int v = 0; v <= 128; v++) {
                    wf_config c = wf_default_config(unit, width);
                    wf_sizes s;
                    c.param[p] = v;
                    if (wf_config_error(unit, &c, NULL))
                        continue;
                    unit->codec->sizes(&c, &s, NULL);
                    check(unit->codec, &c, &s);
                    checked++;
                }
    }
    return checked;
}

static void check_fields(const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    int n = tag_fields(codec, c, s, field), bits = 0;
    assert_in_range(n, 1, WF_MAX_TAG_FIELDS);
    for (int i = 0; i < n; i++) {
        assert_true(field[i].bits > 0 && field[i].count > 0);
        assert_true(field[i].count == 1 || field[i].of);
        bits += field[i].bits * field[i].count;
    }
    assert_int_equal(bits, s->tag_bits);
    for (int k = 0; codec->class_help && codec->class_names[k]; k++)
        assert_true(strlen(codec->class_help[k]) > 0);
}

static void the_fields_are_the_whole_tag(void **state)
{
    (void)state;
    assert_true(each_config(check_fields) > 100);
}

static void check_samples(const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    static sample_set set;
    wf_tag_field field[WF_MAX_TAG_FIELDS];
    tag_fields(codec, c, s, field);
    samples_find(codec, c, &set);
    assert_true(set.of[0].found);
    for (int v = 0; field[0].values == WF_TAG_CLASSES && v < 1 << field[0].bits; v++) {
        wf_code code = {.tag = {(uint32_t)v}};
        uint32_t block[WF_MAX_WORDS];
        int class = tag_class(codec, c, v);
        if (class < 0 || !set.of[class].found)
            assert_int_equal(wf_decode(codec, c, &code, block), WF_ERR_TAG); /* not in use, rather than not found */
    }
    for (int k = 0; k < set.classes; k++) {
        if (!set.of[k].found)
            continue;
        assert_int_equal(codec->classify(c, &set.of[k].code), k);
        if (field[0].values == WF_TAG_CLASSES)
            assert_int_equal(tag_class(codec, c, (int)get_bits(set.of[k].code.tag, 0, field[0].bits)), k);
        for (int i = 0; field[0].values == WF_TAG_DOWN && i < field[0].count; i++) {
            uint32_t rest = ~get_bits(set.of[k].code.tag, i * field[0].bits, field[0].bits) & ((1u << field[0].bits) - 1);
            assert_int_equal(rest & (rest + 1), 0);
        }
    }
}

static void the_first_field_is_the_class_where_it_says_so(void **state)
{
    (void)state;
    each_config(check_samples);
}

/* What the decoder copies must be what the encoder stored. */
static void check_copies(const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    static sample_set set;
    static byte_use use[4 * WF_MAX_WORDS];
    if (codec->packing && codec->packing(c))
        return;
    samples_find(codec, c, &set);
    for (int k = 0; k < set.classes; k++) {
        const sample *of = &set.of[k];
        if (!of->found || (s->mask_bits && !wf_mask_full(of->mask, s->mask_bits)))
            continue;
        code_map(codec, c, &of->code, s->tag_bits, use);
        for (int b = 0; b < s->payload_bits / 8; b++)
            for (int i = 0; use[b].kind == BYTE_COPY && use[b].even && i < use[b].count; i++)
                assert_int_equal(get_byte(of->code.payload, b), get_byte(of->block, use[b].first + i * use[b].step));
    }
}

static void the_encoder_stores_what_the_map_copies(void **state)
{
    (void)state;
    each_config(check_copies);
}

/* Stimuli know more structures than samples do: every class that one of them gets must have a sample. */
static void check_classes(const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    enum { STIMULI = 1500 };
    static sample_set set;
    static wf_code code;
    design d = {.codec = codec, .config = *c, .sizes = *s, .user_bits = 1};
    for (size_t u = 0; u < wf_unit_count(); u++)
        d.unit = wf_unit_at(u)->codec == codec ? wf_unit_at(u) : d.unit;
    stimuli *all = stimuli_new(&d, 1, NULL, 0);
    samples_find(codec, c, &set);
    for (int i = 0; i < STIMULI; i++) {
        stimulus one;
        stimuli_next(all, &one);
        wf_input in = {.block = one.block, .mask = s->mask_bits ? one.mask : NULL, .raw_only = one.raw_only};
        wf_encode(codec, c, &in, &code);
        int class = codec->classify(c, &code);
        if (!set.of[class].found) {
            text flags = {0};
            design_flags_text(&d, &flags);
            fail_msg("%s%s: no sample of %s", d.unit->name, flags.data, codec->class_names[class]);
        }
    }
    stimuli_free(all);
}

static void every_class_that_can_be_met_has_a_sample(void **state)
{
    (void)state;
    each_config(check_classes);
}

/* The use of one byte in the example of a class. `tag`: the value of the parameter of this name, where the unit has it. */
static byte_use use_with(const char *unit, int tag, int width, int class, int byte)
{
    static sample_set set;
    static byte_use use[4 * WF_MAX_WORDS];
    const wf_unit *u = wf_find_unit(unit);
    wf_config c = wf_default_config(u, width);
    for (int p = 0; u->params[p].name; p++)
        if (strcmp(u->params[p].name, "tag") == 0)
            c.param[p] = tag;
    samples_find(u->codec, &c, &set);
    assert_true(set.of[class].found);
    wf_sizes s;
    u->codec->sizes(&c, &s, NULL);
    code_map(u->codec, &c, &set.of[class].code, tag_fixed(u->codec, &c, &s), use);
    return use[byte];
}

static byte_use use_of(const char *unit, int width, int class, int byte)
{
    return use_with(unit, 0, width, class, byte);
}

static void assert_use(byte_use use, byte_kind kind, int first, int step, int count)
{
    assert_int_equal(use.kind, kind);
    assert_int_equal(use.count, count);
    if (count > 0) {
        assert_int_equal(use.first, first);
        assert_int_equal(use.step, step);
        assert_true(use.even);
    }
}

static void places_are_those_of_the_pages(void **state)
{
    (void)state;
    enum { SAME = 1, ONE_BYTE = 2, TWO_BYTES = 3 };
    assert_use(use_of("warpbdi", 32, 0, 77), BYTE_COPY, 77, 0, 1);
    assert_use(use_of("warpbdi", 32, SAME, 2), BYTE_COPY, 2, 4, 32);
    assert_use(use_of("warpbdi", 32, SAME, 4), BYTE_FREE, 0, 0, 0);
    assert_use(use_of("warpbdi", 32, ONE_BYTE, 3), BYTE_SUM, 3, 4, 32);    /* the base's high byte takes a carry */
    assert_use(use_of("warpbdi", 32, ONE_BYTE, 4), BYTE_COPY, 4, 0, 1);    /* the low byte of lane 1 in its place */
    assert_use(use_of("warpbdi", 32, ONE_BYTE, 5), BYTE_FREE, 0, 0, 0);    /* the second one, with <4,2> */
    assert_use(use_of("warpbdi", 32, ONE_BYTE, 6), BYTE_COPY, 48, 0, 1);   /* the low byte of lane A = 12 */
    assert_use(use_of("warpbdi", 32, ONE_BYTE, 48), BYTE_UNUSED, 0, 0, 0); /* bank 3 */
    assert_use(use_of("warpbdi", 32, TWO_BYTES, 5), BYTE_COPY, 5, 0, 1);
    assert_use(use_of("warpbdi", 32, TWO_BYTES, 48), BYTE_COPY, 81, 0, 1); /* the second byte of lane C = 20 */
    assert_use(use_of("bytewise", 32, 1, 33), BYTE_COPY, 5, 0, 1);         /* plane 1, lane 1 */
    assert_use(use_of("linebdi", 128, 0, 23), BYTE_COPY, 15, 0, 1);        /* byte 7 of eight 1, where codes have S8 */
    assert_use(use_of("linebdi", 128, 3, 23), BYTE_CONTROL, 0, 0, 0);      /* select bits of 8-1 */
    assert_use(use_of("linebdi", 128, 3, 7), BYTE_SUM, 7, 8, 16);          /* its base */
    assert_use(use_of("linebdi", 128, 3, 8), BYTE_COPY, 8, 0, 1);          /* the low byte of chunk 1 */
    assert_use(use_of("linebdi", 128, 3, 25), BYTE_FREE, 0, 0, 0);         /* byte 4 of eight 1, in codes of smaller chunks */
    assert_use(use_of("linebdi", 128, 2, 5), BYTE_COPY, 5, 8, 16);         /* repeat */
    assert_use(use_of("linebdi", 128, 8, 95), BYTE_COPY, 46, 0, 1);        /* 2-1: byte 6 of eight 5 */
    assert_use(use_with("linebdi", 1, 128, 8, 81), BYTE_COPY, 46, 0, 1);   /* behind a head it is elsewhere */
    assert_use(use_with("linebdi", 1, 128, 8, 0), BYTE_HEAD, 0, 0, 0);
    assert_use(use_with("linebdi", 1, 128, 0, 0), BYTE_COPY, 127, 0, 1); /* the byte of the last place of a raw line */
}

/* A module with the ports of `expand`, but for the one that is left out. */
typedef struct {
    text verilog;
    const char *left_out;
} module_text;

static void add_port(void *user, const char *port, int bits, bool output)
{
    module_text *t = user;
    if (strcmp(port, t->left_out) != 0)
        text_printf(&t->verilog, "    %s wire [%d:0] %s,\n", output ? "output" : "input", bits - 1, port);
}

static const char *left_out, *more; /* of the module that is read; what stands before its ports */

static void read_module(const char *file)
{
    design d;
    design_init_named(&d, "expand", "test");
    design_check(&d);
    const bench_layout layout = bench_layout_of(&d, BENCH_UNIT);
    module_text t = {.left_out = left_out};
    text_printf(&t.verilog, "// SPDX-License-Identifier: Apache-2.0\n// A module.\nmodule made (\n%s", more);
    bench_each_port(&layout.module[0], add_port, &t);
    text_puts(&t.verilog, ");\nendmodule\n");
    file_write(file, t.verilog.data, t.verilog.len);
    module_head head;
    module_head_read("/", file, &layout.module[0], &head);
    assert_string_equal(head.purpose, "A module.");
}

static void a_module_has_the_ports_of_the_model(void **state)
{
    (void)state;
    char *file = format_new("%s/test_sheet_%d.v", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
    left_out = "", more = "    input wire clk_i,\n";
    read_module(file);
    left_out = "base_i";
    expect_refused(read_module, file, "has no input base_i, and its streams or its code have");
    left_out = "block_o";
    expect_refused(read_module, file, "has no output block_o, and its streams or its code have");
    left_out = "", more = "    output wire busy_o,\n";
    expect_refused(read_module, file, "has the output busy_o, and no stream and no code has it");
    left_out = "base_i", more = "    output wire [31:0] base_i,\n"; /* the other direction */
    expect_refused(read_module, file, "has no input base_i, and its streams or its code have");
    remove(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fields_are_the_whole_tag),           cmocka_unit_test(the_first_field_is_the_class_where_it_says_so),
        cmocka_unit_test(the_encoder_stores_what_the_map_copies), cmocka_unit_test(every_class_that_can_be_met_has_a_sample),
        cmocka_unit_test(places_are_those_of_the_pages),          cmocka_unit_test(a_module_has_the_ports_of_the_model),
    };
    return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
