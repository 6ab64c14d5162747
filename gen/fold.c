/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.c - folds lines of Verilog. Templates cannot do it: how long a line is depends on the values of macros and on the design's name.
 *
 *     code        is broken behind a comma or an operator, else at any blank that is not in a string: a line's end is a blank to Verilog
 *     comments    are broken between words. What is left over goes in front of the next line if the sentence goes on there
 *     behind code a comment goes on in its column; if little room is left there, it stands above the code
 *
 *
 * A line of a comment that begins with several blanks is an example: what is left over of it has a line of its own, deeper. A command, behind $,
 * stays whole: it is there to be copied. So does a `define. */
#include "fold.h"

#include <string.h>

enum {
    DEEPER = 8,      /* columns from the beginning of a statement to its next lines */
    EXAMPLE = 4,     /* of an example */
    LAST_COLUMN = 96 /* of a comment behind code */
};

/* A line in two pieces. The comment begins at column `at`, with its slashes; at the end of the line if there is none. */
typedef struct {
    const char *s;
    size_t len, at;
} line;

typedef struct {
    text *out;
    text rest;     /* of a comment: what is left over */
    size_t column; /* where that comment stands */
    char last;     /* of the last line of code */
} folder;

static line line_of(const char *s, size_t len)
{
    bool string = false;
    line l = {s, len, len};
    for (size_t i = 0; i + 1 < len && l.at == len; i++) {
        string ^= s[i] == '"' && (i == 0 || s[i - 1] != '\\');
        if (!string && s[i] == '/' && s[i + 1] == '/')
            l.at = i;
    }
    return l;
}

static size_t indent_of(const line *l)
{
    size_t n = 0;
    while (n < l->len && l->s[n] == ' ')
        n++;
    return n;
}

static bool only_comment(const line *l)
{
    return l->at < l->len && indent_of(l) == l->at;
}

/* ---- Comments ---- */

static void put_comment(folder *f, const char *s, size_t len)
{
    text_printf(f->out, "%*s// %.*s\n", (int)f->column, "", (int)len, s);
}

static void end_comment(folder *f)
{
    if (f->rest.len)
        put_comment(f, f->rest.data, f->rest.len);
    f->rest = (text){0};
}

/* The length of the words of s that have room in a line; of the first word, if it has none. */
static size_t words_in(const char *s, size_t len, size_t room)
{
    size_t n = len;
    for (size_t i = 1; i < len && len > room && (i <= room || n == len); i++)
        if (s[i] == ' ')
            n = i;
    return n;
}

/* Adds words to the comment. All lines of it that are full are written, the last one is left over. */
static void add_comment(folder *f, const char *words, size_t len)
{
    text all = {0};
    text_printf(&all, "%.*s%s%.*s", (int)f->rest.len, f->rest.len ? f->rest.data : "", f->rest.len ? " " : "", (int)len, words);
    const char *s = all.data;
    size_t left = all.len, room = FOLD_WIDTH - f->column - strlen("// ");
    for (size_t n; (n = words_in(s, left, room)) < left; s += n + 1, left -= n + 1)
        put_comment(f, s, n);
    f->rest = (text){0};
    text_add(&f->rest, s, left);
}

/* Does the comment go on in this line? It is one of prose, in the same column; no sentence has ended before it, and it begins no item ("In:"). */
static bool goes_on(const folder *f, const line *l)
{
    size_t begin = l->at + strlen("// "), word = begin;
    if (f->rest.len == 0 || !only_comment(l) || l->at != f->column || strchr(".?", f->rest.data[f->rest.len - 1]) || l->len <= begin)
        return false;
    while (word < l->len && l->s[word] != ' ')
        word++;
    return l->s[begin - 1] == ' ' && !strchr(" -|", l->s[begin]) && l->s[word - 1] != ':' && !starts_with(l->s + begin, "verilator ");
}

/* An example that is longer than a line. Its words begin at column `begin`. */
static void fold_example(folder *f, const line *l, size_t begin)
{
    size_t n = words_in(l->s + begin, l->len - begin, FOLD_WIDTH - begin);
    text_add(f->out, l->s, begin + n);
    text_printf(f->out, "\n%.*s%*s%.*s\n", (int)begin, l->s, EXAMPLE, "", (int)(l->len - begin - n - 1), l->s + begin + n + 1);
}

static void fold_comment(folder *f, const line *l)
{
    size_t begin = l->at + strlen("// "), words = begin;
    bool on = goes_on(f, l);
    while (words < l->len && l->s[words] == ' ')
        words++;
    if (!on)
        end_comment(f);
    if (on || (l->len > FOLD_WIDTH && words == begin)) {
        f->column = l->at;
        add_comment(f, l->s + begin, l->len - begin);
    } else if (l->len > FOLD_WIDTH && !starts_with(l->s + words, "$ ")) {
        fold_example(f, l, words);
    } else {
        text_add(f->out, l->s, l->len);
        text_puts(f->out, "\n");
    }
}

/* ---- Code ---- */

/* Where code may be broken: the last blank up to column `room`, or else the first one. One behind a comma or an operator is better, if the line
 * is then half full; of these the last one in the fewest brackets. len: there is none. */
static size_t break_of(const char *s, size_t from, size_t len, size_t room)
{
    size_t any = len, good = 0;
    int depth = 0, least = 0;
    bool string = false;
    for (size_t i = from + 1; i < len && (i <= room || any == len); i++) {
        char before = s[i - 1];
        string ^= before == '"' && (i < 2 || s[i - 2] != '\\');
        if (!string)
            depth += (before && strchr("([{", before)) - (before && strchr(")]}", before));
        if (string || s[i] != ' ' || before == ' ')
            continue;
        any = i;
        if (strchr(",|&?+=^", before) && i > room / 2 && i <= room && (good == 0 || depth <= least)) {
            good = i;
            least = depth;
        }
    }
    return good ? good : any;
}

static void fold_code(folder *f, const char *s, size_t len)
{
    line l = {s, len, len};
    size_t indent = indent_of(&l), more = f->last && strchr(",|&?+=^({", f->last) ? 0 : DEEPER, from = indent;
    while (len > FOLD_WIDTH) {
        size_t n = break_of(s, from, len, FOLD_WIDTH);
        if (n == len)
            break;
        text_add(f->out, s, n);
        text rest = {0};
        while (n < len && s[n] == ' ')
            n++;
        text_printf(&rest, "\n%*s%.*s", (int)(indent + more), "", (int)(len - n), s + n);
        text_puts(f->out, "\n");
        s = rest.data + 1;
        len = rest.len - 1;
        from = indent + more;
    }
    text_add(f->out, s, len);
}

/* Code with a comment behind it. The rest of the comment follows in its column, or all of it stands above the code. */
static void fold_both(folder *f, const line *l, size_t code)
{
    size_t begin = l->at + strlen("// "), n = words_in(l->s + begin, l->len - begin, FOLD_WIDTH - begin);
    bool beside = l->at <= LAST_COLUMN && begin + n < l->len;
    f->column = beside ? l->at : indent_of(l);
    if (beside) {
        text_add(f->out, l->s, begin + n);
        text_add(&f->rest, l->s + begin + n + 1, l->len - begin - n - 1);
        return;
    }
    add_comment(f, l->s + begin, l->len - begin);
    end_comment(f);
    fold_code(f, l->s, code);
}

static void fold_line(folder *f, const line *l)
{
    size_t indent = indent_of(l), code = l->at;
    while (code > 0 && l->s[code - 1] == ' ')
        code--;
    if (only_comment(l)) {
        fold_comment(f, l);
        return;
    }
    end_comment(f);
    if (l->len <= FOLD_WIDTH || starts_with(l->s + indent, "`define"))
        text_add(f->out, l->s, l->len);
    else if (l->at < l->len)
        fold_both(f, l, code);
    else
        fold_code(f, l->s, code);
    text_puts(f->out, "\n");
    f->last = code ? l->s[code - 1] : f->last;
}

void fold_verilog(const char *source, text *out)
{
    folder f = {.out = out};
    for (size_t len; *source; source += len + (source[len] == '\n')) {
        len = strcspn(source, "\n");
        line l = line_of(source, len);
        fold_line(&f, &l);
    }
    end_comment(&f);
}
