/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_avx2 - linebdi on arrays of lines in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "linebdi_many.h"
#else
typedef int no_form;
#endif
