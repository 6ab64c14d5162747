/* SPDX-License-Identifier: Apache-2.0 */
#include "ports_pairs.h"

#include <stdlib.h>

#include "../base/msg.h"

enum { RUNS = PORTS_FORMS * 2 * PORTS_FILES }; /* of a row */

/* Run n of a row. */
static ports_counts *run_of(const ports_row *row, int n)
{
    return (ports_counts *)&row->run[0][0][0] + n;
}

static design design_of(const ports_pairs *r, bool base)
{
    design d;
    const file_form form = {.registers = r->fit ? PORT_REGISTERS : 0, .base = base, .gated = r->gate_base};
    char *fault = file_form_design(&d, r->d, &form);
    if (fault)
        die_usage("a register file with --fit: %s", fault);
    return d;
}

static void run_row(const ports_pairs *r, ports_row *row, const char *path)
{
    const design own = design_of(r, false), base = design_of(r, true);
    for (ports_form form = 0; form < PORTS_FORMS; form++) {
        port_traffic t;
        port_traffic_read(&t, path, form == PORTS_MERGED && !replay_ports_merge(&own));
        row->recorded = (double)t.last;
        for (int delays = 0; delays < 2; delays++) {
            replay_ports_run(&row->run[form][delays][PORTS_OWN], &own, &t, form, r->merge_latency, (ports_delays)delays, r->beside);
            replay_ports_run(&row->run[form][delays][PORTS_BASE], &base, &t, form, r->merge_latency, (ports_delays)delays, NULL);
        }
        port_traffic_free(&t);
    }
}

void ports_pairs_run(ports_pairs *r, const char *const *paths, int count)
{
    const design own = design_of(r, false);
    r->rows = zalloc((size_t)count * sizeof *r->rows);
    for (int i = 0; i < count; i++) {
        port_traffic t;
        port_traffic_read(&t, paths[i], true);
        replay_ports_check(&own, &t);
        port_traffic_free(&t);
    }
    for (int i = 0; i < count; i++) {
        file_row_name(r->rows[i].name, sizeof r->rows[i].name, r->rows, sizeof *r->rows, i, paths[i], r->d->config.lanes);
        progress("replay", (unsigned long long)i, (unsigned long long)count);
        run_row(r, &r->rows[i], paths[i]);
    }
    progress_end();
    r->count = count;
}

void ports_pairs_free(ports_pairs *r)
{
    for (int i = 0; i < r->count; i++)
        for (int n = 0; n < RUNS; n++)
            file_counts_free(&run_of(&r->rows[i], n)->c);
    arena_free(r->rows);
}

char *ports_pairs_wrong(const ports_pairs *r)
{
    for (int i = 0; i < r->count; i++)
        for (int n = 0; n < RUNS; n++)
            if (run_of(&r->rows[i], n)->c.first_wrong)
                return format_new("%s: %s", r->rows[i].name, run_of(&r->rows[i], n)->c.first_wrong);
    return NULL;
}

void ports_pairs_checked(const ports_pairs *r, double *checked, double *wrong)
{
    *checked = *wrong = 0;
    for (int i = 0; i < r->count; i++)
        for (int n = 0; n < RUNS; n++) {
            *checked += run_of(&r->rows[i], n)->c.checked;
            *wrong += run_of(&r->rows[i], n)->c.wrong;
        }
}
