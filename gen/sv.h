/* SPDX-License-Identifier: Apache-2.0
 *
 * sv.h - what the emission of SystemVerilog shares. */
#ifndef WF_SV_H
#define WF_SV_H

#include "emission.h"
#include "layout.h"

/* The struct of a stream in the package: "enc_in_t", "move_out_t"; "in_t" of a unit that is no codec, or the stream's name without its
 * number, "issue_t" of issue0 and issue1. */
char *sv_stream_type(const bench_module *m, const wf_stream *s);
/* Puts the comments of consecutive lines into one column. */
void sv_align(text *t);
/* Writes sv/NAME_pkg.sv. */
void sv_put_package(emission *e);

#endif
