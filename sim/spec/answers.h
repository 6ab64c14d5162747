/* SPDX-License-Identifier: Apache-2.0
 *
 * answers.h - the answers that a module owes, in the order of its questions: what the specifications of modules with one answer a
 * question have in common. A complaint names the question, and is valid until the next one. */
#ifndef WF_ANSWERS_H
#define WF_ANSWERS_H

#include "../spec.h"

typedef struct answer answer;
struct answer {
    answer *next;
    unsigned long long asked; /* the cycle, of those that count */
    char question[48];        /* "read of line 0x12285" */
    uint32_t *want, *care;    /* fields of the output; a bit is compared where `care` is 1 */
};

typedef struct answers answers;

/* Answers come at this stream, each at most so many cycles after its question. */
answers *answers_new(const wf_stream *output, int most_cycles);
void answers_free(answers *a);
/* Nothing is owed any more. */
void answers_forget(answers *a);
/* One more is owed. `want` is all 0 and every bit counts; the caller writes both, and the question. */
answer *answers_owe(answers *a);
/* The next answer came. NULL, or what is wrong with it. */
const char *answers_came(answers *a, const uint32_t *fields);
/* A cycle is over; one with a held output does not count. NULL, or which answer is late. */
const char *answers_cycle(answers *a, bool held);

#endif
