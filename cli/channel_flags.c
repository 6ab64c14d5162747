/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_flags.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../stats/paper_machine.h"

enum { KEY_MACHINE = 0x5000, KEY_SET, KEY_PAGES, KEY_PAGE, KEY_SEED, KEY_RATE, KEY_DRAM_PJ, KEY_COUNTS_PJ };

/* RATE: with whole lines of 128 bytes DRAM of 177.4 GB/s is busy for 53.5 % of the cycles of 1.4 GHz. */
enum { USUAL_RATE = 530, USUAL_PAGE = 4096, USUAL_SEED = 1 };

static const struct argp_option options[] = {
    {"machine", KEY_MACHINE, "NAME", 0,
     "the machine whose clocks and DRAM it is: its name or the path of a file (default: the one that the default caches are of)", 0},
    {"set", KEY_SET, "SECTION.KEY=VALUE", 0, "set a parameter of the machine, or several", 0},
    {"pages", KEY_PAGES, "HOW", 0,
     "where pages are, since traces have no physical addresses: first, one after the other as they are first touched; hash, anywhere "
     "(default first)",
     0},
    {"page", KEY_PAGE, "BYTES", 0, "bytes of a page, a power of two from 256 to 16M (default 4K)", 0},
    {"seed", KEY_SEED, "N", 0, "of --pages hash (default 1)", 0},
    {"rate", KEY_RATE, "N", 0, "requests of lines in 1000 cycles, of all channels; 0: as fast as they are taken (default 530)", 0},
    {"dram-pj", KEY_DRAM_PJ, "E", 0, "energy of a bit that DRAM moves, in pJ (default 11.72)", 0},
    {"counts-pj", KEY_COUNTS_PJ, "E", 0, "energy of a look for the count of a line, in pJ (default: by the bits of a set)", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    channel_flags *f = state->input;

    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &f->lines; break;
    case KEY_MACHINE: f->machine = arg; break;
    case KEY_SET: f->set = f->set ? format_new("%s %s", f->set, arg) : arg; break;
    case KEY_PAGES: f->pages = arg; break;
    case KEY_PAGE: f->page = arg; break;
    case KEY_SEED: f->seed = arg; break;
    case KEY_RATE: f->rate = arg; break;
    case KEY_DRAM_PJ: f->dram_pj = arg; break;
    case KEY_COUNTS_PJ: f->counts_pj = arg; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child children[] = {{&line_flags_argp, 0, NULL, 0}, {0}};
const struct argp channel_flags_argp = {options, parse, NULL, NULL, children, NULL, NULL};

const char *channel_flags_given(const channel_flags *f)
{
    const struct {
        const char *given, *name;
    } flags[] = {{f->machine, "--machine"}, {f->set, "--set"},   {f->pages, "--pages"},     {f->page, "--page"},
                 {f->seed, "--seed"},       {f->rate, "--rate"}, {f->dram_pj, "--dram-pj"}, {f->counts_pj, "--counts-pj"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].given)
            return flags[i].name;
    return line_flags_given(&f->lines);
}

static page_order read_order(const char *command, const char *arg)
{
    for (page_order o = PAGES_FIRST; o < PAGE_ORDERS; o++)
        if (strcmp(arg, page_order_names[o]) == 0)
            return o;
    die_usage("%s: --pages %s: first or hash is expected", command, arg);
}

static page_options read_pages(const channel_flags *f, const char *command)
{
    page_options o = {PAGES_FIRST, USUAL_PAGE, USUAL_SEED};
    long long bytes = USUAL_PAGE, seed = USUAL_SEED;
    if (f->pages)
        o.order = read_order(command, f->pages);
    if (f->page && (!parse_size(f->page, PAGE_LEAST, PAGE_MOST, &bytes) || (bytes & (bytes - 1)) != 0))
        die_usage("%s: --page %s: a power of two from 256 to 16M is expected", command, f->page);
    if (f->seed && !parse_int(f->seed, 0, 1000000000, &seed))
        die_usage("%s: --seed %s: a whole number from 0 to 1000000000 is expected", command, f->seed);
    if (f->seed && o.order != PAGES_HASH)
        die_usage("%s: --seed is of --pages hash", command);
    o.bytes = (int)bytes;
    o.seed = (uint64_t)seed;
    return o;
}

static channel_list_options read_lines(const channel_flags *f, const char *command, int line_bytes)
{
    const line_options o = line_flags_read(&f->lines, command, line_bytes);
    if (!o.dram)
        die_usage("%s: --caches off: DRAM is what is counted; --l1 off and --l2 off take away the caches", command);
    if (line_options_compress(&o, 0) || line_options_compress(&o, 1))
        die_usage("%s: caches of compressed lines are for stats; here L1 and L2 hold whole lines", command);
    return (channel_list_options){o.caches, o.stack, read_pages(f, command)};
}

void channel_flags_read(const channel_flags *f, const char *command, channel_pairs *p)
{
    long long rate = USUAL_RATE;
    if (f->rate && !parse_int(f->rate, 0, CHANNEL_RATE_MOST, &rate))
        die_usage("%s: --rate %s: a whole number from 0 to %d is expected", command, f->rate, CHANNEL_RATE_MOST);
    p->rate = (int)rate;
    machine_read(&p->m, f->machine ? f->machine : paper_machine_default()->machine);
    if (f->set)
        machine_set_all(&p->m, f->set, "--set");
    p->lines = read_lines(f, command, p->d->config.line_bytes);
}

static void read_energy(const char *command, const char *name, const char *arg, double *pj)
{
    if (arg && (!parse_double(arg, pj) || *pj < 0 || *pj > 1e6))
        die_usage("%s: %s %s: a number from 0 to 1e+06 is expected", command, name, arg);
}

void channel_flags_energies(const channel_flags *f, const char *command, channel_energies *e)
{
    read_energy(command, "--dram-pj", f->dram_pj, &e->dram_pj);
    read_energy(command, "--counts-pj", f->counts_pj, &e->counts_pj);
}
