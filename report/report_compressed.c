/* SPDX-License-Identifier: Apache-2.0
 *
 * The caches that hold compressed lines, in the section on cache lines: a table for each that was asked for. */
#include "../memory/segment_cache.h"
#include "../stats/line_stats.h"
#include "report_html.h"

static void compressed_row(text *t, const metrics *m, const char *scope, const char *cache)
{
    html_row(t, report_trace_name(scope));
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISSES, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_MISS_SHARE, scope, cache), 1);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_CAPACITY, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_PLAIN_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_HELD, scope, cache), 2);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EVICTIONS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_EXTRA, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_SEVERAL, scope, cache), 1);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_GROWN, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_WRITE_BACKS, scope, cache), 0);
    html_cell_number(t, metrics_get(m, KEY_COMPRESSED_KNOWN, scope, cache), 1);
    html_row_end(t);
}

/* L1 (0) or L2 (1), if it ran beside one that holds compressed lines. */
static void compressed_table(text *t, const report_data *r, char **traces, int level)
{
    static const char *const names[] = {"L1", "L2"}, *const keys[] = {"l1", "l2"};
    const double tags = metrics_get(&r->m, KEY_CACHE_TAGS, "trace", keys[level]);
    const char *codec = metrics_get_text(&r->m, KEY_CACHE_CODEC, "trace", keys[level]);
    text title = {0};
    line_options o;
    if (!(tags > 0) || !line_options_get(&r->m, &o))
        return;
    text_puts(&title, "Compressed lines in ");
    line_cache_text(names[level], level == 0 ? &o.caches.l1 : &o.caches.l2, &title);
    text_printf(&title, ": %.0f tags a way, segments of %d bytes", tags, SEGMENT_BYTES);
    if (codec)
        text_printf(&title, ", lines by %s", codec);
    html_table(
        t, title.data,
        "Trace|#misses, plain|#misses|#of plain %|#effective capacity|#held, plain|#held|#evictions|#extra|#fills, several %|#grown|#dirty "
        "evicted|#known %");
    for (char **n = traces; *n; n++)
        compressed_row(t, &r->m, *n, keys[level]);
    compressed_row(t, &r->m, "trace", keys[level]);
    html_table_end(t);
}

void compressed_caches_tables(text *t, const report_data *r, char **traces)
{
    for (int level = 0; level < 2; level++)
        compressed_table(t, r, traces, level);
}
