/* SPDX-License-Identifier: Apache-2.0
 *
 * activity.c - counts how often each input bit of encoder and decoder toggles on real register values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../gen/design_modules.h"
#include "activity.h"
#include "stimuli.h"

enum { SAMPLES = 20000, PORTS = 4, MAX_BITS = 32 * WF_MAX_WORDS };

/* Counts of one input port so far. */
typedef struct {
    const char *name;
    int bits;
    uint32_t last[WF_MAX_WORDS];
    unsigned toggles[MAX_BITS], ones[MAX_BITS];
} counter;

static void count(counter *c, const uint32_t *value, bool first)
{
    for (int i = 0; i < c->bits; i++) {
        unsigned now = value[i / 32] >> i % 32 & 1, before = c->last[i / 32] >> i % 32 & 1;
        c->ones[i] += now;
        c->toggles[i] += !first && now != before;
    }
    memcpy(c->last, value, sizeof *value * (size_t)((c->bits + 31) / 32));
}

static void save(const counter *ports, int n, unsigned samples, const char *dir, const char *unit)
{
    text t = {0};
    for (int p = 0; p < n; p++)
        for (int i = 0; i < ports[p].bits; i++)
            text_printf(&t, "%s %d %.4f %.4f\n", ports[p].name, i, (double)ports[p].toggles[i] / (samples - 1),
                        (double)ports[p].ones[i] / samples);
    char *path = format_new("%s/activity_%s.txt", dir, unit);
    file_write(path, t.data, t.len);
    arena_free(path);
    text_free(&t);
}

/* The payload at a decoder's input. Bits of storage units that are not read keep their last value. */
static void hold_disabled(const wf_sizes *s, const wf_code *code, const uint32_t *last, uint32_t *payload)
{
    memcpy(payload, last, sizeof *last * (size_t)((s->payload_bits + 31) / 32));
    int at = 0;
    for (int u = 0; u < s->units; at += s->unit_bits[u++])
        if (code->units[u / 32] >> u % 32 & 1)
            for (int i = at; i < at + s->unit_bits[u]; i++)
                payload[i / 32] = (payload[i / 32] & ~((uint32_t)1 << i % 32)) | (code->payload[i / 32] & (uint32_t)1 << i % 32);
}

void activity_write(const design *d, const char *dir, char *const *traces, int trace_count)
{
    const wf_sizes *s = &d->sizes;
    counter *enc = zalloc(PORTS * sizeof *enc), *dec = zalloc(PORTS * sizeof *dec);
    enc[0] = (counter){.name = "block_i", .bits = s->block_bits};
    enc[1] = (counter){.name = "mask_i", .bits = s->mask_bits};
    enc[2] = (counter){.name = "raw_only_i", .bits = 1};
    enc[3] = (counter){.name = "valid_i", .bits = 1};
    dec[0] = (counter){.name = "payload_i", .bits = s->payload_bits};
    dec[1] = (counter){.name = "tag_i", .bits = s->tag_bits};
    dec[2] = (counter){.name = "valid_i", .bits = 1};
    stimuli *source = stimuli_new(d, 0, traces, trace_count);
    const uint32_t zero = 0, one = 1;
    for (unsigned n = 0; n < SAMPLES; n++) {
        stimulus x;
        wf_code code;
        uint32_t payload[WF_MAX_WORDS];
        stimuli_next_trace(source, &x);
        wf_input in = {.block = x.block, .mask = x.mask};
        wf_encode(d->codec, &d->config, &in, &code);
        hold_disabled(s, &code, dec[0].last, payload);
        count(&enc[0], x.block, n == 0);
        count(&enc[1], x.mask, n == 0);
        count(&enc[2], &zero, n == 0);
        count(&enc[3], &one, n == 0);
        count(&dec[0], payload, n == 0);
        count(&dec[1], code.tag, n == 0);
        count(&dec[2], &one, n == 0);
    }
    save(enc, 4, SAMPLES, dir, module_role_name(MODULE_ENC));
    save(dec, 3, SAMPLES, dir, module_role_name(MODULE_DEC));
    stimuli_free(source);
    arena_free(enc);
    arena_free(dec);
}
