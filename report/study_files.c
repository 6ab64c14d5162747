/* SPDX-License-Identifier: Apache-2.0
 *
 * study_files.c - the files of a study: its figures and its page. */
#include <stdio.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/output.h"
#include "report_html.h"
#include "study_report.h"

static void study_put(const study_result *r, metrics *out)
{
    metrics_set_text(out, r->s->name, KEY_STUDY_NAME);
    metrics_set_text(out, r->s->source, KEY_STUDY_SOURCE);
    metrics_set(out, r->traces, KEY_STUDY_TRACES);
    metrics_set(out, r->lanes, KEY_STUDY_LANES);
    study_put_values(r, out);
}

static bool is_figures(const char *path)
{
    return metrics_is_file(path, KEY_STUDY_NAME);
}

static char *file_of(const study *s, const char *folder, const char *end)
{
    char *name = format_new("%s.%s", s->name, end), *path = path_join(folder, name);

    return path;
}

static void check_file(char *path, output_rule rule, bool (*ours)(const char *path))
{
    rule.ours = ours;
    output_check_made(path, &rule);
}

void study_check(const study *s, const char *folder, output_rule rule)
{
    check_file(file_of(s, folder, "json"), rule, is_figures);
    check_file(file_of(s, folder, "html"), rule, html_is_page);
}

void study_write(const study_result *r, const char *folder)
{
    char *json = file_of(r->s, folder, "json"), *page = file_of(r->s, folder, "html");
    metrics m = {0};
    text t = {0};

    dir_make(folder);
    study_put(r, &m);
    metrics_save(&m, json);
    study_page(&t, r);
    file_write(page, t.data, t.len);
    printf("\nstudy: %s, %s\n", page, json);
}
