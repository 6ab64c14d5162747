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

#endif
