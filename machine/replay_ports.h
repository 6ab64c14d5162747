/* SPDX-License-Identifier: Apache-2.0
 *
 * replay_ports.h - a register file's stepped model with the traffic of recorded ports, open loop: nothing comes earlier than it was recorded, and
 * nothing before what it needs (docs/replay.md, "Recordings of ports"). */
#ifndef WF_REPLAY_PORTS_H
#define WF_REPLAY_PORTS_H

#include "file_driver.h"
#include "port_traffic.h"

/* What happens to what comes after something late: it comes when it was recorded, if what it needs is there; or all of its warp that was recorded later
 * is as late. */
typedef enum { PORTS_SLACK, PORTS_STIFF } ports_delays;

/* The packets of a write-back are stored as they come, or merged. */
typedef enum { PORTS_PACKETS, PORTS_MERGED, PORTS_FORMS } ports_form;

typedef struct {
    file_counts c;
    double end;           /* the cycle of the last operands or write */
    double operand_delay; /* cycles that operands left later than recorded, the sum */
    double held;          /* writes that were not accepted in the cycle in which they came */
    double longest;       /* cycles that one of them waited, at most */
} ports_counts;

/* Dies (2) if the recording has other lanes than the design, or more warps or registers. */
void replay_ports_check(const design *d, const port_traffic *t);
/* True if the file itself merges packets; its traffic is then read without `merge`. */
bool replay_ports_merge(const design *d);
/* `merge_latency`: cycles from the last packet of a write-back to its merged write, where the file does not merge. */
void replay_ports_run(ports_counts *c, const design *d, const port_traffic *t, ports_form form, int merge_latency, ports_delays delays,
                      verilog *beside);

#endif
