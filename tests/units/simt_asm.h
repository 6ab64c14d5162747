/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_asm.h - programs for the tests of simt: instructions from their fields, ELF files of code and data, runs. The encodings are
 * written from the manual, not from simt/instructions.def. */
#ifndef WF_TESTS_SIMT_ASM_H
#define WF_TESTS_SIMT_ASM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../base/text.h"
#include "../../simt/machine.h"

enum { CODE = 0x10000, DATA = 0x20000, MOST_CODE = 1 << 14, MOST_DATA = 1 << 16, MEMORY = 0x60000 };
enum { ZERO, RA, SP, GP, TP, T0, T1, T2, S0, S1, A0, A1, A2, A3, A4, A5, A6, A7, S2, S3, S4, S5 };
/* Major opcodes. */
enum {
    LOAD = 3,
    LOAD_F = 7,
    OP_IMM = 19,
    AUIPC = 23,
    STORE = 35,
    STORE_F = 39,
    ATOM = 47,
    OP = 51,
    LUI = 55,
    FADD_OP = 83,
    BRANCH = 99,
    JALR = 103,
    JAL = 111,
    SYSTEM = 115
};

/* A program under construction: the host's code first, at CODE. */
typedef struct {
    uint32_t code[MOST_CODE], data[MOST_DATA];
    int n, words; /* instructions; words of data, at DATA */
    int locals;   /* so many of these words are also the template of the thread-local variables */
} image;

static bool seen[SIMT_CODES];

static inline int emit(image *p, uint32_t word)
{
    simt_op op;

    simt_decode(word, &op);
    seen[op.code] = true;
    if (p->n == MOST_CODE)
        abort();
    p->code[p->n] = word;
    return p->n++;
}

static inline uint32_t here(const image *p)
{
    return CODE + 4 * (uint32_t)p->n;
}

static inline uint32_t r_word(int f7, int rs2, int rs1, int f3, int rd, int opcode)
{
    return (uint32_t)f7 << 25 | (uint32_t)rs2 << 20 | (uint32_t)rs1 << 15 | (uint32_t)f3 << 12 | (uint32_t)rd << 7 | (uint32_t)opcode;
}

static inline uint32_t i_word(int imm, int rs1, int f3, int rd, int opcode)
{
    return (uint32_t)imm << 20 | r_word(0, 0, rs1, f3, rd, opcode);
}

static inline uint32_t s_word(int imm, int rs2, int rs1, int f3, int opcode)
{
    return r_word(imm >> 5 & 127, rs2, rs1, f3, imm & 31, opcode);
}

static inline uint32_t b_word(int offset, int rs2, int rs1, int f3)
{
    return r_word((offset >> 12 & 1) << 6 | (offset >> 5 & 63), rs2, rs1, f3, (offset & 30) | (offset >> 11 & 1), BRANCH);
}

static inline uint32_t j_word(int offset, int rd)
{
    uint32_t o = (uint32_t)offset;

    return (o >> 20 & 1) << 31 | (o >> 1 & 1023) << 21 | (o >> 11 & 1) << 20 | (o >> 12 & 255) << 12 | (uint32_t)rd << 7 | JAL;
}

static inline void li(image *p, int rd, uint32_t value)
{
    emit(p, (value + 0x800) >> 12 << 12 | (uint32_t)rd << 7 | LUI);
    emit(p, i_word((int)(value & 0xfff), rd, 0, rd, OP_IMM));
}

static inline void add(image *p, int rd, int rs1, int rs2)
{
    emit(p, r_word(0, rs2, rs1, 0, rd, OP));
}

static inline void addi(image *p, int rd, int rs1, int imm)
{
    emit(p, i_word(imm, rs1, 0, rd, OP_IMM));
}

static inline void slli(image *p, int rd, int rs1, int by)
{
    emit(p, i_word(by, rs1, 1, rd, OP_IMM));
}

static inline void lw(image *p, int rd, int imm, int rs1)
{
    emit(p, i_word(imm, rs1, 2, rd, LOAD));
}

static inline void sw(image *p, int rs2, int imm, int rs1)
{
    emit(p, s_word(imm, rs2, rs1, 2, STORE));
}

static inline void flw(image *p, int fd, int imm, int rs1)
{
    emit(p, i_word(imm, rs1, 2, fd, LOAD_F));
}

static inline void fsw(image *p, int fs2, int imm, int rs1)
{
    emit(p, s_word(imm, fs2, rs1, 2, STORE_F));
}

static inline void jump(image *p, uint32_t to)
{
    emit(p, j_word((int)(to - here(p)), ZERO));
}

static inline void ret(image *p)
{
    emit(p, i_word(0, RA, 0, ZERO, JALR));
}

static inline void ecall(image *p, uint32_t number)
{
    li(p, A7, number);
    emit(p, 0x73);
}

static inline void barrier(image *p)
{
    ecall(p, 1001);
}

/* A branch whose target is set later by `patch`. */
static inline int branch(image *p, int f3, int rs1, int rs2)
{
    return emit(p, b_word(0, rs2, rs1, f3));
}

static inline void patch(image *p, int at)
{
    p->code[at] |= b_word(4 * (p->n - at), 0, 0, 0) & ~(uint32_t)BRANCH;
}

/* The host: launches the kernel that follows, and exits with `status`. */
enum { HOST_WORDS = 17 };
static inline void begin(image *p, uint32_t blocks, uint32_t threads, uint32_t shared, uint32_t status)
{
    memset(p, 0, sizeof *p);
    li(p, A0, CODE + 4 * HOST_WORDS);
    li(p, A1, DATA);
    li(p, A2, blocks);
    li(p, A3, threads);
    li(p, A4, shared);
    ecall(p, 1000);
    li(p, A0, status);
    addi(p, A7, ZERO, 93);
    emit(p, 0x73);
    if (p->n != HOST_WORDS)
        abort();
}

/* The same in a grid and in blocks of two dimensions; the status is 0. */
enum { HOST_WORDS_2D = 19 };
static inline void begin_2d(image *p, const uint32_t *grid, const uint32_t *block)
{
    const uint32_t a[] = {CODE + 4 * HOST_WORDS_2D, DATA, grid[0], grid[1], block[0], block[1], 64};
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 7; i++)
        li(p, A0 + i, a[i]);
    ecall(p, 1002);
    addi(p, A7, ZERO, 93);
    emit(p, 0x73);
    if (p->n != HOST_WORDS_2D)
        abort();
}

static inline void put_half(unsigned char *at, uint32_t v)
{
    at[0] = (unsigned char)v;
    at[1] = (unsigned char)(v >> 8);
}

static inline void put_word(unsigned char *at, uint32_t v)
{
    put_half(at, v);
    put_half(at + 2, v >> 16);
}

enum { HEAD = 52, SEGMENT = 32, SEGMENTS = 3, ELF_HEAD = HEAD + SEGMENT * SEGMENTS };

static inline void put_segment(unsigned char *h, uint32_t type, uint32_t offset, uint32_t address, uint32_t filled, uint32_t size,
                               uint32_t flags)
{
    put_word(h, type);
    put_word(h + 4, offset);
    put_word(h + 8, address);
    put_word(h + 16, filled);
    put_word(h + 20, size);
    put_word(h + 24, flags);
    put_word(h + 28, 4);
}

/* The ELF file. */
static inline unsigned char *elf_of(const image *p, size_t *len)
{
    uint32_t code = 4 * (uint32_t)p->n, data = 4 * (uint32_t)p->words;
    *len = ELF_HEAD + code + data;
    unsigned char *e = zalloc(*len);

    memcpy(e, "\177ELF\1\1\1", 7);
    put_half(e + 16, 2);
    put_half(e + 18, 243);
    put_word(e + 20, 1);
    put_word(e + 24, CODE);
    put_word(e + 28, HEAD);
    put_word(e + 36, 2);
    put_half(e + 40, HEAD);
    put_half(e + 42, SEGMENT);
    put_half(e + 44, SEGMENTS);
    put_segment(e + HEAD, 1, ELF_HEAD, CODE, code, code, 5);
    put_segment(e + HEAD + SEGMENT, 1, ELF_HEAD + code, DATA, data, 4 * MOST_DATA, 6);
    put_segment(e + HEAD + 2 * SEGMENT, p->locals > 0 ? 7 : 0, ELF_HEAD + code, DATA, 4 * (uint32_t)p->locals, 4 * (uint32_t)p->locals + 8,
                4);
    for (int i = 0; i < p->n; i++)
        put_word(e + ELF_HEAD + 4 * i, p->code[i]);
    for (int i = 0; i < p->words; i++)
        put_word(e + ELF_HEAD + code + 4 * (uint32_t)i, p->data[i]);
    return e;
}

/* Reads bytes as a program. NULL, or what is wrong. */
static inline char *read_bytes(simt_program *program, const unsigned char *bytes, size_t len)
{
    char path[32];
    int fd = memfd_create("program", 0);

    if (fd < 0 || write(fd, bytes, len) != (ssize_t)len)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    char *wrong = simt_program_read(program, path);
    close(fd);
    return wrong;
}

typedef struct {
    simt_program program;
    simt_machine machine;
    bool ok;
} ran;

static inline simt_config usual(void)
{
    static const char *const argv[] = {"test"};

    return (simt_config){.lanes = 32,
                         .resident = 4,
                         .stack = 4096,
                         .memory = MEMORY,
                         .limit = 100000000,
                         .most_blocks = 1 << 24,
                         .most_bytes = 1u << 31,
                         .argc = 1,
                         .argv = argv};
}

static inline ran *run_image(const image *p, const simt_config *config)
{
    ran *r = zalloc(sizeof *r);
    size_t len;
    unsigned char *e = elf_of(p, &len);
    char *wrong = read_bytes(&r->program, e, len);

    if (wrong == NULL)
        wrong = simt_machine_make(&r->machine, &r->program, config);
    if (wrong != NULL) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    r->ok = simt_machine_run(&r->machine);
    return r;
}

/* Word i of the data at the end. */
static inline uint32_t data_word(const ran *r, int i)
{
    uint32_t value;

    memcpy(&value, r->machine.view.global.data + (DATA - r->machine.view.global.base) + 4 * (uint32_t)i, sizeof value);
    return value;
}

static inline char *trace_name(void)
{
    char *name = format_new("/tmp/test-simt-%d.wft", (int)getpid());

    unlink(name);
    return name;
}

static inline ran *run_traced(const image *p, simt_config config, const char *name)
{
    config.writer = trace_writer_open_fast(name, config.lanes, "", "");
    ran *r = run_image(p, &config);
    trace_writer_close(config.writer);
    return r;
}

static inline void run_free(ran *r)
{
    simt_machine_free(&r->machine);
    simt_program_free(&r->program);
}

#endif
