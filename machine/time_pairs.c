/* SPDX-License-Identifier: Apache-2.0 */
#include "time_pairs.h"

#include <string.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"
#include "../trace/trace_memory.h"

/* ---- parameters ---- */

/* A run's machine, and the parameters of its register file; NULL: those of the design. */
typedef struct {
    machine m;
    const char *words;
} parameters;

/* Sorts "NAME=VALUE SECTION.KEY=VALUE". */
static parameters parameters_of(const time_pairs *p, const char *with)
{
    char *rest = format_new("%s", with), *word;
    parameters of = {.m = p->m};
    text own = {0}, machines = {0};

    while ((word = strsep(&rest, " ")) != NULL) {
        size_t name = strcspn(word, "=");
        bool dotted = memchr(word, '.', name) != NULL;
        if (*word)
            text_printf(dotted ? &machines : &own, "%s ", word);
    }
    if (machines.len)
        machine_set_all(&of.m, machines.data, "--with");
    of.words = own.data;
    if (own.len && p->files.d == NULL)
        die_usage("time: --with \"%s\": %sis of no machine, and there is no design; SECTION.KEY=VALUE is accepted, as `warpfold time "
                  "--list` has them",
                  with, own.data);
    return of;
}

/* ---- a pair ---- */

bool time_pairs_base(const time_pairs *p)
{
    return p->files.d != NULL && p->files.d->unit->system->baseline != NULL;
}

/* The design with as many registers a warp as the trace has, or its plain form. */
static design fitted(const time_pairs *p, const feed_survey *s, const char *words, bool base)
{
    design d;
    const file_form form = {p->files.d->unit->system->fit ? s->registers : 0, words, base, p->gate_base};
    char *fault = file_form_design(&d, p->files.d, &form);
    if (fault)
        die_usage("%s: a register file for %d registers a warp%s%s: %s", s->path, s->registers, words ? " with " : "", words ? words : "",
                  fault);
    return d;
}

/* What a run needs to compress lines. */
static timing_lines lines_of(const time_pairs *p, const feed_survey *s, const parameters *of)
{
    const char *path = p->contents ? p->contents : trace_memory_beside(s->path);
    if (of->m.compress != MACHINE_PLAIN && !p->contents && !file_exists(path))
        die_usage("time: %s compresses lines, and there is no %s with what memory holds: give --contents FILE", of->m.name, path);
    return (timing_lines){p->codec, path};
}

static void run_pair(time_pair *pair, file_pair *files, const time_pairs *p, const feed_survey *s, const parameters *of)
{
    const timing_lines lines = lines_of(p, s, of);
    if (p->files.d == NULL) {
        timing_run(&pair->own, &of->m, s, NULL, &lines);
        return;
    }
    design own = fitted(p, s, of->words, false), base = fitted(p, s, of->words, true);
    timing_run(&pair->own, &of->m, s, &own, &lines);
    files->own = pair->own.file;
    if (!time_pairs_base(p))
        return;
    timing_run(&pair->base, &of->m, s, &base, &lines);
    files->base = pair->base.file;
}

/* ---- all ---- */

static void run_row(time_pairs *p, int row, const feed_survey *s, const parameters *with)
{
    const parameters plain = {.m = p->m};
    file_row *files = &p->files.rows[row];
    run_pair(&p->rows[row].run, &files->run, p, s, &plain);
    for (int v = 0; v < p->files.with_count; v++)
        run_pair(&p->rows[row].with[v], &files->with[v], p, s, &with[v]);
}

void time_pairs_run(time_pairs *p, const char *const *paths, int count)
{
    parameters with[FILE_VARIANTS];

    for (int v = 0; v < p->files.with_count; v++)
        with[v] = parameters_of(p, p->files.with[v]);
    p->rows = zalloc((size_t)count * sizeof *p->rows);
    p->files.rows = zalloc((size_t)count * sizeof *p->files.rows);
    for (int i = 0; i < count; i++) {
        file_row *row = &p->files.rows[i];
        progress("time", (unsigned long long)i, (unsigned long long)count);
        feed_survey_read(&p->last, paths[i]);
        file_row_name(row->name, sizeof row->name, p->files.rows, sizeof *row, i, paths[i], p->last.lanes);
        run_row(p, i, &p->last, with);
        if (i + 1 < count)
            feed_survey_free(&p->last);
        p->files.count++;
    }
    progress_end();
}
