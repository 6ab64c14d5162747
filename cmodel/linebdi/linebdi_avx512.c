/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_avx512 - linebdi on arrays of lines in vectors of AVX-512. */
#if defined(__x86_64__)
#include "../vector/avx512.h"
#include "linebdi_many.h"
#else
typedef int no_form;
#endif
