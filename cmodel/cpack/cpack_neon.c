/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_neon - cpack on arrays of lines in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "cpack_many.h"
#else
typedef int no_form;
#endif
