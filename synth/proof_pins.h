/* SPDX-License-Identifier: Apache-2.0
 *
 * proof_pins.h - the pins of flip-flops in the two BLIF texts of an equivalence check. */
#ifndef WF_PROOF_PINS_H
#define WF_PROOF_PINS_H

#include "../base/text.h"

/* ABC compares networks with the same ports alone. A flip-flop that the netlist does not have is one whose value changes nothing: the netlist
 * was made without it. So its output becomes an input of the netlist that nothing reads, and what it stores is no output of the RTL: all
 * other outputs are still compared, for either value of it. False if there is no such flip-flop. */
bool proof_pins(const char *rtl, const char *netlist, text *new_rtl, text *new_netlist);

#endif
