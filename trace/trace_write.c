/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_write.c - writes a trace, in the project's own form or as warptrace-text. trace_wft.c and trace_text.c read them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "trace_pack.h"
#include "zfile.h"

struct trace_writer {
    zfile *file;
    bool own; /* the project's own form; else text */
    int lanes;
    trace_version version;
    pack_context context;
    packer bytes;
};

static void flush(trace_writer *w)
{
    zfile_write(w->file, w->bytes.data, w->bytes.len);
    w->bytes.len = 0;
}

static void own_record(trace_writer *w, const trace_record *r)
{
    pack_head(&w->bytes, &w->context, r);
    if (!trace_is_warp(r)) {
        pack_host(&w->bytes, r);
        return;
    }
    if (r->kind == TRACE_INSTRUCTION) {
        pack_instruction(&w->bytes, &w->context, r);
        return;
    }
    if (trace_is_memory(r)) {
        pack_memory(&w->bytes, r);
        return;
    }
    pack_register(&w->bytes, r);
    pack_words(&w->bytes, r->value, r->lanes);
}

/* `count` words, least significant first, as hexadecimal without leading zeros. */
static void put_hex(packer *p, const uint32_t *words, int count)
{
    int digits = 8 * count;

    while (digits > 1 && (words[(digits - 1) / 8] >> (4 * ((digits - 1) % 8)) & 15) == 0)
        digits--;
    while (digits-- > 0)
        put_byte(p, (unsigned)"0123456789abcdef"[words[digits / 8] >> (4 * (digits % 8)) & 15]);
}

static void put_text(packer *p, const char *s)
{
    for (; *s != '\0'; s++)
        put_byte(p, (unsigned char)*s);
}

static void put_list(packer *p, const trace_register *list, int count)
{
    char name[8];

    put_text(p, count < 0 ? "?" : count == 0 ? "-" : "");
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s%c%d", i > 0 ? "," : "", trace_file_letters[list[i].file], list[i].reg);
        put_text(p, name);
    }
}

static void text_instruction(packer *p, trace_version version, const trace_record *r)
{
    char operation[32];

    put_text(p, trace_class_names[r->op]);
    put_byte(p, ' ');
    if (r->mask_known)
        put_hex(p, r->mask, TRACE_MASK_WORDS);
    else
        put_byte(p, '?');
    put_byte(p, ' ');
    put_list(p, r->source, r->sources);
    put_byte(p, ' ');
    put_list(p, r->destination, r->destinations);
    if (r->destinations > 0 && !r->written)
        put_byte(p, '?');
    if (version < TRACE_TIMING)
        return;
    snprintf(operation, sizeof operation, " %s %s", trace_operation_names[r->operation], trace_type_names[r->type]);
    put_text(p, operation);
    put_text(p, r->dead ? " dead" : "");
}

static void put_count(packer *p, int count)
{
    char digits[16];

    snprintf(digits, sizeof digits, count > 0 ? " %d" : " ?", count);
    put_text(p, digits);
}

/* A launch or a copy. */
static void text_host(packer *p, const trace_record *r)
{
    const trace_launch *l = &r->launched;
    char head[160];

    if (r->kind == TRACE_COPY) {
        snprintf(head, sizeof head, "c %llx %llu\n", (unsigned long long)r->addr[0], (unsigned long long)r->bytes);
        put_text(p, head);
        return;
    }
    snprintf(head, sizeof head, "l %u %u %u %u %u %u %u %u", l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
             l->static_shared, l->dynamic_shared);
    put_text(p, head);
    put_count(p, l->registers);
    put_count(p, l->reserved_registers);
    put_byte(p, ' ');
    put_text(p, *l->kernel != '\0' ? l->kernel : "?");
    put_byte(p, '\n');
}

static void text_register(packer *p, const trace_record *r)
{
    char head[32];

    snprintf(head, sizeof head, "%s %c%d ", trace_class_names[r->op], trace_file_letters[r->file], r->reg);
    put_text(p, head);
    put_hex(p, r->mask, TRACE_MASK_WORDS);
}

static void text_memory(packer *p, const trace_record *r)
{
    char head[48];

    snprintf(head, sizeof head, "%s %s %d ", trace_kind_names[r->kind], trace_space_names[r->space], r->size);
    put_text(p, head);
    put_hex(p, r->mask, TRACE_MASK_WORDS);
    for (int i = 0; i < r->lanes; i++) {
        uint32_t words[2] = {(uint32_t)r->addr[i], (uint32_t)(r->addr[i] >> 32)};
        put_byte(p, ' ');
        put_hex(p, words, 2);
    }
    put_text(p, " :");
}

static void text_record(packer *p, trace_version version, const trace_record *r)
{
    static const char letters[] = "wrmmi";
    char head[96];

    if (!trace_is_warp(r)) {
        text_host(p, r);
        return;
    }
    snprintf(head, sizeof head, "%s%c %llu %u %llx ", r->linked ? "+" : "", letters[r->kind], (unsigned long long)r->cta, r->warp,
             (unsigned long long)r->pc);
    put_text(p, head);
    if (r->kind == TRACE_INSTRUCTION)
        text_instruction(p, version, r);
    else if (trace_is_memory(r))
        text_memory(p, r);
    else
        text_register(p, r);
    for (int i = 0; i < r->lanes && r->words > 0; i++) {
        put_byte(p, ' ');
        put_hex(p, r->value + i * r->words, r->words);
    }
    put_byte(p, '\n');
}

static void own_head(trace_writer *w, const char *source, const char *licence)
{
    unsigned char head[PACK_HEAD_BYTES];

    w->context.version = w->version;
    pack_file_head(head, WFT_MAGIC, w->version, w->lanes);
    zfile_begin(w->file, head, sizeof head);
    put_varint(&w->bytes, (uint64_t)w->lanes);
    flush(w);
    put_string(&w->bytes, source);
    flush(w);
    put_string(&w->bytes, licence);
    flush(w);
}

/* A text as one comment line. */
static void text_comment(trace_writer *w, const char *key, const char *value)
{
    text line = {0};

    if (*value == '\0')
        return;
    text_printf(&line, "# %s %s\n", key, value);
    for (size_t i = 0; i + 1 < line.len; i++)
        if (line.data[i] == '\n' || line.data[i] == '\r')
            line.data[i] = ' ';
    zfile_write(w->file, line.data, line.len);
    text_free(&line);
}

static void text_head(trace_writer *w, const char *source, const char *licence)
{
    text head = {0};

    text_printf(&head, "# warptrace-text %d\n# lanes %d\n", w->version, w->lanes);
    zfile_write(w->file, head.data, head.len);
    text_free(&head);
    text_comment(w, "source", source);
    text_comment(w, "licence", licence);
    text_comment(w, "columns:", "cta warp pc class rd mask values...");
}

static trace_writer *open_writer(const char *path, int lanes, trace_version version, bool fast, const char *source, const char *licence)
{
    trace_writer *w = zalloc(sizeof *w);

    w->own = ends_with(path, ".wft");
    if (!w->own && !ends_with(path, ".wtx"))
        die_usage("%s: a name that ends in .wft (own form) or .wtx (text) is expected", path);
    if (lanes < 1 || lanes > TRACE_MAX_LANES)
        die_usage("%s: a trace of %d lanes cannot be written; accepted are 1 to %d", path, lanes, TRACE_MAX_LANES);
    pack_check_texts(path, source, licence);
    w->lanes = lanes;
    w->version = version;
    w->file = zfile_create(path, w->own);
    if (w->own && fast)
        zfile_fast(w->file);
    if (w->own)
        own_head(w, source, licence);
    else
        text_head(w, source, licence);
    return w;
}

trace_writer *trace_writer_open(const char *path, int lanes, trace_version version, const char *source, const char *licence)
{
    return open_writer(path, lanes, version, false, source, licence);
}

trace_writer *trace_writer_open_fast(const char *path, int lanes, const char *source, const char *licence)
{
    return open_writer(path, lanes, TRACE_TIMING, true, source, licence);
}

void trace_write(trace_writer *w, const trace_record *r)
{
    if (r->lanes != w->lanes)
        die("a record of %d lanes for a trace of %d", r->lanes, w->lanes);
    if (w->version < TRACE_EXECUTION && (r->kind == TRACE_INSTRUCTION || r->linked))
        die("a record of an instruction for a trace that has none");
    if (w->version < TRACE_TIMING && !trace_is_warp(r))
        die("a launch or a copy for a trace of version %d", w->version);
    if (w->own)
        own_record(w, r);
    else
        text_record(&w->bytes, w->version, r);
    flush(w);
}

uint64_t trace_writer_close(trace_writer *w)
{
    if (w->own)
        pack_end(&w->bytes, &w->context);
    flush(w);
    uint64_t bytes = zfile_close(w->file);
    arena_free(w);
    return bytes;
}
