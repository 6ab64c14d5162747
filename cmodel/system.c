/* SPDX-License-Identifier: Apache-2.0
 *
 * system.c - kinds of systems, the streams that each requires, and whether a unit keeps what its wf_system says.
 *
 * Read from the bottom up: wf_system_error asks one question after the other, and each that finds something writes the line. */
#include "name.h"

const char *const wf_kind_names[WF_KINDS] = {"register file", "cache", "datapath", "controller"};
const char *const wf_energy_names[WF_ENERGIES] = {"", "", "bank read", "bank write", "tag", "wires", "encode", "decode", "bank off"};

/* Fields in the order of WF_ISSUE_.., WF_WRITE_.. and so on. */
static const wf_kind_stream of_register_file[WF_FILE_STREAMS] = {
    [WF_FILE_ISSUE] = {"issue", .ready = true, .many = true,
                       .field = {"warp", "source0", "source1", "source2", "used", "dest", "writes", "mask", "user"}},
    [WF_FILE_WRITE] = {"write", .ready = true, .many = true, .field = {"warp", "dest", "mask", "values", "user"}},
    [WF_FILE_RELEASE] = {"release", .ready = true, .field = {"warp"}},
    [WF_FILE_OPERANDS] = {"operands", .output = true, .ready = true, .optional = true, .many = true,
                          .field = {"value0", "value1", "value2", "mask", "user"}},
    [WF_FILE_STORED] = {"stored", .output = true, .many = true, .field = {"user"}},
};
static const wf_kind_stream of_cache[] = {{NULL, .field = {"address"}}, {NULL, .output = true}};
/* Of a cache that has the first four: it asks a memory. The last two it may have. */
static const wf_kind_stream of_memory[] = {
    {"request", .ready = true, .field = {"write", "address", "data", "user"}},
    {"response", .output = true, .ready = true, .field = {"data", "user"}},
    {"miss", .output = true, .ready = true, .field = {"write", "address", "data"}},
    {"fill", .ready = true, .optional = true, .field = {"address", "data"}},
    {"flush", .ready = true, .field = {"user"}},
    {"flushed", .output = true, .ready = true, .field = {"user"}},
};
enum { REQUEST, RESPONSE, MISS, FILL, MEMORY_STREAMS, FLUSH = MEMORY_STREAMS, FLUSHED };
enum { MOST_USER_BITS = 64 };
static const wf_kind_stream of_others[] = {{NULL, .output = false}, {NULL, .output = true}};

/* clang-format off */
#define STREAMS(of) {of, sizeof of / sizeof *of}
/* clang-format on */
static const struct {
    const wf_kind_stream *streams;
    int count;
} kinds[WF_KINDS] = {
    [WF_REGISTER_FILE] = STREAMS(of_register_file),
    [WF_CACHE] = STREAMS(of_cache),
    [WF_DATAPATH] = STREAMS(of_others),
    [WF_CONTROLLER] = STREAMS(of_others),
};

const wf_kind_stream *wf_kind_streams(wf_kind kind, int *count)
{
    *count = kinds[kind].count;
    return kinds[kind].streams;
}

bool wf_is_kind(const wf_unit *unit, wf_kind kind)
{
    return unit->system && unit->system->kind == kind;
}

int wf_activity_count(const wf_system *system)
{
    int n = 0;
    while (system->activities && system->activities[n].name)
        n++;
    return n;
}

/* Is it a configuration of the system's unit? Of a system that is none of units.def nobody can say. */
static bool takes(const wf_system *system, const wf_config *config)
{
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->system == system)
            return !wf_config_error(wf_unit_at(i), config, NULL);
    return true;
}

int wf_activity_counts(const wf_system *system, const wf_config *config, int activity)
{
    wf_file_shape shape;
    if (activity < 0 || activity >= wf_activity_count(system) || !takes(system, config))
        return 0;
    switch (system->activities[activity].energy) {
    case WF_ENERGY_ENCODE:
    case WF_ENERGY_DECODE: return WF_MAX_CLASSES;
    case WF_ENERGY_BANK_OFF:
        if (system->shape == NULL)
            return 1;
        system->shape(config, &shape);
        return shape.clusters * shape.banks;
    default: return 1;
    }
}

/* ---- what is wrong ---- */

typedef struct {
    const wf_unit *unit;
    const wf_system *system;
    char *why;
} question;

__attribute__((format(printf, 2, 3))) static bool wrong(const question *q, const char *format, ...)
{
    char rest[WF_WHY - LONGEST_NAME - 3];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    return fault(q->why, "%s: %s", q->unit->name, rest);
}

static const char *kind_of(const question *q)
{
    return wf_kind_names[q->system->kind];
}

static bool activity_is_wrong(const question *q, int i)
{
    const wf_activity *a = &q->system->activities[i];
    if (name_is_wrong(q->unit->name, "an activity", a->name, &any_case, q->why))
        return true;
    if (a->energy <= WF_ENERGY_UNTOLD || a->energy >= WF_ENERGIES)
        return wrong(q, "the activity %s has no energy of the list (wf_energy; WF_ENERGY_NONE if it takes none)", a->name);
    if (a->energy == WF_ENERGY_BANK_OFF && q->system->shape == NULL)
        return wrong(q, "the activity %s counts banks, which only a register file has", a->name);
    for (int k = 0; k < i; k++)
        if (strcmp(q->system->activities[k].name, a->name) == 0)
            return wrong(q, "two activities are named %s", a->name);
    return false;
}

/* Parts that the activities before number i do not have. */
static bool is_new_part(const wf_system *system, int i)
{
    const char *part = system->activities[i].part;
    for (int k = 0; part && k < i; k++)
        if (system->activities[k].part && strcmp(system->activities[k].part, part) == 0)
            return false;
    return part != NULL;
}

static bool activities_are_wrong(const question *q)
{
    int count = wf_activity_count(q->system), parts = 0;
    if (count > 0 && q->system->count == NULL)
        return wrong(q, "it has activities and no function that counts them");
    if (count == 0 && q->system->count)
        return wrong(q, "it has a function that counts activities, and none; the list ends at the first one without a name");
    if (count > WF_MAX_ACTIVITIES)
        return wrong(q, "%d activities; at most %d are counted", count, WF_MAX_ACTIVITIES);
    for (int i = 0; i < count; i++) {
        if (activity_is_wrong(q, i))
            return true;
        parts += is_new_part(q->system, i);
    }
    return parts > WF_MAX_ACTIVITY_PARTS && wrong(q, "%d parts of activities; at most %d are shown", parts, WF_MAX_ACTIVITY_PARTS);
}

static const wf_field *field_of(const wf_stream *s, const char *name)
{
    for (const wf_field *f = s->field; f < s->field + s->count; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* The first field of `need` that the stream has not got; NULL: none. */
static const char *missing_field(const wf_stream *s, const wf_kind_stream *need)
{
    for (int f = 0; f < WF_MAX_FIELDS && need->field[f]; f++)
        if (field_of(s, need->field[f]) == NULL)
            return need->field[f];
    return NULL;
}

static const wf_stream *find(const wf_streams *streams, const char *name)
{
    for (int s = 0; s < streams->count; s++)
        if (strcmp(streams->stream[s].name, name) == 0)
            return &streams->stream[s];
    return NULL;
}

/* The stream that must be there by this name. */
static bool stream_is_wrong(const question *q, const wf_streams *streams, const wf_kind_stream *need, const char *name)
{
    const wf_stream *s = find(streams, name);
    if (s == NULL)
        return wrong(q, "a %s needs the %s %s, and it has none", kind_of(q), need->output ? "output" : "input", name);
    const char *field = missing_field(s, need);
    if (s->output != need->output)
        return wrong(q, "the stream %s of a %s is an %s", name, kind_of(q), need->output ? "output" : "input");
    if (s->ready != need->ready && !need->optional)
        return wrong(q, "the stream %s of a %s is %s ready", name, kind_of(q), need->ready ? "with" : "without");
    return field && wrong(q, "the stream %s of a %s needs the field %s", name, kind_of(q), field);
}

/* Some stream in the direction, whatever its name. */
static bool none_is_there(const question *q, const wf_streams *streams, const wf_kind_stream *need)
{
    for (int s = 0; s < streams->count; s++)
        if (streams->stream[s].output == need->output && missing_field(&streams->stream[s], need) == NULL)
            return false;
    return wrong(q, "a %s needs an %s%s%s, and it has none", kind_of(q), need->output ? "output" : "input",
                 need->field[0] ? " with the field " : "", need->field[0] ? need->field[0] : "");
}

/* How many of a numbered stream there are: 0 .. without a gap. */
static int numbered(const wf_streams *streams, const char *name)
{
    char one[32];
    int n = 0;
    do
        snprintf(one, sizeof one, "%s%d", name, n++);
    while (find(streams, one));
    return n - 1;
}

static bool streams_are_wrong(const question *q, const wf_streams *streams)
{
    for (int i = 0; i < kinds[q->system->kind].count; i++) {
        const wf_kind_stream *need = &kinds[q->system->kind].streams[i];
        int count = need->name && need->many ? numbered(streams, need->name) : 0;
        char name[32];
        if (need->name == NULL ? none_is_there(q, streams, need) : !need->many && stream_is_wrong(q, streams, need, need->name))
            return true;
        for (int n = 0; need->name && need->many && (n == 0 || n < count); n++) {
            snprintf(name, sizeof name, "%s%d", need->name, n);
            if (stream_is_wrong(q, streams, need, name))
                return true;
        }
    }
    return false;
}

/* A field whose bits are not from least to most. */
static bool bits_are_wrong(const question *q, const wf_stream *s, const char *name, int least, int most)
{
    int bits = field_of(s, name)->bits;
    if (bits >= least && bits <= most)
        return false;
    if (least == most)
        return wrong(q, "the field %s of its stream %s has %d bits; it needs %d", name, s->name, bits, least);
    return wrong(q, "the field %s of its stream %s has %d bits; it needs %d to %d", name, s->name, bits, least, most);
}

/* ---- of a cache that asks a memory ---- */

bool wf_asks_memory(const wf_unit *unit, const wf_streams *streams)
{
    int found = 0;
    for (int i = 0; i < MEMORY_STREAMS; i++)
        found += find(streams, of_memory[i].name) != NULL;
    return wf_is_kind(unit, WF_CACHE) && found == MEMORY_STREAMS;
}

/* What part of the word, or of the line, a bit of a mask covers is the same at all streams: a bit of the request's mask, or without one the word. */
static bool masks_are_wrong(const question *q, const wf_stream *const *s, int word, int line)
{
    bool masked = field_of(s[REQUEST], "mask");
    int parts = masked ? field_of(s[REQUEST], "mask")->bits : 1;
    if (parts <= 0 || word % parts != 0)
        return wrong(q, "the mask of its stream request has %d bits; a word of %d bits has not so many parts", parts, word);
    if (field_of(s[RESPONSE], "mask") && !masked)
        return wrong(q, "its stream response has a mask, and request has none");
    return (field_of(s[RESPONSE], "mask") && bits_are_wrong(q, s[RESPONSE], "mask", parts, parts)) ||
           (field_of(s[MISS], "mask") && bits_are_wrong(q, s[MISS], "mask", line / word * parts, line / word * parts));
}

/* Both streams or none of them. */
static bool flushes_are_wrong(const question *q, const wf_streams *streams, int user)
{
    const wf_stream *flush = find(streams, of_memory[FLUSH].name), *flushed = find(streams, of_memory[FLUSHED].name);
    if (flush == NULL && flushed == NULL)
        return false;
    if (stream_is_wrong(q, streams, &of_memory[FLUSH], of_memory[FLUSH].name) ||
        stream_is_wrong(q, streams, &of_memory[FLUSHED], of_memory[FLUSHED].name))
        return true;
    return bits_are_wrong(q, flush, "user", user, user) || bits_are_wrong(q, flushed, "user", user, user);
}

/* Streams and fields are those by which it is driven, addresses are single words, and a line is some words of data. */
static bool memory_is_wrong(const question *q, const wf_streams *streams)
{
    const wf_stream *s[MEMORY_STREAMS];
    for (int i = 0; i < MEMORY_STREAMS; i++) {
        if (stream_is_wrong(q, streams, &of_memory[i], of_memory[i].name))
            return true;
        s[i] = find(streams, of_memory[i].name);
    }
    int word = field_of(s[REQUEST], "data")->bits, line = field_of(s[FILL], "data")->bits, number = field_of(s[MISS], "address")->bits;
    int user = field_of(s[REQUEST], "user")->bits;
    if (word <= 0 || line < word || line % word != 0)
        return wrong(q, "a line of %d bits (data of fill) is no number of words of %d bits (data of request)", line, word);
    return bits_are_wrong(q, s[RESPONSE], "data", word, word) || bits_are_wrong(q, s[MISS], "data", line, line) ||
           bits_are_wrong(q, s[REQUEST], "write", 1, 1) || bits_are_wrong(q, s[MISS], "write", 1, 1) ||
           bits_are_wrong(q, s[REQUEST], "address", 1, 32) || bits_are_wrong(q, s[MISS], "address", 1, 32) ||
           bits_are_wrong(q, s[FILL], "address", number, number) || bits_are_wrong(q, s[REQUEST], "user", 1, MOST_USER_BITS) ||
           bits_are_wrong(q, s[RESPONSE], "user", user, user) || masks_are_wrong(q, s, word, line) || flushes_are_wrong(q, streams, user);
}

/* ---- of a register file ---- */

static bool is_out(const question *q, const char *what, int is, int least, int most)
{
    return (is < least || is > most) && wrong(q, "its shape says %d %s; %d to %d can be driven", is, what, least, most);
}

static bool is_none(const question *q, const char *what, int is)
{
    return is < 1 && wrong(q, "its shape says %d %s; 1 is the least", is, what);
}

static bool differs(const question *q, const wf_streams *streams, const char *name, int says)
{
    int has = numbered(streams, name);
    return has != says && wrong(q, "its shape says %d streams %s, and it has %d", says, name, has);
}

/* The bits that a number of 0 .. count - 1 needs at least. */
static int bits_for(int count)
{
    int bits = 1;
    while (bits < 31 && count > 1 << bits)
        bits++;
    return bits;
}

/* Fields that say what the lanes and the shape say otherwise. */
static bool fields_are_wrong(const question *q, const wf_streams *streams, const wf_file_shape *s, int lanes)
{
    const struct {
        const char *name;
        int least, most;
    } fields[] = {
        {"mask", lanes, lanes},
        {"values", 32 * lanes, 32 * lanes},
        {"value0", 32 * lanes, 32 * lanes},
        {"value1", 32 * lanes, 32 * lanes},
        {"value2", 32 * lanes, 32 * lanes},
        {"user", s->user_bits, s->user_bits},
        {"used", WF_FILE_SOURCES, WF_FILE_SOURCES},
        {"writes", 1, 1},
        {"warp", bits_for(s->warps), 32},
        {"source0", bits_for(s->registers), 32},
        {"source1", bits_for(s->registers), 32},
        {"source2", bits_for(s->registers), 32},
        {"dest", bits_for(s->registers), 32},
    };
    static const char *const driven[] = {"issue", "write", "release", "operands", "stored"};
    for (const wf_stream *w = streams->stream; w < streams->stream + streams->count; w++)
        for (size_t d = 0; d < sizeof driven / sizeof *driven; d++)
            for (size_t f = 0; strncmp(w->name, driven[d], strlen(driven[d])) == 0 && f < sizeof fields / sizeof *fields; f++)
                if (field_of(w, fields[f].name) && bits_are_wrong(q, w, fields[f].name, fields[f].least, fields[f].most))
                    return true;
    return false;
}

static bool shape_is_wrong(const question *q, const wf_streams *streams, const wf_config *config)
{
    wf_file_shape s;
    if (q->system->shape == NULL)
        return wrong(q, "a register file needs a shape");
    if (q->system->share && q->system->count_share == NULL)
        return wrong(q, "no function counts the registers that are %s", q->system->share);
    q->system->shape(config, &s);
    return differs(q, streams, "issue", s.issues) || differs(q, streams, "operands", s.issues) || differs(q, streams, "write", s.writes) ||
           differs(q, streams, "stored", s.stores) || is_out(q, "issue ports", s.issues, 1, WF_FILE_PORTS) ||
           is_out(q, "write ports", s.writes, 1, WF_FILE_PORTS) || is_out(q, "stores a cycle", s.stores, 1, WF_FILE_PORTS) ||
           is_out(q, "warps", s.warps, 1, WF_FILE_WARPS) || is_none(q, "registers", s.registers) || is_none(q, "rows", s.rows) ||
           is_none(q, "bits of a bank", s.bank_bits) || is_out(q, "clusters", s.clusters, 1, WF_FILE_BANKS) ||
           is_out(q, "banks a cluster", s.banks, 1, WF_FILE_BANKS) || is_out(q, "banks in all", s.clusters * s.banks, 1, WF_FILE_BANKS) ||
           is_out(q, "bits of user", s.user_bits, 1, 128) || fields_are_wrong(q, streams, &s, config->lanes);
}

bool wf_system_error(const wf_unit *unit, const wf_config *config, char *why)
{
    const question q = {unit, unit->system, why};
    wf_streams streams = {0};
    const char *reason = "";
    if (unit->system == NULL)
        return false;
    if (unit->stepped == NULL || unit->streams == NULL)
        return wrong(&q, "a system has streams and a stepped model");
    if ((int)q.system->kind < 0 || q.system->kind >= WF_KINDS)
        return wrong(&q, "its kind is none of the list (wf_kind)");
    if (wf_params_error(unit, config, why))
        return true;
    if (unit->streams(config, &streams, &reason) != WF_OK)
        return fault(why, "%s", reason);
    return activities_are_wrong(&q) || streams_are_wrong(&q, &streams) ||
           (wf_asks_memory(unit, &streams) && memory_is_wrong(&q, &streams)) ||
           (q.system->kind == WF_REGISTER_FILE && shape_is_wrong(&q, &streams, config));
}
