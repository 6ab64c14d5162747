/* SPDX-License-Identifier: Apache-2.0
 *
 * machine_file.c - machines from INI files, and as a table. A file is read key by key into a machine; one with a base begins as a copy of that. */
#include "machine_file.h"

#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/ini_file.h"
#include "../base/msg.h"
#include "../base/text.h"

static const machine_key keys[] = {
#define NUMBER(section, key, field, unit, min, max) {section, key, unit, NULL, NULL, min, max, offsetof(machine, field)},
#define NUMBER_OR(section, key, field, unit, min, max, word) {section, key, unit, NULL, word, min, max, offsetof(machine, field)},
#define WORD(section, key, field, words) {section, key, "", words, NULL, 0, 0, offsetof(machine, field)},
#include "machine_keys.def"
};
enum { KEYS = sizeof keys / sizeof keys[0], MOST_BASES = 8 };

static const char folder[] = "machines/", suffix[] = ".ini";

typedef struct {
    machine *m;
    const char *path;
    char section[32];
    bool begun;       /* a section has come */
    bool given[KEYS]; /* in this file */
    bool whole;       /* it has a base, whose values it begins with */
    int depth;        /* of bases */
} reading;

int machine_key_count(void)
{
    return KEYS;
}

const machine_key *machine_key_at(int n)
{
    return &keys[n];
}

static int *value_at(machine *m, const machine_key *k)
{
    return (int *)((char *)m + k->at);
}

int machine_value(const machine *m, const machine_key *k)
{
    return *value_at((machine *)m, k);
}

const char *machine_name(int n)
{
    for (const asset *a = assets; a->name; a++)
        if (starts_with(a->name, folder) && n-- == 0) {
            const char *file = a->name + strlen(folder);
            return format_new("%.*s", (int)(strlen(file) - strlen(suffix)), file);
        }
    return NULL;
}

static char *known_machines(void)
{
    text t = {0};
    for (int n = 0; machine_name(n); n++)
        text_printf(&t, "%s%s", n ? ", " : "", machine_name(n));
    return t.data;
}

/* ---- one value ---- */

static char *value_text(const machine *m, const machine_key *k)
{
    int value = machine_value(m, k);
    if (k->word && value < 0)
        return format_new("%s", k->word);
    if (k->words == NULL)
        return format_new("%d", value);
    const char *word = k->words;
    for (; value > 0; value--)
        word = strchr(word, '|') + 1;
    return format_new("%.*s", (int)strcspn(word, "|"), word);
}

/* "a number from 1 to 500 (cycles)", "gto, lrr or two-level". */
static char *accepted(const machine_key *k)
{
    if (k->word)
        return format_new("%s, or a number from %d to %d (%s)", k->word, k->min, k->max, k->unit);
    if (k->words == NULL)
        return k->min == k->max ? format_new("%d", k->min) : format_new("a number from %d to %d (%s)", k->min, k->max, k->unit);
    char *list = format_new("%s", k->words);
    text t = {0};
    for (char *word = strtok(list, "|"), *next; word; word = next) {
        next = strtok(NULL, "|");
        text_printf(&t, "%s%s", t.len == 0 ? "" : next ? ", " : " or ", word);
    }
    return t.data;
}

/* The index of a word of "a|b"; -1: it is none. */
static int word_of(const char *words, const char *value)
{
    for (int n = 0;; n++, words++) {
        size_t len = strcspn(words, "|");
        if (strlen(value) == len && strncmp(words, value, len) == 0)
            return n;
        words += len;
        if (*words == '\0')
            return -1;
    }
}

static void set(reading *r, const machine_key *k, const char *value)
{
    long long n = -1;
    bool good;
    if (k->words)
        good = (n = word_of(k->words, value)) >= 0;
    else
        good = (k->word && strcmp(value, k->word) == 0) || parse_int(value, k->min, k->max, &n);
    if (!good)
        die_usage("%s: [%s] %s is %s: %s is accepted", r->path, k->section, k->key, value, accepted(k));
    *value_at(r->m, k) = (int)n;
}

/* ---- a file ---- */

static void read_into(machine *m, const char *name, int depth);

static void take_section(void *user, const ini_file *f, const char *name)
{
    reading *r = user;
    text names = {0};
    (void)f;
    r->begun = true;
    for (int n = 0; n < KEYS; n++) {
        if (strcmp(keys[n].section, name) == 0) {
            snprintf(r->section, sizeof r->section, "%s", name);
            return;
        }
        if (n == 0 || strcmp(keys[n].section, keys[n - 1].section) != 0)
            text_printf(&names, "%s%s", n ? ", " : "", keys[n].section);
    }
    die_usage("%s: no section is named %s: %s are accepted", r->path, name, names.data);
}

static void take_base(reading *r, const char *key, const char *value)
{
    if (strcmp(key, "base") != 0)
        die_usage("%s: %s stands before the first section: base alone is accepted there", r->path, key);
    if (r->depth == MOST_BASES)
        die_usage("%s: base %s: more than %d machines stand on each other", r->path, value, MOST_BASES);
    if (r->whole)
        die_usage("%s: base is given twice", r->path);
    r->whole = true;
    read_into(r->m, value, r->depth + 1);
}

static void take_pair(void *user, const ini_file *f, const char *section, const char *key, const char *value)
{
    reading *r = user;
    text names = {0};
    (void)f;
    if (!r->begun) {
        take_base(r, key, value);
        return;
    }
    for (int n = 0; n < KEYS; n++) {
        if (strcmp(keys[n].section, section) != 0)
            continue;
        if (strcmp(keys[n].key, key) == 0) {
            if (r->given[n])
                die_usage("%s: [%s] %s is given twice", r->path, section, key);
            r->given[n] = true;
            set(r, &keys[n], value);
            return;
        }
        text_printf(&names, "%s%s", names.len ? ", " : "", keys[n].key);
    }
    die_usage("%s: [%s] has no key %s: %s are accepted", r->path, section, key, names.data);
}

/* ---- what must hold between parameters ---- */

static bool power_of_two(int n)
{
    return (n & (n - 1)) == 0;
}

static const machine_key *find_key(const char *section, const char *key)
{
    const machine_key *k = keys;
    while (strcmp(k->section, section) != 0 || strcmp(k->key, key) != 0)
        k++;
    return k;
}

static void check(const machine *m, const char *path)
{
    const struct {
        bool good;
        const char *section, *key, *what;
    } rules[] = {
        {power_of_two(m->lanes), "sm", "lanes", "a power of two"},
        {m->threads <= m->warps * m->lanes, "sm", "threads", "at most as many as the warps have lanes"},
        {m->lanes % m->pipe_lanes == 0, "pipes", "lanes", "a divisor of the lanes of a warp"},
        {power_of_two(m->fetch_line), "fetch", "line", "32, 64 or 128"},
        {m->fetch_line % m->instruction_bytes == 0, "fetch", "instruction_bytes", "a divisor of the line"},
        {m->code_sets * m->code_ways <= 256, "fetch", "ways", "at most 256 lines in all"},
        {power_of_two(m->constant_line), "constants", "line", "32, 64 or 128"},
        {m->constant_sets * m->constant_ways <= 256, "constants", "ways", "at most 256 lines in all"},
        {m->l1_index == MACHINE_LINEAR || m->l1_sets == 32 || m->l1_sets == 64, "l1", "sets", "32 or 64 with index = fermi"},
        {m->l2_sector == 32 || m->l2_sector == 128, "l2", "sector", "32, or 128 for whole lines"},
        {m->l2_parts % m->dram_channels == 0, "l2", "parts", "a multiple of the channels of DRAM"},
        {power_of_two(m->l2_parts / m->dram_channels), "l2", "parts", "a power of two for each channel"},
        {m->l2_parts / m->dram_channels <= m->dram_banks, "l2", "parts", "at most as many for each channel as it has banks"},
        {power_of_two(m->dram_bytes), "dram", "bytes", "32, 64 or 128"},
        {power_of_two(m->dram_banks), "dram", "banks", "a power of two"},
        {m->dram_banks % m->dram_groups == 0, "dram", "groups", "a divisor of the banks"},
        {power_of_two(m->dram_row), "dram", "row", "a power of two"},
        {m->ccd >= m->dram_bus, "dram", "ccd", "at least the cycles of the bus"},
        {m->rc >= m->ras, "dram", "rc", "at least ras"},
        {m->rcd > m->wl, "dram", "wl", "less than rcd"},
        {m->compress == MACHINE_PLAIN || m->l2_sector == 128, "compression", "at",
         "none where L2 has sectors: with them there is nothing to compress"},
        {m->compress == MACHINE_PLAIN || m->l2, "compression", "at", "none where there is no L2"},
        {m->compress != MACHINE_ASSIST || m->l1, "compression", "at",
         "another one where there is no L1: helper warps have their lines there"},
        {m->compress != MACHINE_ASSIST || m->lanes == 32, "compression", "at",
         "another one where a warp has not 32 lanes, as routines have"},
        {m->l1_tags == 1 || machine_codes(m), "l1", "tags", "1 where no codes come to L1: lines are compressed at l2 or assist"},
        {m->l1_tags == 1 || m->l1_store == MACHINE_STORE_EVICTS, "l1", "tags", "1 where a store changes a line in L1 (store_hit = update)"},
        {m->l1_tags == 1 || m->assist_load == MACHINE_LOAD_LINE, "l1", "tags",
         "1 where loads take their bytes out of codes: what that costs at a hit is not known"},
        {m->l2_tags == 1 || machine_codes(m), "l2", "tags", "1 where L2 has no codes: lines are compressed at l2 or assist"},
        {m->l2_tags == 1 || m->assist_l2 == MACHINE_L2_CODE, "l2", "tags", "1 where SMs give L2 their lines raw"},
        {m->assist_l2 == MACHINE_L2_CODE || m->assist_load == MACHINE_LOAD_LINE, "assist", "l2",
         "code where loads take their bytes out of codes: no SM has the line decompressed"},
        {m->compress != MACHINE_ASSIST || m->assist_sets < m->l1_sets, "assist", "sets", "less than the sets of L1"},
    };
    for (size_t n = 0; n < sizeof rules / sizeof rules[0]; n++)
        if (!rules[n].good)
            die_usage("%s: [%s] %s is %s: it must be %s", path, rules[n].section, rules[n].key,
                      value_text(m, find_key(rules[n].section, rules[n].key)), rules[n].what);
}

bool machine_is_path(const char *name)
{
    return strchr(name, '/') || ends_with(name, suffix);
}

static void read_into(machine *m, const char *name, int depth)
{
    const ini_actions actions = {take_section, take_pair, "\"key = value\", a section or a comment"};
    reading r = {.m = m, .path = name, .depth = depth};
    if (machine_is_path(name)) {
        ini_file_read(name, "--machine", &actions, &r);
    } else {
        const asset *a = asset_find(format_new("%s%s%s", folder, name, suffix));
        if (a == NULL)
            die_usage("no machine is named %s: %s, or a file by its path are accepted", name, known_machines());
        ini_text_read(name, a->data, a->len, &actions, &r);
    }
    for (int n = 0; n < KEYS && !r.whole; n++)
        if (!r.given[n])
            die_usage("%s: [%s] %s is missing: %s is accepted", name, keys[n].section, keys[n].key, accepted(&keys[n]));
    check(m, name);
}

void machine_read(machine *m, const char *name)
{
    *m = (machine){0};
    read_into(m, name, 0);
    const char *last = path_base(name);
    snprintf(m->name, sizeof m->name, "%.*s", (int)(strlen(last) - (ends_with(last, suffix) ? strlen(suffix) : 0)), last);
}

bool machine_is_word(const char *word)
{
    size_t name = strcspn(word, ".=");
    for (int n = 0; n < KEYS && word[name] == '.'; n++)
        if (strlen(keys[n].section) == name && strncmp(keys[n].section, word, name) == 0)
            return true;
    return false;
}

void machine_set_all(machine *m, const char *words, const char *where)
{
    char *rest = format_new("%s", words), *word;
    reading r = {.m = m, .path = where};
    while ((word = strsep(&rest, " ")) != NULL) {
        char *value = strchr(word, '='), *dot = strchr(word, '.');
        if (*word == '\0')
            continue;
        if (value == NULL || dot == NULL || dot > value)
            die_usage("%s: \"%s\": SECTION.KEY=VALUE is accepted, as `warpfold time --list` has them", where, word);
        *value++ = *dot++ = '\0';
        memset(r.given, 0, sizeof r.given); /* the last one holds */
        take_section(&r, NULL, word);
        take_pair(&r, NULL, word, dot, value);
    }
    check(m, where);
}

void machine_set_compression(machine *m, const char *how)
{
    const machine_key *at = find_key("compression", "at");
    bool ideal = strcmp(how, "ideal") == 0;
    int n = ideal ? MACHINE_AT_L2 : word_of(at->words, how);
    if (n < 0)
        die_usage("--compress %s: %s, or ideal is accepted", how, accepted(at));
    m->compress = n;
    if (ideal)
        m->encode_cycles = m->decode_cycles = m->metadata = m->energy_encode = m->energy_decode = 0;
    check(m, m->name);
}

/* ---- the table ---- */

void machine_print(const machine *m, int count)
{
    printf("%-30s", "machine");
    for (int i = 0; i < count; i++)
        printf(" %9s", m[i].name);
    printf("\n");
    for (int n = 0; n < KEYS; n++) {
        char *key = format_new("[%s] %s", keys[n].section, keys[n].key);
        printf("%-30s", key);
        for (int i = 0; i < count; i++)
            printf(" %9s", value_text(&m[i], &keys[n]));
        printf("%s%s\n", *keys[n].unit ? "  " : "", keys[n].unit);
    }
}
