/* SPDX-License-Identifier: Apache-2.0
 *
 * elf.h - a program: an executable ELF file of RV32IMAF, checked, its code decoded. */
#ifndef WF_SIMT_ELF_H
#define WF_SIMT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode.h"

enum { SIMT_MAX_SEGMENTS = 16 };
/* Where shared and private memory begin; programs lie below (docs/kernels.md). */
#define SIMT_SHARED_BASE 0x40000000u
#define SIMT_PRIVATE_BASE 0x80000000u

/* A part of the memory image: `filled` bytes of `data`, then zeros up to `size`. */
typedef struct {
    uint32_t address, size, filled;
    const unsigned char *data;
    simt_op *code; /* of an executable segment: an operation for each whole word of data; else NULL */
    uint32_t words;
} simt_segment;

typedef struct {
    uint32_t address;
    const char *name;
} simt_symbol;

typedef struct {
    char *name; /* of the file, without folders */
    unsigned char *file;
    size_t len;
    uint32_t entry, low, end; /* all segments are from low, a multiple of 16, to end */
    simt_segment segment[SIMT_MAX_SEGMENTS];
    int segments;
    simt_segment tls; /* the template of thread-local variables; size 0: none */
    uint32_t tls_align;
    bool reads_flags;    /* some instruction reads fflags */
    simt_symbol *symbol; /* by address */
    int symbols;
} simt_program;

/* Reads and checks the file. NULL, or what is wrong and what would be accepted, without the path; then `p` holds nothing. */
char *simt_program_read(simt_program *p, const char *path);
void simt_program_free(simt_program *p);
/* The operation at an address; NULL where there is no code. */
static inline simt_op *simt_program_at(const simt_program *p, uint32_t pc)
{
    for (int i = 0; i < p->segments; i++) {
        const simt_segment *s = &p->segment[i];
        if (pc - s->address < 4 * s->words && pc % 4 == 0)
            return &s->code[(pc - s->address) / 4];
    }
    return NULL;
}
/* "name+1c", "name", or "no symbol", for messages. */
char *simt_program_place(const simt_program *p, uint32_t pc);

#endif
