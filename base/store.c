/* SPDX-License-Identifier: Apache-2.0
 *
 * store.c - a cache of figures: finds an entry, locks it, writes it whole. Each step is safe against a kill at any place. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "msg.h"

static const char head[] = "warpfold figures 1";

void store_open(store *s, const char *dir)
{
    dir_make(dir);
    s->dir = path_absolute(dir);
    char *path = path_join(s->dir, "lock");
    struct stat st;
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (s->lock >= 0 && fstat(s->lock, &st) == 0 && !S_ISREG(st.st_mode))
        die("the cache %s cannot be used: %s is no plain file", dir, path);
    if (s->lock < 0)
        die("the cache %s cannot be used: %s", dir, strerror(errno));
}

void store_close(store *s)
{
    close(s->lock);
}

/* Entries stand in folders by the first two digits. */
static char *entry_path(const store *s, const char *key, const char *ending)
{
    return format_new("%s/%.2s/%s%s", s->dir, key, key, ending);
}

/* The figures of an entry's text; NULL: it is damaged. */
static const char *figures_of(const char *data, const char *key)
{
    char hash[HASH_DIGITS + 1], *begin = format_new("%s %s ", head, key);
    const char *end = strchr(data, '\n');
    bool whole = starts_with(data, begin) && end && end - data == (long)(strlen(begin) + HASH_DIGITS);
    if (whole) {
        hash_hex(end + 1, strlen(end + 1), hash);
        whole = strncmp(data + strlen(begin), hash, HASH_DIGITS) == 0;
    }
    return whole ? end + 1 : NULL;
}

/* What somebody put there that is no plain file is not read: a pipe would be waited for. */
static char *read_plain(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode) ? file_read(path, NULL) : NULL;
}

static bool load(const store *s, const char *key, metrics *m, bool tell)
{
    char *path = entry_path(s, key, ""), *data = read_plain(path);
    const char *figures = data ? figures_of(data, key) : NULL;
    char *fault = figures ? metrics_parse(m, figures, strlen(figures)) : NULL;
    if (tell && data && (figures == NULL || fault))
        note("%s is damaged; it is made again", path);
    arena_free(data);
    return figures && fault == NULL;
}

bool store_load(const store *s, const char *key, metrics *m)
{
    return load(s, key, m, true);
}

static bool has(const store *s, const char *key, bool tell)
{
    void *mark = arena_mark(); /* asked of every entry, and while a sweep runs again and again */
    metrics m = {0};
    bool there = load(s, key, &m, tell);
    arena_release(mark);
    return there;
}

bool store_has(const store *s, const char *key)
{
    return has(s, key, false);
}

bool store_check(const store *s, const char *key)
{
    return has(s, key, true);
}

static struct flock place_of(const char *key)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%.15s", key);
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)strtoull(digits, NULL, 16), .l_len = 1};
}

void store_lock(const store *s, const char *key)
{
    struct flock place = place_of(key);
    while (fcntl(s->lock, F_OFD_SETLKW, &place) != 0)
        if (errno != EINTR)
            die("the cache %s cannot be locked: %s", s->dir, strerror(errno));
}

void store_unlock(const store *s, const char *key)
{
    struct flock place = place_of(key);
    place.l_type = F_UNLCK;
    fcntl(s->lock, F_OFD_SETLK, &place);
}

bool store_busy(const store *s, const char *key)
{
    struct flock place = place_of(key);
    return fcntl(s->lock, F_OFD_GETLK, &place) == 0 && place.l_type != F_UNLCK;
}

static void fail(const char *path, const char *temp)
{
    int why = errno;
    unlink(temp);
    die("cannot write %s: %s", path, strerror(why));
}

/* Forces a folder's names to the disk. */
static void settle(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* The holder of the lock writes alone, so the name beside is always the same: what a kill leaves, the next one removes. */
static void write_whole(const store *s, const char *key, const char *ending, const text *t)
{
    char *path = entry_path(s, key, ending), *temp = entry_path(s, key, ".part"), *dir = format_new("%s/%.2s", s->dir, key);
    dir_make(dir);
    unlink(temp);
    int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        fail(path, temp);
    for (size_t done = 0; done < t->len;) {
        ssize_t n = write(fd, t->data + done, t->len - done);
        if (n < 0 && errno != EINTR)
            fail(path, temp);
        done += n > 0 ? (size_t)n : 0;
    }
    bool kept = fsync(fd) == 0;
    if (close(fd) != 0 || !kept || rename(temp, path) != 0)
        fail(path, temp);
    settle(dir);
}

static void forget_failure(const store *s, const char *key)
{
    char *path = entry_path(s, key, ".failed");
    unlink(path);
}

void store_save(const store *s, const char *key, const metrics *m)
{
    text figures = {0}, t = {0};
    char hash[HASH_DIGITS + 1];
    metrics_text(m, &figures);
    hash_hex(figures.data, figures.len, hash);
    text_printf(&t, "%s %s %s\n%s", head, key, hash, figures.data);
    write_whole(s, key, "", &t);
    forget_failure(s, key);
}

char *store_why(const store *s, const char *key)
{
    char *path = entry_path(s, key, ".failed"), *why = read_plain(path);
    if (why)
        why[strcspn(why, "\n")] = '\0';
    return why;
}

void store_fail(const store *s, const char *key, const char *why)
{
    char *path = entry_path(s, key, ".failed");
    FILE *f = NULL;
    dir_make_for(path);
    unlink(path);
    f = fopen(path, "wxe");
    if (f) { /* on a full disk the reason is told, and not kept */
        fprintf(f, "%s\n", why);
        fclose(f);
    }
}
