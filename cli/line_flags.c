/* SPDX-License-Identifier: Apache-2.0
 *
 * line_flags.c - reads the flags of line traffic: the caches, which take a size, ways and a policy, and those that hold compressed lines, which take
 * tags and a codec. */
#include "line_flags.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../memory/line_code.h"

enum { KEY_STACK = 0x3000, KEY_CACHES, KEY_LEVELS, MAX_STACK = 1 << 24, USUAL_TAGS = 2 };

/* The flags of L1, then those of L2. */
static const struct {
    const char *cache, *tags, *codec;
} names[2] = {{"--l1", "--l1-tags", "--l1-codec"}, {"--l2", "--l2-tags", "--l2-codec"}};
enum { OF_CACHE, OF_TAGS, OF_CODEC, OF_LEVEL };

static const struct argp_option options[] = {
    {"stack", KEY_STACK, "BYTES", 0, "stack of a thread, interleaved by word (default 8K); flat: stacks lie as their addresses say", 0},
    {"caches", KEY_CACHES, "on|off", 0, "count what reaches DRAM behind L1 and L2 too (default on)", 0},
    {"l1", KEY_LEVELS + OF_CACHE, "SIZE,WAYS[,POLICY]", 0,
     "L1 before DRAM: 16K,4,through by default; back: write-back, and stores that miss bring their line; off: none", 0},
    {"l1-tags", KEY_LEVELS + OF_TAGS, "N", 0,
     "an L1 of the same data beside it holds compressed lines, in segments of 8 bytes, and has N times as many tags as ways (1 to 16; 2 if "
     "only "
     "--l1-codec is given)",
     0},
    {"l1-codec", KEY_LEVELS + OF_CODEC, "CODEC[ PARAM=VALUE...]", 0, "the codec of its lines (default: that of the figures)", 0},
    {"l2", KEY_LEVELS + OF_LEVEL + OF_CACHE, "SIZE,WAYS[,POLICY]", 0, "the same of L2: 768K,16,back by default", 0},
    {"l2-tags", KEY_LEVELS + OF_LEVEL + OF_TAGS, "N", 0, "as --l1-tags, of L2", 0},
    {"l2-codec", KEY_LEVELS + OF_LEVEL + OF_CODEC, "CODEC[ PARAM=VALUE...]", 0, "as --l1-codec, of L2", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    line_flags *f = state->input;
    int of = key - KEY_LEVELS;

    if (key == KEY_STACK)
        f->stack = arg;
    else if (key == KEY_CACHES)
        f->caches = arg;
    else if (of < 0 || of >= 2 * OF_LEVEL)
        return ARGP_ERR_UNKNOWN;
    else if (of % OF_LEVEL == OF_CACHE)
        f->level[of / OF_LEVEL].cache = arg;
    else if (of % OF_LEVEL == OF_TAGS)
        f->level[of / OF_LEVEL].tags = arg;
    else
        f->level[of / OF_LEVEL].codec = arg;
    return 0;
}

const struct argp line_flags_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

/* The first flag of L1 or L2 that was given; NULL: none. */
static const char *level_given(const line_flags *f, int i)
{
    return f->level[i].cache ? names[i].cache : f->level[i].tags ? names[i].tags : f->level[i].codec ? names[i].codec : NULL;
}

static const char *levels_given(const line_flags *f)
{
    return level_given(f, 0) ? level_given(f, 0) : level_given(f, 1);
}

const char *line_flags_given(const line_flags *f)
{
    return f->stack ? "--stack" : f->caches ? "--caches" : levels_given(f);
}

int line_flags_stack(const line_flags *f, const char *command)
{
    const char *arg = f->stack;
    long long bytes;

    if (arg == NULL)
        return PRIVATE_STACK_BYTES;
    if (strcmp(arg, "flat") == 0)
        return PRIVATE_STACK_FLAT;
    if (!parse_size(arg, 4, MAX_STACK, &bytes) || (bytes & (bytes - 1)) != 0)
        die_usage("%s: --stack %s: a power of two from 4 to 16M (bytes of a thread's stack) or flat is expected", command, arg);
    return (int)bytes;
}

static bool read_caches(const char *command, const char *arg)
{
    if (strcmp(arg, "on") != 0 && strcmp(arg, "off") != 0)
        die_usage("%s: --caches %s: on or off is expected", command, arg);
    return strcmp(arg, "on") == 0;
}

/* `c` has the policy that holds if none is given. */
static void read_cache(const char *command, const char *flag, const char *arg, int line_bytes, line_cache_config *c)
{
    char *words = format_new("%s", arg), *ways = NULL, *policy = NULL, *rest = words;
    long long n = 0, bytes = 0;

    if (strcmp(arg, "off") == 0) {
        c->bytes = 0;
        return;
    }
    const char *size = strsep(&rest, ",");
    ways = strsep(&rest, ",");
    policy = strsep(&rest, ",");
    if (ways == NULL || rest != NULL || !parse_size(size, 1, LINE_CACHE_MAX_BYTES, &bytes) || !parse_int(ways, 1, LINE_CACHE_MAX_WAYS, &n))
        die_usage("%s: %s %s: SIZE,WAYS, or SIZE,WAYS,through or SIZE,WAYS,back, or off is expected, as in 16K,4: at most 256M and %d ways",
                  command, flag, arg, LINE_CACHE_MAX_WAYS);
    if (policy != NULL && strcmp(policy, "through") != 0 && strcmp(policy, "back") != 0)
        die_usage("%s: %s %s: the policy is through or back", command, flag, arg);
    c->bytes = (int)bytes;
    c->ways = (int)n;
    c->back = policy != NULL ? strcmp(policy, "back") == 0 : c->back;
    if (c->bytes % (c->ways * line_bytes) != 0)
        die_usage("%s: %s %s: %d ways of lines of %d bytes do not divide %d bytes", command, flag, arg, c->ways, line_bytes, c->bytes);
}

/* "NAME" or "NAME PARAM=VALUE ...". */
static const design *read_codec(const char *command, const char *flag, const char *arg, int line_bytes)
{
    size_t n = strcspn(arg, " ");
    char *where = format_new("%s: %s", command, flag);
    design *d = zalloc(sizeof *d);

    design_init_named(d, format_new("%.*s", (int)n, arg), flag);
    line_codec_need(d, format_new("%s: %s %s", command, flag, arg));
    design_set(d, "line", format_new("%d", line_bytes), where);
    if (arg[n] != '\0')
        design_set_all(d, arg + n + 1, where);
    design_check(d);
    return d;
}

/* How L1 or L2 holds compressed lines, if it does. */
static cache_form read_form(const line_flags *f, const char *command, int i, const line_cache_config *c, int line_bytes)
{
    const char *tags = f->level[i].tags, *codec = f->level[i].codec;
    cache_form form = {0, NULL};
    long long n = USUAL_TAGS;

    if (tags == NULL && codec == NULL)
        return form;
    if (c->bytes == 0)
        die_usage("%s: %s off and %s exclude each other", command, names[i].cache, tags ? names[i].tags : names[i].codec);
    if (tags != NULL && !parse_int(tags, 1, SEGMENT_CACHE_MAX_TAGS, &n))
        die_usage("%s: %s %s: how many times as many tags as ways, from 1 to %d, is expected", command, names[i].tags, tags,
                  SEGMENT_CACHE_MAX_TAGS);
    form.tags = (int)n;
    if (codec != NULL)
        form.codec = read_codec(command, names[i].codec, codec, line_bytes);
    return form;
}

line_options line_flags_read(const line_flags *f, const char *command, int line_bytes)
{
    line_options o = line_options_default();

    o.stack = line_flags_stack(f, command);
    if (f->caches != NULL)
        o.dram = read_caches(command, f->caches);
    if (!o.dram && levels_given(f) != NULL)
        die_usage("%s: --caches off and %s exclude each other", command, levels_given(f));
    for (int i = 0; i < 2; i++) {
        line_cache_config *c = i == 0 ? &o.caches.l1 : &o.caches.l2;
        if (f->level[i].cache != NULL)
            read_cache(command, names[i].cache, f->level[i].cache, line_bytes, c);
        o.forms[i] = read_form(f, command, i, c, line_bytes);
    }
    return o;
}
