/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_avx2 - bytewise on arrays of blocks in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "bytewise_many.h"
#else
typedef int no_form;
#endif
