/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"

enum { MOST = 256 };
static struct {
    dev_t dev;
    ino_t ino;
    int fd;
} held[MOST];
static int count;

/* Is it ours already? If not, it is from now on. */
static bool hold(const char *path, int fd)
{
    struct stat s;
    if (fstat(fd, &s) != 0)
        die("%s cannot be locked: %s", path, strerror(errno));
    for (int i = 0; i < count; i++)
        if (held[i].dev == s.st_dev && held[i].ino == s.st_ino)
            return true;
    if (count == MOST)
        die("more than %d folders at a time", MOST);
    held[count].dev = s.st_dev;
    held[count].fd = fd;
    held[count++].ino = s.st_ino;
    return false;
}

void dir_lock(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        die_reading(errno, "%s cannot be opened", path);
    if (hold(path, fd)) {
        close(fd);
        return;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return;
    if (errno == EWOULDBLOCK)
        die("%s is in use by another warpfold; try again when that has ended", path);
    die("%s cannot be locked: %s", path, strerror(errno));
}

void dir_unlock(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return;
    for (int i = 0; i < count; i++)
        if (held[i].dev == s.st_dev && held[i].ino == s.st_ino) {
            close(held[i].fd);
            held[i--] = held[--count];
        }
}
