/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - argp, with one line on standard error for what it does not take. */
#ifndef WF_ARGUMENTS_H
#define WF_ARGUMENTS_H

#include <argp.h>

/* argp_parse of a subcommand, argv[0] = "warpfold NAME". Dies (2) on an unknown or ambiguous option, on one whose value is missing
 * or not wanted, and on an operand where argp->args_doc is NULL. */
void arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

#endif
