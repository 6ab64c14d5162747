/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet_code.h - what the two files on a codec's code share. */
#ifndef WF_SHEET_CODE_H
#define WF_SHEET_CODE_H

#include "samples.h"
#include "sheet.h"

/* A codec in a configuration: that of the design, or that of a child. */
typedef struct {
    const wf_unit *unit;
    const wf_codec *codec;
    const wf_config *config;
    wf_sizes sizes;
    sample_set samples;
    int fixed;           /* bits of the tag that tell the places of a class; all of it unless the first field is the class */
    const char *packing; /* NULL: the tag alone tells the places */
    text *out;
} code_subject;

/* Adds the table of a sample's payload: which byte of it holds what. */
void sheet_map(const code_subject *s, const sample *of);

#endif
