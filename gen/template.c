/* SPDX-License-Identifier: Apache-2.0
 *
 * Expands a template line by line. A directive has a line of its own; there is a function for each, called by `directive`. What is open is a
 * stack of blocks: conditions on WF_ macros, conditions of the Verilog, which stay in it, and loops. At its end a loop goes back to its first
 * line while its index has values left. An included file is expanded by a reader of its own. */
#include "template.h"

#include <ctype.h>
#include <string.h>

#include "../base/msg.h"
#include "template_line.h"

enum { MAX_BLOCKS = 8, MAX_INCLUDES = 4, MAX_COUNT = 1 << 16 };

typedef enum { CONDITION, VERILOG, LOOP } block_kind;

typedef struct {
    block_kind kind;
    bool keep;   /* its lines are kept */
    bool turned; /* its `else has been */
    int line;    /* where it begins */
    /* Of a loop */
    const char *body; /* its first line */
    int count;        /* its index has the values from 0 to count - 1 */
    template_index index;
} block;

typedef struct {
    const asset *source;
    bool dry;     /* nothing is kept: directives alone are looked at */
    int includes; /* files between the template and this one */
    macro_table *macros;
    text *out;
    const char *next, *end; /* the line to read next; the end of the source */
    template_place at;
    const template_index *loops; /* the innermost loop around the include */
    int depth;
    block open[MAX_BLOCKS];
} reader;

static void expand(reader *r);

/* A word of a directive; n is 0 if the line has no more. */
typedef struct {
    const char *s;
    size_t n;
} word;

static word take_word(const char **s, const char *end)
{
    while (*s < end && isspace((unsigned char)**s))
        ++*s;
    word w = {*s, 0};
    while (*s < end && !isspace((unsigned char)**s))
        ++*s;
    w.n = (size_t)(*s - w.s);
    return w;
}

static bool is_word(word w, const char *known)
{
    return strlen(known) == w.n && memcmp(w.s, known, w.n) == 0;
}

/* Nothing but a comment may stand behind the words of a directive of ours. */
static void end_words(const reader *r, const char *directive, const char *s, const char *end)
{
    word w = take_word(&s, end);
    if (w.n > 0 && !(w.n >= 2 && memcmp(w.s, "//", 2) == 0))
        die_usage("%s:%d: \"%.*s\" behind the words of `%s", r->at.file, r->at.line, (int)w.n, w.s, directive);
}

/* Are lines kept inside the first `depth` open blocks? */
static bool keeps_at(const reader *r, int depth)
{
    return depth == 0 ? !r->dry : r->open[depth - 1].keep;
}

static bool keeps(const reader *r)
{
    return keeps_at(r, r->depth);
}

static const template_index *innermost_loop(const reader *r)
{
    for (int d = r->depth; d > 0; d--)
        if (r->open[d - 1].kind == LOOP)
            return &r->open[d - 1].index;
    return r->loops;
}

static block *open_block(reader *r, block_kind kind, bool keep)
{
    if (r->depth == MAX_BLOCKS)
        die_usage("%s:%d: conditions and loops nested deeper than %d", r->at.file, r->at.line, MAX_BLOCKS);
    block *b = &r->open[r->depth];
    *b = (block){.kind = kind, .keep = keep && keeps(r), .line = r->at.line};
    r->depth++;
    return b;
}

/* The innermost block, which the directive is of. */
static block *block_of(reader *r, const char *directive, bool loop)
{
    if (r->depth == 0)
        die_usage("%s:%d: `%s without a %s", r->at.file, r->at.line, directive, loop ? "`WF_FOR" : "condition");
    block *b = &r->open[r->depth - 1];
    if ((b->kind == LOOP) != loop)
        die_usage("%s:%d: `%s inside the %s of line %d", r->at.file, r->at.line, directive, loop ? "condition" : "`WF_FOR", b->line);
    return b;
}

/* ---- Conditions: each returns false if the line belongs to the Verilog ---- */

static bool begin_condition(reader *r, const char *s, const char *end, bool defined)
{
    const char *at = take_word(&s, end).s;
    bool ours = end - at > 3 && memcmp(at, "WF_", 3) == 0, holds = !ours;
    if (ours && keeps(r))
        holds = (template_macro(r->macros, &at, end, r->at, innermost_loop(r))->value != NULL) == defined;
    if (ours)
        end_words(r, defined ? "ifdef" : "ifndef", s, end);
    open_block(r, ours ? CONDITION : VERILOG, holds);
    return ours;
}

static bool turn_condition(reader *r, const char *s, const char *end)
{
    block *b = block_of(r, "else", false);
    if (b->turned)
        die_usage("%s:%d: a second `else of the condition of line %d", r->at.file, r->at.line, b->line);
    b->turned = true;
    if (b->kind == VERILOG)
        return false;
    end_words(r, "else", s, end);
    b->keep = !b->keep && keeps_at(r, r->depth - 1);
    return true;
}

/* Conditions of ours have none. */
static bool refuse_elsif(reader *r, const char *s, const char *end)
{
    word name = take_word(&s, end);
    if (block_of(r, "elsif", false)->kind == CONDITION || (name.n > 3 && memcmp(name.s, "WF_", 3) == 0))
        die_usage("%s:%d: `elsif of a condition on a macro WF_...: `else with `ifdef inside it says the same", r->at.file, r->at.line);
    return false;
}

static bool end_condition(reader *r, const char *s, const char *end)
{
    bool ours = block_of(r, "endif", false)->kind == CONDITION;
    if (ours)
        end_words(r, "endif", s, end);
    r->depth--;
    return ours;
}

/* ---- Loops ---- */

/* The value of the macro that a loop counts to: WF_ISSUES of `WF_FOR k ISSUES. */
static int count_of(const reader *r, word name)
{
    char *full = format_new("WF_%.*s", (int)name.n, name.s);
    const macro *m = macro_find(r->macros, full, strlen(full));
    long long count;
    if (m == NULL)
        die_usage("%s:%d: `WF_FOR over %.*s, and there is no macro `%s", r->at.file, r->at.line, (int)name.n, name.s, full);
    if (m->value == NULL || !parse_int(m->value, 0, MAX_COUNT, &count))
        die_usage("%s:%d: `WF_FOR over %.*s, and `%s is no number from 0 to %d here", r->at.file, r->at.line, (int)name.n, name.s, full,
                  MAX_COUNT);
    return (int)count;
}

static void begin_loop(reader *r, const char *s, const char *end)
{
    word name = take_word(&s, end), over = take_word(&s, end);
    const template_index *outer = innermost_loop(r);
    if (over.n == 0)
        die_usage("%s:%d: `WF_FOR needs an index and a macro without its WF_: `WF_FOR k ISSUES", r->at.file, r->at.line);
    end_words(r, "WF_FOR", s, end);
    for (const template_index *i = outer; i; i = i->outer)
        if (i->length == name.n && memcmp(i->name, name.s, name.n) == 0)
            die_usage("%s:%d: `WF_FOR %.*s inside another one", r->at.file, r->at.line, (int)name.n, name.s);
    int count = keeps(r) ? count_of(r, over) : 0; /* lines that are dropped may name what this configuration does not have */
    block *b = open_block(r, LOOP, count > 0);
    b->body = r->next;
    b->count = count;
    b->index = (template_index){name.s, name.n, 0, outer};
}

static void end_loop(reader *r, const char *s, const char *end)
{
    block *b = block_of(r, "WF_END", true);
    end_words(r, "WF_END", s, end);
    if (++b->index.value < b->count) {
        r->next = b->body;
        r->at.line = b->line;
    } else {
        r->depth--;
    }
}

/* ---- Includes ---- */

/* The characters of a path's folder, with the last slash. */
static int folder_of(const char *path, int length)
{
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

/* The file stands in the folder of the one that includes it, or beside that folder: FOLDER/NAME.vh. */
static void include(reader *r, const char *s, const char *end)
{
    word name = take_word(&s, end);
    end_words(r, "WF_INCLUDE", s, end);
    int folder = folder_of(r->source->name, (int)strlen(r->source->name));
    if (folder > 0 && memchr(name.s, '/', name.n))
        folder = folder_of(r->source->name, folder - 1);
    char *file = format_new("%.*s%.*s", folder, r->source->name, (int)name.n, name.s);
    const asset *source = asset_find(file);
    if (source == NULL)
        die_usage("%s:%d: `WF_INCLUDE, and there is no template %s", r->at.file, r->at.line, file);
    if (r->includes == MAX_INCLUDES)
        die_usage("%s:%d: includes nested deeper than %d", r->at.file, r->at.line, MAX_INCLUDES);
    reader inner = {.source = source, .includes = r->includes + 1, .macros = r->macros, .out = r->out, .loops = innermost_loop(r)};
    expand(&inner);
}

/* Obeys the line if it is a directive of ours, and returns true. */
static bool directive(reader *r, const char *s, const char *end)
{
    word w = take_word(&s, end);
    if (is_word(w, "`ifdef") || is_word(w, "`ifndef"))
        return begin_condition(r, s, end, is_word(w, "`ifdef"));
    if (is_word(w, "`else"))
        return turn_condition(r, s, end);
    if (is_word(w, "`elsif"))
        return refuse_elsif(r, s, end);
    if (is_word(w, "`endif"))
        return end_condition(r, s, end);
    if (is_word(w, "`WF_FOR"))
        begin_loop(r, s, end);
    else if (is_word(w, "`WF_END"))
        end_loop(r, s, end);
    else if (!is_word(w, "`WF_INCLUDE"))
        return false;
    else if (keeps(r))
        include(r, s, end);
    return true;
}

/* Expands the reader's source. */
static void expand(reader *r)
{
    r->next = r->source->data;
    r->end = r->source->data + r->source->len;
    r->at = (template_place){.file = r->source->name};
    while (r->next < r->end) {
        const char *s = r->next, *newline = memchr(s, '\n', (size_t)(r->end - s)), *stop = newline ? newline : r->end;
        r->next = stop + (newline != NULL);
        r->at.line++;
        if (!directive(r, s, stop) && keeps(r)) {
            template_line(s, stop, r->at, r->macros, innermost_loop(r), r->out);
            text_puts(r->out, "\n");
        }
    }
    if (r->depth) {
        const block *b = &r->open[r->depth - 1];
        die_usage("%s:%d: %s", r->at.file, b->line, b->kind == LOOP ? "`WF_FOR without `WF_END" : "condition without `endif");
    }
}

void template_check(const asset *source)
{
    reader r = {.source = source, .dry = true};
    expand(&r);
}

void template_expand(const asset *source, macro_table *m, text *out)
{
    reader r = {.source = source, .macros = m, .out = out};
    expand(&r);
}
