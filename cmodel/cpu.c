/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu - the vectors that a processor has, and that the environment variable WF_CPU allows. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "fault.h"

const char *const wf_cpu_names[WF_CPUS] = {"plain", "avx2", "avx512", "neon"};

bool wf_cpu_has(wf_cpu cpu)
{
    switch (cpu) {
    case WF_CPU_PLAIN: return true;
#if defined(__x86_64__)
    case WF_CPU_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case WF_CPU_AVX512: /* as Ice Lake and Zen 4 have it */
        return wf_cpu_has(WF_CPU_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni");
#elif defined(__aarch64__)
    case WF_CPU_NEON: return true; /* all of them have it */
#endif
    default: return false;
    }
}

bool wf_cpu_widest(wf_cpu *widest, char *why)
{
    const char *asked = getenv("WF_CPU");
    char have[64] = "";
    *widest = WF_CPU_PLAIN;
    for (int cpu = 0; cpu < WF_CPUS; cpu++)
        if (wf_cpu_has((wf_cpu)cpu)) {
            *widest = (wf_cpu)cpu;
            strcat(strcat(have, cpu ? "|" : ""), wf_cpu_names[cpu]);
        }
    if (asked == NULL || *asked == '\0')
        return true;
    for (int cpu = 0; cpu < WF_CPUS; cpu++)
        if (strcmp(asked, wf_cpu_names[cpu]) == 0) {
            *widest = (wf_cpu)cpu;
            return wf_cpu_has(*widest) || !fault(why, "WF_CPU is %s, which this processor does not have: accepted is %s", asked, have);
        }
    fault(why, "WF_CPU is \"%s\": accepted is %s", asked, have);
    return false;
}
