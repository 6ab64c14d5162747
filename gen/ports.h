/* SPDX-License-Identifier: Apache-2.0
 *
 * ports.h - the head of an emitted module, read from its file: what it is for, its parameters and its ports with their comments. */
#ifndef WF_PORTS_H
#define WF_PORTS_H

#include <stdbool.h>

#include "layout.h"

typedef struct {
    char *name, *meaning;
    char *width; /* bits, as the Verilog has them: "1", "16", "PORTS*ID" */
    bool output;
    int bits;
} module_port;

typedef struct {
    char *name, *value, *meaning;
    bool fixed; /* "not to be set": it follows from the others */
} module_param;

enum { MAX_PORTS = 160, MAX_MODULE_PARAMS = 32 };
typedef struct {
    char *purpose; /* the first sentence of the file's comment */
    char *comment; /* all of it, a line each */
    int ports, params;
    module_port port[MAX_PORTS];
    module_param param[MAX_MODULE_PARAMS];
} module_head;

/* Reads DIR/path. `m` tells the widths of the ports; NULL: they stay 0. Dies (2) if the file has a port that m has not, or m one that the file
 * has not. */
void module_head_read(const char *dir, const char *path, const bench_module *m, module_head *head);

#endif
