/* SPDX-License-Identifier: Apache-2.0
 *
 * energy_flags.c - the flags of energies: from numbers on the command line, or from a design's folder, to the model of energies of a
 * design. Flags are kept as given, and read when the design is known. */
#include "energy_flags.h"

#include <stddef.h>

#include "../base/file.h"
#include "../base/folder.h"
#include "../base/metrics.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../gen/design_modules.h"
#include "../gen/identity.h"
#include "../stats/activities.h"
#include "../synth/library_node.h"

enum { KEY_UNITS = 0x4000, KEY_READS, KEY_ENERGY /* the first of the table */ };

/* What takes the place of what is published. */
static const struct {
    const char *flag, *arg, *help;
    size_t at; /* in energy_model */
    double most, scale;
    int uses; /* 1 << energy_uses */
} flags[ENERGY_FLAGS] = {
#define OF_ACCESSES (1 << ENERGY_OF_ACCESSES)
#define OF_CYCLES (1 << ENERGY_OF_CYCLES)
#define AT(field) offsetof(energy_model, field)
    {"bank-pj", "E", "energy of an access to a bank in pJ", AT(bank_pj), 1e6, 1, OF_ACCESSES | OF_CYCLES},
    {"wire-pj", "E", "energy of the wires of a bank in pJ, if half of them switch", AT(wire_pj), 1e6, 1, OF_ACCESSES | OF_CYCLES},
    {"activity", "P", "how many of the wires switch in an access, in % (default 50)", AT(activity), 100, 0.01, OF_ACCESSES | OF_CYCLES},
    {"tag-pj", "E", "energy of an access to the tag of a register, or to the tags of a set of a cache, in pJ", AT(tag_pj), 1e6, 1,
     OF_ACCESSES | OF_CYCLES},
    {"bank-mw", "P", "leakage of a bank in mW", AT(bank_mw), 1e6, 1, OF_CYCLES},
    {"enc-pj", "E", "energy of an encoder's activation in pJ", AT(enc_pj), 1e6, 1, OF_ACCESSES | OF_CYCLES},
    {"dec-pj", "E", "energy of a decoder's activation in pJ", AT(dec_pj), 1e6, 1, OF_ACCESSES | OF_CYCLES},
    {"enc-mw", "P", "leakage of an encoder in mW", AT(enc_mw), 1e6, 1, OF_CYCLES},
    {"dec-mw", "P", "leakage of a decoder in mW", AT(dec_mw), 1e6, 1, OF_CYCLES},
    {"clock-ghz", "G", "clock in GHz, which makes energy of leakage", AT(clock_ghz), 1e3, 1, OF_CYCLES},
};

/* The file that is meant: itself, or of a design's folder the best that is there. Dies (2) if that is of another version. */
static const char *units_file(const char *path)
{
    static const char *const names[] = {"power.json", "metrics.json", "synth.json"};
    static char *found;
    static design d;

    if (!dir_exists(path))
        return path;
    for (int i = 0; i < 3; i++) {
        found = path_join(path, names[i]);
        if (file_exists(found)) {
            if (file_exists(path_join(path, "manifest.json")))
                design_load(&d, path);
            return found;
        }
    }
    die_usage("%s has no power.json, metrics.json or synth.json; the folder of a design that was measured is expected, or a file", path);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    energy_flags *f = state->input;

    if (key == KEY_UNITS)
        f->units = units_file(arg);
    else if (key == KEY_READS)
        f->reads = arg;
    else if (key >= KEY_ENERGY && key < KEY_ENERGY + ENERGY_FLAGS)
        f->given[key - KEY_ENERGY] = arg;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

const struct argp *energy_argp(energy_uses uses)
{
    static struct argp_option options[ENERGY_FLAGS + 3];
    static const struct argp argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
    int n = 0;

    if (uses == ENERGY_OF_ACCESSES)
        options[n++] =
            (struct argp_option){"reads-per-write",
                                 KEY_READS,
                                 "R",
                                 0,
                                 "how often a register value is read, where the trace does not tell its instructions' sources (default 2)",
                                 0};
    options[n++] = (struct argp_option){"units",
                                        KEY_UNITS,
                                        "FILE",
                                        0,
                                        "energies of encoder and decoder from a design of the codec: by code from power.json, and from "
                                        "metrics.json if power was measured; else "
                                        "the means of synth.json or metrics.json; of a design's folder, the first of these",
                                        0};
    for (int i = 0; i < ENERGY_FLAGS; i++)
        if (flags[i].uses >> uses & 1)
            options[n++] = (struct argp_option){flags[i].flag, KEY_ENERGY + i, flags[i].arg, 0, flags[i].help, 0};
    options[n] = (struct argp_option){0};
    return &argp;
}

static const char *name_of(int i)
{
    static char name[24];

    snprintf(name, sizeof name, "--%s", flags[i].flag);
    return name;
}

/* The first that was given, of those whose uses are among these. */
static const char *given_for(const energy_flags *f, int uses)
{
    for (int i = 0; i < ENERGY_FLAGS; i++)
        if (f->given[i] && (flags[i].uses & ~uses) == 0)
            return name_of(i);
    return NULL;
}

const char *energy_flags_of_storage(const energy_flags *f)
{
    for (int i = 0; i < ENERGY_FLAGS; i++)
        if (f->given[i] &&
            (flags[i].at == AT(bank_pj) || flags[i].at == AT(wire_pj) || flags[i].at == AT(activity) || flags[i].at == AT(tag_pj)))
            return name_of(i);
    return NULL;
}

const char *energy_flags_of_time(const energy_flags *f)
{
    return given_for(f, OF_CYCLES);
}

const char *energy_flags_given(const energy_flags *f)
{
    const char *name = given_for(f, OF_ACCESSES | OF_CYCLES);

    if (name)
        return name;
    return f->units ? "--units" : f->reads ? "--reads-per-write" : NULL;
}

/* The figures of a design of the codec. */
static void read_units(const char *path, const design *d, metrics *m, energy_model *e)
{
    const char *codec = energy_codec(d);
    char *wrong = metrics_read(m, path);

    if (wrong)
        die_usage("%s: %s", path, wrong);
    char *other = identity_differs(m, codec, d->config.lanes);
    if (other)
        die_usage("%s has the energies %s; those of %s with %d lanes are expected", path, other, codec, d->config.lanes);
    const wf_unit *unit = wf_find_unit(codec);
    if (unit == NULL || unit->codec == NULL)
        die_usage("--units %s: %s has no codec whose energies these could be", path, d->unit->name);
    if (energy_measured(e, m, unit->codec))
        return;
    for (const metric *x = m->first; x; x = x->hh.next)
        if ((starts_with(x->key, module_half_name(true)) || starts_with(x->key, module_half_name(false))) &&
            metrics_unknown(m, "%s", x->key))
            die_usage("%s: \"%s\" is null, so the energies of encoder and decoder are not known", path, x->key);
    die_usage("%s has no energy of an encoder and a decoder; synth.json, power.json or metrics.json of a design of %s is expected", path,
              codec);
}

/* A single value counts for every code. */
static void set(energy_model *e, size_t at, double value)
{
    *(double *)((char *)e + at) = value;
    e->enc_codes.known &= at != AT(enc_pj);
    e->dec_codes.known &= at != AT(dec_pj);
}

static double amount(const char *command, int i, const char *arg)
{
    double value;

    if (!parse_double(arg, &value) || value < 0 || value > flags[i].most || (flags[i].at == AT(clock_ghz) && value <= 0))
        die_usage("%s: --%s %s: a number from 0 to %g is expected", command, flags[i].flag, arg, flags[i].most);
    return value * flags[i].scale;
}

void energy_flags_reads(const energy_flags *f, const char *command, double *reads)
{
    if (f->reads && (!parse_double(f->reads, reads) || *reads < 0 || *reads > 1000))
        die_usage("%s: --reads-per-write %s: a number from 0 to 1000 is expected", command, f->reads);
}

static bool given(const energy_flags *f, size_t at)
{
    for (int i = 0; i < ENERGY_FLAGS; i++)
        if (f->given[i] && flags[i].at == at)
            return true;
    return false;
}

void energy_flags_set(const energy_flags *f, const char *command, const design *d, energy_model *e)
{
    metrics m = {0};

    if (f->units)
        read_units(f->units, d, &m, e);
    for (int i = 0; i < ENERGY_FLAGS; i++)
        if (f->given[i])
            set(e, flags[i].at, amount(command, i, f->given[i]));
    if (given(f, AT(tag_pj)) && d->unit->system && !activities_have(d->unit->system, WF_ENERGY_TAG))
        die_usage("%s: --tag-pj: nothing that %s does takes it", command, d->unit->name);
}

void energy_flags_check(const energy_flags *f, const char *command, const design *d)
{
    metrics m = {0};
    energy_model e = {0};
    double reads;

    energy_flags_reads(f, command, &reads);
    energy_flags_set(f, command, d, &e);
    if (f->units == NULL)
        return;
    metrics_load(&m, f->units);
    char *param = d->codec ? identity_param_differs(&m, d) : NULL;
    if (param)
        note("%s: energies of another configuration: %s; a code that was not measured takes the mean", f->units, param);
    const library_node *library = library_node_of_run(&m);
    const paper_energy *storage = paper_energy_of(energy_codec(d));
    if (storage && library == NULL)
        note("%s: the node of its library is not known here; storage is of %d nm, and nothing is scaled", f->units, storage->node_nm);
    else if (storage && library->node_nm != storage->node_nm)
        note("%s: units of %d nm beside storage of %d nm; nothing is scaled, so sums mix two technologies", f->units, library->node_nm,
             storage->node_nm);
}
