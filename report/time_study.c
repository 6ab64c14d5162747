/* SPDX-License-Identifier: Apache-2.0 */
#include "time_study.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../machine/mem_codec.h"
#include "../machine/routine_set.h"
#include "time_result.h"

/* ---- a line of words ---- */

typedef struct {
    machine m;
    design d, codec; /* of a register file or a cache of vectors, if there is one; of lines */
    bool has_file, has_cache, has_helper, plain;
    const char *words; /* its parameters */
} run_words;

static const char codec[] = "codec=";

/* "NAME,PARAM=VALUE,..": a word of a study has no spaces. */
static const char *spaced(const char *words)
{
    char *own = format_new("%s", words);
    for (char *comma = own; (comma = strchr(comma, ',')) != NULL;)
        *comma = ' ';
    return own;
}

static void take_word(run_words *r, const char *word, text *own, text *machines)
{
    size_t name = strcspn(word, "=");
    if (word[name] == '\0' && strcmp(word, "plain") == 0)
        r->plain = true;
    else if (starts_with(word, codec))
        codec_design(&r->codec, spaced(word + strlen(codec)));
    else if (word[name] == '\0') {
        design_init_named(&r->d, word, "study");
        design_fault(&r->d); /* fills in what follows from other parameters */
        r->has_cache = cache_is_of_vectors(&r->d);
        r->has_helper = helper_is(&r->d);
        r->has_file = !r->has_cache && !r->has_helper;
    } else
        text_printf(machine_is_word(word) ? machines : own, "%s ", word);
}

static void read_words(run_words *r, const char *run, const char *beside)
{
    char *rest = format_new("%s %s", run, beside ? beside : ""), *word;
    text own = {0}, machines = {0};
    *r = (run_words){0};
    machine_read(&r->m, strsep(&rest, " "));
    while ((word = strsep(&rest, " ")) != NULL)
        if (*word)
            take_word(r, word, &own, &machines);
    if (machines.len)
        machine_set_all(&r->m, machines.data, "study");
    if (r->codec.unit == NULL)
        codec_design(&r->codec, NULL);
    if (r->m.compress == MACHINE_ASSIST)
        routine_set_fit(&r->codec);
    r->words = own.data;
}

/* ---- a run ---- */

static void put_file(const timing_result *t, const design *d, const machine *m, metrics *out)
{
    energy_model e;
    time_energy(&e, d, m);
    energy_spent spent = file_energy(&t->file, &e);
    metrics_set(out, energy_all(&spent), KEY_TIME_FILE, "trace", "all");
    metrics_set(out, energy_leakage(&spent), KEY_TIME_FILE, "trace", "leakage");
    metrics_set(out, t->file.cycles, KEY_TIME_FILE_CYCLES, "trace");
    metrics_set(out, activities_banks(&t->file.did), KEY_TIME_FILE_BANKS, "trace");
    metrics_set(out, activities_taking(&t->file.did, WF_ENERGY_BANK_OFF), KEY_TIME_FILE_OFF, "trace");
}

static void run(void *own, const char *words, const char *path, metrics *out)
{
    const time_study *t = own;
    run_words r;
    feed_survey s;
    timing_result result;
    timing_lines lines;
    design d;

    read_words(&r, words, t->beside);
    feed_survey_read(&s, path);
    if (r.has_cache)
        d = cache_formed(&r.d, r.words, r.plain);
    else if (r.has_file)
        d = file_fitted(&r.d, (file_form){.registers = s.registers, .with = r.words, .base = r.plain}, path);
    else if (r.has_helper)
        d = helper_formed(&r.d, r.words);
    timing_run(&result, &r.m, &s,
               (timing_designs){.file = r.has_file ? &d : NULL, .cache = r.has_cache ? &d : NULL, .helper = r.has_helper ? &d : NULL},
               timing_lines_of(&lines, &r.m, &r.codec, NULL, path));
    if (result.file.first_wrong)
        die("%s: %s", path, result.file.first_wrong);
    time_put_run(&result, &r.m, "trace", out);
    if (r.has_file)
        put_file(&result, &d, &r.m, out);
    if (result.cache.wrong > 0)
        die("%s: %.0f lanes of private loads differ from what was stored", path, result.cache.wrong);
    if (r.has_cache)
        time_put_cache(&result, "trace", out);
    timing_result_free(&result);
    feed_survey_free(&s);
}

study_timer time_study_timer(time_study *t)
{
    return (study_timer){run, t};
}

/* ---- other orders and schedulers ---- */

static const struct {
    const char *name, *words;
} spreads[] = {{"blocks reversed", "sm.block_order=reverse"},
               {"odd blocks last", "sm.block_order=odd-last"},
               {"lrr", "issue.policy=lrr"},
               {"two-level", "issue.policy=two-level"}};

void time_study_spread(study_result *r, const study *s, study_runs *runs)
{
    study_count(r, s, runs);
    for (size_t n = 0; n < sizeof spreads / sizeof spreads[0]; n++) {
        time_study own = {spreads[n].words};
        const study_timer timer = time_study_timer(&own);
        study_runs others = {.paths = runs->paths, .count = runs->count, .jobs = runs->jobs, .timer = &timer};
        study_result other;
        study_count(&other, s, &others);
        study_row *row = &r->spread[r->spread_count++];
        *row = other.mean;
        snprintf(row->name, sizeof row->name, "%s", spreads[n].name);
    }
}
