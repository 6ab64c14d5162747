/* SPDX-License-Identifier: Apache-2.0
 *
 * register_state.h - what the registers of each warp of a trace hold, record after record, and how a codec stores them.
 *
 * A register that no record has shown is unknown; nothing is taken for it. Memory is bounded: as many warps are kept as have
 * REGISTERS_KEPT registers, where a warp with fewer than WARP_COST counts as that many. The warp that came first is forgotten first. The
 * registers of a whole GPU (80 SMs x 64 warps x 32) fit. */
#ifndef WF_REGISTER_STATE_H
#define WF_REGISTER_STATE_H

#include "../gen/design.h"
#include "../trace/trace.h"

enum { REGISTERS_KEPT = 1 << 18, WARP_COST = 32 };

/* How a register is stored, as its tag says. */
typedef struct {
    const uint32_t *tag; /* tag_bits of the design */
    int class;           /* of the code (wf_codec.class_names) */
    bool compressed;
    bool scalar;   /* one value in all lanes, of a write of all lanes, as its tag says (wf_codec.scalar) */
    int unit_bits; /* of the storage units that it takes */
} stored_code;
/* What `code` says. */
stored_code stored_as(const design *d, const wf_code *code);

typedef struct {
    bool known; /* `value` is what the register holds */
    bool
        written; /* its last write is known, so `class`, `compressed`, `scalar` and `unit_bits` are how it is stored; a register starts raw */
    bool coded;            /* `tag` is that of the value: it was written, and no read has shown another */
    int class;             /* of its code; raw: 0 */
    bool compressed;       /* as the design stores it */
    bool compressed_alone; /* as the code of the last write alone would store it: the same unless the design merges writes */
    bool scalar;           /* as in stored_code */
    int unit_bits;         /* of the storage units that it takes */
    uint32_t *value;       /* a word a lane */
    uint32_t *tag;         /* tag_bits of the design */
    uint32_t *merged;      /* the tag if divergent writes are merged (wf_codec.merge); 0 before the first write */
} register_state;

typedef struct warp_state warp_state;

/* `forget` is called with `user` before a warp is forgotten, and for each warp at the end. NULL: nobody is told. */
typedef void register_forget(void *user, warp_state *warp);
typedef struct register_table register_table;
register_table *register_table_new(const design *d);
void register_table_watch(register_table *t, register_forget *forget, void *user);
void register_table_free(register_table *t);

/* The warp of a record; made if there is none. Valid until the next call. */
warp_state *register_warp(register_table *t, const trace_record *r);
/* NULL: no record has shown this register. */
register_state *register_find(const warp_state *warp, trace_register which);

/* The register of record r; made if there is none. */
register_state *register_make(register_table *t, warp_state *warp, const trace_record *r);
/* Record r writes the register s, which is stored as `stored` then; `compressed_alone`: what the code of this write alone says. */
void register_write(register_table *t, warp_state *warp, register_state *s, const trace_record *r, const stored_code *stored,
                    bool compressed_alone);
/* A read shows the register's value. What is known of its code stays only if the value is the one that was written. */
void register_read(register_table *t, warp_state *warp, const trace_record *r);
/* A write that is not recorded: nothing is known of the register any more, or of all registers of the warp. */
void register_lose(register_table *t, warp_state *warp, trace_register which);
void register_lose_all(register_table *t, warp_state *warp);

/* How many registers of the warp have a known last write, and how many of these are stored compressed. */
int warp_written(const warp_state *warp);
int warp_compressed(const warp_state *warp);
/* A place for what somebody else knows of a warp; NULL at first. */
void **warp_user(warp_state *warp);

#endif
