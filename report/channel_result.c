/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_result.c - what a replay of lines at channels of DRAM gives, as figures, as tables on the terminal and as a page. It draws results and runs nothing; a row is a trace. */
#include "channel_result.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/share.h"
#include "figure_list.h"
#include "report_html.h"

/* ---- figures ---- */

static double of_counts(const channel_run *r)
{
    return r->bursts.bursts[1][0] + r->bursts.bursts[1][1];
}

static double bursts(const channel_run *r)
{
    return r->bursts.bursts[0][0] + r->bursts.bursts[0][1] + of_counts(r);
}

typedef enum { READS, WRITES, HOST, UNKNOWN, LINES, PAGES, COMPRESSED, BURSTS, SHARE, COUNTS, HITS, BUSY, SPEED, WAIT, ENERGY, SHOWN } what;

/* Columns of one case, or one of each case; at the machine's bandwidth, or at each of them. */
typedef struct {
    const char *id, *label;
    what what;
    int of; /* the case */
    bool each_case, each_bandwidth;
    int bar, colour, decimals;
    int n; /* of energies, which column */
} column;

enum { OWN = CHANNEL_OWN, PLAIN = CHANNEL_PLAIN };

static double of_list(const channel_list *l, what w)
{
    switch (w) {
    case READS: return l->reads;
    case WRITES: return l->writes + l->parts;
    case HOST: return l->host;
    case LINES: return l->lines;
    case PAGES: return l->pages;
    default: return 100 * share_of(l->unknown_reads + l->unknown_writes, (double)l->count + l->unknown_reads + l->unknown_writes);
    }
}

/* n: the number of the activity, or of the column of energies. */
static double value(const channels_result *r, const channel_row *row, what w, int of, int bandwidth, int n)
{
    const channel_run *run = &row->run[of][bandwidth], *plain = &row->run[PLAIN][CHANNEL_WHOLE];
    switch (w) {
    case COMPRESSED: return row->compressed;
    case BURSTS: return bursts(run);
    case SHARE: return 100 * share_of(bursts(run), bursts(plain));
    case COUNTS: return 100 * share_of(of_counts(run), bursts(run));
    case HITS: return 100 * (1 - share_of(run->bursts.blocks, run->n.looks));
    case BUSY: return 100 * share_of(run->busy, run->bus);
    case SPEED: return share_of(plain->cycles, run->cycles);
    case WAIT: return share_of(run->n.wait, row->list.reads);
    case ENERGY: return channel_energy_value(&r->energy, row, of, n);
    case SHOWN: return activities_sum(&run->n.did, n);
    default: return of_list(&row->list, w);
    }
}

static const struct {
    const char *name, *title, *axis;
    const char *bars[STUDY_MAX_BARS];
    column columns[STUDY_MAX_COLUMNS];
    const char *notes[STUDY_MAX_NOTES];
} figures[] = {
    {"channel_requests",
     "What the channels are asked for",
     "requests",
     {0},
     {{"read_lines", "reads", READS, OWN, false, false, -1, 0, 0, 0},
      {"written_lines", "writes", WRITES, OWN, false, false, -1, 0, 0, 0},
      {"host", "of the host", HOST, OWN, false, false, -1, 0, 0, 0},
      {"unknown", "unknown %", UNKNOWN, OWN, false, false, -1, 0, 1, 0},
      {"lines", "lines", LINES, OWN, false, false, -1, 0, 0, 0},
      {"pages", "pages", PAGES, OWN, false, false, -1, 0, 0, 0},
      {"compressed", "compressed %", COMPRESSED, OWN, false, false, -1, 0, 1, 0}},
     {"Whole lines behind L1 and L2. of the host: of the writes those of what it copies between launches. unknown: of all requests those "
      "of "
      "lines of which not every byte is known; they are left out.",
      "compressed: of all contents that these lines have in turn."}},
    {"channel_bursts",
     "Bursts of DRAM",
     "bursts, % of those of the plain form",
     {"with counts"},
     {{"plain_bursts", "plain", BURSTS, PLAIN, false, false, -1, 0, 0, 0},
      {"bursts", "bursts", BURSTS, OWN, false, false, -1, 0, 0, 0},
      {"counts", "of them counts %", COUNTS, OWN, false, false, -1, 0, 2, 0},
      {"count_hits", "hits %", HITS, OWN, false, false, -1, 0, 2, 0},
      {"share", "of plain %:", SHARE, OWN, true, false, 0, 1, 1, 0}},
     {"plain: the unit's plain form, whose lines are all raw. counts: bursts of counts, read and written, at the end too. hits: of the "
      "looks for "
      "a line's count those for which nothing was read.",
      "ideal: codes, without bursts of counts."}},
    {"channel_busy",
     "Buses of DRAM",
     "busy, % of the cycles",
     {"busy"},
     {{"busy", "busy %:", BUSY, OWN, true, false, 0, 2, 1, 0}},
     {"At the machine's bandwidth, until the last answer."}},
    {"channel_speed",
     "Speed at half, whole and double bandwidth",
     "times the plain form at whole bandwidth",
     {0},
     {{"speed", "", SPEED, OWN, true, true, -1, 0, 3, 0}},
     {"Cycles of the plain form at the machine's bandwidth over those of the run."}},
    {"channel_wait",
     "Time of a read at half, whole and double bandwidth",
     "cycles",
     {0},
     {{"wait", "", WAIT, OWN, true, true, -1, 0, 1, 0}},
     {"From the source to the answer, the mean."}},
    {"channel_energy",
     "Energy of moving lines",
     "saved, % of the plain form's",
     {"saved"},
     {{"plain_energy", "plain", ENERGY, PLAIN, false, false, -1, 3, 0, CHANNEL_ENERGY_PLAIN},
      {"dram_energy", "DRAM", ENERGY, OWN, false, false, -1, 3, 0, CHANNEL_ENERGY_DRAM},
      {"counts_energy", "counts", ENERGY, OWN, false, false, -1, 3, 0, CHANNEL_ENERGY_COUNTS},
      {"encoders", "encoders", ENERGY, OWN, false, false, -1, 3, 0, CHANNEL_ENERGY_ENCODERS},
      {"decoders", "decoders", ENERGY, OWN, false, false, -1, 3, 0, CHANNEL_ENERGY_DECODERS},
      {"energy", "all", ENERGY, OWN, false, false, -1, 3, 0, CHANNEL_ENERGY_ALL},
      {"saved", "saved %:", ENERGY, OWN, true, false, 0, 3, 1, CHANNEL_ENERGY_SAVED}},
     {"Dynamic energy in nJ: bits that DRAM moves, looks for the counts of lines, activations of encoder and decoder. Nothing else is in "
      "it: no "
      "leakage, no rows of DRAM, no buses on the chip.",
      "ideal: its DRAM alone."}},
    {"channel_events", "What the units did", "events", {0}, {{"did", "", SHOWN, OWN, false, false, -1, 0, 0, 0}}, {0}},
};
enum { FIGURES = sizeof figures / sizeof *figures };

/* A word for a key: letters and digits. */
static char *key_word(const char *name)
{
    char *word = format_new("%s", name);
    for (char *c = word; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return word;
}

static void add_column(file_figure *f, const channels_result *r, const column *own, int bandwidth, int n)
{
    const channel_pairs *p = r->pairs;
    int at = file_figure_add(
        f, &(study_column){.id = own->id, .label = own->label, .bar = own->bar, .colour = own->colour, .decimals = own->decimals});
    for (int k = 0; k < p->count; k++)
        f->r.rows[k].values[at] = value(r, &p->rows[k], own->what, own->of, bandwidth, n);
}

/* Of a case: its name in keys is plain, own, ideal, with1, .. */
static void add_case(file_figure *f, const channels_result *r, const column *own, int of)
{
    const char *name = channel_case_name(r->pairs, of);
    column c = *own;
    c.of = of;
    for (int b = own->each_bandwidth ? 0 : CHANNEL_WHOLE; b < (own->each_bandwidth ? CHANNEL_BANDWIDTHS : CHANNEL_DOUBLE); b++) {
        char *key = of < CHANNEL_WITH ? format_new("%s", name) : format_new("with%d", of - CHANNEL_WITH + 1);
        c.id = own->each_bandwidth ? format_new("%s_%s_%s", own->id, key, key_word(channel_bandwidth_names[b]))
                                   : format_new("%s_%s", own->id, key);
        c.label = own->each_bandwidth ? format_new("%s %s", name, channel_bandwidth_names[b]) : format_new("%s %s", own->label, name);
        c.bar = of == CHANNEL_OWN ? own->bar : -1;
        add_column(f, r, &c, b, own->n);
    }
}

static void add_columns(file_figure *f, const channels_result *r, const column *own)
{
    const wf_system *system = r->pairs->d->unit->system;
    column c = *own;
    if (own->what == SHOWN)
        for (int i = 0; i < wf_activity_count(system); i++) {
            c.id = c.label = system->activities[i].name;
            if (system->activities[i].shown)
                add_column(f, r, &c, CHANNEL_WHOLE, i);
        }
    else if (!own->each_case)
        add_column(f, r, own, CHANNEL_WHOLE, own->n);
    else
        for (int of = 0; of < channel_cases(r->pairs); of++)
            if ((own->what != SHARE && own->what != ENERGY) || of != PLAIN)
                add_case(f, r, own, of);
}

static bool make(file_figure *f, const void *run, int i)
{
    const channels_result *r = run;
    const channel_pairs *p = r->pairs;
    study head = {.name = figures[i].name, .title = figures[i].title, .axis = figures[i].axis};
    memcpy(head.bars, figures[i].bars, sizeof head.bars);
    memcpy(head.notes, figures[i].notes, sizeof head.notes);
    file_figure_begin(f, p->d, &head, p->rows, sizeof *p->rows, p->count);
    for (int c = 0; c < STUDY_MAX_COLUMNS && figures[i].columns[c].id; c++)
        add_columns(f, r, &figures[i].columns[c]);
    file_figure_end(f);
    return true;
}

static const char *plot(const design *d, int i)
{
    (void)d;
    return figures[i].bars[0] ? figures[i].name : NULL;
}

static const figure_list list = {FIGURES, make, plot};

/* ---- how it was run ---- */

static char *rate_text(int rate)
{
    return rate > 0 ? format_new("%d requests in 1000 cycles", rate) : format_new("requests as fast as they are taken");
}

static void add_pages(const page_options *o, text *t)
{
    text_printf(t, "pages of %d bytes by %s", o->bytes, o->order == PAGES_HASH ? "a hash" : "first touch");
    if (o->order == PAGES_HASH)
        text_printf(t, " of seed %llu", (unsigned long long)o->seed);
}

static char *run_text(const channel_pairs *p)
{
    text t = {0};
    line_cache_text("L1", &p->lines.caches.l1, &t);
    text_printf(&t, ", ");
    line_cache_text("L2", &p->lines.caches.l2, &t);
    text_printf(&t, "; ");
    add_pages(&p->lines.pages, &t);
    text_printf(&t, "; %s: %d channels, %.1f GB/s, units at %d MHz; %s", p->m.name, p->m.dram_channels, channel_bandwidth(&p->m),
                p->m.core_mhz, rate_text(p->rate));
    return t.data;
}

void channels_print(const channels_result *r)
{
    const channel_pairs *p = r->pairs;
    double checked, wrong;
    channel_pairs_checked(p, &checked, &wrong);
    printf("%s: %s\n", r->dir, p->d->unit->title);
    printf("lines of %d bytes of %d trace%s behind %s\n", p->d->config.line_bytes, p->count, p->count == 1 ? "" : "s", run_text(p));
    printf("checked: %.0f lines, read or left at the end; ", checked);
    printf(wrong > 0 ? "%.0f differ\n" : "none differs\n", wrong);
    channel_energies_print(&r->energy);
    figures_print(&list, r);
}

static void put_options(const channel_pairs *p, metrics *out)
{
    metrics_set_text(out, p->d->unit->name, KEY_REPLAY_UNIT);
    metrics_set(out, p->count, KEY_REPLAY_TRACES);
    metrics_set(out, p->d->config.line_bytes, KEY_REPLAY_LINE);
    metrics_set(out, channel_bandwidth(&p->m), KEY_REPLAY_BANDWIDTH);
    metrics_set(out, p->rate, KEY_REPLAY_RATE);
    metrics_set_text(out, page_order_names[p->lines.pages.order], KEY_REPLAY_PAGES);
    metrics_set(out, p->lines.pages.bytes, KEY_REPLAY_PAGE);
    metrics_set(out, (double)p->lines.pages.seed, KEY_REPLAY_SEED);
    for (int v = 0; v < p->with_count; v++)
        metrics_set_text(out, p->with[v], KEY_REPLAY_WITH, v + 1);
}

void channels_put(const channels_result *r, metrics *out)
{
    double checked, wrong;
    channel_pairs_checked(r->pairs, &checked, &wrong);
    put_options(r->pairs, out);
    metrics_set(out, checked, KEY_REPLAY_CHECKED);
    metrics_set(out, wrong, KEY_REPLAY_WRONG);
    channel_energies_put(&r->energy, out);
    figures_put(&list, r, out);
}

void channels_page(text *t, const channels_result *r)
{
    const channel_pairs *p = r->pairs;
    html_open(t, p->d->unit->title, NULL);
    html_para(t, "lead",
              "Lines of %d bytes of %d trace%s behind %s. plain: the unit's plain form, without a codec. ideal: codes in DRAM, counts that "
              "everybody knows, and a codec that takes no time. mean: over the traces.",
              p->d->config.line_bytes, p->count, p->count == 1 ? "" : "s", run_text(p));
    figures_draw(&list, r, t);
    html_close_by(t, "replay");
}

void channels_add_files(plot_files *files, const channels_result *r)
{
    figures_add_files(&list, r, r->pairs->d, files);
}

void channels_check_files(const char *dir, const design *d, output_rule rule)
{
    figures_check_files(&list, d, dir, rule);
}
