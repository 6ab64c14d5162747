/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_codec.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../memory/line_code.h"
#include "../memory/segment_cache.h"

static const wf_unit *first_codec(void)
{
    for (size_t i = 0; i < wf_unit_count(); i++)
        if (wf_unit_at(i)->codec && wf_unit_at(i)->line)
            return wf_unit_at(i);
    die_usage("this program has no codec of cache lines");
}

static void of_unit(design *d, const wf_unit *unit, const char *parameters)
{
    design_init_named(d, unit->name, "--codec");
    design head = *d;
    if (design_set_fault(&head, "tag", "head", "") == NULL && design_fault(&head) == NULL)
        *d = head;
    design_set_all(d, parameters, "--codec");
    design_check(d);
}

void codec_design(design *d, const char *words)
{
    const size_t name = words ? strcspn(words, " ") : 0;
    const wf_unit *unit = words ? wf_find_unit(format_new("%.*s", (int)name, words)) : first_codec();
    if (unit)
        of_unit(d, unit, words ? words + name : "");
    else
        design_load(d, words);
    line_codec_need(d, "a machine that compresses lines");
    if (d->config.line_bytes != MEM_LINE)
        die_usage("%s has lines of %d bytes: a machine has lines of %d", d->unit->name, d->config.line_bytes, MEM_LINE);
}

void codec_settle(machine *m, const design *d)
{
    if (m->encode_cycles == MACHINE_CODEC) {
        m->encode_cycles = design_latency(d, true);
        m->encode_interval = d->sizes.interval_enc;
    }
    if (m->decode_cycles == MACHINE_CODEC) {
        m->decode_cycles = design_latency(d, false);
        m->decode_interval = d->sizes.interval_dec;
    }
}

static int bursts(void *own, uint64_t line)
{
    mem_codec *c = own;
    uint32_t words[MEM_LINE / 4];
    wf_code code;
    if (!c->content(c->own, line, words))
        return 0;
    wf_encode(c->design->codec, &c->design->config, &(wf_input){.block = words}, &code);
    return wf_units_used(&c->design->sizes, &code);
}

static int segments(void *own, uint64_t line)
{
    mem_codec *c = own;
    uint32_t words[MEM_LINE / 4];
    if (bursts(own, line) % MEM_SECTORS == 0 || !c->content(c->own, line, words)) /* 0 or all: it is raw */
        return MEM_LINE / SEGMENT_BYTES;
    return segments_of(wf_measure(c->design->codec, &c->design->config, &(wf_input){.block = words}));
}

mem_callbacks codec_callbacks(mem_codec *c)
{
    return (mem_callbacks){.own = c, .bursts = bursts, .segments = segments};
}
