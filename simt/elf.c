/* SPDX-License-Identifier: Apache-2.0
 *
 * elf.c - 32-bit little-endian ELF. The places of the fields are those of the System V ABI, chapter 4 and 5; the flags those of the RISC-V
 * ELF psABI. All of the file is read through `bytes_at`, which knows its end. */
#include "elf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/text.h"

/* File header. */
enum {
    E_CLASS = 4,
    E_DATA = 5,
    E_TYPE = 16,
    E_MACHINE = 18,
    E_ENTRY = 24,
    E_PHOFF = 28,
    E_SHOFF = 32,
    E_FLAGS = 36,
    E_PHENTSIZE = 42,
    E_PHNUM = 44,
    E_SHENTSIZE = 46,
    E_SHNUM = 48,
    E_SIZE = 52
};
enum {
    CLASS_32 = 1,
    DATA_LITTLE = 1,
    TYPE_EXEC = 2,
    TYPE_DYN = 3,
    MACHINE_RISCV = 243,
    FLAG_COMPRESSED = 1,
    FLAG_ABI = 6,
    ABI_DOUBLE = 4,
    FLAG_EMBEDDED = 8
};
/* Program header. */
enum { P_TYPE = 0, P_OFFSET = 4, P_VADDR = 8, P_FILESZ = 16, P_MEMSZ = 20, P_FLAGS = 24, P_ALIGN = 28, P_SIZE = 32 };
enum { PT_LOAD = 1, PT_INTERP = 3, PT_TLS = 7, PF_X = 1 };
/* Section header and symbol. */
enum { S_TYPE = 4, S_OFFSET = 16, S_BYTES = 20, S_LINK = 24, S_SIZE = 40, SHT_SYMTAB = 2 };
enum { SYM_NAME = 0, SYM_VALUE = 4, SYM_INFO = 12, SYM_SHNDX = 14, SYM_SIZE = 16, STT_NOTYPE = 0, STT_FUNC = 2 };
enum { MAX_HEADERS = 256, MAX_TLS = 1 << 16, MAX_ALIGN = 4096 };

/* `size` bytes at an offset of the file; NULL if it does not have them. */
static const unsigned char *bytes_at(const simt_program *p, uint64_t offset, uint64_t size)
{
    return offset <= p->len && size <= p->len - offset ? p->file + offset : NULL;
}

static uint32_t half(const unsigned char *at)
{
    return (uint32_t)(at[0] | at[1] << 8);
}

static uint32_t word(const unsigned char *at)
{
    return half(at) | half(at + 2) << 16;
}

static char *check_head(const simt_program *p)
{
    const unsigned char *h = bytes_at(p, 0, E_SIZE);

    if (p->len < 4 || memcmp(p->file, "\177ELF", 4) != 0)
        return format_new("is no ELF file; accepted are executables of RV32IMAF (docs/kernels.md)");
    if (p->len > E_CLASS && p->file[E_CLASS] != CLASS_32)
        return format_new("an ELF file of 64 bits; accepted are 32 bits (-march=rv32imaf -mabi=ilp32f)");
    if (h == NULL)
        return format_new("truncated: the ELF header has %d bytes, the file %zu", E_SIZE, p->len);
    if (h[E_DATA] != DATA_LITTLE)
        return format_new("a big-endian ELF file; accepted are little-endian ones");
    if (half(h + E_MACHINE) != MACHINE_RISCV)
        return format_new("an ELF file for machine %u; accepted is %d (RISC-V)", half(h + E_MACHINE), MACHINE_RISCV);
    if (half(h + E_TYPE) != TYPE_EXEC)
        return format_new("an ELF file of type %u%s; accepted are executables, type %d (link it, without -pie)", half(h + E_TYPE),
                          half(h + E_TYPE) == TYPE_DYN ? " (position-independent)" : "", TYPE_EXEC);
    uint32_t flags = word(h + E_FLAGS);
    if (flags & FLAG_COMPRESSED)
        return format_new("it has compressed instructions; accepted is -march=rv32imaf, in all objects and libraries");
    if (flags & FLAG_EMBEDDED)
        return format_new("it is for RV32E; accepted is -march=rv32imaf -mabi=ilp32f");
    if ((flags & FLAG_ABI) >= ABI_DOUBLE)
        return format_new("its calls pass double-precision registers; accepted is -mabi=ilp32f");
    return NULL;
}

static char *take_tls(simt_program *p, const simt_segment *s, uint32_t align)
{
    if (p->tls.size != 0)
        return format_new("corrupt: two TLS segments");
    if (s->size > MAX_TLS || align > MAX_ALIGN || (align & (align - 1)) != 0)
        return format_new("%u bytes of thread-local variables, aligned to %u; accepted are up to %d bytes and a power of two up to %d",
                          s->size, align, MAX_TLS, MAX_ALIGN);
    p->tls = *s;
    p->tls_align = align < 16 ? 16 : align;
    return NULL;
}

/* Segments are collected as the file has them; `order_segments` sorts them. */
static char *take_load(simt_program *p, const simt_segment *s)
{
    uint64_t end = (uint64_t)s->address + s->size;

    if (s->size == 0)
        return NULL;
    if (p->segments == SIMT_MAX_SEGMENTS)
        return format_new("more than %d segments", SIMT_MAX_SEGMENTS);
    if (end > SIMT_SHARED_BASE)
        return format_new("a segment from %x to %llx; accepted are addresses below %x", s->address, (unsigned long long)end,
                          SIMT_SHARED_BASE);
    if (s->words > 0 && s->address % 4 != 0)
        return format_new("corrupt: code at %x, which is no multiple of 4", s->address);
    p->segment[p->segments++] = *s;
    return NULL;
}

static char *take_header(simt_program *p, const unsigned char *h)
{
    uint32_t type = word(h + P_TYPE);
    simt_segment s = {.address = word(h + P_VADDR), .size = word(h + P_MEMSZ), .filled = word(h + P_FILESZ)};

    if (type == PT_INTERP)
        return format_new("it needs a dynamic linker; accepted are static executables");
    if (type != PT_LOAD && type != PT_TLS)
        return NULL;
    if (s.filled > s.size)
        return format_new("corrupt: a segment has %u bytes in the file and %u in memory", s.filled, s.size);
    s.data = bytes_at(p, word(h + P_OFFSET), s.filled);
    if (s.data == NULL)
        return format_new("truncated: a segment lies behind the end of the file");
    s.words = word(h + P_FLAGS) & PF_X ? s.filled / 4 : 0;
    return type == PT_TLS ? take_tls(p, &s, word(h + P_ALIGN)) : take_load(p, &s);
}

static int by_segment_address(const void *a, const void *b)
{
    const simt_segment *x = a, *y = b;

    return x->address < y->address ? -1 : x->address > y->address;
}

static char *order_segments(simt_program *p)
{
    qsort(p->segment, (size_t)p->segments, sizeof *p->segment, by_segment_address);
    for (int i = 0; i < p->segments; i++) {
        if (p->segment[i].address < p->end)
            return format_new("corrupt: segments that overlap");
        p->end = p->segment[i].address + p->segment[i].size;
    }
    p->low = p->segment[0].address & ~15u;
    return NULL;
}

static void decode_segment(simt_program *p, simt_segment *s)
{
    s->code = s->words > 0 ? zalloc(s->words * sizeof *s->code) : NULL;
    for (uint32_t i = 0; i < s->words; i++) {
        simt_decode(word(s->data + 4 * i), &s->code[i]);
        p->reads_flags |= simt_reads_flags(&s->code[i]);
    }
}

static char *take_segments(simt_program *p)
{
    const unsigned char *h = p->file;
    uint32_t count = half(h + E_PHNUM), size = half(h + E_PHENTSIZE);
    const unsigned char *headers = bytes_at(p, word(h + E_PHOFF), (uint64_t)count * size);

    if (count == 0 || count > MAX_HEADERS || size != P_SIZE)
        return format_new("corrupt: %u program headers of %u bytes; accepted are 1 to %d of %d", count, size, MAX_HEADERS, P_SIZE);
    if (headers == NULL)
        return format_new("truncated: the program headers lie behind the end of the file");
    for (uint32_t i = 0; i < count; i++) {
        char *wrong = take_header(p, headers + i * size);
        if (wrong != NULL)
            return wrong;
    }
    char *wrong = order_segments(p);
    if (wrong != NULL)
        return wrong;
    for (int i = 0; i < p->segments; i++)
        decode_segment(p, &p->segment[i]);
    p->entry = word(h + E_ENTRY);
    if (simt_program_at(p, p->entry) == NULL)
        return format_new("corrupt: there is no code at the entry, %x", p->entry);
    return NULL;
}

static int by_address(const void *a, const void *b)
{
    const simt_symbol *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void take_symbols(simt_program *p, const unsigned char *table, uint32_t bytes, const char *names, uint32_t names_size)
{
    p->symbol = zalloc((bytes / SYM_SIZE + 1) * sizeof *p->symbol);
    for (uint32_t at = 0; at + SYM_SIZE <= bytes; at += SYM_SIZE) {
        const unsigned char *s = table + at;
        int type = s[SYM_INFO] & 15;
        uint32_t name = word(s + SYM_NAME);
        if ((type == STT_FUNC || type == STT_NOTYPE) && half(s + SYM_SHNDX) != 0 && name < names_size && names[name] != '\0' &&
            names[name] != '$' && simt_program_at(p, word(s + SYM_VALUE)) != NULL)
            p->symbol[p->symbols++] = (simt_symbol){word(s + SYM_VALUE), names + name};
    }
    qsort(p->symbol, (size_t)p->symbols, sizeof *p->symbol, by_address);
}

/* Symbols serve messages only, so a file without them, or with bad ones, is as good. */
static void find_symbols(simt_program *p)
{
    const unsigned char *h = p->file;
    uint32_t count = half(h + E_SHNUM), size = half(h + E_SHENTSIZE);
    const unsigned char *sections = bytes_at(p, word(h + E_SHOFF), (uint64_t)count * size);

    for (uint32_t i = 0; sections != NULL && size == S_SIZE && i < count; i++) {
        const unsigned char *s = sections + i * size;
        if (word(s + S_TYPE) != SHT_SYMTAB || word(s + S_LINK) >= count)
            continue;
        const unsigned char *n = sections + word(s + S_LINK) * size;
        const unsigned char *table = bytes_at(p, word(s + S_OFFSET), word(s + S_BYTES));
        const unsigned char *names = bytes_at(p, word(n + S_OFFSET), word(n + S_BYTES));
        uint32_t names_size = word(n + S_BYTES);
        if (table != NULL && names != NULL && names_size > 0 && names[names_size - 1] == '\0')
            take_symbols(p, table, word(s + S_BYTES), (const char *)names, names_size);
        return;
    }
}

char *simt_program_read(simt_program *p, const char *path)
{
    memset(p, 0, sizeof *p);
    p->file = (unsigned char *)file_read(path, &p->len);
    if (p->file == NULL)
        return format_new("cannot be read: %s", strerror(errno));
    p->name = format_new("%s", path_base(path));
    char *wrong = check_head(p);
    if (wrong == NULL)
        wrong = take_segments(p);
    if (wrong == NULL)
        find_symbols(p);
    else
        simt_program_free(p);
    return wrong;
}

void simt_program_free(simt_program *p)
{
    for (int i = 0; i < p->segments; i++)
        free(p->segment[i].code);
    free(p->symbol);
    free(p->file);
    free(p->name);
    memset(p, 0, sizeof *p);
}

char *simt_program_place(const simt_program *p, uint32_t pc)
{
    const simt_symbol *found = NULL;

    for (int i = 0; i < p->symbols && p->symbol[i].address <= pc; i++)
        found = &p->symbol[i];
    if (found == NULL || simt_program_at(p, pc) == NULL)
        return format_new("no symbol");
    return pc == found->address ? format_new("%s", found->name) : format_new("%s+%x", found->name, pc - found->address);
}
