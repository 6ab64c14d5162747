/* SPDX-License-Identifier: Apache-2.0 */
#include "step.h"

#include "file.h"

void step_begin(step *s, const char *dir, const char *name, bool keep)
{
    char *file = format_new("%s.json", name);
    *s = (step){.name = name, .path = path_join(dir, file)};
    if (keep)
        metrics_load(&s->figures, s->path);
}

void step_void(step *s)
{
    step_fail(s, "it did not end");
}

void step_end(step *s)
{
    metrics_remove(&s->figures, KEY_STEP_FAILED, s->name);
    metrics_save(&s->figures, s->path);
}

void step_fail(step *s, const char *why)
{
    metrics_set_text(&s->figures, why, KEY_STEP_FAILED, s->name);
    metrics_save(&s->figures, s->path);
}
