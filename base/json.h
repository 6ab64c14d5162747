/* SPDX-License-Identifier: Apache-2.0
 *
 * json.h - reads JSON text. Includes cJSON, whose tree it gives. */
#ifndef WF_JSON_H
#define WF_JSON_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* The value that the whole text is; cJSON_Delete frees it. NULL if it is none, or if something stands behind it; *line (NULL: not asked) is then
 * the line of the fault, from 1. Dies (1) if there is no memory, which is no fault of the text. data[len] is a NUL. */
cJSON *json_parse(const char *data, size_t len, int *line);

#endif
