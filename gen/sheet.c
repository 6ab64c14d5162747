/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet.c - the data sheet's frame: what the design is, how it is made again, its configuration; then the sections. */
#include "sheet.h"
#include "emit.h"
#include "sv.h"

#include <stdarg.h>
#include <string.h>

enum { WIDTH = 140 };

void sheet_cell(text *out, const char *s)
{
    bool code = false; /* between backquotes, where an entity is plain text */
    for (; *s; s++) {
        code ^= *s == '`';
        if (*s == '|')
            text_puts(out, "\\|");
        else if (*s == '<' && !code)
            text_puts(out, "&lt;");
        else
            text_add(out, s, 1);
    }
}

void sheet_count(text *out, int n, const char *what)
{
    text_printf(out, "%d %s%s", n, what, n == 1 ? "" : "s");
}

void sheet_row(text *out, ...)
{
    va_list cells;
    va_start(cells, out);
    for (const char *cell = va_arg(cells, const char *); cell; cell = va_arg(cells, const char *)) {
        text_puts(out, "| ");
        sheet_cell(out, cell);
        text_puts(out, *cell ? " " : "");
    }
    va_end(cells);
    text_puts(out, "|\n");
}

static void param_row(void *user, const char *name, const wf_param *param, int value)
{
    text v = {0};
    char *key = format_new("`%s`", name);
    design_value_text(param, value, &v);
    sheet_row(user, key, v.data, param->help, NULL);
}

static void option_row(void *user, const char *name, const char *value, const char *help)
{
    char *key = format_new("`%s`", name);
    sheet_row(user, key, value, help, NULL);
}

static void width_row(void *user, const char *key, int value)
{
    char *name = format_new("`%s`", key), *width = format_new("%d", value);
    sheet_row(user, name, width, design_width_help(key), NULL);
}

static void add_configuration(const design *d, text *out)
{
    text_puts(out, "\n## Configuration\n\n| parameter | here | what it is |\n|---|---|---|\n");
    design_each_width(d, width_row, out);
    design_each_param(d, param_row, out);
    design_each_option(d, option_row, out);
    char *nothing = design_saves_nothing(d);
    if (nothing)
        text_printf(out, "\n**Note:** %s.\n", nothing);
}

static void add_memories(const design *d, text *out)
{
    wf_memory memory[WF_MAX_MEMORIES];
    int kinds = d->unit->memories ? d->unit->memories(&d->config, memory) : 0;
    if (kinds == 0)
        return;
    text_printf(
        out,
        "\n## Memories\n\nThey are instances of `%s_ram`, the file to replace by a macro's wrapper. All have one clock, the design's.\n\n"
        "| memories | words x bits | ports | bits of a write enable | what they hold |\n|---|---|---|---|---|\n",
        d->name);
    for (const wf_memory *m = memory; m < memory + kinds; m++)
        text_printf(out, "| %d | %d x %d | %s | %d%s | %s |\n", m->count, m->words, m->bits,
                    m->ports == 1 ? "1, to read or to write" : "2, one to read and one to write", m->part,
                    m->part == m->bits ? ", the whole word" : "", m->name);
    text_puts(
        out,
        "\nTiming of each:\n\n"
        "- A read is synchronous. `read_i` and the address are of cycle t; the word is at `read_data_o` from cycle t + 1 on, and stays "
        "until the next read: a cycle without one changes nothing.\n"
        "- A write takes effect at the clock edge that ends its cycle. A read in the next cycle sees it.\n"
        "- A row is never read in the cycle in which it is written, so it does not matter what the macro does then; with one port no cycle "
        "reads and writes. In simulation `ASSERT` says so if it happens, and ends.\n"
        "- They need no reset: a word that was never written has no effect.\n");
    text_puts(out,
              memory[0].power
                  ? "- `on_i` of each is 0 while nothing is in it: a macro may sleep then, and lose its words. It wakes up as soon as the "
                    "memory is needed, and is read and written only after that.\n"
                  : "- `on_i` of each is always 1: this design switches no memory off.\n");
}

static void add_latches(const emission *e, text *out)
{
    const char *name = e->design->name;
    if (!has_cell(e, "hold"))
        return;
    text_printf(
        out,
        "\n## Latches\n\n"
        "- This design keeps values in latches (`%s_hold`), 64 behind a clock gate (`%s_gated`), which is the file to replace by a cell "
        "of the library. They are open in the second half of a cycle and close with the clock edge that ends it.\n"
        "- Scan needs care: no chain goes through latches, and the clock gates have no test enable. Give `%s_gated` one that keeps them "
        "shut "
        "while chains shift.\n"
        "- `syn/%s.sdc` tells that their values are used from that edge on, and not while they are open (a path of two cycles). The enable "
        "of the clock gate has half a cycle, which a timing tool finds by itself.\n",
        name, name, name, name);
}

/* Adds `source` with its paragraphs folded at WIDTH. Tables, titles and commands stay as they are. */
static void fold(const char *source, text *out)
{
    while (*source) {
        size_t len = strcspn(source, "\n");
        bool whole = *source == '|' || *source == '#' || *source == ' ';
        const char *indent = starts_with(source, "- ") ? "  " : "";
        for (const char *lead = ""; !whole && len + strlen(lead) > WIDTH; lead = indent) {
            size_t n = WIDTH - strlen(lead);
            while (n > 0 && source[n] != ' ')
                n--;
            text_puts(out, lead);
            text_add(out, source, n);
            text_puts(out, "\n");
            source += n + 1;
            len -= n + 1;
            if (len + strlen(indent) <= WIDTH)
                text_puts(out, indent);
        }
        text_add(out, source, len);
        text_puts(out, "\n");
        source += len + (source[len] == '\n');
    }
}

void emit_sheet(emission *e)
{
    const design *d = e->design;
    text t = {0}, folded = {0};
    text_printf(&t, "# %s: %s, ", d->name, d->unit->title);
    design_width_text(d, &t);
    text_printf(&t,
                "\n\nThe unit `%s` of warpfold %s. Source: %s. This page holds for this configuration only; warpfold's `docs/%s.md` tells "
                "how the unit "
                "works, with worked values. This command makes the folder again:\n\n    ",
                d->unit->name, WF_VERSION, d->unit->source, d->unit->name);
    design_command(d, &t);
    text_printf(&t,
                "\n\n`rtl/%s.f` lists the Verilog files for a simulator, `%s.core` for FuseSoC. All names begin with `%s_`, so designs of "
                "different names stand side by side.\n",
                d->name, d->name, d->name);
    char *example = emit_example_path(d);
    if (example)
        text_printf(&t,
                    "\n`%s` is a first bench of it in plain Verilog, which needs nothing but these files. The commands that run it are in "
                    "its head.\n",
                    example);
    add_configuration(d, &t);
    sheet_modules(e, &t);
    text_printf(&t,
                "\n## SystemVerilog\n\n`sv/%s_pkg.sv` is a package of the constants of this page and of types: a packed struct for each "
                "stream. Its first field, as the ports stand, has the lowest bits, as lane 0 and port 0 have, so the struct lists it last. "
                "For each module to instantiate there is one with `_sv` behind its name, whose ports are these "
                "structs; it "
                "adds no logic. `sv/%s_sv.f` lists all of it.\n",
                d->name, d->name);
    if (sv_on_core(d))
        text_printf(&t,
                    "\n`%s_%s_core` has numbered streams side by side, number 0 and the first field of each in the lowest bits. There "
                    "`%s_%s_sv` has arrays of structs, and a cast of one is the vector of the core: `issue_i = issue_t [1:0]`.\n",
                    d->name, d->unit->name, d->name, d->unit->name);
    text_printf(
        &t,
        "\nAssertions of what this page promises of a module are in `sv/%s_MODULE_check.sv`, and of what the logic before it owes it: "
        "an input that waits for ready stays as it is. `sv/%s_bind.sv` binds them to the modules, in a simulator that reads "
        "`bind`. `sv/%s_MODULE_formal.sv` is a top for a formal tool, which must define FORMAL, as `read_verilog -sv -formal` "
        "of Yosys does. There the inputs are free, and what is owed is assumed.\n",
        d->name, d->name, d->name);
    if (d->codec)
        sheet_code(d, &t);
    add_memories(d, &t);
    add_latches(e, &t);
    sheet_use(d, &t);
    char *path = format_new("%s.md", d->name);
    fold(t.data, &folded);
    put(e, path, "doc", &folded);
}
