/* SPDX-License-Identifier: Apache-2.0
 *
 * test_report.c - the page of one design: it is well-formed and complete, has the same bytes twice, and names steps that have not run. The
 * tests work in a scratch folder on hand-written step files. */
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report_folders.h"
#include "sampled.h"

static void add_cosim(const char *dir)
{
    metrics m = {0};
    metrics_set(&m, 1000, "cosim__verilator__vectors");
    metrics_set(&m, 0, "cosim__verilator__mismatches");
    metrics_set(&m, 20, "cosim__icarus__vectors");
    metrics_set(&m, 0, "cosim__icarus__mismatches");
    metrics_set(&m, 400, "cosim__verilator__class__<4,1>__vectors");
    metrics_set(&m, 1, "cosim__verilator__seed");
    save(&m, dir, "cosim.json");
}

/* A block's steps: a slice of 100 um2 with 20 of registers. */
static void add_block_steps(const char *dir, const char *block, double slices)
{
    metrics m = {0};
    metrics_set(&m, 500, "cosim__verilator__vectors");
    metrics_set(&m, 0, "cosim__verilator__mismatches");
    metrics_set(&m, 7, "cosim__verilator__seed");
    save(&m, dir, "cosim.json");
    metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
    metrics_set(&m, 1, "run__clock_ns");
    metrics_set(&m, 100, "%s__area_um2", block);
    metrics_set(&m, 125, "%s__area_ge", block);
    metrics_set(&m, 20, "%s__reg_area_um2", block);
    metrics_set(&m, 120, "%s__total_area_um2", block);
    metrics_set(&m, 0.5, "%s__delay_ns", block);
    metrics_set(&m, 0.5, "%s__slack_ns", block);
    metrics_set(&m, 3, "%s__energy_pj", block);
    metrics_set(&m, slices, "%s__slices", block);
    metrics_set(&m, 100 * slices, "%s__whole_um2", block);
    metrics_set(&m, 1, "%s__equivalent", block);
    metrics_set_text(&m, "strash; map", "%s__recipe", block);
    metrics_set_text(&m, "en_i port 0 -> data_o port 1 byte 2 bit 3", "%s__path", block);
    save(&m, dir, "synth.json");
}

static void every_width_gives_a_well_formed_page(void **state)
{
    (void)state;
    for (int lanes = WF_MIN_LANES; lanes <= WF_MAX_LANES; lanes *= 2) {
        char *dir = make_folder("width", "warpbdi", NULL, lanes, "store", lanes % 3 == 1 ? "residue" : "delta", NULL);
        add_cosim(dir);
        add_synth(dir, "nangate45_typ.lib");
        add_trace(dir);
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        char *html = page_of(dir, "report.html");
        assert_well_formed(html);
        assert_self_contained(html);
        assert_non_null(strstr(html, "Encoder, stage 1"));
        assert_non_null(strstr(html, "Encoder, last rank to outputs</th><td class=\"n\">0.375</td><td class=\"n\">0.625</td>"));
        assert_non_null(strstr(html, "Decoder, last rank to outputs</th><td class=\"n\">1.250</td><td class=\"n bad\">−0.250</td>"));
    }
}

static void the_same_input_gives_the_same_bytes(void **state)
{
    (void)state;
    static const char *const files[] = {"report.html", "metrics.json", "metrics.csv"};
    char *dir = make_design("twice", 32, NULL, NULL), *first[3];
    add_cosim(dir);
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    for (int pass = 0; pass < 2; pass++) {
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        for (int i = 0; i < 3; i++) {
            char *data = page_of(dir, files[i]);
            if (pass == 0) {
                first[i] = data;
                continue;
            }
            assert_string_equal(first[i], data);
        }
    }
}

/* Is this a word of the page? */
static bool has_word(const char *page, const char *word)
{
    for (const char *at = page; (at = strstr(at, word)) != NULL; at++)
        if (!isalnum((unsigned char)at[-1]) && !isalnum((unsigned char)at[strlen(word)]))
            return true;
    return false;
}

/* Is it left out in `make test` too? These have been nan. */
static bool is_tried(const char *key)
{
    static const char *const keys[] = {
        "enc__stage1__path_named",     "run__utilisation",          "trace__writes", "trace__energy_accesses",
        "trace__sample__tag_accesses", "trace__sample__class__raw", "power__values", "run__liberty"};
    bool found = one_in(2) == 1;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        found |= strcmp(key, keys[i]) == 0;
    return found;
}

/* A file of these figures, of which one more is null. */
static void save_with_null(const metrics *rest, const char *key, const char *path)
{
    text t = {0}, with = {0};
    metrics_text(rest, &t);
    text_printf(&with, "{\n  \"%s\": null%s", key, metrics_count(rest) ? "," : "\n}\n");
    text_puts(&with, metrics_count(rest) ? t.data + 1 : "");
    file_write(path, with.data, with.len);
}

/* The page as it is now: nothing of it is no number. */
static void assert_no_nan(const char *dir, const char *key, const char *step)
{
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    char *html = page_of(dir, "report.html"), *csv = page_of(dir, "metrics.csv"), *json = page_of(dir, "metrics.json");
    if (has_word(html, "nan") || has_word(csv, "nan") || has_word(html, "inf") || has_word(html, "null") || has_word(json, "null"))
        fail_msg("nan or null without %s of %s", key, step);
}

/* Each figure of `step` is left out once, and many are null once: the page has no nan. */
static void leave_each_out(const char *dir, const char *step)
{
    metrics all = {0};
    int tried = 0;
    char *path = path_join(dir, step);
    assert_true(metrics_load(&all, path));
    for (const metric *x = all.first; x; x = x->hh.next) {
        metrics rest = {0};
        if (!is_tried(x->key))
            continue;
        metrics_save(&all, path);
        assert_true(metrics_load(&rest, path));
        metrics_remove(&rest, "%s", x->key);
        metrics_save(&rest, path);
        assert_no_nan(dir, x->key, step);
        if (one_in(3) > 1 && tried++ % 3 > 0)
            continue;
        save_with_null(&rest, x->key, path);
        assert_no_nan(dir, x->key, step);
    }
    metrics_save(&all, path);
}

static void a_figure_that_is_missing_is_no_nan(void **state)
{
    (void)state;
    char *dir = make_design("missing", 32, NULL, NULL);
    metrics m = {0};
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    char *synth = path_join(dir, "synth.json"), *counts = path_join(dir, "trace.json");
    assert_true(metrics_load(&m, synth));
    metrics_set(&m, 9, "enc__stage1__path_cells");
    metrics_set_text(&m, "NangateOpenCellLibrary", "run__library"); /* tells the node without the file */
    metrics_set(&m, 7, "enc__stage1__path_named");
    metrics_set(&m, 0.17, "run__wire_ff_um");
    metrics_set(&m, 0.7, "run__utilisation");
    metrics_set(&m, 0.8, "enc__wires__delay_ns");
    metrics_save(&m, synth);
    m = (metrics){0};
    assert_true(metrics_load(&m, counts));
    metrics_set(&m, 10, "trace__writes");
    metrics_set(&m, 30, "trace__energy_accesses");
    metrics_save(&m, counts);
    m = (metrics){0};
    metrics_set_text(&m, "one.wft", "power__traces");
    metrics_set(&m, 10, "power__values");
    metrics_set(&m, 5, "enc__power__mean_pj");
    metrics_set(&m, 5, "enc__power__raw__pj");
    metrics_set(&m, 100, "enc__power__raw__share");
    metrics_set(&m, 1.2, "enc__power__sta_internal_ratio");
    save(&m, dir, "power.json");
    leave_each_out(dir, "synth.json");
    leave_each_out(dir, "trace.json");
    leave_each_out(dir, "power.json");
}

/* Power that is further from OpenSTA's than 10 % is marked. */
static void power_that_is_far_from_opensta_is_marked(void **state)
{
    (void)state;
    static const struct {
        double inside, nets;
        const char *said; /* NULL: nothing */
    } cases[] = {{1.2, 1, ": inside cells 1.20. "},
                 {0.89, 1.11, ": inside cells 0.890, on nets 1.11. "},
                 {1.09, 0.91, NULL},
                 {0, 1, ": inside cells 0. "}};
    char *dir = make_design("far", 32, NULL, NULL);
    add_synth(dir, "nangate45_typ.lib");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        metrics m = {0};
        metrics_set_text(&m, "one.wft", "power__traces");
        metrics_set(&m, 5, "enc__power__mean_pj");
        metrics_set(&m, cases[i].inside, "enc__power__sta_internal_ratio");
        metrics_set(&m, cases[i].nets, "enc__power__sta_switching_ratio");
        save(&m, dir, "power.json");
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        const char *said = strstr(page_of(dir, "report.html"), "more than 10 % apart");
        assert_int_equal(said != NULL, cases[i].said != NULL);
        if (said)
            assert_true(starts_with(said + strlen("more than 10 % apart"), cases[i].said));
    }
}

static void metrics_hold_the_steps_and_what_follows(void **state)
{
    (void)state;
    char *dir = make_design("keys", 32, NULL, NULL), *json = path_join(dir, "metrics.json");
    add_cosim(dir);
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    metrics m = {0};
    assert_true(metrics_load(&m, json));
    assert_string_equal(metrics_get_text(&m, "run__codec"), "warpbdi");
    assert_string_equal(metrics_get_text(&m, "run__liberty"), "nangate45_typ.lib");
    assert_true(metrics_get(&m, "run__lanes") == 32);
    assert_true(metrics_get(&m, "size__units") == 8);
    assert_true(metrics_get(&m, "cosim__icarus__vectors") == 20);
    assert_true(metrics_get(&m, "trace__ratio") == 3.25);
    /* Two encoders and four decoders, as the paper has. */
    assert_true(metrics_get(&m, "published__area_um2") == 30000);
    assert_true(fabs(metrics_get(&m, "array__fmax_ghz") - 1 / 1.25) < 1e-5);
    /* 16.6 pJ a bank: 5.6 banks saved an access; less 0.8 * 6 a write, 2 * 0.8 * 4 its reads, and 0.1 of a move,
     * which is a decoding, one bank read and eight written; over three accesses. */
    double saved = 16.6 * 5.6 - (0.8 * 6 + 2 * 0.8 * 4 + 0.1 * (4 + 9 * 16.6)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__sample__saved_pj") - saved) < 1e-3);
    assert_true(fabs(metrics_get(&m, "energy__saved_pj") - saved) < 1e-3);
    /* The paper's units take 23 and 21 pJ. */
    double published = 16.6 * 5.6 - (0.8 * 23 + 2 * 0.8 * 21 + 0.1 * (21 + 9 * 16.6)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__saved_published_pj") - published) < 1e-3);

    char *csv = page_of(dir, "metrics.csv");
    assert_non_null(strstr(csv, "key,value,unit,better\n"));
    assert_non_null(strstr(csv, "\nenc__energy_pj,6,pJ,down\n"));
    assert_non_null(strstr(csv, "\nenc__slack_ns,0.2,ns,up\n"));
    assert_non_null(strstr(csv, "\n\"cosim__verilator__class__<4,1>__vectors\",400,,\n"));
}

/* The first thing that a reader sees is a figure in any library: of our units where they and the storage are of one node, else of the published ones. */
static void the_card_of_net_energy_is_never_empty(void **state)
{
    (void)state;
    static const struct {
        const char *codec, *library, *card, *units; /* library NULL: synthesis has not run */
    } cases[] = {
        {"warpbdi", "nangate45_typ.lib", "<h3>Net energy saved</h3><p class=\"big\">84.1<small> pJ</small></p>", "; with our units<"},
        {"warpbdi", "osu018_stdcells.lib", "<h3>Net energy saved, published units</h3><p class=\"big\">69.9<small> pJ</small></p>",
         "units: Warped-Compression, table 3; ours are of 180 nm, the storage is of 45 nm: not comparable<"},
        {"warpbdi", "mine.lib", "<h3>Net energy saved, published units</h3><p class=\"big\">69.9<small>",
         "; ours are of a library of unknown node, the storage is of 45 nm<"},
        {"warpbdi", NULL, "<h3>Net energy saved, published units</h3><p class=\"big\">69.9<small>", "; ours not run: warpfold synth DIR<"},
        {"affine", "osu018_stdcells.lib", "<h3>Net energy saved at least, published units</h3><p class=\"big\">", "; ours are of 180 nm"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *dir = make_folder("card", cases[i].codec, NULL, 32, NULL);
        if (cases[i].library)
            add_synth(dir, cases[i].library);
        if (strcmp(cases[i].codec, "affine") == 0)
            add_affine_trace(dir);
        else
            add_trace(dir);
        char *html = report_page(dir), *card = strstr(html, cases[i].card);
        if (card == NULL)
            fail_msg("%s with %s: no %s", cases[i].codec, cases[i].library, cases[i].card);
        card = format_new("%.*s", (int)strcspn(card + strlen("<h3>"), "\n"), card);
        if (strstr(card, cases[i].units) == NULL)
            fail_msg("%s with %s: no \"%s\" in %s", cases[i].codec, cases[i].library, cases[i].units, card);
    }
}

static void a_step_that_has_not_run_is_named(void **state)
{
    (void)state;
    char *dir = make_design("bare", 16, NULL, NULL);
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    char *html = page_of(dir, "report.html");
    assert_well_formed(html);
    assert_non_null(strstr(html, "warpfold cosim DIR"));
    assert_non_null(strstr(html, "warpfold synth DIR"));
    assert_non_null(strstr(html, "warpfold stats --unit warpbdi --lanes 16"));
    assert_null(strstr(html, "class=\"tile good\""));
}

static void another_node_gives_no_ratio(void **state)
{
    (void)state;
    static const char *const libraries[] = {"osu018_stdcells.lib", "mine.lib"};
    for (int i = 0; i < 2; i++) {
        char *dir = make_design("node", 32, NULL, NULL);
        add_synth(dir, libraries[i]);
        assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
        char *html = page_of(dir, "report.html");
        assert_non_null(strstr(html, i ? "the node of mine.lib is not known" : "180 nm library here, 45 nm there"));
    }
}

static void area_times_delay_is_of_units_without_ranks(void **state)
{
    (void)state;
    char *dir = make_folder("product", "warpbdi", NULL, 16, "enc-stages", "2", "dec-stages", "0", NULL);
    add_synth(dir, "nangate45_typ.lib");
    arena_free(report_page(dir));
    metrics m = metrics_of(dir);
    assert_true(isnan(metrics_get(&m, "enc__area_delay")));
    assert_true(metrics_get(&m, "dec__area_delay") == 3750);
    dir = make_design("ranks", 16, NULL, NULL);
    add_synth(dir, "nangate45_typ.lib");
    char *html = report_page(dir);
    assert_null(strstr(html, "area × delay"));
    assert_non_null(strstr(html, "Move decision"));
    assert_non_null(strstr(html, ">0.125</td>"));
}

static void the_page_says_which_netlists_are_proven(void **state)
{
    (void)state;
    static const struct {
        int enc, dec, move;
        const char *said;
    } table[] = {{1, 1, 1, "proven for all units"}, {0, 0, 0, "not proven"}, {1, 0, 1, "proven only for: encoder, move decision"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *dir = make_design(format_new("proofs%zu", i), 8, NULL, NULL);
        add_synth(dir, "nangate45_typ.lib");
        metrics m = {0};
        metrics_load(&m, path_join(dir, "synth.json"));
        metrics_set(&m, table[i].enc, "enc__equivalent");
        metrics_set(&m, table[i].dec, "dec__equivalent");
        metrics_set(&m, table[i].move, "move__equivalent");
        save(&m, dir, "synth.json");
        char *html = report_page(dir), *want = format_new("<dt>Netlist equal to the RTL</dt><dd>%s</dd>", table[i].said);
        if (strstr(html, want) == NULL)
            fail_msg("the page lacks %s", want);
    }
}

static void a_crossbar_shows_slice_whole_and_wiring(void **state)
{
    (void)state;
    char *dir = make_folder("bar", NULL, "crossbar", 32, "ports", "4", "slice", "2", NULL), *html;
    add_block_steps(dir, "crossbar", 16);
    html = report_page(dir);
    assert_non_null(strstr(html, "Crossbar, slice of 2 lanes"));
    assert_non_null(strstr(html, "Whole: 16 slices"));
    assert_non_null(strstr(html, ">1920</td>")); /* with registers */
    assert_non_null(strstr(html, ">data_i</text>"));
    assert_non_null(strstr(html, ">4096 bits</text>"));
    assert_non_null(strstr(html, "<section id=\"wiring\">"));
    assert_non_null(strstr(html, "href=\"#wiring\""));
    assert_non_null(strstr(html, "side by side at one pitch"));
    assert_non_null(strstr(html, "in one direction, without detours"));
    assert_non_null(strstr(html, "class=\"tile good\""));
    assert_non_null(strstr(html, "<code>data_o port 1 byte 2 bit 3</code>"));
    assert_null(strstr(html, "ncoder"));
    assert_null(strstr(html, "warpfold stats"));
    assert_null(strstr(html, "id=\"energy\""));
    assert_null(strstr(html, "id=\"paper\""));
    metrics m = metrics_of(dir);
    wf_config config = wf_default_config(wf_find_unit("crossbar"), 32);
    wf_wiring w;
    wf_find_unit("crossbar")->wiring(&config, &w);
    assert_true(w.one > 0 && w.longest > 0);
    assert_true(metrics_get(&m, "wiring__displacement_bits") == w.one);
    assert_true(metrics_get(&m, "wiring__all_displacement_bits") == 4 * w.one);
    assert_true(metrics_get(&m, "wiring__longest_bits") == w.longest);
    assert_true(metrics_get(&m, "crossbar__whole_total_um2") == 1920);
    assert_true(metrics_get(&m, "crossbar__whole_energy_pj") == 48);
    assert_true(metrics_get(&m, "port__from_i__bits") == 8);
    assert_string_equal(metrics_get_text(&m, "run__block"), "crossbar");
    assert_string_equal(metrics_get_text(&m, "run__param__order"), "reorder");
    assert_true(isnan(metrics_get(&m, "size__units")));
}

static void plain_and_reordering_crossbars_are_compared(void **state)
{
    (void)state;
    char *a = make_folder("plain", NULL, "crossbar", 32, "order", "plain", NULL);
    char *b = make_folder("reorder", NULL, "crossbar", 32, "order", "reorder", NULL);
    add_block_steps(a, "crossbar", 8);
    add_block_steps(b, "crossbar", 8);
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    assert_self_contained(html);
    /* Both designs are called crossbar32: their folders tell them apart. */
    assert_non_null(strstr(html, ">plain</th>"));
    assert_non_null(strstr(html, ">reorder</th>"));
    assert_non_null(strstr(html, "furthest bit"));
    assert_non_null(strstr(html, "Whole block"));
    assert_non_null(strstr(html, "3<small class=\"over\"> × 1.00</small>"));
    assert_non_null(strstr(html, "without detours"));
    assert_null(strstr(html, "Encoder"));
    assert_null(strstr(html, "warpfold stats"));
    html = page_of(a, "report.html");
    assert_non_null(strstr(html, "Plain order"));
}

/* A block that works on lines may refuse a size of them. */
static bool is_block(const wf_unit *unit, int width)
{
    const wf_config c = wf_default_config(unit, width);
    return !unit->codec && (!unit->line || wf_is_line(width)) && !wf_config_error(unit, &c, NULL);
}

static void every_block_has_a_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++)
        for (int width = WF_MIN_LANES; width <= WF_MAX_LANES; width *= 2) {
            const char *block = wf_unit_at(i)->name;
            if (!is_block(wf_unit_at(i), width))
                continue;
            char *dir = make_folder("block", NULL, block, width, NULL);
            char *html = report_page(dir);
            assert_non_null(strstr(html, "warpfold synth DIR"));
            add_block_steps(dir, block, 1);
            html = report_page(dir);
            assert_true(strstr(html, ">valid_o</text>") || strstr(html, ">valid, ready</text>")); /* streams with names */
            assert_non_null(strstr(html, "<td class=\"n\">7</td>"));                              /* the seed */
            assert_null(strstr(html, "Whole:"));
        }
}

static void bytewise_pages_are_whole(void **state)
{
    (void)state;
    for (int lanes = WF_MIN_LANES; lanes <= WF_MAX_LANES; lanes *= 2)
        for (int groups = 1; groups <= 2; groups++) {
            char *dir = make_folder("bytes", "bytewise", NULL, lanes, "groups", groups == 1 ? "1" : "2", NULL);
            add_cosim(dir);
            add_synth(dir, "nangate45_typ.lib");
            add_bytewise_trace(dir);
            char *html = report_page(dir);
            assert_non_null(strstr(html, ": the whole value is in the tag"));
            assert_non_null(strstr(html, "raw, divergent, divergent scalar <small>"));
            assert_int_equal(strstr(html, "<h3>mixed <small>for instance ") != NULL, groups == 2);
            assert_non_null(strstr(html, "divergent scalar: 10.0 %"));
            assert_non_null(strstr(html, "byte arrays"));
            assert_null(strstr(html, "depends on several lanes"));
            assert_null(strstr(html, "base, b0"));
            assert_non_null(strstr(html, ">7332</td>"));
            assert_non_null(strstr(html, lanes == 32 ? "not comparable: 45 nm library here, 40 nm there" : "lanes here, 32 there"));
        }
}

static void energy_counts_tags_and_byte_planes(void **state)
{
    (void)state;
    char *dir = make_folder("energy", "bytewise", NULL, 32, NULL);
    add_synth(dir, "nangate45_typ.lib");
    add_bytewise_trace(dir);
    char *html = report_page(dir);
    assert_non_null(strstr(html, "borrowed from Warped-Compression"));
    assert_non_null(strstr(html, "5.2 % of a bank"));
    assert_non_null(strstr(html, "The encoder works on divergent writes too"));
    metrics m = metrics_of(dir);
    /* A write saves 4.4 arrays, each of two reads 5.6; a tag each; all ten are encoded, eight decoded at each read; the
     * move, one in ten, decodes a value of one array and writes eight. */
    double t = 0.052 * 56 * 37 / 38;
    double saved = 16.6 * (4.4 + 2 * 5.6) / 3 - t - (6 + 2 * 0.8 * 4 + 0.1 * (4 + 9 * 16.6 + 2 * t)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__sample__saved_pj") - saved) < 1e-3);
    assert_true(metrics_get(&m, "trace__share__scalar") == 40);
    assert_true(metrics_get(&m, "published__total_area_um2") == 20 * 7000);
    assert_true(metrics_get(&m, "pair__total_area_um2") == 2 * 7000);
}

/* This input enters the first step: its wire goes straight to the first box. */
static void assert_goes_straight(const char *html, const char *port)
{
    char *mark = format_new("class=\"port\" text-anchor=\"end\">%s</text>", port);
    const char *at = strstr(html, mark);
    assert_non_null(at);
    while (strncmp(at, "<text", 5) != 0)
        at--;
    double y, box;
    assert_int_equal(sscanf(at, "<text x=\"%*f\" y=\"%lf\"", &y), 1);
    const char *first = strstr(html, "class=\"box\"");
    while (strncmp(first, "<rect", 5) != 0)
        first--;
    assert_int_equal(sscanf(first, "<rect x=\"%lf\"", &box), 1);
    char *end = format_new("<path d=\"M%g %gL", box, y + 1); /* the head of the arrow */
    assert_non_null(strstr(at, end));
}

static void affine_pages_are_whole(void **state)
{
    (void)state;
    static const char *const vectors[] = {"warp", "8", "16", "32"};
    for (int lanes = WF_MIN_LANES; lanes <= WF_MAX_LANES; lanes *= 2)
        for (int v = 0; v < 4 && (v == 0 || 4 << v <= lanes); v++) {
            char *dir = make_folder("affine", "affine", NULL, lanes, "vector", vectors[v], "strides", v % 2 ? "any" : "pow2", NULL);
            add_cosim(dir);
            add_synth(dir, "nangate45_typ.lib");
            add_affine_trace(dir);
            char *html = report_page(dir);
            assert_non_null(strstr(html, ": the whole value is in the tag"));
            assert_non_null(strstr(html, "<h3>zero, uniform, affine, lane 0 inactive <small>1 of "));
            assert_non_null(strstr(html, "lane 0 inactive, bank 0: 4 of 16 bytes carry the code"));
            assert_non_null(strstr(html, "not accessed, or not read"));
            assert_int_equal(strstr(html, "<h3>part <small>") != NULL, v > 0 && 4 << v < lanes);
            assert_null(strstr(html, "depends on several lanes"));
            assert_null(strstr(html, "written as 0"));
            assert_null(strstr(html, "base, b0"));
            assert_non_null(strstr(html, ">active lanes</text>"));
            assert_goes_straight(html, "mask_i");
            assert_null(strstr(html, ">the smallest one</text>"));
            assert_non_null(strstr(html, ">1 encoder</text>"));
            assert_non_null(strstr(html, "A divergent write is encoded too, from its active lanes"));
            assert_null(strstr(html, "A divergent write is stored raw"));
        }
}

/* Narrow and wide words have pages too: blocks of less than 32 bits, and lanes that are no words of 32 bits. */
static void affine_words_have_pages(void **state)
{
    (void)state;
    static const char *const words[] = {"4", "8", "16", "64"};
    for (int i = 0; i < 4; i++) {
        char *dir = make_folder("words", "affine", NULL, 4, "word", words[i], "bank", "64", NULL), *html = report_page(dir);
        assert_non_null(strstr(html, "the number in it the word of 32 bits"));
        assert_non_null(strstr(html, "low byte of 32 bits"));
        assert_non_null(strstr(html, "<h3>generic <small>"));
    }
}

static void affine_stands_beside_its_paper(void **state)
{
    (void)state;
    char *dir = make_folder("paper", "affine", NULL, 32, NULL), *html;
    html = report_page(dir);
    assert_null(strstr(html, "Area in words")); /* nothing is measured */
    add_synth(dir, "nangate45_typ.lib");
    metrics m = {0};
    char *json = path_join(dir, "synth.json");
    assert_true(metrics_load(&m, json));
    metrics_set(&m, 0.8, "run__nand2_um2");
    save(&m, dir, "synth.json");
    add_affine_trace(dir);
    html = report_page(dir);
    assert_non_null(strstr(html, "45 nm library here, 90 nm there"));
    assert_non_null(strstr(html, "encoder and decoder measure 12\u202f500 gate equivalents"));
    assert_non_null(strstr(html, "a single 32-bit adder of 32 full adders takes 171"));
    /* 127 gate equivalents published, 12500 here. */
    assert_non_null(strstr(html, ">127</td><td class=\"n\">12\u202f500</td><td>GE</td><td class=\"n\">98.43</td>"));
    /* 16 of 20 private vectors; one other stride of 17 affine ones; one missed of 16. */
    assert_non_null(strstr(html, ">67</td><td class=\"n\">80</td><td>%</td>"));
    assert_non_null(strstr(html, "borrowed from Warped-Compression"));
    assert_non_null(strstr(html, "The paper's units are an upper bound"));
    m = metrics_of(dir);
    assert_true(metrics_get(&m, "pair__area_ge") == 12500);
    assert_true(metrics_get(&m, "pair__energy_pj") == 10);
    assert_true(metrics_get(&m, "trace__vectors__private__share") == 80);
    assert_true(fabs(metrics_get(&m, "trace__vectors__private__other_strides") - 100 / 17.0) < 1e-4);
    assert_true(metrics_get(&m, "trace__vectors__private__missed") == 6.25);
    assert_true(metrics_get(&m, "trace__vectors__registers__share") == 20);
    assert_true(isnan(metrics_get(&m, "trace__vectors__global__share")));
    /* A write saves 5.4 banks, each of two reads 5.4; a tag of 68 bits each; all ten are encoded, seven decoded at each read;
     * the move, one in ten, decodes a value of 2/7 banks and writes eight. */
    double t = 10 * 68 / 64.0;
    double saved = 16.6 * 5.4 - t - (6 + 2 * 0.7 * 4 + 0.1 * (4 + (8 + 2 / 7.0) * 16.6 + 2 * t)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__sample__saved_pj") - saved) < 1e-3);
    /* The decoding unit alone. */
    dir = make_folder("unit", NULL, "expand", 32, NULL);
    add_block_steps(dir, "expand", 1);
    html = report_page(dir);
    assert_non_null(strstr(html, "45 nm library here, 90 nm there"));
    assert_non_null(strstr(html, "the decoding unit measures 125 gate equivalents"));
}

static void count_text(const char *records, metrics *m)
{
    design d;
    design_init(&d, wf_find_unit("bytewise"), 4);
    d.isolate = 1;
    design_check(&d);
    char *path = in_top("t.wtx");
    text t = {0};
    text_printf(&t, "# warptrace-text 1\n# lanes 4\n%s", records);
    file_write(path, t.data, t.len);
    trace_stats(&d, (const char *const[]){path}, 1, NULL, m);
    for (const metric *x = m->first; x; x = x->hh.next)
        assert_true(x->string || isfinite(x->number));
}

static void no_ratio_is_infinite(void **state)
{
    (void)state;
    metrics m = {0};
    count_text("w 0 0 0 alu x5 f 7 7 7 7\n", &m);
    assert_true(isnan(metrics_get(&m, "trace__ratio_units")));
    assert_true(isnan(metrics_get(&m, "trace__t__ratio_bytes")));
    assert_true(fabs(metrics_get(&m, "trace__ratio_units_tag") - 128 / 37.0) < 1e-9);
    assert_true(fabs(metrics_get(&m, "trace__ratio_units_mean") - 128 / 37.0) < 1e-9);
    assert_true(metrics_get(&m, "trace__units_per_write") == 0);
}

static void bytewise_figures_agree_with_hand_work(void **state)
{
    (void)state;
    metrics m = {0};
    /* A scalar; one lane of it, which needs a move; a value with three common bytes. */
    count_text("w 0 0 0 alu x5 f 7 7 7 7\nw 0 0 0 alu x5 1 7 7 7 7\nw 0 0 0 alu x5 f 1 2 3 4\n", &m);
    assert_true(metrics_get(&m, "trace__class__scalar") == 1);
    assert_true(metrics_get(&m, "trace__class__divergent scalar") == 1);
    assert_true(metrics_get(&m, "trace__class__3-byte") == 1);
    assert_true(metrics_get(&m, "trace__moves") == 1);
    assert_true(metrics_get(&m, "trace__compressed") == 2);
    assert_true(fabs(metrics_get(&m, "trace__ratio_units") - 3 * 128 / 160.0) < 1e-9);
    assert_true(fabs(metrics_get(&m, "trace__ratio_units_mean") - (128 / 37.0 + 1 + 4) / 3) < 1e-9);
    /* Written, in bits: 128 + 32 + 128 raw, 0 + 128 + 32 here, where a lane lies in all four planes. */
    assert_true(fabs(metrics_get(&m, "trace__write_units_raw") - 288 / 32.0 / 3) < 1e-9);
    assert_true(fabs(metrics_get(&m, "trace__write_units") - 160 / 32.0 / 3) < 1e-9);
    double bit = 16.6 / 128, tag = 0.052 * 56 * 37 / 38, enc = 16.22 / 1.4 / 8, dec = 15.86 / 1.4 / 8;
    assert_true(fabs(metrics_get(&m, "trace__base_energy_pj") - bit * (288 + 2 * 384) / 9) < 1e-9);
    /* The move reads no unit and writes four; a tag at each of nine accesses and twice at the move. */
    assert_true(fabs(metrics_get(&m, "trace__stored_energy_pj") - (bit * (160 + 2 * 160 + 128) + 11 * tag) / 9) < 1e-9);
    assert_true(fabs(metrics_get(&m, "trace__unit_energy_pj") - (3 * enc + 5 * dec) / 9) < 1e-9);
}

/* The figure that this page has under the heading; "" if there is none. */
static char *tile_of(const char *html, const char *heading)
{
    const char *at = strstr(html, format_new("<h3>%s</h3>", heading)), *begin = at;
    assert_non_null(at);
    while (strncmp(begin, "<div", 4) != 0)
        begin--;
    return format_new("%.*s", (int)(strstr(at, "</p>") - begin), begin);
}

/* The page of this design if the step's figure is null, and its figures. */
static char *page_with_null(const char *dir, const char *step, const char *key, metrics *figures)
{
    metrics all = {0}, rest = {0};
    char *path = path_join(dir, step);
    assert_true(metrics_load(&all, path) && metrics_load(&rest, path));
    assert_true(isfinite(metrics_get(&all, "%s", key)));
    metrics_remove(&rest, "%s", key);
    save_with_null(&rest, key, path);
    char *html = report_page(dir);
    *figures = metrics_of(dir);
    metrics_save(&all, path);
    return html;
}

static bool has_figure(const metrics *m, const char *key)
{
    return isfinite(metrics_get(m, "%s", key));
}

static void what_is_null_is_no_zero(void **state)
{
    (void)state;
    char *dir = make_design("null", 32, NULL, NULL), *counts = path_join(dir, "trace.json"), *html, *clean;
    metrics m = {0};
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    assert_true(metrics_load(&m, counts));
    for (int c = 0; c < 2; c++)
        metrics_set(&m, 5, "trace__class__%s", c ? "raw" : "<4,0>");
    metrics_set(&m, 4, "trace__sample__reads");
    metrics_set(&m, 10, "trace__writes");
    metrics_set(&m, 30, "trace__energy_accesses");
    metrics_set(&m, 10, "trace__charged_writes");
    save(&m, dir, "trace.json");
    for (int sim = 0; sim < 2; sim++) {
        metrics_set(&m, 100, "cosim__%s__vectors", sim ? "icarus" : "verilator");
        metrics_set(&m, 0, "cosim__%s__mismatches", sim ? "icarus" : "verilator");
    }
    save(&m, dir, "cosim.json");
    clean = report_page(dir);
    m = metrics_of(dir);
    assert_non_null(strstr(tile_of(clean, "Mismatches"), "tile good"));
    assert_true(has_figure(&m, "trace__share__<4,0>") && has_figure(&m, "energy__reads_per_write") && has_figure(&m, "energy__saved_pj"));
    assert_non_null(strstr(clean, "<td class=\"n\">14</td>")); /* 10 writes and 4 reads */

    html = page_with_null(dir, "cosim.json", "cosim__verilator__mismatches", &m);
    assert_null(strstr(tile_of(html, "Mismatches"), "tile good"));
    assert_non_null(strstr(tile_of(html, "Mismatches"), "–"));
    html = page_with_null(dir, "trace.json", "trace__class__raw", &m);
    assert_false(has_figure(&m, "trace__share__<4,0>") || has_figure(&m, "trace__share__raw"));
    html = page_with_null(dir, "trace.json", "trace__sample__class__raw", &m);
    assert_non_null(strstr(clean, "sample: &lt;4,0&gt;: 80.0 %"));
    assert_null(strstr(html, "sample: &lt;4,0&gt;"));
    html = page_with_null(dir, "trace.json", "trace__sample__reads", &m);
    assert_null(strstr(html, "<td class=\"n\">10</td>")); /* as if there were writes alone */
    page_with_null(dir, "trace.json", "trace__charged_writes", &m);
    assert_false(has_figure(&m, "energy__reads_per_write"));
    page_with_null(dir, "trace.json", "trace__sample__encodes", &m);
    assert_false(has_figure(&m, "energy__saved_pj") || has_figure(&m, "energy__sample__saved_pj"));
    page_with_null(dir, "synth.json", "enc__energy_pj", &m);
    assert_false(has_figure(&m, "energy__saved_pj"));
}

static void caches_that_are_null_are_not_told(void **state)
{
    (void)state;
    static const char *const keys[] = {"trace__l1__ways", "trace__l2__bytes", "trace__l1__write_back", "trace__stack_bytes"};
    char *dir = make_folder("caches", "fpc", NULL, 128, NULL);
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    metrics_set(&m, 128, "trace__line");
    metrics_set(&m, 8192, "trace__stack_bytes");
    metrics_set(&m, 10, "trace__dram__metacache__lookups");
    for (int i = 0; i < 2; i++) {
        metrics_set(&m, 16384, "trace__l%d__bytes", i + 1);
        metrics_set(&m, 4, "trace__l%d__ways", i + 1);
        metrics_set(&m, i, "trace__l%d__write_back", i + 1);
    }
    save(&m, dir, "trace.json");
    assert_non_null(
        strstr(report_page(dir), "What reaches DRAM (L1 of 16 KB, 4 ways, write-through; L2 of 16 KB, 4 ways, write-back), in"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_non_null(strstr(page_with_null(dir, "trace.json", keys[i], &m), "What reaches DRAM, in bursts"));
}

int main(void)
{
    top = scratch_dir();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_gives_a_well_formed_page),
        cmocka_unit_test(the_same_input_gives_the_same_bytes),
        cmocka_unit_test(a_figure_that_is_missing_is_no_nan),
        cmocka_unit_test(what_is_null_is_no_zero),
        cmocka_unit_test(caches_that_are_null_are_not_told),
        cmocka_unit_test(power_that_is_far_from_opensta_is_marked),
        cmocka_unit_test(metrics_hold_the_steps_and_what_follows),
        cmocka_unit_test(the_card_of_net_energy_is_never_empty),
        cmocka_unit_test(a_step_that_has_not_run_is_named),
        cmocka_unit_test(another_node_gives_no_ratio),
        cmocka_unit_test(area_times_delay_is_of_units_without_ranks),
        cmocka_unit_test(the_page_says_which_netlists_are_proven),
        cmocka_unit_test(a_crossbar_shows_slice_whole_and_wiring),
        cmocka_unit_test(plain_and_reordering_crossbars_are_compared),
        cmocka_unit_test(every_block_has_a_page),
        cmocka_unit_test(bytewise_pages_are_whole),
        cmocka_unit_test(energy_counts_tags_and_byte_planes),
        cmocka_unit_test(affine_pages_are_whole),
        cmocka_unit_test(affine_words_have_pages),
        cmocka_unit_test(affine_stands_beside_its_paper),
        cmocka_unit_test(no_ratio_is_infinite),
        cmocka_unit_test(bytewise_figures_agree_with_hand_work),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
