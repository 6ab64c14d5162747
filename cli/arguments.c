/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.c - argp prints two lines for a bad option, and names neither the options that exist nor the operand that is expected. So
 * this file checks every word before argp does. */
#include "arguments.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

/* What is known of an option. */
typedef struct {
    const char *name; /* NULL: a letter only */
    int key;
    const char *arg; /* NULL: no value */
    bool repeats;
    const char *value; /* that the command line has so far; NULL: none */
} entry;

typedef struct {
    const char *command, *operands;
    bool runs; /* it runs a program, whose arguments come after -- */
    entry *entries;
    int count;
} table;

static void add_entry(table *t, const char *name, int key, const char *arg, bool repeats)
{
    t->entries = grow_one(t->entries, (size_t)t->count, sizeof *t->entries);
    t->entries[t->count++] = (entry){name, key, arg, repeats, NULL};
}

/* The options of an argp and of its children. */
static void add_argp(table *t, const struct argp *argp)
{
    const char *arg = NULL; /* an alias takes the same value as the option before it */
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc || o->group); o++) {
        if (!(o->flags & OPTION_ALIAS))
            arg = o->arg;
        if (o->name || o->key)
            add_entry(t, o->name, o->key, arg, o->flags & ARGUMENT_REPEATS);
    }
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        add_argp(t, c->argp);
}

/* The option that a word (n characters after "--") names: in full, or by a beginning that no other option has. */
static entry *find_long(const table *t, const char *word, size_t n)
{
    entry *found = NULL, *other = NULL;
    for (int i = 0; i < t->count && n > 0; i++) {
        entry *e = &t->entries[i];
        if (e->name == NULL || strncmp(e->name, word, n) != 0)
            continue;
        if (e->name[n] == '\0')
            return e;
        if (found == NULL)
            found = e;
        else if (other == NULL)
            other = e;
    }
    if (other)
        die_usage("%s: --%.*s may be --%s or --%s; write it in full", t->command, (int)n, word, found->name, other->name);
    if (found == NULL)
        die_usage("%s: no option --%.*s; `warpfold %s --help` lists the options%s", t->command, (int)n, word, t->command,
                  t->runs ? "; those of the program come after --" : "");
    return found;
}

/* The option has this value. Which of two different ones holds is nobody's guess. */
static void take_value(const table *t, entry *e, const char *value)
{
    if (e->value && !e->repeats && strcmp(e->value, value) != 0) {
        char *name = e->name ? format_new("--%s", e->name) : format_new("-%c", e->key);
        die_usage("%s: %s is given twice: %s and %s", t->command, name, e->value, value);
    }
    e->value = value;
}

/* Checks "--NAME", "--NAME=VALUE" or "--NAME VALUE" and completes an abbreviated name. Returns how many words it takes. */
static int take_long(const table *t, char **word, int left)
{
    const char *name = *word + 2;
    size_t n = strcspn(name, "=");
    entry *e = find_long(t, name, n);
    bool has_value = name[n] == '=';
    if (has_value && e->arg == NULL)
        die_usage("%s: --%s takes no value", t->command, e->name);
    if (!has_value && e->arg && left == 1)
        die_usage("%s: --%s needs a value: %s", t->command, e->name, e->arg);
    if (e->arg)
        take_value(t, e, has_value ? name + n + 1 : word[1]);
    if (e->name[n] != '\0')
        *word = format_new("--%s%s", e->name, name + n);
    return e->arg && !has_value ? 2 : 1;
}

static entry *find_letter(const table *t, char letter)
{
    for (int i = 0; i < t->count; i++)
        if (t->entries[i].key == (unsigned char)letter)
            return &t->entries[i];
    return NULL;
}

/* Checks "-wEo DIR". Returns how many words it takes. */
static int take_letters(const table *t, char **word, int left)
{
    if (strcmp(*word, "-h") == 0 && find_letter(t, 'h') == NULL) {
        *word = format_new("--help");
        return 1;
    }
    for (const char *letter = *word + 1; *letter; letter++) {
        entry *e = find_letter(t, *letter);
        if (e == NULL)
            die_usage("%s: no option -%c; `warpfold %s --help` lists the options%s", t->command, *letter, t->command,
                      t->runs ? "; those of the program come after --" : "");
        if (e->arg && letter[1] == '\0' && left == 1)
            die_usage("%s: -%c needs a value: %s", t->command, *letter, e->arg);
        if (e->arg)
            take_value(t, e, letter[1] ? letter + 1 : word[1]);
        if (e->arg)
            return letter[1] == '\0' ? 2 : 1;
    }
    return 1;
}

static void check(const table *t, int argc, char **argv)
{
    bool options = true;        /* "--" has not come yet */
    const char *program = NULL; /* of a command that runs one */
    for (int i = 1; i < argc;) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            i++;
        } else if (options && strncmp(argv[i], "--", 2) == 0) {
            i += take_long(t, &argv[i], argc - i);
        } else if (options && argv[i][0] == '-' && argv[i][1] != '\0') {
            i += take_letters(t, &argv[i], argc - i);
        } else if (t->operands == NULL) {
            die_usage("%s: \"%s\" belongs to no option; `warpfold %s --help` lists the options", t->command, argv[i], t->command);
        } else if (options && t->runs && program) {
            die_usage("%s: \"%s\" behind %s: one program is accepted; its arguments come after --", t->command, argv[i], program);
        } else {
            program = argv[i++];
        }
    }
}

void arguments_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    table t = {.command = argv[0] + strlen("warpfold "), .operands = argp->args_doc};
    t.runs = t.operands && strstr(t.operands, "-- ARGS");
    add_argp(&t, argp);
    add_entry(&t, "help", '?', NULL, false); /* argp's own */
    add_entry(&t, "usage", 0, NULL, false);
    check(&t, argc, argv);
    argp_err_exit_status = 2;
    argp_parse(argp, argc, argv, 0, NULL, input);
}

long long argument_whole(const char *flag, const char *arg, long long min, long long max)
{
    long long v;
    if (!parse_int(arg, min, max, &v))
        die_usage("%s %s: a whole number from %lld to %lld", flag, arg, min, max);
    return v;
}
