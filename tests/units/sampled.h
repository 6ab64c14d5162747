/* SPDX-License-Identifier: Apache-2.0
 *
 * sampled.h - what a test tries one in so many of, and `make test-all` all. */
#ifndef WF_TESTS_SAMPLED_H
#define WF_TESTS_SAMPLED_H

#include <stdlib.h>

/* So many, or with the environment variable ALL 1: the step of a loop, or what divides a number of random trials. */
static inline int one_in(int many)
{
    return getenv("ALL") != NULL ? 1 : many;
}

#endif
