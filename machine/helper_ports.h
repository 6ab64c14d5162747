/* SPDX-License-Identifier: Apache-2.0
 *
 * helper_ports.h - the stepped model of a controller of helper warps (WF_CONTROLLER with these streams), its streams as values. What comes in a cycle is looked at, what is given in it
 * stands until helper_clock.
 *
 *     helper_trigger(p, event, warp, mask, job);        if helper_takes
 *     helper_clock(p);
 *     helper_deploys(p, &h)                        4 cycles later: h.address, h.count instructions of instance h.instance, h.job is what the trigger said */
#ifndef WF_HELPER_PORTS_H
#define WF_HELPER_PORTS_H

#include "../gen/design.h"
#include "stream_ports.h"

enum { HELPER_FULL = 0, HELPER_REGISTERS = 511 };

typedef struct {
    const design *d;
    void *state;
    uint32_t *in, *out, *care;
    int instances;
    stream_port store, map, spare, trigger, issued, resume, retire, kill, busy, deploy, idle, done, dropped, held, flush;
    struct {
        int s_routine, s_address, s_first, s_last, s_branch, s_instruction, m_event, m_routine, m_high, m_registers, r_registers, t_event,
            t_warp, t_mask, t_data, i_instances, b_instance, b_address, e_instances, k_warp, u_used, h_warps, x_event, x_warp, x_reason,
            x_data, n_data, n_cut, f_warp;
        struct {
            int count, address, instance, last, branch, data;
        } out[2]; /* deploy, idle */
    } at;
} helper_ports;

/* Instructions that leave, or are offered. */
typedef struct {
    int address, count, instance, job;
    bool last, branch; /* of the last one */
} helper_word;

/* Is it a controller with these streams? */
bool helper_is(const design *d);
/* The design in a folder, or the first unit of units.def that is one, at its defaults. Dies (2) if the folder's is none. */
void helper_design(design *d, const char *folder);
/* The same with other parameters, "NAME=VALUE NAME=VALUE"; NULL: none. Dies (2) if they are wrong. */
design helper_formed(const design *d, const char *words);
/* Dies (2) unless it has as many warps and lanes, slots a cycle, and room for so much code, so many routines and jobs. `machine` is its name. */
void helper_check(const design *d, const char *machine, int warps, int lanes, int slots, int code, int routines, int jobs);

void helper_open(helper_ports *p, const design *d);
void helper_close(helper_ports *p);

/* ---- before a kernel: each takes a cycle of its own ---- */

void helper_load(helper_ports *p, int routine, int address, bool first, bool last, bool branch, uint32_t instruction);
void helper_map(helper_ports *p, int event, int routine, bool high, int registers);
void helper_spare(helper_ports *p, int registers);

/* ---- what comes in this cycle ---- */

bool helper_takes(const helper_ports *p);
bool helper_deploys(const helper_ports *p, helper_word *w);
bool helper_offers(const helper_ports *p, helper_word *w);
/* The job that is done; -1: none. `cut`: it had more instructions than an instance may have. */
int helper_done(const helper_ports *p, bool *cut);
int helper_dropped(const helper_ports *p, int *reason);
/* The warp whose own instructions leave its part of the instruction buffer, and are fetched again when it is held no more; -1: none. */
int helper_flushed(const helper_ports *p);
static inline bool helper_holds(const helper_ports *p, int warp)
{
    return p->out[p->at.h_warps + warp / 32] >> warp % 32 & 1;
}

bool helper_takes_kill(const helper_ports *p);

/* ---- what is given in it ---- */

/* Of the lanes of `mask`. */
void helper_trigger(helper_ports *p, int event, int warp, uint32_t mask, int job);
void helper_take_offer(helper_ports *p);
void helper_issued(helper_ports *p, int instance);
void helper_resume(helper_ports *p, int instance, int address);
void helper_retire(helper_ports *p, int instance);
void helper_kill(helper_ports *p, int warp);
void helper_busy(helper_ports *p, int slots);
/* Words of deploy are always taken. */
void helper_clock(helper_ports *p);
/* So many cycles in which nothing is given; false: something may happen in them. */
bool helper_rest(helper_ports *p, uint64_t cycles);

#endif
