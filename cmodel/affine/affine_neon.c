/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_neon - affine on arrays of blocks in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "affine_many.h"
#else
typedef int no_form;
#endif
