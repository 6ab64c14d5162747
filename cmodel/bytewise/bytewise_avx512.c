/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_avx512 - bytewise on arrays of blocks in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "bytewise_many.h"
#else
typedef int no_form;
#endif
