/* SPDX-License-Identifier: Apache-2.0
 *
 * launch_file.c - reads a .launch file whole, then walks along a trace: the launches by the number of instructions so far, the opcodes by (kernel, pc).
 *
 *     alloc c0000000 4096
 *     copy c0000000 4096 before 0
 *     launch 0 saxpy grid 64 1 1 block 256 1 1 shared 0 0 local 0 registers 9 10 first 0 count 10240
 *     op 38 mad.lo.s32 0 saxpy 512 */
#include "launch_file.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "trace_fields.h"
#include "trace_ptx.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

typedef struct {
    uint64_t address, bytes, before, line;
} copy;

typedef struct {
    trace_launch launch;
    uint64_t first, count, line;
} launch;

typedef struct {
    int kernel; /* its place in `kernels` */
    uint64_t pc;
} place;

typedef struct {
    place at;
    char *name;
    ptx_kind kind;
    uint64_t executed, found, line;
    UT_hash_handle hh;
} opcode;

struct launch_file {
    trace text; /* the file, as the field readers want it */
    copy *copies;
    launch *launches;
    size_t copy_count, launch_count;
    char **kernels;
    size_t kernel_count;
    opcode *opcodes;
    /* Along the trace. */
    size_t next_copy, next_launch;
    int kernel; /* of the launch that goes on; -1: none */
    uint64_t instructions;
};

static void word(fields *c, const char *expected)
{
    size_t len = strlen(expected);

    field_gap(c, expected);
    if (strncmp(c->p, expected, len) != 0 || (c->p[len] != ' ' && c->p[len] != '\0'))
        input_bad(c->t->in, "\"%s\" expected at \"%.20s\"", expected, c->p);
    c->p += len;
}

static char *name(fields *c, const char *what)
{
    field_gap(c, what);
    size_t len = strcspn(c->p, " ");
    if (len == 0)
        input_bad(c->t->in, "%s expected at \"%.20s\"", what, c->p);
    char *s = format_new("%.*s", (int)len, c->p);
    c->p += len;
    return s;
}

static uint32_t count32(fields *c, const char *what)
{
    return (uint32_t)field_dec(c, UINT32_MAX, what);
}

static int registers(fields *c)
{
    return (int)field_dec(c, TRACE_MAX_REGISTERS, "the registers");
}

static int kernel_of(launch_file *f, const char *kernel)
{
    for (size_t i = 0; i < f->kernel_count; i++)
        if (strcmp(f->kernels[i], kernel) == 0)
            return (int)i;
    f->kernels = grow_one(f->kernels, f->kernel_count, sizeof *f->kernels);
    f->kernels[f->kernel_count] = format_new("%s", kernel);
    return (int)f->kernel_count++;
}

/* An allocation tells nothing that a trace holds. */
static void alloc_line(fields *c)
{
    field_hex(c, 16, "the address");
    field_dec(c, UINT64_MAX, "the bytes");
    field_end(c);
}

static void copy_line(launch_file *f, fields *c)
{
    copy x = {.line = input_line_number(c->t->in)};

    x.address = field_hex(c, 16, "the address");
    x.bytes = field_dec(c, UINT64_MAX, "the bytes");
    word(c, "before");
    x.before = field_dec(c, INT32_MAX, "the launch");
    field_end(c);
    if (x.bytes == 0 || x.address + (x.bytes - 1) < x.address)
        input_bad(c->t->in, "a copy of no bytes, or beyond the last address");
    if (f->copy_count > 0 && x.before < f->copies[f->copy_count - 1].before)
        input_bad(c->t->in, "a copy before launch %llu behind one before launch %llu; copies stand in their order",
                  (unsigned long long)x.before, (unsigned long long)f->copies[f->copy_count - 1].before);
    f->copies = grow_one(f->copies, f->copy_count, sizeof *f->copies);
    f->copies[f->copy_count++] = x;
}

static void launch_line(launch_file *f, fields *c)
{
    launch x = {.line = input_line_number(c->t->in)};
    uint64_t number = field_dec(c, INT32_MAX, "the number of the launch");
    uint64_t expected = f->launch_count > 0 ? f->launches[f->launch_count - 1].first + f->launches[f->launch_count - 1].count : 0;

    x.launch.kernel = name(c, "the kernel");
    word(c, "grid");
    for (int i = 0; i < 3; i++)
        x.launch.grid[i] = count32(c, "the grid");
    word(c, "block");
    for (int i = 0; i < 3; i++)
        x.launch.block[i] = count32(c, "the block");
    word(c, "shared");
    x.launch.static_shared = count32(c, "the shared memory");
    x.launch.dynamic_shared = count32(c, "the shared memory");
    word(c, "local");
    count32(c, "the local memory");
    word(c, "registers");
    x.launch.registers = registers(c);
    x.launch.reserved_registers = registers(c);
    word(c, "first");
    x.first = field_dec(c, INT64_MAX, "the first instruction");
    word(c, "count");
    x.count = field_dec(c, INT64_MAX, "the instructions");
    field_end(c);
    const char *what = trace_bad_launch(&x.launch);
    if (what != NULL)
        input_bad(c->t->in, "%s", what);
    if (number != f->launch_count || x.first < expected || (f->launch_count > 0 && x.first != expected))
        input_bad(c->t->in, "launch %llu from instruction %llu on; expected is launch %zu from %llu on", (unsigned long long)number,
                  (unsigned long long)x.first, f->launch_count, (unsigned long long)expected);
    f->launches = grow_one(f->launches, f->launch_count, sizeof *f->launches);
    f->launches[f->launch_count++] = x;
}

/* What stands behind the executions is for whoever wrote it. */
static void op_line(launch_file *f, fields *c)
{
    opcode *o = zalloc(sizeof *o), *known; /* zeroed: its place is hashed as bytes */

    o->line = input_line_number(c->t->in);
    o->at.pc = field_hex(c, 16, "the pc");
    o->name = name(c, "the opcode");
    field_dec(c, 1, "1 if predicated, else 0,");
    char *kernel = name(c, "the kernel");
    o->at.kernel = kernel_of(f, kernel);
    arena_free(kernel);
    o->executed = field_dec(c, INT64_MAX, "the executions");
    if (*c->p != '\0' && *c->p != ' ')
        input_bad(c->t->in, "a space or the end of the line expected at \"%.20s\"", c->p);
    o->kind = ptx_kind_of(o->name);
    HASH_FIND(hh, f->opcodes, &o->at, sizeof o->at, known);
    if (known != NULL)
        input_bad(c->t->in, "pc %llx of %s has an opcode in line %llu already", (unsigned long long)o->at.pc, f->kernels[o->at.kernel],
                  (unsigned long long)known->line);
    HASH_ADD(hh, f->opcodes, at, sizeof o->at, o);
}

static void read_line(launch_file *f, const char *line)
{
    static const char *const kinds[] = {"alloc", "copy", "launch", "op", NULL};
    size_t len = strcspn(line, " ");
    fields c = {&f->text, line + len};

    switch (name_index(kinds, line, len)) {
    case 0: alloc_line(&c); break;
    case 1: copy_line(f, &c); break;
    case 2: launch_line(f, &c); break;
    case 3: op_line(f, &c); break;
    default: input_bad(f->text.in, "a line of kind \"%.*s\"; accepted are alloc, copy, launch and op", (int)(len > 20 ? 20 : len), line);
    }
}

launch_file *launch_file_read(const char *path)
{
    launch_file *f = zalloc(sizeof *f);
    const char *line;
    size_t len;

    f->kernel = -1;
    f->text.in = input_open_as(path, "launch file");
    while ((line = input_line(f->text.in, &len)) != NULL)
        if (len > 0 && *line != '#')
            read_line(f, line);
    if (f->launch_count == 0)
        input_bad(f->text.in, "no launch in it; a line \"launch 0 KERNEL grid ...\" is expected");
    for (size_t i = 0; i < f->copy_count; i++)
        if (f->copies[i].before >= f->launch_count)
            input_bad_line(f->text.in, f->copies[i].line, "a copy before launch %llu; there are %zu launches",
                           (unsigned long long)f->copies[i].before, f->launch_count);
    return f;
}

/* A copy comes with the launch that it stands before. */
bool launch_file_before(launch_file *f, const trace *t, const trace_record *r, trace_record *host)
{
    if (!trace_is_warp(r))
        die_usage("%s tells its launches by itself; --launches is for traces that do not", trace_path(t));
    if (r->kind != TRACE_INSTRUCTION || f->next_launch == f->launch_count || f->launches[f->next_launch].first > f->instructions)
        return false;
    const launch *l = &f->launches[f->next_launch];
    if (f->next_copy < f->copy_count && f->copies[f->next_copy].before == f->next_launch) {
        record_of_host(host, TRACE_COPY, r->lanes);
        host->addr[0] = f->copies[f->next_copy].address;
        host->bytes = f->copies[f->next_copy++].bytes;
        return true;
    }
    record_of_host(host, TRACE_LAUNCH, r->lanes);
    host->launched = l->launch;
    f->kernel = kernel_of(f, l->launch.kernel);
    f->next_launch++;
    return true;
}

void launch_file_tell(launch_file *f, trace_record *r)
{
    place at;
    opcode *o;

    f->instructions += r->kind == TRACE_INSTRUCTION;
    if (r->kind != TRACE_INSTRUCTION && !r->linked)
        return;
    memset(&at, 0, sizeof at);
    at.kernel = f->kernel;
    at.pc = r->pc;
    HASH_FIND(hh, f->opcodes, &at, sizeof at, o);
    if (o == NULL)
        return;
    o->found += r->kind == TRACE_INSTRUCTION;
    r->op = o->kind.op != TRACE_CLASSES && !trace_is_memory(r) ? o->kind.op : r->op;
    r->operation = o->kind.operation;
    r->type = o->kind.type;
}

void launch_file_end(const launch_file *f, const trace *t)
{
    const launch *last = &f->launches[f->launch_count - 1];
    const opcode *opcodes = f->opcodes;

    if (f->instructions != last->first + last->count)
        input_bad_line(f->text.in, last->line, "the launches end at instruction %llu; %s has %llu",
                       (unsigned long long)(last->first + last->count), trace_path(t), (unsigned long long)f->instructions);
    for (const opcode *o = opcodes; o != NULL; o = o->hh.next)
        if (o->found != o->executed)
            input_bad_line(f->text.in, o->line, "%s at pc %llx of %s is executed %llu times; in %s it is %llu", o->name,
                           (unsigned long long)o->at.pc, f->kernels[o->at.kernel], (unsigned long long)o->executed, trace_path(t),
                           (unsigned long long)o->found);
}
