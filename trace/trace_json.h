/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_json.h - a line of JSON whose whole numbers are exact. cJSON holds a number as a double, which is exact up to 2^53; addresses have 64
 * bits. So whole numbers of 16 and more digits become strings before the line is parsed, and json_u64() takes both. */
#ifndef WF_TRACE_JSON_H
#define WF_TRACE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/text.h"

/* Parses the line; NULL if it is no JSON. `room` is room for a copy, used again by the next call. The caller deletes the result. */
cJSON *json_line(text *room, const char *line, size_t len);
/* A whole number from 0 on, of 64 bits: a number, or a string with a decimal one or, after 0x, a hexadecimal one. */
bool json_u64(const cJSON *item, uint64_t *value);

#endif
