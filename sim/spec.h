/* SPDX-License-Identifier: Apache-2.0
 *
 * spec.h - specifications. A specification does not know cycles. It is told what goes into a module and what comes out, in order, and
 * complains if that is wrong. It is written from the page of the unit alone.
 *
 * The specification of a unit is `const specification spec_NAME` in sim/spec/NAME.c. A unit without one has that of its kind: spec_register_file,
 * or spec_memory of a cache that asks a memory (docs/systems.md).
 * That of a codec's valid/ready wrappers is `spec_wrapper`. Several transactions may move in one cycle; outputs are told before inputs, each side in the order of the streams. */
#ifndef WF_SPEC_H
#define WF_SPEC_H

#include "../gen/layout.h"

typedef struct {
    /* A new one for one copy of a module under test, in the state after a reset. */
    void *(*open)(const design *d, const bench_module *m);
    void (*close)(void *spec);
    /* A reset: transactions in flight are lost. */
    void (*reset)(void *spec);
    /* A transaction moved at a stream of the module. `fields`: its fields, as in a record. Returns NULL, or what is wrong. */
    const char *(*took)(void *spec, int stream, const uint32_t *fields);
    const char *(*gave)(void *spec, int stream, const uint32_t *fields);
    /* A cycle is over. Bit s of `held`: stream s is an output that was valid and not taken. Returns NULL, or what is wrong: an answer is
     * late. */
    const char *(*cycle)(void *spec, uint32_t held);
} specification;

/* The specification of the modules of a bench; NULL: they have none. */
const specification *spec_of(const design *d, bench_kind kind);

#endif
