/* SPDX-License-Identifier: Apache-2.0
 *
 * commands.h - one subcommand a file: cli/cmd_NAME.c. Each takes argv with argv[0] = "warpfold NAME". */
#ifndef WF_COMMANDS_H
#define WF_COMMANDS_H

int cmd_list(int argc, char **argv);
int cmd_gen(int argc, char **argv);
int cmd_cosim(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_power(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_flow(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_encode(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_time(int argc, char **argv);
int cmd_sweep(int argc, char **argv);

#endif
