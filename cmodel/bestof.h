/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof.h - parameters and members, shared by the specification of bestof, which explains them, and its fast form. */
#ifndef WF_BESTOF_H
#define WF_BESTOF_H

#include <stdbool.h>

#include "line.h"
#include "warpfold.h"

enum { MEMBERS, CHOOSE, SAVE, TAG }; /* the codecs' parameters follow */
enum { BY_BURSTS, BY_BYTES };        /* choose */
enum { HEAD_WHICH = 4 };             /* where the member's number is in the head */

/* Words of the tag: the fast form moves so many. Of a member's tag they leave 3 bits for its number. */
enum { TAG_WORDS = 3, MOST_TAG_BITS = 32 * TAG_WORDS - 3 };

/* The line codecs of the registry: a member is one of them. */
enum {
#define WF_UNIT(name)
#define WF_LINE_CODEC(name) AT_##name,
#include "../units.def"
#undef WF_LINE_CODEC
#undef WF_UNIT
    CODECS
};

extern const wf_unit wf_unit_bestof;

static inline const wf_unit *unit_of(int codec)
{
    return wf_unit_bestof.children[codec].unit;
}

/* The codec at a place of the list; -1: there is none. */
static inline int member_at(const wf_config *c, int place)
{
    return place >= 0 && place < WF_MAX_LIST ? (c->param[MEMBERS] >> 4 * place & 15) - 1 : -1;
}

/* Bits of a member's number, which is its place in the list and 1; 0 is raw. */
static inline int which_bits(const wf_config *c)
{
    return member_at(c, 3) >= 0 ? 3 : member_at(c, 1) >= 0 ? 2 : 1;
}

/* Is the encoding in the head of the line? */
static inline bool has_head(const wf_config *c)
{
    return c->param[TAG] == LINE_HEAD;
}

/* What counts of a code of `bits` bits: its bursts, or its bytes. */
static inline int cost_of(const wf_config *c, int bits)
{
    return c->param[CHOOSE] == BY_BURSTS ? line_bursts(bits) : (bits + 7) / 8;
}

/* Of two codes that cost the same, is that of `codec` better than that of `other`, which is before it in the list? By bursts it is if it
 * is known to be decoded faster. */
static inline bool wins_tie(const wf_config *c, int codec, int other)
{
    int delay = unit_of(codec)->codec->dec_delay, of_other = unit_of(other)->codec->dec_delay;
    return c->param[CHOOSE] == BY_BURSTS && delay > 0 && (delay < of_other || of_other == 0);
}

#endif
