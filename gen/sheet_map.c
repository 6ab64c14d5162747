/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet_map.c - the data sheet on where the payload has the bytes of the block. */
#include <string.h>

#include "../cmodel/bits.h"
#include "code_map.h"
#include "sheet_code.h"

/* Consecutive bytes of the payload with one use. From byte to byte their places in the block move by `move`. */
typedef struct {
    byte_use use;
    int from, count, move;
    bool zero;          /* the encoder writes 0 into all of them */
    int repeat, stride; /* this many such runs, each `stride` bytes further on in the block */
} run;

static bool goes_on(const run *r, const byte_use *next, bool zero)
{
    const byte_use *u = &r->use;
    if (next->kind != u->kind || next->count != u->count || next->step != u->step || next->even != u->even)
        return false;
    if (u->count == 0)
        return u->kind == BYTE_UNUSED || zero == r->zero;
    int move = next->first - (u->first + (r->count - 1) * r->move);
    if (r->count == 1)
        return u->even && (move == 1 || (u->count == 1 && (move == 2 || move == 4 || move == 8 || move == 16)));
    return u->even && move == r->move;
}

/* Is the run one more of those in r? Each has two bytes or more, side by side in the block. */
static bool repeats(const run *r, const run *next)
{
    int stride = next->use.first - (r->use.first + (r->repeat - 1) * r->stride);
    return next->use.kind == r->use.kind && r->use.count == 1 && next->use.count == 1 && r->move == 1 && next->move == 1 &&
           next->count == r->count && (r->repeat == 1 ? stride > r->count : stride == r->stride);
}

static int bytes_of(const run *r)
{
    return r->count * r->repeat;
}

/* "bytes 0..3 of lane 5", "byte 1 of lanes 1..31", "bytes 8, 16, .. 120 of the line": the targets of a run that have one each. */
static void add_places(const code_subject *s, const run *r, text *out)
{
    int first = r->use.first, last = first + (r->count - 1) * r->move,
        word = s->sizes.mask_bits ? s->sizes.block_bits / s->sizes.mask_bits / 8 : 0;
    const char *whole = s->unit->line ? "line" : "block";
    if (r->repeat > 1 && word && r->stride == word) {
        text_printf(out, "bytes %d..%d of lane %d, then of lanes %d..%d", first % word, last % word, first / word, first / word + 1,
                    first / word + r->repeat - 1);
        return;
    }
    if (r->repeat > 1) {
        text_printf(out, "bytes %d..%d of the %s, then each %d bytes further up to %d..%d", first, last, whole, r->stride,
                    first + (r->repeat - 1) * r->stride, last + (r->repeat - 1) * r->stride);
        return;
    }
    if (r->count == 1 && word) {
        text_printf(out, "byte %d of lane %d", first % word, first / word);
    } else if (r->count == 1) {
        text_printf(out, "byte %d of the %s", first, whole);
    } else if (r->move == 1 && word && first % word == 0 && r->count % word == 0) {
        text_printf(out, r->count == word ? "lane %d" : "lanes %d..%d", first / word, last / word);
    } else if (r->move == 1 && word && first / word == last / word) {
        text_printf(out, "bytes %d..%d of lane %d", first % word, last % word, first / word);
    } else if (word && r->move == word) {
        text_printf(out, "byte %d of lanes %d..%d", first % word, first / word, last / word);
    } else if (r->move == 1) {
        text_printf(out, "bytes %d..%d of the %s", first, last, whole);
    } else if (r->count == 2) {
        text_printf(out, "bytes %d and %d of the %s", first, last, whole);
    } else {
        text_printf(out, "bytes %d, %d, .. %d of the %s", first, first + r->move, last, whole);
    }
}

static void add_use(const code_subject *s, const run *r, text *out)
{
    const byte_use *u = &r->use;
    int word = s->sizes.mask_bits ? s->sizes.block_bits / s->sizes.mask_bits / 8 : 0, low = u->step ? u->first % u->step : 0;
    switch (u->kind) {
    case BYTE_UNUSED: text_puts(out, "not in use: any bits"); return;
    case BYTE_FREE: text_puts(out, r->zero ? "nothing: the encoder writes 0" : "nothing: the decoder does not look at it"); return;
    case BYTE_HEAD: text_puts(out, "the head"); return;
    case BYTE_CONTROL: text_puts(out, "bits that tell how others are read"); return;
    default: break;
    }
    if (u->count == 1) {
        add_places(s, r, out);
        if (u->kind == BYTE_SUM)
            text_puts(out, ", as a difference");
        return;
    }
    text_printf(out, r->count > 1 ? "bytes %d..%d of " : "byte %d of ", low, low + r->count - 1);
    if (!u->even)
        text_printf(out, "%d places", u->count);
    else if (u->step == word && u->count * word * 8 == s->sizes.block_bits)
        text_puts(out, "every lane");
    else if (u->step == word)
        text_printf(out, "lanes %d..%d", u->first / word, u->first / word + u->count - 1);
    else if (u->count * u->step * 8 == s->sizes.block_bits)
        text_printf(out, "every chunk of %d bytes", u->step);
    else
        text_printf(out, "%d chunks of %d bytes, from byte %d on", u->count, u->step, u->first - low);
    text_puts(out, ", from the base");
}

static void add_run(const code_subject *s, const run *r)
{
    text bytes = {0}, units = {0}, use = {0};
    int unit = 0, end = 0, first = -1;
    for (int at = 0; unit < s->sizes.units && at <= 8 * (r->from + bytes_of(r) - 1); at += s->sizes.unit_bits[unit++]) {
        end = unit;
        first = first < 0 && at + s->sizes.unit_bits[unit] > 8 * r->from ? unit : first;
    }
    text_printf(&bytes, bytes_of(r) > 1 ? "%d..%d" : "%d", r->from, r->from + bytes_of(r) - 1);
    text_printf(&units, end > first ? "%d..%d" : "%d", first, end);
    add_use(s, r, &use);
    sheet_row(s->out, bytes.data, units.data, use.data, NULL);
}

void sheet_map(const code_subject *s, const sample *of)
{
    byte_use use[4 * WF_MAX_WORDS];
    run *runs = zalloc((size_t)s->sizes.payload_bits / 8 * sizeof *runs);
    int count = 0;
    code_map(s->codec, s->config, &of->code, s->fixed, use);
    text_printf(s->out, "| bytes of the payload | %s | hold |\n|---|---|---|\n", s->codec->unit_name);
    for (int b = 0; b < s->sizes.payload_bits / 8; b++) {
        bool zero = get_byte(of->ever, b) == 0;
        run *r = &runs[count - (count > 0)];
        if (count > 0 && goes_on(r, &use[b], zero)) {
            r->move = use[b].first - (r->use.first + (r->count - 1) * r->move);
            r->count++;
        } else {
            runs[count++] = (run){.use = use[b], .from = b, .count = 1, .zero = zero, .repeat = 1};
        }
    }
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (kept > 0 && repeats(&runs[kept - 1], &runs[k])) {
            runs[kept - 1].stride = runs[k].use.first - (runs[kept - 1].use.first + (runs[kept - 1].repeat - 1) * runs[kept - 1].stride);
            runs[kept - 1].repeat++;
        } else {
            runs[kept++] = runs[k];
        }
    for (int k = 0; k < kept; k++)
        add_run(s, &runs[k]);
}
