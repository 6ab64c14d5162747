/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "interrupt.h"
#include "msg.h"
#include "text.h"

/* The arguments of rm: the program, its flags, from FIRST on the paths, and NULL. They are always complete, because the signal handler
 * may not allocate. The paths are not in the arena, since they may outlive the job that made them. */
enum { FIRST = 3, MOST = 64 };
static char *removal[FIRST + MOST + 1] = {"rm", "-rf", "--"};
static volatile sig_atomic_t count;

/* Only calls that are safe in a handler: another process does the removing. */
static void remove_all(void)
{
    pid_t child = count > 0 ? _Fork() : -1;
    if (child == 0) {
        execv("/bin/rm", removal);
        _exit(127);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

void scratch_add(const char *path)
{
    if (count == MOST)
        die("more than %d scratch files at a time", MOST);
    on_interrupt(INTERRUPT_REMOVE, remove_all);
    char *copy = strdup(path_absolute(path));
    if (copy == NULL)
        die("out of memory");
    sigset_t before;
    interrupts_hold(&before);
    removal[FIRST + count] = copy;
    removal[FIRST + ++count] = NULL;
    interrupts_release(&before);
}

void scratch_keep(const char *path)
{
    const char *whole = path_absolute(path);
    for (int i = 0; i < count; i++) {
        char **slot = &removal[FIRST + i], *found = *slot;
        if (strcmp(found, whole) != 0)
            continue;
        sigset_t before;
        interrupts_hold(&before);
        *slot = removal[FIRST + --count];
        removal[FIRST + count] = NULL;
        interrupts_release(&before);
        free(found);
        break;
    }
}

char *scratch_dir(void)
{
    const char *top = getenv("TMPDIR");
    char *given = format_new("%s/warpfold-XXXXXX", top && *top ? top : "/tmp"), *path = path_absolute(given);
    if (mkdtemp(path) == NULL)
        die("cannot make a folder below %s%s: %s", top && *top ? "TMPDIR, " : "", top && *top ? top : "/tmp", strerror(errno));
    scratch_add(path);
    return path;
}

char *scratch_beside(const char *path)
{
    dir_make_for(path);
    char *given = format_new("%s.XXXXXX", path), *made = path_absolute(given);
    if (mkdtemp(made) == NULL)
        die("cannot make the folder %s: %s", path, strerror(errno));
    scratch_add(made);
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(made, 0777 & ~mask) != 0)
        die("cannot make the folder %s: %s", path, strerror(errno));
    return made;
}
