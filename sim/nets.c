/* SPDX-License-Identifier: Apache-2.0 */
#include "nets.h"

#include "../base/msg.h"
#include "run.h"

int nets_module_words(const nets_module *m)
{
    return (m->count + 31) / 32;
}

int nets_words(const nets_wanted *w)
{
    int words = 0;
    for (int k = 0; k < w->count; k++)
        words += nets_module_words(&w->module[k]);
    return words;
}

/* Verilator has a wide port in words from three words on. */
enum { LEAST_WORDS = 3 };

void nets_verilog(const nets_wanted *w, const bench_layout *l, const char *design_name, text *out)
{
    int words = nets_words(w), all = words < LEAST_WORDS ? LEAST_WORDS : words, word = 0;
    text_printf(out,
                "`default_nettype none\n"
                "module " NETS_TOP " (\n"
                "    input  wire clk_i,\n"
                "    input  wire rst_ni,\n"
                "    input  wire [%d:0] in_i,\n"
                "    output wire [%d:0] out_o,\n"
                "    output wire [%d:0] nets_o\n"
                ");\n"
                "    %s_%s bench (.clk_i(clk_i), .rst_ni(rst_ni), .in_i(in_i), .out_o(out_o));\n",
                32 * l->in_words - 1, 32 * l->out_words - 1, 32 * all - 1, design_name, bench_name(BENCH_UNIT));
    for (int k = 0; k < w->count; k++) {
        const nets_module *m = &w->module[k];
        for (int first = 0; first < m->count; first += 32, word++) {
            int last = first + 32 < m->count ? first + 31 : m->count - 1;
            text_printf(out, "    assign nets_o[%d:%d] = {", 32 * word + 31, 32 * word);
            if (last - first < 31)
                text_printf(out, "%d'b0, ", 31 - (last - first));
            for (int i = last; i >= first; i--)
                if (m->names[i])
                    text_printf(out, "bench.%s.%s%s", l->module[m->module].instance, m->names[i], i > first ? ", " : "};\n");
                else
                    text_printf(out, "1'b0%s", i > first ? ", " : "};\n");
        }
    }
    if (words < all)
        text_printf(out, "    assign nets_o[%d:%d] = 0;\n", 32 * all - 1, 32 * words);
    text_puts(out, "endmodule\n`default_nettype wire\n");
}

unsigned long long nets_check(const design *d, const char *dir, char *const *traces, int trace_count)
{
    const cosim_options o = {.run[SIM_GATES] = true, .traces = traces, .trace_count = trace_count};
    cosim_check(d, dir, &o);
    return stimuli_check_traces(d, traces, trace_count);
}

unsigned long long nets_run(const design *d, const char *dir, const nets_options *o, const nets_wanted *wanted, nets_visit *visit,
                            void *user)
{
    const cosim_options options = {.run[SIM_VERILATOR] = true, .traces = o->traces, .trace_count = o->trace_count};
    cosim_job job = {.design = d,
                     .dir = dir,
                     .options = &options,
                     .sim = SIM_VERILATOR,
                     .kind = BENCH_UNIT,
                     .title = "power",
                     .vectors = o->vectors,
                     .nets = wanted};
    stimuli *s = stimuli_new(d, 1, o->traces, o->trace_count);
    stimuli_share(s, o->vectors);
    job.bench = bench_new(d, BENCH_UNIT, s, 1);
    bench_steady(job.bench);
    verilator_nets(&job, o->idle, visit, user);
    if (job.mismatches)
        die("the netlists disagree with the golden model (%s)", job.complaint.data);
    bench_free(job.bench);
    stimuli_free(s);
    return job.cycles;
}
