/* SPDX-License-Identifier: Apache-2.0
 *
 * nets.h - the nets of a design's netlists, cycle by cycle: Verilator simulates them on traces, with the golden model beside them. */
#ifndef WF_NETS_H
#define WF_NETS_H

#include "nets_top.h"

typedef struct {
    char *const *traces;
    int trace_count;
    unsigned long long vectors; /* values that go in, one a cycle if the unit takes them; at least 1 */
    unsigned long long idle;    /* cycles without one after them; at least 1 */
} nets_options;

/* Dies (2) unless nets_run takes the design, its netlists and the traces. Returns how many values the traces have. */
unsigned long long nets_check(const design *d, const char *dir, char *const *traces, int trace_count);
/* Dies (1) if an output differs from the golden model's. Returns the number of cycles. */
unsigned long long nets_run(const design *d, const char *dir, const nets_options *o, const nets_wanted *wanted, nets_visit *visit,
                            void *user);

#endif
