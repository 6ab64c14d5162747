/* SPDX-License-Identifier: Apache-2.0
 *
 * Section on the instructions of the traces: divergence, moves, registers that are compressed, accesses, scalar instructions; beside what
 * the codec's source publishes of its own benchmarks. */
#include <math.h>
#include <string.h>

#include "report_charts.h"
#include "report_html.h"

/* A column: its head, and the last part of its key. `key` without `of`: a count. */
typedef struct {
    const char *key, *of;
    int decimals;
} column;

static const column masks[] = {
    {KEY_INSTRUCTIONS, NULL, 0},
    {KEY_INSTRUCTIONS_UNKNOWN, NULL, 0},
    {KEY_INSTRUCTION_SHARE, "nondivergent", 1},
    {KEY_INSTRUCTION_SHARE, "divergent", 1},
    {KEY_INSTRUCTION_SHARE, "moves", 2},
    {KEY_COMPRESSED_SHARE, "nondiv", 1},
    {KEY_COMPRESSED_SHARE, "div", 1},
};
static const char masks_head[] = "Trace|#instructions|#mask unknown|#full mask %|#divergent %|#dummy moves %|#compressed registers %, "
                                 "full|#compressed registers %, divergent";

static const column scalars[] = {
    {KEY_SCALAR_JUDGED, NULL, 0},
    {KEY_SCALAR_UNJUDGED, NULL, 0},
    {KEY_INSTRUCTION_SHARE, "alu_scalar", 1},
    {KEY_INSTRUCTION_SHARE, "all_scalar", 1},
    {KEY_INSTRUCTION_SHARE, "half_scalar", 1},
    {KEY_INSTRUCTION_SHARE, "with_divergent_scalar", 1},
    {KEY_INSTRUCTION_SHARE, "group_scalar", 1},
    {KEY_INSTRUCTION_SHARE, "scalar_of_divergent", 1},
};
static const char scalars_head[] = "Trace|#instructions|#unknown|#ALU %|#and special, memory %|#and groups %|#and divergent %|#groups "
                                   "alone %|#divergent scalars, of the divergent %";

/* What the source publishes for this column at this width; NAN: nothing. */
static double published(const report_data *r, const column *c)
{
    for (const report_figure *f = report_figures; f->of; f++)
        if (c->of && strcmp(f->of, r->d.unit->name) == 0 && strcmp(f->key.part[0], c->key) == 0 && f->key.part[2] &&
            strcmp(f->key.part[2], c->of) == 0 && (f->lanes == 0 || f->lanes == r->d.config.lanes))
            return f->value;
    return NAN;
}

static void row(text *t, const report_data *r, const char *name, const char *scope, const column *columns, int count)
{
    html_row(t, name);
    for (int i = 0; i < count; i++) {
        key_ref key = KEY_REF(columns[i].key, scope, columns[i].of);
        html_cell_number(t, report_get(r, &key), columns[i].decimals);
    }
    html_row_end(t);
}

static void table(text *t, const report_data *r, char **traces, const char *caption, const char *head, const column *columns, int count)
{
    bool any = false;
    html_table(t, caption, head);
    for (char **n = traces; *n; n++)
        row(t, r, report_trace_name(*n), *n, columns, count);
    if (traces[0] && traces[1])
        row(t, r, "all", "trace", columns, count);
    for (int i = 0; i < count; i++)
        any |= isfinite(published(r, &columns[i]));
    if (any) {
        html_row(t, "published, its benchmarks");
        for (int i = 0; i < count; i++)
            html_cell_number(t, published(r, &columns[i]), 0);
        html_row_end(t);
    }
    html_table_end(t);
}

/* The scopes of the traces that have instructions. */
static char **with_instructions(const report_data *r)
{
    char **traces = report_traces(r), **kept = traces;
    for (char **n = traces; *n; n++)
        if (isfinite(metrics_get(&r->m, KEY_INSTRUCTIONS, *n)))
            *kept++ = *n;
    *kept = NULL;
    return traces;
}

bool access_chart(bar_chart *c, const report_data *r)
{
    char **traces = with_instructions(r);
    *c = (bar_chart){.title = "Registers that instructions read and write, by the code of the value under the instruction's mask",
                     .axis = "% of the accesses",
                     .row = "trace",
                     .part = "code",
                     .value = "accesses",
                     .unit = " %",
                     .shares = true};
    class_shares(c, r, traces, KEY_ACCESS_CLASS, false);
    return traces[0] != NULL;
}

void section_instructions(text *t, const report_data *r)
{
    bar_chart accesses;
    char **traces = with_instructions(r);
    if (traces[0]) {
        html_section(t, "instructions", "Instructions");
        table(t, r, traces, "Instructions by their active mask, dummy moves, and registers that are stored compressed", masks_head, masks,
              sizeof masks / sizeof masks[0]);
        html_para(
            t, "note",
            "Full and divergent: of the instructions whose mask is known. Moves: of the instructions whose mask and writes are known. "
            "Compressed registers: of those that the instruction's warp has written before, at each instruction with a full mask, or that "
            "diverges. Traces without instructions are not here.");
        if (access_chart(&accesses, r))
            html_chart_table(t, &accesses);
        if (isfinite(metrics_get(&r->m, KEY_SCALAR_JUDGED, traces[0]))) {
            table(t, r, traces, "Instructions that may run on one lane, as shares of the instructions; each step has those before it",
                  scalars_head, scalars, sizeof scalars / sizeof scalars[0]);
            html_para(
                t, "note",
                "The golden model of scalar execution decides, from the codes in which the source registers are stored. Unknown: the mask, "
                "the sources or a source's code. Control and other instructions are in the whole and in no step.");
        }
        html_section_end(t);
    }
}
