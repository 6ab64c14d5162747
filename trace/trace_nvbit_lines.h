/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_nvbit_lines.h - the lines of NVBit's and CUTracer's text, each by itself (trace_nvbit.c shows them). What is wrong with a line is a
 * string of its own, or NULL if nothing is. */
#ifndef WF_TRACE_NVBIT_LINES_H
#define WF_TRACE_NVBIT_LINES_H

#include "trace_impl.h"

enum { NVBIT_LANES = 32, NVBIT_OPERANDS = 16 };

typedef struct {
    bool valid;
    uint64_t cta, pc;
    uint32_t warp;
    char *sass;
} nvbit_header;

/* Is the line a header, or a part of one? */
bool nvbit_is_header(const char *line);
/* A header from its "CTA x,y,z - warp w - " on. Not valid if something is wrong with it. */
char *nvbit_header_at(nvbit_header *h, const char *p);
/* The "RegN_T..." of a line; NULL: there is none. */
const char *nvbit_find_values(const char *line);
/* "RegN_T00: 0x00000000 RegN_T01: ...": the values of all lanes, and N. */
char *nvbit_values_at(const char *p, uint64_t *ordinal, uint32_t *value);
/* "* T00: 0x00007f0000000000 T01: ...", four a line: adds the lanes and their addresses. False: the line is another one, or is cut. */
bool nvbit_addresses_at(const char *p, uint32_t *mask, uint64_t *addr);

#endif
