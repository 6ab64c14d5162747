/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"

enum { KEY_CODEC = 0x1000, KEY_BLOCK, KEY_CONFIG, KEY_FIRST };
enum { MAX_OPTIONS = 96 };
static const char default_room[] = "warpbdi";

static struct argp_option options[MAX_OPTIONS + 1];

static void add_option(const char *name, int key, const char *arg, const char *help)
{
    for (int i = 0; options[i].name; i++)
        if (strcmp(options[i].name, name) == 0)
            return;     /* another room has a parameter of this name */
    for (int i = 0; i < MAX_OPTIONS; i++)
        if (options[i].name == NULL) {
            options[i] = (struct argp_option){.name = name, .key = key, .arg = arg, .doc = help};
            return;
        }
    die("more options than the table of %d holds", MAX_OPTIONS);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    design_args *a = state->input;
    if (key == KEY_CODEC) {
        a->codec = arg;
    } else if (key == KEY_BLOCK) {
        a->block = arg;
    } else if (key == KEY_CONFIG) {
        a->config_file = arg;
    } else if (key >= KEY_FIRST && key < KEY_FIRST + MAX_OPTIONS) {
        if (a->count == (int)(sizeof a->items / sizeof *a->items))
            die_usage("too many flags");
        for (int i = 0; options[i].name; i++)
            if (options[i].key == key) {
                a->items[a->count].key = options[i].name;
                a->items[a->count++].value = arg;
            }
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp *design_argp(void)
{
    static const struct argp parser = {.options = options, .parser = parse};
    if (options[0].name)
        return &parser;
    int key = KEY_FIRST;
    add_option("codec", KEY_CODEC, "ROOM", "the codec (default warpbdi; `warpfold list` shows all)");
    add_option("block", KEY_BLOCK, "BLOCK", "instead of a codec, a block that is none: compare, crossbar, ...");
    add_option("config", KEY_CONFIG, "FILE", "read the design from an INI file; flags go over it");
    add_option("lanes", key++, "N", "threads of a warp: 4, 8, 16, 32 (default), 64 or 128");
    add_option("line", key++, "BYTES", "bytes of a cache line, where the codec or block is of lines: 32, 64 or 128 (default)");
    add_option("name", key++, "NAME", "prefix of every module (default: codec and lanes or line)");
    for (size_t r = 0; r < wf_codec_count(); r++)
        for (const wf_param *p = wf_codec_at(r)->params; p->name; p++)
            add_option(p->name, key++, format_new("%s%s", p->values, p->kind == WF_PARAM_SET ? ",..." : ""), p->help);
    for (size_t r = 0; r < wf_block_count(); r++)
        for (const wf_param *p = wf_block_at(r)->params; p->name; p++)
            add_option(p->name, key++, p->values, p->help);
    for (const design_option *o = design_options; o->name; o++)
        add_option(o->name, key++, format_new("%d..%d", o->min, o->max), o->help);
    for (const design_option *o = block_options; o->name; o++)
        add_option(o->name, key++, format_new("%d..%d", o->min, o->max), o->help);
    return &parser;
}

/* The INI file's pairs, all of section [design] or of none. */
typedef struct {
    const char *file, *codec, *block;
    char *pairs[64][2];
    char *where[64];
    int count;
} ini_pairs;

static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    ini_pairs *p = user;
    if (*section && strcmp(section, "design") != 0)
        die_usage("%s: section [%s]; there is only [design]", p->file, section);
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->pairs[i][0], name) == 0)
            die_usage("%s: %s is given twice", p->file, name);
    if (p->count == 64)
        return 0;
    p->pairs[p->count][0] = format_new("%s", name);
    p->pairs[p->count][1] = format_new("%s", value);
    p->where[p->count++] = format_new("%s: %s", p->file, name);
    if (strcmp(name, "codec") == 0)
        p->codec = p->pairs[p->count - 1][1];
    if (strcmp(name, "block") == 0)
        p->block = p->pairs[p->count - 1][1];
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

void design_from_args(design *d, const design_args *a)
{
    ini_pairs ini = {.file = a->config_file};
    if (ini.file)
        read_ini(&ini);
    const char *codec = a->codec ? a->codec : a->block ? NULL : ini.codec, *block = a->block ? a->block : ini.block;
    if (a->codec && a->block)
        die_usage("--codec %s and --block %s: a design is one of both", a->codec, a->block);
    if (!a->codec && !a->block && codec && block)
        die_usage("%s: both codec and block; a design is one of both", ini.file);
    if (codec == NULL && block == NULL)
        codec = default_room;
    design_init_named(d, codec, codec ? NULL : block, a->codec ? "--codec" : a->block ? "--block" : ini.file);
    for (int i = 0; i < ini.count; i++)
        if (strcmp(ini.pairs[i][0], "codec") != 0 && strcmp(ini.pairs[i][0], "block") != 0)
            design_set(d, ini.pairs[i][0], ini.pairs[i][1], ini.where[i]);
    for (int i = 0; i < a->count; i++) {
        char flag[64];
        snprintf(flag, sizeof flag, "--%s", a->items[i].key);
        design_set(d, a->items[i].key, a->items[i].value, flag);
    }
    design_check(d);
    for (int i = 0; i < ini.count; i++) {
        free(ini.pairs[i][0]);
        free(ini.pairs[i][1]);
        free(ini.where[i]);
    }
}
