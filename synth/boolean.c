/* SPDX-License-Identifier: Apache-2.0
 *
 * boolean.c - Liberty functions: ! and postfix ', & * and juxtaposition, ^, + |, parentheses, 0 and 1. A value is a truth table
 * of up to six variables in one word, or 64 values of a net. */
#include <ctype.h>
#include <string.h>

#include "liberty.h"

/* Of parentheses: the reader recurses. */
enum { MAX_DEPTH = 100 };

typedef unsigned long long table;

typedef struct {
    const char *at;
    const char *const *inputs;
    const table *values; /* of the inputs */
    int count, depth;
    bool bad;
} reader;

/* Truth tables of the six variables. */
static const table variables[6] = {
    0xaaaaaaaaaaaaaaaaULL, 0xccccccccccccccccULL, 0xf0f0f0f0f0f0f0f0ULL,
    0xff00ff00ff00ff00ULL, 0xffff0000ffff0000ULL, 0xffffffff00000000ULL,
};

static table read_or(reader *r);

static void blanks(reader *r)
{
    while (isspace((unsigned char)*r->at) || *r->at == '"')
        r->at++;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '[' || c == ']' || c == '.';
}

static table read_name(reader *r)
{
    const char *start = r->at;
    while (is_name(*r->at))
        r->at++;
    size_t n = (size_t)(r->at - start);
    if (n == 1 && (*start == '0' || *start == '1'))
        return *start == '1' ? ~0ULL : 0;
    for (int i = 0; i < r->count; i++)
        if (strlen(r->inputs[i]) == n && strncmp(r->inputs[i], start, n) == 0)
            return r->values[i];
    r->bad = true;
    return 0;
}

static table read_factor(reader *r)
{
    table v = 0, inverted = 0;
    for (blanks(r); *r->at == '!'; blanks(r)) {
        r->at++;
        inverted = ~inverted;
    }
    if (*r->at == '(' && r->depth == MAX_DEPTH) {
        r->bad = true;
    } else if (*r->at == '(') {
        r->at++;
        r->depth++;
        v = read_or(r);
        r->depth--;
        blanks(r);
        if (*r->at == ')')
            r->at++;
        else
            r->bad = true;
    } else if (is_name(*r->at)) {
        v = read_name(r);
    } else {
        r->bad = true;
    }
    for (blanks(r); *r->at == '\''; blanks(r)) {
        r->at++;
        v = ~v;
    }
    return v ^ inverted;
}

static table read_and(reader *r)
{
    table v = read_factor(r);
    for (blanks(r); !r->bad; blanks(r)) {
        if (*r->at == '&' || *r->at == '*')
            r->at++;
        else if (!(is_name(*r->at) || *r->at == '(' || *r->at == '!'))
            break;
        v &= read_factor(r);
    }
    return v;
}

static table read_xor(reader *r)
{
    table v = read_and(r);
    for (blanks(r); !r->bad && *r->at == '^'; blanks(r)) {
        r->at++;
        v ^= read_and(r);
    }
    return v;
}

static table read_or(reader *r)
{
    table v = read_xor(r);
    for (blanks(r); !r->bad && (*r->at == '+' || *r->at == '|'); blanks(r)) {
        r->at++;
        v |= read_xor(r);
    }
    return v;
}

bool boolean_value(const char *function, const char *const *inputs, const unsigned long long *values, int count, unsigned long long *value)
{
    reader r = {.at = function, .inputs = inputs, .values = values, .count = count};
    *value = read_or(&r);
    blanks(&r);
    return !r.bad && *r.at == '\0';
}

bool boolean_truth(const char *function, const char *const *inputs, int count, unsigned long long *truth)
{
    table v;
    if (count > 6 || !boolean_value(function, inputs, variables, count, &v))
        return false;
    *truth = count == 6 ? v : v & ((1ULL << (1u << count)) - 1);
    return true;
}
