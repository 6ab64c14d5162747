/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_text.c - reads warptrace-text 1 and 2.
 *
 *     # warptrace-text 2
 *     # lanes 32
 *     # source ...
 *     w <cta> <warp> <pc> <class> <rd> <mask> <v0> ... <vL-1>           a register write
 *     r <cta> <warp> <pc> <class> <rd> <mask> <v0> ... <vL-1>           an operand as read
 *     m <cta> <warp> <pc> <ld|st> <space> <size> <mask> <a0> ... <aL-1> : <v0> ... <vL-1>
 *
 * Of version 2 only, a + before w, r and m: the record is linked to its warp's last instruction; and
 *
 *     i <cta> <warp> <pc> <class> <mask> <sources> <destinations>       an instruction: "i 0 1 80000010 alu f x1,x2 x5"
 *
 * There ? says that the source does not tell: a mask, a list of registers, or, behind a list of destinations, their values. - is an empty
 * list. cta, warp and size are decimal. All else is hexadecimal without a prefix. */
#include "trace_fields.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

#define ACCEPTED_VERSIONS "accepted are \"# warptrace-text 1\" and \"# warptrace-text 2\""

/* The classes that version 1 has names for. */
static const char *const old_class_names[] = {"alu", "mul", "fpu", "sfu", "load", "other", NULL};

static void class_field(fields *c, trace_record *r)
{
    bool all = c->t->instructions;

    r->op = (trace_class)field_name(c, all ? trace_class_names : old_class_names, all ? "class" : "class of version 1");
}

/* "x5"; moves behind it. */
static trace_register register_name(fields *c)
{
    static const int limits[TRACE_FILES] = {31, 31, 254};
    const char *letter = *c->p != '\0' ? strchr(trace_file_letters, *c->p) : NULL;
    char *end;
    unsigned long number = strtoul(c->p + (*c->p != '\0'), &end, 10);

    if (letter == NULL || c->p[1] < '0' || c->p[1] > '9' || number > (unsigned long)limits[letter - trace_file_letters])
        input_bad(c->t->in, "a register x0..x31, f0..f31 or R0..R254 expected at \"%.20s\"", c->p);
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
    field_end(c);
    const char *what = trace_bad_destinations(r);
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
    size_t len, n;
    const char *line = input_line(t->in, &len);

    t->instructions = line != NULL && strcmp(line, "# warptrace-text 2") == 0;
    if (line == NULL || (!t->instructions && strcmp(line, "# warptrace-text 1") != 0))
        input_bad(t->in, "version \"%.30s\"; " ACCEPTED_VERSIONS, line ? line + 2 : "");
    for (const unsigned char *next; (next = input_peek(t->in, 1, &n)), n > 0 && *next == '#';) {
        line = input_line(t->in, &len);
        read_comment(t, line);
    }
    if (t->lanes == 0)
        input_bad(t->in, "no \"# lanes N\" line before the first record");
}

/* The kind of a line; moves behind it. */
static char kind_of(const trace *t, const char **line, bool *linked)
{
    const char *p = *line;

    *linked = *p == '+';
    p += *linked;
    *line = p + (*p != '\0');
    if (*p != '\0' && strchr(t->instructions && !*linked ? "wrmi" : "wrm", *p) != NULL && (t->instructions || !*linked))
        return *p;
    const char *later = !t->instructions && *p != '\0' && strchr(*linked ? "wrm" : "i", *p) != NULL ? ", which only version 2 has" : "";
    input_bad(t->in, "a line of kind \"%s%.1s\"%s; accepted are %s", *linked ? "+" : "", p, later,
              t->instructions ? "w, r, m, +w, +r, +m and i" : "w, r and m");
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
