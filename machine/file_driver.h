/* SPDX-License-Identifier: Apache-2.0
 *
 * file_driver.h - drives the model of a register file: what every scheduler shares. The driver knows what each register must hold, gives instructions and
 * writes their ids, compares operands with what was written, counts, and loses patience. A scheduler decides what comes in which cycle (sm_unit.c: the
 * instructions of a trace; replay_ports.c: recorded ports). */
#ifndef WF_FILE_DRIVER_H
#define WF_FILE_DRIVER_H

#include "../stats/activities.h"
#include "file_ports.h"

enum { FILE_BINS = 96, FILE_IDS = 256 };

typedef struct {
    double sum; /* of shares */
    double count;
} file_mean;

/* What a run counts. */
typedef struct {
    wf_file_shape shape;
    double cycles, elapsed; /* cycles of all files that are counted here; of the run, which are as many if it is one file */
    double instructions, operands, writes, releases;
    /* Of instructions: the most and the least that is known. Operands and values that are not known. */
    double unknown_operands, unknown_values;
    activities did;
    /* The share that the unit names (wf_system.share), when an instruction is issued: under a full mask, under another one; over time */
    file_mean share[2], over_time[FILE_BINS];
    double bin_cycles;     /* of over_time */
    double checked, wrong; /* operands */
    char *first_wrong;     /* what differed first; NULL: nothing */
} file_counts;
void file_counts_free(file_counts *c);
/* Adds those of another file of the same shape. What is of the run, or over time, stays. */
void file_counts_add(file_counts *to, const file_counts *c);

/* Ids of what is under way, which the file has as its users. */
typedef struct {
    int free[FILE_IDS], count, all;
    bool under_way[FILE_IDS];
} file_ids;

typedef struct {
    file_ports p;
    file_counts *c;
    const char *path;                   /* of what is driven, for messages */
    double total;                       /* instructions that there will be; 0: no progress is shown */
    int registers;                      /* of a warp, that are driven */
    uint32_t *values;                   /* what they hold */
    int parked[FILE_IDS], parked_count; /* instructions whose operands had no ready, and that execution has not taken */
    file_ids items, stores;             /* instructions whose operands have not left; writes that are not stored */
    int open;                           /* the id of a write that is not whole, since its result was evicted; -1: there is none such */
    file_instruction item[FILE_IDS];
    uint64_t moved; /* the last cycle in which anything did */
} file_driver;

/* What a scheduler does in a cycle, in this order. `own` is the scheduler's. */
typedef struct {
    /* The operands of this item are offered. May execution take them? NULL: always. */
    bool (*may_leave)(void *own, int item);
    void (*left)(void *own, int item);    /* it has */
    void (*stored)(void *own, int store); /* this write is stored */
    void (*release)(void *own);           /* release is ready; NULL: it releases nothing */
    void (*issue)(void *own, int k);      /* issue port k is ready, and there is an id */
    void (*write)(void *own);
    bool (*done)(const void *own); /* after the cycle: was it the last one? */
    /* The names of an item's instruction, and of its source s, for a message. */
    void (*name)(const void *own, int item, int s, text *instruction, text *reg);
} file_scheduler;

/* A register file of this design, after reset; `beside` may be NULL. So many warps and registers are driven; they hold 0. c is filled in until it is
 * closed. */
void file_driver_open(file_driver *f, file_counts *c, const design *d, const char *path, int warps, int registers, verilog *beside);
void file_driver_close(file_driver *f);
/* One cycle; `done` is not asked. */
void file_driver_cycle(file_driver *f, const file_scheduler *s, void *own);
/* So many cycles at once in which the scheduler gives nothing. False, and nothing changes, if anything may happen in them. */
bool file_driver_rest(file_driver *f, uint64_t cycles);
/* After a cycle: shows progress, and dies (1) if nothing has moved for long after cycle `quiet`. */
void file_driver_watch(const file_driver *f, uint64_t quiet);
/* Runs cycle after cycle, and watches. */
void file_driver_run(file_driver *f, const file_scheduler *s, void *own, uint64_t quiet);

/* For the scheduler. An instruction is issued; only one of those counts that take the port several times. */
void driver_count(file_driver *f, const uint32_t *mask, bool mask_known);
/* Gives what issue port k takes in this cycle; its item. `user` is filled in. */
int driver_issue(file_driver *f, int k, const file_instruction *i);
/* The same of write port k; `user` is filled in. There must be an id (f->stores.count > 0). Of a packet that is not the `last` of its result nobody is told that it is
 * stored: -1. */
int driver_write(file_driver *f, int k, const file_write_in *w);
/* Releases a warp. */
void driver_release(file_driver *f, int warp);

#endif
