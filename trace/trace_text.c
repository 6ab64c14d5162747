/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_text.c - reads warptrace-text 1 to 3.
 *
 *     # warptrace-text 3
 *     # lanes 32
 *     # source ...
 *     w <cta> <warp> <pc> <class> <rd> <mask> <v0> ... <vL-1>           a register write
 *     r <cta> <warp> <pc> <class> <rd> <mask> <v0> ... <vL-1>           an operand as read
 *     m <cta> <warp> <pc> <ld|st> <space> <size> <mask> <a0> ... <aL-1> : <v0> ... <vL-1>
 *
 * From version 2 on, a + before w, r and m: the record is linked to its warp's last instruction; and
 *
 *     i <cta> <warp> <pc> <class> <mask> <sources> <destinations>       an instruction: "i 0 1 80000010 alu f x1,x2 x5"
 *
 * Version 3 adds two fields to an instruction, " alu f x1,x2 x5 add int", and two kinds of line:
 *
 *     l <grid x> <y> <z> <block x> <y> <z> <static> <dynamic shared bytes> <registers> <reserved registers> <kernel>
 *     c <address> <bytes>                                               a copy of the host's
 *
 * There ? says that the source does not tell: a mask, a list of registers, or, behind a list of destinations, their values. - is an empty
 * list. cta, warp, size and all of a launch are decimal, and so are a copy's bytes. All else is hexadecimal without a prefix. */
#include "trace_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

#define ACCEPTED_VERSIONS "accepted are \"# warptrace-text 1\" to \"# warptrace-text 3\""

static void class_field(fields *c, trace_record *r)
{
    /* The classes that the older versions have names for. */
    static const char *const first[] = {"alu", "mul", "fpu", "sfu", "load", "other", NULL};
    static const char *const second[] = {"alu", "mul", "fpu", "sfu", "load", "other", "store", "control", NULL};
    static const char *const *const names[] = {NULL, first, second, trace_class_names};
    static const char *const what[] = {NULL, "class of version 1", "class of version 2", "class"};

    r->op = (trace_class)field_name(c, names[c->t->version], what[c->t->version]);
}

/* "x5"; moves behind it. */
static trace_register register_name(fields *c)
{
    static const int limits[] = {31, 31, 254, 65535};
    const char *letter = *c->p != '\0' ? strchr(trace_file_letters, *c->p) : NULL;
    char *end;
    unsigned long number = strtoul(c->p + (*c->p != '\0'), &end, 10);

    if (letter == NULL || c->p[1] < '0' || c->p[1] > '9' || number > (unsigned long)limits[letter - trace_file_letters])
        input_bad(c->t->in, "a register x0..x31, f0..f31 or R0..R254 expected at \"%.20s\"", c->p);
    if (*letter == 'V' && (!c->t->virtual_registers || c->t->version < TRACE_TIMING))
        input_bad(c->t->in, "virtual registers, %.20s; version 3 may have them, and `warpfold convert --allocate` makes real ones of them",
                  c->p);
    c->p = end;
    return (trace_register){(trace_file)(letter - trace_file_letters), (int)number};
}

static void register_line(fields *c, trace_record *r)
{
    class_field(c, r);
    field_gap(c, "the register");
    trace_register reg = register_name(c);
    r->file = reg.file;
    r->reg = reg.reg;
    field_mask(c, r);
    r->words = 1;
    for (int i = 0; i < r->lanes; i++)
        r->value[i] = (uint32_t)field_hex(c, 8, "a value");
    field_end(c);
}

/* "x1,x2", "-" or "?". Returns the count, or -1. */
static int list_field(fields *c, trace_register *list, int max, const char *what)
{
    int count = 0;

    field_gap(c, what);
    if (*c->p == '?' || *c->p == '-')
        return *c->p++ == '?' ? -1 : 0;
    for (;; c->p++) {
        if (count == max)
            input_bad(c->t->in, "%s: more than %d registers; ? stands for a list that is not known", what, max);
        list[count] = register_name(c);
        if (list[count].file == TRACE_X && list[count].reg == 0)
            input_bad(c->t->in, "%s: x0 is no operand", what);
        count++;
        if (*c->p != ',')
            return count;
    }
}

static void instruction_line(fields *c, trace_record *r)
{
    class_field(c, r);
    r->mask_known = strncmp(c->p, " ?", 2) != 0;
    if (r->mask_known) {
        field_mask(c, r);
    } else {
        c->p += 2;
        mask_fill(r->mask, r->lanes);
    }
    r->sources = list_field(c, r->source, TRACE_MAX_SOURCES, "the sources");
    if (*c->p == '?')
        input_bad(c->t->in, "the sources end at \"?\", which stands behind destinations only, or alone for sources that are not known");
    r->destinations = list_field(c, r->destination, TRACE_MAX_DESTINATIONS, "the destinations");
    r->written = r->destinations > 0 && *c->p != '?';
    c->p += r->destinations > 0 && *c->p == '?';
    r->words = 0;
    if (c->t->version >= TRACE_TIMING) {
        r->operation = (trace_operation)field_name(c, trace_operation_names, "operation");
        r->type = (trace_type)field_name(c, trace_type_names, "type");
        r->dead = strcmp(c->p, " dead") == 0;
        c->p += r->dead ? strlen(" dead") : 0;
    }
    field_end(c);
    const char *what = trace_bad_destinations(r);
    if (what != NULL)
        input_bad(c->t->in, "%s", what);
}

/* "?" is 0. */
static int count_field(fields *c, const char *what)
{
    if (starts_with(c->p, " ? ")) {
        c->p += 2;
        return 0;
    }
    return (int)field_dec(c, TRACE_MAX_REGISTERS, what);
}

static void launch_line(fields *c, trace *t, trace_record *r)
{
    trace_launch *l = &r->launched;

    record_of_host(r, TRACE_LAUNCH, t->lanes);
    for (int i = 0; i < 3; i++)
        l->grid[i] = (uint32_t)field_dec(c, UINT32_MAX, "the grid");
    for (int i = 0; i < 3; i++)
        l->block[i] = (uint32_t)field_dec(c, UINT32_MAX, "the block");
    l->static_shared = (uint32_t)field_dec(c, UINT32_MAX, "the shared memory");
    l->dynamic_shared = (uint32_t)field_dec(c, UINT32_MAX, "the shared memory");
    l->registers = count_field(c, "the registers");
    l->reserved_registers = count_field(c, "the reserved registers");
    field_gap(c, "the kernel's name, or ?,");
    if (*c->p == '\0')
        input_bad(t->in, "the line ends before the kernel's name, or ?");
    arena_free(t->kernel);
    l->kernel = t->kernel = format_new("%s", strcmp(c->p, "?") != 0 ? c->p : "");
    const char *what = trace_bad_launch(l);
    if (what != NULL)
        input_bad(t->in, "%s", what);
}

static void copy_line(fields *c, trace_record *r)
{
    record_of_host(r, TRACE_COPY, r->lanes);
    r->addr[0] = field_hex(c, 16, "the address");
    r->bytes = field_dec(c, UINT64_MAX, "the bytes");
    field_end(c);
    const char *what = trace_bad_copy(r);
    if (what != NULL)
        input_bad(c->t->in, "%s", what);
}

static void memory_line(fields *c, trace_record *r)
{
    static const char *const directions[] = {"ld", "st", NULL};

    r->kind = field_name(c, directions, "direction") ? TRACE_STORE : TRACE_LOAD;
    r->op = r->kind == TRACE_LOAD ? TRACE_LOADS : TRACE_OTHER;
    r->space = (trace_space)field_name(c, trace_space_names, "memory space");
    r->size = (int)field_dec(c, 4 * TRACE_MAX_WORDS, "the access size");
    if (r->size == 0)
        input_bad(c->t->in, "an access size of 0 bytes");
    field_mask(c, r);
    for (int i = 0; i < r->lanes; i++)
        r->addr[i] = field_hex(c, 16, "an address");
    field_gap(c, "':'");
    if (*c->p++ != ':')
        input_bad(c->t->in, "':' expected between %d addresses and the data", r->lanes);
    r->words = *c->p == '\0' ? 0 : (r->size + 3) / 4;
    for (int i = 0; i < r->lanes && r->words > 0; i++)
        field_wide(c, r->value + i * r->words, r->words, "the data");
    field_end(c);
}

static bool detect(const char *head, size_t len)
{
    (void)len;
    return starts_with(head, "# warptrace-text");
}

/* "# key value"; false if the line has another key. */
static bool comment(const char *line, const char *key, char **value)
{
    size_t n = strlen(key);

    if (strncmp(line, "# ", 2) != 0 || strncmp(line + 2, key, n) != 0 || line[2 + n] != ' ')
        return false;
    arena_free(*value);
    *value = format_new("%s", line + n + 3);
    return true;
}

static void read_comment(trace *t, const char *line)
{
    char *lanes = NULL;
    long long n;

    if (comment(line, "lanes", &lanes)) {
        if (!parse_int(lanes, 1, 1 << 20, &n) || t->lanes != 0)
            input_bad(t->in, "\"# lanes N\" with a number is expected once");
        t->lanes = (int)n;
        arena_free(lanes);
    } else if (!comment(line, "source", &t->source)) {
        comment(line, "licence", &t->licence);
    }
}

static void begin(trace *t)
{
    static const char *const versions[] = {"# warptrace-text 1", "# warptrace-text 2", "# warptrace-text 3", NULL};
    size_t len, n;
    const char *line = input_line(t->in, &len);

    int version = line != NULL ? name_index(versions, line, len) : -1;
    t->version = (trace_version)(version + 1);
    if (version < 0)
        input_bad(t->in, "version \"%.30s\"; " ACCEPTED_VERSIONS, line ? line + 2 : "");
    for (const unsigned char *next; (next = input_peek(t->in, 1, &n)), n > 0 && *next == '#';) {
        line = input_line(t->in, &len);
        read_comment(t, line);
    }
    if (t->lanes == 0)
        input_bad(t->in, "no \"# lanes N\" line before the first record");
}

/* The first version that has lines of a kind; TRACE_VERSIONS + 1: none has. */
static int version_of_kind(char kind, bool linked)
{
    if (strchr("wrm", kind) != NULL)
        return linked ? TRACE_EXECUTION : TRACE_VALUES;
    if (linked)
        return TRACE_VERSIONS + 1;
    return kind == 'i' ? TRACE_EXECUTION : kind == 'l' || kind == 'c' ? TRACE_TIMING : TRACE_VERSIONS + 1;
}

/* The kind of a line; moves behind it. */
static char kind_of(const trace *t, const char **line, bool *linked)
{
    static const char *const accepted[] = {NULL, "w, r and m", "w, r, m, +w, +r, +m and i", "w, r, m, +w, +r, +m, i, l and c"};
    const char *p = *line;
    char later[40] = "";

    *linked = *p == '+';
    p += *linked;
    *line = p + (*p != '\0');
    int version = *p != '\0' ? version_of_kind(*p, *linked) : TRACE_VERSIONS + 1;
    if (version <= (int)t->version)
        return *p;
    if (version <= TRACE_VERSIONS)
        snprintf(later, sizeof later, ", which only version %d has", version);
    if (version < TRACE_VERSIONS)
        snprintf(later, sizeof later, ", which versions from %d on have", version);
    input_bad(t->in, "a line of kind \"%s%.1s\"%s; accepted are %s", *linked ? "+" : "", p, later, accepted[t->version]);
}

static bool next(trace *t, trace_record *r)
{
    size_t len;
    const char *line;

    do {
        line = input_line(t->in, &len);
        if (line == NULL)
            return false;
    } while (len == 0 || *line == '#');
    if (!input_line_ended(t->in))
        input_bad(t->in, "truncated: the last line has no line end");
    const char kind = kind_of(t, &line, &r->linked);
    fields c = {t, line};
    r->kind = kind == 'r' ? TRACE_READ : kind == 'i' ? TRACE_INSTRUCTION : TRACE_WRITE;
    r->lanes = t->lanes;
    if (kind == 'l' || kind == 'c') {
        if (kind == 'l')
            launch_line(&c, t, r);
        else
            copy_line(&c, r);
        return true;
    }
    r->cta = field_dec(&c, UINT64_MAX, "the cta");
    r->warp = (uint32_t)field_dec(&c, UINT32_MAX, "the warp");
    r->pc = field_hex(&c, 16, "the pc");
    if (kind == 'm')
        memory_line(&c, r);
    else if (kind == 'i')
        instruction_line(&c, r);
    else
        register_line(&c, r);
    return true;
}

const trace_reader trace_reader_text = {"warptrace-text", true, detect, begin, next, NULL};
