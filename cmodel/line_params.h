/* SPDX-License-Identifier: Apache-2.0
 *
 * line_params.h - what the codecs of cache lines have in common in both forms of their models: the parameters `save` and `tag`.
 *
 * tag=head: the encoding is not beside the line but in its first byte, the head; the code follows. What is left of the tag is one bit, 1 if
 * the line is compressed. A compressed line saves a burst at least, whatever `save` says, so the number of its bursts tells that bit too. A
 * line of 32 bytes is one burst: there a compressed line saves a byte, and only the bit tells. A raw line has no head. */
#ifndef WF_LINE_PARAMS_H
#define WF_LINE_PARAMS_H

#include "warpfold.h"

enum { LINE_SIDE, LINE_HEAD, LINE_HEAD_BITS = 8 };
enum { LINE_SAVE_BYTE, LINE_SAVE_BURST, LINE_BURST_BITS = 8 * WF_BURST_BYTES };

/* clang-format off */
#define LINE_SAVE_PARAM {"save", "what a code must save to be used: a byte, or a burst", WF_PARAM_CHOICE, "byte|burst", LINE_SAVE_BYTE, "WF_SAVE"}
#define LINE_TAG_PARAM {"tag", "where the encoding is: beside the line, or in its first byte", WF_PARAM_CHOICE, "side|head", LINE_SIDE, "WF_HEAD"}
/* clang-format on */

#endif
