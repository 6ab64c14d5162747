/* SPDX-License-Identifier: Apache-2.0
 *
 * port_traffic.h - a recording of register-file ports as traffic: instructions and writes with the cycles in which they were recorded, and what must have
 * happened before each (docs/replay.md, "Recordings of ports"). */
#ifndef WF_PORT_TRAFFIC_H
#define WF_PORT_TRAFFIC_H

#include "../trace/port_events.h"

typedef struct {
    uint64_t cycle, left; /* in which it was taken, and in which its operands left; 0: that is not recorded */
    uint64_t pc;
    int warp, rd; /* rd -1: it writes nothing */
    unsigned used;
    int source[PORT_SOURCES];
    uint32_t mask[TRACE_MASK_WORDS];
    /* How many writes of rd, and of each source, were recorded before it. */
    int writes_before, source_writes[PORT_SOURCES];
} port_instruction;

typedef struct {
    uint64_t cycle;
    int of; /* the instruction that it is the result of; -1: that is not recorded */
    int warp, reg;
    bool last; /* of its write-back */
    uint32_t mask[TRACE_MASK_WORDS];
    /* How many writes of the register, and how many reads of it, were recorded before it. */
    int writes_before, reads_before;
    const uint32_t *value; /* all lanes; those of the mask are written */
} port_write;

typedef struct {
    const char *path;
    int lanes, warps, instruction_count, write_count;
    uint64_t last; /* the last cycle */
    port_instruction *instructions;
    port_write *writes;
    uint32_t **values; /* of each write */
} port_traffic;

/* `merge`: the packets of a write-back are one write, with the last of them; else each is a write. Dies (2) if the recording is bad, is no file, or
 * is empty. */
void port_traffic_read(port_traffic *t, const char *path, bool merge);
void port_traffic_free(port_traffic *t);

#endif
