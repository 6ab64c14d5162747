/* SPDX-License-Identifier: Apache-2.0
 *
 * report_folders.h - folders of designs with hand-written step files, their pages, and whether a page is well-formed. Include it after
 * cmocka.h. */
#ifndef WF_TESTS_REPORT_FOLDERS_H
#define WF_TESTS_REPORT_FOLDERS_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/file.h"
#include "../../base/metrics.h"
#include "../../base/text.h"
#include "../../gen/manifest.h"
#include "../../report/report.h"
#include "../../stats/trace_stats.h"
#include "endings.h"

static char *top;

static inline char *in_top(const char *name)
{
    return path_join(top, name);
}

/* Makes a folder as `warpfold gen` does, with one file of Verilog, for a design with the settings "key", "value", ... NULL. Returns its
 * name. */
static inline char *make_folder(const char *name, const char *codec, const char *block, int width, ...)
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
    return dir;
}

static inline char *make_design(const char *name, int lanes, const char *key, const char *value)
{
    return key ? make_folder(name, "warpbdi", NULL, lanes, key, value, NULL) : make_folder(name, "warpbdi", NULL, lanes, NULL);
}

static inline void save(metrics *m, const char *dir, const char *file)
{
    char *path = path_join(dir, file);
    metrics_save(m, path);
    *m = (metrics){0};
}

static inline void add_synth(const char *dir, const char *library)
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
static inline void set_energies(metrics *m, double base_banks, double banks, double encodes, double decodes)
{
    metrics_set(m, 30, "trace__sample__energy_accesses");
    metrics_set(m, base_banks, "trace__sample__base_bank_accesses");
    metrics_set(m, banks, "trace__sample__bank_accesses");
    metrics_set(m, 30 + 2, "trace__sample__tag_accesses");
    metrics_set(m, encodes, "trace__sample__encodes");
    metrics_set(m, decodes, "trace__sample__decodes");
}

static inline void add_trace(const char *dir)
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
static inline void add_bytewise_trace(const char *dir)
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
static inline void add_affine_trace(const char *dir)
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

/* The metrics that a report wrote. */
static inline metrics metrics_of(const char *dir)
{
    metrics m = {0};
    char *json = path_join(dir, "metrics.json");
    assert_true(metrics_load(&m, json));
    return m;
}

/* Every key that was written is in the list. */
static inline void assert_keys_known(const char *dir)
{
    metrics m = metrics_of(dir);
    for (const metric *x = m.first; x; x = x->hh.next)
        if (key_find(x->key) == NULL)
            fail_msg("base/keys.def lacks \"%s\"", x->key);
}

static struct {
    const char *const *dirs;
    const char *svg; /* NULL: no plots as files */
    int n;
    bool force;
    outcome end;
} asked;

static inline void report_asked(const char *out)
{
    report_run(&(report_options){.out = out, .svg = asked.svg, .force = asked.force}, asked.dirs, asked.n);
}

/* Runs the report without its standard output, and keeps its messages. Returns the exit code if it dies, else 0. */
static inline int run(const char *const *dirs, int n, const char *out)
{
    FILE *kept = stdout, *null = fopen("/dev/null", "w");
    assert_non_null(null);
    asked.dirs = dirs;
    asked.n = n;
    stdout = null;
    asked.end = outcome_of(report_asked, out);
    stdout = kept;
    fclose(null);
    for (int i = 0; i < n && asked.end.code == 0; i++)
        assert_keys_known(dirs[i]);
    return asked.end.code;
}

static inline char *page_of(const char *dir, const char *file)
{
    char *path = path_join(dir, file), *data = file_read(path, NULL);
    assert_non_null(data);
    return data;
}

/* The page of several designs in `top`, made anew. */
static inline char *compare(const char *const *dirs, int n)
{
    char *path = in_top("compare.html");
    remove(path);
    assert_int_equal(run(dirs, n, NULL), 0);
    return page_of(top, "compare.html");
}

static inline bool is_open_ended(const char *tag)
{
    return strncmp(tag, "!DOCTYPE", 8) == 0 || tag[strlen(tag) - 1] == '/';
}

static inline void assert_well_formed(const char *html)
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
        } else if (!is_open_ended(tag)) {
            assert_true(depth < 64);
            stack[depth++] = format_new("%.*s", (int)strcspn(tag, " \n"), tag);
        }
        s = end;
    }
    assert_int_equal(depth, 0);
}

static inline void assert_self_contained(const char *html)
{
    static const char *const never[] = {"http:", "https:", "<script", "<link", "@import", "url(",
                                        "file:", ">nan<",  "\"nan\"", "nan %", "-nan",    "inf<"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        assert_null(strstr(html, never[i]));
    assert_null(strstr(html, top));
}

static inline char *report_page(const char *dir)
{
    assert_int_equal(run((const char *const[]){dir}, 1, NULL), 0);
    char *html = page_of(dir, "report.html");
    assert_well_formed(html);
    assert_self_contained(html);
    return html;
}

#endif
