/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_avx512 - cpack on arrays of lines in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "cpack_many.h"
#else
typedef int no_form;
#endif
