/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc_avx512 - bpc on arrays of lines in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "bpc_many.h"
#else
typedef int no_form;
#endif
