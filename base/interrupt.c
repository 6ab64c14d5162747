/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"

#include <stddef.h>
#include <stdlib.h>

static void (*hooks[INTERRUPT_STEPS])(void);

static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { FATALS = sizeof fatal / sizeof *fatal };

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

static void arm(void)
{
    struct sigaction action = {.sa_handler = on_signal}, before;
    for (int i = 0; i < FATALS; i++)
        sigaddset(&action.sa_mask, fatal[i]);
    for (int i = 0; i < FATALS; i++)
        if (sigaction(fatal[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(fatal[i], &action, NULL);
    atexit(run_hooks);
}

void on_interrupt(interrupt_step step, void (*hook)(void))
{
    static int armed;
    if (!armed++)
        arm();
    hooks[step] = hook;
}

void interrupts_hold(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < FATALS; i++)
        sigaddset(&set, fatal[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

void interrupts_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}
