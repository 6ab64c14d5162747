/* SPDX-License-Identifier: Apache-2.0 */
#include "burst_code.h"

#include <string.h>

/* The number of the codec among the children that a parameter names; -1: its value names none. */
static int child_named(const design *d, const char *parameter)
{
    char *value = design_param(d, parameter);
    const wf_child *children = d->unit->children;
    int named = -1;
    for (int k = 0; children && children[k].name; k++)
        if (children[k].unit->codec && strcmp(children[k].unit->name, value) == 0)
            named = k;
    arena_free(value);
    return named;
}

burst_code burst_code_of(const design *d)
{
    burst_code b = {.raw = (uint32_t)(d->config.line_bytes / WF_BURST_BYTES) - 1};
    for (const wf_param *p = d->unit->params; p->name; p++) {
        int k = child_named(d, p->name);
        if (k < 0)
            continue;
        b.codec = d->unit->children[k].unit->codec;
        b.config = wf_child_config(d->unit, &d->config, k);
    }
    return b;
}

static size_t bytes_of(uint32_t bursts)
{
    return ((size_t)bursts + 1) * WF_BURST_BYTES;
}

uint32_t burst_code_encode(const burst_code *b, const uint32_t *line, uint32_t *data)
{
    wf_code code;
    uint32_t bursts = b->raw;
    if (b->codec && wf_encode(b->codec, &b->config, &(wf_input){.block = line}, &code) == WF_OK)
        bursts = (uint32_t)__builtin_popcount(code.units[0]) - 1;
    memcpy(data, bursts == b->raw ? line : code.payload, bytes_of(bursts));
    return bursts;
}

bool burst_code_decode(const burst_code *b, uint32_t bursts, const uint32_t *data, uint32_t *line)
{
    wf_code code = {.tag = {1}, .units = {((uint32_t)2 << bursts) - 1}};
    if (bursts >= b->raw) {
        memcpy(line, data, bytes_of(b->raw));
        return true;
    }
    memcpy(code.payload, data, bytes_of(bursts));
    return wf_decode(b->codec, &b->config, &code, line) == WF_OK;
}
