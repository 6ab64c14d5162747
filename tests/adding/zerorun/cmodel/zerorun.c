/* SPDX-License-Identifier: Apache-2.0
 *
 * zerorun - the run of zero words at the end of a cache line is left out.
 * Source: made for tests/tree/adding.sh, the smallest codec that has everything.
 *
 * Tag: how many zero words are left out, 0 is raw; a line keeps at least its first word. The payload is the words before them, each at its
 * place. A code that is longer than `save` allows is not used.
 */
#include "line.h"
#include "warpfold.h"

enum { SAVE, PARAMS };

static const wf_param params[] = {
    [SAVE] = LINE_SAVE_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "run", NULL};

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_rule_broken(c, c->param[SAVE]);
    if (reason)
        return wf_verdict(reason, why);
    int bits = __builtin_ctz((unsigned)line_words(c)); /* of a number below the words */
    line_sizes(c, bits, bits, s);
    return WF_OK;
}

/* Zero words at the end of the line, without the first. */
static int run_of(const wf_config *c, const uint32_t *block)
{
    int run = 0;
    while (run < line_words(c) - 1 && block[line_words(c) - 1 - run] == 0)
        run++;
    return run;
}

static bool is_used(const wf_config *c, int run)
{
    return 32 * (line_words(c) - run) <= line_limit(c, c->param[SAVE]);
}

static int measure(const wf_config *c, const wf_input *in)
{
    int run = in->raw_only ? 0 : run_of(c, in->block);
    return 32 * (line_words(c) - (is_used(c, run) ? run : 0));
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    int bits = measure(c, in);
    memcpy(code->payload, in->block, 4 * (size_t)line_words(c));
    code->tag[0] = (uint32_t)(line_words(c) - bits / 32);
    line_use(bits, code);
    return WF_OK;
}

/* The words that the tag leaves out. */
static int run_in(const wf_config *c, const wf_code *code)
{
    return (int)(code->tag[0] & (uint32_t)(line_words(c) - 1));
}

static int size(const wf_config *c, const wf_code *code)
{
    return 32 * (line_words(c) - run_in(c, code));
}

static int fault(const wf_config *c, const wf_code *code)
{
    bool tag = run_in(c, code) == 0 || is_used(c, run_in(c, code));
    return tag && line_units(size(c, code)) == code->units[0] ? -1 : 32 * line_words(c);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    int run = run_in(c, code);
    memcpy(block, code->payload, 4 * (size_t)(line_words(c) - run));
    memset(block + line_words(c) - run, 0, 4 * (size_t)run);
    if (run != 0 && !is_used(c, run))
        return WF_ERR_TAG;
    return fault(c, code) < 0 ? WF_OK : WF_ERR_PAYLOAD;
}

static int classify(const wf_config *c, const wf_code *code)
{
    return run_in(c, code) != 0;
}

/* It has no faster form: what codecs of codecs ask. */
extern const wf_fast wf_zerorun_fast;
const wf_fast wf_zerorun_fast = {.params = PARAMS, .save = SAVE + 1};

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .sized = true,
    .measure = measure,
    .fault = fault,
    .fast = &wf_zerorun_fast,
};

const wf_unit wf_unit_zerorun = {
    .name = "zerorun",
    .title = "the run of zero words at the end of a cache line",
    .source = "an example",
    .line = true,
    .params = params,
    .codec = &codec,
};
