/* SPDX-License-Identifier: Apache-2.0
 *
 * options.c - the flags that choose a design, made from the tables of units: each unit's parameters are options of its own, and --help
 * shows those of the unit that is named. Values are kept as text, and the design takes them. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "arguments.h"

enum { KEY_UNIT = 0x1000, KEY_CODEC, KEY_BLOCK, KEY_CONFIG, KEY_FIRST };
enum { MAX_OPTIONS = 256 };
enum { UNIT = 1, DESIGN, PARAMETERS, SHARED }; /* groups of the help, in their order */

static struct argp_option options[MAX_OPTIONS + 1];
static int option_count;

static struct argp_option *next_option(void)
{
    if (option_count == MAX_OPTIONS)
        die("more options than the table of %d holds", MAX_OPTIONS);
    return &options[option_count++];
}

static void add_header(const char *title, int group)
{
    *next_option() = (struct argp_option){.doc = title, .group = group};
}

static bool is_known(const char *name)
{
    for (int i = 0; i < option_count; i++)
        if (options[i].name && strcmp(options[i].name, name) == 0)
            return true;
    return false;
}

static void add_option(const char *name, int key, const char *arg, const char *help, int flags, int group)
{
    if (is_known(name))
        return;
    struct argp_option *o = next_option();
    *o = (struct argp_option){name, key ? key : KEY_FIRST + (int)(o - options), arg, flags, help, group};
}

static const char *const kinds[] = {
    [KEY_UNIT - KEY_UNIT] = "--unit", [KEY_CODEC - KEY_UNIT] = "--codec", [KEY_BLOCK - KEY_UNIT] = "--block"};

static void choose(design_args *a, int key, const char *name)
{
    design d;
    design_init_named(&d, name, kinds[key - KEY_UNIT]);
    if (a->unit && strcmp(a->unit, name) != 0)
        die_usage("%s %s and %s %s: a design is of one unit", a->how, a->unit, kinds[key - KEY_UNIT], name);
    a->unit = name;
    a->how = kinds[key - KEY_UNIT];
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    design_args *a = state->input;
    if (key == KEY_UNIT || key == KEY_CODEC || key == KEY_BLOCK) {
        choose(a, key, arg);
    } else if (key == KEY_CONFIG) {
        config_file_read(&a->config, arg); /* once: it may be a pipe */
    } else if (key >= KEY_FIRST && key < KEY_FIRST + MAX_OPTIONS) {
        if (a->count == (int)(sizeof a->items / sizeof *a->items))
            die_usage("too many flags");
        a->items[a->count].key = options[key - KEY_FIRST].name;
        a->items[a->count++].value = arg;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The unit that the command line names, or NULL. --help shows its parameters. */
static const wf_unit *named_unit(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            size_t n = strlen(kinds[k]);
            if (strncmp(argv[i], kinds[k], n) != 0 || (argv[i][n] != '\0' && argv[i][n] != '='))
                continue;
            const char *name = argv[i][n] ? argv[i] + n + 1 : i + 1 < argc ? argv[i + 1] : "";
            return wf_find_unit(name);
        }
    return NULL;
}

/* A parameter as an option, with its default. */
static void add_param(void *user, const char *name, const wf_param *param, int value)
{
    const int *flags = user;
    text initial = {0};
    if (is_known(name))
        return; /* another unit has a parameter of this name */
    design_value_text(param, value, &initial);
    add_option(format_new("%s", name), 0,
               format_new("%s%s", param->values, param->kind == WF_PARAM_SET || param->kind == WF_PARAM_LIST ? ",..." : ""),
               format_new("%s (default %s)", param->help, initial.data), *flags, PARAMETERS);
}

static void add_params(const wf_unit *unit, int flags)
{
    design d;
    design_init_named(&d, unit->name, "--help");
    wf_derive(unit, &d.config);
    design_each_param(&d, add_param, &flags);
}

static const char *const cut_help[] = {
    "which ranks the decoder has, by name (default: those of dec-stages; other forms may have other names)",
    "which ranks the encoder has, by name (default: those of enc-stages; other forms may have other names)"};

/* The options of a unit's kind, with the ranges and defaults of that kind. */
static void add_own_options(const wf_unit *unit)
{
    design d;
    design_init_named(&d, unit->name, "--help");
    design_check(&d);
    for (const design_option *o = design_kind_of(unit)->options; o->name; o++)
        if (!is_known(o->name))
            add_option(o->name, 0, format_new("%d..%d", o->min, o->max), format_new("%s (default %d)", o->help, design_option_value(&d, o)),
                       0, SHARED);
    for (int enc = 1; enc >= 0; enc--) {
        const wf_cuts *cuts = design_cuts_of(&d, enc);
        if (cuts)
            add_option(enc ? "enc-cuts" : "dec-cuts", 0, format_new("%s,...|none", cuts->names), cut_help[enc], 0, SHARED);
    }
}

/* The options of all kinds. Their ranges differ. */
static void add_all_options(int flags)
{
    for (int k = 0; k < DESIGN_KINDS; k++)
        for (const design_option *o = design_kinds[k].options; o->name; o++)
            add_option(o->name, 0, "N", o->help, flags, SHARED);
    add_option("enc-cuts", 0, "NAME,...", cut_help[1], flags, SHARED);
    add_option("dec-cuts", 0, "NAME,...", cut_help[0], flags, SHARED);
}

const struct argp *design_argp(int argc, char **argv)
{
    static const struct argp parser = {.options = options, .parser = parse};
    const wf_unit *unit = named_unit(argc, argv);
    int of_lines = unit && !unit->line ? OPTION_HIDDEN : 0, of_warps = unit && !wf_takes_lanes(unit) ? OPTION_HIDDEN : 0;
    add_option(
        "unit", KEY_UNIT, "NAME",
        format_new("codec, block or system (default %s; `warpfold list` shows all); with --help: its parameters", wf_unit_at(0)->name),
        ARGUMENT_REPEATS, UNIT);
    add_option("codec", KEY_CODEC, "NAME", "the same as --unit, for codecs only", ARGUMENT_REPEATS, DESIGN);
    add_option("block", KEY_BLOCK, "NAME", "the same as --unit, for other units only", ARGUMENT_REPEATS, DESIGN);
    add_option("config", KEY_CONFIG, "FILE",
               "read the design from an INI file, or from the folder of one that gen has made; flags override it", 0, DESIGN);
    add_option("lanes", 0, "N", "threads of a warp: 4, 8, 16, 32 (default), 64 or 128", of_warps, DESIGN);
    add_option("line", 0, "BYTES", "bytes of a cache line, for units of cache lines: 32, 64 or 128 (default)", of_lines, DESIGN);
    add_option("name", 0, "NAME", "prefix of every module (default: unit, and lanes or line)", 0, DESIGN);
    if (unit) {
        add_header(format_new("Parameters of %s:", unit->name), PARAMETERS);
        add_params(unit, 0);
        add_header(format_new("Every %s:", design_kind_of(unit)->title), SHARED);
        add_own_options(unit);
    } else {
        add_header("Options of codecs and of blocks (ranges and parameters: name a --unit):", SHARED);
    }
    add_all_options(unit ? OPTION_HIDDEN : 0);
    for (size_t i = 0; i < wf_unit_count(); i++)
        add_params(wf_unit_at(i), OPTION_HIDDEN);
    for (int i = 1; i < argc; i++) { /* an unknown "--CHILD.PARAMETER" is accepted here and refused later, with a list of what there is */
        size_t n = strcspn(argv[i], "=");
        if (strncmp(argv[i], "--", 2) != 0 || !memchr(argv[i], '.', n))
            continue;
        char *name = format_new("%.*s", (int)n - 2, argv[i] + 2);
        if (!is_known(name))
            add_option(name, 0, "VALUE", "", OPTION_HIDDEN, PARAMETERS);
    }
    return &parser;
}

/* `codec` is for codecs only, `block` for other units only. */
static void check_kind(const design *d, const char *key, const char *where)
{
    const char *any = *where == '-' ? "--unit" : "unit";
    if (strcmp(key, "codec") == 0 && d->codec == NULL)
        die_usage("%s: %s is no codec; %s takes any unit", where, d->unit->name, any);
    if (strcmp(key, "block") == 0 && d->codec)
        die_usage("%s: %s is a codec; %s takes any unit", where, d->unit->name, any);
}

/* The unit that the flags name, or else the file, or else the default. */
static void choose_unit(design *d, const design_args *a, const config_file *config)
{
    if (a->unit) {
        design_init_named(d, a->unit, a->how);
        check_kind(d, a->how + strlen("--"), a->how);
    } else if (config->unit.key) {
        design_init_named(d, config->unit.value, config->unit.where);
        check_kind(d, config->unit.key, config->unit.where);
    } else {
        design_init_named(d, wf_unit_at(0)->name, "--unit");
    }
}

void design_from_args(design *d, const design_args *a)
{
    choose_unit(d, a, &a->config);
    for (int i = 0; i < a->config.count; i++)
        design_set(d, a->config.pairs[i].key, a->config.pairs[i].value, a->config.pairs[i].where);
    for (int i = 0; i < a->count; i++) {
        char *flag = format_new("--%s", a->items[i].key);
        design_set(d, a->items[i].key, a->items[i].value, flag);
    }
    char *fault = design_fault(d);
    if (fault)
        die_usage("%s%s%s", a->trace ? a->trace : "", a->trace ? ": " : "", fault);
}
