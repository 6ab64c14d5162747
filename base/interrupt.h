/* SPDX-License-Identifier: Apache-2.0
 *
 * interrupt.h - what must be done when the program ends in any way: by exit, by an error, or by a signal. */
#ifndef WF_INTERRUPT_H
#define WF_INTERRUPT_H

#include <signal.h>

/* First the tools are stopped, then what was borrowed for them is given back, then what they and we wrote is removed. */
typedef enum { INTERRUPT_STOP, INTERRUPT_RETURN, INTERRUPT_REMOVE, INTERRUPT_STEPS } interrupt_step;

/* Runs `hook` at exit, and at every signal that asks the program to end, unless the caller of the program ignores it (nohup).
 * It must keep to calls that are safe in a signal handler. */
void on_interrupt(interrupt_step step, void (*hook)(void));

/* For a child that is no longer this program: signals do to it what they do to any, and no hook runs at its end. */
void interrupts_forget(void);

/* No such signal comes between these two: for lists that a hook reads. */
void interrupts_hold(sigset_t *before);
void interrupts_release(const sigset_t *before);

#endif
