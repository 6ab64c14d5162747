/* SPDX-License-Identifier: Apache-2.0
 *
 * endings.h - runs code that may end the program, and keeps its exit code and messages. The test goes on in the same process: a child of a
 * process with sanitizers takes longer than most of what it would try. What ends in exit() comes back here. Include it after cmocka.h. */
#ifndef WF_TESTS_ENDINGS_H
#define WF_TESTS_ENDINGS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

#include "../../base/arena.h"

/* What die() leaves open is no leak. The memory that a test freed is soon used again, which takes fewer pages. */
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

static struct {
    bool running;
    jmp_buf end;
    int code;
    const char *path;
} trial;

/* The library's calls find this one before the C library's. The handlers of the end stay for the end of the test. */
noreturn void exit(int code)
{
    if (!trial.running) {
        fflush(NULL);
        _exit(code);
    }
    trial.code = code;
    longjmp(trial.end, 1);
}

/* A fault that a sanitizer found ends the test: tells what was tried. */
void __asan_on_error(void);
void __asan_on_error(void)
{
    if (trial.running)
        dprintf(STDERR_FILENO, "while it was tried: %s\n", trial.path);
}

static inline outcome outcome_of(action *act, const char *path)
{
    outcome o = {0};
    char *said = NULL;
    size_t size = 0;
    FILE *kept = stderr, *caught = open_memstream(&said, &size);
    int lowest = dup(STDERR_FILENO);
    void *mark = arena_mark();

    assert_true(caught != NULL && lowest >= 0 && !trial.running);
    close(lowest);
    stderr = caught;
    trial.running = true;
    trial.path = path;
    trial.code = 0;
    if (setjmp(trial.end) == 0)
        act(path);
    trial.running = false;
    stderr = kept;
    fclose(caught);
    fflush(NULL);      /* before descriptors are used again */
    closefrom(lowest); /* what the end left open: none of these was there before */
    arena_release(mark);
    o.code = trial.code;
    snprintf(o.said, sizeof o.said, "%s", said);
    free(said);
    for (const char *c = o.said; *c != '\0'; c++)
        o.lines += *c == '\n';
    return o;
}

/* Expects exit code 2 and one line that contains `what`. */
static inline void expect_refused(action *act, const char *path, const char *what)
{
    outcome o = outcome_of(act, path);

    if (o.code != 2 || o.lines != 1 || strstr(o.said, what) == NULL)
        fail_msg("%s: expected exit 2 and one line with \"%s\", found exit %d, %d lines: %s", path, what, o.code, o.lines, o.said);
}

#endif
