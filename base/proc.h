/* SPDX-License-Identifier: Apache-2.0
 *
 * proc.h - running tools. */
#ifndef WF_PROC_H
#define WF_PROC_H

#include <stdbool.h>

/* The path of a tool: the environment variable of its upper-case name (YOSYS, STA, ...) or the PATH. Dies (1) with the
 * Debian package that has it when it is missing. Tools: yosys, yosys-abc, sta, verilator, iverilog, vvp, make, c++. */
const char *tool_path(const char *tool);
bool tool_present(const char *tool);

/* Runs argv (NULL-terminated, argv[0] a path or a name on the PATH) in folder cwd (NULL: here) with standard output and
 * standard error together to file log. Returns the exit code, or 128 + n if signal n killed it. */
int run_tool(const char *const argv[], const char *cwd, const char *log);
/* The same, but dies (1) unless the exit code is 0, with the last line that says "error" of the log. */
void run_tool_ok(const char *const argv[], const char *cwd, const char *log);
/* Start and later wait for, to keep both cores busy. */
int spawn_tool(const char *const argv[], const char *cwd, const char *log);
int wait_tool(int pid);
/* Number of cores to use. */
int cores(void);

#endif
