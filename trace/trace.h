/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.h - traces of warp-wide register values, memory accesses and instructions: one reader for every format, one writer.
 *
 * Reading convention. A trace is a stream of records. A record is one warp's register write, register read, load or
 * store, or an instruction that a warp executed; or a kernel's launch, or a copy of the host's. The format is recognised by the content, never by the name
 * (docs/forms.md and docs/packed.md describe the project's own, docs/traces.md the others):
 *   - the project's own form .wft, - warptrace-text (.wtx), - CUTracer NDJSON, - CUTracer and NVBit text,
 *   - Vortex SimX debug logs, - warpports-text. Each text form may also be compressed by zstd, gzip or xz. Memory use does not grow with the file.
 * Order. An instruction comes first, then the records that are linked to it, before the next instruction of the same warp. A
 * warp's instructions come in program order. Records of several warps may interleave. A launch stands before its first instruction, a copy
 * before the launch that sees it.
 * Errors. If a file is missing, of no known format, of another version, truncated or corrupt, the program ends with
 * exit code 2 and one line "FILE:LINE: what, and what would be accepted" (FILE: for binary forms).
 */
#ifndef WF_TRACE_H
#define WF_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRACE_MAX_LANES = 128,
    TRACE_MASK_WORDS = 4,
    TRACE_MAX_WORDS = 8, /* a lane's memory data: at most 32 bytes, the widest vector access of a GPU */
    /* Registers of 32 bits. A store of 128 bits reads four and two of an address, an FMA of 64 bits reads six. What reads more
     * (matrix products, textures) shows only the first register of each operand, so its registers are unknown anyway. */
    TRACE_MAX_SOURCES = 8,
    TRACE_MAX_DESTINATIONS = 4, /* a load of 128 bits */
    TRACE_MAX_KERNEL = 4096,    /* characters of a kernel's name */
    TRACE_MAX_REGISTERS = 65536 /* that a launch tells of a thread: importers may have virtual ones */
};

/* Operand reads come from tools that look at an instruction before it runs. They tell the values that registers hold, but
 * nothing about divergence: their mask is full. */
typedef enum {
    TRACE_WRITE,
    TRACE_READ,
    TRACE_LOAD,
    TRACE_STORE,
    TRACE_INSTRUCTION,
    TRACE_LAUNCH, /* of no warp: cta, warp, pc and mask are 0 */
    TRACE_COPY,   /* of no warp: the host wrote `bytes` bytes of global memory from addr[0] on, before the next launch */
    TRACE_KINDS
} trace_kind;
/* What a file may hold; each version holds all that the one before it does. What an older one lacks is not known. */
typedef enum {
    TRACE_VALUES = 1, /* register values and accesses, of the classes up to TRACE_OTHER: stores and control are "other" */
    TRACE_EXECUTION, /* instructions, of the classes up to TRACE_CONTROL: atomics and fences are "other" or load or store, barriers control */
    TRACE_TIMING,    /* launches, copies, operations, and all classes */
    TRACE_VERSIONS = TRACE_TIMING
} trace_version;
typedef enum {
    TRACE_ALU,
    TRACE_MUL,
    TRACE_FPU,
    TRACE_SFU,
    TRACE_LOADS,
    TRACE_OTHER,
    TRACE_STORES,
    TRACE_CONTROL, /* branches, calls, changes of the active mask */
    TRACE_BARRIER, /* waits for the block's other warps */
    TRACE_ATOMIC,  /* reads memory and writes it in one step: its accesses are a load, a store, both, or not known */
    TRACE_FENCE,   /* orders the accesses before it and behind it */
    TRACE_CLASSES
} trace_class;
/* What an instruction computes, as far as its latency depends on it, and of what type. Only arithmetic has them. */
typedef enum {
    TRACE_OPERATION_UNKNOWN,
    TRACE_SIMPLE, /* moves, logic, shifts, comparisons, selects, conversions, negation */
    TRACE_ADD,    /* also subtraction and absolute difference */
    TRACE_MAX,    /* also minimum */
    TRACE_TIMES,  /* a product */
    TRACE_MAD,    /* a product and a sum, fused or not */
    TRACE_DIV,    /* also remainder */
    TRACE_SQRT,
    TRACE_SPECIAL, /* sine, cosine, logarithm, exponential, reciprocal, reciprocal square root */
    TRACE_OPERATIONS
} trace_operation;
typedef enum { TRACE_TYPE_UNKNOWN, TRACE_INT, TRACE_FLOAT, TRACE_DOUBLE, TRACE_TYPES } trace_type;
typedef enum {
    TRACE_STACK,
    TRACE_GLOBAL,
    TRACE_SHARED,
    TRACE_LOCAL,
    TRACE_CONSTANT,
    TRACE_GENERIC,
    TRACE_ELSEWHERE,
    TRACE_SPACES
} trace_space;
/* Register files: x (integer), f (float), R (unified); and V, virtual registers, which a reader gives to nobody but whoever allocates them. */
typedef enum { TRACE_X, TRACE_F, TRACE_R, TRACE_FILES, TRACE_V = TRACE_FILES } trace_file;

extern const char *const trace_kind_names[];      /* "write", "read", "ld", "st", "instruction", "launch", "copy" */
extern const char *const trace_class_names[];     /* "alu", "mul", "fpu", "sfu", "load", "other", "store", "control", "barrier", ... */
extern const char *const trace_operation_names[]; /* "?", "simple", "add", "max", "mul", "mad", "div", "sqrt", "special" */
extern const char *const trace_type_names[];      /* "?", "int", "float", "double" */
extern const char *const trace_space_names[];     /* "stack", "global", ... */
extern const char trace_file_letters[];           /* 'x', 'f', 'R', 'V' */

/* A register of a warp. x0 and RZ are never operands: they are no source and no destination. */
typedef struct {
    trace_file file;
    int reg; /* x0..31, f0..31, R0..254, V0..65535 */
} trace_register;

/* A kernel's launch. */
typedef struct {
    const char *kernel;                     /* its name; "": not known. Of a record that was read valid until the next launch is */
    uint32_t grid[3], block[3];             /* x, y, z, from 1 */
    uint32_t static_shared, dynamic_shared; /* bytes of a block */
    int registers;                          /* of a thread, as the trace's instructions name them; 0: not known */
    int reserved_registers; /* of a thread, as whatever ran the kernel counts them for the blocks that fit on an SM; 0: not known */
} trace_launch;

typedef struct {
    trace_kind kind;
    int launch;   /* from 0: the last launch before the record, of a launch its own; -1: none was told */
    uint64_t cta; /* core, or x | y << 32 | z << 48 of a CUDA block: block numbers repeat from launch to launch */
    uint32_t warp;
    uint64_t pc; /* 0 if the source has none */
    int lanes;
    uint32_t mask[TRACE_MASK_WORDS]; /* bit i: lane i took part; bits above `lanes` are 0 */
    int words; /* words of a lane in `value`: registers 1; memory 1..8, or 0 if the source has no data; instructions 0 */
    /* A write, read, load or store of the last instruction record before it of the same (cta, warp). Its pc and, if it is of a
     * register, its class are the instruction's. Not linked: the trace does not tell the instruction, or it is a value that a
     * register held, and the instruction did not read it. */
    bool linked;
    trace_class op; /* of registers and instructions */

    /* Registers: `value` has all lanes, as read or after the write. Inactive lanes keep the old value. */
    trace_file file;
    int reg; /* x0..31, f0..31, R0..254 */

    /* Instructions. */
    bool mask_known;  /* false: the source has no active mask, and `mask` is full */
    bool written;     /* each destination's value follows as a linked write; false: the source lacks some or all of them */
    int sources;      /* -1: unknown. A register that is read as two operands stands here twice */
    int destinations; /* -1: unknown, 0: none. Each stands here once */
    trace_register source[TRACE_MAX_SOURCES];
    trace_register destination[TRACE_MAX_DESTINATIONS];
    trace_operation operation;
    trace_type type;
    bool dead; /* a compiler's hint: nobody reads what the lanes outside the mask hold in its destinations before that is written */

    /* Memory: inactive lanes have address and data 0. */
    trace_space space;
    int size; /* bytes of a lane, 1..32 */
    uint64_t addr[TRACE_MAX_LANES];

    uint32_t value[TRACE_MAX_LANES * TRACE_MAX_WORDS]; /* word k of lane i at [i * words + k] */

    trace_launch launched; /* of a launch */
    uint64_t bytes;        /* of a copy, from 1; its address is addr[0] */
} trace_record;

typedef struct trace trace;

trace *trace_open(const char *path);
/* The same; the trace may have virtual registers, which trace_open refuses (allocate.h). */
trace *trace_open_virtual(const char *path);
const char *trace_path(const trace *t);
/* Reads the next record; false at the end. Fields that the record's kind does not have are undefined. */
bool trace_next(trace *t, trace_record *r);
void trace_close(trace *t);

int trace_lanes(const trace *t);
/* "wft", "warptrace-text", "cutracer-ndjson", "nvbit-text", "simx-log", "warpports-text" */
const char *trace_format(const trace *t);
/* What the trace may hold. Known when it is open: its form and version tell. */
trace_version trace_version_of(const trace *t);
/* May it hold instruction records? */
bool trace_has_instructions(const trace *t);
const char *trace_source(const trace *t);  /* where the values come from; "" if the file does not say */
const char *trace_licence(const trace *t); /* "" if the file does not say */
/* How many entries so far held no record (other event types). */
uint64_t trace_skipped(const trace *t);
/* How many records of another tool's log so far contradicted their instruction, so that they came without a link. */
uint64_t trace_unlinked(const trace *t);
/* Dies (2) unless the trace has this many lanes. `who` ("design build/x", "--lanes") is named in the message. */
void trace_need_lanes(const trace *t, int lanes, const char *who);

/* A register write or read. */
static inline bool trace_is_register(const trace_record *r)
{
    return r->kind == TRACE_WRITE || r->kind == TRACE_READ;
}
/* A load or store. */
static inline bool trace_is_memory(const trace_record *r)
{
    return r->kind == TRACE_LOAD || r->kind == TRACE_STORE;
}
/* A record of a warp: all but launches and copies. */
static inline bool trace_is_warp(const trace_record *r)
{
    return r->kind < TRACE_LAUNCH;
}
bool trace_full(const trace_record *r); /* all lanes active */
/* A key for tables, of the register that a record writes or reads: 64 mixed bits of (cta, warp, file, number). */
uint64_t trace_register_key(const trace_record *r);

/* Writes the project's own form if PATH ends in .wft, warptrace-text if it ends in .wtx, in the version that holds what is written: of a copy
 * that of the trace it is made from. Dies (2) on another name, or if PATH exists and is not a trace of that form.
 * trace_writer_close makes the file appear, complete. */
typedef struct trace_writer trace_writer;
trace_writer *trace_writer_open(const char *path, int lanes, trace_version version, const char *source, const char *licence);
/* The same, of version TRACE_TIMING: compressed fast instead of well, for what is made quickly and is large. */
trace_writer *trace_writer_open_fast(const char *path, int lanes, const char *source, const char *licence);
void trace_write(trace_writer *w, const trace_record *r);
/* Finishes the file and returns its size in bytes. */
uint64_t trace_writer_close(trace_writer *w);

#ifdef __cplusplus
}
#endif

#endif
