/* SPDX-License-Identifier: Apache-2.0
 *
 * Assignments of vectors and concatenations, as Yosys writes them between ports, bit by bit: OpenSTA's Verilog reader
 * takes no concatenation on the left. Everything else of a flat netlist is copied. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "job.h"

typedef struct {
    char *name;
    int width;
} vector;

typedef struct {
    vector *vectors;
    int vector_count;
    char **bits;    /* of one side, most significant first */
    int bit_count;
} expander;

static void push(expander *e, char *bit)
{
    e->bits = grow(e->bits, (size_t)(e->bit_count + 1) * sizeof *e->bits);
    e->bits[e->bit_count++] = bit;
}

/* "  input [7:0] name;" and the like: a vector that may be named whole. */
static void note_vector(expander *e, const char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    size_t word = strcspn(line, " ");
    if (!(starts_with(line, "input ") || starts_with(line, "output ") || starts_with(line, "wire "))
        || line[word + 1] != '[')
        return;
    int width = atoi(line + word + 2) + 1;
    const char *name = strchr(line, ']') + 2;
    e->vectors = grow(e->vectors, (size_t)(e->vector_count + 1) * sizeof *e->vectors);
    e->vectors[e->vector_count++] = (vector){format_new("%.*s", (int)strcspn(name, ";"), name), width};
}

static int width_of(const expander *e, const char *name)
{
    for (int i = 0; i < e->vector_count; i++)
        if (strcmp(e->vectors[i].name, name) == 0)
            return e->vectors[i].width;
    return 0;
}

/* Appends the bits of the operand at s; returns what follows it. */
static const char *operand(expander *e, const char *s)
{
    while (isspace((unsigned char)*s) || *s == ',')
        s++;
    if (*s == '{') {
        s++;
        while (*s && *s != '}') {
            s = operand(e, s);
            while (isspace((unsigned char)*s) || *s == ',')
                s++;
        }
        return *s ? s + 1 : s;
    }
    if (isdigit((unsigned char)*s)) {
        int width = atoi(s);
        const char *digits = strchr(s, '\'');
        size_t len = strspn(s, "0123456789abcdefABCDEFxXzZhbd'");
        if (digits == NULL || (digits[1] != 'h' && digits[1] != 'b'))
            die("internal: a constant in a netlist that is not understood: %.20s", s);
        int per = digits[1] == 'h' ? 4 : 1, count = (int)(s + len - digits) - 2;
        for (int i = width - 1; i >= 0; i--) {
            char c = i / per < count ? digits[2 + count - 1 - i / per] : '0';
            char digit[2] = {c, '\0'};
            push(e, format_new("1'h%d", (int)(strtol(digit, NULL, 16) >> (i % per)) & 1));
        }
        return s + len;
    }
    size_t len = *s == '\\' ? strcspn(s, " ") + 1 : strcspn(s, " [],;}");
    char *name = format_new("%.*s", (int)len, s);
    s += len;
    while (*s == ' ')
        s++;
    int high = width_of(e, name) - 1, low = 0;
    bool whole = high < 0;
    if (*s == '[') {
        whole = false;
        high = low = atoi(s + 1);
        const char *colon = s + 1 + strcspn(s + 1, ":]");
        if (*colon == ':')
            low = atoi(colon + 1);
        s += strcspn(s, "]") + 1;
    }
    if (whole)
        push(e, format_new("%s", name));
    for (int i = high; !whole && i >= low; i--)
        push(e, format_new("%s[%d]", name, i));
    free(name);
    return s;
}

static void expand(expander *e, const char *line, text *out)
{
    const char *equal = strstr(line, " = ");
    e->bit_count = 0;
    operand(e, line + strlen("  assign "));
    int left = e->bit_count;
    operand(e, equal + 3);
    if (e->bit_count != 2 * left)
        die("internal: an assignment of %d bits to %d in a netlist", e->bit_count - left, left);
    for (int i = 0; i < left; i++)
        text_printf(out, "  assign %s = %s;\n", e->bits[i], e->bits[left + i]);
    for (int i = 0; i < e->bit_count; i++)
        free(e->bits[i]);
}

void expand_assigns(const char *netlist, text *out)
{
    expander e = {0};
    for (const char *line = netlist; *line;) {
        size_t len = strcspn(line, "\n");
        note_vector(&e, line);
        if (starts_with(line, "  assign "))
            expand(&e, line, out);
        else
            text_add(out, line, len + (line[len] == '\n'));
        line += len + (line[len] == '\n');
    }
    for (int i = 0; i < e.vector_count; i++)
        free(e.vectors[i].name);
    free(e.vectors);
    free(e.bits);
}
