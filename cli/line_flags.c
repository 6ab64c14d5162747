/* SPDX-License-Identifier: Apache-2.0 */
#include "line_flags.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

enum { KEY_STACK = 0x3000, KEY_CACHES, KEY_L1, KEY_L2, MAX_STACK = 1 << 24 };

static const struct argp_option options[] = {
    {"stack", KEY_STACK, "BYTES", 0, "stack of a thread, interleaved by word (default 8K); flat: stacks lie as their addresses say", 0},
    {"caches", KEY_CACHES, "on|off", 0, "count what reaches DRAM behind L1 and L2 too (default on)", 0},
    {"l1", KEY_L1, "SIZE,WAYS[,POLICY]", 0,
     "L1 before DRAM: 16K,4,through by default; back: write-back, and stores that miss bring their line; off: none", 0},
    {"l2", KEY_L2, "SIZE,WAYS[,POLICY]", 0, "the same of L2: 768K,16,back by default", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    line_flags *f = state->input;

    if (key == KEY_STACK)
        f->stack = arg;
    else if (key == KEY_CACHES)
        f->caches = arg;
    else if (key == KEY_L1)
        f->l1 = arg;
    else if (key == KEY_L2)
        f->l2 = arg;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

const struct argp line_flags_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

const char *line_flags_given(const line_flags *f)
{
    return f->stack ? "--stack" : f->caches ? "--caches" : f->l1 ? "--l1" : f->l2 ? "--l2" : NULL;
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

line_options line_flags_read(const line_flags *f, const char *command, int line_bytes)
{
    line_options o = line_options_default();

    o.stack = line_flags_stack(f, command);
    if (f->caches != NULL)
        o.dram = read_caches(command, f->caches);
    if (!o.dram && (f->l1 != NULL || f->l2 != NULL))
        die_usage("%s: --caches off and %s exclude each other", command, f->l1 != NULL ? "--l1" : "--l2");
    if (f->l1 != NULL)
        read_cache(command, "--l1", f->l1, line_bytes, &o.caches.l1);
    if (f->l2 != NULL)
        read_cache(command, "--l2", f->l2, line_bytes, &o.caches.l2);
    return o;
}
