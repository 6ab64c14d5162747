/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"

enum { FROM_ROOM = -1, WORD_BYTES = 4 };
enum { REGISTER_STAGES = 4 };   /* the most ranks of a register codec */

#define OPTION(name, help, member, min, max, initial) {name, help, offsetof(design, member), min, max, initial}
const design_option design_options[] = {
    OPTION("enc-stages", "register ranks of the encoder, the last at its outputs", enc_stages, 0, WF_MAX_STAGES, 2),
    OPTION("dec-stages", "register ranks of the decoder, the last at its outputs", dec_stages, 0, WF_MAX_STAGES, 1),
    OPTION("early-tag", "1: the decoder's tag arrives a cycle before the payload", early_tag, 0, 1, 0),
    OPTION("isolate", "1: gates that keep an idle unit (warpbdi: or one that stays raw) from toggling", isolate, 0, 1, 0),
    OPTION("user", "width of the side channel in bits", user_bits, 1, 64, 16),
    OPTION("encs", "encoders in the array", encs, 1, 32, FROM_ROOM),
    OPTION("decs", "decoders in the array", decs, 1, 32, FROM_ROOM),
    OPTION("dec-ports", "requesters that the decoders serve", dec_ports, 1, 64, FROM_ROOM),
    OPTION("wrapper", "1: valid/ready wrappers around the units too", wrapper, 0, 1, 0),
    {NULL, NULL, 0, 0, 0, 0},
};
const design_option block_options[] = {
    OPTION("stages", "register ranks of a block, at its outputs", stages, 0, 1, 0),
    {NULL, NULL, 0, 0, 0, 0},
};

const design_option *design_options_of(const design *d)
{
    return d->codec ? design_options : block_options;
}

static int *member(design *d, const design_option *o)
{
    return (int *)((char *)d + o->offset);
}

static void set_defaults(design *d, int lanes)
{
    d->config = wf_default_config(d->params, lanes);
    for (const design_option *o = design_options_of(d); o->name; o++)
        *member(d, o) = o->initial;
}

void design_init(design *d, const wf_codec *codec, int lanes)
{
    *d = (design){.codec = codec, .room = codec->name, .title = codec->title, .source = codec->source,
                  .params = codec->params, .line = codec->line};
    set_defaults(d, lanes);
}

void design_init_block(design *d, const wf_block *block, int lanes)
{
    *d = (design){.block = block, .room = block->name, .title = block->title, .source = block->source,
                  .params = block->params, .line = block->line};
    set_defaults(d, lanes);
    if (block->step)
        d->stages = 1;
}

void design_init_named(design *d, const char *codec, const char *block, const char *where)
{
    if (codec && wf_find_codec(codec)) {
        design_init(d, wf_find_codec(codec), 32);
        return;
    }
    if (!codec && wf_find_block(block)) {
        design_init_block(d, wf_find_block(block), 32);
        return;
    }
    text names = {0};
    for (size_t i = 0; i < (codec ? wf_codec_count() : wf_block_count()); i++)
        text_printf(&names, "%s%s", i ? ", " : "", codec ? wf_codec_at(i)->name : wf_block_at(i)->name);
    die_usage("%s: no %s \"%s\"; there is %s", where, codec ? "codec" : "block", codec ? codec : block, names.data);
}

void design_need_codec(const design *d, const char *what)
{
    if (d->codec == NULL)
        die_usage("%s needs a codec, and %s is none; `warpfold list` shows the codecs", what, d->room);
}

/* Is `word` (length n) the i-th of "a|b|c"? Returns i, or -1. */
static int index_of(const char *values, const char *word, size_t n)
{
    for (int i = 0;; i++) {
        size_t len = strcspn(values, "|");
        if (len == n && memcmp(values, word, n) == 0)
            return i;
        if (values[len] == '\0')
            return -1;
        values += len + 1;
    }
}

/* Is value one of "a|b|c", or in the range "a..b"? */
static bool is_accepted(const char *values, const char *value)
{
    long long low, high, v;
    if (sscanf(values, "%lld..%lld", &low, &high) == 2)
        return parse_int(value, low, high, &v);
    return index_of(values, value, strlen(value)) >= 0;
}

/* The i-th of "a|b|c" to `out`. */
static void add_value(text *out, const char *values, int i)
{
    while (i-- > 0)
        values += strcspn(values, "|") + 1;
    text_add(out, values, strcspn(values, "|"));
}

static void set_param(design *d, int p, const char *value, const char *where)
{
    const wf_param *param = &d->params[p];
    int *slot = &d->config.param[p];
    if (param->kind != WF_PARAM_SET) {
        if (!is_accepted(param->values, value))
            die_usage("%s: %s for %s of %s: accepted is %s", where, *value ? value : "(nothing)", param->name, d->room,
                      param->values);
        *slot = param->kind == WF_PARAM_CHOICE ? index_of(param->values, value, strlen(value)) : atoi(value);
        return;
    }
    *slot = 0;
    for (const char *w = value; *value; w += strcspn(w, ",") + 1) {
        size_t n = strcspn(w, ",");
        int i = index_of(param->values, w, n);
        if (i < 0)
            die_usage("%s: \"%.*s\" is not one of the %s of %s: any of %s, separated by commas", where, (int)n, w,
                      param->name, d->room, param->values);
        *slot |= 1 << i;
        if (w[n] == '\0')
            break;
    }
    if (*slot == 0)
        die_usage("%s: an empty set of %s: name at least one of %s", where, param->name, param->values);
}

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s))
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return false;
    return true;
}

void design_set(design *d, const char *key, const char *value, const char *where)
{
    long long v;
    if (d->line && strcmp(key, "line") == 0) {
        if (!parse_int(value, 32, 128, &v) || !wf_is_line((int)v))
            die_usage("%s: %s bytes a line: accepted are 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.lanes = (int)v / WORD_BYTES;
        return;
    }
    if (!d->line && strcmp(key, "lanes") == 0) {
        if (!parse_int(value, WF_MIN_LANES, WF_MAX_LANES, &v) || !wf_is_lanes((int)v))
            die_usage("%s: %s lanes: accepted are 4, 8, 16, 32, 64 and 128", where, *value ? value : "(nothing)");
        d->config.lanes = (int)v;
        return;
    }
    if (strcmp(key, "name") == 0) {
        if (!is_identifier(value) || strlen(value) > 40)
            die_usage("%s: \"%s\" cannot name modules: a letter, then letters, digits and _, 40 at most", where, value);
        snprintf(d->name, sizeof d->name, "%s", value);
        return;
    }
    for (int p = 0; d->params[p].name; p++)
        if (strcmp(d->params[p].name, key) == 0) {
            set_param(d, p, value, where);
            return;
        }
    for (const design_option *o = design_options_of(d); o->name; o++)
        if (strcmp(o->name, key) == 0) {
            if (!parse_int(value, o->min, o->max, &v))
                die_usage("%s: %s for %s: a whole number from %d to %d", where, *value ? value : "(nothing)", key,
                          o->min, o->max);
            *member(d, o) = (int)v;
            return;
        }
    if (strcmp(key, "lanes") == 0 || strcmp(key, "line") == 0)
        die_usage("%s: %s takes %s", where, d->room, d->line ? "cache lines: --line 32, 64 or 128 (bytes)" :
                  "warp registers: --lanes 4, 8, 16, 32, 64 or 128");
    die_usage("%s: %s has no parameter \"%s\"; `warpfold list %s` shows what there is", where, d->room, key,
              d->room);
}

void design_check(design *d)
{
    const char *why;
    text width = {0};
    design_width_text(d, &width);
    if ((d->codec ? d->codec->sizes(&d->config, &d->sizes, &why) : d->block->ports(&d->config, &d->ports, &why)) != WF_OK)
        die_usage("%s, %s: %s", d->room, width.data, why);
    text_free(&width);
    if (d->name[0] == '\0')
        snprintf(d->name, sizeof d->name, "%s%d", d->room, d->line ? design_line(d) : d->config.lanes);
    if (d->block && d->block->step && d->stages == 0)
        die_usage("%s has state and needs a clock: stages 1", d->room);
    if (d->block)
        return;
    if (d->encs == FROM_ROOM)
        d->encs = d->codec->encs;
    if (d->decs == FROM_ROOM)
        d->decs = d->codec->decs;
    if (d->dec_ports == FROM_ROOM)
        d->dec_ports = d->decs;
    if (d->dec_ports < d->decs)
        die_usage("%d decoders for %d requesters: dec-ports must be at least decs", d->decs, d->dec_ports);
    if (!d->line && (d->enc_stages > REGISTER_STAGES || d->dec_stages > REGISTER_STAGES))
        die_usage("%d and %d register ranks: a unit of %s has from 0 to %d", d->enc_stages, d->dec_stages, d->room, REGISTER_STAGES);
    if (d->line && d->early_tag)
        die_usage("early-tag is for warp registers; the code of a line comes with its bursts");
    if ((d->sizes.interval_enc > 1 && d->enc_stages == 0) || (d->sizes.interval_dec > 1 && d->dec_stages == 0))
        die_usage("this form of %s iterates and needs a clock: %s from 1", d->room,
                  d->sizes.interval_enc > 1 && d->enc_stages == 0 ? "enc-stages" : "dec-stages");
    if (d->sizes.interval_dec > 1 && d->dec_ports > d->decs)
        die_usage("decoders that iterate are not arbitrated: dec-ports must equal decs");
    if (d->early_tag && d->dec_stages == 0)
        die_usage("early-tag needs a clocked decoder: dec-stages 1 to %d", REGISTER_STAGES);
    if (d->early_tag && d->dec_ports > d->decs)
        die_usage("early-tag and arbitration exclude each other: dec-ports must equal decs");
    if (d->early_tag && d->wrapper)
        die_usage("early-tag and the valid/ready wrapper exclude each other: leave one out");
}

int design_line(const design *d)
{
    return d->config.lanes * WORD_BYTES;
}

void design_width_text(const design *d, text *out)
{
    if (d->line)
        text_printf(out, "%d-byte line", design_line(d));
    else
        text_printf(out, "%d lanes", d->config.lanes);
}

int design_latency(const design *d, bool enc)
{
    int interval = enc ? d->sizes.interval_enc : d->sizes.interval_dec, ranks = enc ? d->enc_stages : d->dec_stages;
    return ranks + (interval > 1 ? interval : 0);
}

void design_param_text(const design *d, int p, text *out)
{
    const wf_param *param = &d->params[p];
    int value = d->config.param[p];
    if (param->kind == WF_PARAM_INT) {
        text_printf(out, "%d", value);
    } else if (param->kind == WF_PARAM_CHOICE) {
        add_value(out, param->values, value);
    } else {
        bool first = true;
        for (int i = 0; value >> i; i++)
            if (value >> i & 1) {
                if (!first)
                    text_puts(out, ",");
                add_value(out, param->values, i);
                first = false;
            }
    }
}

int design_slices(const design *d)
{
    for (int p = 0; d->params[p].name; p++)
        if (strcmp(d->params[p].name, "slice") == 0)
            return d->config.lanes / d->config.param[p];
    return 1;
}

bool design_has_arrays(const design *d)
{
    return d->block && d->block->arrays;
}

void design_arrays_text(const design *d, text *out)
{
    wf_array array[WF_MAX_ARRAYS];
    int kinds = d->block->arrays(&d->config, array);
    for (const wf_array *a = array; a < array + kinds; a++)
        text_printf(out, "%s%d x %d x %d bits of %s", a > array ? ", " : "", a->count, a->words, a->bits, a->name);
}

void design_command(const design *d, text *out)
{
    text_printf(out, "warpfold gen --%s %s --%s %d --name %s", d->codec ? "codec" : "block", d->room, d->line ? "line" : "lanes",
                d->line ? design_line(d) : d->config.lanes, d->name);
    for (int p = 0; d->params[p].name; p++) {
        text_printf(out, " --%s ", d->params[p].name);
        design_param_text(d, p, out);
    }
    for (const design_option *o = design_options_of(d); o->name; o++)
        text_printf(out, " --%s %d", o->name, *(const int *)((const char *)d + o->offset));
    text_puts(out, " -o DIR");
}
