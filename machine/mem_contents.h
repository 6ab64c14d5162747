/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_contents.h - what memory holds while a trace runs: what the host wrote before each launch, of which a file of contents tells (trace/trace_memory.h), and what warps have
 * stored since. An image of memory keeps it (memory/known_lines.h).
 *
 *     mem_contents *c = contents_open("k.wfm", &survey);
 *     contents_launch(c, 0);                   launch 0 begins: line 1000 is 1 2 3 ..
 *     contents_store(c, access);               a warp stores 7 to 1004
 *     contents_line(c, 0x1000, words)          1 7 3 ..
 *
 * What the host copies and the file does not tell is not known, nor is code, nor are parameters, whose places are the machine's. */
#ifndef WF_MEM_CONTENTS_H
#define WF_MEM_CONTENTS_H

#include "instruction_feed.h"

typedef struct mem_contents mem_contents;

/* Dies (2) unless the file tells of the launches and copies of this trace. `s` must stay. */
mem_contents *contents_open(const char *path, const feed_survey *s);
void contents_close(mem_contents *c);
/* A launch begins, and the host has written before. */
void contents_launch(mem_contents *c, int launch);
/* An access of a warp that stores, of a feed with data. If lanes overlap, the highest lane's bytes stay. */
void contents_store(mem_contents *c, const feed_access *a);
/* The words of a line of 128 bytes, the lowest first. False: they are not all known. */
bool contents_line(mem_contents *c, uint64_t line, uint32_t words[]);
/* How many lines the image had no room for, so that they are not known any more. */
uint64_t contents_forgotten(const mem_contents *c);

#endif
