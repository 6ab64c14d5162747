/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_plain.c - Liberty as it is found, written as all tools read it. A recursive scanner: `read_` takes something of the source and writes
 * it. What is not Liberty ends it; the reader of the tree (liberty_tree.c) tells of most of that. What is changed, since OpenSTA 2.0.17 or ABC
 * does not read it or takes it for something else:
 *
 *   comments                                      left out; of strings, what would begin one is
 *   values that are no number, word or string     quoted: !a+b, vdd!, a:b, .1.x; without a semicolon they get one
 *   a string over several lines, with \"          with a backslash before each end of a line, with ' for \"
 *   names of attributes that begin with _ or a    left out, with their groups: no tool knows them
 *   digit, and variables (name = 1)
 *   pin (A, B) { .. }                             a group for each pin
 *   power (T) { .. }                              rise_power and fall_power: a table for either edge, which OpenSTA counts as 0
 *   no default operating conditions, or before    those of nom_voltage, at the library's end: else OpenSTA has no voltage, and counts energies
 *   the group that they name                      of nets and of some cells as 0
 *
 * Each line of the source is a line of what is written, so that whoever complains names the user's line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "liberty.h"

/* Groups that are open, as liberty_tree.c has it; names of a list of pins, each of which repeats the group. */
enum { MAX_DEPTH = 100, MAX_PINS = 240 };

static const char not_closed[] = "an opening parenthesis is not closed (is the file truncated?)";

typedef struct {
    const char *at, *end;
    long line, owed; /* of `at`; ends of lines that were read and are not written yet */
    int depth;       /* groups that are open */
    bool in_list;    /* in a group of several pins */
    text *out;
    char *error;
    char *nominal[3]; /* nom_process, nom_temperature, nom_voltage */
    text conditions;  /* names of operating_conditions, each in lines of its own */
    char *chosen;     /* default_operating_conditions */
    bool found;       /* and they came before */
} plain;

static bool fail(plain *p, const char *what)
{
    if (p->error == NULL)
        p->error = format_new("line %ld: %s", p->line, what);
    return false;
}

static bool sees(const plain *p, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(p->end - p->at) >= n && memcmp(p->at, word, n) == 0;
}

static char here(const plain *p)
{
    return p->at < p->end ? *p->at : '\0';
}

static void pass(plain *p)
{
    p->line += *p->at == '\n';
    p->owed += *p->at == '\n';
    p->at++;
}

static void put(plain *p, char c)
{
    text_add(p->out, &c, 1);
}

/* Writes the ends of lines that are owed. In parentheses and strings each stands behind a backslash. */
static void pay(plain *p, const char *each)
{
    for (; p->owed > 0; p->owed--)
        text_puts(p->out, each);
}

/* Removes what was written from `mark` on, but for its ends of lines. */
static void unwrite(plain *p, size_t mark)
{
    for (size_t i = mark; i < p->out->len; i++)
        p->owed += p->out->data[i] == '\n';
    p->out->len = mark;
    p->out->data[mark] = '\0';
}

static bool is_comment(const plain *p)
{
    return sees(p, "/*") || sees(p, "//");
}

static void skip_comment(plain *p)
{
    const char *last = p->at[1] == '*' ? "*/" : "\n";
    for (p->at += 2; p->at < p->end && !sees(p, last);)
        pass(p);
    if (sees(p, "*/"))
        p->at += 2;
}

/* Blanks, comments and continuations; between statements semicolons too. */
static void skip_blanks(plain *p, bool semicolons)
{
    while (p->at < p->end)
        if (is_comment(p))
            skip_comment(p);
        else if (isspace((unsigned char)*p->at) || *p->at == '\\' || (semicolons && *p->at == ';'))
            pass(p);
        else
            return;
}

/* Is the quotation mark behind this backslash a part of the string? It is if the line has another one. */
static bool is_escape(const plain *p)
{
    const char *next = p->at + 1, *quote = next < p->end && *next == '"' ? memchr(next + 1, '"', (size_t)(p->end - next) - 1) : NULL;
    return sees(p, "\\\"") && quote && memchr(next, '\n', (size_t)(quote - next)) == NULL;
}

static bool is_special(char c)
{
    return c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '/';
}

/* What is between quotation marks, of which the opening one is here; without them. */
static bool read_string(plain *p)
{
    for (p->at++; here(p) != '"';) {
        const char *run = p->at;
        while (p->at < p->end && !is_special(*p->at))
            p->at++;
        text_add(p->out, run, (size_t)(p->at - run));
        if (p->at >= p->end)
            return fail(p, "a quoted string has no end");
        if (*p->at == '\n') {
            pass(p);
            pay(p, "\\\n");
        } else if (is_escape(p)) {
            put(p, '\'');
            p->at += 2;
        } else if (*p->at != '"') {
            if (*p->at == '/' && !is_comment(p))
                put(p, '/');
            p->at++;
        }
    }
    p->at++;
    return true;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

static bool is_number(const char *value)
{
    char *end;
    if (*value == '\0' || isalpha((unsigned char)*value) || value[strspn(value, "+-.0123456789eE")])
        return false;
    strtod(value, &end);
    return *end == '\0';
}

/* A number, or what all tools take as a word. */
static bool is_bare(const char *value)
{
    bool word = isalnum((unsigned char)*value) || *value == '_';
    for (const char *c = value; *c; c++)
        word = word && is_word(*c);
    return word || is_number(value);
}

/* Ends a value, which begins at `mark` with a quotation mark: with another, or bare without both. */
static void end_value(plain *p, size_t mark, bool quoted)
{
    text *t = p->out;
    while (t->len > mark + 1 && t->data[t->len - 1] == ' ')
        t->data[--t->len] = '\0';
    if (quoted || !is_bare(t->data + mark + 1)) {
        put(p, '"');
    } else {
        memmove(t->data + mark, t->data + mark + 1, t->len - mark);
        t->len--;
    }
}

/* An attribute's value: up to the semicolon, or to the end of the line if the semicolon is missing. */
static bool read_value(plain *p)
{
    size_t mark = p->out->len;
    bool quoted = false;
    put(p, '"');
    while (here(p) == ' ' || here(p) == '\t')
        p->at++;
    while (p->at < p->end && !strchr(";\n}", *p->at)) {
        bool after_blank = p->at[-1] == ' ' || p->at[-1] == '\t';
        if (*p->at == '{')
            return fail(p, "a brace in a value (is a semicolon missing?)");
        if (*p->at == '"') {
            quoted = true;
            if (!read_string(p))
                return false;
        } else if (sees(p, "/*") || (after_blank && is_comment(p))) {
            skip_comment(p);
        } else if (*p->at == '\\') {
            p->at++;
            while (here(p) == '\r' || here(p) == '\n')
                pass(p);
        } else {
            if (!is_comment(p))
                put(p, isspace((unsigned char)*p->at) ? ' ' : *p->at);
            p->at++;
        }
    }
    end_value(p, mark, quoted);
    return true;
}

/* Does an argument without quotation marks end here? Blanks and commas in its own parentheses do not end it. */
static bool is_end(const plain *p, int depth)
{
    char c = here(p);
    return p->at >= p->end || c == '"' || (depth == 0 && (c == ',' || c == ')' || c == '\\' || isspace((unsigned char)c) || is_comment(p)));
}

/* One of the things between parentheses that commas or blanks part. */
static bool read_argument(plain *p)
{
    size_t mark = p->out->len;
    bool quoted = *p->at == '"';
    put(p, '"');
    if (quoted && !read_string(p))
        return false;
    for (int depth = 0; !quoted && !is_end(p, depth); pass(p)) {
        depth += *p->at == '(' ? 1 : *p->at == ')' ? -1 : 0;
        if (depth > MAX_DEPTH || *p->at == '{' || *p->at == '}')
            return fail(p, not_closed);
        put(p, isspace((unsigned char)*p->at) ? ' ' : *p->at);
    }
    end_value(p, mark, quoted);
    return true;
}

/* What is in parentheses, of which the opening one is here. `starts`: places of the first MAX_PINS arguments in what is written. */
static int read_arguments(plain *p, size_t *starts)
{
    int count = 0;
    bool comma = false;
    put(p, '(');
    p->at++;
    for (skip_blanks(p, false); here(p) != ')'; skip_blanks(p, false)) {
        pay(p, "\\\n");
        if (p->at >= p->end)
            return fail(p, not_closed) - 1;
        if (*p->at == ',') {
            comma = true;
            p->at++;
            continue;
        }
        if (count > 0)
            text_puts(p->out, comma ? ", " : " ");
        comma = false;
        if (count <= MAX_PINS)
            starts[count] = p->out->len;
        if (!read_argument(p))
            return -1;
        count += count <= MAX_PINS;
    }
    p->at++;
    put(p, ')');
    return count;
}

static bool read_group(plain *p, const size_t *starts, int count);

static bool has_conditions(const plain *p, const char *name)
{
    char *line = format_new("\n%s\n", name);
    return p->conditions.data && strstr(p->conditions.data, line);
}

/* What the library itself tells of operating conditions: an attribute's value, or a group's argument. */
static void note(plain *p, const char *name, const char *written)
{
    static const char *const nominal[] = {"nom_process", "nom_temperature", "nom_voltage"};
    char *value = format_new("%s", *written == '"' ? written + 1 : written);
    value[strcspn(value, "\",)")] = '\0';
    for (int i = 0; i < 3; i++)
        if (strcmp(name, nominal[i]) == 0 && is_number(value))
            p->nominal[i] = value;
    if (strcmp(name, "operating_conditions") == 0)
        text_printf(&p->conditions, "\n%s\n", value);
    if (strcmp(name, "default_operating_conditions") == 0) {
        p->chosen = value;
        p->found = has_conditions(p, value);
    }
}

/* At the library's closing brace. */
static void put_conditions(plain *p)
{
    static const char *const keys[] = {"process", "temperature", "voltage"};
    if (p->found || (p->chosen == NULL && p->nominal[2] == NULL))
        return;
    if (p->chosen == NULL || !has_conditions(p, p->chosen)) {
        if (p->nominal[2] == NULL)
            return;
        p->chosen = "wf_nominal";
        text_printf(p->out, "operating_conditions (%s) {", p->chosen);
        for (int i = 0; i < 3; i++)
            if (p->nominal[i])
                text_printf(p->out, " %s : %s;", keys[i], p->nominal[i]);
        text_puts(p->out, " } ");
    }
    text_printf(p->out, "default_operating_conditions : \"%s\"; ", p->chosen);
}

/* Has an attribute or group a name that all tools read? */
static bool is_keyword(const char *name, size_t len)
{
    bool keyword = isalpha((unsigned char)*name);
    for (size_t i = 0; i < len; i++)
        keyword = keyword && (isalnum((unsigned char)name[i]) || name[i] == '_');
    return keyword;
}

/* Writes what was written from `from` on again behind `head`, in one line. */
static void repeat(plain *p, const char *head, size_t from)
{
    text line = {0};
    for (const char *c = p->out->data + from; *c; c++)
        if (*c != '\n' && (c[0] != '\\' || c[1] != '\n'))
            text_add(&line, c, 1);
    text_printf(p->out, " %s%s", head, line.data);
    text_free(&line);
}

static bool read_statement(plain *p)
{
    size_t mark = p->out->len, starts[MAX_PINS + 1] = {0};
    const char *from = p->at;
    while (p->at < p->end && (is_word(*p->at) || strchr("+[]", *p->at)))
        p->at++;
    if (p->at == from)
        return fail(p, "expected a Liberty statement (name : value; or name (...) { ... })");
    size_t len = (size_t)(p->at - from);
    char *name = format_new("%.*s", (int)len, from);
    skip_blanks(p, false);
    bool done = true, both_edges = strcmp(name, "power") == 0 && here(p) == '(';
    text_printf(p->out, "%s%s%s", p->depth > 0 ? " " : "", both_edges ? "rise_" : "", name);
    size_t behind = p->out->len;
    if (strcmp(name, "include_file") == 0)
        return fail(p, "include_file: a file that is whole is expected, with the text of the other in place of this");
    if (here(p) == ':') {
        text_puts(p->out, " : ");
        p->at++;
        size_t value = p->out->len;
        done = read_value(p);
        if (done && p->depth == 1)
            note(p, name, p->out->data + value);
        put(p, ';');
    } else if (here(p) == '(') {
        put(p, ' ');
        int count = read_arguments(p, starts);
        skip_blanks(p, false);
        if (count >= 0 && here(p) == '{' && p->depth == 1 && count > 0)
            note(p, name, p->out->data + starts[0]);
        done = count >= 0;
        if (done && here(p) == '{')
            done = read_group(p, starts, strcmp(name, "pin") == 0 ? count : 0);
        else
            put(p, ';');
        if (done && both_edges)
            repeat(p, "fall_power", behind);
    } else if (here(p) == '=') {
        while (p->at < p->end && !strchr(";\n}", *p->at))
            p->at++;
        unwrite(p, mark);
    } else {
        done = fail(p, "a name without a value (is the file truncated?)");
    }
    if (done && p->depth > 0 && !is_keyword(name, len))
        unwrite(p, mark);
    arena_free(name);
    return done;
}

/* The names of a list of pins, as they are written; the list shrinks to the first. */
static void take_names(plain *p, const size_t *starts, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        const char *name = p->out->data + starts[i];
        names[i] = format_new("%.*s", (int)(*name == '"' ? strcspn(name + 1, "\"") + 2 : strcspn(name, ", )\\\n")), name);
    }
    unwrite(p, starts[0]);
    text_printf(p->out, "%s)", names[0]);
}

/* What is in braces, of which the opening one is here. `count`: names of pins, 0 of any other group. */
static bool read_group(plain *p, const size_t *starts, int count)
{
    char *names[MAX_PINS + 1];
    long opened = p->line;
    if (p->depth == MAX_DEPTH)
        return fail(p, "groups are nested too deep");
    if (count > 1 && (p->in_list || count > MAX_PINS))
        return fail(p, p->in_list ? "a list of pins in a list of pins" : "a list of too many pins");
    if (count > 1)
        take_names(p, starts, count, names);
    bool in_list = p->in_list;
    p->in_list |= count > 1;
    put(p, ' ');
    size_t body = p->out->len;
    put(p, '{');
    p->at++;
    p->depth++;
    for (skip_blanks(p, true);; skip_blanks(p, true)) {
        pay(p, "\n");
        if (here(p) == '}' && p->at < p->end)
            break;
        if (p->at >= p->end) {
            p->line = opened;
            return fail(p, "the group that begins here has no closing brace (is the file truncated?)");
        }
        if (!read_statement(p))
            return false;
    }
    put(p, ' ');
    if (p->depth == 1)
        put_conditions(p);
    put(p, '}');
    p->at++;
    p->depth--;
    for (int i = 1; i < count; i++)
        repeat(p, format_new("pin (%s) ", names[i]), body);
    p->in_list = in_list;
    return true;
}

static bool read_library(plain *p)
{
    if (!sees(p, "library"))
        return fail(p, "not a Liberty file: expected library (NAME) { ... }");
    if (!read_statement(p))
        return false;
    if (p->out->data[p->out->len - 1] != '}')
        return fail(p, "not a Liberty file: expected library (NAME) { ... }");
    skip_blanks(p, true);
    return p->at == p->end || fail(p, "text behind the library's closing brace; one library a file is expected");
}

bool liberty_plain(const char *source, size_t len, text *out, char **error)
{
    plain p = {.at = source, .end = source + len, .line = 1, .out = out};
    text_add(out, "", 0);
    if (sees(&p, "\xef\xbb\xbf"))
        p.at += 3;
    skip_blanks(&p, true);
    pay(&p, "\n");
    bool done = memchr(source, '\0', len) ? fail(&p, "a byte in it is 0; text is expected") : read_library(&p);
    pay(&p, "\n");
    put(&p, '\n');
    *error = p.error;
    return done;
}
