/* SPDX-License-Identifier: Apache-2.0
 *
 * file_ports.h - the stepped model of a register file (wf_register_file), cycle by cycle, with its streams as values instead of records. */
#ifndef WF_FILE_PORTS_H
#define WF_FILE_PORTS_H

#include "../gen/layout.h"
#include "../sim/verilog.h"

enum { FILE_PORTS_MAX = 8 };

typedef enum { FILE_BANK_READS, FILE_BANK_WRITES, FILE_ENCODES, FILE_DECODES, FILE_MOVES, FILE_WAKES, FILE_COUNTS } file_count;

typedef struct {
    const design *d;
    bench_layout layout;
    verilog *beside; /* the design's Verilog, which must show what the model shows; NULL: none */
    wf_file_shape shape;
    void *state;
    uint32_t *in, *out, *care;
    int in_words, mask_words, bank_words, lanes;
    uint64_t cycle;
    /* Words of the fields, and of valid or ready. */
    struct {
        int valid, ready, warp, source[WF_FILE_SOURCES], used, dest, writes, mask, user;
    } issue[FILE_PORTS_MAX];
    struct {
        int valid, ready, value[WF_FILE_SOURCES], mask, user;
    } operands[FILE_PORTS_MAX];
    struct {
        int valid, ready, warp, reg, mask, values, user;
    } write[FILE_PORTS_MAX];
    struct {
        int valid, user;
    } stored[FILE_PORTS_MAX];
    int release_valid, release_ready, release_warp, on, waking, count[FILE_COUNTS];
    uint32_t count_before[FILE_COUNTS];
    uint64_t counts[FILE_COUNTS]; /* since the beginning */
} file_ports;

/* The design's unit is a register file. Reset, and the outputs of the first cycle. `beside` may be NULL; it is of the same design. */
void file_ports_open(file_ports *p, const design *d, verilog *beside);
void file_ports_close(file_ports *p);

/* In a cycle: what is there, from `out`. */
static inline bool ports_issue_ready(const file_ports *p, int k)
{
    return p->out[p->issue[k].ready] & 1;
}
static inline bool ports_write_ready(const file_ports *p, int k)
{
    return p->out[p->write[k].ready] & 1;
}
static inline bool ports_release_ready(const file_ports *p)
{
    return p->out[p->release_ready] & 1;
}
static inline bool ports_operands_valid(const file_ports *p, int k)
{
    return p->out[p->operands[k].valid] & 1;
}
static inline bool ports_stored_valid(const file_ports *p, int c)
{
    return p->out[p->stored[c].valid] & 1;
}

/* What is given in this cycle. What is not given is not valid; operands are taken unless ports_hold says otherwise. */
typedef struct {
    int warp, source[WF_FILE_SOURCES], dest; /* dest -1: none */
    unsigned used;
    const uint32_t *mask;
    uint32_t user;
} file_instruction;
void ports_issue(file_ports *p, int k, const file_instruction *i);
void ports_write(file_ports *p, int k, int warp, int reg, const uint32_t *mask, const uint32_t *values, uint32_t user);
void ports_release(file_ports *p, int warp);
void ports_hold(file_ports *p, int k);

/* The clock edge, and the outputs of the next cycle. Dies (1) if the Verilog shows anything else than the model. */
void ports_clock(file_ports *p);

#endif
