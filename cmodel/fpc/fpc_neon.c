/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc_neon - fpc on arrays of lines in vectors of an aarch64. */
#if defined(__aarch64__)
#include "../vector/neon.h"
#include "fpc_many.h"
#else
typedef int no_form;
#endif
