/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_avx2 - cpack on arrays of lines in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "cpack_many.h"
#else
typedef int no_form;
#endif
