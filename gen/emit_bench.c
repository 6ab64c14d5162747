/* SPDX-License-Identifier: Apache-2.0 */

#include "../base/file.h"
#include "emission.h"
#include "layout.h"

/* The instances of a bench. */
static void add_instances(const design *d, const bench_layout *l, text *out)
{
    const asset *source = asset_find("sim/bench_module.v");
    for (int k = 0; k < l->count; k++) {
        macro_table m = {.count = 0};
        text ports = {0};
        bench_ports_text(l, k, &ports);
        macro_set(&m, "WF_BENCH_MODULE", "%s_%s", d->name, l->module[k].instance);
        macro_set(&m, "WF_BENCH_INSTANCE", "%s", l->module[k].instance);
        macro_set(&m, "WF_BENCH_PORTS", "%s", ports.data);
        template_expand(source, &m, out);
    }
}

/* Writes tb/NAME_bench.v and the file that replays cycles on it, or those of the arrays or of the wrappers. */
static void put_bench(emission *e, bench_kind kind)
{
    const design *d = e->design;
    macro_table *outer = e->macros;
    bench_layout l = bench_layout_of(d, kind);
    macro_table m = {.count = 0};
    text modules = {0}, pads = {0};
    char *replay = format_new("%s_replay", bench_name(kind));
    int pad_bits = bench_pads_text(&l, &pads);
    add_instances(d, &l, &modules);
    macro_set(&m, "WF_BENCH", "%s_%s", d->name, bench_name(kind));
    macro_set(&m, "WF_REPLAY", "%s_%s", d->name, replay);
    macro_set(&m, "WF_BENCH_IN_BITS", "%d", 32 * l.in_words);
    macro_set(&m, "WF_BENCH_OUT_BITS", "%d", 32 * l.out_words);
    macro_set(&m, "WF_BENCH_MODULES", "%.*s", (int)modules.len - 1, modules.data);
    macro_set_flag(&m, "WF_WITH_BENCH_PADS", pad_bits > 0);
    macro_set(&m, "WF_BENCH_PADS", "%s", pads.data ? pads.data : "");
    macro_set(&m, "WF_BENCH_PAD_BITS", "%d", pad_bits);
    e->macros = &m;
    put_once(e, "tb", bench_name(kind), "tb", "sim/bench.v");
    put_once(e, "tb", replay, "tb", "sim/bench_replay.v");
    e->macros = outer;
}

void emit_benches(emission *e)
{
    for (int kind = 0; kind < BENCHES; kind++)
        if (bench_exists(e->design, (bench_kind)kind))
            put_bench(e, (bench_kind)kind);
}
