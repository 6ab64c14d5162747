/* SPDX-License-Identifier: Apache-2.0
 *
 * nets_top.h - nets that a run in Verilator shows: which, and the module around the bench that has them as outputs. */
#ifndef WF_NETS_TOP_H
#define WF_NETS_TOP_H

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

/* Words of all modules. */
int nets_words(const nets_wanted *w);
/* The module around the bench that shows the nets. */
#define NETS_TOP "wf_nets"
void nets_verilog(const nets_wanted *w, const bench_layout *l, const char *design_name, text *out);

#endif
