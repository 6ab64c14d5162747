/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../base/file.h"
#include "emission.h"

/* Writes rtl/NAME.f for `verilator -f` and `iverilog -c`. Paths begin at DIR/rtl. */
static void put_file_list(emission *e)
{
    text t = {0};
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, "rtl") == 0)
            text_printf(&t, "%s\n", path_base(e->files.items[i].path));
    char *path = format_new("rtl/%s.f", e->design->name);
    put(e, path, "list", &t);
}

/* The files of a kind, as a list in a fileset. */
static void list_files(const emission *e, const char *kind, text *t)
{
    for (int i = 0; i < e->files.count; i++)
        if (strcmp(e->files.items[i].kind, kind) == 0)
            text_printf(t, "      - %s\n", e->files.items[i].path);
}

static void put_core(emission *e)
{
    const design *d = e->design;
    text t = {0};
    text_printf(&t, "CAPI=2:\nname: \"::%s:%s\"\ndescription: \"%s, ", d->name, WF_VERSION, d->unit->title);
    design_width_text(d, &t);
    text_puts(&t, "\"\nfilesets:\n  rtl:\n    files:\n");
    list_files(e, "rtl", &t);
    text_puts(&t, "    file_type: verilogSource\n  sv:\n    files:\n");
    list_files(e, "sv", &t);
    text_printf(&t, "    file_type: systemVerilogSource\n  constraints:\n    files:\n      - syn/%s.sdc: {file_type: SDC}\n", d->name);
    char *top = format_new("%s_%s", d->name, d->codec ? "encs" : d->unit->name);
    text_puts(&t, "targets:\n  default: &default\n    filesets: [rtl]\n");
    if (d->codec)
        text_printf(&t, "    toplevel: [%s, %s_decs]\n", top, d->name);
    else
        text_printf(&t, "    toplevel: %s\n", top);
    text_printf(&t, "  sv:\n    <<: *default\n    filesets: [rtl, sv]\n    toplevel: %s_sv\n", top);
    text_printf(&t,
                "  lint:\n    <<: *default\n    default_tool: verilator\n    toplevel: %s\n"
                "    tools:\n      verilator:\n        mode: lint-only\n        verilator_options: [-Wall]\n",
                top);
    char *path = format_new("%s.core", d->name);
    put(e, path, "core", &t);
}

void emit_lists(emission *e)
{
    put_file_list(e);
    put_core(e);
}
