/* SPDX-License-Identifier: Apache-2.0 */
#include "msg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

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

void progress(const char *what, unsigned long long done, unsigned long long total)
{
    static double last;
    if (!isatty(STDERR_FILENO))
        return;
    double t = clock_seconds();
    if (bar_shown && t - last < 0.1 && done != total)
        return;
    last = t;
    bar_shown = true;
    if (total == 0) {
        fprintf(stderr, "\r\033[K%-24s %llu", what, done);
    } else {
        char bar[31];
        unsigned long long filled = done >= total ? 30 : done * 30 / total;
        for (unsigned i = 0; i < 30; i++)
            bar[i] = i < filled ? '#' : '.';
        bar[30] = '\0';
        fprintf(stderr, "\r\033[K%-24s [%s] %llu/%llu", what, bar, done, total);
    }
    fflush(stderr);
}

void progress_end(void)
{
    if (bar_shown)
        fputs("\r\033[K", stderr);
    bar_shown = false;
}
