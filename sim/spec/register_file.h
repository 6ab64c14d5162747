/* SPDX-License-Identifier: Apache-2.0
 *
 * register_file.h - the specification of the kind register file. A unit that promises more has a specification of its own, which passes on to
 * these functions what all register files have. */
#ifndef WF_SPEC_REGISTER_FILE_H
#define WF_SPEC_REGISTER_FILE_H

#include "../spec.h"

/* What differs from file to file. */
typedef struct {
    unsigned long long most; /* cycles to an answer; those in which its output is held do not count */
    int release;             /* cycles, from the one after its acceptance on, in which a release reaches the registers of its warp */
    /* Operands that nobody holds: an instruction leaves so many cycles after its acceptance at least, and in the order of its port. One that reads
     * nothing leaves then, or in the cycle behind the one before it. 0: none of this. */
    unsigned long long fixed;
    bool
        later; /* operands may show a write of the instruction's cycle, or a later one, before it is told, where such writes are forwarded */
    /* At which stream `stored` a write of this register is told. NULL: at any. */
    int (*store_of)(const wf_file_shape *shape, uint32_t warp, uint32_t reg);
} register_file_promises;

/* What happened since the reset. */
typedef struct {
    uint32_t full_taken, full_stored; /* writes with a full mask */
    uint32_t some_stored;             /* writes with an active lane */
    bool open;                        /* which writes were stored could not be told, since `user` is too narrow */
} register_file_tally;

void *register_file_open(const design *d, const bench_module *m, const register_file_promises *promises);
void register_file_close(void *spec);
void register_file_reset(void *spec);
const char *register_file_took(void *spec, int stream, const uint32_t *fields);
const char *register_file_gave(void *spec, int stream, const uint32_t *fields);
const char *register_file_cycle(void *spec, uint32_t held);
register_file_tally register_file_counts(const void *spec);

#endif
