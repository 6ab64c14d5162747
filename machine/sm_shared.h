/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_shared.h - how many cycles an access of shared memory takes its banks.
 *
 * Word w (4 bytes) is in bank w mod banks. Lanes that ask for one word share it. The access takes as many cycles as the most words in one bank.
 *
 *     32 banks: 32 lanes at addresses 0, 4, 8, ..: 1 cycle; at 0, 8, 16, ..: 2; at 0, 128, 256, ..: 32; all at 0: 1 */
#ifndef WF_SM_SHARED_H
#define WF_SM_SHARED_H

#include "instruction_feed.h"

enum { SHARED_BANKS_MOST = 128 };

/* At least 1. */
int shared_cycles(const feed_access *a, int lanes, int banks);

#endif
