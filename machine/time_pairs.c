/* SPDX-License-Identifier: Apache-2.0 */
#include "time_pairs.h"

#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

/* ---- parameters ---- */

/* Of "NAME=VALUE SECTION.KEY=VALUE" the words of the machine, or all others; NULL: there are none. */
static char *words_of(const char *with, bool machines)
{
    char *rest = format_new("%s", with), *word;
    text own = {0};
    while ((word = strsep(&rest, " ")) != NULL) {
        if (*word && machine_is_word(word) == machines)
            text_printf(&own, "%s%s", own.len ? " " : "", word);
    }
    return own.data;
}

void time_pairs_machines(time_pairs *p)
{
    for (int v = 0; v < p->files.with_count; v++) {
        const char *own = words_of(p->files.with[v], false), *machines = words_of(p->files.with[v], true);
        p->with[v] = p->m;
        if (machines)
            machine_set_all(&p->with[v], machines, "--with");
        if (own && p->files.d == NULL && p->cache == NULL && p->helper == NULL)
            die_usage("time: --with \"%s\": %s is of no machine, and there is no design; SECTION.KEY=VALUE is accepted, as `warpfold time "
                      "--list` has them",
                      p->files.with[v], own);
    }
}

bool time_pairs_compress(const time_pairs *p)
{
    bool any = p->m.compress != MACHINE_PLAIN;
    for (int v = 0; v < p->files.with_count; v++)
        any |= p->with[v].compress != MACHINE_PLAIN;
    return any;
}

bool time_pairs_help(const time_pairs *p)
{
    bool any = p->m.compress == MACHINE_ASSIST;
    for (int v = 0; v < p->files.with_count; v++)
        any |= p->with[v].compress == MACHINE_ASSIST;
    return any;
}

/* ---- a pair ---- */

bool time_pairs_base(const time_pairs *p)
{
    return p->files.d != NULL && p->files.d->unit->system->baseline != NULL;
}

bool time_pairs_plain_cache(const time_pairs *p)
{
    return p->cache != NULL && p->cache->unit->system->baseline != NULL;
}

static void run_cache(time_pair *pair, const time_pairs *p, const feed_survey *s, const machine *m, const char *words)
{
    design own = cache_formed(p->cache, words, false), base = cache_formed(p->cache, words, true);
    timing_run(&pair->own, m, s, (timing_designs){.cache = &own, .events = p->events}, NULL);
    if (time_pairs_plain_cache(p))
        timing_run(&pair->base, m, s, (timing_designs){.cache = &base}, NULL);
}

/* On this machine, with these parameters of the register file; NULL: those of the design. */
static void run_pair(time_pair *pair, file_pair *files, const time_pairs *p, const feed_survey *s, const machine *m, const char *words)
{
    timing_lines of;
    const timing_lines *lines = timing_lines_of(&of, m, p->codec, p->contents, s->path);
    if (p->cache) {
        run_cache(pair, p, s, m, words);
        return;
    }
    if (p->files.d == NULL) {
        design helper;
        if (p->helper)
            helper = helper_formed(p->helper, words);
        timing_run(&pair->own, m, s, (timing_designs){.helper = p->helper ? &helper : NULL, .events = p->events}, lines);
        return;
    }
    design own = file_fitted(p->files.d, (file_form){.registers = s->registers, .with = words}, s->path);
    design base =
        file_fitted(p->files.d, (file_form){.registers = s->registers, .with = words, .base = true, .gated = p->gate_base}, s->path);
    timing_run(&pair->own, m, s, (timing_designs){.file = &own, .events = p->events}, lines);
    files->own = pair->own.file;
    if (!time_pairs_base(p))
        return;
    timing_run(&pair->base, m, s, (timing_designs){.file = &base}, lines);
    files->base = pair->base.file;
}

/* ---- all ---- */

static void run_row(time_pairs *p, int row, const feed_survey *s)
{
    file_row *files = &p->files.rows[row];
    run_pair(&p->rows[row].run, &files->run, p, s, &p->m, NULL);
    for (int v = 0; v < p->files.with_count; v++)
        run_pair(&p->rows[row].with[v], &files->with[v], p, s, &p->with[v], words_of(p->files.with[v], false));
}

void time_pairs_run(time_pairs *p, const char *const *paths, int count)
{
    p->rows = zalloc((size_t)count * sizeof *p->rows);
    p->files.rows = zalloc((size_t)count * sizeof *p->files.rows);
    for (int i = 0; i < count; i++) {
        file_row *row = &p->files.rows[i];
        progress("time", (unsigned long long)i, (unsigned long long)count);
        feed_survey_read(&p->last, paths[i]);
        file_row_name(row->name, sizeof row->name, p->files.rows, sizeof *row, i, paths[i], p->last.lanes);
        run_row(p, i, &p->last);
        if (i + 1 < count)
            feed_survey_free(&p->last);
        p->files.count++;
    }
    progress_end();
}

static void add_checked(const time_pair *pair, cache_counts *sum)
{
    const cache_counts *of[] = {&pair->own.cache, &pair->base.cache};
    for (int k = 0; k < 2; k++) {
        sum->checked += of[k]->checked;
        sum->wrong += of[k]->wrong;
        sum->unknown += of[k]->unknown;
    }
}

void time_pairs_checked(const time_pairs *p, cache_counts *sum)
{
    *sum = (cache_counts){0};
    for (int i = 0; i < p->files.count; i++) {
        add_checked(&p->rows[i].run, sum);
        for (int v = 0; v < p->files.with_count; v++)
            add_checked(&p->rows[i].with[v], sum);
    }
}
