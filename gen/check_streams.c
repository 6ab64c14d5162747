/* SPDX-License-Identifier: Apache-2.0 */
#include "check_streams.h"

/* The fields of a stream, the first in the highest bits; returns how many bits they have. */
static int add_fields(const wf_stream *s, text *out)
{
    int bits = 0;
    for (const wf_field *f = s->field; f < s->field + s->count; f++) {
        text_printf(out, "%s%s_%s_%c", f > s->field ? ", " : "", s->name, f->name, s->output ? 'o' : 'i');
        bits += f->bits;
    }
    return bits;
}

static void add_stream(const design *d, const wf_stream *s, text *out)
{
    text fields = {0}, ready = {0};
    int bits = add_fields(s, &fields);
    if (s->ready)
        text_printf(&ready, "%s_ready_%c", s->name, s->output ? 'i' : 'o');
    text_printf(out, "%s    %s_handshake_check #(.BITS(%d), .OUTPUT(%d), .ASSUME(ASSUME)) stream_%s (\n", out->len ? "\n" : "", d->name,
                bits, s->output, s->name);
    text_printf(out, "        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(%s_valid_%c), .ready_i(%s),\n        .fields_i({%s})\n    );",
                s->name, s->output ? 'o' : 'i', s->ready ? ready.data : "1'b1", fields.data);
}

void check_streams_macros(const design *d, const bench_module *m, macro_table *macros)
{
    text streams = {0};
    for (const wf_stream *s = m->streams.stream; s < m->streams.stream + m->streams.count; s++)
        add_stream(d, s, &streams);
    macro_set(macros, "WF_CHECK_HANDSHAKE", "%s_handshake_check", d->name);
    macro_set(macros, "WF_CHECK_STREAMS", "%s", streams.data);
}
