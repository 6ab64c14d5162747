/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.c - recognises a trace's format by its first bytes; what all formats share. */
#include "trace_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/random.h"
#include "../base/text.h"
#include "../cmodel/warpfold.h"

const char *const trace_kind_names[] = {"write", "read", "ld", "st", "instruction", "launch", "copy", NULL};
const char *const trace_class_names[] = {"alu",   "mul",     "fpu",     "sfu",    "load",  "other",
                                         "store", "control", "barrier", "atomic", "fence", NULL};
const char *const trace_operation_names[] = {"?", "simple", "add", "max", "mul", "mad", "div", "sqrt", "special", NULL};
const char *const trace_type_names[] = {"?", "int", "float", "double", NULL};
const char *const trace_space_names[] = {"stack", "global", "shared", "local", "constant", "generic", "other", NULL};
const char trace_file_letters[] = "xfRV";

static const trace_reader *const readers[] = {
    &trace_reader_wft, &trace_reader_text, &trace_reader_ndjson, &trace_reader_nvbit, &trace_reader_simx, &trace_reader_ports,
};

#define ACCEPTED "a .wft trace, warptrace-text 1 to 3, CUTracer NDJSON, CUTracer or NVBit text, a Vortex SimX log, or warpports-text 1"

/* How much of a file is looked at: logs begin with other programs' lines. */
enum { HEAD_BYTES = 1 << 16 };

/* What a file is whose form is known, but has no values, as the rest of a message; NULL: its form is not known. Accel-Sim's tracer writes a
 * header of "-kernel name = ..." lines, or "kernel-N.trace" lists. */
static const char *without_values(const char *head)
{
    if (strstr(head, "-kernel name =") != NULL || strstr(head, "-accelsim tracer version") != NULL ||
        strstr(head, "#traces format =") != NULL)
        return "is an Accel-Sim trace, which holds addresses but no register values";
    if (nvbit_is_addresses(head))
        return "is a trace of NVBit's mem_trace, which holds addresses but no register values";
    if (starts_with(head, "warp_id,region_id,instruction,count"))
        return "is a histogram of CUTracer's, which counts instructions and holds no register values";
    return NULL;
}

static trace *open_trace(const char *path, bool virtual_registers)
{
    trace *t = zalloc(sizeof *t);
    size_t len;

    t->virtual_registers = virtual_registers;
    t->in = input_open(path);
    const unsigned char *bytes = input_peek(t->in, HEAD_BYTES, &len);
    if (len == 0)
        input_bad(t->in, "is empty; accepted is " ACCEPTED);
    char *head = zalloc(len + 1);
    memcpy(head, bytes, len);
    for (size_t i = 0; i < sizeof readers / sizeof readers[0] && t->reader == NULL; i++)
        if (readers[i]->detect(head, len))
            t->reader = readers[i];
    if (t->reader == NULL && without_values(head) != NULL)
        input_bad(t->in, "%s; accepted is " ACCEPTED, without_values(head));
    if (t->reader == NULL)
        input_bad(t->in, "is in no known trace format; accepted is " ACCEPTED);
    arena_free(head);
    t->source = format_new("%s", "");
    t->licence = format_new("%s", "");
    t->version = TRACE_VALUES;
    t->launch = -1;
    t->reader->begin(t);
    if (!wf_is_lanes(t->lanes))
        input_bad(t->in, "a trace of %d lanes; accepted is a power of two from %d to %d", t->lanes, WF_MIN_LANES, WF_MAX_LANES);
    t->links = t->version >= TRACE_EXECUTION ? trace_links_new() : NULL;
    return t;
}

trace *trace_open(const char *path)
{
    return open_trace(path, false);
}

trace *trace_open_virtual(const char *path)
{
    return open_trace(path, true);
}

/* A reader leaves `linked`, `operation`, `type` and `dead` as they are where its form has none. */
bool trace_next(trace *t, trace_record *r)
{
    const char *what;

    r->linked = false;
    r->operation = TRACE_OPERATION_UNKNOWN;
    r->type = TRACE_TYPE_UNKNOWN;
    r->dead = false;
    if (!t->reader->next(t, r)) {
        what = t->links != NULL && t->reader->own ? trace_links_end(t->links) : NULL;
        if (what != NULL)
            input_bad(t->in, "truncated: %s", what);
        return false;
    }
    t->launch += r->kind == TRACE_LAUNCH;
    r->launch = t->launch;
    what = t->links != NULL ? trace_links_take(t->links, r) : NULL;
    if (what != NULL && t->reader->own)
        input_bad(t->in, "corrupt: %s", what);
    if (what != NULL && r->linked) {
        r->linked = false;
        t->unlinked++;
    }
    return true;
}

void trace_close(trace *t)
{
    if (t == NULL)
        return;
    if (t->reader->end != NULL)
        t->reader->end(t);
    else
        arena_free(t->state);
    input_close(t->in);
    trace_links_free(t->links);
    arena_free(t->source);
    arena_free(t->licence);
    arena_free(t->kernel);
    arena_free(t);
}

const char *trace_path(const trace *t)
{
    return input_path(t->in);
}

int trace_lanes(const trace *t)
{
    return t->lanes;
}

const char *trace_format(const trace *t)
{
    return t->reader->name;
}

const char *trace_source(const trace *t)
{
    return t->source;
}

const char *trace_licence(const trace *t)
{
    return t->licence;
}

trace_version trace_version_of(const trace *t)
{
    return t->version;
}

bool trace_has_instructions(const trace *t)
{
    return t->version >= TRACE_EXECUTION;
}

uint64_t trace_skipped(const trace *t)
{
    return t->skipped;
}

uint64_t trace_unlinked(const trace *t)
{
    return t->unlinked;
}

void trace_need_lanes(const trace *t, int lanes, const char *who)
{
    if (t->lanes != lanes)
        die_usage("%s: a trace of %d lanes; %s needs %d", input_path(t->in), t->lanes, who, lanes);
}

bool trace_full(const trace_record *r)
{
    return wf_mask_full(r->mask, r->lanes);
}

uint64_t trace_register_key(const trace_record *r)
{
    return rng_mix(rng_mix(r->cta) + ((uint64_t)r->warp << 16 | (uint64_t)r->file << 8 | (uint64_t)r->reg));
}

void mask_fill(uint32_t *mask, int lanes)
{
    for (int i = 0; i < TRACE_MASK_WORDS; i++) {
        int left = lanes - 32 * i;
        mask[i] = left >= 32 ? UINT32_MAX : left > 0 ? ((uint32_t)1 << left) - 1 : 0;
    }
}

const char *trace_bad_destinations(const trace_record *r)
{
    for (int i = 0; i < r->destinations; i++)
        for (int j = 0; j < i; j++)
            if (r->destination[i].file == r->destination[j].file && r->destination[i].reg == r->destination[j].reg)
                return "a destination that stands twice";
    if (r->dead && r->destinations <= 0)
        return "a hint of dead lanes, of an instruction that has no destination; accepted is one with destinations";
    return r->written && r->destinations <= 0 ? "results of an instruction that has no destination" : NULL;
}

const char *trace_bad_launch(const trace_launch *l)
{
    for (int i = 0; i < 3; i++)
        if (l->grid[i] == 0 || l->block[i] == 0)
            return "a launch of 0 blocks or of blocks of 0 threads";
    if (l->registers < 0 || l->registers > TRACE_MAX_REGISTERS || l->reserved_registers < 0 || l->reserved_registers > TRACE_MAX_REGISTERS)
        return "a launch with more than 65536 registers a thread";
    if (strlen(l->kernel) > TRACE_MAX_KERNEL)
        return "a kernel's name of more than 4096 characters";
    for (const char *c = l->kernel; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return "a kernel's name with a control character";
    return NULL;
}

const char *trace_bad_copy(const trace_record *r)
{
    return r->bytes == 0 || r->addr[0] + (r->bytes - 1) < r->addr[0] ? "a copy of no bytes, or beyond the last address" : NULL;
}

void record_of_host(trace_record *r, trace_kind kind, int lanes)
{
    r->kind = kind;
    r->cta = r->pc = 0;
    r->warp = 0;
    r->lanes = lanes;
    r->linked = false;
    r->words = 0;
    memset(r->mask, 0, sizeof r->mask);
}

int name_index(const char *const *names, const char *name, size_t len)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return i;
    return -1;
}
