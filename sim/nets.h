/* SPDX-License-Identifier: Apache-2.0
 *
 * nets.h - the nets of a design's netlists, cycle by cycle: Verilator simulates them on traces, with the golden model beside them. */
#ifndef WF_NETS_H
#define WF_NETS_H

#include "../gen/layout.h"

/* Nets of a module of the bench, by their names in it as Verilog has them: "\\block_i [5]", "\\core.n12 ". */
typedef struct {
    int module;         /* its place in bench_layout */
    char *const *names; /* NULL: a net that is none, and 0 */
    int count;
} nets_module;

typedef struct {
    int count;
    nets_module module[BENCH_MODULES];
} nets_wanted;

/* One cycle. Bit i of a module's words is its net i; modules follow each other, each from a word of its own on. */
typedef struct {
    const uint32_t *low;  /* clk_i is 0, and inputs and state have settled */
    const uint32_t *high; /* after the rising edge */
    const int *took;      /* by module of the bench: class of what it took in this cycle (bench_took), or -1 */
    bool reset;
    bool paused; /* after the last value */
} nets_cycle;
typedef void nets_visit(void *user, const nets_cycle *cycle);

typedef struct {
    char *const *traces;
    int trace_count;
    unsigned long long vectors; /* values that go in, one a cycle if the unit takes them; at least 1 */
    unsigned long long idle;    /* cycles without one after them; at least 1 */
} nets_options;

/* Words of a module, and of all. */
int nets_module_words(const nets_module *m);
int nets_words(const nets_wanted *w);
/* Dies (2) unless nets_run takes the design, its netlists and the traces. Returns how many values the traces have. */
unsigned long long nets_check(const design *d, const char *dir, char *const *traces, int trace_count);
/* Dies (1) if an output differs from the golden model's. Returns the number of cycles. */
unsigned long long nets_run(const design *d, const char *dir, const nets_options *o, const nets_wanted *wanted, nets_visit *visit,
                            void *user);

/* The module around the bench that shows the nets. */
#define NETS_TOP "wf_nets"
void nets_verilog(const nets_wanted *w, const bench_layout *l, const char *design_name, text *out);

#endif
