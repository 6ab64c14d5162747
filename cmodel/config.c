/* SPDX-License-Identifier: Apache-2.0
 *
 * config - configurations: their defaults, those of children, and what is wrong with one. A unit's table says which values a parameter takes,
 * and nothing else says it again; the unit itself knows the rules between parameters. `fault` fills in a reason and returns true, so that the
 * functions that look for one thing each are joined by ||. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warpfold.h"

enum { BESIDE_LANES = 128 }; /* bytes of a line by default, in a unit that takes lanes too */

/* Parameters of a unit without its children's. */
static int own_params(const wf_unit *unit)
{
    int n = 0;
    while (unit->params[n].name)
        n++;
    return n;
}

static int all_params(const wf_unit *unit)
{
    int n = own_params(unit);
    for (const wf_child *child = unit->children; child && child->name; child++)
        n += all_params(child->unit);
    return n;
}

/* Sets the parameters from number `at` on, and returns the number of the next one. Of a unit that has too many (wf_unit_error), those that
 * have a place. */
static int set_defaults(const wf_unit *unit, int *param, int at)
{
    for (const wf_param *p = unit->params; p->name; p++, at++)
        if (at < WF_MAX_PARAMS)
            param[at] = p->initial;
    for (const wf_child *child = unit->children; child && child->name; child++)
        at = set_defaults(child->unit, param, at);
    return at;
}

bool wf_takes_lanes(const wf_unit *unit)
{
    return !unit->line || unit->warps;
}

wf_config wf_default_config(const wf_unit *unit, int width)
{
    wf_config c = {.lanes = wf_takes_lanes(unit) ? width : 0, .line_bytes = !unit->line ? 0 : unit->warps ? BESIDE_LANES : width};
    set_defaults(unit, c.param, 0);
    return c;
}

int wf_child_params(const wf_unit *unit, int k)
{
    int at = own_params(unit);
    for (int i = 0; i < k; i++)
        at += all_params(unit->children[i].unit);
    return at;
}

wf_config wf_child_config(const wf_unit *unit, const wf_config *whole, int k)
{
    const wf_child *child = &unit->children[k];
    wf_config own = {.lanes = wf_takes_lanes(child->unit) ? whole->lanes : 0, .line_bytes = child->unit->line ? whole->line_bytes : 0};
    memcpy(own.param, whole->param + wf_child_params(unit, k), (size_t)all_params(child->unit) * sizeof *own.param);
    if (child->bind)
        child->bind(whole, &own);
    return own;
}

bool wf_child_used(const wf_child *child, const wf_config *whole)
{
    return child->used == NULL || child->used(whole);
}

wf_status wf_verdict(const char *reason, const char **why)
{
    if (reason && why)
        *why = reason;
    return reason ? WF_ERR_CONFIG : WF_OK;
}

bool wf_is_lanes(int n)
{
    return n >= WF_MIN_LANES && n <= WF_MAX_LANES && (n & (n - 1)) == 0;
}

bool wf_is_line(int n)
{
    return n == 32 || n == 64 || n == 128;
}

/* ---- What is wrong with a configuration ---- */

__attribute__((format(printf, 2, 3))) static bool fault(char *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (why)
        vsnprintf(why, WF_WHY, format, args);
    va_end(args);
    return true;
}

/* How many there are in "a|b|c". */
static int count_values(const char *values)
{
    int n = 1;
    for (; *values; values++)
        n += *values == '|';
    return n;
}

/* The range of "2..32". */
static bool read_range(const char *values, int *first, int *last)
{
    char *rest;
    *first = (int)strtol(values, &rest, 10);
    if (rest == values || strncmp(rest, "..", 2) != 0)
        return false;
    *last = atoi(rest + 2);
    return true;
}

/* Is the number one of "1|2|4"? */
static bool is_listed(const char *values, int number)
{
    for (;; values++) {
        char *rest;
        if (strtol(values, &rest, 10) == number && rest > values)
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

static bool is_accepted(const wf_param *p, int value)
{
    int first, last, count = count_values(p->values);
    if (p->kind == WF_PARAM_CHOICE)
        return value >= 0 && value < count;
    if (p->kind == WF_PARAM_SET)
        return value > 0 && value < 1 << count;
    if (p->kind == WF_PARAM_LIST)
        return is_list(value, count);
    return read_range(p->values, &first, &last) ? value >= first && value <= last : is_listed(p->values, value);
}

/* "1 to 64"; of "a|b|c" "a, b or c", or of a set "a, b, c". */
static void put_values(char *out, size_t size, const char *values, bool set)
{
    int from, to;
    size_t at = 0;
    if (read_range(values, &from, &to)) {
        snprintf(out, size, "%d to %d", from, to);
        return;
    }
    out[0] = '\0';
    for (int left = count_values(values); left > 0 && at < size; left--) {
        int n = (int)strcspn(values, "|");
        at += (size_t)snprintf(out + at, size - at, "%.*s%s", n, values, left == 1 ? "" : left == 2 && !set ? " or " : ", ");
        values += n + (values[n] == '|');
    }
}

static bool width_error(const wf_unit *unit, const wf_config *c, char *why)
{
    if (unit->line && !wf_is_line(c->line_bytes))
        return fault(why, "line must be 32, 64 or 128 bytes");
    if (wf_takes_lanes(unit) && !wf_is_lanes(c->lanes))
        return fault(why, "lanes must be a power of two from %d to %d", WF_MIN_LANES, WF_MAX_LANES);
    return false;
}

/* `of`: "", or the child's name and a dot, as a user names its parameters. */
static bool values_error(const wf_unit *unit, const wf_config *c, const char *of, char *why)
{
    for (int p = 0; unit->params[p].name; p++) {
        const wf_param *param = &unit->params[p];
        char accepted[WF_WHY / 2];
        if (is_accepted(param, c->param[p]))
            continue;
        bool several = param->kind == WF_PARAM_SET || param->kind == WF_PARAM_LIST;
        put_values(accepted, sizeof accepted, param->values, several);
        return fault(why, "%s%s must %s %s", of, param->name, several ? "name at least one of" : "be", accepted);
    }
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        if (!wf_child_used(child, c))
            continue;
        char name[WF_WHY / 4];
        wf_config own = wf_child_config(unit, c, k);
        snprintf(name, sizeof name, "%s%s.", of, child->name);
        if (values_error(child->unit, &own, name, why))
            return true;
    }
    return false;
}

bool wf_params_error(const wf_unit *unit, const wf_config *config, char *why)
{
    return wf_unit_error(unit, why) || width_error(unit, config, why) || values_error(unit, config, "", why);
}

bool wf_unit_error(const wf_unit *unit, char *why)
{
    int params = all_params(unit), classes = 0, patterns = 0;
    if (params > WF_MAX_PARAMS)
        return fault(why, "%s has %d parameters, with those of the units in it, and %d are the most", unit->name, params, WF_MAX_PARAMS);
    for (const wf_codec *codec = unit->codec; codec && codec->class_names[classes];)
        classes++;
    for (const wf_codec *codec = unit->codec; codec && codec->pattern_names && codec->pattern_names[patterns];)
        patterns++;
    if (classes > WF_MAX_CLASSES)
        return fault(why, "%s has %d classes, and %d are the most", unit->name, classes, WF_MAX_CLASSES);
    if (patterns > WF_MAX_PATTERNS)
        return fault(why, "%s has %d patterns, and %d are the most", unit->name, patterns, WF_MAX_PATTERNS);
    return false;
}

/* ---- What does not fit into the tables of warpfold.h ---- */

static bool exceeds(const wf_unit *unit, int count, const char *what, int most, char *why)
{
    return count > most && fault(why, "%s has %d %s in this configuration, and %d are the most", unit->name, count, what, most);
}

static bool sizes_exceed(const wf_unit *unit, const wf_config *c, const wf_sizes *s, char *why)
{
    wf_tag_field fields[WF_MAX_TAG_FIELDS];
    return exceeds(unit, s->block_bits, "bits of a block", 32 * WF_MAX_WORDS, why) ||
           exceeds(unit, s->mask_bits, "bits of a mask", 32 * WF_MASK_WORDS, why) ||
           exceeds(unit, s->payload_bits, "bits of payload", 32 * WF_MAX_WORDS, why) ||
           exceeds(unit, s->tag_bits, "bits of tag", 32 * WF_TAG_WORDS, why) ||
           exceeds(unit, s->units, "storage units", WF_MAX_UNITS, why) ||
           exceeds(unit, s->wen_bits, "write enables", 32 * WF_WEN_WORDS, why) ||
           (unit->codec->tag_fields && exceeds(unit, unit->codec->tag_fields(c, fields), "fields of a tag", WF_MAX_TAG_FIELDS, why));
}

static bool streams_exceed(const wf_unit *unit, const wf_streams *s, char *why)
{
    if (exceeds(unit, s->count, "streams", WF_MAX_STREAMS, why))
        return true;
    for (int i = 0; i < s->count; i++)
        if (s->stream[i].count > WF_MAX_FIELDS)
            return fault(why, "%s has %d fields in its stream \"%s\", and %d are the most", unit->name, s->stream[i].count,
                         s->stream[i].name, WF_MAX_FIELDS);
    return false;
}

static bool memories_exceed(const wf_unit *unit, const wf_config *c, char *why)
{
    wf_memory memories[WF_MAX_MEMORIES];
    return unit->memories && exceeds(unit, unit->memories(c, memories), "kinds of memories", WF_MAX_MEMORIES, why);
}

static bool cuts_exceed(const wf_unit *unit, const wf_config *c, char *why)
{
    for (int enc = 0; enc < 2 && unit->cuts; enc++) {
        const wf_cuts *cuts = unit->cuts(c, enc);
        if (cuts && exceeds(unit, count_values(cuts->names), "cuts", WF_MAX_CUTS, why))
            return true;
    }
    return false;
}

bool wf_config_error(const wf_unit *unit, const wf_config *config, char *why)
{
    wf_sizes sizes;
    wf_streams streams = {.count = 0};
    const char *reason = "";
    if (wf_params_error(unit, config, why))
        return true;
    if ((unit->codec ? unit->codec->sizes(config, &sizes, &reason) : unit->streams(config, &streams, &reason)) != WF_OK)
        return fault(why, "%s", reason);
    return (unit->codec && sizes_exceed(unit, config, &sizes, why)) || streams_exceed(unit, &streams, why) ||
           memories_exceed(unit, config, why) || cuts_exceed(unit, config, why);
}
