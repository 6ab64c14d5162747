/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc_avx2 - bpc on arrays of lines in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "bpc_many.h"
#else
typedef int no_form;
#endif
