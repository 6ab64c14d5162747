/* SPDX-License-Identifier: Apache-2.0
 *
 * packets.h - the packets of a write port that are to become writes, from docs/merge.md. Every packet is kept until its result becomes a write.
 * Specifications of units that merge packets share it. */
#ifndef WF_SPEC_PACKETS_H
#define WF_SPEC_PACKETS_H

#include "../../gen/layout.h"

typedef struct packets packets;

/* The packets of the stream `in`; so many results can be open. */
packets *packets_new(const wf_stream *in, int lanes, int entries);
void packets_free(packets *p);
/* After a reset: no result is open. */
void packets_forget(packets *p);
/* A packet has come. The write that it gives, or NULL: its fields are those of a packet, which counts until the next one comes. Its `last` is 0
 * if the result was evicted. */
const uint32_t *packets_took(packets *p, const uint32_t *fields);

#endif
