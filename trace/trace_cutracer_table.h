/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_cutracer_table.h - the instructions of a kernel, by opcode_id, from the kernel_metadata line that stands before its records:
 *
 *   {"type":"kernel_metadata","instructions":{"7":{"sass":"STG.E [R8.64], R4 ;","regs":[4],"uregs":[]}},...} */
#ifndef WF_TRACE_CUTRACER_TABLE_H
#define WF_TRACE_CUTRACER_TABLE_H

#include <cjson/cJSON.h>
#include <stddef.h>

typedef struct {
    char *sass;            /* NULL: the table does not have the instruction */
    int *register_numbers; /* of the operands, in the order of their values; NULL: the table does not tell */
    int registers;
} cutracer_instruction;

typedef struct {
    cutracer_instruction *list; /* by opcode_id */
    size_t cap;
} cutracer_table;

/* The table is that of this line now: no instruction of an earlier kernel stays. */
void cutracer_table_read(cutracer_table *t, const cJSON *metadata);
/* The instruction of a record; NULL: it is not known. */
const cutracer_instruction *cutracer_table_find(const cutracer_table *t, const cJSON *opcode_id);
void cutracer_table_free(cutracer_table *t);

#endif
