/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof.h - what the specification of bestof, which explains it, and its fast form share: the numbers of parameters and of codecs. */
#ifndef WF_BESTOF_H
#define WF_BESTOF_H

#include "../warpfold.h"

enum { BESTOF_MEMBERS, BESTOF_CHOOSE, BESTOF_SAVE, BESTOF_TAG, BESTOF_PARAMS }; /* the codecs' parameters follow */
enum { BESTOF_BURSTS, BESTOF_BYTES };                                           /* choose */
enum { BESTOF_WHICH = 4 };                                                      /* where the member's number is in the head */

/* Words of the tag: the fast form moves so many. Of a member's tag they leave 3 bits for its number. */
enum { BESTOF_TAG_WORDS = 3, BESTOF_MOST_TAG_BITS = 32 * BESTOF_TAG_WORDS - 3 };

/* The line codecs of the registry: a member is one of them. */
enum {
#define WF_UNIT(name)
#define WF_LINE_CODEC(name) BESTOF_AT_##name,
#include "../../units.def"
#undef WF_LINE_CODEC
#undef WF_UNIT
    BESTOF_CODECS
};
enum { BESTOF_USUAL = (1 + BESTOF_AT_linebdi) | (1 + BESTOF_AT_fpc) << 4 | (1 + BESTOF_AT_cpack) << 8 }; /* the members by default */

extern const wf_unit wf_unit_bestof;

#endif
