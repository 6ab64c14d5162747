/* SPDX-License-Identifier: Apache-2.0 */
#include "answers.h"

#include <stdlib.h>
#include <string.h>

struct answers {
    const wf_stream *output;
    int words;
    unsigned long long most, cycle;
    answer *first, **end;
    text complaint;
};

answers *answers_new(const wf_stream *output, int most_cycles)
{
    answers *a = zalloc(sizeof *a);
    a->output = output;
    a->words = field_words(output);
    a->most = (unsigned long long)most_cycles;
    a->end = &a->first;
    return a;
}

static void drop_first(answers *a)
{
    answer *was = a->first;
    a->first = was->next;
    if (a->first == NULL)
        a->end = &a->first;
    arena_free(was->want);
    arena_free(was);
}

void answers_forget(answers *a)
{
    while (a->first)
        drop_first(a);
}

void answers_free(answers *a)
{
    answers_forget(a);
    text_free(&a->complaint);
    arena_free(a);
}

answer *answers_owe(answers *a)
{
    answer *owed = zalloc(sizeof *owed);
    size_t bytes = sizeof(uint32_t) * (size_t)a->words;
    owed->asked = a->cycle;
    owed->want = zalloc(2 * bytes);
    owed->care = owed->want + a->words;
    memset(owed->care, 0xff, bytes);
    *a->end = owed;
    a->end = &owed->next;
    return owed;
}

/* Complains of a wrong word of the answer. */
static void complain(answers *a, const answer *owed, int word, uint32_t got)
{
    const wf_field *f = a->output->field;
    int at = word;
    while (32 * at >= f->bits)
        at -= (f++->bits + 31) / 32;
    a->complaint.len = 0;
    text_printf(&a->complaint, "%s: %s_o", owed->question, f->name);
    if (f->bits > 32)
        text_printf(&a->complaint, " bits %d..%d", 32 * at + 31 < f->bits ? 32 * at + 31 : f->bits - 1, 32 * at);
    text_printf(&a->complaint, " is %#x, expected %#x", got & owed->care[word], owed->want[word] & owed->care[word]);
}

const char *answers_came(answers *a, const uint32_t *fields)
{
    const answer *owed = a->first;
    if (owed == NULL)
        return "an answer came, but every question has been answered";
    int word = 0;
    while (word < a->words && ((fields[word] ^ owed->want[word]) & owed->care[word]) == 0)
        word++;
    if (word < a->words)
        complain(a, owed, word, fields[word]);
    drop_first(a);
    return word < a->words ? a->complaint.data : NULL;
}

const char *answers_cycle(answers *a, bool held)
{
    if (!held)
        a->cycle++;
    if (a->first == NULL || a->cycle - a->first->asked <= a->most)
        return NULL;
    a->complaint.len = 0;
    text_printf(&a->complaint, "%s: no answer within %llu cycle%s", a->first->question, a->most, a->most == 1 ? "" : "s");
    return a->complaint.data;
}
