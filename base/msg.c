/* SPDX-License-Identifier: Apache-2.0 */
#include "msg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "text.h"

static bool bar_shown;

/* A message may quote a file or an argument: one line stays one line, and a terminal gets no commands. */
static void say(const char *format, va_list args)
{
    static char line[1 << 14];
    progress_end();
    fflush(stdout);
    vsnprintf(line, sizeof line, format, args);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "warpfold: %s\n", line);
}

void die_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    exit(2);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    exit(1);
}

void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

/* The steps of work that are under way, each in the one before. */
enum { DEEPEST = 4 };
static struct {
    char *what;
    double begun;
    int number, of; /* 0: nobody said how many */
} level[DEEPEST + 1];
static int depth;

static void start_line(void)
{
    bar_shown = true;
    fputs("\r\033[K", stderr);
    for (int i = 0; i < depth; i++)
        if (level[i].of > 0)
            fprintf(stderr, "[%d/%d] ", level[i].number, level[i].of);
}

/* At the pace since the bar began. */
static void put_time_left(const char *what, double now, unsigned long long done, unsigned long long total)
{
    static char bar[64];
    static double begun;
    static unsigned long long first;
    if (strncmp(bar, what, sizeof bar - 1) != 0 || done <= first) {
        snprintf(bar, sizeof bar, "%s", what);
        begun = now;
        first = done;
        return;
    }
    double left = done >= total ? 0 : (now - begun) * (double)(total - done) / (double)(done - first);
    fprintf(stderr, left < 100 ? "  %.0f s left" : "  %.0f min left", left < 100 ? left : left / 60);
}

void progress(const char *what, unsigned long long done, unsigned long long total)
{
    static double last;
    if (!isatty(STDERR_FILENO))
        return;
    double t = clock_seconds();
    if (bar_shown && t - last < 0.1 && done != total)
        return;
    last = t;
    start_line();
    if (total == 0) {
        fprintf(stderr, done ? "%-24s %llu" : "%s", what, done);
    } else {
        char bar[31];
        unsigned long long filled = done >= total ? 30 : done * 30 / total;
        for (unsigned i = 0; i < 30; i++)
            bar[i] = i < filled ? '#' : '.';
        bar[30] = '\0';
        fprintf(stderr, "%-24s [%s] %llu/%llu", what, bar, done, total);
        put_time_left(what, t, done, total);
    }
    fflush(stderr);
}

void progress_end(void)
{
    if (bar_shown)
        fputs("\r\033[K", stderr);
    bar_shown = false;
}

void work_steps(int count)
{
    level[depth].number = 0;
    level[depth].of = count;
}

void work_begin(const char *format, ...)
{
    va_list args;
    if (depth == DEEPEST)
        die("internal: steps of work are more than %d deep", DEEPEST);
    va_start(args, format);
    text t = {0};
    text_vprintf(&t, format, args);
    va_end(args);
    level[depth].what = t.data;
    level[depth].begun = clock_seconds();
    level[depth].number++;
    depth++;
    work_steps(0);
    if (isatty(STDERR_FILENO)) {
        start_line();
        fputs(t.data, stderr);
        fflush(stderr);
    }
}

void work_end(void)
{
    progress_end();
    depth--;
    printf("%s: %.1f s\n", level[depth].what, clock_seconds() - level[depth].begun);
    fflush(stdout);
    free(level[depth].what);
}
