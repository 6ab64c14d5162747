/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_neon - linebdi on arrays of lines in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "linebdi_many.h"
#else
typedef int no_form;
#endif
