/* SPDX-License-Identifier: Apache-2.0
 *
 * The caches that hold compressed lines, in the section on cache lines: a table for each that was asked for. */
#include "../gen/beside.h"
#include "../memory/segment_cache.h"
#include "report_html.h"

static void row(text *t, const metrics *m, const char *name, const char *scope, const char *cache)
{
    html_row(t, name);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISS_SHARE, scope, cache), 1);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_CAPACITY, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_FILLS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EVICTIONS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EXTRA, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_KNOWN, scope, cache), 1);
    html_row_end(t);
}

static void table(text *t, const report_data *r, char **traces, const char *title, const char *cache)
{
    const char *codec = metrics_get_text(&r->m, KEY_CACHE_CODEC, "trace", cache);
    double tags = metrics_get(&r->m, KEY_CACHE_TAGS, "trace", cache);
    if (!(metrics_get(&r->m, KEY_COMPRESSED_ACCESSES, "trace", cache) > 0))
        return;
    html_table(t,
               format_new("Compressed lines in %s, in segments of %d bytes, %.0f tag%s a way, by %s", title, SEGMENT_BYTES, tags,
                          tags == 1 ? "" : "s", codec ? codec : design_form(&r->d)),
               "Trace|#misses, plain|#misses|#% of plain|#effective capacity|#held, plain|#held|#fills|#evictions|#extra|#known %");
    for (char **n = traces; *n; n++)
        row(t, &r->m, report_trace_name(*n), *n, cache);
    row(t, &r->m, "all", "trace", cache);
    html_table_end(t);
}

void compressed_caches_tables(text *t, const report_data *r, char **traces)
{
    table(t, r, traces, "L1", "l1");
    table(t, r, traces, "L2", "l2");
}
