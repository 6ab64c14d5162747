/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi.h - what the specification of warpbdi and its fast form share: the numbers of parameters and range indicators. */
#ifndef WF_WARPBDI_H
#define WF_WARPBDI_H

enum { WARPBDI_MODES, WARPBDI_STORE, WARPBDI_BANK };
enum { WARPBDI_RAW = 0, WARPBDI_RANGES = 4 };
enum { WARPBDI_RESIDUE, WARPBDI_DELTA };

#endif
