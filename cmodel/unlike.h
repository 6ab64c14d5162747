/* SPDX-License-Identifier: Apache-2.0
 *
 * unlike.h - lanes against a line through them, for fast forms. */
#ifndef WF_UNLIKE_H
#define WF_UNLIKE_H

#include <stdint.h>

/* The bits in which the lanes of `active`, of up to 32, differ from base, base + stride, base + 2 stride .. */
uint32_t wf_unlike_line(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride);

#endif
