/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.c - the memory of a program, its host thread and its calls. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "registers.h"

enum { HOST_STACK = 1 << 20, HOST_OWNER = 0x7fffffff, BAD_FILE = -9, SLICE = 1 << 22 };

bool simt_machine_fail(simt_machine *m, uint32_t pc, const char *where, const char *what)
{
    char *place = simt_program_place(m->program, pc);

    m->wrong = format_new("%s: pc %08x (%s), %s: %s", m->program->name, pc, place, where, what);
    arena_free(place);
    return false;
}

static uint8_t *at(const simt_machine *m, uint32_t address)
{
    return m->view.global.data + (address - m->view.global.base);
}

/* Takes `bytes` from the top of memory, aligned. */
static uint32_t push(uint32_t *top, uint32_t bytes, uint32_t align)
{
    *top = (*top - bytes) & ~(align - 1);
    return *top;
}

/* From the top of memory down: the arguments, the thread-local variables, the stack. */
static char *make_host(simt_machine *m)
{
    uint32_t top = m->view.global.base + m->view.global.size, *x = m->host.x;
    const simt_segment *tls = &m->program->tls;
    int argc = m->config.argc;
    uint32_t stack = m->view.global.size / 8 < HOST_STACK ? m->view.global.size / 8 : HOST_STACK;
    uint64_t need = (uint64_t)tls->size + m->program->tls_align + stack + 64;

    for (int i = 0; i < argc; i++)
        need += strlen(m->config.argv[i]) + 1 + sizeof(uint32_t);
    if (m->program->end - m->program->low + need > m->view.global.size)
        return format_new("the program, its arguments and the host's stack need %llu bytes of memory; --memory gives %u",
                          (unsigned long long)(m->program->end - m->program->low + need), m->view.global.size);
    uint32_t *argv = grow(NULL, ((size_t)argc + 1) * sizeof *argv);
    for (int i = 0; i < argc; i++) {
        uint32_t bytes = (uint32_t)strlen(m->config.argv[i]) + 1;
        argv[i] = push(&top, bytes, 1);
        memcpy(at(m, argv[i]), m->config.argv[i], bytes);
    }
    argv[argc] = 0;
    x[SIMT_A0] = (uint32_t)argc;
    x[SIMT_A0 + 1] = push(&top, (uint32_t)(argc + 1) * 4, 16);
    memcpy(at(m, top), argv, ((size_t)argc + 1) * sizeof *argv);
    arena_free(argv);
    x[SIMT_TP] = push(&top, tls->size, tls->size > 0 ? m->program->tls_align : 16);
    if (tls->filled > 0)
        memcpy(at(m, top), tls->data, tls->filled);
    x[SIMT_SP] = top;
    x[SIMT_RA] = SIMT_THREAD_END;
    m->heap_end = (m->program->end + 15) & ~15u;
    m->heap_limit = top - stack;
    m->host.pc = m->program->entry;
    m->host.owner = HOST_OWNER;
    m->host.view = &m->view;
    return NULL;
}

char *simt_machine_make(simt_machine *m, const simt_program *p, const simt_config *config)
{
    memset(m, 0, sizeof *m);
    if (config->memory > SIMT_SHARED_BASE - p->low || config->memory < 4096)
        return format_new("%u bytes of memory from %x on; accepted are 4096 to %u", config->memory, p->low, SIMT_SHARED_BASE - p->low);
    if (config->memory < p->end - p->low)
        return format_new("the program has %u bytes; --memory gives %u", p->end - p->low, config->memory);
    m->program = p;
    m->config = *config;
    m->left = config->limit;
    m->core.program = p;
    m->view.global = (simt_span){zalloc(config->memory), p->low, config->memory};
    m->view.shared.base = SIMT_SHARED_BASE;
    for (int i = 0; i < p->segments; i++) {
        if (p->segment[i].filled > 0)
            memcpy(at(m, p->segment[i].address), p->segment[i].data, p->segment[i].filled);
        for (uint32_t k = 0; k < p->segment[i].words; k++)
            p->segment[i].code[k].used = false;
    }
    char *wrong = make_host(m);
    if (wrong != NULL) {
        simt_machine_free(m);
        return wrong;
    }
    if (config->writer != NULL) {
        m->core.recorder = simt_recorder_new(config->writer, config->lanes);
        m->contents = simt_contents_new(&m->view.global, m->core.recorder, config->contents);
    }
    return NULL;
}

void simt_machine_free(simt_machine *m)
{
    simt_contents_free(m->contents);
    simt_recorder_free(m->core.recorder);
    arena_free(m->core.reservations.list);
    arena_free(m->view.global.data);
    arena_free(m->wrong);
    memset(m, 0, sizeof *m);
}

static bool fail_host(simt_machine *m, const char *what)
{
    return simt_machine_fail(m, m->host.pc, "host", what);
}

static bool call_write(simt_machine *m, uint32_t *a)
{
    uint32_t offset = a[1] - m->view.global.base;

    if (a[2] > m->view.global.size || offset > m->view.global.size - a[2])
        return fail_host(m, "write of bytes outside global memory");
    if (a[0] != 1 && a[0] != 2) {
        a[0] = (uint32_t)BAD_FILE;
        return true;
    }
    progress_end();
    fwrite(m->view.global.data + offset, 1, a[2], a[0] == 1 ? stdout : stderr);
    a[0] = a[2];
    return true;
}

/* Where the host may write: the program and its heap; its stack and what stands above it. */
static void extents_of(const simt_machine *m, simt_extent extents[2])
{
    extents[0] = (simt_extent){m->view.global.base, m->heap_end};
    extents[1] = (simt_extent){m->heap_limit > m->heap_end ? m->heap_limit : m->heap_end, m->view.global.base + m->view.global.size};
}

/* Does a trace hold it? Symbols may be anything. */
static bool is_name(const char *name)
{
    size_t len = strlen(name);

    for (size_t i = 0; i < len; i++)
        if ((unsigned char)name[i] < ' ')
            return false;
    return len <= TRACE_MAX_KERNEL && strcmp(name, "no symbol") != 0;
}

static void begin_trace(simt_machine *m, const simt_launch *l)
{
    simt_extent extents[2];

    if (m->core.recorder == NULL)
        return;
    extents_of(m, extents);
    simt_contents_begin(m->contents, extents);
    char *name = simt_program_place(m->program, l->kernel);
    trace_launch launch = {.kernel = is_name(name) ? name : "",
                           .grid = {l->grid[0], l->grid[1], 1},
                           .block = {l->block[0], l->block[1], 1},
                           .dynamic_shared = l->shared,
                           .registers = simt_kernel_registers(m->program, l->kernel)};
    simt_record_launch(m->core.recorder, &launch);
    arena_free(name);
}

static void end_trace(simt_machine *m)
{
    simt_extent extents[2];

    if (m->core.recorder == NULL)
        return;
    extents_of(m, extents);
    simt_contents_end(m->contents, extents);
}

static simt_launch launch_1d(const uint32_t *a)
{
    return (simt_launch){a[0], a[1], a[2], a[3], a[4], .grid = {a[2], 1}, .block = {a[3], 1}};
}

static simt_launch launch_2d(const uint32_t *a)
{
    return (simt_launch){a[0], a[1], a[2] * a[3], a[4] * a[5], a[6], .is_2d = true, .grid = {a[2], a[3]}, .block = {a[4], a[5]}};
}

static bool call_launch(simt_machine *m, uint32_t *a, simt_launch l)
{
    char *wrong = simt_launch_wrong(m, &l);

    if (wrong != NULL) {
        fail_host(m, wrong);
        arena_free(wrong);
        return false;
    }
    double begun = clock_processor_seconds();
    m->totals.kernels++;
    a[0] = 0;
    begin_trace(m, &l);
    bool ok = simt_launch_run(m, &l);
    end_trace(m);
    m->totals.seconds += clock_processor_seconds() - begun;
    return ok;
}

/* False: the program has ended, well if m->wrong is NULL. */
static bool call(simt_machine *m)
{
    uint32_t *a = m->host.x + SIMT_A0;
    char what[160];
    bool ok = true;

    switch (m->host.x[SIMT_A7]) {
    case SIMT_CALL_WRITE: ok = call_write(m, a); break;
    case SIMT_CALL_EXIT: m->totals.status = a[0]; return false;
    case SIMT_CALL_BRK:
        if (a[0] >= m->program->end && a[0] <= m->heap_limit)
            m->heap_end = a[0];
        a[0] = m->heap_end;
        break;
    case SIMT_CALL_LAUNCH: ok = call_launch(m, a, launch_1d(a)); break;
    case SIMT_CALL_LAUNCH_2D: ok = call_launch(m, a, launch_2d(a)); break;
    default:
        snprintf(what, sizeof what, "call %u; accepted are write (%d), exit (%d), brk (%d), launch (%d) and launch_2d (%d)",
                 m->host.x[SIMT_A7], SIMT_CALL_WRITE, SIMT_CALL_EXIT, SIMT_CALL_BRK, SIMT_CALL_LAUNCH, SIMT_CALL_LAUNCH_2D);
        return fail_host(m, what);
    }
    m->host.pc += 4;
    return ok;
}

static void count_registers(simt_machine *m)
{
    uint64_t used = 0;

    for (int i = 0; i < m->program->segments; i++)
        for (uint32_t k = 0; k < m->program->segment[i].words; k++) {
            const simt_op *op = &m->program->segment[i].code[k];
            used |= op->used ? op->reads | op->writes : 0;
        }
    m->totals.x = __builtin_popcountll(used & 0xffffffffu);
    m->totals.f = __builtin_popcountll(used >> 32);
}

void simt_machine_progress(const simt_machine *m)
{
    progress("instructions", m->config.limit - m->left, 0);
}

simt_stop simt_machine_run_thread(simt_machine *m, simt_thread *t)
{
    simt_stop stop;

    do {
        uint64_t slice = m->left < SLICE ? m->left : SLICE, left = slice;
        stop = simt_plain_run(m->program, &m->core.reservations, t, &left, m->core.fault);
        m->left -= slice - left;
        if (left == 0)
            simt_machine_progress(m);
    } while (stop == SIMT_STOP_LIMIT && m->left > 0);
    return stop;
}

static simt_stop run_host(simt_machine *m)
{
    uint64_t before = m->left;
    simt_stop stop = simt_machine_run_thread(m, &m->host);

    m->totals.host += before - m->left;
    return stop;
}

bool simt_machine_run(simt_machine *m)
{
    bool runs = true;

    while (runs) {
        switch (run_host(m)) {
        case SIMT_STOP_CALL: runs = call(m); break;
        case SIMT_STOP_END:
            m->totals.status = m->host.x[SIMT_A0];
            runs = false;
            break;
        case SIMT_STOP_FAULT: runs = fail_host(m, m->core.fault); break;
        case SIMT_STOP_LIMIT:
            runs = fail_host(m, "the limit of instructions is reached, and the program has not ended; --max-instructions sets it");
            break;
        }
    }
    progress_end();
    count_registers(m);
    return m->wrong == NULL;
}
