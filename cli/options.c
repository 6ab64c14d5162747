/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

enum { KEY_UNIT = 0x1000, KEY_CODEC, KEY_BLOCK, KEY_CONFIG, KEY_FIRST };
enum { MAX_OPTIONS = 256 };
enum { UNIT = 1, DESIGN, PARAMETERS, SHARED };     /* groups of the help, in their order */
static const char default_unit[] = "warpbdi";

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

static void add_option(const char *name, int key, const char *arg, const char *help, int flags, int group)
{
    for (int i = 0; i < option_count; i++)
        if (options[i].name && strcmp(options[i].name, name) == 0)
            return;     /* another unit has a parameter of this name */
    struct argp_option *o = next_option();
    *o = (struct argp_option){name, key ? key : KEY_FIRST + (int)(o - options), arg, flags, help, group};
}

static const char *const kinds[] = {[KEY_UNIT - KEY_UNIT] = "--unit", [KEY_CODEC - KEY_UNIT] = "--codec", [KEY_BLOCK - KEY_UNIT] = "--block"};

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
        a->config_file = arg;
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

/* The unit that the command line names, or NULL: whose parameters --help shows. */
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
    design_value_text(param, value, &initial);
    add_option(format_new("%s", name), 0, format_new("%s%s", param->values, param->kind == WF_PARAM_SET ? ",..." : ""),
               format_new("%s (default %s)", param->help, initial.data), *flags, PARAMETERS);
    text_free(&initial);
}

static void add_params(const wf_unit *unit, int flags)
{
    design d;
    design_init(&d, unit, 0);
    design_each_param(&d, add_param, &flags);
}

/* The options of a unit's kind: its ranges and defaults. */
static void add_own_options(const wf_unit *unit)
{
    design d;
    design_init_named(&d, unit->name, "--help");
    design_check(&d);
    for (const design_option *o = design_kind_of(unit)->options; o->name; o++)
        add_option(o->name, 0, format_new("%d..%d", o->min, o->max), format_new("%s (default %d)", o->help, design_option_value(&d, o)), 0,
                   SHARED);
}

/* Those of all kinds, whose ranges differ. */
static void add_all_options(int flags)
{
    for (int k = 0; k < DESIGN_KINDS; k++)
        for (const design_option *o = design_kinds[k].options; o->name; o++)
            add_option(o->name, 0, "N", o->help, flags, SHARED);
}

const struct argp *design_argp(int argc, char **argv)
{
    static const struct argp parser = {.options = options, .parser = parse};
    const wf_unit *unit = named_unit(argc, argv);
    int of_lines = unit && !unit->line ? OPTION_HIDDEN : 0, of_warps = unit && unit->line ? OPTION_HIDDEN : 0;
    add_option("unit", KEY_UNIT, "NAME", "codec, block or system (default warpbdi; `warpfold list` shows all); with --help: its parameters", 0, UNIT);
    add_option("codec", KEY_CODEC, "NAME", "the same as --unit, of a codec", 0, DESIGN);
    add_option("block", KEY_BLOCK, "NAME", "the same as --unit, of what is no codec", 0, DESIGN);
    add_option("config", KEY_CONFIG, "FILE", "read the design from an INI file; flags go over it", 0, DESIGN);
    add_option("lanes", 0, "N", "threads of a warp: 4, 8, 16, 32 (default), 64 or 128", of_warps, DESIGN);
    add_option("line", 0, "BYTES", "bytes of a cache line, of a unit of cache lines: 32, 64 or 128 (default)", of_lines, DESIGN);
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
    for (int i = 1; i < argc; i++) {    /* "--CHILD.PARAMETER" that is none: taken here, refused with what there is */
        size_t n = strcspn(argv[i], "=");
        if (strncmp(argv[i], "--", 2) == 0 && memchr(argv[i], '.', n))
            add_option(format_new("%.*s", (int)n - 2, argv[i] + 2), 0, "VALUE", "", OPTION_HIDDEN, PARAMETERS);
    }
    return &parser;
}

/* The INI file's pairs, all of section [design] or of none. */
typedef struct {
    const char *file, *unit;
    char *pairs[64][2];
    char *where[64];
    int count;
} ini_pairs;

static bool is_unit_key(const char *key)
{
    return strcmp(key, "unit") == 0 || strcmp(key, "codec") == 0 || strcmp(key, "block") == 0;
}

static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    ini_pairs *p = user;
    if (strcmp(section, "design") != 0)
        die_usage("%s: %s stands in %s%s%s; there is only [design]", p->file, name, *section ? "section [" : "no section", section,
                  *section ? "]" : "");
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->pairs[i][0], name) == 0)
            die_usage("%s: %s is given twice", p->file, name);
    if (is_unit_key(name) && p->unit)
        die_usage("%s: %s %s, and unit %s before; a design is of one unit", p->file, name, value, p->unit);
    if (p->count == 64)
        return 0;
    p->pairs[p->count][0] = format_new("%s", name);
    p->pairs[p->count][1] = format_new("%s", value);
    p->where[p->count++] = format_new("%s: %s", p->file, name);
    if (is_unit_key(name))
        p->unit = p->pairs[p->count - 1][1];
    return 1;
}

static void read_ini(ini_pairs *p)
{
    FILE *f = dir_exists(p->file) ? NULL : fopen(p->file, "r");
    if (dir_exists(p->file))
        die_usage("%s is a folder; --config takes a file", p->file);
    if (f == NULL)
        die_usage("cannot read %s: %s", p->file, strerror(errno));
    int line = ini_parse_file(f, take_pair, p);
    fclose(f);
    if (line != 0)
        die_usage("%s:%d: expected \"key = value\", a [section] or a comment", p->file, line);
}

/* --codec is for codecs, --block for what is none. */
static void check_kind(const design *d, const char *how)
{
    if (strcmp(how, "--codec") == 0 && d->codec == NULL)
        die_usage("--codec %s: it is no codec; --unit %s takes it", d->unit->name, d->unit->name);
    if (strcmp(how, "--block") == 0 && d->codec)
        die_usage("--block %s: it is a codec; --unit %s takes it", d->unit->name, d->unit->name);
}

void design_from_args(design *d, const design_args *a)
{
    ini_pairs ini = {.file = a->config_file};
    if (ini.file)
        read_ini(&ini);
    const char *name = a->unit ? a->unit : ini.unit ? ini.unit : default_unit, *how = a->unit ? a->how : ini.unit ? ini.file : "--unit";
    design_init_named(d, name, how);
    check_kind(d, how);
    for (int i = 0; i < ini.count; i++)
        if (!is_unit_key(ini.pairs[i][0]))
            design_set(d, ini.pairs[i][0], ini.pairs[i][1], ini.where[i]);
    for (int i = 0; i < a->count; i++) {
        char *flag = format_new("--%s", a->items[i].key);
        design_set(d, a->items[i].key, a->items[i].value, flag);
        free(flag);
    }
    design_check(d);
    for (int i = 0; i < ini.count; i++) {
        free(ini.pairs[i][0]);
        free(ini.pairs[i][1]);
        free(ini.where[i]);
    }
}
