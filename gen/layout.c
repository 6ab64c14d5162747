/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.c - the records of a bench: for each module under test its streams, their places in what goes in and what comes out, and the ports
 * that these words are. Streams are laid out in their order; nothing is wired by hand. */
#include "layout.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_WORDS = 3 }; /* Verilator gives a port of more than 64 bits as an array of words */

static int words(int bits)
{
    return (bits + 31) / 32;
}

int field_words(const wf_stream *s)
{
    int n = 0;
    for (int i = 0; i < s->count; i++)
        n += words(s->field[i].bits);
    return n;
}

bool bench_exists(const design *d, bench_kind kind)
{
    switch (kind) {
    case BENCH_ARRAY: return d->codec && (d->encs > 1 || d->decs > 1 || d->dec_ports > 1);
    case BENCH_WRAPPER: return d->codec && d->wrapper;
    default: return true;
    }
}

bool bench_modules_exist(const design *d, bench_kind kind)
{
    return kind == BENCH_ARRAY ? d->codec != NULL : bench_exists(d, kind);
}

const char *bench_name(bench_kind kind)
{
    static const char *const names[BENCHES] = {"bench", "bench_array", "bench_wrapper"};
    return names[kind];
}

const char *bench_tail(bench_kind kind)
{
    static const char *const tails[BENCHES] = {"", "s", "_stream"};
    return tails[kind];
}

static void add_field(wf_stream *s, const char *name, int bits)
{
    if (bits > 0)
        s->field[s->count++] = (wf_field){name, bits};
}

/* ---- Streams of a codec's modules ---- */

/* True if the outputs have a ready. That of a unit in a design with wrappers but without stall does nothing. */
static bool has_ready(const design *d, bench_kind kind)
{
    return kind == BENCH_WRAPPER || d->stall || (kind == BENCH_UNIT && d->wrapper);
}

static wf_streams enc_streams(const design *d, bench_kind kind)
{
    const wf_sizes *s = &d->sizes;
    wf_stream in = {.name = ""}, out = {.name = "", .output = true};
    out.ready = has_ready(d, kind);
    in.ready = out.ready || design_has_ready(d, true);
    add_field(&in, "user", d->user_bits);
    add_field(&in, "raw_only", 1);
    add_field(&in, "mask", s->mask_bits);
    add_field(&in, "block", s->block_bits);
    add_field(&out, "user", d->user_bits);
    add_field(&out, "tag", s->tag_bits);
    add_field(&out, "payload", s->payload_bits);
    add_field(&out, "units", s->units);
    add_field(&out, "wen", s->wen_bits);
    return (wf_streams){2, {in, out}};
}

static wf_streams dec_streams(const design *d, bench_kind kind)
{
    const wf_sizes *s = &d->sizes;
    wf_stream in = {.name = ""}, out = {.name = "", .output = true};
    out.ready = has_ready(d, kind);
    in.ready = out.ready || design_has_ready(d, false) || (kind == BENCH_ARRAY && d->dec_ports > d->decs);
    add_field(&in, "user", d->user_bits);
    add_field(&in, "tag", s->tag_bits);
    add_field(&in, "payload", s->payload_bits);
    add_field(&out, "user", d->user_bits);
    add_field(&out, "block", s->block_bits);
    return (wf_streams){2, {in, out}};
}

static wf_streams move_streams(const design *d)
{
    wf_stream in = {.name = ""}, out = {.name = "", .output = true};
    add_field(&in, "mask", d->sizes.mask_bits);
    add_field(&in, "tag", d->sizes.tag_bits);
    add_field(&out, "move", 1);
    if (design_merges(d)) {
        add_field(&in, "code", d->sizes.tag_bits);
        add_field(&out, "tag", d->sizes.tag_bits);
        add_field(&out, "units", d->sizes.units);
    }
    return (wf_streams){2, {in, out}};
}

/* ---- Places in the records ---- */

static void add_module(bench_layout *l, bench_module m)
{
    m.in_at = l->in_words;
    m.out_at = l->out_words;
    for (int s = 0; s < m.streams.count; s++) {
        const wf_stream *stream = &m.streams.stream[s];
        bool driven = !stream->output || stream->ready, watched = stream->output || stream->ready;
        m.in[s] = driven ? m.in_words : -1;
        m.out[s] = watched ? m.out_words : -1;
        m.in_words += driven ? 1 + (stream->output ? 0 : field_words(stream)) : 0;
        m.out_words += watched ? 1 + (stream->output ? field_words(stream) : 0) : 0;
    }
    l->in_words += m.copies * m.in_words;
    l->out_words += m.copies * m.out_words;
    l->module[l->count++] = m;
}

static bench_module module_from(const design_module *of, bench_kind kind, wf_streams streams)
{
    bench_module m = {
        .role = of->role, .copies = 1, .latency = of->latency, .interval = of->interval, .early = of->early, .streams = streams};
    m.clocked = of->clocked || kind == BENCH_WRAPPER;
    m.bare = of->role == MODULE_MOVE;
    snprintf(m.instance, sizeof m.instance, "%s%s", of->name, bench_tail(kind));
    return m;
}

static bench_module encoder(const design *d, bench_kind kind, const design_module *of)
{
    bench_module m = module_from(of, kind, enc_streams(d, kind));
    m.copies = kind == BENCH_ARRAY ? d->encs : 1;
    return m;
}

static bench_module decoder(const design *d, bench_kind kind, const design_module *of)
{
    bench_module m = module_from(of, kind, dec_streams(d, kind));
    m.copies = kind == BENCH_ARRAY ? d->dec_ports : 1;
    m.one_ready = kind == BENCH_ARRAY && d->dec_ports > d->decs;
    m.clocked |= m.one_ready;
    return m;
}

bench_layout bench_layout_of(const design *d, bench_kind kind)
{
    bench_layout l = {.count = 0};
    const design_modules modules = design_modules_of(d);
    for (const design_module *m = modules.module; m < modules.module + modules.count; m++)
        switch (m->role) {
        case MODULE_ENC: add_module(&l, encoder(d, kind, m)); break;
        case MODULE_DEC: add_module(&l, decoder(d, kind, m)); break;
        case MODULE_ARBITER: break; /* it stands in the array */
        case MODULE_MOVE:
            if (kind == BENCH_UNIT)
                add_module(&l, module_from(m, kind, move_streams(d)));
            break;
        case MODULE_UNIT: add_module(&l, module_from(m, kind, d->streams)); break;
        }
    l.in_words = l.in_words < LEAST_WORDS ? LEAST_WORDS : l.in_words;
    l.out_words = l.out_words < LEAST_WORDS ? LEAST_WORDS : l.out_words;
    return l;
}

/* ---- Text ---- */

/* Calls visit for every port that a stream has in one record. `word` is its place from the first word of a copy's part on. */
typedef void visit_port(void *user, const wf_stream *stream, const char *name, char way, int word, int bits);
static void each_port(const bench_module *m, bool watched, visit_port *visit, void *user)
{
    for (int s = 0; s < m->streams.count; s++) {
        const wf_stream *stream = &m->streams.stream[s];
        int word = watched ? m->out[s] : m->in[s];
        if (word < 0)
            continue;
        bool handshake = stream->output != watched; /* ready, which goes in the other direction */
        if (handshake)
            visit(user, stream, "ready", watched ? 'o' : 'i', word, 1);
        else if (!stream->output || !m->bare)
            visit(user, stream, "valid", watched ? 'o' : 'i', word, 1);
        word++;
        for (int i = 0; !handshake && i < stream->count; word += words(stream->field[i++].bits))
            visit(user, stream, stream->field[i].name, watched ? 'o' : 'i', word, stream->field[i].bits);
    }
}

/* What bench_each_port calls. */
typedef struct {
    const bench_module *module;
    design_port_visit *visit;
    void *user;
} visiting;

static void visit_named(void *user, const wf_stream *stream, const char *name, char way, int word, int bits)
{
    visiting *v = user;
    (void)word;
    bool once = v->module->one_ready && stream->output && strcmp(name, "ready") == 0;
    char *port = format_new("%s%s%s_%c", stream->name, *stream->name ? "_" : "", name, way);
    v->visit(v->user, port, bits * (once ? 1 : v->module->copies), way == 'o');
}

void bench_each_port(const bench_module *m, design_port_visit *visit, void *user)
{
    visiting v = {m, visit, user};
    each_port(m, false, visit_named, &v);
    each_port(m, true, visit_named, &v);
}

/* The connections of one module to either record. */
typedef struct {
    text *out;
    const bench_module *module;
    const char *vector;
    int at, words;
} connecting;

static void connect(void *user, const wf_stream *stream, const char *name, char way, int word, int bits)
{
    connecting *c = user;
    text_printf(c->out, "%s.%s%s%s_%c({", c->out->len ? ", " : "", stream->name, *stream->name ? "_" : "", name, way);
    bool once = c->module->one_ready && stream->output && strcmp(name, "ready") == 0;
    for (int j = once ? 0 : c->module->copies - 1; j >= 0; j--) {
        int first = 32 * (c->at + j * c->words + word);
        text_printf(c->out, "%s[%d:%d]%s", c->vector, first + bits - 1, first, j ? ", " : "})");
    }
}

void bench_ports_text(const bench_layout *l, int module, text *out)
{
    const bench_module *m = &l->module[module];
    connecting in = {out, m, "in_i", m->in_at, m->in_words}, watched = {out, m, "out_o", m->out_at, m->out_words};
    if (!m->bare)
        text_puts(out, ".clk_i(clk_i), .rst_ni(rst_ni)");
    each_port(m, false, connect, &in);
    each_port(m, true, connect, &watched);
}

/* The next bit of out_o that is not yet driven. */
typedef struct {
    text *out;
    int next, bits, base;
} padding;

static void pad_to(padding *p, int first)
{
    if (first > p->next) {
        text_printf(p->out, "%sout_o[%d:%d]", p->bits ? ", " : "", first - 1, p->next);
        p->bits += first - p->next;
    }
}

static void pass(void *user, const wf_stream *stream, const char *name, char way, int word, int bits)
{
    padding *p = user;
    (void)stream, (void)name, (void)way;
    pad_to(p, 32 * (p->base + word));
    p->next = 32 * (p->base + word) + bits;
}

int bench_pads_text(const bench_layout *l, text *out)
{
    padding p = {.out = out};
    for (int k = 0; k < l->count; k++)
        for (int j = 0; j < l->module[k].copies; j++) {
            p.base = l->module[k].out_at + j * l->module[k].out_words;
            each_port(&l->module[k], true, pass, &p);
        }
    pad_to(&p, 32 * l->out_words);
    return p.bits;
}

/* The port that holds a word. */
typedef struct {
    text *out;
    int word;
    bool found;
} seeking;

static void seek(void *user, const wf_stream *stream, const char *name, char way, int word, int bits)
{
    seeking *s = user;
    if (s->word < word || s->word >= word + words(bits))
        return;
    s->found = true;
    text_printf(s->out, "%s%s%s_%c", stream->name, *stream->name ? "_" : "", name, way);
    if (bits > 1) {
        int low = 32 * (s->word - word), high = low + 31 < bits ? low + 31 : bits - 1;
        text_printf(s->out, " bits %d..%d", high, low);
    }
}

void bench_word_text(const bench_layout *l, int word, text *out)
{
    for (int k = 0; k < l->count; k++) {
        const bench_module *m = &l->module[k];
        int within = word - m->out_at;
        if (within < 0 || within >= m->copies * m->out_words)
            continue;
        seeking s = {.out = out, .word = within % m->out_words};
        text_puts(out, m->instance);
        if (m->copies > 1)
            text_printf(out, " port %d", within / m->out_words);
        text_puts(out, ", ");
        each_port(m, true, seek, &s);
        if (!s.found)
            text_puts(out, "a word that no port drives");
        return;
    }
    text_puts(out, "a word of no module");
}
