/* SPDX-License-Identifier: Apache-2.0
 *
 * param - what a line of a unit's table of parameters says: its names, the values that it accepts, and how they are told. How many parameters a
 * unit has stands first. */
#include "param.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET_NAMES = 30 }; /* bits of an int, without the sign, and one more must be a number */

int param_own(const wf_unit *unit)
{
    int n = 0;
    while (unit->params[n].name)
        n++;
    return n;
}

int param_all(const wf_unit *unit)
{
    int n = param_own(unit);
    for (const wf_child *child = unit->children; child && child->name; child++)
        n += param_all(child->unit);
    return n;
}

int param_count(const char *values)
{
    int n = 1;
    for (; *values; values++)
        n += *values == '|';
    return n;
}

int param_index(const char *values, const char *name, size_t n)
{
    for (int i = 0;; i++) {
        size_t length = strcspn(values, "|");
        if (length == n && memcmp(values, name, n) == 0)
            return i;
        if (values[length] == '\0')
            return -1;
        values += length + 1;
    }
}

bool param_is_bound(const wf_child *child, const char *name)
{
    return child->bound && param_index(child->bound, name, strlen(name)) >= 0;
}

bool param_takes_several(const wf_param *p)
{
    return p->kind == WF_PARAM_SET || p->kind == WF_PARAM_LIST;
}

/* The number from s on, up to `before` or the end. */
static bool read_number(const char *s, char before, int *number)
{
    char *rest;
    *number = (int)strtol(s, &rest, 10);
    return rest > s && (*rest == '\0' || *rest == before);
}

/* The range of "2..32". */
static bool read_range(const char *values, int *first, int *last)
{
    const char *dots = strstr(values, "..");
    return dots && read_number(values, '.', first) && read_number(dots + 2, '\0', last);
}

/* Is the number one of "1|2|4"? */
static bool is_listed(const char *values, int number)
{
    for (;; values++) {
        int one;
        if (read_number(values, '|', &one) && one == number)
            return true;
        values = strchr(values, '|');
        if (values == NULL)
            return false;
    }
}

/* Is it one to WF_MAX_LIST different ones of `count` names, and nothing behind them? */
static bool is_list(int value, int count)
{
    int seen = 0, place = 0;
    for (; wf_listed(value, place) >= 0; place++) {
        int one = 1 << wf_listed(value, place);
        if (wf_listed(value, place) >= count || seen & one)
            return false;
        seen |= one;
    }
    return place > 0 && value >> 4 * place == 0;
}

bool param_accepts(const wf_param *p, int value)
{
    int first, last, count = param_count(p->values);
    if (p->kind == WF_PARAM_CHOICE)
        return value >= 0 && value < count;
    if (p->kind == WF_PARAM_SET)
        return value > 0 && value < 1 << count;
    if (p->kind == WF_PARAM_LIST)
        return is_list(value, count);
    return read_range(p->values, &first, &last) ? value >= first && value <= last : is_listed(p->values, value);
}

void param_put_values(char *out, size_t size, const wf_param *p)
{
    const char *values = p->values;
    int from, to;
    size_t at = 0;
    if (p->kind == WF_PARAM_INT && read_range(values, &from, &to)) {
        snprintf(out, size, "%d to %d", from, to);
        return;
    }
    out[0] = '\0';
    for (int left = param_count(values); left > 0 && at < size; left--) {
        int n = (int)strcspn(values, "|");
        at += (size_t)snprintf(out + at, size - at, "%.*s%s", n, values,
                               left == 1                              ? ""
                               : left == 2 && !param_takes_several(p) ? " or "
                                                                      : ", ");
        values += n + (values[n] == '|');
    }
}

/* The value from s on stands again behind it. */
static bool stands_again(const char *s)
{
    size_t n = strcspn(s, "|");
    for (const char *other = s + n; *other == '|'; other += 1 + strcspn(other + 1, "|"))
        if (strcspn(other + 1, "|") == n && memcmp(other + 1, s, n) == 0)
            return true;
    return false;
}

bool param_has_values(const wf_param *p)
{
    int first, last, room = p->kind == WF_PARAM_LIST ? WF_MAX_NAMES : p->kind == WF_PARAM_SET ? SET_NAMES : WF_WHY;
    if (p->kind == WF_PARAM_INT && read_range(p->values, &first, &last))
        return first <= last;
    for (const char *v = p->values;; v += strcspn(v, "|") + 1) {
        size_t n = strcspn(v, "|");
        if (n == 0 || stands_again(v) || strcspn(v, " \t\n,=\"'") < n || (p->kind == WF_PARAM_INT && !read_number(v, '|', &first)))
            return false;
        if (v[n] == '\0')
            return param_count(p->values) <= room;
    }
}
