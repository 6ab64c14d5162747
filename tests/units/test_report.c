/* SPDX-License-Identifier: Apache-2.0
 *
 * The report: it is well-formed and complete, has the same bytes twice, and names steps that have not run. The tests work in a scratch
 * folder on hand-written step files. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/metrics.h"
#include "../../base/random.h"
#include "../../base/text.h"
#include "../../cmodel/bits.h"
#include "../../gen/manifest.h"
#include "../../gen/samples.h"
#include "../../report/report.h"
#include "../../report/svg.h"
#include "../../stats/trace_stats.h"
#include "child.h"

static char *top;

static char *in_top(const char *name)
{
    return path_join(top, name);
}

/* Makes a folder as `warpfold gen` does, with one file of Verilog, for a design with the settings "key", "value", ... NULL. Returns its
 * name, malloc'd. */
static char *make_folder(const char *name, const char *codec, const char *block, int width, ...)
{
    design d;
    static const char rtl[] = "module unit; endmodule\n";
    file_list files = {.count = 0};
    char *dir = in_top(name), *manifest = path_join(dir, "manifest.json"), *verilog = path_join(dir, "rtl/unit.v");
    dir_remove(dir);
    design_init(&d, wf_find_unit(codec ? codec : block), width);
    if (codec)
        d.isolate = 1; /* raw accesses leave the units at rest: what the energies below count with */
    va_list args;
    va_start(args, width);
    for (const char *key; (key = va_arg(args, const char *)) != NULL;)
        design_set(&d, key, va_arg(args, const char *), "test");
    va_end(args);
    design_check(&d);
    dir_make_for(verilog);
    file_write(verilog, rtl, strlen(rtl));
    file_list_add(&files, "rtl/unit.v", "rtl", rtl, strlen(rtl));
    manifest_write(&d, &files, manifest);
    file_list_free(&files);
    free(verilog);
    free(manifest);
    return dir;
}

static char *make_design(const char *name, int lanes, const char *key, const char *value)
{
    return key ? make_folder(name, "warpbdi", NULL, lanes, key, value, NULL) : make_folder(name, "warpbdi", NULL, lanes, NULL);
}

static void save(metrics *m, const char *dir, const char *file)
{
    char *path = path_join(dir, file);
    metrics_save(m, path);
    free(path);
    metrics_free(m);
    *m = (metrics){0};
}

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

static void add_synth(const char *dir, const char *library)
{
    static const char *const units[] = {"enc", "dec"};
    metrics m = {0};
    metrics_set_text(&m, library, "run__liberty");
    metrics_set(&m, 1, "run__clock_ns");
    metrics_set(&m, 12.5, "move__area_um2");
    metrics_set(&m, 0.125, "move__delay_ns");
    for (int i = 0; i < 2; i++) {
        metrics_set(&m, 5000, "%s__area_um2", units[i]);
        metrics_set(&m, 3750, "%s__area_delay", units[i]);
        metrics_set(&m, 7000, "%s__total_area_um2", units[i]);
        metrics_set(&m, 0.75, "%s__delay_ns", units[i]);
        metrics_set(&m, i ? -0.25 : 0.2, "%s__slack_ns", units[i]);
        metrics_set(&m, i ? -0.25 : 0.2, "%s__stage1__slack_ns", units[i]);
        metrics_set(&m, i ? 1.25 : 0.375, "%s__clock_to_out_ns", units[i]);
        metrics_set(&m, i ? 4 : 6, "%s__energy_pj", units[i]);
        metrics_set(&m, 3000, "%s__part__low_half__area_um2", units[i]);
        metrics_set_text(&m, "block_i[3] -> a & b < c -> \"tag\"", "%s__path", units[i]);
    }
    save(&m, dir, "synth.json");
}

/* 10 values of 8 banks: 2 divergent and raw, 8 of one bank, so 2.4 banks a value; one dummy move. */
/* Ten writes, each read twice, and a move. */
static void set_energies(metrics *m, double base_banks, double banks, double encodes, double decodes)
{
    metrics_set(m, 30, "trace__sample__energy_accesses");
    metrics_set(m, base_banks, "trace__sample__base_bank_accesses");
    metrics_set(m, banks, "trace__sample__bank_accesses");
    metrics_set(m, 30 + 2, "trace__sample__tag_accesses");
    metrics_set(m, encodes, "trace__sample__encodes");
    metrics_set(m, decodes, "trace__sample__decodes");
}

static void add_trace(const char *dir)
{
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    metrics_set(&m, 3.25, "trace__ratio");
    metrics_set(&m, 10, "trace__sample__writes");
    metrics_set(&m, 2, "trace__sample__divergent");
    metrics_set(&m, 1, "trace__sample__moves");
    metrics_set(&m, 8, "trace__sample__compressed");
    metrics_set(&m, 2.4, "trace__sample__units_per_write");
    /* 30 accesses of 8 banks, raw; 2.4 of a value, and 9 of the move; 8 encodings, 2 x 8 decodings and the move's */
    set_energies(&m, 240, 81, 8, 17);
    metrics_set(&m, 2, "trace__sample__class__raw");
    metrics_set(&m, 8, "trace__sample__class__<4,0>");
    metrics_set(&m, 8, "trace__sample__bin__nondiv__zero");
    save(&m, dir, "trace.json");
}

/* The same of bytewise: 4 scalars of no unit, 4 of 2 units, 2 divergent ones that write all 8 units where the lanes' own
 * order would touch 2. */
static void add_bytewise_trace(const char *dir)
{
    static const char *const names[] = {"scalar", "3-byte", "divergent", "divergent scalar"};
    static const double counts[] = {4, 4, 1, 1};
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    metrics_set(&m, 10, "trace__sample__writes");
    metrics_set(&m, 2, "trace__sample__divergent");
    metrics_set(&m, 1, "trace__sample__moves");
    metrics_set(&m, 8, "trace__sample__compressed");
    metrics_set(&m, 2.4, "trace__sample__units_per_write");
    metrics_set(&m, 2.4, "trace__sample__write_units");
    metrics_set(&m, 6.8, "trace__sample__write_units_raw");
    set_energies(&m, 68 + 160, 24 + 48 + 9, 10, 17);
    metrics_set(&m, 2.75, "trace__ratio_units_tag");
    for (int i = 0; i < 4; i++) {
        metrics_set(&m, counts[i], "trace__class__%s", names[i]);
        metrics_set(&m, counts[i], "trace__sample__class__%s", names[i]);
    }
    save(&m, dir, "trace.json");
}

/* The same of affine: 10 values, 2 of them divergent, of which one is affine in 24 lanes and leaves 2 units; 6 of no unit, 2
 * and one divergent one raw. 20 vectors of private memory, 25 of registers. */
static void add_affine_trace(const char *dir)
{
    static const struct {
        const char *key;
        double value;
    } figures[] = {{"class__generic", 3},
                   {"class__zero", 1},
                   {"class__uniform", 4},
                   {"class__affine", 2},
                   {"class__part", 0},
                   {"vector__load_stack__zero", 3},
                   {"vector__load_stack__uniform", 1},
                   {"vector__load_stack__affine", 2},
                   {"vector__load_stack__other", 1},
                   {"vector__load_stack__generic", 3},
                   {"vector__load_stack__missed", 1},
                   {"vector__store_stack__zero", 0},
                   {"vector__store_stack__uniform", 4},
                   {"vector__store_stack__affine", 6},
                   {"vector__store_stack__other", 0},
                   {"vector__store_stack__generic", 0},
                   {"vector__store_stack__missed", 0},
                   {"vector__registers__zero", 5},
                   {"vector__registers__uniform", 0},
                   {"vector__registers__affine", 0},
                   {"vector__registers__other", 0},
                   {"vector__registers__generic", 20},
                   {"vector__registers__missed", 0}};
    metrics m = {0};
    metrics_set(&m, 1, "trace__count");
    metrics_set(&m, 10, "trace__sample__writes");
    metrics_set(&m, 2, "trace__sample__divergent");
    metrics_set(&m, 1, "trace__sample__moves");
    metrics_set(&m, 7, "trace__sample__compressed");
    metrics_set(&m, 2.6, "trace__sample__units_per_write");
    metrics_set(&m, 1.8, "trace__sample__write_units");
    metrics_set(&m, 7.2, "trace__sample__write_units_raw");
    set_energies(&m, 72 + 160, 18 + 52 + 8 + 2 / 7.0, 10, 15);
    metrics_set(&m, 32, "trace__sample__vector__lanes");
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        metrics_set(&m, figures[i].value, "trace__%s", figures[i].key);
        metrics_set(&m, figures[i].value, "trace__sample__%s", figures[i].key);
    }
    save(&m, dir, "trace.json");
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

/* The metrics that a report wrote. */
static metrics metrics_of(const char *dir)
{
    metrics m = {0};
    char *json = path_join(dir, "metrics.json");
    assert_true(metrics_load(&m, json));
    free(json);
    return m;
}

/* Every key that was written is in the list. */
static void assert_keys_known(const char *dir)
{
    metrics m = metrics_of(dir);
    for (const metric *x = m.first; x; x = x->hh.next)
        if (key_find(x->key) == NULL)
            fail_msg("base/keys.def lacks \"%s\"", x->key);
    metrics_free(&m);
}

/* Runs the report without its standard output and with its messages in MESSAGES. Returns the exit code if it dies, else 0. */
static int run(const char *const *dirs, int n, const char *out)
{
    fflush(stdout);
    char *messages = in_top("MESSAGES");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        report_run(dirs, n, out);
        exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    free(messages);
    for (int i = 0; i < n && WEXITSTATUS(status) == 0; i++)
        assert_keys_known(dirs[i]);
    return WEXITSTATUS(status);
}

static char *page_of(const char *dir, const char *file)
{
    char *path = path_join(dir, file), *data = file_read(path, NULL);
    assert_non_null(data);
    free(path);
    return data;
}

/* The page of several designs in `top`, made anew. */
static char *compare(const char *const *dirs, int n)
{
    char *path = in_top("compare.html");
    remove(path);
    free(path);
    assert_int_equal(run(dirs, n, NULL), 0);
    return page_of(top, "compare.html");
}

/* ---- well-formedness: every tag closed in order, attributes quoted, no bare & ---- */

static bool is_open_ended(const char *tag)
{
    return strncmp(tag, "!DOCTYPE", 8) == 0 || tag[strlen(tag) - 1] == '/';
}

static void assert_well_formed(const char *html)
{
    char *stack[64];
    int depth = 0;
    for (const char *s = html; *s; s++) {
        if (*s == '&')
            assert_true(strcspn(s, ";") <= 6);
        if (*s != '<')
            continue;
        const char *end = strchr(s, '>');
        assert_non_null(end);
        char *tag = format_new("%.*s", (int)(end - s - 1), s + 1);
        int quotes = 0;
        for (const char *q = tag; *q; q++)
            quotes += *q == '"';
        assert_int_equal(quotes % 2, 0);
        assert_null(strchr(tag, '<'));
        if (*tag == '/') {
            assert_true(depth > 0);
            assert_string_equal(stack[--depth], tag + 1);
            free(stack[depth]);
        } else if (!is_open_ended(tag)) {
            assert_true(depth < 64);
            stack[depth++] = format_new("%.*s", (int)strcspn(tag, " \n"), tag);
        }
        free(tag);
        s = end;
    }
    assert_int_equal(depth, 0);
}

static void assert_self_contained(const char *html)
{
    static const char *const never[] = {"http:", "https:", "<script", "<link", "@import", "url(",
                                        "file:", ">nan<",  "\"nan\"", "nan %", "-nan",    "inf<"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        assert_null(strstr(html, never[i]));
    assert_null(strstr(html, top));
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
        free(html);
        free(dir);
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
            free(first[i]);
            free(data);
        }
    }
    free(dir);
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
    metrics_free(&m);

    char *csv = page_of(dir, "metrics.csv");
    assert_non_null(strstr(csv, "key,value,unit,better\n"));
    assert_non_null(strstr(csv, "\nenc__energy_pj,6,pJ,down\n"));
    assert_non_null(strstr(csv, "\nenc__slack_ns,0.2,ns,up\n"));
    assert_non_null(strstr(csv, "\n\"cosim__verilator__class__<4,1>__vectors\",400,,\n"));
    free(csv);
    free(json);
    free(dir);
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
    free(html);
    free(dir);
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
        free(html);
        free(dir);
    }
}

static char *report_page(const char *dir)
{
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    char *html = page_of(dir, "report.html");
    assert_well_formed(html);
    assert_self_contained(html);
    return html;
}

static void area_times_delay_is_of_units_without_ranks(void **state)
{
    (void)state;
    char *dir = make_folder("product", "warpbdi", NULL, 16, "enc-stages", "2", "dec-stages", "0", NULL);
    add_synth(dir, "nangate45_typ.lib");
    free(report_page(dir));
    metrics m = metrics_of(dir);
    assert_true(isnan(metrics_get(&m, "enc__area_delay")));
    assert_true(metrics_get(&m, "dec__area_delay") == 3750);
    metrics_free(&m);
    free(dir);
    dir = make_design("ranks", 16, NULL, NULL);
    add_synth(dir, "nangate45_typ.lib");
    char *html = report_page(dir);
    assert_null(strstr(html, "area × delay"));
    assert_non_null(strstr(html, "Move decision"));
    assert_non_null(strstr(html, ">0.125</td>"));
    free(html);
    free(dir);
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
    free(html);
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
    metrics_free(&m);
    free(dir);
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
    free(html);
    html = page_of(a, "report.html");
    assert_non_null(strstr(html, "Plain order"));
    free(html);
    free(a);
    free(b);
}

static void every_block_has_a_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++)
        for (int width = WF_MIN_LANES; width <= WF_MAX_LANES; width *= 2) {
            const char *block = wf_unit_at(i)->name;
            if (wf_unit_at(i)->codec || (wf_unit_at(i)->line && !wf_is_line(width)))
                continue;
            char *dir = make_folder("block", NULL, block, width, NULL);
            char *html = report_page(dir);
            assert_non_null(strstr(html, "warpfold synth DIR"));
            free(html);
            add_block_steps(dir, block, 1);
            html = report_page(dir);
            assert_true(strstr(html, ">valid_o</text>") || strstr(html, ">valid, ready</text>")); /* streams with names */
            assert_non_null(strstr(html, "<td class=\"n\">7</td>"));                              /* the seed */
            assert_null(strstr(html, "Whole:"));
            free(html);
            free(dir);
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
            free(html);
            free(dir);
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
    free(html);
    metrics m = metrics_of(dir);
    /* A write saves 4.4 arrays, each of two reads 5.6; a tag each; all ten are encoded, eight decoded at each read; the
     * move, one in ten, decodes a value of one array and writes eight. */
    double t = 0.052 * 56 * 37 / 38;
    double saved = 16.6 * (4.4 + 2 * 5.6) / 3 - t - (6 + 2 * 0.8 * 4 + 0.1 * (4 + 9 * 16.6 + 2 * t)) / 3;
    assert_true(fabs(metrics_get(&m, "energy__sample__saved_pj") - saved) < 1e-3);
    assert_true(metrics_get(&m, "trace__share__scalar") == 40);
    assert_true(metrics_get(&m, "published__total_area_um2") == 20 * 7000);
    assert_true(metrics_get(&m, "pair__total_area_um2") == 2 * 7000);
    metrics_free(&m);
    free(dir);
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
    free(end);
    free(mark);
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
            free(html);
            free(dir);
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
        free(html);
        free(dir);
    }
}

static void affine_stands_beside_its_paper(void **state)
{
    (void)state;
    char *dir = make_folder("paper", "affine", NULL, 32, NULL), *html;
    html = report_page(dir);
    assert_null(strstr(html, "Area in words")); /* nothing is measured */
    free(html);
    add_synth(dir, "nangate45_typ.lib");
    metrics m = {0};
    char *json = path_join(dir, "synth.json");
    assert_true(metrics_load(&m, json));
    metrics_set(&m, 0.8, "run__nand2_um2");
    save(&m, dir, "synth.json");
    free(json);
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
    free(html);
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
    metrics_free(&m);
    free(dir);
    /* The decoding unit alone. */
    dir = make_folder("unit", NULL, "expand", 32, NULL);
    add_block_steps(dir, "expand", 1);
    html = report_page(dir);
    assert_non_null(strstr(html, "45 nm library here, 90 nm there"));
    assert_non_null(strstr(html, "the decoding unit measures 125 gate equivalents"));
    free(html);
    free(dir);
}

static void two_codecs_stand_beside_what_is_published_of_both(void **state)
{
    (void)state;
    char *a = make_design("bdi", 32, NULL, NULL), *b = make_folder("byt", "bytewise", NULL, 32, NULL);
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "nangate45_typ.lib");
    add_trace(a);
    add_bytewise_trace(b);
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    assert_self_contained(html);
    assert_non_null(strstr(html, "One paper's comparison of both"));
    assert_non_null(strstr(html, "<td class=\"n\">0.52</td><td class=\"n\">1.00</td>"));
    assert_non_null(strstr(html, "2.17 against 2.13"));
    assert_non_null(strstr(html, "only the ratio by units + tag"));
    assert_null(strstr(html, "same traces: their"));
    free(html);
    /* Other traces, another clock: nothing is set against the first. */
    metrics m = {0};
    metrics_set(&m, 2, "trace__count");
    metrics_set(&m, 3, "trace__other__writes");
    metrics_set(&m, 2, "trace__ratio_units_tag");
    save(&m, b, "trace.json");
    metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
    metrics_set(&m, 2, "run__clock_ns");
    metrics_set(&m, 5000, "enc__area_um2");
    save(&m, b, "synth.json");
    html = compare((const char *const[]){a, b}, 2);
    assert_non_null(strstr(html, "not measured on the same traces"));
    assert_non_null(strstr(html, "mapped for different clocks"));
    assert_non_null(strstr(html, "not comparable: other traces"));
    assert_non_null(strstr(html, "not comparable: other clocks"));
    free(html);
    free(a);
    free(b);
}

static void three_codecs_share_a_page(void **state)
{
    (void)state;
    char *a = make_design("r1", 32, NULL, NULL), *b = make_folder("r2", "bytewise", NULL, 32, NULL),
         *c = make_folder("r3", "affine", NULL, 32, "vector", "16", "strides", "any", NULL);
    add_synth(c, "nangate45_typ.lib");
    add_affine_trace(c);
    char *html = compare((const char *const[]){a, b, c}, 3);
    assert_well_formed(html);
    assert_self_contained(html);
    static const char *const own[][2] = {{"vector", "16"}, {"strides", "any"}, {"word", "32"}};
    for (int i = 0; i < 3; i++) { /* two dashes, and what only affine has; bytewise has strides too */
        const char *second = i == 1 ? "none" : "–";
        char *row =
            format_new(">%s</th><td class=\"n\">–</td><td class=\"n\">%s</td><td class=\"n\">%s</td>", own[i][0], second, own[i][1]);
        assert_non_null(strstr(html, row));
        free(row);
    }
    assert_non_null(strstr(html, "only the ratio by units + tag"));
    free(html);
    free(a);
    free(b);
    free(c);
}

/* ---- trace figures of a codec whose values may take no unit ---- */

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
    text_free(&t);
    free(path);
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
    metrics_free(&m);
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
    metrics_free(&m);
}

static void several_designs_share_a_page(void **state)
{
    (void)state;
    char *a = make_design("one", 32, "name", "first"), *b = make_design("two", 64, "name", "second");
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "osu018_stdcells.lib");
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    assert_self_contained(html);
    assert_non_null(strstr(html, ">first</th>"));
    assert_non_null(strstr(html, ">second</th>"));
    assert_non_null(strstr(html, "different libraries"));
    free(html);
    free(a);
    free(b);
}

/* Expects a row on the page of several designs: a label, and the text of each of two columns. */
static void assert_row(const char *html, const char *label, const char *first, const char *second)
{
    char *row = format_new(">%s</th><td class=\"n\">%s</td><td class=\"n\">%s</td>", label, first, second);
    if (strstr(html, row) == NULL)
        fail_msg("the page has no row %s", row);
    free(row);
}

static void designs_that_differ_show_it(void **state)
{
    (void)state;
    char *a = make_folder("small", NULL, "metacache", 128, "kbytes", "2", NULL),
         *b = make_folder("large", NULL, "metacache", 128, "kbytes", "16", "ways", "2", NULL);
    char *html = compare((const char *const[]){a, b}, 2);
    assert_row(html, "kbytes", "2", "16");
    assert_row(html, "ways", "4", "2");
    assert_row(html, "line", "128", "128");
    free(html);
    free(a);
    free(b);
    /* Options of the design, and parameters of a unit in it. */
    a = make_folder("plain", "bestof", NULL, 64, NULL);
    b = make_folder("other", "bestof", NULL, 64, "linebdi.base", "firstnz", "user", "9", "wrapper", "1", NULL);
    html = compare((const char *const[]){a, b}, 2);
    assert_row(html, "linebdi.base", "first", "firstnz");
    assert_row(html, "user", "16", "9");
    assert_row(html, "wrapper", "0", "1");
    free(html);
    /* A design of its own name in folders of one name: the columns are told apart all the same. */
    char *c = make_folder("x/same", "warpbdi", NULL, 8, NULL), *d = make_folder("y/same", "warpbdi", NULL, 8, "isolate", "0", NULL);
    char *page = in_top("same.html");
    assert_int_equal(run((const char *const[]){c, d}, 2, page), 0);
    html = file_read(page, NULL);
    assert_non_null(strstr(html, ">x/same</th>"));
    assert_non_null(strstr(html, ">y/same</th>"));
    assert_row(html, "isolate", "1", "0");
    free(page);
    free(html);
    free(a);
    free(b);
    free(c);
    free(d);
}

/* The text of MESSAGES. */
static char *messages_of_run(void)
{
    return page_of(top, "MESSAGES");
}

static int count_lines(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

static void a_page_of_other_folders_is_not_overwritten(void **state)
{
    (void)state;
    char *a = make_design("fa", 8, NULL, NULL), *b = make_design("fb", 16, NULL, NULL), *c = make_design("fc", 32, NULL, NULL);
    char *first = compare((const char *const[]){a, b}, 2), *path = in_top("compare.html"), *json = path_join(c, "metrics.json");
    assert_non_null(strstr(first, "content=\"fa, fb\""));
    /* Others: refused before anything is written, in one line. */
    assert_int_equal(run((const char *const[]){a, c}, 2, NULL), 2);
    char *said = messages_of_run(), *now = page_of(top, "compare.html");
    assert_int_equal(count_lines(said), 1);
    assert_non_null(strstr(said, "compares other folders (fa, fb)"));
    assert_string_equal(first, now);
    assert_false(file_exists(json));
    free(said);
    free(now);
    /* The same, in another order too: made anew. */
    assert_int_equal(run((const char *const[]){b, a}, 2, NULL), 0);
    now = page_of(top, "compare.html");
    assert_string_not_equal(first, now);
    free(now);
    /* Named: replaced. What no report wrote: never. */
    assert_int_equal(run((const char *const[]){a, c}, 2, path), 0);
    now = page_of(top, "compare.html");
    assert_non_null(strstr(now, "content=\"fa, fc\""));
    free(now);
    file_write(path, "my own", 6);
    assert_int_equal(run((const char *const[]){a, c}, 2, NULL), 2);
    assert_int_equal(run((const char *const[]){a, c}, 2, path), 2);
    now = page_of(top, "compare.html");
    assert_string_equal(now, "my own");
    remove(path);
    free(now);
    free(json);
    free(path);
    free(first);
    free(a);
    free(b);
    free(c);
}

static void delays_of_pipelined_units_have_no_ratio(void **state)
{
    (void)state;
    char *a = make_folder("flat", "bytewise", NULL, 32, "enc-stages", "0", "dec-stages", "0", NULL),
         *b = make_folder("piped", "bytewise", NULL, 32, "enc-stages", "2", "dec-stages", "0", NULL);
    add_synth(a, "nangate45_typ.lib");
    add_synth(b, "nangate45_typ.lib");
    char *html = compare((const char *const[]){a, b}, 2);
    assert_well_formed(html);
    const char *enc = strstr(html, ">Encoder</th>"), *dec = strstr(html, ">Decoder</th>");
    assert_true(enc && dec && enc < dec);
    const char *enc_delay = strstr(enc, ">delay</th>"), *dec_delay = strstr(dec, ">delay</th>");
    assert_true(enc_delay && enc_delay < dec && dec_delay);
    char *enc_row = format_new("%.*s", (int)strcspn(enc_delay, "\n"), enc_delay),
         *dec_row = format_new("%.*s", (int)strcspn(dec_delay, "\n"), dec_delay);
    assert_null(strstr(enc_row, "×"));
    assert_non_null(strstr(dec_row, "× 1.00"));
    free(enc_row);
    free(dec_row);
    assert_non_null(strstr(html, "No ratio of delays"));
    assert_non_null(strstr(html, "A dash at area × delay"));
    free(html);
    /* Beside the published figures: 0.67 ns. */
    metrics m = {0};
    for (int i = 0; i < 2; i++) {
        metrics_set(&m, 1.34, "enc__delay_ns");
        save(&m, i ? b : a, "synth.json");
    }
    html = report_page(a);
    assert_non_null(strstr(html, "<td class=\"n\">0.67</td><td class=\"n\">1.34</td><td>ns</td><td class=\"n\">2.00</td>"));
    assert_null(strstr(html, "with register ranks the delay"));
    free(html);
    html = report_page(b);
    assert_non_null(strstr(html, "<td class=\"n\">0.67</td><td class=\"n\">1.34</td><td>ns</td><td class=\"n\">–</td>"));
    assert_non_null(strstr(html, "not comparable: with register ranks the delay"));
    free(html);
    free(a);
    free(b);
    a = make_folder("paper", "affine", NULL, 32, "dec-stages", "1", NULL);
    add_synth(a, "nangate45_typ.lib");
    html = report_page(a);
    assert_non_null(strstr(html, "45 nm library here, 90 nm there"));
    assert_non_null(strstr(html, "not here: Trace statistics not run"));
    free(html);
    free(a);
}

static void rtl_that_was_edited_is_said(void **state)
{
    (void)state;
    char *dir = make_design("edited", 8, NULL, NULL), *rtl = path_join(dir, "rtl/unit.v"), *html, *said;
    html = report_page(dir);
    said = messages_of_run();
    assert_null(strstr(html, "is not what warpfold gen wrote"));
    assert_string_equal(said, "");
    free(html);
    free(said);
    file_write(rtl, "module other; endmodule\n", 24);
    html = report_page(dir);
    said = messages_of_run();
    assert_non_null(strstr(html, "rtl/unit.v is not what warpfold gen wrote"));
    assert_non_null(strstr(said, "rtl/unit.v is not what `warpfold gen` wrote"));
    assert_int_equal(count_lines(said), 1);
    metrics m = metrics_of(dir);
    assert_string_equal(metrics_get_text(&m, "run__edited"), "rtl/unit.v");
    metrics_free(&m);
    free(html);
    free(said);
    char *other = make_design("whole", 8, NULL, NULL);
    html = compare((const char *const[]){dir, other}, 2);
    assert_row(html, "RTL edited", "rtl/unit.v", "–");
    free(html);
    free(other);
    free(rtl);
    free(dir);
}

static void a_failed_step_is_shown_as_failed(void **state)
{
    (void)state;
    char *dir = make_design("failed", 8, NULL, NULL);
    metrics m = {0};
    metrics_set(&m, 1000, "cosim__icarus__vectors");
    metrics_set(&m, 7, "cosim__icarus__mismatches");
    metrics_set_text(&m, "icarus unit disagrees with the golden model", "cosim__failed");
    save(&m, dir, "cosim.json");
    metrics_set_text(&m, "it did not end", "synth__failed");
    save(&m, dir, "synth.json");
    char *html = report_page(dir), *said = messages_of_run();
    assert_non_null(strstr(html, "Co-simulation failed: icarus unit disagrees with the golden model."));
    assert_non_null(strstr(html, "Synthesis failed: it did not end."));
    assert_non_null(strstr(html, "class=\"tile bad\""));
    assert_null(strstr(html, "class=\"tile good\""));
    assert_null(strstr(html, "not run: warpfold synth"));
    assert_non_null(strstr(said, "Co-simulation failed: icarus unit disagrees"));
    free(html);
    free(said);
    free(dir);
}

/* An encoder's area at an effort and an activity. */
static void add_measured(const char *dir, double area, double effort, const char *activity)
{
    metrics m = {0};
    metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
    metrics_set(&m, 1, "run__clock_ns");
    metrics_set(&m, effort, "run__effort");
    metrics_set_text(&m, activity, "run__activity");
    metrics_set(&m, area, "enc__area_um2");
    metrics_set(&m, area / 1000, "enc__energy_pj");
    save(&m, dir, "synth.json");
}

static int count_best(const char *a, const char *b)
{
    int count = 0;
    char *html = compare((const char *const[]){a, b}, 2);
    for (const char *x = html; (x = strstr(x, "class=\"n best\"")) != NULL; x++)
        count++;
    free(html);
    return count;
}

static void nothing_is_best_among_the_unlike(void **state)
{
    (void)state;
    char *a = make_design("liked", 32, NULL, NULL), *b = make_design("like", 32, "isolate", "1"),
         *wide = make_design("wide", 64, NULL, NULL);
    add_measured(a, 5000, 1, "assumed");
    add_measured(wide, 4000, 1, "assumed");
    add_measured(b, 4000, 1, "assumed");
    assert_int_equal(count_best(a, b), 2);
    add_measured(b, 4000, 1, "measured on the traces");
    assert_int_equal(count_best(a, b), 1);
    add_measured(b, 4000, 0, "assumed");
    assert_int_equal(count_best(a, b), 0);
    assert_int_equal(count_best(a, wide), 0);
    char *html = compare((const char *const[]){a, b, wide}, 3);
    assert_non_null(strstr(html, "different efforts"));
    assert_non_null(strstr(html, "different widths"));
    free(html);
    free(a);
    free(b);
    free(wide);
}

/* ---- the plot of ratio against area ---- */

/* A design of bytewise with these figures; 0: that step has not run. */
static char *add_point(const char *name, double area, double ratio)
{
    char *dir = make_folder(name, "bytewise", NULL, 32, "name", name, NULL);
    metrics m = {0};
    if (area > 0) {
        metrics_set_text(&m, "nangate45_typ.lib", "run__liberty");
        metrics_set(&m, 1, "run__clock_ns");
        metrics_set(&m, area - 1000, "enc__total_area_um2");
        metrics_set(&m, 1000, "dec__total_area_um2");
        save(&m, dir, "synth.json");
    }
    if (ratio > 0) {
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 10, "trace__sample__writes");
        metrics_set(&m, ratio, "trace__ratio_units_tag");
        save(&m, dir, "trace.json");
    }
    return dir;
}

static int count_of(const char *html, const char *part)
{
    int n = 0;
    for (const char *s = html; (s = strstr(s, part)) != NULL; s++)
        n++;
    return n;
}

static void the_best_of_several_designs_are_joined(void **state)
{
    (void)state;
    char *dirs[] = {add_point("low", 5000, 1.5),    add_point("beaten", 6000, 1.5), add_point("top", 9000, 2),
                    add_point("middle", 7000, 1.8), add_point("worse", 8000, 1.75), add_point("twin", 9000, 2),
                    add_point("untraced", 4000, 0), add_point("unmapped", 0, 3)};
    char *html = compare((const char *const *)dirs, 8), *again;
    assert_well_formed(html);
    assert_self_contained(html);
    assert_int_equal(count_of(html, "<circle "), 6);
    assert_int_equal(count_of(html, "class=\"dot on\""), 4);
    assert_int_equal(count_of(html, "class=\"front\""), 1);
    assert_int_equal(count_of(html, "class=\"name on\""), 3);
    assert_non_null(strstr(html, ">top, twin</text>"));
    assert_non_null(strstr(html, ">beaten</text>"));
    assert_non_null(strstr(html, "class=\"dot\"><title>worse: ratio 1.75, 8000 µm²</title>"));
    assert_non_null(strstr(html, "class=\"dot on\"><title>middle: ratio 1.80, 7000 µm²</title>"));
    assert_non_null(strstr(html, "registers (µm²)</text>"));
    assert_non_null(strstr(html, "compression ratio by units + tag (raw over stored)</text>"));
    assert_non_null(strstr(html, "from the smallest on: low (1.50, 5000 µm²), middle (1.80, 7000 µm²), top (2.00, 9000 µm²), twin ("));
    assert_non_null(strstr(html, "untraced is not in the plot: it has no figures of traces."));
    assert_non_null(strstr(html, "unmapped is not in the plot: it has no area of both units from synthesis."));
    again = compare((const char *const *)dirs, 8);
    assert_string_equal(html, again);
    free(again);
    free(html);
    /* One alone is no choice. */
    html = compare((const char *const *)&dirs[5], 3);
    assert_int_equal(count_of(html, "<circle "), 0);
    free(html);
    /* Other libraries: points, but no front. */
    add_synth(dirs[0], "other.lib");
    html = compare((const char *const *)dirs, 3);
    assert_int_equal(count_of(html, "<circle "), 3);
    assert_int_equal(count_of(html, "class=\"dot on\""), 0);
    assert_int_equal(count_of(html, "class=\"front\""), 0);
    assert_non_null(strstr(html, "No Pareto front"));
    free(html);
    for (int i = 0; i < 8; i++)
        free(dirs[i]);
}

/* The first number behind a text; the text moves behind it. */
static double number_behind(const char **s, const char *text_before)
{
    *s = strstr(*s, text_before);
    assert_non_null(*s);
    *s += strlen(text_before);
    return strtod(*s, NULL);
}

static void points_stand_where_their_figures_are(void **state)
{
    (void)state;
    char *dirs[] = {add_point("small", 5000, 1.5), add_point("half", 7000, 1.75), add_point("large", 9000, 2)};
    char *html = compare((const char *const *)dirs, 3);
    const char *s = html;
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = number_behind(&s, "<circle cx=\"");
        y[i] = number_behind(&s, "cy=\"");
    }
    assert_true(x[0] < x[1] && x[1] < x[2] && y[0] > y[1] && y[1] > y[2]);
    assert_true(fabs(x[0] + x[2] - 2 * x[1]) < 0.3 && fabs(y[0] + y[2] - 2 * y[1]) < 0.3);
    /* Names do not cover each other: they are 14 high */
    s = html;
    double at[3];
    for (int i = 0; i < 3; i++) {
        char *name = format_new(" class=\"name on\" text-anchor=\"middle\">%s</text>", (const char *[]){"small", "half", "large"}[i]);
        const char *end = strstr(html, name);
        assert_non_null(end);
        while (strncmp(end, " y=\"", 4) != 0)
            end--;
        at[i] = strtod(end + 4, NULL);
        free(name);
        free(dirs[i]);
    }
    assert_true(fabs(at[0] - at[1]) >= 14 && fabs(at[1] - at[2]) >= 14 && fabs(at[0] - at[2]) >= 14);
    free(html);
}

static void lines_have_a_plot_of_their_own(void **state)
{
    (void)state;
    char *dirs[] = {make_folder("fpc1", "fpc", NULL, 128, "name", "fpc1", NULL),
                    make_folder("fpc2", "fpc", NULL, 128, "name", "fpc2", NULL)};
    for (int i = 0; i < 2; i++) {
        metrics m = {0};
        add_synth(dirs[i], "nangate45_typ.lib");
        metrics_set(&m, 1, "trace__count");
        metrics_set(&m, 128, "trace__line");
        metrics_set(&m, 1.5 + i, "trace__ratio_bursts_tag");
        save(&m, dirs[i], "trace.json");
    }
    char *html = compare((const char *const *)dirs, 2);
    assert_non_null(strstr(html, "compression ratio by bursts + tag (raw over stored)</text>"));
    assert_null(strstr(html, "by units + tag (raw over stored)</text>"));
    assert_int_equal(count_of(html, "class=\"dot on\""), 1);
    free(html);
    free(dirs[0]);
    free(dirs[1]);
}

static void every_bench_has_a_row(void **state)
{
    (void)state;
    char *dir = make_folder("benches", "warpbdi", NULL, 8, "wrapper", "1", NULL), *html;
    metrics m = {0};
    static const char *const sims[] = {"verilator", "icarus"}, *const benches[] = {"", "array__", "wrapper__"};
    for (int s = 0; s < 2; s++)
        for (int b = 0; b < 3; b++) {
            metrics_set(&m, 100 * s + 10 * b + 1, "cosim__%s__%svectors", sims[s], benches[b]);
            metrics_set(&m, s + b == 3 ? 5 : 0, "cosim__%s__%smismatches", sims[s], benches[b]);
        }
    metrics_set(&m, 777, "cosim__icarus__wrapper__specified");
    save(&m, dir, "cosim.json");
    html = report_page(dir);
    assert_non_null(strstr(html, ">Verilator, valid/ready wrappers</th><td class=\"n\">21</td>"));
    assert_non_null(strstr(html, ">Icarus, encoder and decoder</th><td class=\"n\">101</td>"));
    assert_non_null(strstr(html, ">Icarus, array</th><td class=\"n\">111</td>"));
    assert_non_null(strstr(html, ">Icarus, valid/ready wrappers</th><td class=\"n\">121</td><td class=\"n\">–</td><td class=\"n\">777</td>"
                                 "<td class=\"n bad\">5</td>"));
    /* All benches are in the sum. */
    assert_non_null(strstr(html, "<div class=\"tile bad\"><h3>Mismatches</h3><p class=\"big\">5<"));
    free(html);
    free(dir);
}

static void a_foreign_file_is_not_overwritten(void **state)
{
    (void)state;
    char *dir = make_design("mine", 32, NULL, NULL), *out = in_top("thesis.html");
    file_write(out, "my own", 6);
    assert_int_equal(run((const char *const[]){dir}, 1, out), 2);
    char *data = file_read(out, NULL);
    assert_string_equal(data, "my own");
    assert_int_equal(run((const char *const[]){dir}, 1, top), 2);
    char *json = path_join(dir, "metrics.json");
    assert_false(file_exists(json));
    free(json);
    free(data);
    free(out);
    free(dir);
}

static void a_folder_without_a_design_is_refused(void **state)
{
    (void)state;
    assert_int_equal(run((const char *const[]){top}, 1, NULL), 2);
}

static void bars_stay_within_their_cell(void **state)
{
    (void)state;
    text t = {0};
    svg_part parts[] = {{60, "k1", "a<b"}, {NAN, "k2", NULL}, {-1, "k3", NULL}, {70, "k4", NULL}};
    assert_true(svg_bar(&t, parts, 4, 100, 500, "x & y"));
    assert_well_formed(t.data);
    assert_non_null(strstr(t.data, "x=\"600.0\" width=\"400.0\""));
    assert_non_null(strstr(t.data, "M1000.0 0V16"));
    assert_non_null(strstr(t.data, "a&lt;b"));
    assert_non_null(strstr(t.data, "class=\"break\"")); /* 30 are not shown */
    assert_null(strstr(t.data, "k2"));
    assert_null(strstr(t.data, "k3"));
    text_free(&t);
    t = (text){0};
    parts[3].value = 40;
    assert_false(svg_bar(&t, parts, 4, 100, 500, "x & y"));
    assert_null(strstr(t.data, "class=\"break\""));
    text_free(&t);
}

/* ---- the units' drawings ---- */

/* Where a drawing has its boxes, their names, its bars and the bars' names, from the top to the bottom. */
typedef struct {
    struct {
        char name[32];
        double y, end;
    } boxes[3], ranks[WF_MAX_STAGES];
    int box_count, rank_count, name_count;
} places;

static const char *text_before(const char *s, const char *end, const char *what)
{
    const char *found = strstr(s, what);
    return found && found < end ? found : NULL;
}

/* Reads the drawing with this title. Nothing in it may reach over its edges; a character has at most 7 units. */
static places places_of(const char *html, const char *title)
{
    char *mark = format_new("<title>%s</title>", title);
    const char *at = strstr(html, mark);
    assert_non_null(at);
    const char *end = strstr(at, "</svg>"), *view = at;
    while (strncmp(view, "viewBox", 7) != 0)
        view--;
    double wide, high;
    assert_int_equal(sscanf(view, "viewBox=\"0 0 %lf %lf", &wide, &high), 2);
    places p = {.box_count = 0};
    int steps = 0;
    for (const char *s = at; (s = memchr(s, '\n', (size_t)(end - s))) != NULL && ++s < end;) {
        double x, y, w, h;
        char class[16], anchor[8], words[32];
        const char *line = strchr(s, '\n'), *body = strchr(s, '>') + 1;
        if (sscanf(s, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &x, &y, &w, &h) == 4) {
            assert_true(x >= 0 && y >= 0 && x + w <= wide && y + h <= high);
            if (text_before(s, line, "class=\"box\"")) {
                p.boxes[p.box_count].y = y;
                p.boxes[p.box_count++].end = y + h;
            } else if (text_before(s, line, "class=\"rank\"") && w > h) {
                p.ranks[p.rank_count].y = y;
                p.ranks[p.rank_count++].end = y + h;
            }
        } else if (sscanf(s, "<text x=\"%lf\" y=\"%lf\" class=\"%15[^\"]\"", &x, &y, class) == 3) {
            assert_int_equal(sscanf(body, "%31[^<]", words), 1);
            const char *found = text_before(s, line, "text-anchor=");
            if (found == NULL || sscanf(found, "text-anchor=\"%7[^\"]", anchor) != 1)
                strcpy(anchor, "start");
            w = 7.0 * (double)strlen(words);
            x -= anchor[0] == 'm' ? w / 2 : anchor[0] == 'e' ? w : 0;
            assert_true(x >= 0 && x + w <= wide && y >= 9 && y + 3 <= high);
            if (strcmp(class, "step") == 0)
                snprintf(p.boxes[steps++].name, sizeof p.boxes[0].name, "%s", words);
            if (strcmp(class, "rank-label") == 0 && anchor[0] == 'e') /* of a bar that lies */
                snprintf(p.ranks[p.name_count++].name, sizeof p.ranks[0].name, "%s", words);
        }
    }
    free(mark);
    assert_int_equal(steps, p.box_count);
    assert_int_equal(p.name_count, p.rank_count);
    return p;
}

static void assert_rank(const places *p, int k, const char *name)
{
    assert_true(k < p->rank_count);
    assert_string_equal(p->ranks[k].name, name);
}

static void assert_between(const places *p, int k, const char *name, int step)
{
    assert_rank(p, k, name);
    assert_true(p->ranks[k].y > p->boxes[step - 1].end && p->ranks[k].end < p->boxes[step].y);
}

static void assert_inside(const places *p, int k, const char *name, int step)
{
    assert_rank(p, k, name);
    assert_true(p->ranks[k].y > p->boxes[step].y && p->ranks[k].end < p->boxes[step].end);
}

static void a_rank_is_drawn_at_the_place_of_its_cut(void **state)
{
    (void)state;
    char *dir = make_folder("cuts", "warpbdi", NULL, 8, "enc-cuts", "operands,verdict", "dec-cuts", "operand,byte,window,out", NULL),
         *html = report_page(dir);
    places enc = places_of(html, "Encoder"), dec = places_of(html, "Decoder");
    assert_int_equal(enc.box_count, 3);
    assert_string_equal(enc.boxes[2].name, "Pack");
    assert_int_equal(enc.rank_count, 1); /* the one at the inputs stands */
    assert_between(&enc, 0, "verdict", 2);
    assert_non_null(strstr(html, "2 register ranks: operands at the inputs, verdict before Pack.</desc>"));
    assert_int_equal(dec.box_count, 2);
    assert_int_equal(dec.rank_count, 3);
    assert_between(&dec, 0, "operand", 1);
    assert_inside(&dec, 1, "byte", 1);
    assert_inside(&dec, 2, "window", 1);
    free(html);
    free(dir);
}

static void five_ranks_in_a_step_have_room(void **state)
{
    (void)state;
    char *dir = make_folder("steps", "fpc", NULL, 32, "form", "word", "rate", "8", "dec-cuts", "step3,step4,step5,step6,step7", NULL),
         *html = report_page(dir);
    places dec = places_of(html, "Decoder");
    for (int k = 0; k < 5; k++)
        assert_inside(&dec, k, (const char *[]){"step3", "step4", "step5", "step6", "step7"}[k], 0);
    free(html);
    free(dir);
}

/* Tries all values of the parameters from `p` on, but of those that are sets. */
static void try_places(const wf_unit *unit, wf_config *c, int p, int *tried)
{
    const wf_param *param = &unit->params[p];
    wf_sizes sizes;
    if (param->name == NULL) {
        for (int enc = 0; enc < 2 && unit->codec->sizes(c, &sizes, NULL) == WF_OK; enc++) {
            const wf_cuts *cuts = unit->cuts(c, enc);
            int steps = enc ? 3 : 2;
            for (int k = 0; k <= wf_last_cut(cuts); k++)
                if (cuts->place[k] > 2 * steps || (k > 0 && cuts->place[k] < cuts->place[k - 1]))
                    fail_msg("%s: the place of cut %d of %s", unit->name, k, cuts->names);
            assert_int_equal(cuts->place[wf_last_cut(cuts)], 2 * steps);
            ++*tried;
        }
        return;
    }
    int own = c->param[p], index = 0;
    if (param->kind == WF_PARAM_SET || strstr(param->values, "..")) {
        try_places(unit, c, p + 1, tried);
        return;
    }
    for (const char *v = param->values; v; v = strchr(v, '|') ? strchr(v, '|') + 1 : NULL) {
        c->param[p] = param->kind == WF_PARAM_CHOICE ? index++ : atoi(v);
        try_places(unit, c, p + 1, tried);
    }
    c->param[p] = own;
}

static void the_places_of_cuts_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        for (int width = 4; unit->cuts && width <= 128; width *= 2) {
            wf_config c = wf_default_config(unit, width);
            int tried = 0;
            if (unit->line ? !wf_is_line(width) : !wf_is_lanes(width))
                continue;
            try_places(unit, &c, 0, &tried);
            assert_true(tried > 0);
        }
    }
}

static void no_drawing_reaches_over_its_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        char *dir = make_folder("edges", unit->codec ? unit->name : NULL, unit->name, unit->line ? 128 : 32, NULL),
             *html = report_page(dir);
        if (unit->codec) {
            wf_config c = wf_default_config(unit, unit->line ? 128 : 32);
            wf_sizes s;
            assert_int_equal(unit->codec->sizes(&c, &s, NULL), WF_OK);
            places enc = places_of(html, s.interval_enc > 1 ? "Encoder, iterating" : "Encoder"),
                   dec = places_of(html, s.interval_dec > 1 ? "Decoder, iterating" : "Decoder");
            assert_int_equal(enc.box_count, 3);
            assert_int_equal(dec.box_count, 2);
        } else {
            char *title = format_new("%c%s", unit->name[0] - 'a' + 'A', unit->name + 1);
            assert_int_equal(places_of(html, title).box_count, 1);
            free(title);
        }
        free(html);
        free(dir);
    }
}

/* ---- the map ---- */

/* A byte in the drawing of a code. */
typedef struct {
    char class[8], number[8];
} cell;

/* Reads the cells of a class in the order of the payload; those of units that are not accessed have no class. False: it has no drawing of its
 * own, or that is an example. */
static bool read_cells(const char *html, const char *name, const wf_sizes *sizes, cell *cells)
{
    text mark = {0};
    text_puts(&mark, "<h3>");
    svg_escape(&mark, name);
    text_puts(&mark, " <small>");
    const char *s = strstr(html, "id=\"map\"");
    s = strstr(s, mark.data);
    size_t len = mark.len;
    text_free(&mark);
    if (s == NULL || strncmp(s + len, "for instance", 12) == 0)
        return false;
    cell *c = cells;
    for (int u = 0; u < sizes->units; u++) {
        s = strstr(s, "<svg class=\"unit\"");
        assert_non_null(s);
        const char *end = strstr(s, "</svg>"), *rect = s;
        if (text_before(s, end, "not accessed")) {
            for (int j = 0; j < sizes->unit_bits[u] / 8; j++)
                *c++ = (cell){"", ""};
            s = end;
            continue;
        }
        for (int j = 0; j < sizes->unit_bits[u] / 8; j++, c++) {
            *c = (cell){"", ""};
            rect = text_before(rect + 1, end, "<rect");
            assert_non_null(rect);
            const char *number = text_before(rect, strchr(rect + 1, '<') + 5, "<text");
            assert_int_equal(sscanf(strstr(rect, "class="), "class=\"%7[^\"]", c->class), 1);
            if (number)
                assert_int_equal(sscanf(strchr(number, '>'), ">%7[^<]", c->number), 1);
        }
        assert_null(text_before(rect + 1, end, "<rect"));
        s = end;
    }
    return true;
}

/* The drawing says of byte j what it says: on each ground each bit of it is flipped, and the decoded block changes accordingly. */
static void check_cell(const wf_unit *unit, const wf_config *c, const wf_sizes *sizes, const sample *of, int class, int j,
                       const cell *drawn)
{
    enum { GROUNDS = 24 };
    rng random = {(uint64_t)j + 1};
    int bytes = sizes->block_bits / 8, lowest = -1, most = 0;
    uint32_t head = wf_tag_compressed(sizes, of->code.tag) ? (1u << sizes->head_bits) - 1 : 0;
    bool one_lowest = true;
    for (int g = 0; g < GROUNDS; g++) {
        wf_code code = of->code;
        uint32_t before[WF_MAX_WORDS] = {0}, after[WF_MAX_WORDS] = {0};
        for (int w = 0; g > 0 && w < (sizes->payload_bits + 31) / 32; w++)
            code.payload[w] = rng_word(&random);
        code.payload[0] = (code.payload[0] & ~head) | (of->code.payload[0] & head);
        unit->codec->decode(c, &code, before);
        for (int k = 0; k < 8; k++) {
            code.payload[j / 4] ^= (uint32_t)1 << (8 * (j % 4) + k);
            unit->codec->decode(c, &code, after);
            code.payload[j / 4] ^= (uint32_t)1 << (8 * (j % 4) + k);
            int changed = 0, first = -1;
            for (int b = 0; b < bytes; b++)
                if (get_byte(before, b) != get_byte(after, b)) {
                    first = first < 0 ? b : first;
                    changed++;
                }
            if (changed > most)
                most = changed;
            one_lowest &= lowest < 0 || first < 0 || first == lowest;
            lowest = first < 0 ? lowest : first;
        }
    }
    bool right = false;
    if (drawn->class[0] == 'm' && drawn->class[1] <= '3') /* that byte, and perhaps what stands above it */
        right = one_lowest && lowest == 4 * atoi(drawn->number) + drawn->class[1] - '0';
    else if (strcmp(drawn->class, "mb") == 0)
        right = most > 1 && drawn->number[0] == 'b';
    else if (strcmp(drawn->class, "ms") == 0)
        right = most > 0;
    else
        right = most == 0 && (strcmp(drawn->class, "pad") != 0 || get_byte(of->code.payload, j) == 0);
    if (!right)
        fail_msg("%s: byte %d of %s is no \"%s%s\"", unit->name, j, unit->codec->class_names[class], drawn->class, drawn->number);
}

/* The map has a drawing under this name, or a drawing for several of which this is one. */
static bool is_drawn(const char *html, const char *name)
{
    text escaped = {0};
    svg_escape(&escaped, name);
    const char *s = strstr(html, "id=\"map\""), *end = strstr(s, "</section>");
    bool found = false;
    for (; (s = text_before(s, end, "<h3>")) != NULL; s++)
        found |= text_before(s, strstr(s, "</h3>"), escaped.data) != NULL;
    text_free(&escaped);
    return found;
}

static int check_map(const wf_unit *unit, const wf_config *c, const char *html)
{
    static sample_set set;
    static cell cells[4 * WF_MAX_WORDS];
    wf_sizes sizes;
    int drawn = 0;
    bool chooses = unit->children && unit->children->unit->codec; /* then the codes of its members are drawn */
    unit->codec->sizes(c, &sizes, NULL);
    samples_find(unit->codec, c, &set);
    for (int k = 0; k < set.classes; k++) {
        const sample *of = &set.of[k];
        if (of->found && !chooses)
            assert_true(is_drawn(html, unit->codec->class_names[k]));
        if (!of->found || !read_cells(html, unit->codec->class_names[k], &sizes, cells))
            continue;
        drawn++;
        for (int j = 0, u = 0, at = 0; u < sizes.units; at += sizes.unit_bits[u++])
            for (; 8 * j < at + sizes.unit_bits[u]; j++) {
                assert_int_equal(cells[j].class[0] != '\0', get_bit(of->code.units, u));
                if (cells[j].class[0])
                    check_cell(unit, c, &sizes, of, k, j, &cells[j]);
            }
    }
    return drawn;
}

static void every_code_holds_what_the_map_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        for (int p = -1; unit->codec && (p < 0 || unit->params[p].name); p++) { /* the defaults, then each value of each parameter */
            const char *value = p < 0 || unit->params[p].kind == WF_PARAM_SET ? "" : unit->params[p].values;
            for (int v = 0; value; v++, value = strchr(value, '|') ? strchr(value, '|') + 1 : NULL) {
                char *one = format_new("%.*s", (int)strcspn(value, "|"), value);
                wf_config c = wf_default_config(unit, 32);
                wf_sizes sizes;
                if (p >= 0)
                    c.param[p] = unit->params[p].kind == WF_PARAM_CHOICE ? v : atoi(one);
                if (p < 0 || (*one && strstr(one, "..") == NULL && unit->codec->sizes(&c, &sizes, NULL) == WF_OK)) {
                    char *dir = make_folder("map", unit->name, NULL, 32, p < 0 ? NULL : unit->params[p].name, one, NULL),
                         *html = report_page(dir);
                    assert_true(check_map(unit, &c, html) > 0);
                    free(html);
                    free(dir);
                }
                free(one);
            }
        }
    }
}

/* The bytes that are drawn of a code: "+" is written as 0, "-" not read, "s" select bits, "b3" of the base, "1.2" byte 2 of word 1. */
static void assert_cells(const char *html, const char *name, const wf_sizes *sizes, const char *expected)
{
    static cell cells[4 * WF_MAX_WORDS];
    text found = {0};
    assert_true(read_cells(html, name, sizes, cells));
    for (int j = 0; j < sizes->payload_bits / 8 && cells[j].class[0]; j++) {
        const char *class = cells[j].class;
        text_puts(&found, j ? " " : "");
        if (strcmp(class, "pad") == 0 || strcmp(class, "off") == 0)
            text_puts(&found, class[0] == 'p' ? "+" : "-");
        else if (strcmp(class, "mb") == 0 || strcmp(class, "ms") == 0)
            text_puts(&found, class[1] == 's' ? "s" : cells[j].number);
        else
            text_printf(&found, "%s.%c", cells[j].number, class[1]);
    }
    assert_string_equal(found.data, expected);
    text_free(&found);
}

static void select_bits_are_drawn_as_such(void **state)
{
    (void)state;
    wf_sizes sizes;
    const wf_unit *unit = wf_find_unit("linebdi");
    wf_config c = wf_default_config(unit, 64);
    unit->codec->sizes(&c, &sizes, NULL);
    char *dir = make_folder("deltas", "linebdi", NULL, 64, "store", "delta", NULL), *html = report_page(dir);
    assert_cells(html, "8-1", &sizes, "s b0 b1 b2 b3 b4 b5 b6 b7 0.0 2.0 4.0 6.0 8.0 10.0 12.0 14.0 + + + + + + + + + + + + + + +");
    assert_cells(html, "4-1", &sizes,
                 "s s b0 b1 b2 b3 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0 12.0 13.0 14.0 15.0 + + + + + + + + + +");
    assert_non_null(strstr(html, "select bits or the head: they tell how others are read"));
    free(html);
    free(dir);
    dir = make_folder("residues", "linebdi", NULL, 128, NULL);
    html = report_page(dir);
    c = wf_default_config(unit, 128);
    unit->codec->sizes(&c, &sizes, NULL);
    assert_cells(html, "8-1", &sizes,
                 "0.0 b1 b2 b3 b4 b5 b6 b7 2.0 4.0 6.0 8.0 10.0 12.0 14.0 16.0 18.0 20.0 22.0 24.0 26.0 28.0 30.0 s s - - - - - - -");
    assert_int_equal(check_map(unit, &c, html), 9);
    free(html);
    free(dir);
    dir = make_folder("none", "linebdi", NULL, 128, "zero-base", "off", NULL);
    html = report_page(dir);
    assert_null(strstr(html, "select bits or the head"));
    free(html);
    free(dir);
}

/* 10 values at 3 accesses each: a raw access takes 132.8 pJ, and this encoder 600 pJ a write. */
static void an_energy_off_the_scale_has_its_figure(void **state)
{
    (void)state;
    char *dir = make_design("off", 32, NULL, NULL), *json = path_join(dir, "synth.json"), *html;
    metrics m = {0};
    add_synth(dir, "nangate45_typ.lib");
    add_trace(dir);
    html = report_page(dir);
    assert_null(strstr(html, "broken off:"));
    assert_non_null(strstr(html, "Classify is the logic that"));
    free(html);
    assert_true(metrics_load(&m, json));
    metrics_set(&m, 600, "enc__energy_pj");
    save(&m, dir, "synth.json");
    html = report_page(dir);
    assert_well_formed(html);
    metrics of = metrics_of(dir);
    double raw = metrics_get(&of, "energy__raw_access_pj"), saved = metrics_get(&of, "energy__sample__saved_pj");
    assert_true(raw - saved > 1.2 * raw);
    char *says = format_new("class=\"break\"/></svg><small>broken off: %.2f times raw storage</small>", (raw - saved) / raw);
    assert_non_null(strstr(html, says));
    metrics_free(&of);
    free(says);
    free(html);
    free(json);
    free(dir);
}

int main(void)
{
    top = scratch_dir();
    scratch_keep(top); /* the children that `run` starts must leave it when they end */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_gives_a_well_formed_page),
        cmocka_unit_test(the_same_input_gives_the_same_bytes),
        cmocka_unit_test(metrics_hold_the_steps_and_what_follows),
        cmocka_unit_test(a_step_that_has_not_run_is_named),
        cmocka_unit_test(another_node_gives_no_ratio),
        cmocka_unit_test(area_times_delay_is_of_units_without_ranks),
        cmocka_unit_test(a_crossbar_shows_slice_whole_and_wiring),
        cmocka_unit_test(plain_and_reordering_crossbars_are_compared),
        cmocka_unit_test(every_block_has_a_page),
        cmocka_unit_test(bytewise_pages_are_whole),
        cmocka_unit_test(energy_counts_tags_and_byte_planes),
        cmocka_unit_test(affine_pages_are_whole),
        cmocka_unit_test(affine_words_have_pages),
        cmocka_unit_test(affine_stands_beside_its_paper),
        cmocka_unit_test(two_codecs_stand_beside_what_is_published_of_both),
        cmocka_unit_test(three_codecs_share_a_page),
        cmocka_unit_test(no_ratio_is_infinite),
        cmocka_unit_test(bytewise_figures_agree_with_hand_work),
        cmocka_unit_test(several_designs_share_a_page),
        cmocka_unit_test(designs_that_differ_show_it),
        cmocka_unit_test(a_page_of_other_folders_is_not_overwritten),
        cmocka_unit_test(delays_of_pipelined_units_have_no_ratio),
        cmocka_unit_test(rtl_that_was_edited_is_said),
        cmocka_unit_test(the_best_of_several_designs_are_joined),
        cmocka_unit_test(points_stand_where_their_figures_are),
        cmocka_unit_test(lines_have_a_plot_of_their_own),
        cmocka_unit_test(every_bench_has_a_row),
        cmocka_unit_test(a_foreign_file_is_not_overwritten),
        cmocka_unit_test(a_folder_without_a_design_is_refused),
        cmocka_unit_test(a_failed_step_is_shown_as_failed),
        cmocka_unit_test(nothing_is_best_among_the_unlike),
        cmocka_unit_test(bars_stay_within_their_cell),
        cmocka_unit_test(a_rank_is_drawn_at_the_place_of_its_cut),
        cmocka_unit_test(five_ranks_in_a_step_have_room),
        cmocka_unit_test(the_places_of_cuts_are_in_order),
        cmocka_unit_test(no_drawing_reaches_over_its_edges),
        cmocka_unit_test(every_code_holds_what_the_map_says),
        cmocka_unit_test(select_bits_are_drawn_as_such),
        cmocka_unit_test(an_energy_off_the_scale_has_its_figure),
    };
    int failed = cmocka_run_group_tests_name("report", tests, NULL, NULL);
    dir_remove(top);
    return failed;
}
