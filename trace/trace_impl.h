/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_impl.h - what the readers of the formats share. Nothing outside trace/trace*.c needs it.
 *
 * A format is one constant trace_reader. `detect` looks at the first bytes. `begin` reads what comes before the first record
 * and sets `lanes`. `next` reads one record. A reader keeps its state in t->state. */
#ifndef WF_TRACE_IMPL_H
#define WF_TRACE_IMPL_H

#include "trace.h"
#include "trace_input.h"
#include "trace_link.h"

typedef struct {
    const char *name;
    bool own; /* the project's own: what contradicts its instruction is corrupt; in others' logs it comes without its link */
    bool (*detect)(const char *head, size_t len);
    void (*begin)(trace *t);
    bool (*next)(trace *t, trace_record *r);
    void (*end)(trace *t); /* frees t->state; NULL: arena_free() is enough */
} trace_reader;

struct trace {
    const trace_reader *reader;
    input *in;
    int lanes;
    trace_version version;  /* set by `begin`: what there may be; TRACE_VALUES if it does not */
    bool virtual_registers; /* they are accepted */
    trace_links *links;     /* NULL without instructions */
    int launch;             /* the last one that was told; -1: none */
    char *kernel;           /* its name */
    char *source, *licence;
    uint64_t skipped, unlinked;
    void *state;
};

extern const trace_reader trace_reader_wft, trace_reader_text, trace_reader_ndjson, trace_reader_nvbit, trace_reader_simx,
    trace_reader_ports;

void mask_fill(uint32_t *mask, int lanes);
static inline bool mask_bit(const uint32_t *mask, int lane)
{
    return mask[lane / 32] >> (lane % 32) & 1;
}

/* What is wrong with an instruction's destinations, with a launch or with a copy: NULL, or the rest of a message. */
const char *trace_bad_destinations(const trace_record *r);
const char *trace_bad_launch(const trace_launch *l);
const char *trace_bad_copy(const trace_record *r);
/* A record of no warp. */
void record_of_host(trace_record *r, trace_kind kind, int lanes);
/* Index of a name in a NULL-terminated table, or -1. */
int name_index(const char *const *names, const char *name, size_t len);
/* The memory space of a SASS instruction; TRACE_ELSEWHERE: it is not known. */
trace_space sass_space(const char *sass);
/* Whether a SASS instruction loads or stores, and bytes of a lane. False: its text does not tell, or it does both or neither. */
bool sass_access(const char *sass, trace_kind *kind, int *size);
/* The registers that `count` recorded values are of. NVBit's tools record each register operand that is no part of an address, in their order; of
 * an access of 64 or 128 bits two or four registers each. RZ is 255. False: the text does not have so many. */
bool sass_recorded(const char *sass, int count, int *numbers);
/* The text behind the guard predicate. */
const char *sass_mnemonic(const char *sass);
/* Sets sources and destinations of a SASS instruction (trace_sass_operands.c). */
void sass_operands(const char *sass, trace_record *r);
/* Fills a record with an instruction of 32 lanes: no mask, no results. Does an instruction of R registers read this one? Yes if its
 * sources are not known. */
void record_instruction(trace_record *r, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass);
bool record_reads(const trace_record *instruction, int reg);
/* The lines of a log that tell of one executed instruction, of some warps: an instruction of its own begins with another text or pc, or
 * with a second line of the same kind, or with one that does not join. Returns true then. `kind` is below 32. {0} is empty. */
typedef struct {
    struct {
        uint64_t warp, text; /* hashes; 0: free */
        uint32_t kinds;
    } last[4096];
} record_lines;
bool record_lines_begin(record_lines *l, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass, int kind, bool joins);
/* Fills a record with a read of register `reg`: 32 lanes, full mask. The caller adds the values. */
void record_operand(trace_record *r, uint64_t cta, uint32_t warp, uint64_t pc, const char *sass, int reg);
/* One 64-bit number for a CUDA block. Dies if a coordinate exceeds CUDA's limits. */
#define CTA_LIMITS "CUDA's limits 2147483647,65535,65535"
bool cta_fits(double x, double y, double z);
uint64_t cta_number(const trace *t, double x, double y, double z);
/* Is it the text of NVBit's mem_trace, which has addresses alone? */
bool nvbit_is_addresses(const char *head);

#endif
