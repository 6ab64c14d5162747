/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of assist, part: instances. Their instructions leave, the SM answers, and `done` tells of them. What the SM tells counts from the next cycle
 * on.
 *
 * Read from the bottom up. */
#include "assist.h"

#include <string.h>

#include "../fields.h"

static const char *compare(assist *a, stream_kind s, const uint32_t *fields, const trigger *t, const char *const *names)
{
    for (; *names; names++)
        if (caba_is_changed(a, s, *names, fields, t->fields))
            return caba_wrong_of(a, t, "%s: %s_o is not that of the trigger", caba_streams[s], *names);
    if (caba_number(a, s, "routine", fields) != t->routine)
        return caba_wrong_of(a, t, "%s: routine_o is %u", caba_streams[s], caba_number(a, s, "routine", fields));
    return NULL;
}

/* ---- instructions ---- */

/* The cycle from which on `deploy` offers what leaves in this one. */
static unsigned long long offered_since(const assist *a)
{
    return a->was_held[DEPLOY] ? a->offered : a->clock;
}

static const char *judge_flush(assist *a, const trigger *t)
{
    if (!t->flushed)
        return caba_wrong_of(a, t, "its first instruction leaves, but `flush` did not tell of its warp");
    if (offered_since(a) < t->flush + 2)
        return caba_wrong_of(a, t, "its first instruction is offered less than two cycles after `flush` told of its warp");
    return NULL;
}

/* The trigger whose first instruction leaves. */
static const char *start(assist *a, stream_kind s, const uint32_t *fields, trigger **started)
{
    bool high = s == DEPLOY;
    uint32_t warp = caba_number(a, s, "warp", fields), routine = caba_number(a, s, "routine", fields),
             instance = caba_number(a, s, "entry", fields);
    trigger *t = caba_oldest(a, high, warp, routine);
    if (t == NULL)
        return caba_wrong(a, "%s: an instruction of instance %u, warp %u, routine %u, but no such trigger of %s priority is under way",
                          caba_streams[s], instance, warp, routine, high ? "high" : "low");
    if (t->state != WAITS)
        return caba_wrong_of(a, t, "it is instance %u and under way, but one like it leaves as instance %u", t->instance, instance);
    if (!high && instance >= a->low)
        return caba_wrong_of(a, t, "it has entry %u; low priority may use those below %u", instance, a->low);
    *started = t;
    const char *wrong = caba_offered(a, t);
    if (!wrong && high && a->flushes)
        wrong = judge_flush(a, t);
    t->state = RUNS;
    t->instance = instance;
    t->address = a->routine[t->routine].first;
    a->of[instance] = t;
    a->counts.seen.sure[STARTED]++;
    return wrong;
}

static const char *not_next(assist *a, const trigger *t, bool first)
{
    if (t->state == STOPS)
        return caba_wrong_of(a, t, "an instruction leaves behind its branch, before `resume`");
    if (t->state != RUNS)
        return caba_wrong_of(a, t, "an instruction leaves behind its last one");
    if (!first && t->address % a->width == 0)
        return caba_wrong_of(a, t, "instructions of two rows leave together");
    return NULL;
}

/* One instruction leaves. */
static const char *leave(assist *a, trigger *t, const uint32_t *bits)
{
    const instruction *i = &a->store[t->address];
    if (!i->loaded)
        return caba_wrong_of(a, t, "the bench loaded nothing at address %u, which it reached", t->address);
    if (memcmp(bits, i->bits, sizeof *bits * ((a->bits + 31) / 32)) != 0)
        return caba_wrong_of(a, t, "its instruction is not that at address %u", t->address);
    if (t->high && t->in_part++ == a->room)
        return caba_wrong_of(a, t, "more than %u of its instructions are in its parent's part", a->room);
    t->left++;
    t->cut = t->left == a->most && !i->last;
    t->state = i->last || t->cut ? HAD_LAST : i->branch ? STOPS : RUNS;
    t->address = (t->address + 1) % a->words;
    a->counts.seen.sure[t->high ? HIGH_INSTRUCTIONS : LOW_INSTRUCTIONS]++;
    return NULL;
}

static const char *const instructions[] = {"instruction0", "instruction1", "instruction2", "instruction3"};

/* Those of a row from `count` on are 0. */
static bool has_more(const assist *a, const uint32_t *fields, uint32_t count)
{
    static const uint32_t none[4];
    for (uint32_t i = count; i < a->width; i++) {
        if (memcmp(caba_field(a, DEPLOY, instructions[i], fields), none, sizeof *none * ((a->bits + 31) / 32)) != 0)
            return true;
    }
    return false;
}

static const char *leave_all(assist *a, stream_kind s, const uint32_t *fields, trigger *t, uint32_t count)
{
    const char *wrong = NULL;
    uint32_t address = caba_number(a, s, "address", fields), last = caba_number(a, s, "last", fields),
             branch = caba_number(a, s, "branch", fields);
    if (t->state == RUNS && address != t->address)
        return caba_wrong_of(a, t, "%s: address_o is %u, expected %u", caba_streams[s], address, t->address);
    for (uint32_t i = 0; i < count && !wrong; i++) {
        wrong = not_next(a, t, i == 0);
        if (!wrong)
            wrong = leave(a, t, caba_field(a, s, s == DEPLOY ? instructions[i] : "instruction", fields));
    }
    if (!wrong && s == DEPLOY && has_more(a, fields, count))
        wrong = caba_wrong_of(a, t, "deploy: an instruction from count_o on is not 0");
    if (!wrong && last != (t->state == HAD_LAST))
        wrong = caba_wrong_of(a, t, "%s: last_o is %u behind %u instructions", caba_streams[s], last, t->left);
    if (!wrong && branch != (t->state == STOPS))
        wrong = caba_wrong_of(a, t, "%s: branch_o is %u behind %u instructions", caba_streams[s], branch, t->left);
    return wrong;
}

const char *caba_give_instructions(assist *a, stream_kind s, const uint32_t *fields)
{
    static const char *const names[] = {"warp", "mask", "live_in", "live_out", "data", NULL};
    uint32_t count = s == DEPLOY ? caba_number(a, s, "count", fields) : 1;
    trigger *t = a->of[caba_number(a, s, "entry", fields)];
    const char *wrong = NULL;
    if (count == 0 || count > a->width)
        return caba_wrong(a, "deploy: count_o is %u, from 1 to %u are right", count, a->width);
    if (t && t->high != (s == DEPLOY))
        return caba_wrong_of(a, t, "its instructions leave at `%s`", caba_streams[s]);
    if (t)
        wrong = t->state == RUNS ? caba_offered(a, t) : NULL;
    else
        wrong = start(a, s, fields, &t);
    if (!wrong)
        wrong = compare(a, s, fields, t, names);
    if (!wrong)
        wrong = leave_all(a, s, fields, t, count);
    return wrong;
}

const char *caba_give_done(assist *a, const uint32_t *fields)
{
    static const char *const names[] = {"warp", "data", NULL};
    uint32_t instance = caba_number(a, DONE, "entry", fields), cut = caba_number(a, DONE, "cut", fields);
    trigger *t = a->of[instance];
    if (t == NULL || t->state == TOLD)
        return caba_wrong(a, "done: of instance %u, but no trigger has had an instruction there", instance);
    if (t->state != RETIRED)
        return caba_wrong_of(a, t, "`done` tells of it before %s", t->state == HAD_LAST ? "its retire" : "its last instruction has left");
    const char *wrong = compare(a, DONE, fields, t, names);
    if (!wrong && cut != t->cut)
        wrong = caba_wrong_of(a, t, "done: cut_o is %u behind %u instructions", cut, t->left);
    t->state = TOLD;
    a->counts.seen.sure[ENDED]++;
    a->counts.seen.sure[CUT] += t->cut;
    return wrong;
}

const char *caba_give_flush(assist *a, const uint32_t *fields)
{
    uint32_t warp = caba_number(a, FLUSH, "warp", fields);
    trigger *t = caba_oldest(a, true, warp, 0);
    if (t == NULL)
        return caba_wrong(a, "flush: of warp %u, but no trigger of high priority of it is under way", warp);
    if (t->flushed)
        return caba_wrong_of(a, t, "`flush` tells of its warp twice");
    t->flushed = true;
    t->flush = a->clock;
    return NULL;
}

/* ---- answers ---- */

/* Something is told of an instance that has no such instruction out. It changes nothing, unless one is staged that has not left: this the SM must not do. */
static const char *stray(assist *a, stream_kind s, uint32_t instance)
{
    const trigger *t = a->of[instance];
    if (t && t->state == RUNS && (t->high || s != ISSUED))
        return caba_wrong_of(a, t, "the bench gave %s of an instruction that may be staged and has not left", caba_streams[s]);
    if (t)
        return NULL;
    for (t = a->first; t; t = t->next)
        if (t->taken < a->clock && caba_may_have_entry(t) && (t->high ? true : s != ISSUED && instance < a->low))
            return caba_wrong_of(a, t, "the bench gave %s of instance %u, which it may be, before an instruction has left", caba_streams[s],
                                 instance);
    return NULL;
}

const char *caba_take_issued(assist *a, const uint32_t *fields)
{
    const char *wrong = NULL;
    for (uint32_t e = 0; e < a->entries && !wrong; e++)
        if (fields[0] >> e & 1) {
            if (a->of[e] && a->of[e]->in_part > 0)
                a->now.issued |= (uint32_t)1 << e;
            else
                wrong = stray(a, ISSUED, e);
        }
    return wrong;
}

const char *caba_take_retire(assist *a, const uint32_t *fields)
{
    const char *wrong = NULL;
    for (uint32_t e = 0; e < a->entries && !wrong; e++)
        if (fields[0] >> e & 1) {
            if (a->of[e] && a->of[e]->state == HAD_LAST)
                a->now.retire |= (uint32_t)1 << e;
            else
                wrong = stray(a, RETIRE, e);
        }
    return wrong;
}

const char *caba_take_resume(assist *a, const uint32_t *fields)
{
    uint32_t instance = caba_number(a, RESUME, "entry", fields);
    trigger *t = a->of[instance];
    if (t == NULL || t->state != STOPS)
        return stray(a, RESUME, instance);
    a->now.resumed = t;
    a->now.resume = caba_number(a, RESUME, "address", fields);
    return NULL;
}

void caba_answer(assist *a)
{
    for (uint32_t e = 0; e < a->entries; e++) {
        trigger *t = a->of[e];
        if (a->now.issued >> e & 1)
            t->in_part--;
        if (a->now.retire >> e & 1) {
            t->state = RETIRED;
            t->timer = (timer){0};
        }
    }
    if (a->now.resumed) {
        a->now.resumed->state = RUNS;
        a->now.resumed->address = a->now.resume;
        a->now.resumed->timer = (timer){0};
    }
}
