/* SPDX-License-Identifier: Apache-2.0
 *
 * pick.h - the inputs of blocks that pick words or bytes out of a compressed line. Of four inputs two have the code of a line, of the corners, random
 * or of a trace; one such a code under another tag; one random bits. The first picks of the inputs have each number in turn. */
#ifndef WF_ENV_PICK_H
#define WF_ENV_PICK_H

#include "../environment.h"

/* The next input of a block that picks from codes of `codec`. Parameters of the same name have the same value, others of the codec their
 * default. */
bool pick_next(blind *b, const char *codec, int stream, uint32_t *in, rng *r);

#endif
