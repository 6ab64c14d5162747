/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_net.h - one direction of the interconnect: a switch from all inputs to all outputs.
 *
 * A packet is a header and data, in flits. An input sends a flit a cycle, its packets in order, so one that waits holds up those behind it. A free output
 * takes the packet of one of the inputs that want it, in turn. The switch is `speedup` times as fast as the channel behind it, which carries a
 * flit a cycle. The last flit is there `latency` cycles after it has left the switch. What is not taken there fills the output's queue, and then nothing more comes.
 *
 *     a packet of 1 flit, latency 6           one of 4 flits
 *     cycle   0         1       7             0     1       10
 *             net_put   switch  net_front     put   switch  front
 *
 * GPGPU-Sim has BookSim's switch with iSLIP. With one virtual channel an input asks for one output, so that is the same turn at each output. BookSim's packets may
 * have flits in the switch twice a cycle; here an input sends one a cycle, and a packet has its output for a cycle at least. */
#ifndef WF_MEM_NET_H
#define WF_MEM_NET_H

#include "machine_file.h"
#include "mem_queue.h"

typedef struct mem_net mem_net;

mem_net *net_open(const machine *m, int inputs, int outputs);
void net_close(mem_net *n);
/* How many flits a packet with so many bytes of data has. */
int net_flits(const mem_net *n, int bytes);
bool net_room(const mem_net *n, int input, int flits);
/* Only where there is room. */
void net_put(mem_net *n, int input, int output, int flits, int packet);
/* The packet that has come; -1: there is none. */
int net_front(const mem_net *n, int output, uint64_t now);
void net_take(mem_net *n, int output);
/* The switch in cycle `now`. */
void net_cycle(mem_net *n, uint64_t now);
/* The next cycle in which a packet may move or come; UINT64_MAX: there is none. */
uint64_t net_next(const mem_net *n, uint64_t now);
uint64_t net_carried(const mem_net *n);

#endif
