/* SPDX-License-Identifier: Apache-2.0
 *
 * file_figures.c - the figures of runs of a register file, each a table and a plot as those of a study. What a codec's source publishes stands in
 * docs/papers (PAPER_REPLAY). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/share.h"
#include "file_figures.h"

/* A figure of a row; `k` is the column's own number. */
typedef double value(const file_result *r, const file_row *row, double k);

typedef struct {
    const char *id, *label;
    value *value;
    double k;
    int bar, colour, decimals;
} column;

typedef struct {
    const char *name, *title, *axis;
    const char *bars[STUDY_MAX_BARS];
    column columns[STUDY_MAX_COLUMNS];
    const char *notes[STUDY_MAX_NOTES];
} figure;

/* ---- time and accesses ---- */

static double instructions(const file_result *r, const file_row *row, double k)
{
    (void)r, (void)k;
    return row->run.own.instructions;
}

static double operands(const file_result *r, const file_row *row, double k)
{
    (void)r, (void)k;
    return row->run.own.operands;
}

static double cycles(const file_result *r, const file_row *row, double k)
{
    (void)r;
    return k > 0 ? row->run.own.elapsed : row->run.base.elapsed;
}

static double rate(const file_result *r, const file_row *row, double k)
{
    return instructions(r, row, k) / cycles(r, row, 1);
}

double file_more(const file_pair *p)
{
    return percent_of(p->own.elapsed - p->base.elapsed, p->base.elapsed);
}

static double more(const file_result *r, const file_row *row, double k)
{
    (void)r, (void)k;
    return file_more(&row->run);
}

static const activities *did(const file_row *row, double k)
{
    return k > 0 ? &row->run.own.did : &row->run.base.did;
}

static double reads(const file_result *r, const file_row *row, double k)
{
    (void)r;
    return activities_taking(did(row, k), WF_ENERGY_BANK_READ);
}

static double writes(const file_result *r, const file_row *row, double k)
{
    (void)r;
    return activities_taking(did(row, k), WF_ENERGY_BANK_WRITE);
}

static double banks_accessed(const file_result *r, const file_row *row, double k)
{
    (void)r, (void)k;
    return percent_of(activities_banks(did(row, 1)), activities_banks(did(row, 0)));
}

/* k: the number of the activity. */
static double shown(const file_result *r, const file_row *row, double k)
{
    (void)r;
    return activities_sum(did(row, 1), (int)k);
}

static double shown_share(const file_result *r, const file_row *row, double k)
{
    return percent_of(shown(r, row, k), instructions(r, row, k));
}

/* ---- energy ---- */

energy_spent file_energy(const file_counts *c, const energy_model *e)
{
    energy_activity a = {
        .cycles = c->cycles,
        .bank_cycles = c->shape.clusters * c->shape.banks * c->cycles,
        .encoders = c->shape.encoders,
        .decoders = c->shape.decoders,
    };
    activities_take(&c->did, &a);
    return energy_of(e, &a);
}

typedef enum { LEAKAGE, BANKS, WIRES, TAGS, ENCODERS, DECODERS, PARTS /* from here on those that the unit names */ } part;

static double part_of(const energy_spent *s, part p)
{
    switch (p) {
    case LEAKAGE: return s->leakage;
    case BANKS: return s->banks;
    case WIRES: return s->wires;
    case TAGS: return s->tags;
    case ENCODERS: return s->encoders;
    case DECODERS: return s->decoders;
    default: return s->part[p - PARTS];
    }
}

/* A part of the energy, in per cent of the baseline's. k: the part; of the baseline -1 - the part. */
static double energy_part(const file_result *r, const file_row *row, double k)
{
    energy_spent base = file_energy(&row->run.base, &r->energy), own = file_energy(&row->run.own, &r->energy);
    return percent_of(k < 0 ? part_of(&base, (part)(-1 - k)) : part_of(&own, (part)k), energy_all(&base));
}

double file_saved(const file_pair *p, const energy_model *e)
{
    energy_spent base = file_energy(&p->base, e), own = file_energy(&p->own, e);
    return 100 - percent_of(energy_all(&own), energy_all(&base));
}

static double saved(const file_result *r, const file_row *row, double k)
{
    (void)k;
    return file_saved(&row->run, &r->energy);
}

static double saved_leakage(const file_result *r, const file_row *row, double k)
{
    energy_spent base = file_energy(&row->run.base, &r->energy), own = file_energy(&row->run.own, &r->energy);
    (void)k;
    return 100 - percent_of(energy_leakage(&own), energy_leakage(&base));
}

static double saved_dynamic(const file_result *r, const file_row *row, double k)
{
    energy_spent base = file_energy(&row->run.base, &r->energy), own = file_energy(&row->run.own, &r->energy);
    (void)k;
    return 100 - percent_of(energy_all(&own) - energy_leakage(&own), energy_all(&base) - energy_leakage(&base));
}

/* Activations of the units take k times as much. */
static double saved_units(const file_result *r, const file_row *row, double k)
{
    energy_model e = r->energy;
    energy_scale_units(&e, k);
    return file_saved(&row->run, &e);
}

static double saved_banks(const file_result *r, const file_row *row, double k)
{
    energy_model e = r->energy;
    e.bank_pj *= k;
    return file_saved(&row->run, &e);
}

static double saved_leaking(const file_result *r, const file_row *row, double k)
{
    energy_model e = r->energy;
    e.bank_mw *= k;
    e.enc_mw *= k;
    e.dec_mw *= k;
    return file_saved(&row->run, &e);
}

static double saved_wires(const file_result *r, const file_row *row, double k)
{
    energy_model e = r->energy;
    e.activity = k;
    return file_saved(&row->run, &e);
}

/* ---- banks and registers ---- */

/* The mean over the clusters. */
static double gated(const file_result *r, const file_row *row, double k)
{
    const file_counts *c = &row->run.own;
    double off = 0;
    (void)r;
    if (k >= c->shape.banks)
        return NAN;
    for (int cluster = 0; cluster < c->shape.clusters; cluster++)
        off += activities_off(&c->did, cluster * c->shape.banks + (int)k);
    return percent_of(off, c->shape.clusters * c->cycles);
}

static double share(const file_result *r, const file_row *row, double k)
{
    const file_mean *m = &row->run.own.share[(int)k];
    (void)r;
    return percent_of(m->sum, m->count);
}

/* ---- other parameters ---- */

static double with_more(const file_result *r, const file_row *row, double k)
{
    (void)r;
    return file_more(&row->with[(int)k]);
}

static double with_saved(const file_result *r, const file_row *row, double k)
{
    return file_saved(&row->with[(int)k], &r->energy);
}

/* ---- the figures ---- */

enum { ACCESSES = 1, ENERGY, GATED, SHARE, WITH_MORE = 7, WITH_SAVED };
static const figure figures[] = {
    {"time",
     "Time",
     "cycles more than without compression, %",
     {"more"},
     {{"instructions", "instructions", instructions, 0, -1, 0, 0},
      {"operands", "operands", operands, 0, -1, 0, 0},
      {"cycles_base", "baseline", cycles, 0, -1, 0, 0},
      {"cycles", "cycles", cycles, 1, -1, 0, 0},
      {"more", "more %", more, 0, 0, 1, 2},
      {"rate", "instr./cycle", rate, 0, -1, 0, 2}},
     {0}},
    {"accesses",
     "Bank accesses",
     "bank activations, % of those without compression",
     {"activations"},
     {{"reads_base", "baseline r", reads, 0, -1, 0, 0},
      {"reads", "reads", reads, 1, -1, 0, 0},
      {"writes_base", "baseline w", writes, 0, -1, 0, 0},
      {"writes", "writes", writes, 1, -1, 0, 0},
      {"activations", "activations %", banks_accessed, 0, 0, 1, 1},
      {NULL, NULL, shown, 0, -1, 0, 0}},
     {0}},
    {"energy",
     "Energy of the register file",
     "% of the energy without compression",
     {"baseline", "compressed"},
     {{"base_leakage", "leakage", energy_part, -1 - LEAKAGE, 0, 0, 1},
      {"base_banks", "banks", energy_part, -1 - BANKS, 0, 1, 1},
      {"base_wires", "wires", energy_part, -1 - WIRES, 0, 2, 1},
      {"leakage", "leakage", energy_part, LEAKAGE, 1, 0, 1},
      {"banks", "banks", energy_part, BANKS, 1, 1, 1},
      {"wires", "wires", energy_part, WIRES, 1, 2, 1},
      {"encoders", "encoders", energy_part, ENCODERS, 1, 3, 1},
      {"decoders", "decoders", energy_part, DECODERS, 1, 4, 1},
      {NULL, NULL, energy_part, PARTS, 1, 5, 1}, /* tags and parts */
      {"saved", "saved", saved, 0, -1, 0, 1},
      {"saved_dynamic", "dynamic", saved_dynamic, 0, -1, 0, 1},
      {"saved_leakage", "leakage", saved_leakage, 0, -1, 0, 1}},
     {"The last three columns: saved of all, of what is dynamic, and of leakage. Encoders and decoders have their own leakage in them."}},
    {"gated",
     "Cycles in which a bank is switched off",
     "% of the cycles, by the number of the bank in its cluster",
     {0},
     {{0}},
     {"The mean over the clusters. The file of figures has each bank."}},
    {"share",
     "Registers",
     "% of the registers that hold a value",
     {"full mask", "divergent"},
     {{NULL, NULL, share, 0, 0, 1, 1}},
     {"At each instruction that is issued, over the whole register file."}},
    {"energies",
     "Energy saved with other energies",
     "% of the energy without compression",
     {0},
     {{"units_1", "units 1 x", saved_units, 1, -1, 0, 1},
      {"units_1_5", "1.5 x", saved_units, 1.5, -1, 0, 1},
      {"units_2", "2 x", saved_units, 2, -1, 0, 1},
      {"units_2_5", "2.5 x", saved_units, 2.5, -1, 0, 1},
      {"banks_1", "banks 1 x", saved_banks, 1, -1, 0, 1},
      {"banks_1_5", "1.5 x", saved_banks, 1.5, -1, 0, 1},
      {"banks_2", "2 x", saved_banks, 2, -1, 0, 1},
      {"banks_2_5", "2.5 x", saved_banks, 2.5, -1, 0, 1},
      {"leakage_0", "leakage 0", saved_leaking, 0, -1, 0, 1},
      {"leakage_2", "2 x", saved_leaking, 2, -1, 0, 1}},
     {"Units: an activation of encoder and decoder. Banks: an access of a bank, without its wires. Leakage: of banks and units."}},
    {"wires",
     "Energy saved by wire activity",
     "% of the energy without compression",
     {0},
     {{"wires_0", "0 %", saved_wires, 0, -1, 0, 1},
      {"wires_25", "25 %", saved_wires, 0.25, -1, 0, 1},
      {"wires_50", "50 %", saved_wires, 0.5, -1, 0, 1},
      {"wires_75", "75 %", saved_wires, 0.75, -1, 0, 1},
      {"wires_100", "100 %", saved_wires, 1, -1, 0, 1}},
     {"Wires: the share of the wires of a bank that switch in an access."}},
    {"with_more", "Time with other parameters", "cycles more than without compression, %", {0}, {{0}}, {0}},
    {"with_saved", "Energy saved with other parameters", "% of the energy without compression", {0}, {{0}}, {0}},
};

static const struct {
    const char *unit, *column;
    double value;
    bool below;
    const char *where;
} published[] = {
#define PAPER_REPLAY(column, value, below, where) {PAPER_UNIT, column, value, below, where},
#include "../stats/papers.def"
    {0},
};

/* A figure that is being made, and its columns. */
typedef struct {
    file_figure *f;
    const file_result *r;
    const wf_system *system;
    column columns[STUDY_MAX_COLUMNS];
    int count;
} making;

static column *copy_column(making *m, const column *like)
{
    if (m->count == STUDY_MAX_COLUMNS)
        die("more than %d columns in a figure", STUDY_MAX_COLUMNS);
    column *c = &m->columns[m->count++];
    *c = *like;
    return c;
}

static column *add_column(making *m, const column *like, char *id, char *label)
{
    column *c = copy_column(m, like);
    c->id = id;
    c->label = label;
    return c;
}

static void add_shown(making *m, const column *like)
{
    for (int i = 0; i < wf_activity_count(m->system); i++) {
        const wf_activity *a = &m->system->activities[i];
        if (!a->shown)
            continue;
        add_column(m, like, format_new("%s", a->name), format_new("%s", a->name))->k = i;
        column *share_of = add_column(m, like, format_new("%s_share", a->name), format_new("of instr. %%"));
        *share_of = (column){share_of->id, share_of->label, shown_share, i, -1, 0, 2};
    }
}

static void add_parts(making *m, const column *like)
{
    const char *names[WF_MAX_ACTIVITY_PARTS];
    int count = activities_parts(m->system, names);
    if (activities_have(m->system, WF_ENERGY_TAG)) {
        column *c = add_column(m, like, format_new("tags"), format_new("tags"));
        c->k = TAGS;
        c->colour += WF_MAX_ACTIVITY_PARTS;
    }
    for (int i = 0; i < count; i++) {
        column *c = add_column(m, like, format_new("%s_energy", names[i]), format_new("%s", names[i]));
        c->k += i;
        c->colour += i;
    }
}

static void add_gated(making *m)
{
    static const column like = {.value = gated, .bar = -1, .decimals = 1};
    wf_file_shape shape;
    m->system->shape(&m->r->pairs->d->config, &shape);
    if (!activities_have(m->system, WF_ENERGY_BANK_OFF))
        return;
    for (int n = 0; n < shape.banks && n < STUDY_MAX_COLUMNS; n++)
        add_column(m, &like, format_new("gated_%d", n), format_new("bank %d", n))->k = n;
}

static void add_share(making *m, const column *like)
{
    const char *own = m->system->share;
    if (own == NULL)
        return;
    m->f->s.name = format_new("%s", own);
    m->f->s.title = format_new("Registers that are %s", own);
    add_column(m, like, format_new("%s_full", own), format_new("full mask"));
    column *c = add_column(m, like, format_new("%s_divergent", own), format_new("divergent"));
    c->k = c->bar = 1;
    c->colour++;
}

static void add_with(making *m, int number)
{
    const column like = {.value = number == WITH_MORE ? with_more : with_saved, .bar = -1, .decimals = number == WITH_MORE ? 2 : 1};
    for (int n = 0; n < m->r->pairs->with_count; n++) {
        add_column(m, &like, format_new("%s_%d", figures[number].name, n + 1), format_new("with %d", n + 1))->k = n;
        m->f->s.notes[n] = format_new("with %d: %s", n + 1, m->r->pairs->with[n]);
    }
}

/* "Reads and writes are of banks. Moves are among them." */
static void note_parts(making *m)
{
    const char *names[WF_MAX_ACTIVITY_PARTS];
    int count = activities_parts(m->system, names);
    text t = {0};
    text_puts(&t, "Reads and writes are of banks.");
    for (int i = 0; i < count; i++)
        text_printf(&t, " %c%s are among them.", toupper((unsigned char)names[i][0]), names[i] + 1);
    m->f->s.notes[0] = t.data;
}

/* The columns of a figure: those of its table, of which those without a name stand for some that depend on the unit or the run. */
static void make_columns(making *m, int number)
{
    const column *from = figures[number].columns;
    if (number == GATED)
        add_gated(m);
    else if (number == WITH_MORE || number == WITH_SAVED)
        add_with(m, number);
    for (int c = 0; c < STUDY_MAX_COLUMNS && from[c].value; c++) {
        if (from[c].id)
            copy_column(m, &from[c]);
        else if (number == ACCESSES)
            add_shown(m, &from[c]);
        else if (number == ENERGY)
            add_parts(m, &from[c]);
        else
            add_share(m, &from[c]);
    }
    if (number == ACCESSES)
        note_parts(m);
}

void file_figure_published(study_column *c, const char *codec)
{
    for (int i = 0; published[i].unit; i++)
        if (strcmp(published[i].unit, codec) == 0 && strcmp(published[i].column, c->id) == 0) {
            c->published = published[i].value;
            c->below = published[i].below;
        }
}

static void fill_column(study_column *c, const column *from, const char *codec)
{
    *c = (study_column){.id = from->id, .label = from->label, .bar = from->bar, .colour = from->colour, .decimals = from->decimals};
    file_figure_published(c, codec);
}

static const char *plot(const design *d, int i)
{
    const char *share = d->unit->system->share;
    if (figures[i].bars[0] == NULL || (i == SHARE && share == NULL))
        return NULL;
    return i == SHARE ? share : figures[i].name;
}

static bool make(file_figure *f, const void *run, int i)
{
    const file_result *r = run;
    const file_pairs *pairs = r->pairs;
    const figure *own = &figures[i];
    study head = {.name = own->name, .title = own->title, .axis = own->axis};
    making m = {.f = f, .r = r, .system = pairs->d->unit->system};

    memcpy(head.bars, own->bars, sizeof own->bars);
    memcpy(head.notes, own->notes, sizeof own->notes);
    file_figure_begin(f, pairs->d, &head, pairs->rows, sizeof *pairs->rows, pairs->count);
    make_columns(&m, i);
    for (int c = 0; c < m.count; c++) {
        study_column made;
        fill_column(&made, &m.columns[c], energy_codec(pairs->d));
        file_figure_add(f, &made);
        for (int k = 0; k < pairs->count; k++)
            f->r.rows[k].values[c] = m.columns[c].value(r, &pairs->rows[k], m.columns[c].k);
    }
    file_figure_end(f);
    return m.count > 0;
}

const figure_list file_figures = {sizeof figures / sizeof *figures, make, plot};
