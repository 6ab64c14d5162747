/* SPDX-License-Identifier: Apache-2.0
 *
 * answers.h - the answers that a module owes, in the order of its questions. Specifications of modules with one answer for each
 * question share it. A complaint names the question and is valid until the next complaint. */
#ifndef WF_ANSWERS_H
#define WF_ANSWERS_H

#include "../spec.h"

typedef struct answer answer;
struct answer {
    answer *next;
    unsigned long long asked; /* in which counted cycle */
    char question[48];        /* "read of line 0x12285" */
    uint32_t *want, *care;    /* fields of the output; a bit is compared where `care` is 1 */
};

typedef struct answers answers;

/* Answers come at the stream `output`, each at most most_cycles cycles after its question. */
answers *answers_new(const wf_stream *output, int most_cycles);
void answers_free(answers *a);
/* After a reset: no answer is owed. */
void answers_forget(answers *a);
/* One more answer is owed. Its `want` is all 0 and its `care` all 1. The caller sets both, and the question. */
answer *answers_owe(answers *a);
/* The next answer has come. Returns NULL, or what is wrong with it. */
const char *answers_came(answers *a, const uint32_t *fields);
/* A cycle is over. It does not count if the output was held. Returns NULL, or which answer is late. */
const char *answers_cycle(answers *a, bool held);

#endif
