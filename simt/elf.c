/* SPDX-License-Identifier: Apache-2.0
 *
 * elf.c - reads 32-bit little-endian ELF: checks the header, takes the segments that are loaded, decodes their code, and finds symbols for
 * messages. Structures and flags are those of <elf.h>. All of the file is read through `bytes_at`, which knows its end; `take_...` adds to
 * the program, and what returns a string says what is wrong with the file. */
#include "elf.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/text.h"

enum { MAX_HEADERS = 256, MAX_TLS = 1 << 16, MAX_ALIGN = 4096 };

/* `size` bytes at an offset of the file; NULL if it does not have them. */
static const unsigned char *bytes_at(const simt_program *p, uint64_t offset, uint64_t size)
{
    return offset <= p->len && size <= p->len - offset ? p->file + offset : NULL;
}

/* The structure of `size` bytes at an offset; all 0 where the file does not have it whole. */
static bool structure_at(const simt_program *p, uint64_t offset, void *structure, size_t size)
{
    const unsigned char *at = bytes_at(p, offset, size);

    memset(structure, 0, size);
    if (at != NULL)
        memcpy(structure, at, size);
    return at != NULL;
}

static Elf32_Ehdr head_of(const simt_program *p)
{
    Elf32_Ehdr h;

    structure_at(p, 0, &h, sizeof h);
    return h;
}

static char *check_head(const simt_program *p)
{
    Elf32_Ehdr h;

    if (p->len < SELFMAG || memcmp(p->file, ELFMAG, SELFMAG) != 0)
        return format_new("is no ELF file; accepted are executables of RV32IMAF (docs/kernels.md)");
    if (p->len > EI_CLASS && p->file[EI_CLASS] != ELFCLASS32)
        return format_new("an ELF file of 64 bits; accepted are 32 bits (-march=rv32imaf -mabi=ilp32f)");
    if (!structure_at(p, 0, &h, sizeof h))
        return format_new("truncated: the ELF header has %zu bytes, the file %zu", sizeof h, p->len);
    if (h.e_ident[EI_DATA] != ELFDATA2LSB)
        return format_new("a big-endian ELF file; accepted are little-endian ones");
    if (h.e_machine != EM_RISCV)
        return format_new("an ELF file for machine %u; accepted is %d (RISC-V)", h.e_machine, EM_RISCV);
    if (h.e_type != ET_EXEC)
        return format_new("an ELF file of type %u%s; accepted are executables, type %d (link it, without -pie)", h.e_type,
                          h.e_type == ET_DYN ? " (position-independent)" : "", ET_EXEC);
    if (h.e_flags & EF_RISCV_RVC)
        return format_new("it has compressed instructions; accepted is -march=rv32imaf, in all objects and libraries");
    if (h.e_flags & EF_RISCV_RVE)
        return format_new("it is for RV32E; accepted is -march=rv32imaf -mabi=ilp32f");
    if ((h.e_flags & EF_RISCV_FLOAT_ABI) >= EF_RISCV_FLOAT_ABI_DOUBLE)
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

static char *take_header(simt_program *p, const Elf32_Phdr *h)
{
    simt_segment s = {.address = h->p_vaddr, .size = h->p_memsz, .filled = h->p_filesz};

    if (h->p_type == PT_INTERP)
        return format_new("it needs a dynamic linker; accepted are static executables");
    if (h->p_type != PT_LOAD && h->p_type != PT_TLS)
        return NULL;
    if (s.filled > s.size)
        return format_new("corrupt: a segment has %u bytes in the file and %u in memory", s.filled, s.size);
    s.data = bytes_at(p, h->p_offset, s.filled);
    if (s.data == NULL)
        return format_new("truncated: a segment lies behind the end of the file");
    s.words = h->p_flags & PF_X ? s.filled / 4 : 0;
    return h->p_type == PT_TLS ? take_tls(p, &s, h->p_align) : take_load(p, &s);
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
        uint32_t word;
        memcpy(&word, s->data + 4 * i, sizeof word);
        simt_decode(word, &s->code[i]);
        p->reads_flags |= simt_reads_flags(&s->code[i]);
    }
}

static char *take_segments(simt_program *p)
{
    Elf32_Ehdr h = head_of(p);
    Elf32_Phdr header;

    if (h.e_phnum == 0 || h.e_phnum > MAX_HEADERS || h.e_phentsize != sizeof header)
        return format_new("corrupt: %u program headers of %u bytes; accepted are 1 to %d of %zu", h.e_phnum, h.e_phentsize, MAX_HEADERS,
                          sizeof header);
    for (uint32_t i = 0; i < h.e_phnum; i++) {
        if (!structure_at(p, h.e_phoff + (uint64_t)i * sizeof header, &header, sizeof header))
            return format_new("truncated: the program headers lie behind the end of the file");
        char *wrong = take_header(p, &header);
        if (wrong != NULL)
            return wrong;
    }
    char *wrong = order_segments(p);
    if (wrong != NULL)
        return wrong;
    for (int i = 0; i < p->segments; i++)
        decode_segment(p, &p->segment[i]);
    p->entry = h.e_entry;
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

/* The symbols of a table that name code, with their names from another section. */
static void take_symbols(simt_program *p, const Elf32_Shdr *table, const Elf32_Shdr *strings)
{
    const char *names = (const char *)bytes_at(p, strings->sh_offset, strings->sh_size);

    if (bytes_at(p, table->sh_offset, table->sh_size) == NULL || names == NULL || strings->sh_size == 0 ||
        names[strings->sh_size - 1] != '\0')
        return;
    p->symbol = zalloc((table->sh_size / sizeof(Elf32_Sym) + 1) * sizeof *p->symbol);
    for (uint32_t i = 0; i < table->sh_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym s;
        structure_at(p, table->sh_offset + i * sizeof s, &s, sizeof s);
        int type = ELF32_ST_TYPE(s.st_info);
        if ((type == STT_FUNC || type == STT_NOTYPE) && s.st_shndx != SHN_UNDEF && s.st_name < strings->sh_size &&
            names[s.st_name] != '\0' && names[s.st_name] != '$' && simt_program_at(p, s.st_value) != NULL)
            p->symbol[p->symbols++] = (simt_symbol){s.st_value, names + s.st_name};
    }
    qsort(p->symbol, (size_t)p->symbols, sizeof *p->symbol, by_address);
}

/* Symbols serve messages only, so a file without them, or with bad ones, is as good. */
static void find_symbols(simt_program *p)
{
    Elf32_Ehdr h = head_of(p);
    Elf32_Shdr table, strings;

    for (uint32_t i = 0; h.e_shentsize == sizeof table && i < h.e_shnum; i++) {
        structure_at(p, h.e_shoff + (uint64_t)i * sizeof table, &table, sizeof table);
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= h.e_shnum)
            continue;
        structure_at(p, h.e_shoff + (uint64_t)table.sh_link * sizeof strings, &strings, sizeof strings);
        take_symbols(p, &table, &strings);
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
        arena_free(p->segment[i].code);
    arena_free(p->symbol);
    arena_free(p->file);
    arena_free(p->name);
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
