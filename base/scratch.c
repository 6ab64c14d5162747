/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "msg.h"
#include "text.h"

/* The arguments of rm: the program, its flags, from FIRST on the paths, and NULL. They are always complete, because the signal handler
 * may not allocate. */
enum { FIRST = 3, MOST = 64 };
static char *removal[FIRST + MOST + 1] = {"rm", "-rf", "--"};
static volatile sig_atomic_t count;

/* Makes only calls that are safe in a handler: another process removes the files. */
static void on_signal(int signal_number)
{
    pid_t child = count > 0 ? _Fork() : -1;
    if (child == 0) {
        execv("/bin/rm", removal);
        _exit(127);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void remove_all(void)
{
    while (count > 0)
        dir_remove(removal[FIRST + --count]);
}

static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};
enum { FATALS = sizeof fatal / sizeof *fatal };

/* Blocks signals while the list changes. */
static void hold_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < FATALS; i++)
        sigaddset(&set, fatal[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

void scratch_add(const char *path)
{
    static bool armed;
    if (!armed) {
        armed = true;
        atexit(remove_all);
        for (int i = 0; i < FATALS; i++)
            signal(fatal[i], on_signal);
    }
    if (count == MOST)
        die("more than %d scratch files at a time", MOST);
    char *copy = format_new("%s", path);
    sigset_t before;
    hold_signals(&before);
    removal[FIRST + count] = copy;
    removal[FIRST + ++count] = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void scratch_keep(const char *path)
{
    for (int i = 0; i < count; i++) {
        char **slot = &removal[FIRST + i], *found = *slot;
        if (strcmp(found, path) != 0)
            continue;
        sigset_t before;
        hold_signals(&before);
        *slot = removal[FIRST + --count];
        removal[FIRST + count] = NULL;
        sigprocmask(SIG_SETMASK, &before, NULL);
        free(found);
        return;
    }
}

char *scratch_dir(void)
{
    const char *top = getenv("TMPDIR");
    char *path = format_new("%s/warpfold-XXXXXX", top && *top ? top : "/tmp");
    if (mkdtemp(path) == NULL)
        die("cannot make a folder below %s: %s", top && *top ? top : "/tmp", strerror(errno));
    scratch_add(path);
    return path;
}
