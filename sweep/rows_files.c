/* SPDX-License-Identifier: Apache-2.0
 *
 * The results as files for scripts: points.csv and sweep.json. */
#include <math.h>
#include <string.h>

#include "rows.h"

const char rows_csv_head[] = "point,set,status,reason,unit,";
const char rows_json_head[] = "{\"sweep\": ";

/* The keys of all figures of the points, in the order in which they come. */
static void all_keys(const sweep_rows *all, metrics *keys)
{
    for (int i = 0; i < all->count; i++)
        for (const metric *x = all->rows[i].r.m.first; x; x = x->hh.next)
            metrics_set(keys, 1, "%s", x->key);
}

static void add_fronts(const sweep_row *w, text *t)
{
    const char *between = "";
    for (int f = 0; f < ROW_FRONTS; f++)
        if (w->front[f]) {
            text_printf(t, "%s%s", between, row_fronts[f].name);
            between = " ";
        }
}

static void csv_row(const sweep_rows *all, const sweep_row *w, const metrics *keys, text *t)
{
    text_printf(t, "%d,", w->number);
    report_csv_text(t, w->p->set);
    text_printf(t, ",%s,", row_status_names[w->status]);
    report_csv_text(t, w->reason ? w->reason : "");
    for (int k = 0; all->knobs[k]; k++) {
        const char *value = metrics_get_text(&w->knobs, "%s", all->knobs[k]);
        text_puts(t, ",");
        report_csv_text(t, value ? value : "");
    }
    for (int f = 0; f < ROW_FIGURES; f++) {
        text_puts(t, ",");
        report_csv_number(t, w->figure[f]);
    }
    text_puts(t, w->status == ROW_DONE ? w->met ? ",1," : ",0," : ",,");
    add_fronts(w, t);
    for (const metric *x = keys->first; x; x = x->hh.next) {
        const char *s = metrics_get_text(&w->r.m, "%s", x->key);
        text_puts(t, ",");
        if (s)
            report_csv_text(t, s);
        else
            report_csv_number(t, metrics_get(&w->r.m, "%s", x->key));
    }
    text_puts(t, "\n");
}

void rows_csv(const sweep_rows *all, text *t)
{
    metrics keys = {0};
    all_keys(all, &keys);
    text_puts(t, "point,set,status,reason");
    for (int k = 0; all->knobs[k]; k++) {
        text_puts(t, ",");
        report_csv_text(t, all->knobs[k]);
    }
    for (int f = 0; f < ROW_FIGURES; f++)
        text_printf(t, ",%s", row_figures[f].name);
    text_puts(t, ",meets_clock,fronts");
    for (const metric *x = keys.first; x; x = x->hh.next) {
        text_puts(t, ",");
        report_csv_text(t, x->key);
    }
    text_puts(t, "\n");
    for (int i = 0; i < all->count; i++)
        csv_row(all, &all->rows[i], &keys, t);
}

/* A flat object without the line's end; `open`: more follows in it. */
static void add_object(text *t, const metrics *m, bool open)
{
    text object = {0};
    metrics_text(m, &object);
    text_add(t, object.data, object.len - strlen(open ? "\n}\n" : "\n"));
}

static void json_row(const sweep_row *w, text *t)
{
    metrics head = {0};
    text fronts = {0};
    text_add(&fronts, "", 0);
    add_fronts(w, &fronts);
    metrics_set(&head, w->number, "point");
    metrics_set_text(&head, w->p->set, "set");
    metrics_set_text(&head, w->label, "label");
    metrics_set_text(&head, row_status_names[w->status], "status");
    if (w->reason)
        metrics_set_text(&head, w->reason, "reason");
    for (int f = 0; f < ROW_FIGURES; f++)
        metrics_set_known(&head, w->figure[f], "%s", row_figures[f].name);
    if (w->status == ROW_DONE)
        metrics_set(&head, w->met, "meets_clock");
    metrics_set_text(&head, fronts.data, "fronts");
    add_object(t, &head, true);
    if (w->status != ROW_SKIPPED) {
        text_puts(t, ",\n  \"knobs\": ");
        add_object(t, &w->knobs, false);
        text_puts(t, ",\n  \"figures\": ");
        add_object(t, &w->r.m, false);
    }
    text_puts(t, "\n}");
}

void rows_json(const sweep_rows *all, text *t)
{
    metrics name = {0};
    text object = {0};
    metrics_set_text(&name, all->name, "sweep");
    metrics_text(&name, &object);
    text_printf(t, "{%.*s, \"version\": \"%s\", \"points\": [\n", (int)(object.len - strlen("{\n  \n}\n")), object.data + strlen("{\n  "),
                WF_VERSION);
    for (int i = 0; i < all->count; i++) {
        json_row(&all->rows[i], t);
        text_puts(t, i + 1 < all->count ? ",\n" : "\n");
    }
    text_puts(t, "]}\n");
}
