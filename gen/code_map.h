/* SPDX-License-Identifier: Apache-2.0
 *
 * code_map.h - which byte of the payload holds which byte of the block, for one tag: found by decoding payloads that differ in one bit. */
#ifndef WF_CODE_MAP_H
#define WF_CODE_MAP_H

#include "../base/text.h"
#include "../cmodel/warpfold.h"

typedef enum {
    BYTE_UNUSED,  /* its storage unit is not in use */
    BYTE_FREE,    /* in use, but no bit of it changes the block */
    BYTE_COPY,    /* every byte of the block in `targets` equals it */
    BYTE_SUM,     /* it is added into every byte of the block in `targets` */
    BYTE_CONTROL, /* its bits choose how others are read */
    BYTE_HEAD     /* it is the head of a compressed line: the encoding */
} byte_kind;

/* Bytes first, first + step, ... of the block, `count` of them. */
typedef struct {
    byte_kind kind;
    int first, step, count;
    bool even; /* they are all in this progression; else only first and count are right */
} byte_use;

/* Fills in use[0..payload_bits/8-1] for the units of `code`, the lowest `fixed` bits of its tag and its head, whatever its other bits are. */
void code_map(const wf_codec *codec, const wf_config *config, const wf_code *code, int fixed, byte_use *use);

#endif
