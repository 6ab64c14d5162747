/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_pairs.h"

#include "../base/msg.h"
#include "cache_pairs.h"

const char *const channel_bandwidth_names[CHANNEL_BANDWIDTHS] = {"0.5", "1", "2"};

int channel_cases(const channel_pairs *p)
{
    return CHANNEL_WITH + p->with_count;
}

char *channel_case_name(const channel_pairs *p, int of)
{
    static const char *const names[] = {[CHANNEL_PLAIN] = "plain", [CHANNEL_OWN] = "own", [CHANNEL_IDEAL] = "ideal"};
    return format_new("%s", of < CHANNEL_WITH ? names[of] : p->with[of - CHANNEL_WITH]);
}

double channel_bandwidth(const machine *m)
{
    return 1e-3 * m->dram_channels * m->dram_bytes * m->dram_mhz / m->dram_bus;
}

static design case_of(const channel_pairs *p, int of)
{
    const design d = cache_formed(p->d, of >= CHANNEL_WITH ? p->with[of - CHANNEL_WITH] : NULL, of == CHANNEL_PLAIN);
    if (!channel_is_of_lines(&d) || channel_address_bits(&d) != channel_address_bits(p->d))
        die_usage("%s with %s: lines and addresses as in the other runs are expected", d.unit->name, channel_case_name(p, of));
    return d;
}

static machine at_bandwidth(const machine *m, int bandwidth)
{
    machine of = *m;
    of.dram_mhz = bandwidth == CHANNEL_DOUBLE ? 2 * m->dram_mhz : bandwidth == CHANNEL_HALF ? m->dram_mhz / 2 : m->dram_mhz;
    return of;
}

static void run_case(const channel_pairs *p, channel_row *row, int of)
{
    const design d = case_of(p, of);
    channel_codes codes;
    channel_codes_make(&codes, &d, &row->list);
    for (int b = 0; b < CHANNEL_BANDWIDTHS; b++) {
        const machine m = at_bandwidth(&p->m, b);
        channel_replay_run(&row->run[of][b], &d, &m, &row->list, &codes, p->rate, of == CHANNEL_IDEAL);
    }
    if (of == CHANNEL_OWN)
        for (size_t i = 0; i < row->list.content_count; i++)
            row->compressed += (channel_is_raw(&codes, (uint32_t)i) ? 0 : 100) / (double)row->list.content_count;
    channel_codes_free(&codes);
}

static void check_machine(const channel_pairs *p)
{
    if (p->m.dram_bytes > WF_BURST_BYTES)
        die_usage("%s: a command of DRAM moves %d bytes; %s saves bursts of %d", p->m.name, p->m.dram_bytes, p->d->unit->name,
                  WF_BURST_BYTES);
    if (p->m.dram_mhz < 2)
        die_usage("%s: a clock of DRAM of 1 MHz has no half", p->m.name);
    for (int of = 0; of < channel_cases(p); of++)
        case_of(p, of);
}

void channel_pairs_run(channel_pairs *p, const char *const *paths, int count)
{
    const mem_map map = map_of(&p->m);
    p->rows = zalloc((size_t)count * sizeof *p->rows);
    check_machine(p);
    for (int i = 0; i < count; i++) {
        channel_row *row = &p->rows[i];
        file_row_name(row->name, sizeof row->name, p->rows, sizeof *row, i, paths[i], p->m.lanes);
        channel_list_read(&row->list, paths[i], &p->lines, &map, p->d->config.line_bytes, channel_address_bits(p->d),
                          channel_reserved(p->d));
        for (int of = 0; of < channel_cases(p); of++) {
            progress("replay", (unsigned long long)(i * channel_cases(p) + of), (unsigned long long)(count * channel_cases(p)));
            run_case(p, row, of);
        }
        channel_list_free(&row->list);
        p->count++;
    }
    progress_end();
}

/* Run n of a row; NULL: it has not so many. */
static channel_run *run_of(const channel_pairs *p, int row, int n)
{
    return n < channel_cases(p) * CHANNEL_BANDWIDTHS ? &p->rows[row].run[n / CHANNEL_BANDWIDTHS][n % CHANNEL_BANDWIDTHS] : NULL;
}

void channel_pairs_free(channel_pairs *p)
{
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, i, n); n++)
            channel_run_free(run_of(p, i, n));
    arena_free(p->rows);
}

void channel_pairs_checked(const channel_pairs *p, double *checked, double *wrong)
{
    *checked = *wrong = 0;
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, i, n); n++) {
            *checked += run_of(p, i, n)->n.checked;
            *wrong += run_of(p, i, n)->n.wrong;
        }
}

char *channel_pairs_wrong(const channel_pairs *p)
{
    for (int i = 0; i < p->count; i++)
        for (int n = 0; run_of(p, i, n); n++)
            if (run_of(p, i, n)->n.wrong > 0)
                return format_new("%s: %.0f lines, read or left at the end, differ from what was written", p->rows[i].name,
                                  run_of(p, i, n)->n.wrong);
    return NULL;
}
