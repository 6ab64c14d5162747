/* SPDX-License-Identifier: Apache-2.0
 *
 * emission.h - the folder of a design while it is filled, and the steps that fill it. */
#ifndef WF_EMISSION_H
#define WF_EMISSION_H

#include "macros.h"
#include "manifest.h"

/* A child that was emitted, and the name of its modules. */
typedef struct {
    const wf_unit *unit;
    wf_config config;
    int enc_stages, dec_stages;
    bool sized;
    char *module;
} emitted_child;

typedef struct {
    const design *design;
    macro_table *macros; /* of the templates that are written now */
    const char *dir;
    file_list files;
    bool cell[CELLS]; /* some template instantiates it */
    emitted_child *children;
    int child_count;
} emission;

/* Writes DIR/path. `kind`: what the manifest says of it. */
void put(emission *e, const char *path, const char *kind, const text *content);
/* The template of this name. Dies (2) if there is none. */
const asset *template_asset(const char *template);
/* Writes a template to DIR/folder/MODULE.v, or .sv as the template. */
void put_template(emission *e, const char *folder, const char *module, const char *kind, const char *template);
/* Writes a template that a design has once, as NAME_suffix. */
void put_once(emission *e, const char *folder, const char *suffix, const char *kind, const char *template);

/* Does the design have this cell? From emit_rtl on. */
bool has_cell(const emission *e, const char *name);

/* The steps: the modules, their benches, what tells tools of them, and what tells a reader. */
void emit_rtl(emission *e);
void emit_benches(emission *e);
void emit_example(emission *e);
void emit_lists(emission *e);
void emit_constraints(emission *e);
void emit_power(emission *e);
void emit_sv(emission *e);
void emit_checks(emission *e);
void emit_sheet(emission *e);

#endif
