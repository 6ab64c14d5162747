/* SPDX-License-Identifier: Apache-2.0
 *
 * split - breaks a warp's access to private memory into masked requests, one for each block that it uses. It stands in front of a cache of blocks,
 * such as the Affine Vector Cache. Source: Affine Vector Cache (2011), section 2.2.
 *
 * docs/split.md tells what it does. There are two lists, oldest first: *accesses*, of which the first is the one that is split, with the lanes that
 * are left of it; and *requests* that wait to leave. */
#include "bits.h"
#include "warpfold.h"

enum { LANE_BITS = 32, WORD_BYTES = 4, QUEUE = 2, MOST_USER = 128 };
enum { ADDRESS, OFFSET, USER }; /* parameters */

static const wf_param params[] = {
    [ADDRESS] = {"address", "bits of the number of a block", WF_PARAM_INT, "8..32", 25, "WF_ADDRESS"},
    [OFFSET] = {"offset", "bits of a lane's byte offset in its private memory", WF_PARAM_INT, "4..24", 13, "WF_OFFSET"},
    [USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..128", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)why; /* its parameters have no rule between them */
    int lanes = c->lanes, address = c->param[ADDRESS], block = LANE_BITS * lanes, user = c->param[USER];
    *s = (wf_streams){
        .count = 2,
        .stream =
            {{"access", .ready = true, .count = 6,
              .field = {{"write", 1},
                        {"base", address},
                        {"mask", lanes},
                        {"offset", c->param[OFFSET] * lanes},
                        {"data", block},
                        {"user", user}}},
             {"request", .output = true, .ready = true, .count = 7,
              .field =
                  {{"write", 1}, {"address", address}, {"mask", lanes}, {"data", block}, {"unaligned", 1}, {"last", 1}, {"user", user}}}},
    };
    return WF_OK;
}

typedef struct {
    uint32_t write, base, left[WF_MASK_WORDS], offset[WF_MAX_LANES], data[WF_MAX_LANES], user[MOST_USER / 32];
} access;

typedef struct {
    uint32_t write, address, mask[WF_MASK_WORDS], data[WF_MAX_LANES], unaligned, last, user[MOST_USER / 32];
} request;

typedef struct {
    int accesses, requests; /* how many there are */
    access access[QUEUE];
    request request[QUEUE];
} split_state;

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(split_state);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

static bool is_ready(const split_state *s)
{
    return s->accesses < QUEUE;
}

static void put(uint32_t **to, const uint32_t *from, int words)
{
    memcpy(*to, from, (size_t)words * sizeof *from);
    *to += words;
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const split_state *s = state;
    const request *r = &s->request[0];
    int mask_words = words_for(c->lanes), user_words = words_for(c->param[USER]), words = 4 + mask_words + c->lanes + user_words;
    bool valid = s->requests > 0;
    *out++ = is_ready(s);
    *care++ = 1;

    *out++ = valid;
    *care++ = 1;
    memset(out, 0, (size_t)words * sizeof *out);
    memset(care, valid ? 0xff : 0, (size_t)words * sizeof *care);
    if (valid) {
        put(&out, &r->write, 1);
        put(&out, &r->address, 1);
        put(&out, r->mask, mask_words);
        put(&out, r->data, c->lanes);
        put(&out, &r->unaligned, 1);
        put(&out, &r->last, 1);
        put(&out, r->user, user_words);
    }
}

/* The lowest lane that is left leads. Its request has the lanes that are left and use its word. */
static request next_request(const wf_config *c, access *a)
{
    request r = {.write = a->write, .address = a->base, .last = 1};
    int lead = 0;
    while (lead < c->lanes && !get_bit(a->left, lead))
        lead++;
    for (int lane = lead; lane < c->lanes; lane++) {
        if (!get_bit(a->left, lane))
            continue;
        if (a->offset[lane] / WORD_BYTES != a->offset[lead] / WORD_BYTES) {
            r.last = 0;
            continue;
        }
        r.mask[lane / 32] |= (uint32_t)1 << lane % 32;
        a->left[lane / 32] ^= (uint32_t)1 << lane % 32;
        r.unaligned |= a->offset[lane] % WORD_BYTES != 0;
    }
    if (lead < c->lanes)
        r.address = (a->base + a->offset[lead] / WORD_BYTES) & low_ones(c->param[ADDRESS]);
    memcpy(r.data, a->data, sizeof r.data);
    memcpy(r.user, a->user, sizeof r.user);
    return r;
}

static access access_of(const wf_config *c, const uint32_t *in)
{
    int mask_words = words_for(c->lanes), bits = c->param[OFFSET];
    const uint32_t *mask = in + 2, *offset = mask + mask_words, *data = offset + words_for(bits * c->lanes), *user = data + c->lanes;
    access a = {.write = in[0], .base = in[1]};
    memcpy(a.left, mask, (size_t)mask_words * sizeof *in);
    for (int lane = 0; lane < c->lanes; lane++)
        a.offset[lane] = get_bits(offset, bits * lane, bits);
    memcpy(a.data, data, (size_t)c->lanes * sizeof *in);
    memcpy(a.user, user, (size_t)words_for(c->param[USER]) * sizeof *in);
    return a;
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    split_state *s = state;
    int access_words = 2 + words_for(c->lanes) + words_for(c->param[OFFSET] * c->lanes) + c->lanes + words_for(c->param[USER]);
    bool accepted = (in[0] & 1) && is_ready(s), picked = s->accesses > 0 && s->requests < QUEUE;
    bool taken = s->requests > 0 && (in[1 + access_words] & 1);

    if (taken)
        s->request[0] = s->request[--s->requests];
    if (picked) {
        request r = next_request(c, &s->access[0]);
        s->request[s->requests++] = r;
        if (r.last)
            s->access[0] = s->access[--s->accesses];
    }
    if (accepted)
        s->access[s->accesses++] = access_of(c, in + 1);
}

static const char *items(const wf_config *c, const char *field, int *bits)
{
    bool offset = strcmp(field, "offset") == 0, data = strcmp(field, "data") == 0;
    *bits = offset ? c->param[OFFSET] : data ? LANE_BITS : 1;
    return offset || data || strcmp(field, "mask") == 0 ? "lane" : NULL;
}

static const wf_part parts[] = {
    {NULL, "slot", WF_ALWAYS},
    {NULL, "lead", WF_ALWAYS},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_split = {
    .name = "split",
    .title = "a warp's access to private memory becomes a request for each block",
    .source = "Affine Vector Cache (2011), section 2.2",
    .params = params,
    .parts = parts,
    .streams = streams,
    .stepped = &stepped,
    .items = items,
};
