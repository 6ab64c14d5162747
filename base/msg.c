/* SPDX-License-Identifier: Apache-2.0
 *
 * msg.c - what the program says: errors, which end it, notes, and a line of progress on a terminal. What is said is one line; whatever is
 * printed first takes the line of progress away. */
#include "msg.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clock.h"

static bool line_shown;

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

bool is_of_machine(int error)
{
    return error == ENOMEM || error == EMFILE || error == ENFILE || error == ENOBUFS || error == EIO;
}

void die_reading(int error, const char *format, ...)
{
    static char what[1 << 14];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (is_of_machine(error))
        die("%s: %s", what, strerror(error));
    die_usage("%s: %s", what, strerror(error));
}

void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

int output_columns(void)
{
    enum { FEWEST = 40, USUAL = 100 };
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL;
    return size.ws_col < FEWEST ? FEWEST : size.ws_col;
}

/* The steps of work that are under way, each in the one before. */
enum { DEEPEST = 4 };
static struct {
    char *what;
    double begun;
    int number, of; /* 0: nobody said how many */
} level[DEEPEST + 1];
static int depth;
static bool silent; /* the ends of steps */

/* What the line on the terminal tells: a bar or a count, or else the innermost step. */
static struct {
    bool active;
    char what[64];
    double begun;
    unsigned long long first, done, total; /* first: at `begun` */
    char beside[64];
} bar;

static void put_bar(void)
{
    if (bar.total == 0) {
        fprintf(stderr, bar.done ? "%-24s %llu" : "%s", bar.what, bar.done);
        return;
    }
    char cells[31];
    unsigned long long filled = bar.done >= bar.total ? 30 : bar.done * 30 / bar.total;
    for (unsigned i = 0; i < 30; i++)
        cells[i] = i < filled ? '#' : '.';
    cells[30] = '\0';
    fprintf(stderr, "%-24s [%s] %llu/%llu%s%s", bar.what, cells, bar.done, bar.total, *bar.beside ? "  " : "", bar.beside);
}

void progress_beside(const char *words)
{
    snprintf(bar.beside, sizeof bar.beside, "%s", words);
}

/* The seconds since `begun`, and those left at this pace. */
static void put_times(double begun)
{
    double spent = clock_seconds() - begun;
    bool left_known = bar.active && bar.done > bar.first && bar.done < bar.total;
    if (spent >= 1)
        fprintf(stderr, "  %.0f s", spent);
    if (left_known) {
        double left = spent * (double)(bar.total - bar.done) / (double)(bar.done - bar.first);
        fprintf(stderr, left < 100 ? "%s%.0f s left" : "%s%.0f min left", spent >= 1 ? ", " : "  ", left < 100 ? left : left / 60);
    }
}

static void draw(void)
{
    if (!isatty(STDERR_FILENO) || (!bar.active && depth == 0))
        return;
    line_shown = true;
    fputs("\r\033[K", stderr);
    for (int i = 0; i < depth; i++)
        if (level[i].of > 0)
            fprintf(stderr, "[%d/%d] ", level[i].number, level[i].of);
    if (bar.active)
        put_bar();
    else
        fputs(level[depth - 1].what, stderr);
    put_times(bar.active ? bar.begun : level[depth - 1].begun);
    fflush(stderr);
}

void progress(const char *what, unsigned long long done, unsigned long long total)
{
    static double last;
    double now = clock_seconds();
    bool again = strncmp(bar.what, what, sizeof bar.what - 1) == 0 && done > bar.first;
    if (!again) {
        snprintf(bar.what, sizeof bar.what, "%s", what);
        bar.begun = now;
        bar.first = done;
    }
    bar.active = true;
    bar.done = done;
    bar.total = total;
    if (line_shown && now - last < 0.1 && done != total)
        return;
    last = now;
    draw();
}

void progress_tick(void)
{
    if (bar.total > 0 && bar.done >= bar.total)
        bar.active = false; /* it is full, but the step goes on */
    draw();
}

void progress_end(void)
{
    if (line_shown)
        fputs("\r\033[K", stderr);
    line_shown = bar.active = false;
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
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *what = len < 0 ? NULL : malloc((size_t)len + 1);
    if (what == NULL)
        die("out of memory");
    va_start(args, format);
    vsnprintf(what, (size_t)len + 1, format, args);
    va_end(args);
    level[depth].what = what;
    level[depth].begun = clock_seconds();
    level[depth].number++;
    depth++;
    work_steps(0);
    bar.active = false;
    draw();
}

void work_end(void)
{
    progress_end();
    depth--;
    if (silent)
        return;
    printf("%s: %.1f s\n", level[depth].what, clock_seconds() - level[depth].begun);
    fflush(stdout);
}

void work_lines(bool on)
{
    silent = !on;
}
