/* SPDX-License-Identifier: Apache-2.0
 *
 * sources_rtl.h - the RTL of a unit as single gates, whose nets have names, lines and signatures. */
#ifndef WF_SOURCES_RTL_H
#define WF_SOURCES_RTL_H

#include <cjson/cJSON.h>

#include "netlist.h"
#include "signature.h"

/* Nets 0 and 1 are constants. */
enum { RTL_FIRST = 2 };

typedef struct {
    int kind;          /* of a gate, or a flip-flop */
    int a, b, s, y;    /* nets; -1: none */
    const char *place; /* as Yosys names it */
} gate;

typedef struct {
    cJSON *json;
    gate *gates;
    int gate_count;
    struct rtl_net {
        char *name, *leaf;
        const char *declared; /* place of the declaration */
        int driver;           /* gate; -1: none */
        bool input;
        signature sign;
        uint64_t value;
    } * nets;
    int net_count;
    int *order; /* gates, each behind those that it depends on */
    int order_count;
} rtl;

/* What sources.ys wrote; `n`: the netlist, whose registers have the same names. */
void rtl_read(rtl *r, const synth_unit *u, const netlist *n);
void rtl_sign(rtl *r);
void rtl_free(rtl *r);
/* Which of two names of a net tells more? That of the outer module, then the shorter one, then the first. */
bool rtl_name_better(const char *name, const char *than);

#endif
