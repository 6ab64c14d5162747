/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_codes.h"

static void add(channel_codes *c, const channel_list *l, uint32_t content)
{
    wf_code code;
    c->bursts[content] = (uint8_t)c->code.raw;
    if (c->code.codec == NULL ||
        wf_encode(c->code.codec, &c->code.config, &(wf_input){.block = channel_list_content(l, content)}, &code) != WF_OK)
        return;
    c->bursts[content] = (uint8_t)(__builtin_popcount(code.units[0]) - 1);
    c->class[content] = (uint8_t)wf_classify(c->code.codec, &c->code.config, &code);
}

void channel_codes_make(channel_codes *c, const design *d, const channel_list *l)
{
    *c = (channel_codes){burst_code_of(d), zalloc(l->content_count), zalloc(l->content_count)};
    for (size_t i = 0; i < l->content_count; i++)
        add(c, l, (uint32_t)i);
}

void channel_codes_free(channel_codes *c)
{
    arena_free(c->bursts);
    arena_free(c->class);
}
