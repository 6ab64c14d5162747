/* SPDX-License-Identifier: Apache-2.0
 *
 * spec.h - specifications. A specification knows nothing of cycles: it is told what went into a module and what came out, in the
 * order in which it did, and says when that cannot be. The page of the unit is all that it is written from.
 *
 * A unit's specification stands in sim/spec/NAME.c as `const specification spec_NAME`; those of a codec's valid/ready wrappers are
 * `spec_wrapper`. Several things may move in one cycle: outputs are told before inputs. */
#ifndef WF_SPEC_H
#define WF_SPEC_H

#include "../gen/layout.h"

typedef struct {
    /* A new one, for one copy of a module under test; as after a reset. */
    void *(*open)(const design *d, const bench_module *m);
    void (*close)(void *spec);
    /* A reset: what was under way is gone. */
    void (*reset)(void *spec);
    /* A transaction moved at a stream of the module. `fields`: its fields, as in a record. NULL, or what is wrong. */
    const char *(*took)(void *spec, int stream, const uint32_t *fields);
    const char *(*gave)(void *spec, int stream, const uint32_t *fields);
    /* A cycle is over. `held`: an output showed a transaction that was not taken. NULL, or what is wrong: an answer is late. */
    const char *(*cycle)(void *spec, bool held);
} specification;

/* The specification of a module of a bench; NULL: it has none. */
const specification *spec_of(const design *d, bench_kind kind);

#endif
