/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static void (*hooks[INTERRUPT_STEPS])(void);

/* Does it ask a program to end? Batch systems send many of these. The others end none, cannot be caught, or tell of a fault in the program, after
 * which no hook is safe; SIGXFSZ is a call's to tell; those below SIGRTMIN are the C library's. */
static bool is_fatal(int number)
{
    static const int others[] = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP,
                                 SIGKILL, SIGSEGV, SIGBUS, SIGFPE,   SIGILL,  SIGTRAP, SIGXFSZ};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (number == others[i])
            return false;
    return number <= SIGSYS || number >= SIGRTMIN;
}

static sigset_t fatals(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (is_fatal(number))
            sigaddset(&set, number);
    return set;
}

static void run_hooks(void)
{
    for (int step = 0; step < INTERRUPT_STEPS; step++)
        if (hooks[step])
            hooks[step]();
}

static void on_signal(int number)
{
    run_hooks();
    signal(number, SIG_DFL);
    raise(number);
}

/* A file that grows beyond its limit: the call fails and says so. It is not ignored, since the tools that we start would ignore it too. */
static void on_limit(int number)
{
    (void)number;
}

/* What the caller of the program ignores, as nohup does, stays ignored. */
static void handle(int number, void (*handler)(int), sigset_t held)
{
    struct sigaction action = {.sa_handler = handler, .sa_mask = held}, before;
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(number, &action, NULL);
}

static void arm(void)
{
    for (int number = 1; number <= SIGRTMAX; number++)
        if (is_fatal(number))
            handle(number, on_signal, fatals());
    handle(SIGXFSZ, on_limit, fatals());
    atexit(run_hooks);
}

void on_interrupt(interrupt_step step, void (*hook)(void))
{
    static int armed;
    if (!armed++)
        arm();
    hooks[step] = hook;
}

void interrupts_forget(void)
{
    struct sigaction now;
    for (int number = 1; number <= SIGRTMAX; number++)
        if (sigaction(number, NULL, &now) == 0 && (now.sa_handler == on_signal || now.sa_handler == on_limit))
            signal(number, SIG_DFL);
    for (int step = 0; step < INTERRUPT_STEPS; step++)
        hooks[step] = NULL;
}

void interrupts_hold(sigset_t *before)
{
    sigset_t set = fatals();
    sigprocmask(SIG_BLOCK, &set, before);
}

void interrupts_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}
