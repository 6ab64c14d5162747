/* SPDX-License-Identifier: Apache-2.0 */
#include "design_modules.h"
#include "design_parts.h"

#include <string.h>

const wf_cuts *design_cuts_of(const design *d, bool enc)
{
    return d->unit->cuts ? d->unit->cuts(&d->config, enc) : NULL;
}

unsigned design_cuts_on(const design *d, bool enc)
{
    return enc ? d->enc_cuts.on : d->dec_cuts.on;
}

void design_cuts_text(const wf_cuts *cuts, unsigned mask, text *out)
{
    if (mask == 0)
        text_puts(out, "none");
    for (int i = 0; mask; i++, mask >>= 1)
        if (mask & 1) {
            value_add(out, cuts->names, i);
            text_puts(out, mask > 1 ? "," : "");
        }
}

bool design_registered(const design *d, bool enc)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    unsigned on = design_cuts_on(d, enc);
    return !cuts || on == cuts->of_ranks[enc ? d->enc_stages : d->dec_stages] || on >> wf_last_cut(cuts) & 1;
}

/* Reads the cuts that the user named. Returns what is wrong, or NULL. */
static char *read_cuts(const wf_cuts *cuts, const char *named, const char *key, unsigned *on)
{
    *on = 0;
    if (strcmp(named, "none") == 0)
        return NULL;
    for (const char *w = named;; w += strcspn(w, ",") + 1) {
        size_t n = strcspn(w, ",");
        int i = param_index(cuts->names, w, n);
        if (i < 0)
            return format_new("%s: no cut \"%.*s\" here: any of %s, separated by commas, or none alone", key, (int)n, w, cuts->names);
        if (*on >> i & 1)
            return format_new("%s: %.*s is given twice", key, (int)n, w);
        *on |= 1u << i;
        if (w[n] == '\0')
            return NULL;
    }
}

char *design_decide_cuts(design *d, bool enc)
{
    const char *half = module_half_name(enc);
    const wf_cuts *cuts = design_cuts_of(d, enc);
    design_cuts *c = enc ? &d->enc_cuts : &d->dec_cuts;
    int *ranks = enc ? &d->enc_stages : &d->dec_stages, most = d->unit->line ? WF_MAX_STAGES : REGISTER_STAGES;
    if (!cuts || !c->named) {
        if (*ranks == DESIGN_DERIVED)
            *ranks = enc ? d->codec->enc_ranks : d->codec->dec_ranks;
        c->on = cuts ? cuts->of_ranks[*ranks] : 0;
    } else {
        char *key = format_new("%s-cuts", half), *fault = read_cuts(cuts, c->named, key, &c->on);
        int count = __builtin_popcount(c->on);
        if (fault)
            return fault;
        if (count > most)
            return format_new("%s-cuts %s: %d ranks, and %d are the most", half, c->named, count, most);
        if (*ranks != DESIGN_DERIVED && *ranks != count)
            return format_new("%s-stages %d, but %s-cuts names %d: leave one of them out", half, *ranks, half, count);
        *ranks = count;
    }
    if (cuts && cuts->needed & ~c->on) {
        text needed = {0};
        design_cuts_text(cuts, cuts->needed, &needed);
        char *fault =
            format_new("this form of %s iterates and needs a clock: %s-stages from 1, the cut %s on", d->unit->name, half, needed.data);
        return fault;
    }
    if ((enc ? d->sizes.interval_enc : d->sizes.interval_dec) > 1 && *ranks == 0)
        return format_new("this set of %s's parameters iterates and needs a clock: %s-stages from 1", d->unit->name, half);
    return NULL;
}

void design_visit_cuts(const design *d, bool enc, design_option_visit *visit, void *user)
{
    const wf_cuts *cuts = design_cuts_of(d, enc);
    unsigned on = design_cuts_on(d, enc);
    int ranks = enc ? d->enc_stages : d->dec_stages;
    text names = {0};
    if (!cuts || ranks < 0 || ranks > WF_MAX_STAGES || on == cuts->of_ranks[ranks])
        return;
    design_cuts_text(cuts, on, &names);
    char *key = format_new("%s-cuts", module_half_name(enc));
    visit(user, key, names.data, enc ? "register ranks of the encoder, by place" : "register ranks of the decoder, by place");
}
