/* SPDX-License-Identifier: Apache-2.0 */
#include "file_pairs.h"

#include <stdio.h>
#include <string.h>

#include "../base/msg.h"
#include "../stats/trace_stats.h"

/* Parameters whose default follows from others, and that have it, are open again. */
static void open_derived(design *d)
{
    const wf_unit *unit = d->unit;
    const wf_config told = d->config;
    for (int p = 0; unit->params[p].name; p++) {
        wf_config derived = told;
        derived.param[p] = WF_DERIVED;
        wf_derive(unit, &derived);
        if (unit->params[p].initial == WF_DERIVED && derived.param[p] == told.param[p])
            d->config.param[p] = WF_DERIVED;
    }
}

char *file_form_design(design *of, const design *d, const file_form *form)
{
    const wf_system *file = d->unit->system;

    *of = *d;
    if (form->registers > 0)
        file->fit(&of->config, form->registers);
    if (form->follows)
        open_derived(of);
    if (form->with)
        design_set_all(of, form->with, "--with");
    if (form->base && file->baseline)
        design_set_all(of, file->baseline, "baseline");
    if (form->base && form->gated)
        design_set_all(of, file->gated, "baseline");
    wf_derive(of->unit, &of->config);
    return design_fault(of);
}

design file_fitted(const design *d, file_form form, const char *path)
{
    design of;
    const int registers = form.registers;
    if (d->unit->system->fit == NULL)
        form.registers = 0;
    char *fault = file_form_design(&of, d, &form);
    if (fault)
        die_usage("%s: a register file for %d registers a warp%s%s: %s", path, registers, form.with ? " with " : "",
                  form.with ? form.with : "", fault);
    return of;
}

void file_row_name(char *name, size_t size, const void *rows, size_t row_size, int count, const char *path, int lanes)
{
    char stem[48], *end = format_new("_t%d", lanes);
    int same = 1;

    trace_stem(path, stem, sizeof stem);
    for (char *wpt; (wpt = strstr(stem, "_wpt")) != NULL && wpt[4] == '\0';)
        *wpt = '\0';
    if (ends_with(stem, end) && strlen(stem) > strlen(end))
        stem[strlen(stem) - strlen(end)] = '\0';
    arena_free(end);
    snprintf(name, size, "%s", stem);
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)rows + (size_t)i * row_size, name) == 0) {
            snprintf(name, size, "%s_%d", stem, ++same);
            i = -1;
        }
}

static void free_pair(file_pair *p)
{
    file_counts_free(&p->own);
    file_counts_free(&p->base);
}

void file_pairs_free(file_pairs *p)
{
    for (int i = 0; i < p->count; i++) {
        free_pair(&p->rows[i].run);
        for (int v = 0; v < p->with_count; v++)
            free_pair(&p->rows[i].with[v]);
    }
    arena_free(p->rows);
}

static const char *wrong_of(const file_pair *p)
{
    return p->own.first_wrong ? p->own.first_wrong : p->base.first_wrong;
}

char *file_pairs_wrong(const file_pairs *p)
{
    for (int i = 0; i < p->count; i++) {
        const file_row *row = &p->rows[i];
        const char *wrong = wrong_of(&row->run);
        for (int v = 0; v < p->with_count && wrong == NULL; v++)
            wrong = wrong_of(&row->with[v]);
        if (wrong)
            return format_new("%s: %s", row->name, wrong);
    }
    return NULL;
}
