/* SPDX-License-Identifier: Apache-2.0 */
#include "nets.h"

#include "../base/msg.h"
#include "run.h"

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
