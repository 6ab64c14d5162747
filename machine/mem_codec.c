/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_codec.h"

#include "../base/msg.h"
#include "../memory/line_code.h"
#include "mem_coalesce.h"

static int bursts(void *own, uint64_t line)
{
    mem_codec *c = own;
    uint32_t words[MEM_LINE / 4];
    wf_code code;
    if (!c->content(c->own, line, words)) {
        c->unknown++;
        return MEM_SECTORS;
    }
    c->known++;
    wf_encode(c->design->codec, &c->design->config, &(wf_input){.block = words}, &code);
    return wf_units_used(&c->design->sizes, &code);
}

mem_callbacks codec_callbacks(mem_codec *c)
{
    line_codec_need(c->design, "a machine that compresses lines");
    if (c->design->config.line_bytes != MEM_LINE)
        die_usage("%s has lines of %d bytes: a machine has lines of %d", c->design->unit->name, c->design->config.line_bytes, MEM_LINE);
    return (mem_callbacks){c, bursts};
}
