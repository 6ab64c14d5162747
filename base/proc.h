/* SPDX-License-Identifier: Apache-2.0
 *
 * proc.h - running tools. */
#ifndef WF_PROC_H
#define WF_PROC_H

#include <stdbool.h>

/* The path of a tool: the value of the environment variable of its upper-case name (YOSYS, STA, ...), or the tool on the PATH. If it is
 * missing, dies (1) and names the Debian package that has it. Tools: yosys, yosys-abc, sta, verilator, iverilog, vvp, make, c++, sbatch. */
const char *tool_path(const char *tool);

/* Runs argv (NULL-terminated, argv[0] a path or a name on the PATH) in folder cwd (NULL: here) with standard output and
 * standard error together to file log. Returns the exit code, or -n if signal n killed it. The tool and
 * all that it starts end with us, however we end. */
int run_tool(const char *const argv[], const char *cwd, const char *log);
/* The same. Dies (1) unless the exit code is 0, with what the log says went wrong. */
void run_tool_ok(const char *const argv[], const char *cwd, const char *log);
/* From now on the log of a tool that failed is printed too: for a process whose folder goes with it. */
void tools_tell_logs(void);
/* What run_tool_ok does of a tool that has ended with this code. */
void tool_ended(const char *tool, int code, const char *log);
/* Starts a tool, and waits for it later, so that several cores work. */
int spawn_tool(const char *const argv[], const char *cwd, const char *log);
int wait_tool(int pid);
/* Waits until one of n tools has ended, until there is something to read at descriptor `fd` (-1: none), or for a second. Returns the
 * index of a tool that has ended, with what wait_tool would return in *code, or -1. */
int wait_tools(const int *pids, int n, int fd, int *code);
/* The number of cores to use: those that are there, 16 at most; no more than cores_limit has said. */
int cores(void);
void cores_limit(int most);

#endif
