/* SPDX-License-Identifier: Apache-2.0
 *
 * record.h - a record of outputs, written word by word beside the mask of the bits that mean something. */
#ifndef WF_RECORD_H
#define WF_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bits.h"

typedef struct {
    uint32_t *out, *care;
} record;

/* Valid or ready. */
static inline bool put_flag(record *r, bool flag)
{
    *r->out++ = flag;
    *r->care++ = 1;
    return flag;
}

/* A field of one word, as most are. */
static inline void put_word(record *r, uint32_t value, uint32_t care)
{
    *r->out++ = value;
    *r->care++ = care;
}

static inline void put_field(record *r, const uint32_t *value, int words)
{
    if (words == 1) {
        put_word(r, *value, ~(uint32_t)0);
        return;
    }
    copy_words(r->out, value, words);
    if (words == USUAL_LANES)
        memset(r->care, 0xff, USUAL_LANES * sizeof *value);
    else
        memset(r->care, 0xff, (size_t)words * sizeof *value);
    r->out += words;
    r->care += words;
}

/* The fields of an output that is not valid. */
static inline void put_nothing(record *r, int words)
{
    if (words == 1) {
        put_word(r, 0, 0);
        return;
    }
    memset(r->out, 0, (size_t)words * sizeof *r->out);
    memset(r->care, 0, (size_t)words * sizeof *r->care);
    r->out += words;
    r->care += words;
}

#endif
