/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_avx512 - affine on arrays of blocks in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "affine_many.h"
#else
typedef int no_form;
#endif
