/* SPDX-License-Identifier: Apache-2.0
 *
 * file_ports.h - the stepped model of a register file (WF_REGISTER_FILE), cycle by cycle, with its streams as values instead of records. */
#ifndef WF_FILE_PORTS_H
#define WF_FILE_PORTS_H

#include "../gen/layout.h"
#include "../sim/verilog.h"

/* The words of a stream in its records: of valid and ready (-1: it has none), and of the fields that the kind requires, in its order (warpfold.h). */
typedef struct {
    int valid, ready, field[WF_MAX_FIELDS];
    int last, dead; /* of a packet of a result; a hint; 0: the stream has no such field */
} file_port;

typedef struct {
    const design *d;
    bench_layout layout;
    verilog *beside; /* the design's Verilog, which must show what the model shows; NULL: none */
    wf_file_shape shape;
    void *state;
    uint32_t *in, *out, *care;
    int mask_words, lanes;
    uint64_t cycle;
    file_port port[WF_FILE_STREAMS][WF_FILE_PORTS];
} file_ports;

/* The design's unit is a register file. Reset, and the outputs of the first cycle. `beside` may be NULL; it is of the same design. */
void file_ports_open(file_ports *p, const design *d, verilog *beside);
void file_ports_close(file_ports *p);

/* Its write ports take packets of results, each result at one port. */
static inline bool ports_merge(const file_ports *p)
{
    return p->port[WF_FILE_WRITE][0].last > 0;
}

/* In a cycle: what is there. */
static inline bool ports_issue_ready(const file_ports *p, int k)
{
    return p->out[p->port[WF_FILE_ISSUE][k].ready] & 1;
}
static inline bool ports_write_ready(const file_ports *p, int k)
{
    return p->out[p->port[WF_FILE_WRITE][k].ready] & 1;
}
static inline bool ports_release_ready(const file_ports *p)
{
    return p->out[p->port[WF_FILE_RELEASE][0].ready] & 1;
}
static inline bool ports_operands_valid(const file_ports *p, int k)
{
    return p->out[p->port[WF_FILE_OPERANDS][k].valid] & 1;
}
/* They may be held: ports_hold. */
static inline bool ports_operands_wait(const file_ports *p, int k)
{
    return p->port[WF_FILE_OPERANDS][k].ready >= 0;
}
static inline uint32_t ports_operands_user(const file_ports *p, int k)
{
    return p->out[p->port[WF_FILE_OPERANDS][k].field[WF_OPERANDS_USER]];
}
/* All lanes. */
static inline const uint32_t *ports_operand(const file_ports *p, int k, int source)
{
    return p->out + p->port[WF_FILE_OPERANDS][k].field[WF_OPERANDS_VALUE + source];
}
static inline bool ports_stored_valid(const file_ports *p, int c)
{
    return p->out[p->port[WF_FILE_STORED][c].valid] & 1;
}
static inline uint32_t ports_stored_user(const file_ports *p, int c)
{
    return p->out[p->port[WF_FILE_STORED][c].field[WF_STORED_USER]];
}

/* What is given in this cycle. What is not given is not valid; operands are taken unless ports_hold says otherwise. */
typedef struct {
    int warp, source[WF_FILE_SOURCES], dest; /* dest -1: none */
    unsigned used;
    const uint32_t *mask;
    uint32_t user;
} file_instruction;
void ports_issue(file_ports *p, int k, const file_instruction *i);
typedef struct {
    int warp, reg;
    const uint32_t *mask, *values;
    bool last; /* of a result, where the file takes packets */
    bool dead; /* nobody reads the other lanes before they are written, where the file takes such a hint */
    uint32_t user;
} file_write_in;
void ports_write(file_ports *p, int k, const file_write_in *w);
void ports_release(file_ports *p, int warp);
void ports_hold(file_ports *p, int k);

/* The clock edge, and the outputs of the next cycle. Dies (1) if the Verilog shows anything else than the model. */
void ports_clock(file_ports *p);
/* So many cycles at once in which nothing is given. False, and nothing changes, if the model does not rest in them, or does not tell. */
bool ports_rest(file_ports *p, uint64_t cycles);

#endif
