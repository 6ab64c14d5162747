/* SPDX-License-Identifier: Apache-2.0
 *
 * child.h - runs code that ends the program in a child process, and keeps its exit code and messages. Include it after cmocka.h. */
#ifndef WF_TESTS_CHILD_H
#define WF_TESTS_CHILD_H

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Children end in die(), which frees nothing: a leak report would change their exit code. The memory that a test freed is soon used again: a
 * child takes the time to copy the tables of all that its parent has. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0:quarantine_size_mb=4";
}

typedef struct {
    int code, lines;
    char said[4096]; /* on standard error */
} outcome;

typedef void action(const char *path);

static inline outcome in_child(action *act, const char *path)
{
    outcome o = {0};
    int ends[2], status;
    size_t n = 0;

    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        act(path);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; n < sizeof o.said - 1 && (got = read(ends[0], o.said + n, sizeof o.said - 1 - n)) > 0;)
        n += (size_t)got;
    close(ends[0]);
    waitpid(pid, &status, 0);
    o.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    for (size_t i = 0; i < n; i++)
        o.lines += o.said[i] == '\n';
    return o;
}

/* Expects exit code 2 and one line that contains `what`. */
static inline void expect_refused(action *act, const char *path, const char *what)
{
    outcome o = in_child(act, path);

    if (o.code != 2 || o.lines != 1 || strstr(o.said, what) == NULL)
        fail_msg("%s: expected exit 2 and one line with \"%s\", found exit %d, %d lines: %s", path, what, o.code, o.lines, o.said);
}

#endif
