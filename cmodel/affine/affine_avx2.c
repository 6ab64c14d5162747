/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_avx2 - affine on arrays of blocks in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "affine_many.h"
#else
typedef int no_form;
#endif
