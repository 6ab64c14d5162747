/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_cutracer_table.h"

#include <stdint.h>
#include <string.h>

#include "../base/text.h"

/* 16 MiB of code in instructions of 16 bytes. */
enum { MOST_INSTRUCTIONS = 1 << 20 };

void cutracer_table_free(cutracer_table *t)
{
    for (size_t i = 0; i < t->cap; i++) {
        arena_free(t->list[i].sass);
        arena_free(t->list[i].register_numbers);
    }
    arena_free(t->list);
    *t = (cutracer_table){0};
}

static cutracer_instruction *entry(cutracer_table *t, uint64_t id)
{
    if (id >= t->cap) {
        size_t cap = t->cap > 0 ? t->cap : 256;
        while (cap <= id)
            cap *= 2;
        t->list = grow(t->list, cap * sizeof *t->list);
        memset(t->list + t->cap, 0, (cap - t->cap) * sizeof *t->list);
        t->cap = cap;
    }
    return &t->list[id];
}

/* The numbers of an array; none if one of them is no register. */
static void read_registers(cutracer_instruction *to, const cJSON *regs)
{
    int n = cJSON_GetArraySize(regs), i = 0;

    if (!cJSON_IsArray(regs))
        return;
    to->register_numbers = zalloc(((size_t)n + 1) * sizeof *to->register_numbers);
    for (const cJSON *r = regs->child; r != NULL; r = r->next, i++) {
        if (!cJSON_IsNumber(r) || !(r->valuedouble >= 0 && r->valuedouble <= 255))
            return;
        to->register_numbers[i] = r->valueint;
    }
    to->registers = n;
}

void cutracer_table_read(cutracer_table *t, const cJSON *metadata)
{
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(metadata, "instructions");

    cutracer_table_free(t);
    for (const cJSON *i = cJSON_IsObject(all) ? all->child : NULL; i != NULL; i = i->next) {
        const cJSON *sass = cJSON_GetObjectItemCaseSensitive(i, "sass");
        const char *p = i->string;
        uint64_t id;
        if (!cJSON_IsString(sass) || !take_number(&p, 10, MOST_INSTRUCTIONS - 1, &id) || *p != '\0' || entry(t, id)->sass != NULL)
            continue;
        t->list[id].sass = format_new("%s", sass->valuestring);
        read_registers(&t->list[id], cJSON_GetObjectItemCaseSensitive(i, "regs"));
    }
}

const cutracer_instruction *cutracer_table_find(const cutracer_table *t, const cJSON *opcode_id)
{
    if (!cJSON_IsNumber(opcode_id) || !(opcode_id->valuedouble >= 0 && opcode_id->valuedouble < (double)t->cap))
        return NULL;
    const cutracer_instruction *i = &t->list[(size_t)opcode_id->valuedouble];
    return i->sass != NULL ? i : NULL;
}
