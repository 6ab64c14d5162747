/* SPDX-License-Identifier: Apache-2.0
 *
 * event_map.c - reads an event map: pairs of the whole file first, then an entry a section; names are looked up when all is read. */
#include "event_map.h"

#include <string.h>

#include "../base/file.h"
#include "../base/ini_file.h"
#include "../base/msg.h"
#include "../base/text.h"

enum { NONE = -1, NOT_YET = -2 };

typedef struct {
    event_map *m;
    const char *code, *with[EVENT_ENTRIES];
    int with_line[EVENT_ENTRIES];
    unsigned given[1 + EVENT_ENTRIES]; /* keys, as bits: of the whole, of each entry */
} reading;

static void wrong(const ini_file *f, const char *key, const char *value, const char *accepted)
{
    die_usage("%s:%d: %s = %s: %s is accepted", f->path, f->line, key, value, accepted);
}

static int number_of(const ini_file *f, const char *key, const char *value, int min, int max, const char *unit)
{
    long long n;
    if (!parse_int(value, min, max, &n))
        wrong(f, key, value, format_new("%s from %d to %d", unit, min, max));
    return (int)n;
}

/* ---- the file ---- */

static void take_section(void *user, const ini_file *f, const char *name)
{
    event_map *m = ((reading *)user)->m;
    if (*name == '\0' || name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
        die_usage("%s:%d: [%s]: a name of small letters, digits and _ is accepted", f->path, f->line, name);
    if (m->count == EVENT_ENTRIES)
        die_usage("%s:%d: a map has at most %d entries", f->path, f->line, EVENT_ENTRIES);
    for (int k = 0; k < m->count; k++)
        if (strcmp(m->entry[k].name, name) == 0)
            die_usage("%s:%d: there is a [%s] in line %d", f->path, f->line, name, m->entry[k].line);
    m->entry[m->count++] =
        (event_entry){.name = format_new("%s", name), .kind = EVENT_KINDS, .high = NOT_YET, .skip = NONE, .with = NONE, .line = f->line};
}

static void take_code(reading *r, const ini_file *f, const char *value)
{
    if (*value == '\0')
        wrong(f, "code", value, "a file beside the map");
    r->code = format_new("%s", value);
}

static void take_memory(event_map *m, const ini_file *f, const char *value)
{
    m->memory = number_of(f, "memory", value, 0, EVENT_MEMORY, "bytes of a warp");
    if (m->memory % 4 != 0)
        wrong(f, "memory", value, "a multiple of 4");
}

static void take_whole(reading *r, const ini_file *f, const char *key, const char *value)
{
    if (strcmp(key, "code") == 0)
        take_code(r, f, value);
    else if (strcmp(key, "memory") == 0)
        take_memory(r->m, f, value);
    else if (strcmp(key, "busy") != 0)
        die_usage("%s:%d: %s: code, memory and busy are accepted before the first section", f->path, f->line, key);
    else if (strcmp(value, "issue") != 0 && strcmp(value, "memory") != 0)
        wrong(f, key, value, "issue or memory");
    else
        r->m->memory_busy = *value == 'm';
}

static void take_event(const ini_file *f, event_entry *e, const char *value)
{
    long long n;
    e->kind = strcmp(value, "load") == 0 ? EVENT_LOAD : strcmp(value, "miss") == 0 ? EVENT_MISS : EVENT_NAMED;
    if (e->kind != EVENT_NAMED)
        return;
    if (!parse_int(value, 0, EVENT_NUMBERS - 1, &n))
        wrong(f, "event", value, format_new("load, miss or the number of an event from 0 to %d", EVENT_NUMBERS - 1));
    e->number = (int)n;
}

static void take_entry(reading *r, const ini_file *f, const char *key, const char *value)
{
    event_map *m = r->m;
    event_entry *e = &m->entry[m->count - 1];
    if (strcmp(key, "event") == 0) {
        take_event(f, e, value);
    } else if (strcmp(key, "routine") == 0) {
        e->routine_name = format_new("%s", value);
    } else if (strcmp(key, "priority") == 0) {
        if (strcmp(value, "high") != 0 && strcmp(value, "low") != 0)
            wrong(f, key, value, "high or low");
        e->high = *value == 'h';
    } else if (strcmp(key, "skip") == 0) {
        e->skip = number_of(f, key, value, 0, EVENT_NUMBERS - 1, "the number of an event");
    } else if (strcmp(key, "worth") == 0) {
        e->worth = number_of(f, key, value, 0, 100, "per cent");
    } else if (strcmp(key, "with") == 0) {
        r->with[m->count - 1] = format_new("%s", value);
        r->with_line[m->count - 1] = f->line;
    } else {
        die_usage("%s:%d: %s: event, routine, priority, skip, worth and with are accepted", f->path, f->line, key);
    }
}

static void take_pair(void *user, const ini_file *f, const char *section, const char *key, const char *value)
{
    static const char *const keys[] = {"code", "memory", "busy", "event", "routine", "priority", "skip", "worth", "with"};
    reading *r = user;
    unsigned *given = &r->given[*section ? r->m->count : 0];
    (*section ? take_entry : take_whole)(r, f, key, value);
    for (unsigned k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        if (strcmp(keys[k], key) != 0)
            continue;
        if (*given >> k & 1)
            die_usage("%s:%d: %s is given twice", f->path, f->line, key);
        *given |= 1u << k;
    }
}

/* ---- when all is read ---- */

static void check_entry(event_map *m, event_entry *e)
{
    const char *missing = e->kind == EVENT_KINDS ? "event" : e->routine_name == NULL ? "routine" : e->high == NOT_YET ? "priority" : NULL;
    if (missing)
        die_usage("%s:%d: [%s] has no %s", m->path, e->line, e->name, missing);
    if ((e->routine = routine_find(m->store, e->routine_name)) < 0)
        die_usage("%s:%d: [%s]: there is no routine %s in its code", m->path, e->line, e->name, e->routine_name);
    if (e->skip != NONE && (!e->high || e->kind != EVENT_NAMED))
        die_usage("%s:%d: [%s]: skip is of an event of the kernel, with high priority: else nobody waits for the answer", m->path, e->line,
                  e->name);
    if (e->high && e->kind == EVENT_MISS)
        die_usage("%s:%d: [%s]: a miss triggers with low priority: its warp has gone on", m->path, e->line, e->name);
}

static void enter(event_map *m, int k)
{
    const event_entry *e = &m->entry[k];
    int *at = e->kind == EVENT_NAMED ? &m->by_number[e->number] : &m->by_kind[e->kind];
    if (*at != NONE)
        die_usage("%s:%d: [%s]: its event triggers [%s] already", m->path, e->line, e->name, m->entry[*at].name);
    *at = k;
}

/* The entry with which `e` rests: only one that has a worth does. */
static int entry_of(const event_map *m, const event_entry *e, const char *name, int line)
{
    int k = 0;
    while (k < m->count && strcmp(m->entry[k].name, name) != 0)
        k++;
    if (k == m->count)
        die_usage("%s:%d: with = %s: there is no such section", m->path, line, name);
    if (e->worth > 0)
        die_usage("%s:%d: with = %s: [%s] has a worth of its own, and rests by that", m->path, line, name, e->name);
    if (m->entry[k].worth == 0)
        die_usage("%s:%d: with = %s: that has no worth, so it never rests", m->path, line, name);
    return k;
}

/* A path in the map is one from its folder on. */
static const char *beside(const char *path, const char *name)
{
    const size_t folder = (size_t)(path_base(path) - path);
    return *name == '/' ? name : format_new("%.*s%s", (int)folder, path, name);
}

void event_map_read(event_map *m, const char *path)
{
    static const ini_actions actions = {take_section, take_pair, "\"key = value\", a section or a comment"};
    reading r = {.m = m};
    *m = (event_map){.path = path};
    memset(m->by_number, NONE, sizeof m->by_number);
    memset(m->by_kind, NONE, sizeof m->by_kind);
    ini_file_read(path, "--events", &actions, &r);
    if (r.code == NULL)
        die_usage("%s: no code: \"code = FILE\" before the first section names that of the routines", path);
    if (m->count == 0)
        die_usage("%s: no entry: a section with event, routine and priority is expected", path);
    m->store = routine_store_open(beside(path, r.code));
    for (int k = 0; k < m->count; k++) {
        check_entry(m, &m->entry[k]);
        enter(m, k);
        m->entry[k].with = r.with[k] ? entry_of(m, &m->entry[k], r.with[k], r.with_line[k]) : NONE;
    }
    for (int k = 0; k < m->count; k++)
        if (m->entry[k].skip != NONE && m->by_number[m->entry[k].skip] == k)
            die_usage("%s:%d: [%s]: skip is behind another event than its own", path, m->entry[k].line, m->entry[k].name);
}

void event_map_close(event_map *m)
{
    routine_store_close(m->store);
}

int event_map_registers(const event_map *m, bool high)
{
    int most = 0;
    for (int k = 0; k < m->count; k++) {
        const int registers = routine_at(m->store, m->entry[k].routine)->registers;
        if (m->entry[k].high == high && registers > most)
            most = registers;
    }
    return most;
}
