/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_files.h - trace files of a test: written into its folder, read back, compared as warptrace-text. Include it after cmocka.h. */
#ifndef WF_TESTS_TRACE_FILES_H
#define WF_TESTS_TRACE_FILES_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../trace/trace.h"
#include "endings.h"
#include "own_folder.h"

/* The library's calls find this one before zstd's. The level of files that are kept clears tables of many megabytes for each, however short;
 * these files are short, and not kept. */
size_t ZSTD_CCtx_setParameter(ZSTD_CCtx *context, ZSTD_cParameter parameter, int value)
{
    size_t (*set)(ZSTD_CCtx *, ZSTD_cParameter, int);
    void *found = dlsym(RTLD_NEXT, "ZSTD_CCtx_setParameter");

    assert_non_null(found);
    memcpy(&set, &found, sizeof set);
    return set(context, parameter, parameter == ZSTD_c_compressionLevel ? 1 : value);
}

static inline char *put_string(const char *name, const char *s)
{
    return put_file(name, s, strlen(s));
}

static inline void convert(const char *from, const char *to)
{
    trace *t = trace_open(from);
    trace_writer *w = trace_writer_open(to, trace_lanes(t), trace_version_of(t), trace_source(t), trace_licence(t));
    trace_record r;

    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_close(t);
    trace_writer_close(w);
}

/* Takes the last two fields, operation and type, off each instruction's line. */
static inline void drop_operations(char *records)
{
    char *to = records;

    for (char *line = records, *end; *line != '\0'; line = end) {
        end = strchr(line, '\n') + 1;
        size_t n = (size_t)(end - line);
        for (int spaces = *line == 'i' ? 2 : 0; spaces > 0; spaces -= line[n] == ' ')
            n--;
        memmove(to, line, n);
        to += n;
        if (to[-1] != '\n')
            *to++ = '\n';
    }
    *to = '\0';
}

/* All records of a trace as warptrace-text without its comments; those of logs, which have operations by their instructions' texts alone, without
 * operations. */
static inline char *as_text(const char *path)
{
    char *out = path_join(dir, "as_text.wtx");
    trace *t = trace_open(path);
    trace_writer *w = trace_writer_open(out, trace_lanes(t), trace_version_of(t), "", "");
    trace_record r;

    bool own = strcmp(trace_format(t), "wft") == 0 || strcmp(trace_format(t), "warptrace-text") == 0;
    bool operations = trace_version_of(t) >= TRACE_TIMING && !own;
    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_close(t);
    trace_writer_close(w);
    char *all = file_read(out, NULL), *records = strstr(all, "values...\n");
    assert_non_null(records);
    records = format_new("%s", records + strlen("values...\n"));
    if (operations)
        drop_operations(records);
    return records;
}

static inline void expect_records(const char *path, const char *records)
{
    char *found = as_text(path);

    assert_string_equal(found, records);
}

static inline void read_all(const char *path)
{
    trace *t = trace_open(path);
    trace_record r;

    while (trace_next(t, &r))
        ;
    trace_close(t);
}

static inline void expect_bad(const char *content, const char *what)
{
    char *path = put_string("bad.txt", content);

    expect_refused(read_all, path, what);
}

/* The records of a trace of 32 lanes, a line each without its values. */
static inline char *in_short(const char *path)
{
    char *all = as_text(path), *save = NULL;
    text t = {0};

    for (char *line = strtok_r(all, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        const char *values = strstr(line, *line == 'i' ? "\n" : line[*line == '+'] == 'm' ? " fffff" : " ffffffff ");
        text_printf(&t, "%.*s\n", (int)(values != NULL ? (size_t)(values - line) : strlen(line)), line);
    }
    return t.data;
}

static inline void expect_short(const char *content, const char *records)
{
    char *path = put_string("short.log", content), *found = in_short(path);

    assert_string_equal(found, records);
}

/* xorshift, for records that exercise every packing. */
static inline uint32_t random_word(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static inline void random_record(trace_record *r, int lanes, uint32_t *seed)
{
    memset(r, 0, sizeof *r);
    r->kind = (trace_kind)(random_word(seed) % 4);
    r->cta = random_word(seed) % 3;
    r->warp = random_word(seed) % 5;
    r->pc = random_word(seed);
    r->lanes = lanes;
    for (int i = 0; i < lanes; i++)
        r->mask[i / 32] |= (r->kind == TRACE_READ || random_word(seed) % 3 ? 1u : 0u) << (i % 32);
    bool is_register = trace_is_register(r);
    r->op = (trace_class)(is_register ? random_word(seed) % (TRACE_OTHER + 1) : 0);
    r->file = (trace_file)(random_word(seed) % 2);
    r->reg = (int)(random_word(seed) % 8);
    r->space = (trace_space)(random_word(seed) % TRACE_SPACES);
    r->size = 1 + (int)(random_word(seed) % (4 * TRACE_MAX_WORDS));
    r->words = is_register ? 1 : (r->size + 3) / 4;
    uint32_t base = random_word(seed), shift = random_word(seed) % 33;
    for (int i = 0; i < lanes; i++) {
        bool active = r->mask[i / 32] >> (i % 32) & 1;
        if (!is_register && !active)
            continue;
        r->addr[i] = is_register ? 0 : (uint64_t)base << (shift % 20) | (unsigned)i * 4u;
        for (int k = 0; k < r->words; k++)
            r->value[i * r->words + k] = base + (shift == 32 ? 0 : random_word(seed) >> shift);
    }
}

static inline char *random_trace(const char *name, int lanes, int count)
{
    char *path = path_join(dir, name);
    trace_writer *w = trace_writer_open(path, lanes, TRACE_VALUES, "random", "");
    uint32_t seed = 12345;
    trace_record r;

    for (int i = 0; i < count; i++) {
        random_record(&r, lanes, &seed);
        trace_write(w, &r);
    }
    trace_writer_close(w);
    return path;
}

static inline trace_register random_register(uint32_t *seed)
{
    return (trace_register){(trace_file)(random_word(seed) % TRACE_FILES), 1 + (int)(random_word(seed) % 31)};
}

static inline void random_instruction(trace_record *r, int lanes, trace_version version, uint32_t *seed)
{
    *r = (trace_record){
        .kind = TRACE_INSTRUCTION, .cta = random_word(seed) % 3, .warp = random_word(seed) % 5, .pc = random_word(seed), .lanes = lanes};
    r->op = (trace_class)(random_word(seed) % (version < TRACE_TIMING ? TRACE_CONTROL + 1 : TRACE_CLASSES));
    if (version >= TRACE_TIMING) {
        r->operation = (trace_operation)(random_word(seed) % TRACE_OPERATIONS);
        r->type = (trace_type)(random_word(seed) % TRACE_TYPES);
    }
    r->mask_known = random_word(seed) % 4;
    for (int i = 0; i < lanes; i++)
        r->mask[i / 32] |= (!r->mask_known || random_word(seed) % 3 ? 1u : 0u) << (i % 32);
    r->sources = (int)(random_word(seed) % (TRACE_MAX_SOURCES + 2)) - 1;
    for (int i = 0; i < r->sources; i++)
        r->source[i] = random_register(seed);
    r->destinations = (int)(random_word(seed) % (TRACE_MAX_DESTINATIONS + 2)) - 1;
    for (int i = 0; i < r->destinations; i++)
        r->destination[i] = (trace_register){(trace_file)(random_word(seed) % TRACE_FILES), 1 + 5 * i};
    r->written = r->destinations > 0 && random_word(seed) % 4;
}

/* An instruction and what belongs to it. */
static inline void write_random_instruction(trace_writer *w, int lanes, trace_version version, uint32_t *seed)
{
    trace_record i, r;

    random_instruction(&i, lanes, version, seed);
    trace_write(w, &i);
    for (int k = -1; k < (i.written ? i.destinations : 0); k++) {
        random_record(&r, lanes, seed);
        bool memory = trace_is_memory(&r);
        if (k < 0 && (memory ? i.op != TRACE_LOADS && i.op != TRACE_STORES && i.op != TRACE_ATOMIC && i.op != TRACE_OTHER : i.sources >= 0))
            continue;
        r.kind = k >= 0 ? TRACE_WRITE : !memory ? TRACE_READ : i.op == TRACE_STORES ? TRACE_STORE : r.kind;
        r.words = memory && k < 0 ? r.words : 1;
        r.op = i.op;
        if (k >= 0) {
            r.file = i.destination[k].file;
            r.reg = i.destination[k].reg;
        }
        r.cta = i.cta;
        r.warp = i.warp;
        r.pc = i.pc;
        r.linked = true;
        for (int word = 0; word < TRACE_MASK_WORDS && !(memory && k < 0); word++)
            r.mask[word] = i.mask[word];
        for (int lane = 0; lane < lanes && memory && k < 0; lane++)
            if (!(i.mask[lane / 32] >> lane % 32 & 1)) {
                r.mask[lane / 32] &= ~(1u << lane % 32);
                r.addr[lane] = 0;
                memset(r.value + lane * r.words, 0, (size_t)r.words * sizeof r.value[0]);
            }
        trace_write(w, &r);
    }
}

/* Now and then a launch, or a copy. */
static inline void write_random_host(trace_writer *w, int lanes, uint32_t *seed)
{
    static const char *const names[] = {"", "k", "void f<int, 3>(float*)"};
    trace_record r = {.kind = random_word(seed) % 2 ? TRACE_LAUNCH : TRACE_COPY, .lanes = lanes};

    r.launched.kernel = names[random_word(seed) % 3];
    for (int i = 0; i < 3; i++) {
        r.launched.grid[i] = 1 + (random_word(seed) >> random_word(seed) % 32) / 2;
        r.launched.block[i] = 1 + random_word(seed) % 1024;
    }
    r.launched.static_shared = random_word(seed) % 49152;
    r.launched.dynamic_shared = random_word(seed) % 3;
    r.launched.registers = (int)(random_word(seed) % 64);
    r.launched.reserved_registers = (int)(random_word(seed) % 3);
    r.addr[0] = (uint64_t)random_word(seed) << random_word(seed) % 32;
    r.bytes = 1 + (random_word(seed) >> random_word(seed) % 32) / 2;
    trace_write(w, &r);
}

static inline char *random_program(const char *name, int lanes, trace_version version, int count)
{
    char *path = path_join(dir, name);
    trace_writer *w = trace_writer_open(path, lanes, version, "random", "");
    uint32_t seed = 54321;

    for (int i = 0; i < count; i++) {
        if (version >= TRACE_TIMING && random_word(&seed) % 8 == 0)
            write_random_host(w, lanes, &seed);
        write_random_instruction(w, lanes, version, &seed);
    }
    trace_writer_close(w);
    return path;
}

/* Instructions of NVIDIA GPUs; class, sources, destinations, operation and type as an instruction's line has them. */
static const struct {
    const char *sass, *operands;
} sass_by_hand[] = {
    {"LDG.E.64 R4, [R2.64+0x10]", "load ? R2,R3 R4,R5? ? ?"},
    {"LDG.E.128.CONSTANT R4, desc[UR4][R2.64]", "load ? R2,R3 R4,R5,R6,R7? ? ?"},
    {"LDG.E.SYS R4, [R2]", "load ? R2,R3 R4? ? ?"}, /* .E: an address of 64 bits */
    {"LDG.E.U8 R4, [R2.U32+UR4+0x8]", "load ? R2 R4? ? ?"},
    {"LDG.E.256 R4, [R2.64]", "load ? ? ? ? ?"}, /* more than a record takes */
    {"@!P0 LDS R4, [RZ+0x10]", "load ? - R4? ? ?"},
    {"LDC.64 R2, c[0x0][R4+0x8]", "load ? R4 R2,R3? ? ?"},
    {"LDSM.16.M88.4 R4, [R20]", "load ? R20 R4,R5,R6,R7? ? ?"},
    {"LDGSTS.E.BYPASS.128 [R3], [R4.64]", "load ? R3,R4,R5 - ? ?"},
    {"STG.E.128 [R2.64], R4", "store ? R2,R3,R4,R5,R6,R7 - ? ?"},
    {"STS.64 [R0.X4+UR4], R8", "store ? R0,R8,R9 - ? ?"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R4, [R2.64], R5", "atomic ? R2,R3,R5 R4? ? ?"},
    {"ATOMG.E.CAS.64.STRONG.GPU PT, R4, [R2.64], R6, R8", "atomic ? R2,R3,R6,R7,R8,R9 R4,R5? ? ?"},
    {"RED.E.ADD.F32.FTZ.RN.STRONG.GPU [R2.64], R7", "atomic ? R2,R3,R7 - ? ?"},
    {"REDUX.SUM UR6, R4", "other ? R4 - ? ?"},
    {"ISETP.GE.AND P0, PT, R0, R3, PT", "alu ? R0,R3 - simple int"},
    {"DSETP.GEU.AND P0, PT, R4, R6, PT", "fpu ? R4,R5,R6,R7 - simple double"},
    {"LOP3.LUT P0, RZ, R4, 0x1, RZ, 0xc0, !PT", "alu ? R4 - simple int"},
    {"R2P PR, R4, 0x7f", "other ? R4 - ? ?"},
    {"IADD3 R4, P0, -R5, |R6|, ~R7", "alu ? R5,R6,R7 R4? add int"},
    {"IADD3 R4, R5, R5, RZ", "alu ? R5,R5 R4? add int"}, /* two operands */
    {"IMAD.WIDE R2, R3, 0x4, R6", "mul ? R3,R6,R7 R2,R3? mad int"},
    {"IMAD.WIDE.U32 R2, P0, R3, R4.reuse, RZ", "mul ? R3,R4 R2,R3? mad int"},
    {"IMAD.HI.U32 R3, R5, R9, R2", "mul ? R5,R9,R2,R3 R3? mad int"},
    {"FFMA R1, -R2, c[0x0][0x160], RZ", "fpu ? R2 R1? mad float"},
    {"HADD2.F32 R0, -RZ, R2.H0_H0", "fpu ? R2 R0? add float"},
    {"DFMA R4, R6, R8, R10", "fpu ? R6,R7,R8,R9,R10,R11 R4,R5? mad double"},
    {"F2I.F64.TRUNC R4, R6", "fpu ? R6,R7 R4? simple int"},
    {"I2F.F64.U32 R4, R6", "fpu ? R6 R4,R5? simple double"},
    {"I2F.S64 R4, R6", "fpu ? R6,R7 R4? simple float"},
    {"CS2R R2, SRZ", "other ? - R2,R3? ? ?"},
    {"CS2R.32 R2, SR_CLOCKLO", "other ? - R2? ? ?"},
    {"SHFL.IDX PT, R4, R5, R6, 0x1f", "alu ? R5,R6 R4? ? ?"},
    {"VOTE.ANY R4, PT, P0", "other ? - R4? ? ?"},
    {"VOTE.ALL P0, PT", "other ? - - ? ?"},
    {"@P0 BRA 0x1230", "control ? - - ? ?"},
    {"RET.REL.NODEC R20 0x0", "control ? R20,R21 - ? ?"},
    {"HMMA.16816.F32 R4, R8, R12, R4", "fpu ? ? ? ? ?"}, /* its text does not tell how many registers these are */
    {"MUFU.SQRT R4, R5", "sfu ? R5 R4? sqrt float"},
    {"MUFU.EX2 R4, R5", "sfu ? R5 R4? special float"},
    {"FMNMX R4, R5, R6, !PT", "fpu ? R5,R6 R4? max float"},
    {"FMUL R4, R5, R6", "fpu ? R5,R6 R4? mul float"},
    {"IMAD.MOV.U32 R4, RZ, RZ, R5", "alu ? R5 R4? simple int"},
    {"IMNMX R4, R5, R6, PT", "alu ? R5,R6 R4? max int"},
    {"BAR.SYNC.DEFER_BLOCKING 0x0", "barrier ? - - ? ?"},
    {"MEMBAR.SC.GPU", "fence ? - - ? ?"},
    {"WARPSYNC 0xffffffff", "control ? - - ? ?"},
    {"FROB R1, R2", "other ? ? ? ? ?"},
    {"IADD3 RZ, R254, R5, RZ", "alu ? R254,R5 - add int"},
    {"DADD R254, R2, R4", "fpu ? ? ? add double"}, /* R255 is RZ */
};

static inline design some_design(int lanes)
{
    design d;

    design_init(&d, wf_find_unit("warpbdi"), lanes);
    d.isolate = 1; /* raw accesses leave the units at rest: what the energies below count with */
    design_check(&d);
    return d;
}

static inline bool active(const uint32_t *mask, int lane)
{
    return mask[lane / 32] >> (lane % 32) & 1;
}

#endif
