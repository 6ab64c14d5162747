/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc_neon - bpc on arrays of lines in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "bpc_many.h"
#else
typedef int no_form;
#endif
