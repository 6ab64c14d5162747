/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_cutracer.c - reads CUTracer's NDJSON: one JSON object a line. Its "type" tells what it is:
 *
 *   kernel_metadata   instructions[opcode_id]: the text of each instruction (trace_cutracer_table.h); older files have it in each line, as `sass`
 *   reg_trace         regs[register][lane], regs_indices[register] (not in the oldest files): one record for each register
 *   mem_value_trace   addrs[lane], values[lane][word], is_load, access_size: a load or store with data
 *   mem_addr_trace    addrs[lane]: a load or store without data; "mem_trace" in older files
 *   opcode_only       nothing more
 *   anything else     skipped and counted
 *
 * Each of the last four tells of an executed instruction. Lines of several types may tell of the same one: those of a warp that follow each
 * other with the same pc and text, one of each type. The text names the registers (trace_sass_operands.c), and where no key says it whether an
 * access loads or stores, and how much. What neither tells is not known: such an access, and such a register, is left out and counted.
 *
 * Unless the tool was told otherwise, values are those before the instruction, so they are register reads. `active_mask` is the mask; older
 * files have none: registers have all lanes then, memory accesses the lanes whose address is not 0. */
#include "trace_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "trace_cutracer_table.h"
#include "trace_json.h"

enum { CUTRACER_LANES = 32, MAX_OPERANDS = 128 };

typedef struct {
    text room;
    cutracer_table table;
    cJSON *object;    /* the line whose registers are now the records */
    const cJSON *reg; /* the next register */
    int ordinal;
    uint64_t cta, pc;
    uint32_t warp, mask;
    bool mask_known;
    const cutracer_instruction *known; /* of the table; NULL: it does not have this one */
    const char *sass;
    trace_record instruction; /* of this line */
    record_lines lines;
    bool access; /* the line's access comes next: with data if `data` */
    bool data;
    int numbers[MAX_OPERANDS];
} ndjson_state;

/* The first line may be a table that is longer than what is looked at, with "type" at its end. */
static bool detect(const char *head, size_t len)
{
    head += strspn(head, " \t\r\n");
    (void)len;
    return *head == '{' && (strstr(head, "\"type\"") != NULL || strstr(head, "\"instructions\"") != NULL);
}

static void begin(trace *t)
{
    t->lanes = CUTRACER_LANES;
    t->version = TRACE_TIMING;
    t->state = zalloc(sizeof(ndjson_state));
    arena_free(t->source);
    t->source = format_new("register operands before each instruction, recorded by CUTracer (NDJSON)");
}

static void end(trace *t)
{
    ndjson_state *s = t->state;

    cJSON_Delete(s->object);
    cutracer_table_free(&s->table);
    text_free(&s->room);
    arena_free(s);
}

static const cJSON *field(const ndjson_state *s, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(s->object, name);
}

/* A whole number 0..max (max at most 2^53, what a double holds). */
static double whole(trace *t, const cJSON *item, double max, const char *what)
{
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > max || item->valuedouble != floor(item->valuedouble))
        input_bad(t->in, "%s: a whole number from 0 to %.0f expected", what, max);
    return item->valuedouble;
}

/* A number of 64 bits, or a string of one. */
static uint64_t number64(trace *t, const cJSON *item, uint64_t max, const char *what)
{
    uint64_t value;

    if (!json_u64(item, &value) || value > max)
        input_bad(t->in, "%s: %s%.24s%s is no number from 0 to %llu", what, cJSON_IsString(item) ? "\"" : "",
                  cJSON_IsString(item) ? item->valuestring : "what stands there", cJSON_IsString(item) ? "\"" : "",
                  (unsigned long long)max);
    return value;
}

static const cJSON *array(trace *t, const cJSON *item, int count, const char *what)
{
    if (!cJSON_IsArray(item))
        input_bad(t->in, "%s: an array expected", what);
    if (count >= 0 && cJSON_GetArraySize(item) != count)
        input_bad(t->in, "%s: an array of %d expected", what, count);
    return item;
}

static void common(trace *t, ndjson_state *s)
{
    const cJSON *cta = array(t, field(s, "cta"), 3, "cta");
    const cJSON *x = cta->child, *pc = field(s, "pc");

    s->cta = cta_number(t, whole(t, x, INT32_MAX, "cta"), whole(t, x->next, INT32_MAX, "cta"), whole(t, x->next->next, INT32_MAX, "cta"));
    s->warp = (uint32_t)whole(t, field(s, "warp"), UINT32_MAX, "warp");
    s->pc = pc != NULL ? number64(t, pc, UINT64_MAX, "pc") : 0;
    const cJSON *sass = field(s, "sass"), *mask = field(s, "active_mask");
    s->known = cutracer_table_find(&s->table, field(s, "opcode_id"));
    s->sass = cJSON_IsString(sass) ? sass->valuestring : s->known != NULL ? s->known->sass : "";
    s->mask_known = mask != NULL;
    s->mask = s->mask_known ? (uint32_t)number64(t, mask, UINT32_MAX, "active_mask") : UINT32_MAX;
}

/* The registers whose values the line has, in their order: from regs_indices, from the table, or from the text. False: nothing tells. */
static bool register_numbers(trace *t, ndjson_state *s, int count)
{
    const cJSON *indices = field(s, "regs_indices");
    int shown[MAX_OPERANDS], n = 0;
    bool by_text = sass_recorded(s->sass, count, shown);

    if (indices != NULL) {
        array(t, indices, count, "regs_indices");
        for (const cJSON *i = indices->child; i != NULL; i = i->next)
            s->numbers[n++] = (int)whole(t, i, 255, "regs_indices");
    } else if (s->known != NULL && s->known->register_numbers != NULL && s->known->registers == count) {
        memcpy(s->numbers, s->known->register_numbers, (size_t)count * sizeof *s->numbers);
    } else if (by_text) {
        memcpy(s->numbers, shown, (size_t)count * sizeof *s->numbers);
    } else {
        return false;
    }
    for (int i = 0; by_text && i < count; i++) /* the tool counts on from RZ, 255, as from any register */
        if (shown[i] == 255)
            s->numbers[i] = 255;
    return true;
}

static void start_registers(trace *t, ndjson_state *s)
{
    int count = cJSON_GetArraySize(array(t, field(s, "regs"), -1, "regs"));

    if (count > MAX_OPERANDS)
        input_bad(t->in, "regs: %d registers; accepted are up to %d", count, MAX_OPERANDS);
    s->ordinal = 0;
    for (s->reg = field(s, "regs")->child; s->reg != NULL; s->reg = s->reg->next)
        array(t, s->reg, CUTRACER_LANES, "regs: each register");
    if (register_numbers(t, s, count))
        s->reg = field(s, "regs")->child;
    else
        t->skipped++;
}

/* The next register of the line. RZ (number 255) is no register and is left out. */
static bool give_register(trace *t, ndjson_state *s, trace_record *r)
{
    while (s->reg != NULL) {
        const cJSON *lanes = s->reg;
        int number = s->numbers[s->ordinal++], lane = 0;
        s->reg = s->reg->next;
        if (number == 255)
            continue;
        for (const cJSON *v = lanes->child; v != NULL; v = v->next, lane++)
            r->value[lane] = s->mask >> lane & 1 ? (uint32_t)whole(t, v, UINT32_MAX, "regs: a value") : 0;
        record_operand(r, s->cta, s->warp, s->pc, s->sass, number);
        r->mask[0] = s->mask;
        r->linked = record_reads(&s->instruction, number); /* if not, it is a destination as it was before */
        return true;
    }
    return false;
}

/* By NVBit's numbers of memory spaces; without a number, by the instruction. */
static trace_space space(const ndjson_state *s)
{
    static const trace_space nvbit[] = {TRACE_ELSEWHERE, TRACE_LOCAL, TRACE_GENERIC, TRACE_GLOBAL, TRACE_SHARED, TRACE_CONSTANT};
    const cJSON *number = field(s, "mem_space");

    if (cJSON_IsNumber(number) && number->valueint > 0 && number->valueint < (int)(sizeof nvbit / sizeof nvbit[0]))
        return nvbit[number->valueint];
    return sass_space(s->sass);
}

/* The words of each lane. False if the line lacks some of an active lane: of wide accesses the tool keeps the first four. */
static bool memory_data(trace *t, const ndjson_state *s, trace_record *r)
{
    const cJSON *lane = array(t, field(s, "values"), CUTRACER_LANES, "values")->child;

    memset(r->value, 0, (size_t)(CUTRACER_LANES * r->words) * sizeof *r->value);
    for (int i = 0; i < CUTRACER_LANES; i++, lane = lane->next) {
        int word = 0;
        for (const cJSON *v = array(t, lane, -1, "values: each lane")->child; v != NULL; v = v->next, word++) {
            uint32_t value = (uint32_t)whole(t, v, UINT32_MAX, "values: a word");
            if (word < r->words && mask_bit(r->mask, i))
                r->value[i * r->words + word] = value;
        }
        if (mask_bit(r->mask, i) && word < r->words)
            return false;
    }
    return true;
}

/* Does it load or store, and how many bytes a lane? By the line's keys, else by the text; false: nothing tells, or no record holds it. */
static bool access_kind(trace *t, const ndjson_state *s, trace_record *r)
{
    const cJSON *load = field(s, "is_load"), *size = field(s, "access_size");
    bool by_text = sass_access(s->sass, &r->kind, &r->size);

    if (load != NULL)
        r->kind = cJSON_IsFalse(load) || (cJSON_IsNumber(load) && load->valueint == 0) ? TRACE_STORE : TRACE_LOAD;
    if (size != NULL)
        r->size = (int)whole(t, size, INT32_MAX, "access_size");
    return (by_text || (load != NULL && size != NULL)) && r->size > 0 && r->size <= 4 * TRACE_MAX_WORDS;
}

/* The addresses of the active lanes. False: one of them is none. What stands in another lane does not matter. */
static bool access_addresses(trace *t, const ndjson_state *s, trace_record *r)
{
    const cJSON *addr = array(t, field(s, "addrs"), CUTRACER_LANES, "addrs")->child;

    memset(r->mask, 0, sizeof r->mask);
    r->mask[0] = s->mask_known ? s->mask : 0;
    for (int i = 0; i < CUTRACER_LANES; i++, addr = addr->next) {
        r->addr[i] = 0;
        if (s->mask_known && !mask_bit(r->mask, i))
            continue;
        if (!json_u64(addr, &r->addr[i]))
            return false;
        r->mask[0] |= (uint32_t)(r->addr[i] != 0) << i;
    }
    return true;
}

/* The access of the line; false if it is not known whole. */
static bool give_memory(trace *t, ndjson_state *s, trace_record *r)
{
    if (!access_addresses(t, s, r) || !access_kind(t, s, r)) {
        t->skipped++;
        return false;
    }
    r->cta = s->cta;
    r->warp = s->warp;
    r->pc = s->pc;
    r->lanes = CUTRACER_LANES;
    r->op = r->kind == TRACE_STORE ? TRACE_OTHER : TRACE_LOADS;
    r->space = space(s);
    r->linked = true;
    r->words = s->data ? (r->size + 3) / 4 : 0;
    if (s->data && !memory_data(t, s, r))
        r->words = 0;
    return true;
}

/* CUTracer's debugger writes where the warps stand now and then, in lines like those of executed instructions. */
static bool is_sample(const ndjson_state *s)
{
    return field(s, "cuda_warp_slot") != NULL || (field(s, "trace_index") != NULL && field(s, "opcode_id") == NULL);
}

/* Begins the line that `object` holds; true if its instruction is the next record. */
static bool take_line(trace *t, ndjson_state *s)
{
    static const char *const types[] = {"reg_trace", "mem_value_trace", "mem_addr_trace", "opcode_only", "mem_trace", NULL};
    enum { REGISTERS, VALUES, ADDRESSES, OPCODE, OLD_ADDRESSES };
    const cJSON *type = field(s, "type");
    int kind = cJSON_IsString(type) ? name_index(types, type->valuestring, strlen(type->valuestring)) : -1;

    if (cJSON_IsString(type) && strcmp(type->valuestring, "kernel_metadata") == 0) {
        cutracer_table_read(&s->table, s->object);
        return false;
    }
    if (kind < 0 || (kind == OPCODE && is_sample(s))) {
        t->skipped++;
        return false;
    }
    if (kind == OLD_ADDRESSES)
        kind = ADDRESSES;
    common(t, s);
    if (kind == REGISTERS && field(s, "regs") != NULL)
        start_registers(t, s);
    s->access = kind == VALUES || kind == ADDRESSES;
    s->data = kind == VALUES;
    record_instruction(&s->instruction, s->cta, s->warp, s->pc, s->sass);
    s->instruction.mask_known = s->mask_known;
    s->instruction.mask[0] = s->mask;
    return record_lines_begin(&s->lines, s->cta, s->warp, s->pc, s->sass, kind, true);
}

static bool next(trace *t, trace_record *r)
{
    ndjson_state *s = t->state;
    const char *line;
    size_t len;

    for (;;) {
        if (s->reg != NULL && give_register(t, s, r))
            return true;
        if (s->access) {
            s->access = false;
            if (give_memory(t, s, r))
                return true;
        }
        if ((line = input_line(t->in, &len)) == NULL)
            return false;
        if (line[strspn(line, " \t")] == '\0')
            continue;
        cJSON_Delete(s->object);
        s->object = json_line(&s->room, line, len);
        if (!cJSON_IsObject(s->object))
            input_bad(t->in, "%s", input_line_ended(t->in) ? "no JSON object" : "truncated: the line is no whole JSON object");
        if (take_line(t, s)) {
            *r = s->instruction;
            return true;
        }
    }
}

const trace_reader trace_reader_ndjson = {"cutracer-ndjson", false, detect, begin, next, end};
