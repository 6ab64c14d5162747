/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_avx2 - fpc on arrays of lines in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "fpc_many.h"
#else
typedef int no_form;
#endif
