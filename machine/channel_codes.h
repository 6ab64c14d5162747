/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_codes.h - what each content of a list takes as a code: bursts, and the class of the code. */
#ifndef WF_CHANNEL_CODES_H
#define WF_CHANNEL_CODES_H

#include "../sim/burst_code.h"
#include "channel_list.h"

typedef struct {
    burst_code code;
    uint8_t *bursts, *class; /* of each content; bursts - 1 */
} channel_codes;

/* By the codec that a design chooses among its children. */
void channel_codes_make(channel_codes *c, const design *d, const channel_list *l);
void channel_codes_free(channel_codes *c);
static inline bool channel_is_raw(const channel_codes *c, uint32_t content)
{
    return c->bursts[content] == c->code.raw;
}

#endif
