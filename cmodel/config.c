/* SPDX-License-Identifier: Apache-2.0
 *
 * config - configurations: their defaults, those of children, and what is wrong with one. A unit's table says which values a parameter takes,
 * and nothing else says it again; the unit itself knows the rules between parameters. Units are those without wf_units_error. */
#include "name.h"
#include "param.h"

enum { BESIDE_LANES = 128 }; /* bytes of a line by default, in a unit that takes lanes too */

/* Sets the parameters from number `at` on, and returns the number of the next one. Of a unit that has too many (wf_unit_error), those that
 * have a place. */
static int set_defaults(const wf_unit *unit, int *param, int at)
{
    int *own = param + at;
    for (const wf_param *p = unit->params; p->name; p++, at++)
        if (at < WF_MAX_PARAMS)
            param[at] = p->initial;
    for (const wf_child *child = unit->children; child && child->name; child++)
        at = set_defaults(child->unit, param, at);
    if (unit->defaults && at <= WF_MAX_PARAMS)
        unit->defaults(own);
    return at;
}

bool wf_takes_lanes(const wf_unit *unit)
{
    return !unit->line || unit->warps;
}

wf_config wf_open_config(const wf_unit *unit, int width)
{
    wf_config c = {.lanes = wf_takes_lanes(unit) ? width : 0, .line_bytes = !unit->line ? 0 : unit->warps ? BESIDE_LANES : width};
    set_defaults(unit, c.param, 0);
    return c;
}

wf_config wf_default_config(const wf_unit *unit, int width)
{
    if (unit == NULL)
        return (wf_config){.lanes = 0};
    wf_config c = wf_open_config(unit, width);
    wf_derive(unit, &c);
    return c;
}

int wf_child_params(const wf_unit *unit, int k)
{
    int at = param_own(unit);
    for (int i = 0; i < k; i++)
        at += param_all(unit->children[i].unit);
    return at;
}

wf_config config_of_child(const wf_unit *unit, const wf_config *whole, int k)
{
    const wf_child *child = &unit->children[k];
    wf_config own = {.lanes = wf_takes_lanes(child->unit) ? whole->lanes : 0, .line_bytes = child->unit->line ? whole->line_bytes : 0};
    memcpy(own.param, whole->param + wf_child_params(unit, k), (size_t)param_all(child->unit) * sizeof *own.param);
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

static bool width_error(const wf_unit *unit, const wf_config *c, char *why)
{
    if (unit->line && !wf_is_line(c->line_bytes))
        return fault(why, "line must be 32, 64 or 128 bytes");
    if (wf_takes_lanes(unit) && !wf_is_lanes(c->lanes))
        return fault(why, "lanes must be a power of two from %d to %d", WF_MIN_LANES, WF_MAX_LANES);
    return false;
}

/* `of`: "", or the child's name and a dot, as a user names its parameters. */
static bool own_values_error(const wf_unit *unit, const wf_config *c, const char *of, char *why)
{
    for (int p = 0; unit->params[p].name; p++) {
        const wf_param *param = &unit->params[p];
        char accepted[WF_WHY / 2];
        if (param_accepts(param, c->param[p]))
            continue;
        param_put_values(accepted, sizeof accepted, param);
        return fault(why, "%s%s must %s %s", of, param->name, param_takes_several(param) ? "name at least one of" : "be", accepted);
    }
    return false;
}

static bool values_error(const wf_unit *unit, const wf_config *c, const char *of, char *why)
{
    if (own_values_error(unit, c, of, why))
        return true;
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_child *child = &unit->children[k];
        if (!wf_child_used(child, c))
            continue;
        char name[WF_WHY / 4];
        wf_config own = config_of_child(unit, c, k);
        snprintf(name, sizeof name, "%s%s.", of, child->name);
        if (values_error(child->unit, &own, name, why))
            return true;
    }
    return false;
}

wf_config wf_child_config(const wf_unit *unit, const wf_config *whole, int k)
{
    int children = 0;
    while (unit->children && unit->children[children].name)
        children++;
    if (k < 0 || k >= children || width_error(unit, whole, NULL) || own_values_error(unit, whole, "", NULL))
        return (wf_config){.lanes = 0};
    return config_of_child(unit, whole, k);
}

bool wf_params_error(const wf_unit *unit, const wf_config *config, char *why)
{
    return width_error(unit, config, why) || values_error(unit, config, "", why);
}

/* ---- Defaults that follow from the rest ---- */

/* A parameter that nobody has set, and whose default is derived. */
static bool is_open(const wf_param *param, int value)
{
    return value == WF_DERIVED && param->initial == WF_DERIVED;
}

/* Derives the unit's own, if it has the width and each value that is set. */
static void derive_own(const wf_unit *unit, wf_config *c)
{
    if (width_error(unit, c, NULL))
        return;
    for (int p = 0; unit->params[p].name; p++)
        if (!is_open(&unit->params[p], c->param[p]) && !param_accepts(&unit->params[p], c->param[p]))
            return;
    for (int p = 0; unit->params[p].name; p++)
        if (is_open(&unit->params[p], c->param[p]))
            c->param[p] = unit->derived(c, p);
}

void wf_derive(const wf_unit *unit, wf_config *config)
{
    if (param_all(unit) > WF_MAX_PARAMS)
        return; /* wf_unit_error */
    if (unit->derived)
        derive_own(unit, config);
    for (int k = 0; unit->children && unit->children[k].name; k++) {
        const wf_unit *child = unit->children[k].unit;
        int *slot = config->param + wf_child_params(unit, k);
        wf_config own = config_of_child(unit, config, k);
        wf_derive(child, &own);
        for (int p = 0; p < param_all(child); p++)
            if (slot[p] == WF_DERIVED)
                slot[p] = own.param[p];
    }
}

/* ---- What does not fit into the tables of warpfold.h, or is none of what they hold ---- */

static bool exceeds(const wf_unit *unit, int count, const char *what, int most, char *why)
{
    return count > most && fault(why, "%s has %d %s in this configuration, and %d are the most", unit->name, count, what, most);
}

/* Room for what is filled in beyond the most, so that it can be told. */
enum { BEYOND = 8 };

static bool sizes_exceed(const wf_unit *unit, const wf_config *c, const wf_sizes *s, char *why)
{
    wf_tag_field fields[BEYOND * WF_MAX_TAG_FIELDS];
    return exceeds(unit, s->block_bits, "bits of a block", 32 * WF_MAX_WORDS, why) ||
           exceeds(unit, s->mask_bits, "bits of a mask", 32 * WF_MASK_WORDS, why) ||
           exceeds(unit, s->payload_bits, "bits of payload", 32 * WF_MAX_WORDS, why) ||
           exceeds(unit, s->tag_bits, "bits of tag", 32 * WF_TAG_WORDS, why) ||
           exceeds(unit, s->units, "storage units", WF_MAX_UNITS, why) ||
           exceeds(unit, s->wen_bits, "write enables", 32 * WF_WEN_WORDS, why) ||
           (unit->codec->tag_fields && exceeds(unit, unit->codec->tag_fields(c, fields), "fields of a tag", WF_MAX_TAG_FIELDS, why));
}

static bool fields_are_wrong(const wf_unit *unit, const wf_stream *s, char *why)
{
    for (int f = 0; f < s->count; f++) {
        const wf_field *field = &s->field[f];
        if (name_is_wrong(unit->name, "a field", field->name, &any_case, why))
            return true;
        if (field->bits < 1 || field->bits > WF_MAX_FIELD_BITS)
            return fault(why, "%s: the field %s of its stream \"%s\" has %d bits in this configuration; 1 to %d can be", unit->name,
                         field->name, s->name, field->bits, WF_MAX_FIELD_BITS);
        for (int other = 0; other < f; other++)
            if (strcmp(s->field[other].name, field->name) == 0)
                return fault(why, "%s: two fields of its stream \"%s\" are named %s", unit->name, s->name, field->name);
    }
    return false;
}

static bool counts_are_wrong(const wf_unit *unit, const wf_stream *s, char *why)
{
    if (s->counts && (!unit->stepped || !s->output || s->counts < 0 || s->counts > s->count))
        return fault(why, "%s: %d fields of its stream \"%s\" are counts; 0 to %d can be, of an output of a stepped unit", unit->name,
                     s->counts, s->name, s->count);
    for (int f = s->count - s->counts; f < s->count; f++)
        if (s->field[f].bits != 32)
            return fault(why, "%s: the count %s of its stream \"%s\" has %d bits; counts have 32", unit->name, s->field[f].name, s->name,
                         s->field[f].bits);
    return false;
}

static bool streams_are_wrong(const wf_unit *unit, const wf_streams *s, char *why)
{
    if (exceeds(unit, s->count, "streams", WF_MAX_STREAMS, why))
        return true;
    for (int i = 0; i < s->count; i++) {
        const wf_stream *stream = &s->stream[i];
        bool unnamed = stream->name && *stream->name == '\0'; /* its ports have no prefix */
        if (!unnamed && name_is_wrong(unit->name, "a stream", stream->name, &any_case, why))
            return true;
        if (stream->count < 0 || stream->count > WF_MAX_FIELDS)
            return fault(why, "%s has %d fields in its stream \"%s\", and %d are the most", unit->name, stream->count, stream->name,
                         WF_MAX_FIELDS);
        if (counts_are_wrong(unit, stream, why))
            return true;
        for (int k = 0; k < i; k++)
            if (strcmp(s->stream[k].name, stream->name) == 0 && s->stream[k].output == stream->output)
                return fault(why, "%s: two of its streams are named \"%s\"", unit->name, stream->name);
        if (i > 0 && s->stream[i - 1].output && !stream->output)
            return fault(why, "%s: its input \"%s\" is behind an output; inputs come first", unit->name, stream->name);
        if (fields_are_wrong(unit, stream, why))
            return true;
    }
    return s->count == 0 && fault(why, "%s has no streams in this configuration", unit->name);
}

static bool memories_exceed(const wf_unit *unit, const wf_config *c, char *why)
{
    wf_memory memories[BEYOND * WF_MAX_MEMORIES];
    return unit->memories && exceeds(unit, unit->memories(c, memories), "kinds of memories", WF_MAX_MEMORIES, why);
}

static bool cuts_exceed(const wf_unit *unit, const wf_config *c, char *why)
{
    for (int enc = 0; enc < 2 && unit->cuts; enc++) {
        const wf_cuts *cuts = unit->cuts(c, enc);
        if (cuts && exceeds(unit, param_count(cuts->names), "cuts", WF_MAX_CUTS, why))
            return true;
    }
    return false;
}

bool wf_config_error(const wf_unit *unit, const wf_config *config, char *why)
{
    wf_sizes sizes;
    wf_streams streams = {.count = 0};
    const char *reason = "";
    if (no_unit(unit, why) || wf_params_error(unit, config, why))
        return true;
    if ((unit->codec ? unit->codec->sizes(config, &sizes, &reason) : unit->streams(config, &streams, &reason)) != WF_OK)
        return fault(why, "%s", reason);
    return (unit->codec && sizes_exceed(unit, config, &sizes, why)) || (!unit->codec && streams_are_wrong(unit, &streams, why)) ||
           memories_exceed(unit, config, why) || cuts_exceed(unit, config, why);
}
