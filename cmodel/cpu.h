/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu.h - the vectors that a processor has, and that the environment variable WF_CPU allows. */
#ifndef WF_CPU_H
#define WF_CPU_H

#include <stdbool.h>

/* Of one kind of processor the later ones are the wider ones. */
typedef enum { WF_CPU_PLAIN, WF_CPU_AVX2, WF_CPU_AVX512, WF_CPU_NEON, WF_CPUS } wf_cpu;
extern const char *const wf_cpu_names[WF_CPUS];

bool wf_cpu_has(wf_cpu cpu);
/* The widest vectors that may be used. False: WF_CPU is wrong, and `why` (WF_WHY characters, or NULL) says how. */
bool wf_cpu_widest(wf_cpu *widest, char *why);

#endif
