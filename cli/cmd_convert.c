/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold convert IN... -o OUT.wft|OUT.wtx - converts traces of any known form to the project's own form or to text. */
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../trace/allocate.h"
#include "../trace/launch_file.h"
#include "../trace/trace.h"
#include "../trace/trace_dead.h"
#include "../trace/trace_link.h"
#include "arguments.h"
#include "commands.h"

enum { KEY_LAUNCHES = 0x2000, KEY_ALLOCATE, KEY_DEAD };

typedef struct {
    const char *out, *launches, *source, *licence;
    bool force, allocate, dead;
    long long limit, lanes;
    char **in;
    int count;
} arguments;

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "the trace to write: .wft (own form) or .wtx (text)", 0},
    {"limit", 'n', "N", 0, "stop after N records", 0},
    {"allocate", KEY_ALLOCATE, NULL, 0, "give registers the numbers of a register allocator, kernel by kernel; virtual ones are accepted",
     0},
    {"dead", KEY_DEAD, NULL, 0, "mark instructions whose destinations hold nothing that is read in the lanes outside their mask", 0},
    {"launches", KEY_LAUNCHES, "FILE", 0, "a .launch file with the launches and opcodes of the one input, which go to the output", 0},
    {"force", 'F', NULL, 0, "overwrite the output", 0},
    {"lanes", 'l', "N", 0, "refuse traces of another warp width", 0},
    {"licence", 'L', "TEXT", 0, "the values' licence, carried in the file (default: those of the inputs)", 0},
    {"source", 'S', "TEXT", 0, "where the values come from (default: what the inputs say)", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    if (key == 'o') {
        a->out = arg;
    } else if (key == 'n') {
        if (!parse_int(arg, 1, 1LL << 62, &a->limit))
            die_usage("convert: --limit %s: a number of records from 1 is expected", arg);
    } else if (key == 'l') {
        if (!parse_int(arg, 4, TRACE_MAX_LANES, &a->lanes) || (a->lanes & (a->lanes - 1)) != 0)
            die_usage("convert: --lanes %s: accepted are 4, 8, 16, 32, 64 and 128", arg);
    } else if (key == KEY_ALLOCATE) {
        a->allocate = true;
    } else if (key == KEY_DEAD) {
        a->dead = true;
    } else if (key == KEY_LAUNCHES) {
        a->launches = arg;
    } else if (key == 'L') {
        a->licence = arg;
    } else if (key == 'F') {
        a->force = true;
    } else if (key == 'S') {
        a->source = arg;
    } else if (key == ARGP_KEY_ARGS) {
        a->in = state->argv + state->next;
        a->count = state->argc - state->next;
    } else if (key != ARGP_KEY_NO_ARGS) {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Is it one of the parts of `all`, which are separated by "; "? */
static bool has_part(const char *all, const char *part, size_t n)
{
    for (; all; all = strstr(all, "; ") ? strstr(all, "; ") + 2 : NULL)
        if (strncmp(all, part, n) == 0 && (all[n] == '\0' || strncmp(all + n, "; ", 2) == 0))
            return true;
    return false;
}

/* Joins the texts of several inputs: each part once, in their order. If only some have a text, "not stated" replaces that of the others. */
static char *join(char *const *texts, int count)
{
    text all = {0};
    bool any = false;

    if (count == 1)
        return format_new("%s", texts[0]);
    for (int i = 0; i < count; i++)
        any |= *texts[i] != '\0';
    for (int i = 0; i < count && any; i++) {
        const char *part = *texts[i] ? texts[i] : "not stated";
        for (size_t n; *part; part += n + (part[n] ? 2 : 0)) {
            const char *end = strstr(part, "; ");
            n = end ? (size_t)(end - part) : strlen(part);
            if (n > 0 && !has_part(all.data, part, n)) {
                text_puts(&all, all.len ? "; " : "");
                text_add(&all, part, n);
            }
        }
    }
    return all.data ? all.data : format_new("%s", "");
}

/* All inputs. They are checked before the first record is written. */
typedef struct {
    trace **open; /* NULL: opened again later, so that thousands of files are not open at once */
    char **sources, **licences;
    int lanes;
    trace_version version; /* the newest of them */
} inputs;

static trace *open_input(const arguments *a, int i)
{
    return a->allocate ? trace_open_virtual(a->in[i]) : trace_open(a->in[i]);
}

static void look(inputs *in, const arguments *a)
{
    size_t n = (size_t)a->count * sizeof(char *);

    *in = (inputs){zalloc(n), zalloc(n), zalloc(n), 0, TRACE_VALUES};
    for (int i = 0; i < a->count; i++) {
        trace *t = open_input(a, i);
        if (a->lanes != 0)
            trace_need_lanes(t, (int)a->lanes, "--lanes");
        if (i > 0)
            trace_need_lanes(t, in->lanes, a->in[0]);
        in->lanes = trace_lanes(t);
        in->version = trace_version_of(t) > in->version ? trace_version_of(t) : in->version;
        in->sources[i] = format_new("%s", trace_source(t));
        in->licences[i] = format_new("%s", trace_licence(t));
        if (file_exists(a->in[i]))
            trace_close(t);
        else
            in->open[i] = t; /* a pipe cannot be read twice */
    }
}

static trace_writer *create(const inputs *in, const arguments *a)
{
    char *source = join(in->sources, a->count), *licence = join(in->licences, a->count);
    trace_writer *w = trace_writer_open(a->out, in->lanes, in->version, a->source ? a->source : source, a->licence ? a->licence : licence);

    return w;
}

/* What was written, and what is missing of it. */
typedef struct {
    trace_writer *w;
    long long limit; /* 0: none */
    unsigned long long records, skipped, unlinked;
    trace_links *links;
    launch_file *launches;  /* NULL: none are told */
    allocation *allocation; /* NULL: registers keep their numbers */
    dead_lanes *dead;       /* NULL: hints stay as they are */
    bool learns;            /* these two take the records, and nothing is written */
} copier;

/* A limit may cut an instruction off: behind it only the writes that are missing yet are copied. */
static bool is_wanted(const copier *c, const trace_record *r)
{
    return c->limit == 0 || c->records < (unsigned long long)c->limit || trace_links_awaits(c->links, r);
}

static bool is_done(const copier *c)
{
    return c->limit != 0 && c->records >= (unsigned long long)c->limit && trace_links_open(c->links) == 0;
}

static void put(copier *c, trace_record *r)
{
    if (c->learns) {
        if (c->allocation != NULL)
            allocation_learn(c->allocation, r);
        if (c->dead != NULL)
            dead_learn(c->dead, r);
        return;
    }
    if (c->dead != NULL)
        dead_tell(c->dead, r);
    if (c->allocation != NULL)
        allocation_rename(c->allocation, r);
    trace_write(c->w, r);
    trace_links_take(c->links, r);
    if (++c->records % 4096 == 0)
        progress("convert", c->records, (unsigned long long)c->limit);
}

static void join_launches(const trace *t, copier *c, trace_record *r, trace_record *host)
{
    while (launch_file_before(c->launches, t, r, host))
        put(c, host);
    launch_file_tell(c->launches, r);
}

static void copy(trace *t, copier *c)
{
    trace_record *r = zalloc(sizeof *r), *host = zalloc(sizeof *host);

    while (!is_done(c) && trace_next(t, r)) {
        if (!is_wanted(c, r))
            continue;
        if (c->launches != NULL)
            join_launches(t, c, r, host);
        put(c, r);
    }
    if (c->launches != NULL && !is_done(c))
        launch_file_end(c->launches, t);
    c->skipped += trace_skipped(t);
    c->unlinked += trace_unlinked(t);
}

static void copy_all(const inputs *in, const arguments *a, copier *c)
{
    c->launches = a->launches != NULL ? launch_file_read(a->launches) : NULL;
    for (int i = 0; i < a->count; i++) {
        trace *t = in->open[i] ? in->open[i] : open_input(a, i);
        copy(t, c);
        trace_close(t);
    }
    progress_end();
}

/* The records go by once more before they are written. */
static void learn(const inputs *in, const arguments *a, copier *c)
{
    copier first = {.allocation = c->allocation, .dead = c->dead, .learns = true};

    for (int i = 0; i < a->count; i++)
        if (in->open[i] != NULL)
            die_usage("%s is a pipe or a device; --%s reads the trace twice: a file is expected", a->in[i], a->dead ? "dead" : "allocate");
    copy_all(in, a, &first);
    if (c->allocation != NULL)
        allocation_solve(c->allocation);
}

int cmd_convert(int argc, char **argv)
{
    const struct argp argp = {options,
                              parse,
                              "IN...",
                              "Convert traces: .wft, warptrace-text, CUTracer NDJSON, CUTracer and NVBit text, Vortex "
                              "SimX logs, warpports-text, plain or compressed by zstd, gzip or xz; several are joined in their order.",
                              NULL,
                              NULL,
                              NULL};
    arguments a = {0};
    inputs in;

    arguments_parse(&argp, argc, argv, &a);
    if (a.count == 0)
        die_usage("convert: no input; give one or more traces");
    if (a.out == NULL)
        die_usage("convert: no output; give -o FILE.wft or -o FILE.wtx");
    output_check(a.out, &(output_rule){a.force, NULL, (const char *const *)a.in, a.count});
    if (a.launches != NULL && a.count != 1)
        die_usage("convert: --launches tells those of one trace; there are %d", a.count);
    if (a.launches != NULL)
        output_check(a.out, &(output_rule){a.force, NULL, &a.launches, 1});
    if (a.allocate && a.dead)
        die_usage("convert: --allocate and --dead: one of them at a time, --dead on the trace that the other makes");
    look(&in, &a);
    if (a.dead && in.version == TRACE_VALUES)
        die_usage("%s has no instructions; --dead needs them", a.in[0]);
    if (a.launches != NULL && in.version == TRACE_VALUES)
        die_usage("%s has no instructions; --launches needs them", a.in[0]);
    in.version = a.launches != NULL || a.dead ? TRACE_TIMING : in.version;
    copier c = {.limit = a.limit,
                .links = trace_links_new(),
                .allocation = a.allocate ? allocation_new(a.in[0]) : NULL,
                .dead = a.dead ? dead_new() : NULL};
    if (a.allocate || a.dead)
        learn(&in, &a, &c);
    c.w = create(&in, &a);
    copy_all(&in, &a, &c);
    unsigned long long bytes = trace_writer_close(c.w);
    printf("%s: %llu records of %d lanes, %llu bytes", a.out, c.records, in.lanes, bytes);
    if (c.allocation != NULL)
        printf(", %d registers of a kernel become %d", allocation_names(c.allocation), allocation_numbers(c.allocation));
    if (c.dead != NULL)
        printf(", %llu of %llu instructions with a partial mask leave dead lanes", (unsigned long long)dead_count(c.dead),
               (unsigned long long)dead_partial(c.dead));
    if (c.skipped > 0)
        printf(", %llu other entries of the input skipped", c.skipped);
    if (c.unlinked > 0)
        printf(", %llu records of no known instruction", c.unlinked);
    putchar('\n');
    return 0;
}
