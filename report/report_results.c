/* SPDX-License-Identifier: Apache-2.0
 *
 * One design with several libraries and clocks: what `warpfold synth` has kept of each, side by side. */
#include "report_compare.h"

#include <string.h>

/* The kept figures of the last synthesis, which the other sections show; NULL: it has kept none. */
static const char *last_result(const report_data *r)
{
    const char *hash = metrics_get_text(&r->m, KEY_RUN_LIBRARY_HASH);
    for (int i = 0; i < r->result_count && hash; i++) {
        const metrics *m = &r->results[i].m;
        if (strcmp(metrics_get_text(m, KEY_RUN_LIBRARY_HASH), hash) == 0 &&
            metrics_get(m, KEY_RUN_CLOCK) == metrics_get(&r->m, KEY_RUN_CLOCK))
            return r->results[i].result;
    }
    return NULL;
}

void section_results(text *t, const report_data *r)
{
    if (r->result_count < 2)
        return;
    const char *last = last_result(r);
    html_section(t, "results", "Libraries and clocks");
    compare_table(t, r->results, r->result_count,
                  "A column a library and clock, of the last synthesis with each; what differs comes first, facts that differ are bold");
    html_para(t, "note", "The other sections are of the last synthesis%s%s. It alone has netlists, paths and measured toggles.",
              last ? ", " : "", last ? last : "");
    char **warnings = compare_warnings(r->results, r->result_count);
    for (char **w = warnings; *w; w++)
        html_para(t, "note", "%s", *w);
    html_section_end(t);
}
