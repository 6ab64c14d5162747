/* SPDX-License-Identifier: Apache-2.0
 *
 * failing.c - a library to preload (LD_PRELOAD): the FAIL_AT-th call on files that warpfold itself makes fails, and leaves its name in
 * the file FAIL_LOG. The tools that it starts are left alone.
 *
 * Calls that open, make and rename fail with ENOSPC, EACCES or EIO in turn, and do nothing. A call on a stream is made to fail for real:
 * from then on the stream's file is /dev/full (writing) or a folder (reading). With FAIL_HOW=short only calls that write count, and the file is
 * written up to half of its size.
 * Of the writes to one stream the 1st, 2nd, 4th, 8th, ... count, so that a long file does not make a long test. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static pid_t target;
static unsigned long calls, fail_at;
static bool cut;

__attribute__((constructor)) static void begin(void)
{
    char exe[4096] = "";
    const char *at = getenv("FAIL_AT"), *how = getenv("FAIL_HOW");
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    const char *name = n > 0 ? strrchr(exe, '/') : NULL;
    if (at == NULL || name == NULL || strcmp(name, "/warpfold") != 0)
        return;
    target = getpid();
    fail_at = strtoul(at, NULL, 10);
    cut = how && strcmp(how, "short") == 0;
}

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

/* Is this the call that fails? */
static bool due(const char *name, bool writes)
{
    if (target != getpid() || (cut && !writes) || ++calls != fail_at)
        return false;
    const char *log = getenv("FAIL_LOG");
    int fd = log ? REAL(open)(log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd >= 0) {
        (void)!REAL(write)(fd, name, strlen(name));
        REAL(close)(fd);
    }
    static const int numbers[] = {ENOSPC, EACCES, EIO};
    errno = numbers[fail_at % 3];
    return true;
}

/* ---- calls on names and descriptors ---- */

#define REFUSE(type, failure, name, parameters, arguments) \
    type name parameters                                   \
    {                                                      \
        if (due(#name, false))                             \
            return failure;                                \
        return REAL(name) arguments;                       \
    }
REFUSE(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
REFUSE(int, -1, rename, (const char *from, const char *to), (from, to))
REFUSE(int, -1, renameat2, (int at, const char *from, int by, const char *to, unsigned how), (at, from, by, to, how))
REFUSE(int, -1, link, (const char *from, const char *to), (from, to))
REFUSE(int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
REFUSE(int, -1, chmod, (const char *path, mode_t mode), (path, mode))
REFUSE(int, -1, fsync, (int fd), (fd))
REFUSE(int, -1, flock, (int fd, int what), (fd, what))
REFUSE(int, -1, mkostemp, (char *name, int flags), (name, flags))
REFUSE(int, -1, mkstemp, (char *name), (name))
REFUSE(char *, NULL, mkdtemp, (char *name), (name))
REFUSE(int, -1, symlink, (const char *to, const char *path), (to, path))
REFUSE(int, -1, fseeko, (FILE * f, off_t at, int from), (f, at, from))
REFUSE(FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
REFUSE(FILE *, NULL, fdopen, (int fd, const char *mode), (fd, mode))
REFUSE(DIR *, NULL, opendir, (const char *path), (path))

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return due("open", false) ? -1 : REAL(open)(path, flags, mode);
}

int close(int fd)
{
    bool fails = due("close", false);
    int error = errno, result = REAL(close)(fd);
    errno = fails ? error : errno;
    return fails ? -1 : result;
}

ssize_t write(int fd, const void *data, size_t n)
{
    if (!due("write", true))
        return REAL(write)(fd, data, n);
    return cut && n > 1 ? REAL(write)(fd, data, n / 2) : -1;
}

/* ---- calls on streams ---- */

/* No file may grow beyond half of what this one has and is to have. */
static void limit(int fd, size_t more)
{
    struct stat s;
    struct rlimit r;
    if (fstat(fd, &s) != 0 || getrlimit(RLIMIT_FSIZE, &r) != 0)
        return;
    signal(SIGXFSZ, SIG_IGN);
    r.rlim_cur = ((rlim_t)s.st_size + more) / 2;
    setrlimit(RLIMIT_FSIZE, &r);
}

static void spoil(const char *name, FILE *f, size_t more)
{
    bool reads = (fcntl(fileno(f), F_GETFL) & O_ACCMODE) == O_RDONLY;
    if (!due(name, !reads))
        return;
    int kept = errno;
    if (cut && !reads) {
        limit(fileno(f), more);
    } else {
        int fd = reads ? REAL(open)("/", O_RDONLY) : REAL(open)("/dev/full", O_WRONLY);
        dup3(fd, fileno(f), O_CLOEXEC);
        REAL(close)(fd);
    }
    errno = kept;
}

enum { STREAMS = 1024 };
static unsigned long writes[STREAMS];

static void spoil_write(const char *name, FILE *f, size_t more)
{
    int fd = fileno(f);
    if (fd < 0 || fd >= STREAMS || f == stderr)
        return;
    unsigned long n = ++writes[fd];
    if ((n & (n - 1)) == 0)
        spoil(name, f, more);
}

size_t fwrite(const void *data, size_t size, size_t n, FILE *f)
{
    spoil_write("fwrite", f, size * n);
    return REAL(fwrite)(data, size, n, f);
}

size_t fread(void *data, size_t size, size_t n, FILE *f)
{
    spoil_write("fread", f, 0);
    return REAL(fread)(data, size, n, f);
}

char *fgets(char *line, int size, FILE *f)
{
    spoil_write("fgets", f, 0);
    return REAL(fgets)(line, size, f);
}

int fputs(const char *s, FILE *f)
{
    spoil_write("fputs", f, strlen(s));
    return REAL(fputs)(s, f);
}

int fprintf(FILE *f, const char *format, ...)
{
    va_list args;
    spoil_write("fprintf", f, 64);
    va_start(args, format);
    int n = vfprintf(f, format, args);
    va_end(args);
    return n;
}

int fflush(FILE *f)
{
    if (f && f != stderr)
        spoil("fflush", f, 0);
    return REAL(fflush)(f);
}

int fclose(FILE *f)
{
    int fd = fileno(f);
    spoil("fclose", f, 0);
    if (fd >= 0 && fd < STREAMS)
        writes[fd] = 0;
    return REAL(fclose)(f);
}
