/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract of everything emitted: children and their parameters, records of streams, stepped models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../base/text.h"
#include "../../cmodel/pipeline.h"
#include "../../gen/layout.h"
#include "endings.h"

static design design_of(const char *unit, ...)
{
    design d;
    va_list args;
    design_init_named(&d, unit, "test");
    va_start(args, unit);
    for (const char *key; (key = va_arg(args, const char *)) != NULL;)
        design_set(&d, key, va_arg(args, const char *), key);
    va_end(args);
    design_check(&d);
    return d;
}

/* ---- children ---- */

static int param_of(const wf_unit *unit, const wf_config *c, const char *name)
{
    for (int p = 0; unit->params[p].name; p++)
        if (strcmp(unit->params[p].name, name) == 0)
            return c->param[p];
    fail_msg("%s has no parameter %s", unit->name, name);
    return 0;
}

static void a_child_has_its_own_parameters(void **state)
{
    (void)state;
    design d = design_of("bestof", "line", "64", "linebdi.base", "firstnz", "save", "burst", NULL);
    const wf_unit *linebdi = wf_find_unit("linebdi"), *fpc = wf_find_unit("fpc");
    wf_config first = wf_child_config(d.unit, &d.config, 0), second = wf_child_config(d.unit, &d.config, 1);
    assert_int_equal(first.line_bytes, 64);
    assert_int_equal(param_of(linebdi, &first, "base"), 1);
    assert_int_equal(param_of(linebdi, &first, "save"), 1); /* the whole's */
    assert_int_equal(param_of(fpc, &second, "save"), 1);
    wf_config plain = wf_default_config(linebdi, 64);
    assert_int_equal(param_of(linebdi, &first, "store"), param_of(linebdi, &plain, "store"));
}

static void a_bound_child_follows_the_whole(void **state)
{
    (void)state;
    design d = design_of("bytewise", "lanes", "16", "groups", "4", NULL);
    const wf_unit *compare = wf_find_unit("compare");
    wf_config own = wf_child_config(d.unit, &d.config, 0);
    assert_int_equal(own.lanes, 16);
    assert_int_equal(param_of(compare, &own, "groups"), 4);
    assert_int_equal(param_of(compare, &own, "masked"), 1);
    assert_true(wf_child_used(&d.unit->children[0], &d.config));
    assert_false(wf_child_used(&d.unit->children[1], &d.config)); /* no strides, so nothing to expand */
    d = design_of("bytewise", "lanes", "16", "groups", "2", "strides", "any", NULL);
    const wf_unit *expand = wf_find_unit("expand");
    own = wf_child_config(d.unit, &d.config, 1);
    assert_true(wf_child_used(&d.unit->children[1], &d.config));
    assert_int_equal(own.lanes, 8); /* of a group */
    assert_int_equal(param_of(expand, &own, "strides"), 1);
    assert_int_equal(param_of(expand, &own, "word"), 32);
}

static void set_and_check(const char *setting)
{
    char *key = format_new("%.*s", (int)strcspn(setting, "="), setting);
    const char *unit = strstr(setting, "@") + 1;
    char *value = format_new("%.*s", (int)strcspn(strchr(setting, '=') + 1, "@"), strchr(setting, '=') + 1);
    design d;
    design_init_named(&d, unit, "test");
    design_set(&d, key, value, key);
    design_check(&d);
}

static void what_a_child_does_not_have_is_named(void **state)
{
    (void)state;
    expect_refused(set_and_check, "linebdi.nothing=1@bestof", "the linebdi in bestof has no parameter \"nothing\" to set; there are ");
    expect_refused(set_and_check, "bdi.base=first@bestof", "no unit \"bdi\" in bestof; there are linebdi, fpc, cpack");
    expect_refused(set_and_check, "linebdi.save=burst@bestof", "save of the linebdi in bestof is set by bestof itself");
    expect_refused(set_and_check, "linebdi.base=last@bestof", "last for base of linebdi: accepted is first|firstnz");
    expect_refused(set_and_check, "compare.groups=2@bytewise", "groups of the compare in bytewise is set by bytewise itself");
    expect_refused(set_and_check, "x.y=2@warpbdi", "no unit \"x\" in warpbdi; it has none in it");
}

/* ---- records ---- */

/* Marks the bits lo..hi of every "VECTOR[hi:lo]" in a list, each of which must be free. `vector` ends with the bracket: a port may end with its name. */
static int mark_bits(const char *list, const char *vector, unsigned char *seen, int bits)
{
    int marked = 0;
    for (const char *p = list; (p = strstr(p, vector)) != NULL;) {
        int high, low;
        p += strlen(vector);
        assert_int_equal(sscanf(p, "%d:%d]", &high, &low), 2);
        assert_true(low >= 0 && high >= low && high < bits);
        for (int i = low; i <= high; i++, marked++)
            assert_int_equal(seen[i]++, 0);
    }
    return marked;
}

/* Every bit of the output's record is driven once, by a port or as a pad. */
static void expect_all_driven(const design *d, bench_kind kind)
{
    bench_layout l = bench_layout_of(d, kind);
    text all = {0};
    unsigned char *seen = zalloc(32 * (size_t)l.out_words), *driven = zalloc(32 * (size_t)l.in_words);
    for (int k = 0; k < l.count; k++) {
        text ports = {0};
        bench_ports_text(&l, k, &ports);
        text_puts(&all, ports.data);
        text_free(&ports);
    }
    mark_bits(all.data, "in_i[", driven, 32 * l.in_words);
    int ports = mark_bits(all.data, "out_o[", seen, 32 * l.out_words);
    text_free(&all);
    int pads = bench_pads_text(&l, &all);
    assert_int_equal(all.data ? mark_bits(all.data, "out_o[", seen, 32 * l.out_words) : 0, pads);
    assert_int_equal(ports + pads, 32 * l.out_words);
    text_free(&all);
    arena_free(seen);
    arena_free(driven);
}

static void every_bit_of_a_record_has_one_driver(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const char *name = wf_unit_at(i)->name;
        design d = wf_unit_at(i)->codec ? design_of(name, "wrapper", "1", "encs", "3", "decs", "2", "dec-ports", "2", NULL)
                                        : design_of(name, NULL);
        for (int kind = 0; kind < BENCHES; kind++)
            if (bench_exists(&d, (bench_kind)kind))
                expect_all_driven(&d, (bench_kind)kind);
    }
}

static void a_word_of_a_record_has_a_name(void **state)
{
    (void)state;
    design d = design_of("warpbdi", "lanes", "4", "bank", "32", "encs", "2", NULL);
    bench_layout l = bench_layout_of(&d, BENCH_ARRAY);
    static const struct {
        int word;
        const char *name;
    } words[] = {
        /* of an encoder: valid, user, tag, 4 of payload, units, wen */
        {0, "encs port 0, valid_o"}, {2, "encs port 0, tag_o bits 1..0"}, {6, "encs port 0, payload_o bits 127..96"},
        {9, "encs port 1, valid_o"}, {18, "decs port 0, valid_o"},        {19, "decs port 0, user_o bits 15..0"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        text t = {0};
        bench_word_text(&l, words[i].word, &t);
        assert_string_equal(t.data, words[i].name);
        text_free(&t);
    }
}

/* ---- ports ---- */

/* The ports of a bench's modules, without what they are connected to. */
static char *ports_of(const design *d, bench_kind kind)
{
    bench_layout l = bench_layout_of(d, kind);
    text ports = {0}, names = {0};
    for (int k = 0; k < l.count; k++) {
        text_printf(&ports, "%s: ", l.module[k].instance);
        bench_ports_text(&l, k, &ports);
        text_puts(&ports, "\n");
    }
    for (const char *c = ports.data; *c; c += *c != '\0') {
        size_t n = strcspn(c, "(");
        text_add(&names, c, n);
        c += n + strcspn(c + n, ")");
    }
    text_free(&ports);
    return names.data;
}

static void ranks_and_rates_do_not_change_the_ports(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *set[2][8]; /* options of two designs that have the same ports */
    } cases[] = {
        {"warpbdi", {{"enc-stages", "0", "dec-stages", "0"}, {"enc-stages", "2", "dec-stages", "4"}}},
        {"linebdi", {{"enc-stages", "0", "dec-stages", "0"}, {"enc-stages", "1", "dec-stages", "5"}}},
        {"compare", {{"stages", "0"}, {"stages", "1"}}},
        {"fpc", {{"form", "segment", "dec-stages", "0"}, {"form", "word", "rate", "2"}}},
        {"cpack", {{"form", "parallel", "enc-stages", "0"}, {"form", "fifo", "rate", "1"}}},
        {"cpack", {{"form", "fifo", "rate", "8", "line", "32"}, {"form", "fifo", "rate", "4", "line", "32"}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int kind = 0; kind < BENCHES; kind++) {
            char *ports[2];
            for (int j = 0; j < 2; j++) {
                design d = design_of(cases[i].unit, NULL);
                if (d.codec)
                    d = design_of(cases[i].unit, "wrapper", "1", "encs", "2", "decs", "2", NULL);
                for (const char *const *set = cases[i].set[j]; *set; set += 2)
                    design_set(&d, set[0], set[1], set[0]);
                design_check(&d);
                ports[j] = bench_exists(&d, (bench_kind)kind) ? ports_of(&d, (bench_kind)kind) : format_new("none");
            }
            assert_string_equal(ports[0], ports[1]);
            arena_free(ports[0]);
            arena_free(ports[1]);
        }
}

/* What the fast form of a codec of cache lines says of its parameters is what their table says. */
static void a_fast_form_tells_its_parameters(void **state)
{
    (void)state;
    int told = 0;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        const wf_fast *fast = unit->codec ? unit->codec->fast : NULL;
        if (fast == NULL || fast->params == 0)
            continue;
        int count = 0, save = 0, tag = 0;
        for (const wf_param *p = unit->params; p->name; p++) {
            count++;
            save = strcmp(p->name, "save") == 0 ? count : save;
            tag = strcmp(p->name, "tag") == 0 ? count : tag;
        }
        assert_int_equal(fast->params, count);
        assert_int_equal(fast->save, save);
        assert_int_equal(fast->tag, tag);
        told++;
    }
    assert_true(told > 2);
}

static void all_modules_but_move_have_a_clock(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        design d = unit->codec ? design_of(unit->name, "wrapper", "1", "encs", "2", NULL) : design_of(unit->name, NULL);
        for (int kind = 0; kind < BENCHES; kind++) {
            bench_layout l = {.count = 0};
            if (bench_exists(&d, (bench_kind)kind))
                l = bench_layout_of(&d, (bench_kind)kind);
            for (int k = 0; k < l.count; k++) {
                text ports = {0};
                bench_ports_text(&l, k, &ports);
                bool clocked = strstr(ports.data, ".clk_i(clk_i), .rst_ni(rst_ni)") != NULL;
                assert_int_equal(clocked, l.module[k].role != MODULE_MOVE);
                text_free(&ports);
            }
        }
    }
}

/* Each role and each name once; a codec has both halves, and an arbiter where decoders are shared; any other unit is one module. */
static void a_design_has_one_table_of_modules(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        design d = unit->codec ? design_of(unit->name, "decs", "1", NULL) : design_of(unit->name, NULL);
        if (d.codec && d.sizes.interval_dec == 1) {
            d.dec_ports = 2;
            design_check(&d);
        }
        const design_modules m = design_modules_of(&d);
        const bench_layout l = bench_layout_of(&d, BENCH_UNIT);
        for (int k = 0; k < m.count; k++) {
            assert_ptr_equal(design_module_of(&m, m.module[k].role), &m.module[k]);
            assert_ptr_equal(design_module_named(&m, m.module[k].name), &m.module[k]);
        }
        for (int k = 0; k < l.count; k++)
            assert_string_equal(design_module_of(&m, l.module[k].role)->name, l.module[k].instance);
        assert_int_equal(design_module_of(&m, MODULE_ENC) != NULL && design_module_of(&m, MODULE_DEC) != NULL, unit->codec != NULL);
        assert_int_equal(design_module_of(&m, MODULE_ARBITER) != NULL, unit->codec && d.dec_ports > d.decs);
        assert_int_equal(design_module_of(&m, MODULE_MOVE) != NULL, d.sizes.mask_bits > 0);
        assert_int_equal(m.count == 1, unit->codec == NULL);
    }
}

/* Visits every combination of the values of a codec's own parameters; of a range and of a set, some. */
typedef void visit_sizes(void *user, const wf_sizes *s);
static void each_sizes(const wf_unit *unit, wf_config *c, int p, visit_sizes *visit, void *user)
{
    wf_sizes s;
    const wf_param *param = &unit->params[p];
    if (param->name == NULL) {
        if (wf_config_error(unit, c, NULL))
            return;
        unit->codec->sizes(c, &s, NULL);
        visit(user, &s);
        return;
    }
    int place = 0;
    for (const char *v = param->values; *v; v += strcspn(v, "|"), v += *v == '|', place++) {
        c->param[p] = param->kind == WF_PARAM_INT    ? atoi(v)
                      : param->kind == WF_PARAM_SET  ? 1 << place
                      : param->kind == WF_PARAM_LIST ? place + 1
                                                     : place;
        each_sizes(unit, c, p + 1, visit, user);
    }
}

typedef struct {
    bool enc, dec;
} iterating;

static void see(void *user, const wf_sizes *s)
{
    iterating *seen = user;
    seen->enc |= s->interval_enc > 1;
    seen->dec |= s->interval_dec > 1;
}

static bool consists_of_codecs(const wf_unit *unit)
{
    for (const wf_child *child = unit->children; child && child->name; child++)
        if (child->unit->codec)
            return true;
    return false;
}

/* Of codecs that consist of codecs it is the members that iterate */
static void a_codec_iterates_in_some_configuration_or_in_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        iterating seen = {false, false};
        wf_config c = wf_default_config(unit, 32);
        if (unit->codec == NULL)
            continue;
        each_sizes(unit, &c, 0, see, &seen);
        assert_int_equal(unit->codec->enc_iterates + unit->codec->enc_forms_iterate, seen.enc && !consists_of_codecs(unit));
        assert_int_equal(unit->codec->dec_iterates, seen.dec && !consists_of_codecs(unit));
    }
}

/* Is it the value of one of the names or numbers that a parameter accepts? */
static bool takes(const wf_param *param, int value)
{
    int place = 0;
    for (const char *v = param->values; *v; v += strcspn(v, "|"), v += *v == '|', place++)
        if (value == (param->kind == WF_PARAM_INT ? atoi(v) : place))
            return true;
    return false;
}

static void a_part_is_of_a_module_and_its_condition_can_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        int params = 0;
        while (unit->params[params].name)
            params++;
        for (const wf_part *part = unit->parts; part && part->name; part++) {
            assert_true(part->module == NULL || (unit->codec && (strcmp(part->module, "enc") == 0 || strcmp(part->module, "dec") == 0)));
            int param, value, k = 0;
            for (; wf_part_condition(part, k, &param, &value); k++) {
                assert_in_range(param, 0, params - 1);
                assert_true(unit->params[param].kind == WF_PARAM_INT || unit->params[param].kind == WF_PARAM_CHOICE);
                assert_true(takes(&unit->params[param], value));
            }
            assert_true(k == 2 || part->when[k].value == 0);
        }
    }
}

/* ---- stepped models ---- */

static const uint32_t results[4][2] = {{10, ~0u}, {11, ~0u}, {12, ~0u}, {13, ~0u}}; /* a word, and the bits that count */

static void a_result_shows_after_the_latency(void **state)
{
    (void)state;
    for (int latency = 1; latency <= 3; latency++) {
        wf_pipeline *p = malloc(wf_pipeline_size(1, latency));
        assert_non_null(p);
        wf_pipeline_reset(p, 1, latency, 1, WF_FIXED);
        for (int cycle = 0; cycle < 4 + latency; cycle++) {
            const uint32_t *shown = wf_pipeline_shown(p);
            int number = cycle - latency;
            bool taken = number >= 0 && number != 2; /* nothing was taken in cycle 2 */
            assert_true((shown != NULL) == taken);
            if (taken)
                assert_int_equal(shown[0], results[number][0]);
            assert_true(wf_pipeline_ready(p, false)); /* fixed: it does not look at the receiver */
            wf_pipeline_clock(p, cycle < 4 && cycle != 2 ? results[cycle] : NULL, false);
        }
        free(p);
    }
}

static void a_unit_that_iterates_is_busy_between(void **state)
{
    (void)state;
    wf_pipeline *p = malloc(wf_pipeline_size(1, 4));
    static const bool ready[] = {true, false, false, true, true}; /* taken in cycle 0; every 3 cycles at most */
    assert_non_null(p);
    wf_pipeline_reset(p, 1, 4, 3, WF_FIXED);
    for (int cycle = 0; cycle < 5; cycle++) {
        assert_int_equal(wf_pipeline_ready(p, true), ready[cycle]);
        assert_true((wf_pipeline_shown(p) != NULL) == (cycle == 4));
        wf_pipeline_clock(p, cycle == 0 ? results[0] : NULL, true);
    }
    free(p);
}

/* The number of the result at the output; -1: there is none. */
static int number_of(const uint32_t *shown)
{
    return shown ? (int)(shown[0] - results[0][0]) : -1;
}

/* A cycle of a pipeline: what it shows, whether it is ready, and the clock edge with result `number` if it is. */
static void flow_cycle(wf_pipeline *p, bool given, int number, int shown, bool ready)
{
    assert_int_equal(number_of(wf_pipeline_shown(p)), shown);
    assert_int_equal(wf_pipeline_ready(p, given), ready);
    wf_pipeline_clock(p, ready && number >= 0 ? results[number] : NULL, given);
}

static wf_pipeline *new_pipeline(int latency, int interval, wf_flow flow)
{
    wf_pipeline *p = malloc(wf_pipeline_size(1, latency));
    assert_non_null(p);
    wf_pipeline_reset(p, 1, latency, interval, flow);
    return p;
}

static void a_stall_holds_all_ranks(void **state)
{
    (void)state;
    wf_pipeline *p = new_pipeline(2, 1, WF_STALL);
    flow_cycle(p, true, 0, -1, true);
    flow_cycle(p, false, 1, -1, false); /* an empty rank does not fill */
    flow_cycle(p, true, 1, -1, true);
    flow_cycle(p, false, 2, 0, false);
    flow_cycle(p, true, -1, 0, true);
    flow_cycle(p, true, -1, 1, true);
    flow_cycle(p, true, -1, -1, true);
    free(p);
}

static void empty_elastic_ranks_fill(void **state)
{
    (void)state;
    wf_pipeline *p = new_pipeline(3, 1, WF_ELASTIC);
    flow_cycle(p, false, 0, -1, true);
    flow_cycle(p, false, -1, -1, true);
    flow_cycle(p, false, 1, -1, true);
    flow_cycle(p, false, 2, 0, true); /* 1 moves on, behind 0 */
    flow_cycle(p, false, 3, 0, false);
    flow_cycle(p, true, 3, 0, true);
    flow_cycle(p, true, -1, 1, true);
    flow_cycle(p, true, -1, 2, true);
    flow_cycle(p, true, -1, 3, true);
    flow_cycle(p, true, -1, -1, true);
    free(p);
}

static void a_unit_that_iterates_stops_at_its_output(void **state)
{
    (void)state;
    wf_pipeline *p = new_pipeline(3, 2, WF_ELASTIC);
    flow_cycle(p, false, 0, -1, true);
    flow_cycle(p, false, 1, -1, false); /* it iterates */
    flow_cycle(p, false, 1, -1, true);
    flow_cycle(p, false, 2, 0, false); /* nothing moves */
    flow_cycle(p, false, 2, 0, false);
    flow_cycle(p, true, 2, 0, false); /* the rest of the iteration */
    flow_cycle(p, true, 2, -1, true);
    flow_cycle(p, true, -1, 1, false);
    flow_cycle(p, true, -1, -1, true);
    flow_cycle(p, true, -1, 2, true);
    free(p);
}

static void a_wrapper_takes_what_it_can_hold(void **state)
{
    (void)state;
    for (int latency = 0; latency <= 2; latency++) {
        int holds = latency == 0 ? 2 : latency + 1; /* the ranks and the queue */
        wf_wrapper *w = malloc(wf_wrapper_size(1, latency));
        assert_non_null(w);
        wf_wrapper_reset(w, 1, latency, 1);
        for (int cycle = 0; cycle < holds; cycle++) { /* nobody takes the output */
            assert_true(wf_wrapper_ready(w));
            wf_wrapper_clock(w, results[cycle], false);
        }
        assert_false(wf_wrapper_ready(w));
        for (int cycle = 0; cycle < 3; cycle++) {
            assert_int_equal(number_of(wf_wrapper_shown(w)), 0); /* it stays */
            wf_wrapper_clock(w, NULL, false);
        }
        for (int n = 0; n < holds; n++) {
            assert_int_equal(number_of(wf_wrapper_shown(w)), n);
            assert_int_equal(wf_wrapper_ready(w), n > 0); /* it depends on what is in it alone */
            wf_wrapper_clock(w, NULL, true);
        }
        assert_null(wf_wrapper_shown(w));
        free(w);
    }
}

static void a_wrapper_has_the_full_rate(void **state)
{
    (void)state;
    for (int latency = 0; latency <= 2; latency++) {
        wf_wrapper *w = malloc(wf_wrapper_size(1, latency));
        int delay = latency == 0 ? 1 : latency;
        assert_non_null(w);
        wf_wrapper_reset(w, 1, latency, 1);
        for (int cycle = 0; cycle < 4 + delay; cycle++) {
            assert_int_equal(number_of(wf_wrapper_shown(w)), cycle < delay ? -1 : cycle - delay);
            assert_true(wf_wrapper_ready(w));
            wf_wrapper_clock(w, cycle < 4 ? results[cycle] : NULL, true);
        }
        free(w);
    }
}

/* ---- codes without their payload ---- */

/* A block of lanes that have something in common, or any bits. */
static void some_block(rng *r, uint32_t *block, int words)
{
    uint32_t base = rng_word(r), step = rng_below(r, 2) ? rng_below(r, 70) : 0, span = rng_below(r, 3) ? 1u << rng_below(r, 20) : 1;
    for (int i = 0; i < words; i++)
        block[i] = base + (uint32_t)i * step + rng_below(r, span);
    if (rng_below(r, 3) == 0)
        block[rng_below(r, (uint32_t)words)] = rng_word(r);
}

/* The units of a block of zeros. */
static int least_units(const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    static const uint32_t zeros[WF_MAX_WORDS], full[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    const wf_input in = {.block = zeros, .mask = full};
    wf_code code;
    wf_encode(codec, c, &in, &code);
    return wf_units_used(s, &code);
}

/* Encodes both ways; the payloads begin with different bits. No full block takes fewer units than zeros. Returns whether the payload that no
 * caller reads was left as it was. */
static bool expect_one_code(const wf_codec *codec, const wf_config *c, const wf_sizes *s, const wf_input *whole, int least)
{
    wf_code want, code, before;
    wf_input in = *whole;
    in.no_payload = true;
    memset(&want, 0xa5, sizeof want);
    memset(&code, 0x5a, sizeof code);
    before = code;
    wf_encode(codec, c, whole, &want);
    wf_encode(codec, c, &in, &code);
    for (int i = 0; i < s->tag_bits; i++)
        assert_int_equal(code.tag[i / 32] >> i % 32 & 1, want.tag[i / 32] >> i % 32 & 1);
    assert_memory_equal(code.units, want.units, sizeof want.units);
    assert_memory_equal(code.wen, want.wen, sizeof want.wen);
    assert_int_equal(wf_size(codec, c, &code), codec->size(c, &want));
    assert_int_equal(wf_classify(codec, c, &code), codec->classify(c, &want));
    assert_true(wf_units_used(s, &want) >= least || (whole->mask && !wf_mask_full(whole->mask, s->mask_bits)));
    return memcmp(code.payload, before.payload, sizeof code.payload) == 0;
}

/* Blocks of one configuration: full, partial and empty masks. Returns how many codes had no payload written. */
static int expect_one_code_of_many(rng *r, const wf_codec *codec, const wf_config *c, const wf_sizes *s)
{
    int left = 0, least = least_units(codec, c, s);
    for (int n = 0; n < 24; n++) {
        uint32_t block[WF_MAX_WORDS], mask[WF_MASK_WORDS];
        some_block(r, block, s->block_bits / 32);
        for (int i = 0; i < WF_MASK_WORDS; i++)
            mask[i] = n % 3 == 0 ? ~0u : n % 8 == 1 ? 0 : rng_word(r) & rng_word(r);
        for (int i = s->mask_bits; i < 32 * WF_MASK_WORDS; i++)
            mask[i / 32] &= ~(1u << i % 32);
        const wf_input in = {.block = block, .mask = s->mask_bits ? mask : NULL, .raw_only = n % 12 == 7};
        left += expect_one_code(codec, c, s, &in, least);
    }
    return left;
}

static void a_code_without_its_payload_is_the_same_code(void **state)
{
    (void)state;
    static const int values[] = {0, 1, 2, 3, 4, 7, 8, 16, 32, 64, 128};
    rng r = {41};
    int left = 0;
    for (size_t u = 0; u < wf_unit_count(); u++) {
        const wf_unit *unit = wf_unit_at(u);
        int tried = 0, params = 0;
        while (unit->params[params].name)
            params++;
        for (int n = 0; unit->codec && n < 400; n++) {
            wf_sizes s;
            wf_config c = wf_default_config(unit, unit->line ? 32 << n % 3 : 4 << n % 6);
            for (int k = 0; n >= 6 && k < 2; k++) /* one or two other parameters */
                c.param[rng_below(&r, (uint32_t)params)] = values[rng_below(&r, sizeof values / sizeof *values)];
            if (wf_config_error(unit, &c, NULL))
                continue;
            unit->codec->sizes(&c, &s, NULL);
            left += expect_one_code_of_many(&r, unit->codec, &c, &s);
            tried++;
        }
        assert_true(!unit->codec || tried >= 20);
    }
    assert_true(left > 0); /* of some codec it saves the work */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_without_its_payload_is_the_same_code),
        cmocka_unit_test(a_child_has_its_own_parameters),
        cmocka_unit_test(a_bound_child_follows_the_whole),
        cmocka_unit_test(what_a_child_does_not_have_is_named),
        cmocka_unit_test(every_bit_of_a_record_has_one_driver),
        cmocka_unit_test(a_word_of_a_record_has_a_name),
        cmocka_unit_test(a_result_shows_after_the_latency),
        cmocka_unit_test(a_unit_that_iterates_is_busy_between),
        cmocka_unit_test(a_stall_holds_all_ranks),
        cmocka_unit_test(empty_elastic_ranks_fill),
        cmocka_unit_test(a_unit_that_iterates_stops_at_its_output),
        cmocka_unit_test(a_wrapper_takes_what_it_can_hold),
        cmocka_unit_test(a_wrapper_has_the_full_rate),
        cmocka_unit_test(ranks_and_rates_do_not_change_the_ports),
        cmocka_unit_test(a_design_has_one_table_of_modules),
        cmocka_unit_test(a_fast_form_tells_its_parameters),
        cmocka_unit_test(all_modules_but_move_have_a_clock),
        cmocka_unit_test(a_codec_iterates_in_some_configuration_or_in_none),
        cmocka_unit_test(a_part_is_of_a_module_and_its_condition_can_hold),
    };
    return cmocka_run_group_tests_name("contract", tests, NULL, NULL);
}
