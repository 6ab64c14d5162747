/* SPDX-License-Identifier: Apache-2.0
 *
 * boolean.c - Liberty functions: ! and postfix ', & * and juxtaposition, ^, + |, parentheses, 0 and 1. They become a program in postfix
 * order: "!(A B)" is A B & !. Its values are words, a case a bit. */
#include <ctype.h>
#include <string.h>

#include "liberty.h"

/* Of parentheses, since the reader recurses; of values that wait in a program. */
enum { MAX_DEPTH = 100, MAX_WAITING = 512 };
/* Operators, behind the numbers of inputs. */
enum { MAX_INPUTS = 240, OP_NOT = MAX_INPUTS, OP_AND, OP_OR, OP_XOR, OP_ONE, OP_ZERO };

typedef unsigned long long table;

typedef struct {
    const char *at;
    const char *const *inputs;
    int count, depth;
    bool bad;
    int waiting;
    text program;
} reader;

/* Truth tables of the six variables. */
static const table variables[6] = {
    0xaaaaaaaaaaaaaaaaULL, 0xccccccccccccccccULL, 0xf0f0f0f0f0f0f0f0ULL,
    0xff00ff00ff00ff00ULL, 0xffff0000ffff0000ULL, 0xffffffff00000000ULL,
};

static void read_or(reader *r);

static void emit(reader *r, int op)
{
    char c = (char)op;
    bool binary = op == OP_AND || op == OP_OR || op == OP_XOR;
    r->waiting += binary ? -1 : op == OP_NOT ? 0 : 1;
    if (r->waiting > MAX_WAITING)
        r->bad = true;
    text_add(&r->program, &c, 1);
}

static void blanks(reader *r)
{
    while (isspace((unsigned char)*r->at) || *r->at == '"')
        r->at++;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '[' || c == ']' || c == '.';
}

static void read_name(reader *r)
{
    const char *start = r->at;
    while (is_name(*r->at))
        r->at++;
    size_t n = (size_t)(r->at - start);
    if (n == 1 && (*start == '0' || *start == '1')) {
        emit(r, *start == '1' ? OP_ONE : OP_ZERO);
        return;
    }
    for (int i = 0; i < r->count; i++)
        if (strlen(r->inputs[i]) == n && strncmp(r->inputs[i], start, n) == 0) {
            emit(r, i);
            return;
        }
    r->bad = true;
}

static void read_factor(reader *r)
{
    bool inverted = false;
    for (blanks(r); *r->at == '!'; blanks(r)) {
        r->at++;
        inverted = !inverted;
    }
    if (*r->at == '(' && r->depth == MAX_DEPTH) {
        r->bad = true;
    } else if (*r->at == '(') {
        r->at++;
        r->depth++;
        read_or(r);
        r->depth--;
        blanks(r);
        if (*r->at == ')')
            r->at++;
        else
            r->bad = true;
    } else if (is_name(*r->at)) {
        read_name(r);
    } else {
        r->bad = true;
    }
    for (blanks(r); *r->at == '\''; blanks(r)) {
        r->at++;
        inverted = !inverted;
    }
    if (inverted)
        emit(r, OP_NOT);
}

static void read_and(reader *r)
{
    read_factor(r);
    for (blanks(r); !r->bad; blanks(r)) {
        if (*r->at == '&' || *r->at == '*')
            r->at++;
        else if (!(is_name(*r->at) || *r->at == '(' || *r->at == '!'))
            break;
        read_factor(r);
        emit(r, OP_AND);
    }
}

static void read_xor(reader *r)
{
    read_and(r);
    for (blanks(r); !r->bad && *r->at == '^'; blanks(r)) {
        r->at++;
        read_and(r);
        emit(r, OP_XOR);
    }
}

static void read_or(reader *r)
{
    read_xor(r);
    for (blanks(r); !r->bad && (*r->at == '+' || *r->at == '|'); blanks(r)) {
        r->at++;
        read_xor(r);
        emit(r, OP_OR);
    }
}

bool boolean_compile(boolean *b, const char *function, const char *const *inputs, int count)
{
    reader r = {.at = function, .inputs = inputs, .count = count};
    *b = (boolean){0};
    if (count > MAX_INPUTS)
        return false;
    read_or(&r);
    blanks(&r);
    if (r.bad || *r.at)
        return false;
    *b = (boolean){.program = (unsigned char *)r.program.data, .len = (int)r.program.len};
    return true;
}

table boolean_value(const boolean *b, const table *inputs)
{
    table stack[MAX_WAITING + 1];
    int top = 0;
    for (int i = 0; i < b->len; i++)
        switch (b->program[i]) {
        case OP_NOT: stack[top - 1] = ~stack[top - 1]; break;
        case OP_AND: top--, stack[top - 1] &= stack[top]; break;
        case OP_OR: top--, stack[top - 1] |= stack[top]; break;
        case OP_XOR: top--, stack[top - 1] ^= stack[top]; break;
        case OP_ONE: stack[top++] = ~0ULL; break;
        case OP_ZERO: stack[top++] = 0; break;
        default: stack[top++] = inputs[b->program[i]]; break;
        }
    return stack[0];
}

bool boolean_truth(const char *function, const char *const *inputs, int count, unsigned long long *truth)
{
    boolean b;
    if (count > 6 || !boolean_compile(&b, function, inputs, count))
        return false;
    table v = boolean_value(&b, variables);
    *truth = count == 6 ? v : v & ((1ULL << (1u << count)) - 1);
    return true;
}
