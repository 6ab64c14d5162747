/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_neon - bytewise on arrays of blocks in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "bytewise_many.h"
#else
typedef int no_form;
#endif
