/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_cutracer.c - reads CUTracer's NDJSON: one JSON object a line. Its "type" tells what it is:
 *
 *   reg_trace         regs[register][lane], regs_indices[register] (newer files): one record for each register
 *   mem_value_trace   addrs[lane], values[lane][word], is_load, access_size: a load or store with data
 *   mem_addr_trace    addrs[lane]: a load or store without data
 *   opcode_only       nothing more
 *   anything else     skipped and counted
 *
 * Each of these four tells of an executed instruction. Lines of several types may tell of the same one: those of a warp that follow each
 * other with the same pc and text, one of each type. `sass` names the registers (trace_sass_operands.c).
 *
 * Unless the tool was told otherwise, values are those before the instruction, so they are register reads. There is no
 * active mask: registers have all lanes, memory accesses have the lanes whose address is not 0. */
#include "trace_impl.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

enum { CUTRACER_LANES = 32, MAX_OPERANDS = 128 };

typedef struct {
    cJSON *object;    /* the line whose registers are now the records */
    const cJSON *reg; /* the next register */
    int ordinal;
    uint64_t cta, pc;
    uint32_t warp;
    const char *sass;
    trace_record instruction; /* of this line */
    record_lines lines;
    bool access; /* the line's access comes next: with data if `data` */
    bool data;
    int numbers[MAX_OPERANDS], count;
} ndjson_state;

static bool detect(const char *head, size_t len)
{
    head += strspn(head, " \t\r\n");
    (void)len;
    return *head == '{' && strstr(head, "\"type\"") != NULL;
}

static void begin(trace *t)
{
    t->lanes = CUTRACER_LANES;
    t->instructions = true;
    t->state = zalloc(sizeof(ndjson_state));
    arena_free(t->source);
    t->source = format_new("register operands before each instruction, recorded by CUTracer (NDJSON)");
}

static void end(trace *t)
{
    cJSON_Delete(((ndjson_state *)t->state)->object);
    arena_free(t->state);
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

/* A number, or a string of a decimal or, after 0x, a hexadecimal one. Addresses of 64 bits come as either. */
static uint64_t address(trace *t, const cJSON *item, const char *what)
{
    if (cJSON_IsString(item)) {
        const char *p = item->valuestring;
        uint64_t value;
        if (take_number(&p, 0, UINT64_MAX, &value) && *p == '\0')
            return value;
        input_bad(t->in, "%s: \"%.24s\" is no number of 64 bits", what, item->valuestring);
    }
    return (uint64_t)whole(t, item, 9007199254740992.0, what);
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
    s->pc = pc != NULL ? address(t, pc, "pc") : 0;
    const cJSON *sass = field(s, "sass");
    s->sass = cJSON_IsString(sass) ? sass->valuestring : "";
}

/* The registers of a reg_trace. Their numbers are in regs_indices; in older files they come from the instruction's text. */
static void start_registers(trace *t, ndjson_state *s)
{
    const cJSON *indices = field(s, "regs_indices");
    int count = cJSON_GetArraySize(array(t, field(s, "regs"), -1, "regs"));

    if (count > MAX_OPERANDS)
        input_bad(t->in, "regs: %d registers; accepted are up to %d", count, MAX_OPERANDS);
    s->reg = field(s, "regs")->child;
    s->ordinal = 0;
    if (indices == NULL) {
        s->count = sass_registers(s->sass, s->numbers, MAX_OPERANDS);
        return;
    }
    s->count = 0;
    array(t, indices, count, "regs_indices");
    for (const cJSON *i = indices->child; i != NULL; i = i->next)
        s->numbers[s->count++] = (int)whole(t, i, 255, "regs_indices");
}

/* The next register of the line. RZ (number 255) is no register and is left out. */
static bool give_register(trace *t, ndjson_state *s, trace_record *r)
{
    while (s->reg != NULL) {
        const cJSON *lanes = array(t, s->reg, CUTRACER_LANES, "regs: each register");
        int number = s->ordinal < s->count ? s->numbers[s->ordinal] : s->ordinal;
        s->reg = s->reg->next;
        s->ordinal++;
        if (number == 255)
            continue;
        int lane = 0;
        for (const cJSON *v = lanes->child; v != NULL; v = v->next)
            r->value[lane++] = (uint32_t)whole(t, v, UINT32_MAX, "regs: a value");
        record_operand(r, s->cta, s->warp, s->pc, s->sass, number);
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

static void memory_data(trace *t, ndjson_state *s, trace_record *r)
{
    const cJSON *lane = array(t, field(s, "values"), CUTRACER_LANES, "values")->child;

    for (int i = 0; i < CUTRACER_LANES; i++, lane = lane->next) {
        uint32_t *to = r->value + i * r->words;
        memset(to, 0, (size_t)r->words * sizeof *to);
        int word = 0;
        for (const cJSON *v = array(t, lane, -1, "values: each lane")->child; v != NULL; v = v->next, word++) {
            uint32_t value = (uint32_t)whole(t, v, UINT32_MAX, "values: a word");
            if (word < r->words && mask_bit(r->mask, i))
                to[word] = value;
        }
    }
}

static void give_memory(trace *t, ndjson_state *s, trace_record *r)
{
    const cJSON *load = field(s, "is_load"), *size = field(s, "access_size");
    const cJSON *addr = array(t, field(s, "addrs"), CUTRACER_LANES, "addrs")->child;
    bool is_store = load != NULL ? cJSON_IsFalse(load) || (cJSON_IsNumber(load) && load->valueint == 0) : sass_is_store(s->sass);

    r->kind = is_store ? TRACE_STORE : TRACE_LOAD;
    r->cta = s->cta;
    r->warp = s->warp;
    r->pc = s->pc;
    r->lanes = CUTRACER_LANES;
    r->op = is_store ? TRACE_OTHER : TRACE_LOADS;
    r->space = space(s);
    r->size = size != NULL ? (int)whole(t, size, 4 * TRACE_MAX_WORDS, "access_size") : 4;
    if (r->size == 0)
        input_bad(t->in, "access_size: 1 to %d bytes expected", 4 * TRACE_MAX_WORDS);
    r->words = s->data ? (r->size + 3) / 4 : 0;
    r->linked = true;
    memset(r->mask, 0, sizeof r->mask);
    for (int i = 0; i < CUTRACER_LANES; i++, addr = addr->next) {
        r->addr[i] = address(t, addr, "addrs");
        r->mask[0] |= (uint32_t)(r->addr[i] != 0) << i;
    }
    if (s->data)
        memory_data(t, s, r);
}

/* Begins the line that `object` holds; true if its instruction is the next record. */
static bool take_line(trace *t, ndjson_state *s)
{
    static const char *const types[] = {"reg_trace", "mem_value_trace", "mem_addr_trace", "opcode_only", NULL};
    enum { REGISTERS, VALUES, ADDRESSES };
    const cJSON *type = field(s, "type");
    int kind = cJSON_IsString(type) ? name_index(types, type->valuestring, strlen(type->valuestring)) : -1;

    if (kind < 0) {
        t->skipped++;
        return false;
    }
    common(t, s);
    if (kind == REGISTERS && field(s, "regs") != NULL)
        start_registers(t, s);
    s->access = kind == VALUES || kind == ADDRESSES;
    s->data = kind == VALUES;
    record_instruction(&s->instruction, s->cta, s->warp, s->pc, s->sass);
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
            give_memory(t, s, r);
            s->access = false;
            return true;
        }
        if ((line = input_line(t->in, &len)) == NULL)
            return false;
        if (line[strspn(line, " \t")] == '\0')
            continue;
        cJSON_Delete(s->object);
        s->object = cJSON_ParseWithLengthOpts(line, len + 1, NULL, 1);
        if (!cJSON_IsObject(s->object))
            input_bad(t->in, "%s", input_line_ended(t->in) ? "no JSON object" : "truncated: the line is no whole JSON object");
        if (take_line(t, s)) {
            *r = s->instruction;
            return true;
        }
    }
}

const trace_reader trace_reader_ndjson = {"cutracer-ndjson", false, detect, begin, next, end};
