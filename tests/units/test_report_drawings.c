/* SPDX-License-Identifier: Apache-2.0
 *
 * test_report_drawings.c - bars, the drawings of units and the map of a code's bytes: what they show, and that nothing reaches over an
 * edge. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/bits.h"
#include "../../gen/samples.h"
#include "../../report/svg.h"
#include "report_folders.h"

static const char *text_before(const char *s, const char *end, const char *what)
{
    const char *found = strstr(s, what);
    return found && found < end ? found : NULL;
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
    t = (text){0};
    parts[3].value = 40;
    assert_false(svg_bar(&t, parts, 4, 100, 500, "x & y"));
    assert_null(strstr(t.data, "class=\"break\""));
}

/* Where a drawing has its boxes, their names, its bars and the bars' names, from the top to the bottom. */
typedef struct {
    struct {
        char name[32];
        double y, end;
    } boxes[3], ranks[WF_MAX_STAGES];
    int box_count, rank_count, name_count;
} places;

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
}

static void five_ranks_in_a_step_have_room(void **state)
{
    (void)state;
    char *dir = make_folder("steps", "fpc", NULL, 32, "form", "word", "rate", "8", "dec-cuts", "step3,step4,step5,step6,step7", NULL),
         *html = report_page(dir);
    places dec = places_of(html, "Decoder");
    for (int k = 0; k < 5; k++)
        assert_inside(&dec, k, (const char *[]){"step3", "step4", "step5", "step6", "step7"}[k], 0);
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
    if (param->kind == WF_PARAM_SET || param->kind == WF_PARAM_LIST || strstr(param->values, "..")) {
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
        }
    }
}

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
            const char *value =
                p < 0 || unit->params[p].kind == WF_PARAM_SET || unit->params[p].kind == WF_PARAM_LIST ? "" : unit->params[p].values;
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
                }
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
    dir = make_folder("residues", "linebdi", NULL, 128, NULL);
    html = report_page(dir);
    c = wf_default_config(unit, 128);
    unit->codec->sizes(&c, &sizes, NULL);
    assert_cells(html, "8-1", &sizes,
                 "0.0 b1 b2 b3 b4 b5 b6 b7 2.0 4.0 6.0 8.0 10.0 12.0 14.0 16.0 18.0 20.0 22.0 24.0 26.0 28.0 30.0 s s - - - - - - -");
    assert_int_equal(check_map(unit, &c, html), 9);
    dir = make_folder("none", "linebdi", NULL, 128, "zero-base", "off", NULL);
    html = report_page(dir);
    assert_null(strstr(html, "select bits or the head"));
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
}

int main(void)
{
    top = scratch_dir();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_stay_within_their_cell),       cmocka_unit_test(a_rank_is_drawn_at_the_place_of_its_cut),
        cmocka_unit_test(five_ranks_in_a_step_have_room),    cmocka_unit_test(the_places_of_cuts_are_in_order),
        cmocka_unit_test(no_drawing_reaches_over_its_edges), cmocka_unit_test(every_code_holds_what_the_map_says),
        cmocka_unit_test(select_bits_are_drawn_as_such),     cmocka_unit_test(an_energy_off_the_scale_has_its_figure),
    };
    return cmocka_run_group_tests_name("report_drawings", tests, NULL, NULL);
}
