/* SPDX-License-Identifier: Apache-2.0
 *
 * spent.c - what a command takes: "spent FILE COMMAND..." runs it and writes into FILE seconds of processor time, seconds by the clock, and the MB
 * of its largest process. Those of its children are in it. Exit code: the command's. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/clock.h"

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
    int status;
    struct rusage used;
    if (argc < 3) {
        fprintf(stderr, "usage: spent FILE COMMAND...\n");
        return 2;
    }
    double begun = clock_seconds();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0) {
        perror("spent");
        return 1;
    }
    FILE *f = fopen(argv[1], "w");
    if (f == NULL ||
        fprintf(f, "%.3f %.3f %.1f\n", seconds_of(used.ru_utime) + seconds_of(used.ru_stime), clock_seconds() - begun,
                (double)used.ru_maxrss / 1024) < 0 ||
        fclose(f) != 0) {
        perror(argv[1]);
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
