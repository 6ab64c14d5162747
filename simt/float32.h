/* SPDX-License-Identifier: Apache-2.0
 *
 * float32.h - IEEE 754 binary32 as RV32F has it, in integers: every rounding mode, the accrued exceptions, one canonical NaN. */
#ifndef WF_SIMT_FLOAT32_H
#define WF_SIMT_FLOAT32_H

#include <stdint.h>

#include "decode.h"

/* Accrued exceptions, as bits of fflags. */
enum { SIMT_NX = 1, SIMT_UF = 2, SIMT_OF = 4, SIMT_DZ = 8, SIMT_NV = 16 };
#define SIMT_NAN 0x7fc00000u

/* The result of an instruction of SIMT_UNIT_FLOAT on the bits of its operands. `mode` is a rounding mode, 0 to 4. Exceptions are added
 * to *flags. */
uint32_t simt_float(simt_code code, uint32_t a, uint32_t b, uint32_t c, int mode, uint32_t *flags);

#endif
