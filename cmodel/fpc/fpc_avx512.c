/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_avx512 - fpc on arrays of lines in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "fpc_many.h"
#else
typedef int no_form;
#endif
