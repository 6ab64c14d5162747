/* SPDX-License-Identifier: Apache-2.0
 *
 * dram_ratio.h - ratios of what DRAM moved (memory/dram_lines.h). */
#ifndef WF_DRAM_RATIO_H
#define WF_DRAM_RATIO_H

#include "../memory/dram_lines.h"

/* Bursts without compression over bursts with it, of known accesses; NAN without any. */
double dram_ratio(const dram_counts *c, const dram_sums *s);
double dram_fetch_ratio(const dram_counts *c, const dram_sums *s);
double dram_write_ratio(const dram_counts *c, const dram_sums *s);
/* With the bursts of metadata. */
double dram_ratio_metadata(const dram_counts *c, const dram_sums *s);

#endif
