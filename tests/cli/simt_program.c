/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_program NAME FILE writes a small ELF file for tests of `warpfold trace`, which so need no compiler. simt_program alone lists the names.
 * In a program that fails, thread 37 of block 1 fails alone, which is lane 5 of warp 1. */
#include "../units/simt_asm.h"

/* clang-format off */
static void put_illegal(image *p) { emit(p, 0xffffffff); }
static void put_wild(image *p) { li(p, T0, 0x3ffffffc); lw(p, T0, 0, T0); }
static void put_null(image *p) { sw(p, T0, 0, ZERO); }
static void put_misaligned(image *p) { lw(p, T0, 2, A0); }
static void put_shared(image *p) { lw(p, T0, 64, A5); }
static void put_overflow(image *p) { addi(p, SP, SP, -1024); sw(p, RA, 0, SP); jump(p, here(p) - 8); }
static void put_wild_jump(image *p) { emit(p, i_word(-16, A0, 0, ZERO, JALR)); }
static void put_call(image *p) { ecall(p, 93); }
static void put_endless(image *p) { jump(p, here(p)); }
/* clang-format on */

static void make_failing(image *p, void (*put)(image *p))
{
    int out[2];

    begin(p, 2, 60, 64, 0);
    out[0] = branch(p, 0, A2, ZERO); /* beq */
    addi(p, T0, ZERO, 37);
    out[1] = branch(p, 1, A1, T0); /* bne */
    put(p);
    patch(p, out[0]);
    patch(p, out[1]);
    ret(p);
}

/* Thread 0 waits for a word that no thread writes, the others at the barrier. */
static void make_deadlock(image *p)
{
    begin(p, 1, 50, 0, 0);
    int first = branch(p, 0, A1, ZERO);
    barrier(p);
    ret(p);
    patch(p, first);
    lw(p, T0, 0, A0);
    emit(p, b_word(-4, ZERO, T0, 0));
    ret(p);
}

/* Three blocks of 70 threads. A thread turns in a loop as often as its number says, modulo 8, calls a function that uses its stack, adds to a
 * counter, and after a barrier stores what its neighbour has left in shared memory. The program ends with `status`. */
static void make_ending(image *p, uint32_t status)
{
    begin(p, 3, 70, 4 * 128, status);
    emit(p, i_word(7, A1, 7, T0, OP_IMM)); /* andi */
    addi(p, T1, ZERO, 1);
    addi(p, T1, T1, 3); /* the loop */
    addi(p, T0, T0, -1);
    emit(p, b_word(-8, ZERO, T0, 5)); /* bge */
    addi(p, SP, SP, -16);
    sw(p, T1, 4, SP);
    emit(p, s_word(9, A1, SP, 0, STORE));        /* sb */
    emit(p, r_word(0, A1, A0, 2, T2, ATOM));     /* amoadd */
    emit(p, r_word(0x68, 0, T1, 0, 1, FADD_OP)); /* fcvt.s.w */
    emit(p, r_word(8, 1, 1, 7, 1, FADD_OP));     /* fmul */
    lw(p, T1, 4, SP);
    emit(p, i_word(9, SP, 4, S0, LOAD)); /* lbu */
    addi(p, SP, SP, 16);
    slli(p, A6, A1, 2);
    add(p, S1, A5, A6);
    fsw(p, 1, 0, S1);
    barrier(p);
    lw(p, T0, 4, S1);
    emit(p, r_word(1, A3, A2, 0, T2, OP)); /* mul */
    add(p, T2, T2, A1);
    slli(p, T2, T2, 2);
    add(p, T2, T2, A0);
    add(p, T0, T0, S0);
    sw(p, T0, 64, T2);
    ret(p);
}

/* A kernel that ends at once. */
static void make_launch(image *p, uint32_t blocks, uint32_t threads, uint32_t shared)
{
    begin(p, blocks, threads, shared, 0);
    ret(p);
}

/* The host prints the first 6 bytes of its data, and ends. */
static void make_greeting(image *p)
{
    begin(p, 1, 1, 0, 0);
    ret(p);
    p->n = 0;
    addi(p, A0, ZERO, 1);
    li(p, A1, DATA);
    addi(p, A2, ZERO, 6);
    ecall(p, 64);
    addi(p, A0, ZERO, 0);
    ecall(p, 93);
    memcpy(p->data, "hello\n", 6);
    p->words = 2;
}

/* Puts the symbols of the host and of the kernel behind the file: names, symbols, sections. */
static unsigned char *with_symbols(unsigned char *e, size_t *len)
{
    static const char names[] = "\0host\0kernel";
    enum { SYMBOLS = 3, SYMBOL = 16, SECTION = 40, NAMES = 16 };
    uint32_t at = (uint32_t)*len, table = at + NAMES, sections = table + SYMBOLS * SYMBOL;

    *len = sections + 3 * SECTION;
    e = grow(e, *len);
    memset(e + at, 0, *len - at);
    memcpy(e + at, names, sizeof names);
    for (int i = 1; i < SYMBOLS; i++) {
        unsigned char *symbol = e + table + i * SYMBOL;
        put_word(symbol, i == 1 ? 1 : 6);
        put_word(symbol + 4, i == 1 ? CODE : CODE + 4 * HOST_WORDS);
        symbol[12] = 2;           /* a function */
        put_half(symbol + 14, 1); /* of some section */
    }
    unsigned char *symbols = e + sections + SECTION, *strings = symbols + SECTION;
    put_word(symbols + 4, 2); /* SHT_SYMTAB */
    put_word(symbols + 16, table);
    put_word(symbols + 20, SYMBOLS * SYMBOL);
    put_word(symbols + 24, 2); /* its names are in section 2 */
    put_word(strings + 4, 3);  /* SHT_STRTAB */
    put_word(strings + 16, at);
    put_word(strings + 20, sizeof names);
    put_word(e + 32, sections);
    put_half(e + 46, SECTION);
    put_half(e + 48, 3);
    return e;
}

typedef struct {
    const char *name;
    void (*put)(image *p); /* of a program that fails; else NULL */
} program;
static const program programs[] = {
    {"illegal", put_illegal},
    {"wild", put_wild},
    {"null", put_null},
    {"misaligned", put_misaligned},
    {"shared", put_shared},
    {"overflow", put_overflow},
    {"wild-jump", put_wild_jump},
    {"call", put_call},
    {"endless", put_endless},
    {"deadlock", NULL},
    {"good", NULL},
    {"bad-status", NULL},
    {"greeting", NULL},
    {"crowd", NULL},
    {"wide", NULL},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static void make(image *p, const program *which)
{
    if (which->put != NULL)
        make_failing(p, which->put);
    else if (strcmp(which->name, "deadlock") == 0)
        make_deadlock(p);
    else if (strcmp(which->name, "greeting") == 0)
        make_greeting(p);
    else if (strcmp(which->name, "crowd") == 0)
        make_launch(p, 0xffffffff, 1024, 0);
    else if (strcmp(which->name, "wide") == 0)
        make_launch(p, 1024, 1024, 1 << 20);
    else
        make_ending(p, strcmp(which->name, "good") == 0 ? 0 : 3);
}

int main(int argc, char **argv)
{
    static image p;
    size_t len;

    for (int i = 0; i < PROGRAMS; i++)
        if (argc == 1) {
            printf("%s\n", programs[i].name);
        } else if (argc == 3 && strcmp(argv[1], programs[i].name) == 0) {
            make(&p, &programs[i]);
            unsigned char *e = with_symbols(elf_of(&p, &len), &len);
            FILE *f = fopen(argv[2], "wb");
            bool ok = f != NULL && fwrite(e, 1, len, f) == len;
            arena_free(e);
            return (f == NULL || fclose(f) != 0 || !ok);
        }
    if (argc == 1)
        return 0;
    fprintf(stderr, "usage: simt_program [NAME FILE]\n");
    return 2;
}
