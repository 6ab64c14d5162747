/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_avx2 - warpbdi on arrays of blocks in vectors of AVX2. */
#if defined(__x86_64__)
#include "../vector/avx2.h"
#include "warpbdi_many.h"
#else
typedef int no_form;
#endif
