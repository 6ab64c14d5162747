/* SPDX-License-Identifier: Apache-2.0
 *
 * toycache - a direct-mapped cache that writes back, one request at a time. An example: docs/toycache.md.
 *
 * The address of a word is, from bit 0, word | index | tag. Each function is the paragraph of the page that has its name. */
#include <string.h>

#include "warpfold.h"

enum { LINES, ADDRESS, USER };
static const wf_param params[] = {
    [LINES] = {"lines", "lines that it holds", WF_PARAM_INT, "2|4|8|16", 4, "WF_LINES"},
    [ADDRESS] = {"address", "bits of a word's address", WF_PARAM_INT, "12..32", 16, "WF_ADDRESS"},
    [USER] = {"user", "bits of user", WF_PARAM_INT, "1..32", 8, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

enum { MOST_LINES = 16, MOST_WORDS = 32 };
typedef enum { IDLE, LOOK, EVICT, MISS, WAIT, RESPOND } step;
enum { WRITE, WORD_ADDRESS, MASK, DATA, OWN_USER, REQUEST_WORDS }; /* words of a request */

typedef struct {
    bool valid, dirty;
    uint32_t number, word[MOST_WORDS]; /* number: of the line, index and tag */
} line;

typedef struct {
    step step;
    uint32_t request[REQUEST_WORDS], answer;
    line line[MOST_LINES];
} toycache;

static int words(const wf_config *c)
{
    return c->line_bytes / 4;
}

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)why; /* no rule between parameters */
    int number = c->param[ADDRESS] - __builtin_ctz((unsigned)words(c)), bits = 8 * c->line_bytes, address = c->param[ADDRESS];
    wf_stream request = {"request", .ready = true, .count = 5,
                         .field = {{"write", 1}, {"address", address}, {"mask", 4}, {"data", 32}, {"user", c->param[USER]}}};
    wf_stream fill = {"fill", .ready = true, .count = 2, .field = {{"address", number}, {"data", bits}}};
    wf_stream response = {"response", .output = true, .ready = true, .count = 2, .field = {{"data", 32}, {"user", c->param[USER]}}};
    wf_stream miss = {"miss", .output = true, .ready = true, .count = 3, .field = {{"write", 1}, {"address", number}, {"data", bits}}};
    *s = (wf_streams){4, {request, fill, response, miss}};
    return WF_OK;
}

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(toycache);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

static line *line_of(const wf_config *c, const toycache *s)
{
    return (line *)&s->line[s->request[WORD_ADDRESS] / (uint32_t)words(c) % (uint32_t)c->param[LINES]];
}

/* Puts valid and the fields of an output. */
static uint32_t *show(uint32_t *out, uint32_t **care, bool valid, const uint32_t *fields, int count)
{
    *out = valid;
    memcpy(out + 1, fields, sizeof *out * (size_t)count);
    **care = 1;
    memset(*care + 1, valid ? 0xff : 0, sizeof *out * (size_t)count);
    *care += 1 + count;
    return out + 1 + count;
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const toycache *s = state;
    const line *l = line_of(c, s);
    uint32_t response[2] = {s->answer, s->request[OWN_USER]}, miss[2 + MOST_WORDS] = {s->step == EVICT};
    miss[1] = s->step == EVICT ? l->number : s->request[WORD_ADDRESS] / (uint32_t)words(c);
    memcpy(miss + 2, l->word, sizeof l->word);
    *out++ = s->step == IDLE;
    *out++ = s->step == WAIT;
    *care++ = 1;
    *care++ = 1;
    out = show(out, &care, s->step == RESPOND, response, 2);
    show(out, &care, s->step == EVICT || s->step == MISS, miss, 2 + words(c));
    if (s->step != EVICT)
        memset(care - words(c), 0, sizeof *care * (size_t)words(c));
}

/* Look: the request's line is there, or must be brought. */
static step look(const wf_config *c, toycache *s)
{
    line *l = line_of(c, s);
    uint32_t address = s->request[WORD_ADDRESS], *word = &l->word[address % (uint32_t)words(c)];
    if (!l->valid || l->number != address / (uint32_t)words(c))
        return l->valid && l->dirty ? EVICT : MISS;
    s->answer = *word;
    for (int byte = 0; s->request[WRITE] && byte < 4; byte++)
        if (s->request[MASK] >> byte & 1)
            *word = (*word & ~((uint32_t)0xff << 8 * byte)) | (s->request[DATA] & (uint32_t)0xff << 8 * byte);
    l->dirty |= s->request[WRITE];
    return RESPOND;
}

static void fill(const wf_config *c, toycache *s, const uint32_t *data)
{
    line *l = line_of(c, s);
    *l = (line){.valid = true, .number = s->request[WORD_ADDRESS] / (uint32_t)words(c)};
    memcpy(l->word, data, (size_t)c->line_bytes);
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    toycache *s = state;
    const uint32_t *filled = in + 1 + REQUEST_WORDS, *response_ready = filled + 2 + words(c), *miss_ready = response_ready + 1;
    switch (s->step) {
    case IDLE:
        if (in[0] & 1) {
            memcpy(s->request, in + 1, sizeof s->request);
            s->step = LOOK;
        }
        break;
    case LOOK: s->step = look(c, s); break;
    case EVICT: s->step = *miss_ready & 1 ? MISS : EVICT; break;
    case MISS: s->step = *miss_ready & 1 ? WAIT : MISS; break;
    case WAIT:
        if (filled[0] & 1) {
            fill(c, s, filled + 2);
            s->step = LOOK;
        }
        break;
    case RESPOND: s->step = *response_ready & 1 ? IDLE : RESPOND; break;
    }
}

static const wf_system cache = {.kind = WF_CACHE};
static const wf_stepped stepped = {state_size, reset, outputs, clock_edge};

const wf_unit wf_unit_toycache = {
    .name = "toycache",
    .title = "a direct-mapped cache, an example",
    .source = "this project's",
    .line = true,
    .params = params,
    .streams = streams,
    .stepped = &stepped,
    .system = &cache,
};
