/* SPDX-License-Identifier: Apache-2.0
 *
 * sv.h - what the emission of SystemVerilog shares. */
#ifndef WF_SV_H
#define WF_SV_H

#include "emission.h"
#include "layout.h"

/* Streams that only a number tells apart, issue0 and issue1, stand side by side and are one array. The number of this one; -1: it has none. */
int sv_number(const bench_module *m, const wf_stream *s);
/* How many there are of the stream whose number is 0. */
int sv_members(const bench_module *m, const wf_stream *s);
/* Its name without the number: "issue"; "in" or "out" of a stream without a name. */
char *sv_stem(const bench_module *m, const wf_stream *s);
/* What a module with structs has of a valid, a ready or a field: "issue_valid_i[0]", "issue_i[0].warp", "release_i.warp". */
char *sv_signal(const bench_module *m, const wf_stream *s, const char *name);
/* The template of the unit's part `core` stands below a module with structs: its numbered streams are vectors, number 0 lowest. */
bool sv_on_core(const design *d);
/* What that part has of a port of the module: "issue_valid_i[0]", "issue_i[0 +: 5]"; the same where it has the same. */
char *sv_core_signal(const bench_module *m, const char *port);
/* The struct of a stream in the package: "enc_in_t", "move_out_t"; "in_t" of a unit that is no codec, or the stream's name without its
 * number, "issue_t" of issue0 and issue1. */
char *sv_stream_type(const bench_module *m, const wf_stream *s);
/* Puts the comments of consecutive lines into one column. */
void sv_align(text *t);
/* Writes sv/NAME_pkg.sv. */
void sv_put_package(emission *e);

#endif
