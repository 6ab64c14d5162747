/* SPDX-License-Identifier: Apache-2.0 */
#include "jobserver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"
#include "text.h"

enum { MOST = 512 };
static int take_fd = -1, give_fd = -1;
/* The tokens as they came: make may tell them apart. */
static char tokens[MOST];
static volatile sig_atomic_t held;

static void give_all(void)
{
    while (held > 0) {
        held--;
        while (write(give_fd, &tokens[held], 1) < 0 && errno == EINTR)
            ;
    }
}

static bool is_pipe(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISFIFO(s.st_mode);
}

/* The same pipe under a description of our own: that it does not block is nobody else's affair. */
static int open_apart(int fd, int flags)
{
    char *path = format_new("/proc/self/fd/%d", fd);
    return is_pipe(fd) ? open(path, flags | O_CLOEXEC) : -1;
}

static bool open_fifo(const char *path)
{
    take_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    give_fd = take_fd >= 0 && is_pipe(take_fd) ? open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    return give_fd >= 0;
}

/* "R,W". make closes them for a recipe that is no make itself, and then others may have these numbers. */
static bool open_pair(const char *pair)
{
    char *rest;
    long r = strtol(pair, &rest, 10), w = *rest == ',' ? strtol(rest + 1, NULL, 10) : -1;
    if (r < 0 || w < 0)
        return false;
    take_fd = open_apart((int)r, O_RDONLY | O_NONBLOCK);
    give_fd = open_apart((int)w, O_WRONLY | O_NONBLOCK);
    return take_fd >= 0 && give_fd >= 0;
}

/* The last one counts: make adds its own behind those of the makes above. NULL: there is none. */
static char *find_word(const char *flags)
{
    static const char *const words[] = {"--jobserver-auth=", "--jobserver-fds="};
    char *found = NULL;
    for (int i = 0; i < 2 && !found; i++)
        for (const char *at = flags; (at = strstr(at, words[i])) != NULL;) {
            at += strlen(words[i]);
            found = format_new("%.*s", (int)strcspn(at, " "), at);
        }
    return found;
}

jobserver_state jobserver_find(void)
{
    const char *flags = getenv("MAKEFLAGS");
    char *word = flags ? find_word(flags) : NULL;
    if (word == NULL)
        return JOBSERVER_NONE;
    bool open = starts_with(word, "fifo:") ? open_fifo(word + strlen("fifo:")) : open_pair(word);
    if (!open) {
        take_fd = give_fd = -1;
        return JOBSERVER_HIDDEN;
    }
    on_interrupt(INTERRUPT_RETURN, give_all);
    return JOBSERVER_THERE;
}

bool jobserver_take(void)
{
    sigset_t before;
    bool taken = false;
    if (take_fd < 0 || held == MOST)
        return false;
    interrupts_hold(&before); /* a token that is read is held: no signal comes between */
    if (read(take_fd, &tokens[held], 1) == 1) {
        held++;
        taken = true;
    }
    interrupts_release(&before);
    return taken;
}

void jobserver_give(void)
{
    sigset_t before;
    interrupts_hold(&before);
    if (held > 0) {
        held--;
        while (write(give_fd, &tokens[held], 1) < 0 && errno == EINTR)
            ;
    }
    interrupts_release(&before);
}

int jobserver_fd(void)
{
    return take_fd;
}
