/* SPDX-License-Identifier: Apache-2.0
 *
 * code_file.c - a golden model as a filter. A register record is its head (trace_pack.h), a form byte, the tag, and
 *
 *     form 0, whole    the units' enables, then the bytes of each unit in use
 *     form 1, partial  the write enables, then the bytes of each enabled piece of a raw code
 *
 * A partial write is what hardware does on a divergent write: the other lanes keep their values. Encoder and decoder keep
 * the last value of some registers. If the register is not among them, the encoder writes form 0. */
#include "code_file.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "code_bits.h"
#include "trace_impl.h"
#include "trace_pack.h"
#include "zfile.h"

enum { FORM_WHOLE, FORM_PARTIAL, FORMS };
/* Number of registers whose last value both sides keep: a core of 64 warps with 64 registers each. */
enum { KEPT = 4096 };

typedef struct {
    uint64_t key;
    bool known;
    uint32_t block[TRACE_MAX_LANES];
} kept_register;

typedef struct {
    const design *d;
    pack_context context;
    kept_register *kept;
    code_file_figures *figures;
    const char *from; /* path of what is encoded */
} filter;

static kept_register *kept_of(filter *f, const trace_record *r)
{
    uint64_t key = trace_register_key(r);
    kept_register *k = &f->kept[key % KEPT];

    if (k->key != key)
        k->known = false;
    k->key = key;
    return k;
}

static void keep(kept_register *k, const trace_record *r)
{
    k->known = true;
    memcpy(k->block, r->value, (size_t)r->lanes * sizeof r->value[0]);
}

static void enabled_of(const design *d, packer *p, input *in, wf_code *code)
{
    code_pieces(p, in, code->payload, code->wen, NULL, d->sizes.payload_bits / d->sizes.wen_bits, d->sizes.wen_bits);
}

/* A raw code of the kept value, as the banks hold it before a partial write. */
static void banks_before(const design *d, const kept_register *k, wf_code *code)
{
    uint32_t all[WF_MASK_WORDS];

    memset(all, 0, sizeof all);
    mask_fill(all, d->config.lanes);
    wf_encode(d->codec, &d->config, &(wf_input){.block = k->block, .mask = all, .raw_only = true}, code);
}

/* Does the partial write of `code` over the kept value give the record's block? */
static bool partial_works(const design *d, const kept_register *k, const wf_code *code, const trace_record *r)
{
    wf_code banks;
    uint32_t block[WF_MAX_WORDS];
    int piece = d->sizes.payload_bits / d->sizes.wen_bits / 8;

    if (!k->known || piece == 0 || trace_full(r) || d->codec->classify(&d->config, code) != 0)
        return false;
    banks_before(d, k, &banks);
    for (int j = 0; j < d->sizes.payload_bits / 8; j++)
        if (get_bit(code->wen, j / piece)) {
            banks.payload[j / 4] &= ~((uint32_t)0xff << (8 * (j % 4)));
            banks.payload[j / 4] |= get_byte(code->payload, j) << (8 * (j % 4));
        }
    memcpy(banks.tag, code->tag, sizeof banks.tag);
    memcpy(banks.units, code->units, sizeof banks.units);
    return wf_decode(d->codec, &d->config, &banks, block) == WF_OK && memcmp(block, r->value, (size_t)r->lanes * sizeof block[0]) == 0;
}

static void encode_register(filter *f, packer *p, const trace_record *r)
{
    const design *d = f->d;
    kept_register *k = kept_of(f, r);
    uint32_t block[WF_MAX_WORDS];
    wf_code code;

    wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = r->mask}, &code);
    if (wf_decode(d->codec, &d->config, &code, block) != WF_OK || memcmp(block, r->value, (size_t)r->lanes * sizeof block[0]) != 0)
        die("%s: register value %llu: the golden model of %s does not give it back; this is a defect of the model", f->from,
            (unsigned long long)f->figures->registers + 1, d->unit->name);
    bool partial = partial_works(d, k, &code, r);
    pack_register(p, r);
    put_byte(p, partial ? FORM_PARTIAL : FORM_WHOLE);
    code_put_bits(p, code.tag, d->sizes.tag_bits);
    if (partial) {
        code_put_bits(p, code.wen, d->sizes.wen_bits);
        enabled_of(d, p, NULL, &code);
    } else {
        code_put_bits(p, code.units, d->sizes.units);
        code_units(&d->sizes, p, NULL, &code);
    }
    keep(k, r);
    f->figures->raw_bits += d->sizes.block_bits;
    f->figures->unit_bits += wf_unit_bits_used(&d->sizes, &code);
    f->figures->tag_bits += d->sizes.tag_bits;
}

static void decode_register(filter *f, input *in, trace_record *r)
{
    const design *d = f->d;
    wf_code code = {0}, again;

    unpack_register(in, r);
    kept_register *k = kept_of(f, r);
    unsigned form = unpack_byte(in, FORMS, "form of a code");
    if (form == FORM_PARTIAL && !k->known)
        input_bad(in, "corrupt: a partial write to a register that was not written before");
    if (form == FORM_PARTIAL)
        banks_before(d, k, &code);
    code_get_bits(in, code.tag, WF_TAG_WORDS, d->sizes.tag_bits, "corrupt: a tag");
    if (form == FORM_PARTIAL) {
        code_get_bits(in, code.wen, WF_WEN_WORDS, d->sizes.wen_bits, "corrupt: a write enable");
        enabled_of(d, NULL, in, &code);
    } else {
        code_get_bits(in, code.units, WF_UNIT_WORDS, d->sizes.units, "corrupt: a unit enable");
        code_units(&d->sizes, NULL, in, &code);
    }
    if (wf_decode(d->codec, &d->config, &code, r->value) != WF_OK)
        input_bad(in, "corrupt: a code of %s whose tag and payload contradict each other", d->unit->name);
    /* Encoding the value again must give the code that was read: nothing else can have been written. */
    wf_encode(d->codec, &d->config, &(wf_input){.block = r->value, .mask = r->mask}, &again);
    size_t tag_size = (size_t)(d->sizes.tag_bits + 31) / 32 * sizeof *again.tag;
    if (memcmp(again.tag, code.tag, tag_size) != 0 || memcmp(again.units, code.units, sizeof again.units) != 0 ||
        (form == FORM_PARTIAL && memcmp(again.wen, code.wen, sizeof again.wen) != 0))
        input_bad(in, "corrupt: a code of %s that its encoder does not make", d->unit->name);
    keep(k, r);
    f->figures->raw_bits += d->sizes.block_bits;
    f->figures->unit_bits += wf_unit_bits_used(&d->sizes, &code);
    f->figures->tag_bits += d->sizes.tag_bits;
}

/* A code file for each version of a trace. */
static const int versions[] = {WFC_VERSION, WFC_INSTRUCTIONS_VERSION, WFC_TIMING_VERSION, 0};

static trace_version version_held(int version)
{
    int i = 0;

    while (versions[i] != version)
        i++;
    return (trace_version)(i + 1);
}

static uint64_t *counter_of(code_file_figures *figures, const trace_record *r)
{
    return trace_is_register(r)           ? &figures->registers
           : trace_is_memory(r)           ? &figures->memory
           : r->kind == TRACE_INSTRUCTION ? &figures->instructions
                                          : &figures->host;
}

/* False if the codec takes no warp registers of 32-bit words. */
static bool takes_registers(const design *d)
{
    bool bytes = d->sizes.wen_bits > 0 && d->sizes.payload_bits / d->sizes.wen_bits % 8 == 0;

    for (int u = 0; u < d->sizes.units; u++)
        bytes = bytes && d->sizes.unit_bits[u] % 8 == 0;
    return d->sizes.mask_bits > 0 && d->sizes.block_bits == 32 * d->config.lanes && bytes;
}

static void write_head(zfile *z, packer *p, const design *d, const trace *t)
{
    unsigned char head[PACK_HEAD_BYTES];

    pack_file_head(head, WFC_MAGIC, versions[trace_version_of(t) - 1], d->config.lanes);
    zfile_begin(z, head, sizeof head);
    put_varint(p, (uint64_t)d->config.lanes);
    code_put_design(p, d);
    const char *texts[] = {trace_source(t), trace_licence(t)};
    for (int i = 0; i < 2; i++) {
        zfile_write(z, p->data, p->len);
        p->len = 0;
        put_string(p, texts[i]);
    }
}

void code_file_encode(const design *d, trace *t, const char *out, code_file_figures *figures)
{
    filter f = {.d = d, .kept = zalloc(KEPT * sizeof(kept_register)), .figures = figures, .from = trace_path(t)};
    trace_record *r = zalloc(sizeof *r);
    packer *p = zalloc(sizeof *p);

    *figures = (code_file_figures){0};
    if (!takes_registers(d))
        die_usage("%s: a trace of 32-bit words, which %s does not take in this configuration; expected: a codec of warp registers, "
                  "or --word 32",
                  trace_path(t), d->unit->name);
    trace_need_lanes(t, d->config.lanes, d->name);
    pack_check_texts(trace_path(t), trace_source(t), trace_licence(t));
    zfile *z = zfile_create(out, true);
    write_head(z, p, d, t);
    f.context.version = trace_version_of(t);
    while (trace_next(t, r)) {
        pack_head(p, &f.context, r);
        if (trace_is_register(r))
            encode_register(&f, p, r);
        else if (trace_is_memory(r))
            pack_memory(p, r);
        else if (r->kind == TRACE_INSTRUCTION)
            pack_instruction(p, &f.context, r);
        else
            pack_host(p, r);
        *counter_of(figures, r) += 1;
        zfile_write(z, p->data, p->len);
        p->len = 0;
    }
    pack_end(p, &f.context);
    zfile_write(z, p->data, p->len);
    trace_close(t);
    figures->unpacked = zfile_unpacked(z);
    figures->bytes = zfile_close(z);
    arena_free(p);
    arena_free(r);
    arena_free(f.kept);
}

void code_file_decode(design *d, input *in, const char *out, const char *codec, code_file_figures *figures)
{
    filter f = {.d = d, .kept = zalloc(KEPT * sizeof(kept_register)), .figures = figures};
    trace_record *r = zalloc(sizeof *r);
    char *kernel = NULL;

    *figures = (code_file_figures){0};
    int lanes, version = unpack_file_head(in, WFC_MAGIC, versions, "code file", &lanes);
    unpack_stream_head(in, lanes);
    code_get_design(in, d, lanes);
    if (!takes_registers(d))
        input_bad(in, "corrupt: codes of %s, which takes no warp registers of 32-bit words in this configuration", d->unit->name);
    if (codec != NULL && strcmp(codec, d->unit->name) != 0)
        input_bad(in, "holds codes of %s, not of %s", d->unit->name, codec);
    char *source = unpack_string(in), *licence = unpack_string(in);
    f.context.version = version_held(version);
    trace_links *links = trace_links_new();
    trace_writer *w = trace_writer_open(out, lanes, f.context.version, source, licence);
    while (unpack_head(in, &f.context, lanes, r)) {
        if (trace_is_register(r))
            decode_register(&f, in, r);
        else if (trace_is_memory(r))
            unpack_memory(in, r);
        else if (r->kind == TRACE_INSTRUCTION)
            unpack_instruction(in, &f.context, r);
        else
            unpack_host(in, r, &kernel);
        const char *what = trace_links_take(links, r);
        if (what != NULL)
            input_bad(in, "corrupt: %s", what);
        *counter_of(figures, r) += 1;
        trace_write(w, r);
    }
    const char *missing = trace_links_end(links);
    if (missing != NULL)
        input_bad(in, "corrupt: %s", missing);
    trace_links_free(links);
    figures->bytes = trace_writer_close(w);
    input_close(in);
    arena_free(source);
    arena_free(licence);
    arena_free(kernel);
    arena_free(r);
    arena_free(f.kept);
}
