/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - argp, with one line on standard error for bad arguments. */
#ifndef WF_ARGUMENTS_H
#define WF_ARGUMENTS_H

#include <argp.h>

/* A flag of an argp_option: the option may come several times with several values. Others may not. */
enum { ARGUMENT_REPEATS = 0x1000 };

/* argp_parse of a subcommand, argv[0] = "warpfold NAME". Dies (2) on an unknown or ambiguous option, on an option with a missing or
 * unwanted value or with two, on an operand if argp->args_doc is NULL, and on a second one before -- if args_doc has "-- ARGS". */
void arguments_parse(const struct argp *argp, int argc, char **argv, void *input);
/* The value of a flag, a whole number from min to max; dies (2) if it is none. */
long long argument_whole(const char *flag, const char *arg, long long min, long long max);

#endif
