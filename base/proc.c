/* SPDX-License-Identifier: Apache-2.0
 *
 * proc.c - runs tools: finds each once, starts it in a group of its own with its output in a log, waits, and says what the log tells went
 * wrong. A process stands between, so that a tool never outlives the program. */
#include "proc.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file.h"
#include "interrupt.h"
#include "msg.h"
#include "text.h"

/* The tools that the flow calls, the variable that overrides each, and the Debian package that has it. */
static const struct {
    const char *tool, *variable, *package;
} tools[] = {
    {"yosys", "YOSYS", "yosys"},
    {"yosys-abc", "YOSYS_ABC", "yosys"},
    {"sta", "STA", "opensta"},
    {"verilator", "VERILATOR", "verilator"},
    {"iverilog", "IVERILOG", "iverilog"},
    {"vvp", "VVP", "iverilog"},
    {"make", "MAKE_TOOL", "make"},
    {"c++", "CXX", "g++"},
    {"sbatch", "SBATCH", "slurm-client"},
};

/* The path of an executable, NULL if there is none. */
static char *look_up(const char *name)
{
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? path_absolute(name) : NULL;
    const char *dirs = getenv("PATH");
    while (dirs && *dirs) {
        size_t n = strcspn(dirs, ":");
        char *path = format_new("%.*s/%s", (int)n, dirs, name);
        if (access(path, X_OK) == 0)
            return path;
        dirs += n + (dirs[n] == ':');
    }
    return NULL;
}

static char *find(const char *tool, const char **package)
{
    *package = tool;
    const char *name = tool;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(tools[i].tool, tool) == 0) {
            const char *chosen = getenv(tools[i].variable);
            *package = tools[i].package;
            if (chosen && *chosen)
                name = chosen;
        }
    return look_up(name);
}

/* Callers hold the path of a tool; the same path is the same memory, whatever job asked first. */
static const char *keep(const char *path)
{
    static char *kept[64];
    enum { KEPT = sizeof kept / sizeof *kept };
    int i = 0;
    while (i < KEPT && kept[i] && strcmp(kept[i], path) != 0)
        i++;
    if (i == KEPT)
        return path;
    if (kept[i] == NULL)
        kept[i] = text_kept(path);
    return kept[i];
}

const char *tool_path(const char *tool)
{
    const char *package;
    char *path = find(tool, &package);
    if (path == NULL)
        die("%s is not installed; on Debian: apt-get install %s", tool, package);
    return keep(path);
}

/* Groups of the tools that run, for the signal handler. */
enum { MOST = 512 };
static volatile pid_t groups[MOST];

static void stop_tools(void)
{
    for (int i = 0; i < MOST; i++)
        if (groups[i] > 0)
            kill(-groups[i], SIGKILL);
}

static void remember(pid_t group)
{
    for (int i = 0; i < MOST; i++)
        if (groups[i] == 0) {
            groups[i] = group;
            return;
        }
    kill(-group, SIGKILL);
    die("more than %d tools at a time", MOST);
}

static void forget(pid_t group)
{
    for (int i = 0; i < MOST; i++)
        if (groups[i] == group)
            groups[i] = 0;
}

static void stop_group(int number)
{
    (void)number;
    kill(0, SIGKILL);
}

/* Some tools hand the names of their temporary files to a shell. */
static void keep_plain(const char *variable)
{
    const char *value = getenv(variable);
    if (value && !text_is_plain(value))
        unsetenv(variable);
}

/* The tool itself: its words go to the log. */
static noreturn void become(const char *const argv[], const char *cwd, int log)
{
    int in = open("/dev/null", O_RDONLY);
    if (dup2(in, 0) >= 0 && dup2(log, 1) >= 0 && dup2(log, 2) >= 0 && (cwd == NULL || chdir(cwd) == 0)) {
        keep_plain("TMPDIR");
        keep_plain("TMP");
        keep_plain("TEMP");
        signal(SIGTERM, SIG_DFL);
        signal(SIGPIPE, SIG_DFL);
        execvp(argv[0], (char *const *)argv);
    }
    dprintf(log, "error: cannot run %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* Stands between us and the tool and leads their group: where we end without a chance to stop the tool, it does. It ends as the tool ends. */
static noreturn void mind(const char *const argv[], const char *cwd, int log, pid_t parent, const sigset_t *before)
{
    setpgid(0, 0);
    interrupts_forget();
    signal(SIGTERM, stop_group);
    signal(SIGHUP, SIG_IGN);
    interrupts_release(before);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(127);
    pid_t tool = fork();
    if (tool == 0)
        become(argv, cwd, log);
    int status = 0;
    while (tool > 0 && waitpid(tool, &status, 0) < 0)
        if (errno != EINTR)
            _exit(127);
    if (tool > 0 && WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    _exit(127);
}

int spawn_tool(const char *const argv[], const char *cwd, const char *log)
{
    fflush(NULL);
    on_interrupt(INTERRUPT_STOP, stop_tools);
    signal(SIGCHLD, SIG_DFL); /* who started us may ignore it, and then no exit code is kept */
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (out < 0)
        die("cannot write %s: %s", log, strerror(errno));
    sigset_t before;
    interrupts_hold(&before);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        mind(argv, cwd, out, parent, &before);
    if (pid > 0) {
        setpgid(pid, pid); /* whoever comes first */
        remember(pid);
    }
    interrupts_release(&before);
    close(out);
    if (pid < 0)
        die("cannot start %s: %s", argv[0], strerror(errno));
    return pid;
}

int wait_tool(int pid)
{
    static const struct timespec second = {.tv_sec = 1};
    int status, ended;
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before); /* so that none is lost between the two calls */
    while ((ended = waitpid(pid, &status, WNOHANG)) == 0)
        if (sigtimedwait(&child, NULL, &second) < 0 && errno == EAGAIN)
            progress_tick();
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (ended < 0)
        die("cannot wait for a tool: %s", strerror(error));
    forget(pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void on_child(int number)
{
    (void)number;
}

int wait_tools(const int *pids, int n, int fd, int *code)
{
    sigset_t child, before, waiting;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before); /* so that none is lost between the two calls */
    signal(SIGCHLD, on_child);
    int ended = -1, status = 0;
    for (int again = 0; again < 2 && ended < 0; again++) {
        for (int i = 0; i < n && ended < 0; i++)
            if (waitpid(pids[i], &status, WNOHANG) != 0)
                ended = i;
        waiting = before;
        sigdelset(&waiting, SIGCHLD);
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (ended < 0 && again == 0 && ppoll(&ready, fd >= 0, &(struct timespec){.tv_sec = 1}, &waiting) > 0)
            break;
    }
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (ended < 0)
        return -1;
    forget(pids[ended]);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return ended;
}

int run_tool(const char *const argv[], const char *cwd, const char *log)
{
    return wait_tool(spawn_tool(argv, cwd, log));
}

/* Does a line name a place, "FILE:LINE:"? */
static bool names_a_place(const char *line)
{
    for (const char *c = line; (c = strchr(c, ':')) != NULL; c++)
        if (isdigit((unsigned char)c[1]) && c[1 + strspn(c + 1, "0123456789")] == ':')
            return true;
    return false;
}

/* What a log says went wrong: the first error with a place, else the last line that has the word, else the last line. */
static const char *complaint(const char *log)
{
    char *all = file_read(log, NULL), *best = NULL, *save = NULL;
    int rank = 0;
    for (char *line = all ? strtok_r(all, "\n", &save) : NULL; line && rank < 3; line = strtok_r(NULL, "\n", &save)) {
        bool error = strcasestr(line, "error") != NULL;
        int is = error && names_a_place(line) ? 3 : error ? 2 : 1;
        if (is >= rank) {
            best = line;
            rank = is;
        }
    }
    return best ? best : "(it said nothing)";
}

static bool logs_told;

void tools_tell_logs(void)
{
    logs_told = true;
}

void tool_ended(const char *tool, int code, const char *log)
{
    if (code == 0)
        return;
    char *said = logs_told ? file_read(log, NULL) : NULL;
    if (said)
        fputs(said, stderr);
    if (code < 0)
        die("%s was killed by signal %d (log: %s)", path_base(tool), -code, log);
    die("%s failed with exit code %d: %s (log: %s)", path_base(tool), code, complaint(log), log);
}

void run_tool_ok(const char *const argv[], const char *cwd, const char *log)
{
    tool_ended(argv[0], run_tool(argv, cwd, log), log);
}

static int cores_most = 16;

void cores_limit(int most)
{
    cores_most = most;
}

int cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > cores_most ? cores_most : (int)n;
}
