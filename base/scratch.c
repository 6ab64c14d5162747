/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
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
/* Of a folder below TMPDIR: its lock, which ends with this program, however that ends. -1: it has none. */
static int locks[MOST];

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
    char *copy = text_kept(path_absolute(path));
    sigset_t before;
    interrupts_hold(&before);
    removal[FIRST + count] = copy;
    locks[count] = -1;
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
        if (locks[i] >= 0)
            close(locks[i]);
        *slot = removal[FIRST + --count];
        locks[i] = locks[count];
        removal[FIRST + count] = NULL;
        interrupts_release(&before);
        free(found);
        break;
    }
}

/* A killed program leaves its folder, which nobody locks any more. One that is new may be on the way to its lock. */
static void remove_dead(const char *top)
{
    enum { NEW = 60 }; /* seconds */
    DIR *d = opendir(top);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;) {
        struct stat s;
        if (fnmatch("warpfold.??????", e->d_name, 0) != 0)
            continue;
        int fd = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && fstat(fd, &s) == 0 && s.st_uid == geteuid() && time(NULL) - s.st_mtime > NEW && flock(fd, LOCK_EX | LOCK_NB) == 0) {
            char *path = path_join(top, e->d_name);
            dir_remove(path);
        }
        if (fd >= 0)
            close(fd);
    }
    if (d)
        closedir(d);
}

/* A folder that is removed at the end. No signal comes in between, which would leave it. */
static bool make_folder(char *path)
{
    sigset_t before;
    interrupts_hold(&before);
    bool made = mkdtemp(path) != NULL;
    if (made)
        scratch_add(path);
    interrupts_release(&before);
    return made;
}

char *scratch_dir(void)
{
    static bool tidy;
    const char *given = getenv("TMPDIR"), *top = given && *given ? given : "/tmp";
    if (!tidy)
        remove_dead(top);
    tidy = true;
    char *pattern = format_new("%s/warpfold.XXXXXX", top), *path = path_absolute(pattern);
    if (!make_folder(path))
        die("cannot make a folder below %s%s: %s", top == given ? "TMPDIR, " : "", top, strerror(errno));
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB);
    locks[count - 1] = fd;
    return path;
}

char *scratch_beside(const char *path)
{
    dir_make_for(path);
    char *given = format_new("%s.XXXXXX", path), *made = path_absolute(given);
    if (!make_folder(made))
        die("cannot make the folder %s: %s", path, strerror(errno));
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(made, 0777 & ~mask) != 0)
        die("cannot make the folder %s: %s", path, strerror(errno));
    return made;
}
