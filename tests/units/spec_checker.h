/* SPDX-License-Identifier: Apache-2.0
 *
 * spec_checker.h - a specification of one module, fed by hand. */
#ifndef WF_SPEC_CHECKER_H
#define WF_SPEC_CHECKER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../sim/spec.h"

/* A specification of one module. */
typedef struct {
    design d;
    bench_layout layout;
    const bench_module *module;
    const specification *spec;
    void *state;
} checker;

/* `settings`: "key=value key=value ..." */
static checker *checker_new(const char *unit, int width, const char *settings, bench_kind kind, int module)
{
    checker *c = zalloc(sizeof *c);
    char *list = format_new("%s", settings), *rest = list, *key;
    design_init(&c->d, wf_find_unit(unit), width);
    while ((key = strtok_r(rest, " ", &rest)) != NULL) {
        char *value = strchr(key, '=');
        *value++ = '\0';
        design_set(&c->d, key, value, "a test");
    }
    design_check(&c->d);
    c->layout = bench_layout_of(&c->d, kind);
    c->module = &c->layout.module[module];
    c->spec = spec_of(&c->d, kind);
    assert_non_null(c->spec);
    c->state = c->spec->open(&c->d, c->module);
    return c;
}

static void checker_free(checker *c)
{
    c->spec->close(c->state);
}

static void accepts(const char *complaint)
{
    if (complaint)
        fail_msg("complains: %s", complaint);
}

static void complains(const char *complaint, const char *of)
{
    if (complaint == NULL)
        fail_msg("no complaint of: %s", of);
    if (strstr(complaint, of) == NULL)
        fail_msg("complains: %s; not of: %s", complaint, of);
}

/* Something plain that makes a mistake at some time, which sets *made: a complaint of it comes, at the latest when an answer is late, and none
 * before it. `cycle` is one cycle of it, and returns the complaint or NULL; `what` and `seed` tell which it is. */
static inline void mistake_is_noticed(void *plain, const char *(*cycle)(void *), const bool *made, int what, uint64_t seed)
{
    const char *wrong = NULL;
    for (int n = 0; n < 40000 && !wrong; n++) {
        wrong = cycle(plain);
        if (wrong && !*made)
            fail_msg("fault %d, seed %d: complains before the fault: %s", what, (int)seed, wrong);
    }
    if (!*made)
        fail_msg("fault %d, seed %d was not made", what, (int)seed);
    if (!wrong)
        fail_msg("fault %d, seed %d was not noticed", what, (int)seed);
}

#endif
