/* SPDX-License-Identifier: Apache-2.0
 *
 * liberty_tree.c - reads Liberty text into a tree of groups and attributes; tables are skipped. A recursive reader: `skip_` passes
 * something over, `read_` returns it, and an error names its line. */
#include "liberty_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

/* Real files nest groups 6 deep, and parentheses of a function hardly deeper. The reader recurses, and so do the tools after it. */
enum { MAX_DEPTH = 100 };

typedef struct {
    const char *source, *at, *end;
    long line;
    int depth;  /* groups that are open */
    bool power; /* read the groups of power too */
    char *error;
} scanner;

/* Groups of tables and conditions. They are most of a file and are not needed here. */
static const char *const skipped[] = {
    "timing",
    "lu_table_template",
    "wire_load",
    "wire_load_selection",
    "operating_conditions",
    "output_current_template",
    "normalized_driver_waveform",
    "receiver_capacitance",
    "ccsn_first_stage",
    "ccsn_last_stage",
    "dynamic_current",
    "intrinsic_parasitic",
    "leakage_current",
    "input_voltage",
    "output_voltage",
    "test_cell",
    NULL,
};

/* Those of power. */
static const char *const power_groups[] = {"internal_power", "leakage_power", "power_lut_template", "pg_pin", NULL};

static bool fail(scanner *s, const char *what)
{
    if (s->error == NULL)
        s->error = format_new("line %ld: %s", s->line, what);
    return false;
}

/* More than MAX_DEPTH of these are open at this place. */
static void fail_depth(scanner *s, const char *what)
{
    const char *start = s->at;
    while (start > s->source && start[-1] != '\n')
        start--;
    if (s->error == NULL)
        s->error = format_new("line %ld, column %zu: %s nested more than %d deep", s->line, (size_t)(s->at - start) + 1, what, MAX_DEPTH);
}

/* Blanks, comments and line continuations. */
static void skip_blanks(scanner *s)
{
    while (s->at < s->end) {
        if (*s->at == '\n') {
            s->line++;
            s->at++;
        } else if (isspace((unsigned char)*s->at) || *s->at == '\\' || *s->at == ';') {
            s->at++;
        } else if (*s->at == '/' && s->at + 1 < s->end && s->at[1] == '*') {
            for (s->at += 2; s->at + 1 < s->end && !(s->at[0] == '*' && s->at[1] == '/'); s->at++)
                s->line += *s->at == '\n';
            s->at = s->at + 2 < s->end ? s->at + 2 : s->end;
        } else if (*s->at == '/' && s->at + 1 < s->end && s->at[1] == '/') {
            while (s->at < s->end && *s->at != '\n')
                s->at++;
        } else {
            return;
        }
    }
}

/* Skips a quoted string that begins here. */
static void skip_string(scanner *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        s->line += *s->at == '\n';
    if (s->at < s->end)
        s->at++;
    else
        fail(s, "a quoted string has no end");
}

/* Skips the rest of a group, with its closing brace. The opening brace has been read. */
static void skip_group(scanner *s)
{
    long opened = s->line;
    for (int depth = 1; depth > 0;) {
        if (s->at >= s->end) {
            s->line = opened;
            fail(s, "the group that begins here has no closing brace (is the file truncated?)");
            return;
        }
        if (*s->at == '"') {
            skip_string(s);
            continue;
        }
        if (*s->at == '/' && s->at + 1 < s->end && s->at[1] == '*') {
            skip_blanks(s);
            continue;
        }
        depth += *s->at == '{' ? 1 : *s->at == '}' ? -1 : 0;
        s->line += *s->at == '\n';
        s->at++;
    }
}

static char *read_value(scanner *s);

/* The attribute related_pin of a group of timing that was skipped from here on; NULL: it has none. */
static lib_node *related_pin(const scanner *s, const char *start)
{
    static const char name[] = "related_pin";
    scanner at = *s;
    at.at = memmem(start, (size_t)(s->at - start), name, sizeof name - 1);
    if (at.at == NULL)
        return NULL;
    at.at += sizeof name - 1;
    skip_blanks(&at);
    if (at.at >= s->at || *at.at != ':')
        return NULL;
    lib_node *node = zalloc(sizeof *node);
    node->name = format_new("%s", name);
    node->value = read_value(&at);
    return node;
}

/* A text without quotes and continuations, and without blanks at its ends. */
static char *clean(const char *start, const char *end)
{
    text t = {0};
    for (const char *c = start; c < end; c++)
        if (*c != '"' && *c != '\\' && *c != '\n' && *c != '\r')
            text_add(&t, c, 1);
    text_add(&t, "", 0);
    char *first = t.data;
    while (isspace((unsigned char)*first))
        first++;
    size_t n = strlen(first);
    while (n > 0 && isspace((unsigned char)first[n - 1]))
        n--;
    char *copy = format_new("%.*s", (int)n, first);
    text_free(&t);
    return copy;
}

static bool is_among(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-' || c == '+' || c == '[' || c == ']';
}

/* Are these the arguments of a cell or pin that has one name, which scripts of Yosys, ABC and OpenSTA can take as it is? */
static bool is_name(const char *start, const char *end)
{
    while (start < end && isspace((unsigned char)*start))
        start++;
    while (start < end && isspace((unsigned char)end[-1]))
        end--;
    if (end - start >= 2 && *start == '"' && end[-1] == '"') {
        start++;
        end--;
    }
    bool plain = start < end && *start != '-';
    for (const char *c = start; c < end; c++)
        plain = plain && (isalnum((unsigned char)*c) || *c == '_' || *c == '.' || *c == '-');
    return plain;
}

/* Fails if a cell, or a pin of a cell, has a name that is none. `start`: what is between its parentheses, up to the closing one before
 * s->at. */
static void check_name(scanner *s, const char *kind, const char *start)
{
    bool cell = s->depth == 1 && strcmp(kind, "cell") == 0, pin = s->depth == 2 && strcmp(kind, "pin") == 0;
    if (s->error || !(cell || pin) || is_name(start, s->at - 1))
        return;
    text shown = {0};
    text_add(&shown, "", 0);
    for (const char *c = start; c < s->at - 1 && shown.len < 40; c++)
        text_printf(&shown, "%c", *c > ' ' && *c <= '~' ? *c : *c == ' ' ? ' ' : '?');
    s->error = format_new("line %ld: the name (%s) of a %s: letters, digits, _ . and - are accepted, since scripts of tools contain it",
                          s->line, shown.data, kind);
    text_free(&shown);
}

/* The text between parentheses, of which the opening one is here. */
static char *read_arguments(scanner *s)
{
    const char *start = ++s->at;
    int depth = 1;
    while (s->at < s->end) {
        if (*s->at == '"') {
            skip_string(s);
            continue;
        }
        depth += *s->at == '(' ? 1 : *s->at == ')' ? -1 : 0;
        if (depth == 0)
            return clean(start, s->at++);
        s->line += *s->at == '\n';
        s->at++;
    }
    fail(s, "an opening parenthesis is not closed (is the file truncated?)");
    return clean(start, start);
}

/* Fails if the value that begins here has too many open parentheses. A function is read by recursion. */
static void check_depth(scanner *s)
{
    scanner ahead = *s;
    bool quoted = false;
    for (int depth = 0; ahead.at < s->end; ahead.at++) {
        char c = *ahead.at;
        if (quoted ? c == '"' : c == ';' || c == '\n' || c == '}')
            break;
        quoted = quoted || c == '"';
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        ahead.line += c == '\n';
        if (depth > MAX_DEPTH) {
            fail_depth(&ahead, "parentheses");
            s->error = ahead.error;
            return;
        }
    }
}

/* An attribute's value: up to the semicolon, or to the end of the line if the semicolon is missing. */
static char *read_value(scanner *s)
{
    s->at++;
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
    const char *start = s->at;
    check_depth(s);
    while (s->at < s->end && *s->at != ';' && *s->at != '\n' && *s->at != '}') {
        if (*s->at == '{')
            fail(s, "a brace in a value (is a semicolon missing?)");
        if (*s->at == '"')
            skip_string(s);
        else
            s->at++;
    }
    return clean(start, s->at);
}

static lib_node *read_group(scanner *s, long opened);

/* One statement; NULL at the group's closing brace or on an error. */
static lib_node *read_statement(scanner *s, bool *closed)
{
    skip_blanks(s);
    if (s->at >= s->end)
        return NULL;
    if (*s->at == '}') {
        s->at++;
        *closed = true;
        return NULL;
    }
    if (!is_word(*s->at)) {
        fail(s, "expected a Liberty statement (name : value; or name (...) { ... })");
        return NULL;
    }
    lib_node *node = zalloc(sizeof *node);
    const char *start = s->at;
    node->from = (size_t)(start - s->source);
    while (s->at < s->end && is_word(*s->at))
        s->at++;
    node->name = clean(start, s->at);
    skip_blanks(s);
    long line = s->line;
    if (s->at < s->end && *s->at == ':') {
        node->value = read_value(s);
    } else if (s->at < s->end && *s->at == '(') {
        const char *arguments = s->at + 1;
        node->value = read_arguments(s);
        check_name(s, node->name, arguments);
        skip_blanks(s);
        if (s->at < s->end && *s->at == '{') {
            if (s->depth == MAX_DEPTH)
                fail_depth(s, "groups");
            s->at++;
            node->group = true;
            const char *inside = s->at;
            if (is_among(skipped, node->name) || (!s->power && is_among(power_groups, node->name)))
                skip_group(s);
            if (strcmp(node->name, "timing") == 0)
                node->child = related_pin(s, inside);
            else if (!is_among(skipped, node->name) && (s->power || !is_among(power_groups, node->name)))
                node->child = read_group(s, line);
        }
    } else {
        fail(s, "a name without a value (is the file truncated?)");
    }
    node->to = (size_t)(s->at - s->source);
    return node;
}

static lib_node *read_group(scanner *s, long opened)
{
    lib_node *first = NULL, **last = &first;
    bool closed = false;
    s->depth++;
    while (s->error == NULL) {
        lib_node *node = read_statement(s, &closed);
        if (node == NULL)
            break;
        if (node->group && is_among(skipped, node->name) && strcmp(node->name, "timing") != 0) {
            lib_tree_free(node);
        } else {
            *last = node;
            last = &node->next;
        }
    }
    s->depth--;
    if (!closed && s->error == NULL) {
        s->line = opened;
        fail(s, "the group that begins here has no closing brace (is the file truncated?)");
    }
    return first;
}

static lib_node *read_library(const char *source, size_t len, bool power, char **error)
{
    scanner s = {.source = source, .at = source, .end = source + len, .line = 1, .power = power};
    bool closed = false;
    lib_node *library = NULL;
    skip_blanks(&s);
    if (s.end - s.at > 7 && strncmp(s.at, "library", 7) == 0)
        library = read_statement(&s, &closed);
    if (s.error == NULL && (library == NULL || !library->group || strcmp(library->name, "library") != 0))
        fail(&s, "not a Liberty file: expected library (NAME) { ... }");
    if (s.error) {
        lib_tree_free(library);
        *error = s.error;
        return NULL;
    }
    return library;
}

lib_node *lib_tree_read(const char *source, size_t len, char **error)
{
    return read_library(source, len, false, error);
}

lib_node *lib_tree_read_power(const char *source, size_t len, char **error)
{
    return read_library(source, len, true, error);
}

void lib_tree_free(lib_node *node)
{
    while (node) {
        lib_node *next = node->next;
        lib_tree_free(node->child);
        arena_free(node->name);
        arena_free(node->value);
        arena_free(node);
        node = next;
    }
}

const char *lib_value(const lib_node *node, const char *name)
{
    for (const lib_node *n = node->child; n; n = n->next)
        if (!n->group && strcmp(n->name, name) == 0)
            return n->value;
    return NULL;
}

char *lib_argument(const lib_node *node, int n)
{
    const char *start = node->value ? node->value : "";
    for (; n > 0 && *start; n--) {
        start += strcspn(start, ",");
        start += *start == ',';
    }
    return clean(start, start + strcspn(start, ","));
}
