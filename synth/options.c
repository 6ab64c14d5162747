/* SPDX-License-Identifier: Apache-2.0
 *
 * options.c - the options of synthesis: their defaults, a value by its name on the command line, and what they say of figures. */
#include "options.h"

#include <string.h>

#include "../gen/design_modules.h"

const synth_options synth_defaults = {.effort = 1, .clock_gate = true, .module = "all", .wire_ff_um = 0.15, .utilisation = 0.7};
const char *const synth_option_names[] = {"liberty", "clock-ns", "effort",     "driver",      "load-ff", "clock-gate",
                                          "module",  "wires",    "wire-ff-um", "utilisation", "parts",   NULL};

/* A number above 0; false if it is none. */
static bool is_positive(const char *value, double *v)
{
    return parse_double(value, v) && *v > 0;
}

static char *refused(const char *name, const char *value, const char *accepted)
{
    return format_new("--%s %s: %s", name, value, accepted);
}

static bool is_switch(const char *value, const char *on, bool *v)
{
    *v = strcmp(value, on) == 0;
    return *v || strcmp(value, "off") == 0;
}

static char *set_module(synth_options *o, const char *value)
{
    static const module_role roles[] = {MODULE_ENC, MODULE_DEC, MODULE_MOVE};
    o->module = strcmp(value, "all") == 0 ? "all" : NULL;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(value, module_role_name(roles[i])) == 0)
            o->module = module_role_name(roles[i]);
    if (o->module)
        return NULL;
    return refused("module", value, "accepted are enc, dec, move and all");
}

char *synth_set(synth_options *o, const char *name, const char *value)
{
    static const char *const number = "a number above 0";
    long long v;
    if (strcmp(name, "liberty") == 0) {
        o->liberty = value;
    } else if (strcmp(name, "driver") == 0) {
        o->driver = value;
    } else if (strcmp(name, "clock-ns") == 0) {
        return is_positive(value, &o->clock_ns) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "load-ff") == 0) {
        return is_positive(value, &o->load_ff) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "effort") == 0) {
        if (!parse_int(value, 0, 2, &v))
            return refused(name, value, "a whole number from 0 to 2");
        o->effort = (int)v;
    } else if (strcmp(name, "clock-gate") == 0) {
        return is_switch(value, "auto", &o->clock_gate) ? NULL : refused(name, value, "accepted are auto and off");
    } else if (strcmp(name, "wires") == 0) {
        return is_switch(value, "on", &o->wires) ? NULL : refused(name, value, "accepted are on and off");
    } else if (strcmp(name, "parts") == 0) {
        return is_switch(value, "on", &o->parts) ? NULL : refused(name, value, "accepted are on and off");
    } else if (strcmp(name, "wire-ff-um") == 0) {
        return is_positive(value, &o->wire_ff_um) ? NULL : refused(name, value, number);
    } else if (strcmp(name, "utilisation") == 0) {
        return is_positive(value, &o->utilisation) && o->utilisation <= 1 ? NULL : refused(name, value, "a share above 0, at most 1");
    } else if (strcmp(name, "module") == 0) {
        return set_module(o, value);
    } else {
        return format_new("synthesis has no option --%s", name);
    }
    return NULL;
}

void synth_options_text(const synth_options *o, text *t)
{
    text_printf(t, "clock %.17g effort %d driver %s load %.17g gate %d", o->clock_ns, o->effort, o->driver ? o->driver : "", o->load_ff,
                o->clock_gate);
    if (o->wires)
        text_printf(t, " wires %.17g %.17g", o->wire_ff_um, o->utilisation);
    if (o->parts)
        text_puts(t, " parts");
}
