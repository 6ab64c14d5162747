/* SPDX-License-Identifier: Apache-2.0
 *
 * alu.h - a small integer ALU, as a stand-in for the lanes of a GPU, which are the user's. Environments of units around lanes compute with it, and
 * specifications of such units too. */
#ifndef WF_SIM_ALU_H
#define WF_SIM_ALU_H

#include <stdint.h>

/* What a lane computes: `user` chooses one of five operations. An operand that is not there is 0. */
static inline uint32_t alu_lane(uint32_t user, uint32_t a, uint32_t b, uint32_t c)
{
    switch (user % 5) {
    case 0: return a + b + c;
    case 1: return a - b + c;
    case 2: return (a & b) + c;
    case 3: return (a | b) - c;
    default: return (a ^ b) + c;
    }
}

#endif
