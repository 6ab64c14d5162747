/* SPDX-License-Identifier: Apache-2.0
 *
 * emit_check.c - checkers of the modules, what binds them in simulation, and the tops of formal tools. */
#include <string.h>

#include "../base/file.h"
#include "check_code.h"
#include "check_streams.h"
#include "sv.h"

/* A module that is checked. */
typedef struct {
    const design *design;
    const bench_module *module;
    bool wrapper, array;
    bool shared;                            /* an array of decoders for more requesters */
    bool named;                             /* its streams have names, and a handshake each */
    bool core;                              /* bound to its core, which stands below the module with structs too */
    text ports, connections, bound;         /* of the checker; to the module's ports, and where it is bound */
    text own;                               /* of the unit's own checks in it */
    text inputs, wires, module_connections; /* of the formal top */
    text unused, in, out, slices;
    int in_bits, out_bits;
} checking;

/* Is it "valid_i" or "STREAM_valid_i", or the same of an output? `which`: "valid_". */
static bool is_of(const char *port, const char *which)
{
    size_t len = strlen(port), n = strlen(which) + 1;
    return len >= n && strncmp(port + len - n, which, n - 1) == 0 && (len == n || port[len - n - 1] == '_');
}

static bool is_handshake(const char *port)
{
    return strcmp(port, "clk_i") == 0 || strcmp(port, "rst_ni") == 0 || is_of(port, "valid_") || is_of(port, "ready_");
}

/* The range of a port of so many bits; empty if it is no vector. `formal`: of the formal top, which has numbers in the place of
 * the checker's parameters. */
static char *range(const checking *c, const char *port, int bits, bool formal)
{
    bool clock = strcmp(port, "clk_i") == 0 || strcmp(port, "rst_ni") == 0, once = c->module->one_ready && strcmp(port, "ready_i") == 0;
    if (clock || once || (!c->array && is_handshake(port)))
        return format_new("%s", "");
    if (formal)
        return format_new("[%d:0] ", bits - 1);
    if (c->array)
        return bits == c->module->copies ? format_new("[PORTS-1:0] ") : format_new("[PORTS*%d-1:0] ", bits / c->module->copies);
    return c->design->codec && starts_with(port, "user_") ? format_new("[USER_BITS-1:0] ") : format_new("[%d:0] ", bits - 1);
}

/* A port of the checker, with its range, and what it is connected to. */
static void add_checked(checking *c, const char *bits, const char *port, const char *value)
{
    text_printf(&c->ports, "%s    input  wire %s%s", c->ports.len ? ",\n" : "", bits, port);
    text_printf(&c->connections, "%s        .%s(%s)", c->connections.len ? ",\n" : "", port, value);
    text_printf(&c->bound, "%s        .%s(%s)", c->bound.len ? ",\n" : "", port, c->core ? sv_core_signal(c->module, value) : value);
    text_printf(&c->own, "%s        .%s(%s)", c->own.len ? ",\n" : "", port, port);
    if (!is_handshake(port) || is_of(port, "ready_") || (c->named && is_of(port, "valid_")))
        text_printf(&c->unused, ", %s", port);
}

static void add_port(void *user, const char *port, int bits, bool output)
{
    checking *c = user;
    bool is_user = c->design->codec && starts_with(port, "user_");
    char *checked = range(c, port, bits, false), *formal = range(c, port, bits, true);
    add_checked(c, checked, port, port);
    text_printf(&c->module_connections, "%s        .%s(%s)", c->module_connections.len ? ",\n" : "", port, port);
    if (!output)
        text_printf(&c->inputs, "%s    input wire %s%s", c->inputs.len ? ",\n" : "", formal, port);
    else
        text_printf(&c->wires, "%s    wire %s%s;", c->wires.len ? "\n" : "", formal, port);
    if (!is_handshake(port)) {
        text *fields = output ? &c->out : &c->in;
        text_printf(fields, "%s%s", fields->len ? ", " : "", port);
        *(output ? &c->out_bits : &c->in_bits) += is_user ? 0 : bits;
    }
}

/* Does the module have a ready of its inputs; of its outputs? The checker of a unit always has them, and 1 where the module has none. */
static bool takes_ready(const bench_module *m)
{
    return m->streams.stream[0].ready;
}
static bool gives_ready(const bench_module *m)
{
    return m->streams.stream[m->streams.count - 1].ready;
}

/* Connects a port of the units' checker to what the array has of it. */
static void add_slice(void *user, const char *port, int bits, bool output)
{
    checking *c = user;
    (void)output;
    if (strcmp(port, "ready_i") == 0 || strcmp(port, "ready_o") == 0)
        return;
    text_printf(&c->slices, ",\n                .%s(%s", port, port);
    if (bits == 1)
        text_puts(&c->slices, "[j])");
    else
        text_printf(&c->slices, "[j*%d +: %d])", bits, bits);
}

static void add_slices(checking *c, const bench_module *unit)
{
    bench_each_port(unit, add_slice, c);
    text_printf(&c->slices, ",\n                .ready_o(%s)", takes_ready(c->module) ? "ready_o[j]" : "1'b1");
    text_printf(&c->slices, ",\n                .ready_i(%s)",
                !gives_ready(c->module) ? "1'b1"
                : c->module->one_ready  ? "ready_i"
                                        : "ready_i[j]");
}

/* ---- Emission ---- */

static void set_module(const checking *c, macro_table *m)
{
    const design *d = c->design;
    bool enc = c->module->role == MODULE_ENC, codec = d->codec != NULL;
    int interval = c->module->interval, latency = c->module->latency;
    macro_set(m, "WF_CHECK_LEAF", "%s_%s", d->name, c->module->instance);
    macro_set(m, "WF_CHECK_MODULE", "%s_%s_check", d->name, c->module->instance);
    macro_set(m, "WF_FORMAL_MODULE", "%s_%s_formal", d->name, c->module->instance);
    macro_set(m, "WF_CHECK_FLOW", "%d", c->wrapper ? 2 : d->stall);
    macro_set(m, "WF_CHECK_LATENCY", "%d", c->wrapper && latency == 0 ? 1 : latency);
    macro_set(m, "WF_CHECK_STEADY", "%d", interval == 1 && !c->wrapper);
    macro_set_flag(m, "WF_WITH_CHECK_USER", codec);
    macro_set(m, "WF_CHECK_USER_BITS", "%d", codec ? d->user_bits : 1);
    macro_set(m, "WF_CHECK_SIDE_BITS", codec ? "USER_BITS + %d" : "%d", !codec ? 1 : !enc ? 0 : d->sizes.mask_bits ? 2 : 1);
    macro_set(m, "WF_CHECK_SIDE", "%s",
              !codec               ? "1'b0"
              : !enc               ? "user_i"
              : d->sizes.mask_bits ? "empty, raw_only_i, user_i"
                                   : "raw_only_i, user_i");
    macro_set(m, "WF_CHECK_IN", "%s", c->in.data);
    macro_set(m, "WF_CHECK_IN_BITS", codec ? "USER_BITS + %d" : "%d", c->in_bits);
    macro_set(m, "WF_CHECK_OUT", "%s", c->out.data);
    macro_set(m, "WF_CHECK_OUT_BITS", codec ? "USER_BITS + %d" : "%d", c->out_bits);
    macro_set(m, "WF_CHECK_PORTS", "%s", c->ports.data);
    macro_set(m, "WF_CHECK_OWN_PORTS", "%s", c->own.data);
    macro_set(m, "WF_CHECK_UNUSED", "%s", c->unused.data);
    macro_set(m, "WF_FORMAL_PORTS", "%s", c->inputs.data);
    macro_set(m, "WF_FORMAL_WIRES", "%s", c->wires.data);
    macro_set(m, "WF_FORMAL_CONNECTIONS", "%s", c->module_connections.data);
    macro_set(m, "WF_CHECK_CONNECTIONS", "%s", c->connections.data);
    bool mask = codec && enc && d->sizes.mask_bits;
    macro_set_flag(m, "WF_WITH_CHECK_MASK", mask && !design_early(d, enc));
    macro_set_flag(m, "WF_WITH_CHECK_EARLY_MASK", mask && design_early(d, enc));
    check_code_macros(d, enc, m);
}

/* The template of what this module promises beyond its streams and its tag; NULL: it has none, or is no unit by itself. */
static char *own_template(const checking *c)
{
    const design *d = c->design;
    if (c->array || c->wrapper || c->module->role == MODULE_MOVE)
        return NULL;
    char *name = format_new(d->codec ? "rtl_templates/%s/%s_%s_check.sv" : "rtl_templates/%s/%s_check.sv", d->unit->name, d->unit->name,
                            c->module->instance);
    if (asset_find(name))
        return name;
    return NULL;
}

/* An array: what its checker knows of the units. */
static void set_array(const checking *c, macro_table *m)
{
    macro_set(m, "WF_CHECK_UNIT", "%s_%s_check", c->design->name, module_role_name(c->module->role));
    macro_set(m, "WF_CHECK_COPIES", "%d", c->module->copies);
    macro_set(m, "WF_CHECK_SLICES", "%s", c->slices.data);
    macro_set(m, "WF_CHECK_IS_SHARED", "%d", c->shared);
    macro_set_flag(m, "WF_WITH_CHECK_SHARED", c->shared);
}

/* Parameters of a checker where it is bound: those of the module. */
static const char *bound_parameters(const checking *c)
{
    if (c->shared)
        return " #(.PORTS(PORTS), .DECS(DECS))";
    if (c->array)
        return c->module->role == MODULE_ENC ? " #(.PORTS(ENCS))" : " #(.PORTS(DECS))";
    return c->design->codec && !c->wrapper ? " #(.FLOW(FLOW), .USER_BITS(USER_BITS))" : "";
}

/* Writes the checker and the formal top of one module, and adds its line to the binds. */
static void put_checker(emission *e, checking *c, text *binds)
{
    const design *d = e->design;
    macro_table m = {.count = 0}, *outer = e->macros;
    add_port(c, "clk_i", 1, false);
    add_port(c, "rst_ni", 1, false);
    bench_each_port(c->module, add_port, c);
    if (!c->array && !c->named && !takes_ready(c->module))
        add_checked(c, "", "ready_o", "1'b1");
    if (!c->array && !c->named && !gives_ready(c->module))
        add_checked(c, "", "ready_i", "1'b1");
    macros_set(d, d->name, &m);
    set_module(c, &m);
    if (c->array)
        set_array(c, &m);
    if (c->named)
        check_streams_macros(d, c->module, &m);
    e->macros = &m;
    char *own = own_template(c), *own_name = format_new("%s_own_check", c->module->instance);
    macro_set_flag(&m, "WF_WITH_CHECK_OWN", own != NULL);
    macro_set(&m, "WF_CHECK_OWN", "%s_%s", d->name, own_name);
    if (own)
        put_once(e, "sv", own_name, "check", own);
    char *check = format_new("%s_check", c->module->instance), *formal = format_new("%s_formal", c->module->instance);
    put_once(e, "sv", check, "check",
             c->array   ? "rtl_templates/sv/check_array.sv"
             : c->named ? "rtl_templates/sv/check_streams.sv"
                        : "rtl_templates/sv/check.sv");
    if (c->named)
        put_once(e, "sv", "handshake_check", "check", "rtl_templates/sv/check_handshake.sv");
    put_once(e, "sv", formal, "formal", "rtl_templates/sv/formal.sv");
    e->macros = outer;
    text_printf(binds, "%sbind %s_%s%s %s_%s%s check (\n%s\n);", binds->len ? "\n" : "", d->name, c->module->instance,
                c->core ? "_core" : "", d->name, check, bound_parameters(c), c->bound.data);
}

void emit_checks(emission *e)
{
    const design *d = e->design;
    text binds = {0};
    bench_layout units = bench_layout_of(d, BENCH_UNIT);
    for (int kind = 0; kind < BENCHES; kind++) {
        bench_layout l = bench_layout_of(d, (bench_kind)kind);
        for (int k = 0; bench_modules_exist(d, (bench_kind)kind) && k < l.count; k++) {
            checking c = {.design = d, .module = &l.module[k], .wrapper = kind == BENCH_WRAPPER, .array = kind == BENCH_ARRAY};
            c.named = design_named(d);
            c.core = sv_on_core(d);
            c.shared = c.array && l.module[k].role == MODULE_DEC && d->dec_ports > d->decs;
            if (c.array)
                add_slices(&c, &units.module[k]);
            if (!l.module[k].bare)
                put_checker(e, &c, &binds);
        }
    }
    macro_table m = {.count = 0}, *outer = e->macros;
    macro_set(&m, "WF_BINDS", "%s", binds.data);
    e->macros = &m;
    put_once(e, "sv", "bind", "check", "rtl_templates/sv/bind.sv");
    e->macros = outer;
}
