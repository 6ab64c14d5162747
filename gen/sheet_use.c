/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet_use.c - the data sheet on use: latency and rate, handshake, when results are stored, what may be assumed. */

#include "layout.h"
#include "samples.h"
#include "sheet.h"

static bool has_flow(const design *d)
{
    return d->stall || d->wrapper;
}

static bool is_shared(const design *d)
{
    return d->dec_ports > d->decs;
}

/* ---- Timing ---- */

/* The row of a unit, an array of it, or its wrapper, which has a latency of one cycle at least. */
static void add_latency(const design *d, const design_module *m, bench_kind kind, const char *more, text *out)
{
    text cycles = {0}, rate = {0};
    char *name = format_new("`%s_%s%s`", d->name, m->name, bench_tail(kind));
    sheet_count(&cycles, kind == BENCH_WRAPPER && m->latency == 0 ? 1 : m->latency, "cycle");
    text_puts(&cycles, more);
    if (m->interval > 1)
        text_printf(&rate, "every %d cycles", m->interval);
    else
        text_puts(&rate, "every cycle");
    sheet_row(out, name, cycles.data, rate.data, NULL);
}

static void add_timing(const design *d, text *out)
{
    const wf_sizes *s = &d->sizes;
    text_puts(out, "\n## Timing\n\n| module | latency | takes an input |\n|---|---|---|\n");
    const design_modules modules = design_modules_of(d);
    const design_module *end = modules.module + modules.count;
    for (const design_module *m = modules.module; m < end; m++) {
        bool shared = m->role == MODULE_DEC && is_shared(d);
        if (m->role != MODULE_ARBITER)
            add_latency(d, m, BENCH_UNIT, "", out);
        if (d->codec && !m->minor)
            add_latency(d, m, BENCH_ARRAY, shared ? ", from the cycle in which the request is taken" : "", out);
    }
    for (const design_module *m = modules.module; d->wrapper && m < end; m++)
        if (!m->minor)
            add_latency(d, m, BENCH_WRAPPER, " at most, if no output waits", out);
    text_puts(
        out,
        "\nA latency of N cycles: what goes in in cycle t is at the outputs in cycle t + N. 0 cycles: in the same cycle, combinational; "
        "a clock or reset that the module has does nothing then.");
    if (d->stall)
        text_puts(out, " Each cycle in between in which `ready_i` is 0 adds one.");
    text_puts(out, "\n");
    if (s->interval_enc > 1 || s->interval_dec > 1)
        text_puts(out, "A unit that takes an input every I cycles works through it in I cycles; its latency has them and the ranks.\n");
}

/* ---- Handshake ---- */

static void add_iterating(const design *d, bool enc, text *out)
{
    int interval = enc ? d->sizes.interval_enc : d->sizes.interval_dec;
    if (!design_has_ready(d, enc))
        return;
    if (interval > 1)
        text_printf(
            out,
            "- The %s iterates. It takes an input in a cycle in which `valid_i` and `ready_o` are both 1; hold the input until then.\n",
            enc ? "encoder" : "decoder");
    else if (!has_flow(d))
        text_printf(out, "- `ready_o` of the %s is always 1 in this configuration.\n", enc ? "encoder" : "decoder");
}

static void add_handshake(const design *d, text *out)
{
    text_puts(out, "\n## Handshake\n\n- `valid_i` is 1 in each cycle with an input; `valid_o` is 1 in each cycle with a result. Results "
                   "keep the order of the "
                   "inputs.\n");
    if (d->codec == NULL) {
        text_puts(out, "- There is no ready and no back-pressure.\n");
        return;
    }
    add_iterating(d, true, out);
    add_iterating(d, false, out);
    if (!has_flow(d))
        text_puts(out, "- There is no back-pressure: a result is at the outputs for one cycle, and is lost unless it is stored then.\n");
    if (d->stall)
        text_puts(
            out, "- `ready_i` = 0 holds the unit: all its ranks keep valid and data, and `ready_o` is 0 in the same cycle (there is a path "
                 "from `ready_i` to `ready_o`). Hold the inputs while `ready_o` is 0. A result moves in the cycle in which `valid_o` and "
                 "`ready_i` are both 1, and it stays until then.\n");
    if (d->wrapper) {
        text_printf(
            out,
            "- `%s_enc_stream` and `%s_dec_stream` have valid and ready on both sides. A transfer takes place in a cycle in which both "
            "are 1. Valid never waits for ready; data stay while valid is 1 and ready is 0. All outputs depend on registers alone.\n",
            d->name, d->name);
        if (!d->stall)
            text_printf(out,
                        "- `%s_enc` and `%s_dec` by themselves ignore `ready_i`, and their `ready_o` %s. The wrappers set `FLOW` to 2.\n",
                        d->name, d->name,
                        d->sizes.interval_enc > 1 || d->sizes.interval_dec > 1 ? "says only whether a line can be taken" : "is always 1");
    }
    if (d->codec && is_shared(d))
        text_printf(
            out,
            "- `%s_decs` serves %d requesters with %d decoder%s. A request is taken in the cycle in which its `valid_i` and `ready_o` are "
            "both "
            "1. The first %d that ask are served, looked at in turn from the one after the last served. The block comes back at the "
            "requester's own port, so the order of a port is kept.\n",
            d->name, d->dec_ports, d->decs, d->decs == 1 ? "" : "s", d->decs);
    if (is_shared(d) && d->stall)
        text_puts(out, "- The array has one `ready_i` for all: while it is 0 no request is taken.\n");
    if (d->early_tag)
        text_puts(out, "- Early tag: give the decoder `tag_i` one cycle before `valid_i`, `user_i` and `payload_i` of the same code. The "
                       "latency counts from `valid_i`.\n");
    if (d->early_mask)
        text_puts(out,
                  "- Early mask: give the encoder `mask_i` one cycle before `valid_i` and the other inputs of the same block. The latency "
                  "counts from `valid_i`.\n");
}

/* ---- A unit whose streams have names ---- */

static void add_streams(const design *d, text *out)
{
    text_puts(out,
              "\n## Streams\n\n| stream | direction | moves in a cycle in which these are 1 | bits of its fields |\n|---|---|---|---|\n");
    for (const wf_stream *s = d->streams.stream; s < d->streams.stream + d->streams.count; s++) {
        int bits = 0;
        for (const wf_field *f = s->field; f < s->field + s->count; f++)
            bits += f->bits;
        char *name = format_new("`%s`", s->name), *sum = format_new("%d", bits);
        char *valid = format_new("`%s_valid_%c`", s->name, s->output ? 'o' : 'i');
        char *both = format_new("%s and `%s_ready_%c`", valid, s->name, s->output ? 'i' : 'o');
        sheet_row(out, name, s->output ? "out" : "in", s->ready ? both : valid, sum, NULL);
    }
    text_printf(
        out,
        "\nValid never waits for ready; valid and fields stay while valid is 1 and ready is 0. That is promised of outputs and owed to "
        "inputs. All outputs and readies depend on registers alone: nothing goes from an input to an output in the same cycle. Streams are "
        "independent of each other but for what warpfold's `docs/%s.md` says; it tells cycle by cycle what happens in between.\n",
        d->unit->name);
}

/* ---- Rules ---- */

/* Does some code have a tag that is not raw and no write enable? Then the tag must be written although nothing else is. */
static bool tag_alone(const design *d)
{
    sample_set *set = zalloc(sizeof *set);
    bool found = false;
    samples_find(d->codec, &d->config, set);
    for (int c = 0; c < set->classes; c++) {
        bool none = set->of[c].found && wf_tag_compressed(&d->sizes, set->of[c].code.tag);
        for (int w = 0; w < WF_WEN_WORDS; w++)
            none &= set->of[c].code.wen[w] == 0;
        found |= none;
    }
    return found;
}

static void add_storing(const design *d, text *out)
{
    const char *moves = d->stall     ? "`valid_o` and `ready_i` are 1"
                        : d->wrapper ? "`valid_o` is 1, and behind a wrapper `ready_i` too"
                                     : "`valid_o` is 1";
    text_printf(
        out,
        "- Store a code in the cycle in which %s: its tag, and the payload bits whose write enable in `wen_o` is 1. `units_o` tells "
        "which %ss the %s occupies from then on.\n",
        moves, d->codec->unit_name, d->unit->line ? "line" : "register");
    if (d->sizes.mask_bits == 0) {
        text_puts(out, "- Each code has a tag to write.\n");
        return;
    }
    if (tag_alone(d))
        text_printf(out,
                    d->sizes.code_bits > 1 ? "- In that cycle write `tag_o` if `|wen_o || |tag_o[%d:0]`: some codes are all tag."
                                           : "- In that cycle write `tag_o` if `|wen_o || tag_o[%d]`: some codes are all tag.",
                    d->sizes.code_bits - 1);
    else
        text_puts(out, "- In that cycle write `tag_o` if `|wen_o`.");
    text_puts(out, " An empty mask writes nothing, not even the tag.\n");
    text_puts(out,
              "- Lanes that are not active never influence the tag, and their storage is not written while the block is stored raw.\n");
}

static void add_hazard(const design *d, text *out)
{
    if (d->unit->line || (design_latency(d, true) == 0 && !has_flow(d)))
        return;
    text_puts(out,
              "- A register's tag is stale from the cycle in which its write enters the encoder to the one in which the code is stored");
    if (!has_flow(d))
        text_printf(out, ", %d cycles", design_latency(d, true) + 1);
    text_puts(out, ".");
    text_printf(out, " Hold readers of that register, and the decision of `%s_move`, for as long", d->name);
    if (d->inflight)
        text_printf(out, ": `%s_inflight` tells for how long, if each encoder has one, of %d entries", d->name, design_inflight_entries(d));
    text_puts(out, d->inflight ? ".\n" : " (`--inflight 1` gives that rule as hardware).\n");
}

static void add_codec_rules(const design *d, text *out)
{
    add_storing(d, out);
    if (design_merges(d))
        text_printf(
            out,
            "- A write with a partial mask to a register that is stored compressed is merged into it where that can be. `%s_move` says so "
            "at "
            "write-back, from the tag that the encoder gave the write (`code_i`) and that of the register (`tag_i`). `tag_o` and `units_o` "
            "are what to store; the %ss take the write as `wen_o` says. If `move_o` is 1, a dummy move goes first: it reads the register "
            "and writes it with `raw_only_i` = 1 and a full mask.\n",
            d->name, d->codec->unit_name);
    else if (d->sizes.mask_bits)
        text_printf(
            out,
            "- A write with a partial mask to a register that is stored compressed needs a dummy move first; `%s_move` says so. The move "
            "reads the register and writes it with `raw_only_i` = 1 and a full mask. The divergent write waits for it.\n",
            d->name);
    add_hazard(d, out);
    text_printf(out, "- Bits of `payload_o` in a %s that is not in use have no meaning; `payload_i` may have any bits there.\n",
                d->codec->unit_name);
    text_puts(
        out,
        "- The decoder's output is defined for every tag and every payload: it is what the golden model gives. Nothing is reported.\n");
}

void sheet_use(const design *d, text *out)
{
    int ranks = d->codec ? d->enc_stages + d->dec_stages : d->stages;
    if (design_named(d)) {
        add_streams(d, out);
    } else {
        add_timing(d, out);
        add_handshake(d, out);
    }
    text_puts(out, "\n## Rules\n\n");
    if (d->codec)
        add_codec_rules(d, out);
    text_puts(out, design_named(d) ? "- Fields of a stream mean nothing while its valid is 0; those of an input may be X"
                                   : "- Outputs other than valid and ready mean nothing while `valid_o` is 0. Inputs do not matter while "
                                     "`valid_i` is 0 and may be X");
    const char *how = ", except that";
    for (int enc = 1; enc >= 0; enc--)
        if (design_early(d, enc)) {
            text_printf(out, "%s `%s_i` of the %s is that of the next cycle", how, design_early(d, enc), enc ? "encoder" : "decoder");
            how = ", and";
        }
    text_puts(out, ".\n- Every valid and ready that is an input is 0 or 1 in each cycle. One that is left open is Z, which is neither: tie "
                   "it to 0, or a ready "
                   "that is not needed to 1.\n");
    if (d->unit->stepped)
        text_puts(out,
                  "- `rst_ni` = 0 resets the state of the unit at once, without a clock edge, and forgets what is under way. Memories keep "
                  "their bits.\n");
    else if (ranks > 0 || d->wrapper)
        text_puts(
            out,
            "- `rst_ni` = 0 clears the valid bits at once, without a clock edge, and forgets what is under way. Data registers are not "
            "reset.\n");
    if (d->unit->stepped || ranks > 0 || d->wrapper)
        text_printf(out,
                    "- `rst_ni` may fall at any time and must rise in time for a clock edge, as any input: from a flip-flop of this clock. "
                    "`syn/%s.sdc` leaves paths from its fall out (a false path) and checks its rise (recovery, removal).\n",
                    d->name);
}
