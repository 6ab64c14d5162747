/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet_modules.c - the data sheet on modules, ports and parameters, as the emitted files themselves tell. */
#include <string.h>

#include "../base/file.h"
#include "ports.h"
#include "sheet.h"

/* The layout of the module that a user instantiates and that this file has; NULL: it is an inner module. */
static const bench_module *top_of(const design *d, const char *path, bench_layout *layout)
{
    for (int kind = 0; kind < BENCHES; kind++) {
        if (!bench_modules_exist(d, (bench_kind)kind))
            continue;
        *layout = bench_layout_of(d, (bench_kind)kind);
        for (int k = 0; k < layout->count; k++) {
            char *own = format_new("rtl/%s_%s.v", d->name, layout->module[k].instance);
            bool same = strcmp(own, path) == 0;
            if (same)
                return &layout->module[k];
        }
    }
    return NULL;
}

/* Does a user instantiate what this file has? `m` is its layout, NULL for the table of writes under way, a cell. */
static bool is_top(const emission *e, const char *path, bench_layout *layout, const bench_module **m)
{
    char *table = format_new("rtl/%s_inflight.v", e->design->name);
    bool is_table = strcmp(path, table) == 0;
    *m = top_of(e->design, path, layout);
    return *m != NULL || is_table;
}

static bool is_rtl(const file_entry *f)
{
    return strcmp(f->kind, "rtl") == 0;
}

/* A table of the modules that a user instantiates, or of the others, below a title. Nothing if there are none. */
static void add_list(const emission *e, bool tops, const char *title, text *out)
{
    bool any = false;
    for (const file_entry *f = e->files.items; f < e->files.items + e->files.count; f++) {
        bench_layout layout;
        const bench_module *m;
        if (!is_rtl(f) || is_top(e, f->path, &layout, &m) != tops)
            continue;
        if (!any)
            text_printf(out, "\n%s\n\n| module | what it is |\n|---|---|\n", title);
        any = true;
        module_head head;
        module_head_read(e->dir, f->path, NULL, &head);
        char *module = format_new("`%.*s`", (int)strcspn(path_base(f->path), "."), path_base(f->path));
        sheet_row(out, module, head.purpose, NULL);
    }
}

static void add_ports(const module_head *head, text *out)
{
    text_puts(out, "\n| port | direction | bits | meaning |\n|---|---|---|---|\n");
    for (const module_port *p = head->port; p < head->port + head->ports; p++) {
        char *bits = format_new("%d", p->bits), *name = format_new("`%s`", p->name);
        sheet_row(out, name, p->output ? "out" : "in", p->bits ? bits : p->width, p->meaning, NULL);
    }
}

static void add_params(const module_head *head, text *out)
{
    if (head->params == 0)
        return;
    text_puts(out, "\n| parameter | value | override | meaning |\n|---|---|---|---|\n");
    for (const module_param *p = head->param; p < head->param + head->params; p++) {
        char *name = format_new("`%s`", p->name), *value = format_new("`%s`", p->value);
        sheet_row(out, name, value, p->fixed ? "no" : "yes", p->meaning, NULL);
    }
}

void sheet_modules(const emission *e, text *out)
{
    text_puts(out, "\n## Modules\n");
    add_list(e, true, "To instantiate:", out);
    add_list(e, false, "In them:", out);
    text_printf(
        out,
        "\n## Ports and parameters\n\n"
        "Widths are those of this configuration. A parameter that may be overridden takes the values that its meaning names; any other "
        "value fails elaboration. It changes the one instance%s. The other numbers of this page hold for the values here.\n",
        e->design->codec ? ": arrays and wrappers instantiate the units as they are here" : "");
    for (const file_entry *f = e->files.items; f < e->files.items + e->files.count; f++) {
        bench_layout layout;
        const bench_module *m;
        if (!is_rtl(f) || !is_top(e, f->path, &layout, &m))
            continue;
        module_head head;
        module_head_read(e->dir, f->path, m, &head);
        text_printf(out, "\n### %.*s\n", (int)strcspn(path_base(f->path), "."), path_base(f->path));
        text_printf(out, "\n%s", head.comment);
        add_ports(&head, out);
        add_params(&head, out);
    }
}
