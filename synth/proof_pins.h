/* SPDX-License-Identifier: Apache-2.0
 *
 * proof_pins.h - the pins of flip-flops in the two BLIF texts of an equivalence check. */
#ifndef WF_PROOF_PINS_H
#define WF_PROOF_PINS_H

#include "../base/text.h"

/* ABC compares networks with the same ports alone. Where instances have flip-flops that always hold the same, Yosys keeps one of them, and not
 * always the same one: so one that the netlist alone has gets the name of a copy in another instance that the RTL alone has. What both store is still compared.
 *
 * A flip-flop that the netlist does not have even then is one whose value changes nothing: the netlist was made without it. So its output becomes an input
 * of the netlist that nothing reads, and what it stores is no output of the RTL: all other outputs are still compared, for either value of it. False
 * if nothing of this is to be done. */
bool proof_pins(const char *rtl, const char *netlist, text *new_rtl, text *new_netlist);

#endif
