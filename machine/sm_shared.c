/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_shared.c - the words of an access, bank by bank. */
#include "sm_shared.h"

enum { WORD_BYTES = 4 };

int shared_cycles(const feed_access *a, int lanes, int banks)
{
    uint64_t seen[TRACE_MAX_LANES * TRACE_MAX_WORDS];
    int in_bank[SHARED_BANKS_MOST] = {0}, count = 0, most = 1;
    for (int lane = 0; lane < lanes; lane++)
        for (int byte = 0; a->mask[lane / 32] >> lane % 32 & 1 && byte < a->size; byte += WORD_BYTES) {
            uint64_t word = (a->addr[lane] + (uint64_t)byte) / WORD_BYTES;
            int k = 0, bank = (int)(word % (uint64_t)banks);
            while (k < count && seen[k] != word)
                k++;
            if (k < count)
                continue;
            seen[count++] = word;
            if (++in_bank[bank] > most)
                most = in_bank[bank];
        }
    return most;
}
